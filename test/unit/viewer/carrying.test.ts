import { describe, expect, it } from 'vitest';
import { pumaCellFiles } from '../../../scenes/robots/puma-cell-files.ts';
import { answerQuestion } from '../../../viewer/src/ask/answer.ts';
import { answerWords } from '../../../viewer/src/panels/answer-words.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { Jogging } from '../../../viewer/src/stage/jogging.ts';
import { PathPlayback, pathsOf, standingPlacement } from '../../../viewer/src/stage/showing.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = Object.fromEntries(pumaCellFiles().map(({ path, text }) => [path, bytes(text)]));

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

  it('is told where a proof leaves out what it stood on', async () => {
    const { opened } = await across();
    const answer = await answerQuestion(opened, { kind: 'first', path: { number: 0 }, options: {} });
    const { sentence } = answerWords(answer, { severalRobots: false, timeText: (time) => `t = ${time.toFixed(2)} of 6` });
    expect(sentence).toMatch(/proven apart, but for what touches where it starts: workpiece and bench \(judged from t = 2\.00 on\)/);
  });
});
