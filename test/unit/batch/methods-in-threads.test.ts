import { afterAll, expect, test } from 'vitest';
import { Batch, type BatchAnswer } from '../../../src/batch/index.ts';
import { box, capsule, Random, Robot, Scene, type SceneFirstContact, type SceneMotions } from '../../../src/index.ts';
import { hca, interval, SCENE_METHODS } from '../../../src/methods/index.ts';
import { threads } from '../../../src/node/index.ts';

const robot = new Robot({
  name: 'arm',
  links: [
    { name: 'base', shapes: [{ shape: box(0.1) }] },
    {
      name: 'upper',
      parent: 'base',
      joint: { type: 'revolute', axis: [0, 0, 1] },
      shapes: [{ shape: capsule([0.15, 0, 0], [0.6, 0, 0], 0.04) }],
    },
  ],
});
const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box([0.1, 0.1, 1]), pose: { position: [0.5, 0.3, 0] } }] });
const batch = new Batch({ scene, workers: threads(2) });
afterAll(() => batch.close());

const random = new Random('methods in threads');
const at = (): number[] => [6 * random.next() - 3];
const motions: readonly SceneMotions[] = Array.from({ length: 40 }, () => ({ arm: robot.path([at(), at(), at()]) }));

/** Without the milliseconds of stages. */
const timeless = (answer: SceneFirstContact | null): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => (key === 'milliseconds' ? undefined : value));

const CHOSEN = [
  ['auto', undefined],
  ['hca', hca],
  ['hca', hca({ temporal: { upperBounds: 'none', timeGrid: 0 } })],
  ['interval', interval],
  ['interval', interval({ stages: { boxes: false, bounds: 'interval' } })],
] as const;

test('no method is left out', () => {
  expect([...new Set(CHOSEN.map(([name]) => name))]).toEqual(SCENE_METHODS);
});

test.each(CHOSEN)('%s in threads: the answers of the scene, bit by bit, options and all', async (name, method) => {
  const answers: BatchAnswer[] = [];
  for await (const answer of batch.firstContacts(motions, { method })) answers.push(answer);
  const expected = motions.map((one) => scene.firstContact(one, { method }));
  expect(answers.map(({ result }) => timeless(result))).toEqual(expected.map(timeless));
  expect(new Set(answers.map(({ result }) => result?.stats.method))).toEqual(new Set([name]));
  expect(new Set(answers.map(({ result }) => result?.status)).size).toBeGreaterThan(1);
  expect(timeless(await batch.firstContact(motions[0], { method }))).toEqual(timeless(expected[0]));
  const { intervals } = await batch.contactIntervals(motions[1], { method });
  expect(intervals.map(({ from, to }) => [from, to])).toEqual(
    scene.contactIntervals(motions[1], { method }).intervals.map(({ from, to }) => [from, to]),
  );
  const rows = { arm: { from: Float64Array.of(-3, -1), to: Float64Array.of(3, -0.5) } };
  const { free } = await batch.motionsAreFree(rows, { method });
  expect([...free]).toEqual([0, 1].map((k) => (scene.motionIsFree([rows.arm.from[k]], [rows.arm.to[k]], { method }) ? 1 : 0)));
});
