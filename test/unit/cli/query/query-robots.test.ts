import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENE_METHODS } from '../../../../src/methods/index.ts';
import { captured } from '../captured-run.ts';
import { SMALL_ROBOT_SCENE, writeRobotScene } from './small-robot-scene.ts';
import { type TemporaryFolder, temporaryFolder } from './small-scene.ts';

let folder: TemporaryFolder;
let scene: string;
beforeAll(() => {
  folder = temporaryFolder();
  scene = writeRobotScene(folder);
});
afterAll(() => folder.remove());

const answers = async (...args: string[]) =>
  (await captured(['query', scene, '--json', '--cold', ...args])).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('query of robots --json', () => {
  test.each(SCENE_METHODS)('%s: the published keys, times by hand, names as in the file', async (method) => {
    const found = await answers('--method', method);
    for (const answer of found) expect(Object.keys(answer)).toEqual(['id', 'status', 'time', 'gap', 'ms', 'a', 'b', 'point', 'normal']);
    expect(found.map(({ status }) => status)).toEqual(['contact', 'free', 'contact', 'free']);
    expect([found[0].a, found[0].b]).toEqual(['cart', 'blocks/right']);
    expect(found[0].time).toBeLessThanOrEqual(0.5);
    expect(found[0].time).toBeGreaterThan(0.5 - 0.001 / 20 - 1e-12);
    expect(found[0].normal[0]).toBeCloseTo(1, 9);
    expect(found[0].point[0]).toBeCloseTo(11, 2);
    expect(found[1]).toMatchObject({ time: 1, gap: null, a: null, b: null, point: null, normal: null });
    expect([found[2].a, found[2].b].sort()).toEqual(['cart', 'tail']);
    expect(found[2].time).toBeLessThanOrEqual(0.75);
    expect(found[2].time).toBeGreaterThan(0.75 - 0.001 / 4 - 1e-12);
  });

  test('timed like scenes of two bodies: warm, and the same answers', async () => {
    const warm = JSON.parse((await captured(['query', scene, '--json', '--only', '0'])).stdout);
    const [cold] = await answers('--only', '0');
    expect(warm.ms).toBeGreaterThan(0);
    expect({ ...warm, ms: 0 }).toEqual({ ...cold, ms: 0 });
  });

  test.each([
    [['--method', 'hca'], /leave out --method/],
    [['--start', 'leaving'], /leave out --start/],
    [['--only', '0', '--report', 'page.html'], /leave out --gpu/],
  ] as const)('--gpu with %j is refused', async (args, why) => {
    const refused = await captured(['query', scene, '--gpu', ...args]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(why);
  });

  test('clearance, all contacts, ignored pairs', async () => {
    expect((await answers('--only', '0', '--clearance', '2'))[0].time).toBeCloseTo(0.4, 4);
    expect((await answers('--only', '0', '--all-contacts'))[0].contacts.length).toBeGreaterThan(1);
    const ignoring = writeRobotScene(folder, {
      ignore: [
        ['cart', 'blocks/right'],
        ['cart', 'tail'],
      ],
    });
    expect((await answers()).map(({ status }) => status)).toEqual(['free', 'free', 'free', 'free']);
    expect(ignoring).toBe(scene);
    writeRobotScene(folder);
  });
});

test('--csv: as many cells in every line, names stay empty where nothing is met', async () => {
  const { stdout } = await captured(['query', scene, '--csv', '--cold']);
  const [header, ...lines] = stdout.trimEnd().split('\n');
  for (const line of lines) expect(line.split(',')).toHaveLength(header.split(',').length);
  expect(lines[1]).toMatch(/^1,free,1,,,[\d.e-]+,,,,,,,,$/);
});

test('for people: who moves among what, and times and verdicts by set', async () => {
  const { code, stdout, stderr } = await captured(['query', scene, '--cold']);
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^rail: carts \(3 links, 24 triangles\) among 2 obstacles \(24 triangles\); links are tested against each other$/m,
  );
  expect(stdout).toMatch(/^ +far +contact +1 /m);
  expect(stdout).toMatch(/^ +near +contact +1 /m);
  expect(stdout).toMatch(/^ +near +free +2 /m);
  expect(stdout).toMatch(/^ +far +1 of 1 right by the reference$/m);
  expect(stdout).toMatch(/^ +near +2 of 3 right by the reference: 1 missed$/m);
  expect(stdout).toMatch(
    /^ +3 of 4 right by the reference: 1 missed\n +query 3: missed, answered free at 1, expected contact in \[0\.1, 0\.2\]$/m,
  );
});

test('--report writes a page for one query', async () => {
  const page = folder.path('robots.html');
  const { code } = await captured(['query', scene, '--only', '0', '--cold', '--report', page]);
  expect(code).toBe(0);
  expect(readFileSync(page, 'utf8')).toContain('rail, query 0');
});

describe('bad input ends with exit code 2, one line and no stack', () => {
  const wrong = (change: object) => folder.write('wrong.json', { ...SMALL_ROBOT_SCENE, ...change });
  test.each<[string, () => string[], RegExp]>([
    ['c2a', () => ['query', scene, '--method', 'c2a'], /--method c2a: a scene of robots is answered by auto, hca, interval/],
    ['any contact', () => ['query', scene, '--mode', 'any'], /--mode any is for scenes of two bodies/],
    ['no robots', () => ['query', wrong({ robots: [] })], /robots/],
    ['no queries', () => ['query', wrong({ queries: [] })], /queries/],
    [
      'too few values',
      () => ['query', wrong({ queries: [{ id: 0, from: [0], to: [1, 0] }] })],
      /query 0.*has 1 values, but the joints have 2/,
    ],
    ['an unknown id', () => ['query', scene, '--only', '17'], /no query 17/],
    [
      'a mesh that is not there',
      () => ['query', wrong({ environment: [{ name: 'x', mesh: 'none.obj' }] })],
      /its mesh .*none\.obj: no such file/,
    ],
  ])('%s', async (_name, args, message) => {
    const { code, stderr } = await captured(args());
    expect(code).toBe(2);
    expect(stderr).toMatch(/^inbetween: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});
