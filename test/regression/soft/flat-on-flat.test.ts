import { describe, expect, test } from 'vitest';
import { type FlatScene, flatScenes } from '../../../scenes/soft/flat-sheets.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import type { StepFirstContact } from '../../../src/soft/step-result.ts';
import { bruteStep, keyOfContact } from '../../property/brute-step.ts';

// A sheet that falls flat on an aligned one sent every touching pair to integers: 1.66 s for twice 2,048 triangles.

function ask({ bodies, self }: FlatScene, firstOnly: boolean): StepFirstContact {
  const query = new StepQuery(bodies.map(({ mesh }) => ({ shape: mesh, self })));
  const motions = Object.fromEntries(bodies.map(({ mesh, positions1 }) => [mesh.name, linearMotion(mesh.positions, positions1)]));
  return firstOnly ? query.firstContact(motions) : query.contacts(motions);
}

const CELLS = 4;
const SCENES = flatScenes(CELLS);

/** Where some tests go to integers: a share of all that holds for larger sheets too. */
const SHARES: Readonly<Record<string, number>> = {
  'folds onto itself': 0.02,
  'upper half falls': 0.15,
  'aligned, turned': 0.3,
  'lands, turned': 0.05,
  'slides slantwise, turned': 0.15,
};

describe('sheets that come to lie flat', () => {
  test.each(SCENES.map((scene) => [scene.name, scene] as const))('%s: few or none of the tests go to integers', (name, scene) => {
    const all = ask(scene, false);
    const first = ask(scene, true);
    expect(all.contactCount).toBeGreaterThan(20);
    for (const { stats } of [all, first])
      expect(stats.exact).toBeLessThanOrEqual((SHARES[name] ?? 0) * (stats.vertexFace + stats.edgeEdge));
    expect(first.status).toBe(all.status);
    expect(first.time).toBe(all.time);
    expect(first.contacts[0]).toEqual(all.contacts[0]);
  });

  const small = [
    'aligned',
    'aligned, far away',
    'aligned, slantwise',
    'lands',
    'slides from aside',
    'folds onto itself',
    'upper half falls',
  ];
  const compared = [...small, 'aligned, turned', 'lands, turned', 'slides slantwise, turned'];
  test.each(compared)('%s, sheets of 8 triangles: contacts are those of integers alone', (name) => {
    const scene = flatScenes(2).find((one) => one.name === name) as FlatScene;
    const truth = bruteStep(
      scene.bodies.map(({ mesh, positions1 }) => ({ name: mesh.name, mesh, before: mesh.positions, after: positions1, self: scene.self })),
    );
    const { contacts } = ask(scene, false);
    expect(contacts.map(keyOfContact).sort()).toEqual([...truth.keys()].sort());
    for (const contact of contacts) {
      const time = truth.get(keyOfContact(contact)) as number;
      expect(contact.time).toBeLessThanOrEqual(time);
      expect(contact.time).toBeGreaterThan(time - 1e-8);
    }
  });

  test('a sheet that falls touches all at once, at the time of the fall, in every unit', () => {
    for (const name of ['aligned', 'aligned, other unit', 'aligned, spun in its plane']) {
      const { contacts } = ask(SCENES.find((scene) => scene.name === name) as FlatScene, false);
      expect(new Set(contacts.map(({ kind }) => kind))).toEqual(new Set(['vertex-face', 'edge-edge']));
      expect(Math.max(...contacts.map(({ time }) => Math.abs(time - 2 / 3)))).toBeLessThan(1e-8);
    }
  });
});
