import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { certify } from '../../bench/planners/certify.ts';
import { ourName, planOurs } from '../../bench/planners/ours.ts';
import { type CertifiedLine, type JudgedLine, keyOf, lengthOf, type PlanLine } from '../../bench/planners/plan-line.ts';
import { planners } from '../../bench/planners/planners.ts';
import { plannerTable, quantile } from '../../bench/planners/planners-tables.ts';
import { readProblem } from '../../bench/planners/problem.ts';

const CUBE = `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${(i & 1) / 5 - 0.1} ${((i >> 1) & 1) / 5 - 0.1} ${(i >> 2) / 5 - 0.1}`).join('\n')}
f 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\n`;
const slide = (axis: readonly number[]) => ({ type: 'prismatic', axis });
/** A cube that slides in a plane, from one side of another cube to the other. */
const PROBLEM = {
  format: 'ccd-robot-scene/1',
  name: 'around',
  self: false,
  touch: 1e-4,
  robots: [
    {
      name: 'mover',
      links: [
        { name: 'rail', parent: -1, mesh: null, joint: slide([1, 0, 0]) },
        { name: 'body', parent: 0, mesh: 'cube.obj', joint: slide([0, 1, 0]) },
      ],
    },
  ],
  joints: ['x', 'y'],
  limits: [
    [-2, 2],
    [-2, 2],
  ],
  environment: [{ name: 'post', mesh: 'cube.obj' }],
  ignore: [],
  queries: [{ id: 1, from: [-1, 0], to: [1, 0], set: 'plane' }],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbetween-planners-test-'));
  writeFileSync(join(folder, 'cube.obj'), CUBE);
  writeFileSync(join(folder, 'around.json'), JSON.stringify(PROBLEM));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('our planner goes around, and the judge tells a right path from a wrong one', async () => {
  const problem = await readProblem(join(folder, 'around.json'));
  const line = await planOurs(problem, { seed: 1, limitMs: 20_000, clearance: 0 });
  expect(line).toMatchObject({ scene: 'around', id: 1, set: 'plane', planner: 'inbetween', seed: 1, solved: true });
  expect([line.path[0], line.path.at(-1)]).toEqual([
    [-1, 0],
    [1, 0],
  ]);
  expect(lengthOf(line.path)).toBeGreaterThan(2);
  expect(certify(problem, line, 0)).toMatchObject({ status: 'free', hits: [] });
  const path = [
    [-1, 0],
    [-1, -1],
    [-1, 0],
    [1, 0],
  ];
  expect(certify(problem, { ...line, path }, 0)).toMatchObject({ status: 'contact', hits: [2] });
  const near = [
    [-1, 0.205],
    [1, 0.205],
  ];
  expect([0, 0.004, 0.006].map((clearance) => certify(problem, { ...line, path: near }, clearance).status)).toEqual([
    'free',
    'free',
    'contact',
  ]);
});

test('tables count what is wrong, and compare runs of one problem and seed', () => {
  const run = (planner: string, seed: number, planMs: number, solved = true): PlanLine => ({
    ...{
      scene: 's',
      id: 1,
      set: 'a',
      planner,
      resolution: planner === 'inbetween' ? 0 : 0.01,
      seed,
      solved,
      planMs,
      simplifyMs: 0,
      states: 5,
      run: 'a',
    },
    path: solved
      ? [
          [0, 0],
          [3, 4],
        ]
      : [],
  });
  const lines = [run('ompl', 1, 10), run('ompl', 2, 20), run('inbetween', 1, 20), run('inbetween', 2, 50), run('inbetween', 3, 1, false)];
  const certified = new Map(
    lines.map((line): [string, CertifiedLine] => [
      keyOf(line),
      { ...line, status: line.planner === 'ompl' && line.seed === 1 ? 'contact' : 'free', clearance: 0, ms: 1, hits: [] },
    ]),
  );
  const judged = new Map(
    lines.map((line): [string, JudgedLine] => [keyOf(line), { ...line, sampled: [], advanced: [], near: line.seed === 2 ? [0] : [] }]),
  );
  const { rows, columns } = plannerTable(lines, { certified, judged }, { file: 'f', title: 't', problems: 1, seeds: 3, limitMs: 1000 });
  const [theirs, ours] = rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i], cell])));
  expect(theirs).toMatchObject({
    planner: 'ompl 0.01',
    runs: 2,
    solved: '2 (100.0 %)',
    wrong: '1 / 0',
    disagree: 1,
    'ms median': 15,
    ratio: 1,
    length: 5,
  });
  // what is not solved counts with the limit
  expect(ours).toMatchObject({
    planner: 'inbetween',
    runs: 3,
    solved: '2 (66.7 %)',
    wrong: '0 / 0',
    disagree: 0,
    'ms median': 50,
    'ms 90 %': 1000,
    ratio: 2.25,
    'length ratio': 1,
  });
  // times of another call are not compared, lengths are
  const later = lines.map((line) => (line.planner === 'ompl' ? line : { ...line, run: 'b' }));
  const apart = plannerTable(later, { certified, judged }, { file: 'f', title: 't', problems: 1, seeds: 3, limitMs: 1000 }).rows[1];
  expect([apart[columns.indexOf('ratio')], apart[columns.indexOf('length ratio')]]).toEqual([Number.NaN, 1]);
  expect([quantile([], 0.5), quantile([3, 1, 2, 4], 0.5), quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)]).toEqual([Number.NaN, 2.5, 9]);
});

test('a run goes on where it was, and is told as it is without peers', async () => {
  const told: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text) => void told.push(String(text)));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const out = join(folder, 'out');
  const args = [
    '--problems',
    folder,
    '--seeds',
    '1',
    '--cold',
    '0',
    '--clearance',
    '0.01',
    '--only',
    'ours',
    '--out',
    out,
    '--peers-build',
    folder,
  ];
  await planners(args, folder);
  expect(told.join('\n')).toMatch(/ompl_robot_plan is not built: OURS ALONE[\s\S]*fcl_robot_paths is not built/);
  const read = () => readFileSync(join(out, 'plans.jsonl'), 'utf8');
  const before = read();
  expect(
    before
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).planner),
  ).toEqual([ourName(0), ourName(0.01)]);
  await planners(args, folder);
  expect(read()).toBe(before);
  expect(readFileSync(join(out, 'planners.md'), 'utf8')).toMatch(/\| inbetween, 10 mm kept \| 1 \| 1 \(100\.0 %\) \| 0 \/ – \|/);
  vi.restoreAllMocks();
});
