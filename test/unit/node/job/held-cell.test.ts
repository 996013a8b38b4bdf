import { expect, test } from 'vitest';
import { Scene } from '../../../../src/index.ts';
import { readCell } from '../../../../src/io/index.ts';
import { files } from '../../../../src/node/index.ts';
import { cellAnswerer } from '../../../../src/node/job/answer-cell.ts';
import type { Chunk } from '../../../../src/node/job/chunk.ts';
import { packCell } from '../../../../src/node/job/packed-cell.ts';

test('what the paths of a cell carry stands where it is while single motions are judged', async () => {
  const cell = await readCell(files('examples/puma-cell'), 'cell.json');
  const [workpiece] = cell.bodies;
  const [robot] = cell.robots;
  const bare = new Scene({ ...cell, bodies: [], bodyMotions: {}, obstacles: [...cell.obstacles, workpiece] });
  const start = cell.starts[0];
  // towards the workpiece and past it, and away from it
  const ends = [-1.6, -0.8, 0.4, 0.01].map((turn) =>
    start.map((value, k) => (k === 0 ? value + turn : k === 1 ? value + 0.9 * Math.abs(turn) : value)),
  );
  const lines = ends.map((end) => [...start, ...end].join(','));
  const data = new TextEncoder().encode(lines.join(''));
  let at = 0;
  const chunk: Chunk = {
    ...{ subject: '', kind: 'motion', columns: null, ids: lines.map((_, i) => `m:${i}`), data },
    ends: Uint32Array.from(lines, (line) => (at += line.length)),
    ask: { method: 'auto', start: 'strict', limits: 'ignore', margin: false, all: false },
  };
  const answers = new TextDecoder()
    .decode((await cellAnswerer(packCell(cell))(chunk)).lines)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const options = { clearance: cell.clearance, ...(cell.tolerance === undefined ? {} : { tolerance: cell.tolerance }) };
  const expected = ends.map((end) => bare.firstContact({ [robot.name]: robot.path([start, end]) }, options));
  expect(answers.map(({ status, time }) => [status, time])).toStrictEqual(expected.map(({ status, time }) => [status, time]));
  expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(1);
});
