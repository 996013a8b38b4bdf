import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summaryJson } from '../../../../src/cli/step/step-json.ts';
import { verdictText } from '../../../../src/cli/step/step-text.ts';
import { colorsFor } from '../../../../src/cli/terminal/streams.ts';
import { TriangleMesh } from '../../../../src/index.ts';
import { linearMotion, StepQuery } from '../../../../src/soft/index.ts';
import { stepExitCode } from '../../../../src/words/exit-code.ts';
import { objText, offText, type Soup, stlText } from '../../io/mesh/write-mesh.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { FLOOR, raised, TIP } from './tip-and-floor.ts';

/** Both in one mesh: the tip's vertices count from 3, its faces from 1. */
const both = (by: number): Soup => ({
  positions: [...FLOOR.positions, ...raised(TIP, by).positions],
  faces: [...FLOOR.faces, ...TIP.faces.map((face) => face.map((v) => v + 3))],
});

let folder: TemporaryFolder;
let at: (name: string) => string;
beforeAll(() => {
  folder = temporaryFolder();
  at = folder.path;
  folder.write('floor.obj', objText(FLOOR));
  folder.write('tip.obj', objText(TIP));
  folder.write('down2.obj', objText(raised(TIP, -2)));
  folder.write('down3.off', offText(raised(TIP, -3)));
  folder.write('sunk.obj', objText(raised(TIP, -1.5)));
  folder.write('up.obj', objText(raised(TIP, 1)));
  folder.write('both.obj', objText(both(0)));
  folder.write('both-down2.obj', objText(both(-2)));
});
afterAll(() => folder.remove());

const step = (...args: string[]) => captured(['step', ...args]);
const tipOn = (to: string, ...options: string[]) => step(at('tip.obj'), at(to), at('floor.obj'), at('floor.obj'), ...options);
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('plain text', () => {
  test('one line per contact, then the verdict', async () => {
    const { code, stdout, stderr } = await tipOn('down2.obj');
    expect(code).toBe(1);
    expect(stderr).toBe('');
    const [first, empty, verdict, ...facts] = stdout.split('\n');
    // Rounded down: the certified time is a little before 1/2.
    expect(first).toBe('vertex-face  vertex 2 of tip, face 0 of floor  t = 0.4999999999');
    expect(empty).toBe('');
    expect(verdict).toBe('CONTACT  tip, floor: vertex 2 of tip touches face 0 of floor at t = 0.49999999');
    const told = facts.join('\n');
    expect(told).toMatch(/point {7}\(0\.03, 0\.05, \S+e-1\d\)/);
    expect(told).toContain('normal      (0, 0, -1), from vertex 2 of tip to face 0 of floor');
    expect(told).toContain('at every time before, no vertex touches a face and no edge another edge');
    expect(told).toContain('tip: 4 triangles, 4 vertices, not against itself (--self)\n');
    expect(told).toContain('floor: 1 triangle, 3 vertices, stands');
    expect(told).toMatch(/took {8}\S+ ms, .* MiB at most/);
  });

  test('--all lists every contact, --limit some of them and counts all', async () => {
    // The other three vertices are twice as high: they follow at t = 2/3, and no edge of the floor is near.
    const all = await tipOn('down3.off', '--all');
    expect(all.code).toBe(1);
    const listed = all.stdout.split('\n\n')[0].split('\n');
    expect(listed[0]).toBe('vertex-face  vertex 2 of tip, face 0 of floor  t = 0.3333333333');
    expect(listed.slice(1).sort()).toEqual([0, 1, 3].map((v) => `vertex-face  vertex ${v} of tip, face 0 of floor  t = 0.6666666666`));
    expect(all.stdout).toContain('contacts    4 in the step\n');
    const some = await tipOn('down3.off', '--all', '--limit', '2');
    expect(some.stdout.split('\n\n')[0].split('\n')).toHaveLength(2);
    expect(some.stdout).toContain('contacts    4 in the step, 2 of them listed');
    const first = await tipOn('down3.off');
    expect(first.stdout.split('\n\n')[0].split('\n')).toEqual([listed[0]]);
  });

  test('free, and in contact from the start', async () => {
    const free = await tipOn('up.obj');
    expect(free.code).toBe(0);
    expect(free.stdout).toMatch(/^FREE {2}tip, floor: nothing touches during the step\n {2}proven/);
    folder.write('resting.obj', objText(raised(TIP, -1)));
    const start = await step(at('resting.obj'), at('tip.obj'), at('floor.obj'), at('floor.obj'), '--all');
    expect(start.code).toBe(1);
    expect(start.stdout).toMatch(/\nOVERLAP {2}resting, floor: vertex 2 of resting and face 0 of floor touch at the start\n/);
  });

  test('meshes that intersect at the start: edges through faces, the other contacts too, and what to do', async () => {
    // Three edges of the tip go through the floor; on the way up its lower vertex comes back to it.
    const from = [at('sunk.obj'), at('tip.obj'), at('floor.obj'), at('floor.obj')];
    const all = await step(...from, '--all');
    expect(all.code).toBe(1);
    const [listed, told] = all.stdout.split('\n\n');
    const crossing = listed.split('\n').filter((line) => line.startsWith('edge-face'));
    expect(crossing.map((line) => line.replace(/edge \d+ /, '')).sort()).toEqual(
      ['0-2', '1-2', '2-3'].map((ends) => `edge-face  (${ends}) of sunk, face 0 of floor  t = 0`),
    );
    expect(listed).toContain('vertex-face  vertex 2 of sunk, face 0 of floor  t = 0.3333333333');
    expect(told).toMatch(/^OVERLAP {2}sunk, floor: 3 edges go through faces at the start\n/);
    expect(told).toContain('normal      (0, 0, 1), of face 0 of floor');
    expect(told).toContain('warning     sunk and floor intersect at the start; where that is meant, --starts-free passes over it\n');
    const first = await step(...from);
    expect(first.stdout).toMatch(/\nOVERLAP {2}sunk, floor: edge \d+ \(\d-\d\) of sunk goes through face 0 of floor at the start\n/);
    const some = await step(...from, '--all', '--limit', '2');
    expect(some.stdout).toContain('OVERLAP  sunk, floor: at least 2 edges go through faces at the start\n');
    const passed = await step(...from, '--starts-free');
    expect(passed.stdout).toMatch(/\nCONTACT {2}sunk, floor: vertex 2 of sunk touches face 0 of floor at t = 0\.33333333\n/);
    expect(passed.stdout).toContain('no edge another edge; that nothing intersects at the start was taken for granted\n');
  });

  test('a mesh that intersects itself may be left out', async () => {
    folder.write('crossed.obj', objText(both(-1.5)));
    folder.write('crossed1.obj', objText(raised(both(-1.5), 1)));
    const alone = await step(at('crossed.obj'), at('crossed1.obj'));
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain('as a body of its own in a step file, what is meant can have "self": false');
    expect((await step(at('crossed.obj'), at('crossed1.obj'), '--starts-free')).code).toBe(0);
    folder.write('above.obj', objText(raised(TIP, 50)));
    const scene = (self: boolean) => ({
      format: 'inbetween-step/1',
      bodies: [{ name: 'funnel', frames: ['crossed.obj', 'crossed1.obj'], self }, { frames: ['above.obj'] }],
    });
    const tested = await step(folder.write('tested.json', scene(true)));
    expect(tested.stdout).toContain(
      'funnel intersects itself at the start; where that is meant, --starts-free passes over it; "self": false in a step file leaves funnel untested against itself\n',
    );
    expect((await step(folder.write('untested.json', scene(false)))).code).toBe(0);
  });

  test('one mesh alone is tested against itself, several only with --self', async () => {
    const one = await step(at('both.obj'), at('both-down2.obj'));
    expect(one.code).toBe(1);
    expect(one.stdout).toMatch(
      /^vertex-face {2}vertex 5, face 0 {2}t = 0\.4999999999\n\nCONTACT {2}both to both-down2: vertex 5 touches face 0 at/,
    );
    expect(one.stdout).toContain('both: 5 triangles, 7 vertices, tested against itself');
    const far = [at('up.obj'), at('up.obj')];
    expect((await step(at('both.obj'), at('both-down2.obj'), ...far)).code).toBe(1);
    const apart = raised(TIP, 50);
    const beyond = folder.write('beyond.obj', objText(apart));
    expect((await step(at('both.obj'), at('both-down2.obj'), beyond, beyond)).code).toBe(0);
    expect((await step(at('both.obj'), at('both-down2.obj'), beyond, beyond, '--self')).code).toBe(1);
  });

  test('quiet: the exit code alone', async () => {
    expect(await tipOn('down2.obj', '--quiet', '--all')).toEqual({ code: 1, stdout: '', stderr: '' });
  });
});

describe('JSON', () => {
  test('a line per contact with flat numbers, and a last line with the answer', async () => {
    const { code, stdout } = await tipOn('down3.off', '--all', '--json', '--max-step');
    expect(code).toBe(1);
    const [first, ...rest] = lines(stdout);
    const answer = rest.pop();
    expect(first).toMatchObject({
      kind: 'vertex-face',
      bodies: ['tip', 'floor'],
      vertex: 2,
      face: 0,
      normal: [0, 0, -1],
      a: { body: 'tip', feature: 'vertex', index: 2, vertices: [2] },
      b: { body: 'floor', feature: 'face', index: 0, vertices: [0, 1, 2] },
    });
    expect(first.time).toBeLessThanOrEqual(1 / 3);
    expect(first.time).toBeGreaterThan(1 / 3 - 1e-9);
    expect(rest.map(({ vertex }) => vertex).sort()).toEqual([0, 1, 3]);
    expect(answer).toMatchObject({ status: 'contact', time: first.time, contacts: 4, listed: 4 });
    expect(Object.keys(answer.stats).sort()).toEqual(['boxes', 'edgeEdge', 'edgeFace', 'exact', 'triangles', 'vertexFace']);
    expect(answer.maxStep).toBeLessThan(first.time);
    expect(answer.maxStep).toBeGreaterThan(0.999 * first.time);
    expect(answer.ms).toBeGreaterThan(0);
    expect(answer.memory).toBeGreaterThan(1e7);
    expect(answer).toMatchObject({ clearance: 0, tolerance: 0 });
    const kept = lines((await tipOn('up.obj', '--json', '--clearance', '0.5', '--tolerance', '1e-4')).stdout);
    expect(kept).toMatchObject([{ status: 'free', clearance: 0.5, tolerance: 1e-4 }]);
    const [defaulted] = lines((await tipOn('up.obj', '--json', '--clearance', '0.5')).stdout);
    expect(defaulted.tolerance).toBeGreaterThan(0);
    expect(defaulted.tolerance).toBeLessThan(1e-5);
  });

  test('edges have their numbers and their vertices', async () => {
    // Two long thin triangles that cross: their long edges come first.
    const low: Soup = { positions: [-9, 0, 0, 9, 0, 0, 0, 0, -1], faces: [[0, 1, 2]] };
    const high: Soup = { positions: [0.25, -9, 1, 0.25, 9, 1, 0.25, 0, 2], faces: [[0, 1, 2]] };
    folder.write('low.obj', objText(low));
    folder.write('high.obj', objText(high));
    folder.write('high1.obj', objText(raised(high, -1.25)));
    const { stdout } = await step(at('high.obj'), at('high1.obj'), at('low.obj'), at('low.obj'), '--json');
    const [contact, answer] = lines(stdout);
    expect(contact).toMatchObject({
      kind: 'edge-edge',
      bodies: ['high', 'low'],
      edges: [0, 0],
      edgeVertices: [
        [0, 1],
        [0, 1],
      ],
    });
    expect(contact.time).toBeCloseTo(0.8, 12);
    expect(contact.point.map((x: number) => Math.round(x * 1e9) / 1e9 + 0)).toEqual([0.25, 0, 0]);
    expect(answer).toMatchObject({ status: 'contact', contacts: 1 });
  });

  test('an edge through a face has the numbers of both', async () => {
    const from = [at('sunk.obj'), at('tip.obj'), at('floor.obj'), at('floor.obj'), '--all', '--json'];
    const found = lines((await step(...from)).stdout);
    const answer = found.pop();
    const crossing = found.filter(({ kind }) => kind === 'edge-face');
    expect(crossing).toHaveLength(3);
    for (const { bodies, edge, edgeVertices, face, time, a, b } of crossing) {
      expect({ bodies, face, time }).toEqual({ bodies: ['sunk', 'floor'], face: 0, time: 0 });
      expect(a).toEqual({ body: 'sunk', feature: 'edge', index: edge, vertices: edgeVertices, weights: [0.5, 0.5] });
      expect(edgeVertices).toContain(2);
      expect(b.feature).toBe('face');
    }
    expect(answer).toMatchObject({ status: 'overlap', time: 0, contacts: found.length });
    expect(answer.stats.edgeFace).toBeGreaterThanOrEqual(3);
    const granted = lines((await step(...from, '--starts-free')).stdout);
    expect(granted.map(({ kind }) => kind)).not.toContain('edge-face');
    expect(granted.at(-1)).toMatchObject({ status: 'contact', startsFree: true, stats: { edgeFace: 0 } });
  });

  test('free: the answer alone', async () => {
    const { code, stdout } = await tipOn('up.obj', '--json', '--all', '--max-step');
    expect(code).toBe(0);
    expect(lines(stdout)).toMatchObject([{ status: 'free', time: 1, contacts: 0, listed: 0, maxStep: 1 }]);
  });
});

test('clearance: the time at which it is no longer kept, a little early at most', async () => {
  const { code, stdout } = await tipOn('down2.obj', '--clearance', '0.5', '--tolerance', '1e-4', '--json');
  const [contact] = lines(stdout);
  expect(code).toBe(1);
  expect(contact.time).toBeLessThanOrEqual(0.25);
  // It falls by 2 in the step.
  expect(contact.time).toBeGreaterThanOrEqual(0.25 - 1.0001e-4 / 2);
  expect((await tipOn('up.obj', '--clearance', '0.99')).stdout).toMatch(/^FREE {2}.*everything keeps 0\.99 apart during the step/);
  expect((await tipOn('up.obj', '--clearance', '1.01')).stdout).toMatch(/OVERLAP {2}.* are within 1\.01 at the start/);
});

test('cut at the largest safe fraction, the step is free, whatever the format was', async () => {
  folder.write('both.stl', stlText(both(0)));
  folder.write('both-down2.stl', stlText(both(-2)));
  for (const kind of ['obj', 'stl']) {
    const cut = at(`cut-${kind}.obj`);
    const { code, stdout } = await step(at(`both.${kind}`), at(`both-down2.${kind}`), '--cut', cut);
    expect(code).toBe(1);
    expect(stdout).toContain(`\nwritten: ${cut}\n`);
    const fraction = Number(/max step {4}(\S+) of the step/.exec(stdout)?.[1]);
    expect(fraction).toBeGreaterThan(0.4999);
    expect(fraction).toBeLessThan(0.5);
    expect((await step(at(`both.${kind}`), cut)).code).toBe(0);
    // Over an earlier one, but not over a mesh of the user's.
    expect((await step(at(`both.${kind}`), at(`both-down2.${kind}`), '--cut', cut)).code).toBe(1);
  }
  const refused = await step(at('both.obj'), at('both-down2.obj'), '--cut', at('tip.obj'));
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/is there already and no mesh cut by inbetween/);
  // One file a body that moves.
  const several = await step(
    at('tip.obj'),
    at('down2.obj'),
    at('both.obj'),
    at('both-down2.obj'),
    at('floor.obj'),
    at('floor.obj'),
    '--cut',
    at('s.obj'),
  );
  expect(several.stdout).toContain(`written: ${at('s-tip.obj')}, ${at('s-both.obj')}`);
});

describe('a step file', () => {
  test('names bodies, their frames beside it, what is tested and what is kept', async () => {
    const bodies = [{ name: 'punch', frames: ['tip.obj', 'down2.obj'] }, { frames: ['floor.obj'] }];
    const scene = folder.write('press.json', { format: 'inbetween-step/1', name: 'press', clearance: 0.5, tolerance: 1e-4, bodies });
    const { code, stdout } = await step(scene);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^vertex-face {2}vertex 2 of punch, face 0 of floor {2}t = 0\.2499\d*\n\nCONTACT {2}press: .* comes within 0\.5 of face 0 of floor/,
    );
    expect((await step(scene, '--clearance', '0')).stdout).toContain('t = 0.4999999999\n');
  });

  test('"self" of a body goes before --self', async () => {
    const own = (self?: boolean) => ({ name: 'own', frames: ['both.obj', 'both-down2.obj'], self });
    const far = { name: 'far', frames: ['beyond.obj'] };
    folder.write('beyond.obj', objText(raised(TIP, 50)));
    folder.write('beyond2.obj', objText(raised(TIP, 51)));
    const code = async (bodies: object[], ...options: string[]) =>
      (await step(folder.write('self.json', { format: 'inbetween-step/1', bodies }), ...options)).code;
    expect(await code([own(), far])).toBe(0);
    expect(await code([own(), far], '--self')).toBe(1);
    expect(await code([own(true), far])).toBe(1);
    // What stands and touches itself is no matter of the step, unless it is asked for.
    folder.write('touching.obj', objText(both(-1)));
    const touching = (self?: boolean) => ({ name: 'touching', frames: ['touching.obj'], self });
    expect(await code([touching(), { ...far, frames: ['beyond.obj', 'beyond2.obj'] }], '--self')).toBe(0);
    expect(await code([touching(true), { ...far, frames: ['beyond.obj', 'beyond2.obj'] }])).toBe(1);
    expect(await code([own(false), far], '--self')).toBe(0);
    expect(await code([own()])).toBe(1);
    expect(await code([own(false)])).toBe(2);
  });
});

describe('a step file with allowed pairs', () => {
  const press = (change: object, third: object = { frames: ['floor.obj'], name: 'floor' }) =>
    folder.write('allowed.json', {
      format: 'inbetween-step/1',
      bodies: [{ name: 'punch', frames: ['tip.obj', 'down2.obj'] }, third],
      ...change,
    });

  test('does not test them against each other', async () => {
    folder.write('beyond.obj', objText(raised(TIP, 50)));
    const bodies = [
      { name: 'punch', frames: ['tip.obj', 'down2.obj'] },
      { name: 'floor', frames: ['floor.obj'] },
      { name: 'far', frames: ['beyond.obj'] },
    ];
    expect((await step(press({ bodies }))).code).toBe(1);
    const { code, stdout } = await step(press({ bodies, allowed: [['floor', 'punch']] }));
    expect(code).toBe(0);
    expect(stdout).toContain('allowed     floor and punch: not tested against each other\n');
    expect((await step(press({ bodies, allowed: [['far', 'punch']] }))).code).toBe(1);
  });

  test('where nothing is left to test, that is said', async () => {
    const { code, stderr } = await step(press({ allowed: [['punch', 'floor']] }));
    expect(code).toBe(2);
    expect(stderr).toContain('nothing to test: all pairs of bodies are allowed');
    expect((await step(press({ allowed: [['punch', 'floor']] }), '--self')).code).toBe(0);
  });
});

describe('vertices that lie on others', () => {
  /** A square of two triangles that share no number, turned over as one. */
  const SEAM: Soup = {
    positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 5, 5, 5],
    faces: [
      [0, 1, 2],
      [3, 4, 5],
      [0, 1, 6],
    ],
  };

  test('of STL are joined, and the output says so', async () => {
    folder.write('a.stl', stlText(SEAM));
    folder.write('b.stl', stlText(raised(SEAM, 1)));
    const { code, stdout } = await step(at('a.stl'), at('b.stl'));
    expect(code).toBe(0);
    expect(stdout).toContain(
      'a: 3 triangles, 9 vertices, tested against itself; 4 vertices joined with others at the same place in both frames',
    );
  });

  test('of OBJ stay what they are, with a warning; --weld joins them', async () => {
    folder.write('a.obj', objText(SEAM));
    folder.write('b.obj', objText(raised(SEAM, 1)));
    const { code, stdout } = await step(at('a.obj'), at('b.obj'));
    expect(code).toBe(1);
    expect(stdout).toContain('warning     a: 2 vertices lie on others in both frames, as in a seam, which is contact; --weld joins them');
    const joined = await step(at('a.obj'), at('b.obj'), '--weld');
    expect(joined.code).toBe(0);
    expect(joined.stdout).toContain('2 vertices joined with others');
  });
});

describe('bad input: exit code 2, one line', () => {
  test.each<[string, string[], RegExp]>([
    ['one mesh', ['tip.obj'], /tip\.obj: is one frame, which does not move; give two frames of each body/],
    ['three meshes', ['tip.obj', 'down2.obj', 'floor.obj'], /3 files: give two frames of each body/],
    ['no such file', ['tip.obj', 'none.obj'], /none\.obj: no such file/],
    ['other triangles', ['tip.obj', 'both.obj'], /both\.obj: has 5 triangles, but .*tip\.obj has 4; frames of one body/],
    ['a step file among meshes', ['tip.obj', 'x.json'], /x\.json: is no mesh; a step file is given alone/],
    ['a cut that is no OBJ', ['tip.obj', 'down2.obj', '--cut', 'c.ply'], /its name should end in \.obj/],
    ['nothing to cut', ['tip.obj', 'tip.obj', '--cut', 'c.obj'], /no body moves/],
    ['a page over an input', ['tip.obj', 'down2.obj', '--report', 'tip.obj'], /is read by this run/],
  ])('%s', async (_, args, says) => {
    const { code, stdout, stderr } = await step(...args.map((arg) => (arg.startsWith('--') ? arg : at(arg))));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test.each([
    ['--report', 'tip.obj/page.html', 'a folder on the way is a file'],
    ['--cut', 'tip.obj/cut.obj', 'a folder on the way is a file'],
    ['--report', '.', 'it is a folder'],
  ])('%s %s cannot be written: told before anything is found', async (option, path, reason) => {
    const page = at('before.html');
    const other = option === '--cut' ? ['--report', page] : [];
    const { code, stdout, stderr } = await tipOn('down2.obj', option, at(path), ...other);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`cannot be written: ${reason}`);
    expect(existsSync(page)).toBe(false);
  });

  test('options', async () => {
    expect((await tipOn('up.obj', '--clearance', '-1')).stderr).toContain('a number, 0 or more');
    expect((await tipOn('up.obj', '--tolerance', '0')).stderr).toContain('above 0');
    expect((await step()).stderr).toContain("missing required argument 'mesh'");
    expect((await step('--help')).stdout).toContain('Examples:\n  $ inbetween step');
  });

  test('names cannot steer the terminal', async () => {
    const bodies = [{ name: 'a\u001b[31m', frames: ['tip.obj', 'down2.obj'] }, { frames: ['floor.obj'] }];
    const { stdout } = await step(folder.write('evil.json', { format: 'inbetween-step/1', bodies }));
    expect(stdout).not.toContain('\u001b');
  });
});

test('--budget: what was not decided is said, exit code 3', async () => {
  // A sheet against itself, 20,000 triangles: far more than a microsecond's work.
  const n = 100;
  const sheet = (height: (i: number, j: number) => number): Soup => ({
    positions: Array.from({ length: (n + 1) ** 2 }, (_, v) => [v % (n + 1), Math.floor(v / (n + 1))]).flatMap(([i, j]) => [
      i,
      j,
      height(i, j),
    ]),
    faces: Array.from({ length: n * n }, (_, c) => c + Math.floor(c / n)).flatMap((v) => [
      [v, v + 1, v + n + 2],
      [v, v + n + 2, v + n + 1],
    ]),
  });
  folder.write('flat.obj', objText(sheet(() => 0)));
  folder.write('wavy.obj', objText(sheet((i, j) => Math.sin(i / 3) * Math.cos(j / 5))));
  const { code, stdout } = await step(at('flat.obj'), at('wavy.obj'), '--budget', '0.001');
  expect(code).toBe(3);
  expect(stdout).toMatch(/^UNRESOLVED {2}flat to wavy: .*the budget of milliseconds ran out \(--budget raises it, now 0\.001 ms\)/);
});

test('contacts found before the end of the budget are proven: exit code 1, and not complete', () => {
  // A grid of 64 triangles falls onto one; the search is ended after a few pairs of triangles.
  const positions = Array.from({ length: 64 }, (_, i) => [i, 0, 1, i + 0.5, 0, 1, i, 0.5, 1]).flat();
  const names = ['grid', 'floor'];
  const meshes = [
    new TriangleMesh(positions, undefined, { name: 'grid' }),
    new TriangleMesh([-99, -99, 0, 200, -99, 0, 0, 200, 0], undefined, { name: 'floor' }),
  ];
  const bodies = meshes.map((mesh, i) => ({
    name: names[i],
    mesh,
    end: i === 0 ? mesh.positions.map((x, k) => (k % 3 === 2 ? x - 2 : x)) : null,
    self: false,
    selfGiven: false,
    coincident: 0,
    welded: false,
    indices: mesh.indices,
  }));
  const motion = linearMotion(meshes[0].positions, bodies[0].end as Float64Array);
  const told = (maxIterations: number) => {
    const result = new StepQuery(bodies.map(({ name, mesh: shape, self }) => ({ name, shape, self }))).contacts(
      { grid: motion },
      { maxIterations },
    );
    const asked = { startsFree: false, clearance: 0, toleranceUsed: 0, cost: { ms: 1, buildMs: 1, memory: 1 } };
    const scene = { name: 'fall', bodies, allowed: [], clearance: 0 };
    const plain = colorsFor({ write: () => true, isTTY: false }, {});
    return { result, text: verdictText({ scene, result, all: true, ...asked }, plain), json: JSON.parse(summaryJson(result, asked)) };
  };
  const { result, text, json } = told(8);
  expect(result.status).toBe('unresolved');
  expect(result.contactCount).toBeGreaterThan(0);
  expect(result.contactCount).toBeLessThan(192);
  expect(stepExitCode(result)).toBe(1);
  expect(text).toMatch(
    /^CONTACT {2}fall: at least \d+ contacts, vertex \d+ of grid touches face 0 of floor at t = 0\.4999\d*; not complete: /,
  );
  expect(text).toContain(`contacts    at least ${result.contactCount} in the step`);
  expect(text).toContain('proven      what is told touches; that nothing else does, or earlier, is not');
  expect(json).toMatchObject({ status: 'unresolved', contacts: result.contactCount, reason: 'iterations' });
  const nothing = told(0);
  expect([nothing.result.contactCount, stepExitCode(nothing.result)]).toEqual([0, 3]);
  expect(nothing.text).toMatch(/^UNRESOLVED {2}/);
  const all = told(1e6);
  expect([all.result.contactCount, stepExitCode(all.result), all.json.reason]).toEqual([192, 1, undefined]);
});

test('on a terminal it says what it is at, and leaves nothing of that behind', async () => {
  const bodies = Array.from({ length: 6 }, (_, i) => ({ name: `body ${i}`, frames: ['tip.obj', 'down2.obj'] }));
  const scene = folder.write('many.json', { format: 'inbetween-step/1', bodies });
  const { code, stderr } = await captured(['step', scene, '--report', at('many.html')], { isTTY: true });
  expect(code).toBe(1);
  expect(stderr).toMatch(/reading body 0[\s\S]*reading body 5[\s\S]*searching[\s\S]*writing/);
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
});

test('--report writes a page with the answer', async () => {
  const page = at('step.html');
  const { stdout } = await tipOn('down2.obj', '--all', '--report', page);
  expect(stdout).toContain(`written: ${page}`);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('First contact at t&nbsp;=&nbsp;0.499999');
  expect(html).toContain('vertex 2 of tip');
});
