import { expect, it } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { ToolLoop } from '../../../src/tool/force/tool-loop.ts';
import { sheet } from '../../unit/soft/random-soft.ts';

// Samples of the sheet that the tool had left behind were forgotten at once, and the sheet sprang back into it: 2.0, 0, 1.5, 0, 1.1 N.
function pressed(stiffness: number, steps: number, dt: number, height: (i: number) => number): number[] {
  const flat = sheet(20, new Random(1), 0);
  const workpiece = new TriangleMesh(
    flat.positions.map((x) => 0.05 * x),
    flat.indices,
  );
  const rim = [...Array(441).keys()].filter((v) => v % 21 === 0 || v % 21 === 20 || v < 21 || v >= 420);
  const loop = new ToolLoop(
    { shape: cylinder(0.005, 0.05) },
    { shape: workpiece },
    {
      penalty: { stiffness, damping: 1e5 },
      bars: { density: 2, stiffness: 2e3, shape: 2e5, damping: 0.5, anchors: rim },
    },
  );
  return Array.from({ length: steps }, (_, i) => loop.advance({ position: [0, 0, height(i)] }, dt).force[2]);
}

it('the force falls steadily while a tool is drawn back from a sheet', () => {
  const forces = pressed(1e9, 60, 1 / 60, (i) => (i < 30 ? 0.03 - (0.012 * i) / 30 : 0.018 + (0.016 * (i - 30)) / 30)).slice(30);
  expect(forces[0]).toBeGreaterThan(1.5);
  expect(forces[29]).toBe(0);
  for (let i = 1; i < forces.length; i++) expect(forces[i]).toBeLessThanOrEqual(forces[i - 1] * 1.02);
});

// The force was the law's, of depths that an iteration cut early had left: 300,000 N at the same dent.
it('the force on a tool does not grow without bounds with the stiffness of the contact', () => {
  const dent = (stiffness: number): number => Math.max(...pressed(stiffness, 220, 0.001, (i) => 0.03 - 0.008 * Math.min(1, i / 200)));
  const soft = dent(1e9);
  expect(soft).toBeGreaterThan(0.3);
  for (const stiffness of [1e12, 1e15]) expect(dent(stiffness)).toBeLessThan(10 * soft);
});
