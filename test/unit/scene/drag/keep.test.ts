import { expect, test } from 'vitest';
import { box } from '../../../../src/mesh/primitives.ts';
import { DragLoop } from '../../../../src/scene/drag/drag-loop.ts';
import { Scene } from '../../../../src/scene/scene.ts';

const content = {
  bodies: [{ name: 'crate', shape: box(0.2) }],
  obstacles: [{ name: 'wall', shape: box(0.2, [0, 0, 0], 'wall'), pose: { position: [1, 0, 0] as const } }],
};
const target = { crate: { position: [1, 0, 0] as const } };

test('DragLoop keeps the clearance of its scene where nobody gives another distance', () => {
  const scene = new Scene({ ...content, clearance: 0.125 });
  const { status, places } = new DragLoop(scene, {}).move(target);
  const gap = 0.8 - (places.crate as { readonly position: readonly number[] }).position[0];
  expect([status, gap >= 0.125, gap < 0.13]).toEqual(['contact', true, true]);
});

test('DragLoop refuses a clearance by groups, unless keep is given', () => {
  const scene = new Scene({ ...content, clearance: { default: 0, pairs: [['crate', 'wall', 0.125]] } });
  expect(() => new DragLoop(scene, {})).toThrow('keep is needed where the clearance of the scene is by groups');
  expect(new DragLoop(scene, {}, { keep: 0.125 }).move(target).status).toBe('contact');
});
