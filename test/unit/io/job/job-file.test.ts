import { expect, test } from 'vitest';
import { parseJob } from '../../../../src/io/index.ts';

const job = (content: object) => parseJob(JSON.stringify({ format: 'inbetween-job/1', ...content }), 'job.json');

test('one task stands at the top, names are lists or alone, what is not said is not there', () => {
  const { name, tasks } = job({ cell: 'cell.json', paths: 'a/*.csv', motions: ['x.csv', 'y.jsonl'], clearance: 0.01, margin: true });
  expect(name).toBe('job.json');
  expect(tasks).toEqual([
    {
      ...{ name: 'job.json', cell: 'cell.json', paths: ['a/*.csv'], motions: ['x.csv', 'y.jsonl'], roadmap: [], steps: [], frames: [] },
      ...{ clearance: 0.01, margin: true, line: 1 },
    },
  ]);
});

test('options beside the tasks hold for all of them, those of a task come first; names are unique', () => {
  const { name, tasks } = job({
    name: 'night',
    method: 'hca',
    limits: 'warn',
    tasks: [
      { cell: 'cell.json', paths: 'a.csv' },
      { cell: 'cell.json', paths: 'b.csv', method: 'auto' },
      { scene: 'gear.json', queries: [3, 1] },
      { frames: 'cloth/*.ply' },
    ],
  });
  expect(name).toBe('night');
  expect(tasks.map((task) => task.name)).toEqual(['cell.json', 'cell.json (2)', 'gear.json', 'cloth/*.ply']);
  expect(tasks.map(({ method }) => method)).toEqual(['hca', 'auto', 'hca', 'hca']);
  expect(tasks[2].queries).toEqual([3, 1]);
});

test('comments are read, and faults are told with their line', () => {
  const text = '{ // a job\n "format": "inbetween-job/1",\n "cell": "c.json",\n "path": "a.csv"\n}';
  expect(() => parseJob(text, 'job.json')).toThrow("job.json, line 4: path is no known key; is 'paths' meant?");
  const faults: readonly (readonly [object, string])[] = [
    [{}, 'names neither a "cell", nor a "scene", nor "steps" or "frames"'],
    [{ cell: 'c', steps: 's' }, 'names cell and steps; give each a task of its own'],
    [{ scene: 's', paths: 'p' }, 'paths is for a task with a "cell", not with "scene"'],
    [{ cell: 'c', queries: [1] }, 'queries is for a task with a "scene"'],
    [{ cell: 'c', method: 'fast' }, 'method should be "auto", "hca", "interval"'],
    [{ cell: 'c', maxIterations: 0 }, 'maxIterations should be a whole number, 1 or more'],
    [{ cell: 'c', tolerance: -1 }, 'tolerance should be a number > 0'],
    [{ tasks: [] }, 'tasks should be a list of at least one task'],
    [
      {
        tasks: [
          { cell: 'c', name: 'a' },
          { cell: 'd', name: 'a' },
        ],
      },
      "tasks[1].name is 'a', as another task is called",
    ],
    [{ tasks: [{ cell: 'c' }], cell: 'd' }, 'cell is no known key'],
    [{ cell: 'c', paths: [] }, 'paths should be a file name, or a list of them'],
  ];
  for (const [content, message] of faults) expect(() => job(content)).toThrow(message);
  expect(() => parseJob('{"format": "inbetween-cell/1"}', 'x')).toThrow('format should be "inbetween-job/1"');
});
