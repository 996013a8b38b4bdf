import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { dragWords, pairInTheWay } from '../../../viewer/src/panels/drag-words.ts';
import { JogQueue } from '../../../viewer/src/stage/jog-queue.ts';
import type { PlacedPose } from '../../../viewer/src/stage/parts.ts';

const HERE: PlacedPose = { position: [1, 0, 0], quaternion: [0, 0, 0, 1] };
const X = new Vector3(1, 0, 0);
const Z = new Vector3(0, 0, 1);

test('a second press during a jog goes on where the first one ends, and drops nothing of it', () => {
  const queue = new JogQueue();
  queue.add(HERE, { along: X, turns: false, by: 0.5, step: 0.1 });
  // two steps of the first are done
  queue.next();
  queue.next();
  queue.add(queue.end ?? HERE, { along: Z, turns: true, by: Math.PI / 2, step: 0.5 });
  queue.add(queue.end ?? HERE, { along: X, turns: false, by: -0.2, step: 0.1 });
  const poses: PlacedPose[] = [];
  for (let pose = queue.next(); pose !== undefined; pose = queue.next()) poses.push(pose);
  expect(poses.map(({ position }) => position[0])).toEqual([1.3, 1.4, 1.5, 1.5, 1.5, 1.5, 1.5, 1.4, 1.3].map((x) => expect.closeTo(x, 12)));
  const half = Math.SQRT1_2;
  expect(poses.at(-1)?.quaternion).toEqual([0, 0, half, half].map((x) => expect.closeTo(x, 12)));
  // also while the last step is still on its way
  expect([queue.isEmpty, queue.end?.position[0]]).toEqual([true, expect.closeTo(1.3, 12)]);
  queue.clear();
  expect(queue.end).toBeNull();
});

test('what only ran out of time is in nobody’s way', () => {
  const pair = [{ body: 'bar', link: 'arm' }, { body: 'wall' }] as const;
  const hit = { pair, contacts: [] } as never;
  const step = { status: 'unresolved', places: {}, hit, slides: 0, resting: [] } as const;
  expect(pairInTheWay(step)).toBeNull();
  expect(dragWords(step, true, { severalRobots: false })).toEqual({
    text: 'On the way. What is shown is proven, the rest is not decided yet.',
    tone: 'unresolved',
    touching: false,
  });
  expect(dragWords({ ...step, status: 'contact' }, true, { severalRobots: false }).text).toBe(
    'In the way: arm and wall. It stops here, proven.',
  );
  expect(pairInTheWay({ ...step, status: 'contact' })).toBe(pair);
});
