import { verdictRows } from 'inbetween/report';
import { describe, expect, it } from 'vitest';
import { pumaCellFiles } from '../../../scenes/robots/puma-cell-files.ts';
import { box, heldMotion, Robot, Scene } from '../../../src/index.ts';
import { answerQuestion } from '../../../viewer/src/ask/answer.ts';
import { answerWords } from '../../../viewer/src/panels/answer-words.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { Jogging } from '../../../viewer/src/stage/jogging.ts';
import { PathPlayback, pathsOf, standingPlacement } from '../../../viewer/src/stage/showing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = Object.fromEntries(pumaCellFiles().map(({ path, text }) => [path, bytes(text)]));

const timeText = (time: number): string => `t = ${time.toFixed(2)} of 2`;

async function across() {
  const opened = await openSource({ kind: 'files', files, main: 'cell.json', path: 'across.csv', geometry: 'collision' });
  return { opened, playback: new PathPlayback(pathsOf(opened)[0]) };
}

describe('what a gripper holds', () => {
  it('is carried by hand too, as far from its link as before, and tested', async () => {
    const { opened, playback } = await across();
    const [robot] = opened.scene.robots;
    expect(playback.carriedAt(0)).toEqual([]);
    const [held] = playback.carriedAt(4.2);
    expect(held).toMatchObject({ body: 'workpiece', robot: robot.name });
    const placement = new Map([...standingPlacement(opened.scene), ...playback.placementAt(4.2)]);
    const values = playback.configurationAt(robot.name, 4.2) as readonly number[];
    const jogging = new Jogging(opened.scene, new Map([[robot.name, values]]), placement, null, playback.carriedAt(4.2), {
      stops: true,
      slides: false,
      allowed: [],
      keep: 1e-4,
    });
    const apart = (places: ReadonlyMap<string, { readonly position: readonly number[] }>) => {
      const [a, b] = ['workpiece', `${robot.name}/${held.link}`].map((key) => places.get(key)?.position as readonly number[]);
      return Math.hypot(...a.map((x, k) => x - b[k]));
    };
    const target = values.map((value, k) => (k === 1 ? value - 0.05 : value));
    for (let k = 0; k < 50 && jogging.pull(robot.name, target).status === 'unresolved'; k++);
    expect(jogging.configurations.get(robot.name)).toEqual(target);
    expect(apart(jogging.placement)).toBeCloseTo(apart(placement), 9);
    expect(jogging.placement.get('workpiece')?.position).not.toEqual(placement.get('workpiece')?.position);
  });

  it('is carried from the waypoint on that was said, also where the way to it is in pieces', async () => {
    const opened = await openSource({ kind: 'gallery', id: 'palletiser' });
    const playback = new PathPlayback(pathsOf(opened)[0]);
    const seen = [1.4, 1.7, 4.9, 5.1].map((second) => {
      const seconds = opened.scene.clock(opened.paths[0].motions).seconds as readonly number[];
      const k = seconds.findLastIndex((knot) => knot <= second);
      return playback.carriedAt(k + (second - seconds[k]) / (seconds[k + 1] - seconds[k])).length;
    });
    expect(seen).toEqual([0, 1, 1, 0]);
  });

  it('is told where a proof leaves out what it stood on', async () => {
    const { opened } = await across();
    const answer = await answerQuestion(opened, { kind: 'first', path: { number: 0 }, options: {} });
    const { sentence, rows } = answerWords(answer, { severalRobots: false, timeText });
    expect(sentence).toMatch(/^(Workpiece|Post) touches (post|workpiece) on the way from waypoint 4 to waypoint 5\.$/);
    expect(rows).toContainEqual({
      label: 'at t = 2',
      value: expect.stringMatching(/^workpiece and bench: .*; judged from t = 2\.000\d+ on, where they are proven apart$/),
    });
    expect(rows).toContainEqual({
      label: 'proven',
      value: expect.stringMatching(/before, .* is apart, but for the pairs that start in contact/),
    });
  });

  it.each([
    [0.15, 'free', 'Free all the way', { label: 'arrival', value: 'grip and part at t = 1, 0.35 m a segment, 0° off the normal' }],
    [
      0.16,
      'missed',
      'Free, but without a wanted contact',
      { label: 'missed', value: 'grip and part should touch at waypoint 1, and do not' },
    ],
  ])('taken with the hand at %d: told to touch, or to take air', (z, tone, headline, row) => {
    const arm = new Robot({
      name: 'arm',
      links: [
        { name: 'base' },
        { name: 'grip', parent: 'base', joint: { name: 'z', type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: box(0.1) }] },
      ],
    });
    const scene = new Scene({ robots: [arm], bodies: [{ name: 'part', shape: box(0.1), pose: { position: [0, 0, 0.05] } }] });
    const motions = { arm: arm.path([[0.5], [z], [0.5]]), part: heldMotion([{ by: 'grip', from: 1 }]) };
    const result = scene.firstContact(motions);
    const rows = verdictRows({ scene, motions, result });
    const told = answerWords({ kind: 'first', result, lastSafe: null, rows, milliseconds: 1 }, { severalRobots: false, timeText });
    expect(told).toMatchObject({ tone, headline, sentence: 'Nothing touches on the way.' });
    expect(told.rows).toContainEqual(row);
  });
});
