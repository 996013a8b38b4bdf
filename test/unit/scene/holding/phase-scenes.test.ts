import { expect, test } from 'vitest';
import { box } from '../../../../src/mesh/primitives.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { PhaseScenes } from '../../../../src/scene/holding/phase-scenes.ts';

const robots = [new Robot({ name: 'arm', links: [{ name: 'hand', shapes: [{ shape: box(1) }] }] })];
/** A quarter of what is kept. */
const QUARTER = 2 ** 13 - 2;

function asked(scenes: PhaseScenes<object>, keys: readonly string[]): number {
  const before = scenes.made;
  scenes.begin();
  for (const key of keys)
    scenes.sceneOf(
      scenes.of(key, () => robots),
      0,
      QUARTER,
      new Map(),
      () => ({}),
    );
  return scenes.made - before;
}

test('what a question needed is kept for the next, as far as there is room', () => {
  const scenes = new PhaseScenes(() => ({}));
  const path = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(asked(scenes, path)).toBe(7);
  // four are kept, and not dropped for those that follow on the same path
  expect(asked(scenes, path)).toBe(3);
  expect(asked(scenes, path)).toBe(3);
  expect(asked(scenes, ['a', 'b'])).toBe(0);
  // another path takes their place
  expect(asked(scenes, ['k', 'l', 'm', 'n'])).toBe(4);
  expect(asked(scenes, ['k', 'l', 'm', 'n'])).toBe(0);
  expect(asked(scenes, ['a'])).toBe(1);
});

test('numbers tell what stands where, by how it came there', () => {
  const scenes = new PhaseScenes(() => ({}));
  const first = scenes.numberAfter(0, 'x');
  expect(scenes.numberAfter(0, 'x')).toBe(first);
  expect(scenes.numberAfter(0, 'y')).not.toBe(first);
  expect(scenes.numberAfter(first, 'x')).not.toBe(first);
  for (let i = 0; i < 2 ** 15; i++) scenes.numberAfter(first, `${i}`);
  scenes.begin();
  // forgotten, but never given twice
  expect(scenes.numberAfter(0, 'y')).toBeGreaterThan(2 ** 15);
});
