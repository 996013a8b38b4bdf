import { expect, it } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { DeformingSearch } from '../../../src/soft/deforming-search.ts';
import { ToolQuery } from '../../../src/tool/tool-query.ts';
import { sheet } from '../../unit/soft/random-soft.ts';

// The time ran out while the zone of a proven contact was looked for, and the contact was taken back.
it('a contact stays a contact when there is no time for its zone', () => {
  const workpiece = sheet(40, new Random(1), 0);
  const query = new ToolQuery({ shape: cylinder(0.2, 1) }, { shape: workpiece });
  const press = rigidMotion({ position: [0, 0, 0.7] }, { position: [0, 0, 0.4] });
  const whole = query.firstContact({ tool: press });
  expect(whole.status).toBe('contact');
  expect(whole.complete).toBe(true);
  expect(whole.zone.length).toBeGreaterThan(100);

  const { runAll } = DeformingSearch.prototype;
  DeformingSearch.prototype.runAll = (_budget, marks, visit) => {
    marks[whole.zone[0]] = 1;
    visit(whole.zone[0], 0.5);
    return false;
  };
  try {
    const cut = query.firstContact({ tool: press });
    expect({ ...cut, zone: [], depth: 0 }).toEqual({ ...whole, zone: [], depth: 0, complete: false });
    expect(cut.zone).toEqual([whole.zone[0]]);
  } finally {
    DeformingSearch.prototype.runAll = runAll;
  }
  expect(query.firstContact({ tool: press })).toEqual(whole);
});
