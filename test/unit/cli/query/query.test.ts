import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from './small-scene.ts';

let folder: TemporaryFolder;
let scene: string;
beforeAll(() => {
  folder = temporaryFolder();
  folder.write('cube.obj', CUBE_OBJ);
  folder.write('bare.obj', 'v 0 0 0\n');
  scene = folder.write('cubes.json', SMALL_SCENE);
});
afterAll(() => folder.remove());

const KEYS = ['id', 'status', 'time', 'gap', 'ms', 'a', 'b', 'point', 'normal'];

describe('query --json', () => {
  test('one line a query, with exactly the published keys, and nothing else', async () => {
    const { code, stdout, stderr } = await captured(['query', scene, '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4]);
    for (const answer of answers) {
      expect(Object.keys(answer)).toEqual(KEYS);
      expect(answer.ms).toBeGreaterThanOrEqual(0);
      expect([answer.a, answer.b]).toEqual(['cube A', 'cube B']);
    }
    expect(answers.map(({ status }) => status)).toEqual(['contact', 'free', 'overlap', 'contact', 'contact']);
  });

  test.each(['auto', 'hca', 'c2a'])('%s: the time, the gap and the normal of two cubes face to face', async (method) => {
    const { stdout } = await captured(['query', scene, '--json', '--only', '0', '--method', method]);
    const { time, gap, normal, point } = JSON.parse(stdout);
    expect(time).toBeLessThanOrEqual(0.4);
    expect(time).toBeGreaterThan(0.4 - 0.001 / 5 - 1e-12);
    expect(gap[0]).toBe(0);
    expect(gap[1]).toBeLessThanOrEqual(0.001);
    expect(normal[0]).toBeCloseTo(-1, 9);
    expect(point[0]).toBeCloseTo(1, 2);
  });

  test('free: no gap, no point, no normal', async () => {
    const { stdout } = await captured(['query', scene, '--json', '--only', '1']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'free', time: 1, gap: null, point: null, normal: null });
  });

  test('tolerance and clearance are taken', async () => {
    const one = async (...args: string[]) => JSON.parse((await captured(['query', scene, '--json', '--only', '0', ...args])).stdout).time;
    expect(await one('--tolerance', '1e-9')).toBeGreaterThan(0.4 - 1e-9);
    const kept = await one('--clearance', '0.5');
    expect(kept).toBeLessThanOrEqual(0.3);
    expect(kept).toBeGreaterThan(0.2997);
  });

  test('--all-contacts lists them', async () => {
    const { stdout } = await captured(['query', scene, '--json', '--only', '0', '--all-contacts']);
    const answer = JSON.parse(stdout);
    expect(Object.keys(answer)).toEqual([...KEYS, 'contacts']);
    expect(answer.contacts.length).toBeGreaterThan(1);
    expect(answer.contacts[0]).toHaveProperty('kind');
  });

  test('--contacts all and minimal list them, first does not', async () => {
    const one = async (which: string) =>
      JSON.parse((await captured(['query', scene, '--json', '--only', '0', '--contacts', which])).stdout);
    const [all, minimal, first] = [await one('all'), await one('minimal'), await one('first')];
    expect(Object.keys(first)).toEqual(KEYS);
    expect(minimal.contacts.length).toBeGreaterThanOrEqual(1);
    expect(minimal.contacts.length).toBeLessThan(all.contacts.length);
  });

  test('--start leaving does not judge the start, --mode any finds some contact', async () => {
    const one = async (id: string, ...args: string[]) =>
      JSON.parse((await captured(['query', scene, '--json', '--only', id, ...args])).stdout);
    expect(await one('2')).toMatchObject({ status: 'overlap', time: 0 });
    expect(await one('2', '--start', 'leaving')).toMatchObject({ status: 'free', time: 1 });
    const [first, any] = [await one('0'), await one('0', '--mode', 'any')];
    expect(any.status).toBe('contact');
    expect(any.time).toBeGreaterThan(first.time);
  });

  test('--max-iterations ends in unresolved; with --no-control the answer of c2a is as good', async () => {
    const cut = await captured(['query', scene, '--json', '--only', '0', '--method', 'c2a', '--max-iterations', '1']);
    expect(JSON.parse(cut.stdout).status).toBe('unresolved');
    const free = await captured(['query', scene, '--json', '--only', '0', '--method', 'c2a', '--no-control']);
    expect(free.code).toBe(0);
    const { status, time } = JSON.parse(free.stdout);
    expect(status).toBe('contact');
    expect(time).toBeLessThanOrEqual(0.4);
    expect(time).toBeGreaterThan(0.4 - 0.001 / 5 - 1e-12);
  });

  test('--only in the order of the file, and --limit', async () => {
    const ids = async (...args: string[]) =>
      (await captured(['query', scene, '--json', ...args])).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id);
    expect(await ids('--only', '3,1')).toEqual([1, 3]);
    expect(await ids('--only', '3', '--only', '1')).toEqual([1, 3]);
    expect(await ids('--limit', '2')).toEqual([0, 1]);
  });

  test('the same answers again', async () => {
    const withoutTimes = (text: string) => text.replace(/"ms":[^,]*/g, '');
    const [first, second] = [await captured(['query', scene, '--json']), await captured(['query', scene, '--json'])];
    expect(withoutTimes(second.stdout)).toBe(withoutTimes(first.stdout));
  });
});

test('query --csv: a header, then as many cells in every line', async () => {
  const { code, stdout } = await captured(['query', scene, '--csv']);
  expect(code).toBe(0);
  const [header, ...lines] = stdout.trimEnd().split('\n');
  expect(header).toBe('id,status,time,gap_low,gap_high,ms,a,b,point_x,point_y,point_z,normal_x,normal_y,normal_z');
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(line.split(',')).toHaveLength(14);
  expect(lines[1]).toMatch(/^1,free,1,,,[\d.e-]+,cube A,cube B,,,,,,$/);
});

test('a mesh name with a comma and quotes does not break the CSV', async () => {
  folder.write('a,"b".obj', CUBE_OBJ);
  const odd = folder.write('odd.json', { ...SMALL_SCENE, meshA: 'a,"b".obj' });
  const { stdout } = await captured(['query', odd, '--csv', '--only', '1']);
  expect(stdout.split('\n')[1]).toContain(',"a,""b""",cube,');
});

describe('query for people', () => {
  test('counts by answer, times, work, and verdicts against the reference', async () => {
    const { code, stdout, stderr } = await captured(['query', scene]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/cubes: cube A \(12 triangles\) moves against cube B/);
    expect(stdout).toMatch(/^ +contact +3 /m);
    expect(stdout).toMatch(/^ +overlap +1 /m);
    expect(stdout).toMatch(/^ +free +1 /m);
    expect(stdout).toMatch(/mean ms +median ms +max ms/);
    expect(stdout).toMatch(/node pairs +triangle pairs/);
    expect(stdout).toContain('2 of 3 right by the reference: 1 false positive');
    expect(stdout).toContain('query 3: false positive, answered contact');
  });

  test('says nothing of references where there are none', async () => {
    expect((await captured(['query', scene, '--only', '4'])).stdout).not.toContain('reference');
  });

  test.each([
    [['--clearance', '0.5'], 'the references are for clearance 0, and --clearance is 0.5'],
    [['--tolerance', '0.1'], "the references are for the scene's touch, 0.001, and --tolerance is 0.1"],
    [['--mode', 'any'], 'the references are for the first contact, and --mode any finds any'],
    [['--start', 'leaving'], 'the references are for the first contact, and --start leaving passes over the one at the start'],
  ])('%j asks for something else than the references tell: no verdicts, and why', async (args, why) => {
    const { code, stdout } = await captured(['query', scene, ...args]);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toContain(`  not judged: ${why}`);
    expect(stdout).not.toMatch(/by the reference|false positive|\bright\b|early|missed/);
    expect((await captured(['query', scene, '--only', '4', ...args])).stdout).not.toContain('judged');
  });

  test('a tolerance below the touch is judged', async () => {
    expect((await captured(['query', scene, '--tolerance', '1e-5'])).stdout).toContain('2 of 3 right by the reference');
  });

  test('names from files cannot steer the terminal', async () => {
    const odd = folder.write('odd.json', { ...SMALL_SCENE, name: 'a\x1b[2Jb\nc\u009b' });
    expect((await captured(['query', odd])).stdout).toMatch(/^a\\u001b\[2Jb\\u000ac\\u009b: cube A/);
    const { stderr } = await captured(['query', folder.write('odd.json', { ...SMALL_SCENE, meshA: 'x\x1b[31m.obj' })]);
    expect(stderr).toContain('x\\u001b[31m.obj: no such file');
  });

  test('a bar on a terminal only, removed at the end; NO_COLOR is respected', async () => {
    const many = Array.from({ length: 40 }, (_, id) => ({ ...SMALL_SCENE.queries[0], id }));
    const long = folder.write('long.json', { ...SMALL_SCENE, queries: many });
    const onTerminal = await captured(['query', long], { isTTY: true });
    expect(onTerminal.stderr).toMatch(/\r[█░]+ \d+ of 40/);
    expect(onTerminal.stderr.endsWith('\r\x1b[K')).toBe(true);
    expect(onTerminal.stdout).toContain('\x1b[');
    expect((await captured(['query', long], { isTTY: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\x1b[');
    expect((await captured(['query', long])).stderr).toBe('');
  });

  test('an answer that the budget cut short is unresolved, not an error', async () => {
    const { code, stdout } = await captured(['query', scene, '--json', '--only', '0', '--budget', '1e-9']);
    expect(code).toBe(0);
    expect(['unresolved', 'contact']).toContain(JSON.parse(stdout).status);
  });
});

test('--report writes a page for one query', async () => {
  const page = folder.path('deep/below/page.html');
  const { code, stdout } = await captured(['query', scene, '--only', '0', '--report', page]);
  expect(code).toBe(0);
  expect(stdout).toContain(page);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('cubes, query 0');
  expect(html).toContain('First contact at t');
  expect(html).toContain('contact in [0.3998, 0.4]');
  expect((await captured(['query', scene, '--only', '0', '--clearance', '0.5', '--report', page])).code).toBe(0);
  expect(readFileSync(page, 'utf8')).not.toContain('0.3998');
});

describe('bad input ends with exit code 2, one line and no stack', () => {
  const wrong = (change: object) => folder.write('wrong.json', { ...SMALL_SCENE, ...change });
  test.each<[string, () => string[], RegExp]>([
    ['no such file', () => ['query', folder.path('none.json')], /none\.json: no such file/],
    ['a folder', () => ['query', folder.path('.')], /is not a file/],
    ['not JSON', () => ['query', folder.write('x.json', '{"format": "ccd-scene/1",')], /is not JSON/],
    ['an empty file', () => ['query', folder.write('x.json', '')], /is not JSON/],
    ['bytes that are no text', () => ['query', folder.write('x.json', new Uint8Array([0xff, 0xfe, 0]))], /is not text/],
    ['JSON of another kind', () => ['query', folder.write('x.json', '[1, 2]')], /should be an object/],
    [
      'another format',
      () => ['query', wrong({ format: 'ccd-scene/9' })],
      /ccd-scene\/9.*\(ccd-scene\/1\) or of robots \(ccd-robot-scene\/1\)/,
    ],
    ['robots announced, none there', () => ['query', wrong({ format: 'ccd-robot-scene/1' })], /wrong\.json, line 1: .*robots/],
    ['no queries', () => ['query', wrong({ queries: [] })], /queries/],
    ['a mesh that is not there', () => ['query', wrong({ meshA: 'none.obj' })], /wrong\.json: its mesh .*none\.obj: no such file/],
    ['a mesh without triangles', () => ['query', wrong({ meshA: 'bare.obj' })], /bare\.obj/],
    ['a bad quaternion', () => ['query', wrong({ queries: [{ ...SMALL_SCENE.queries[0], q0: [0, 0, 0, 2] }] })], /queries\[0\]/],
    ['a NaN', () => ['query', folder.write('x.json', JSON.stringify(SMALL_SCENE).replace('[4,0.3,0.2]', '[4,1e999,0.2]'))], /t0/],
    ['touch 0', () => ['query', wrong({ touch: 0 })], /touch/],
    ['an unknown id', () => ['query', scene, '--only', '17'], /no query 17/],
    [
      'an id twice',
      () => ['query', wrong({ queries: [SMALL_SCENE.queries[0], SMALL_SCENE.queries[0]] }), '--only', '0'],
      /2 queries.* id 0/,
    ],
    ['no control without c2a', () => ['query', scene, '--no-control'], /--no-control needs --method c2a/],
    ['a report of any contact', () => ['query', scene, '--only', '0', '--mode', 'any', '--report', folder.path('y.html')], /--mode any/],
    ['json and csv', () => ['query', scene, '--json', '--csv'], /exclude each other/],
    ['a report of many', () => ['query', scene, '--report', folder.path('y.html')], /--report shows one query, but 5 are chosen/],
    ['a report into a folder', () => ['query', scene, '--only', '0', '--report', folder.path('.')], /cannot be written: it is a folder/],
    ['a report below a file', () => ['query', scene, '--only', '0', '--report', folder.path('cube.obj/y.html')], /cannot be written/],
  ])('%s', async (_name, args, message) => {
    const { code, stderr } = await captured(args());
    expect(code).toBe(2);
    expect(stderr).toMatch(/^inbetween: [^\n]+\n$/);
    expect(stderr).toMatch(message);
  });
});
