import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scene } from '../../../../src/index.ts';
import { readCell } from '../../../../src/io/index.ts';
import { SCENE_METHODS } from '../../../../src/methods/index.ts';
import { files } from '../../../../src/node/index.ts';
import { Roadmap } from '../../../../src/plan/index.ts';
import { captured } from '../captured-run.ts';
import { writeRailCell } from '../check/small-cell.ts';
import { CUBE_OBJ, SMALL_SCENE, type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { capturedBatch } from './captured-batch.ts';

let folder: TemporaryFolder;
let cell: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
  folder.write('cube.obj', CUBE_OBJ);
  folder.write('cubes.json', SMALL_SCENE);
});
afterAll(() => folder.remove());

const rail = (name: string) => folder.path(`rail/${name}`);
const job = (name: string, content: object) => folder.write(name, { format: 'inbetween-job/1', ...content });
const short = (lines: readonly Readonly<Record<string, unknown>>[]) =>
  lines.map(
    ({ id, status, time, error }) =>
      `${id} ${error === undefined ? status : 'error'}${typeof time === 'number' ? ` ${time.toFixed(2)}` : ''}`,
  );

test('paths of a cell, in their order, with the verdicts and the exit code of check', async () => {
  const names = ['free.csv', 'hit.csv', 'timed.yaml', 'far.csv'];
  const { code, lines, stderr } = await capturedBatch(cell, names.map(rail));
  expect(lines.map(({ id }) => id)).toEqual(names.map(rail));
  expect(lines.map(({ status }) => status)).toEqual(['free', 'contact', 'contact', 'free']);
  expect(lines[0]).toEqual({ id: rail('free.csv'), status: 'free', time: 1 });
  expect(lines[1].time).toBeCloseTo(1.3, 4);
  expect(lines[2].seconds).toBeCloseTo(1, 4);
  expect(lines[3].limits).toHaveLength(1);
  expect(code).toBe(1);
  expect(stderr).toContain('4 items: 2 contact, 1 free, but beyond limits, 1 free');
  expect((await capturedBatch(cell, [rail('free.csv')])).code).toBe(0);
  expect((await capturedBatch(cell, [rail('far.csv')], { limits: 'warn' })).code).toBe(0);
  expect((await capturedBatch(cell)).lines.map(({ status }) => status)).toEqual(['contact']);
});

test('results agree with those of check, value by value', async () => {
  const names = ['twice.csv', 'leaving.csv', 'tail.csv', 'timed.csv'];
  const { lines } = await capturedBatch(cell, names.map(rail), { all: true });
  const checked = await captured(['check', cell, ...names.map(rail), '--all', '--no-margin', '--json']);
  const { paths } = JSON.parse(checked.stdout) as { paths: Readonly<Record<string, unknown>>[] };
  paths.forEach((path, i) => {
    const { status, time, seconds = null, a = null, b = null } = lines[i];
    expect({ status, time, seconds, a, b }).toEqual({ status: path.status, time: path.time, seconds: path.seconds, a: path.a, b: path.b });
    expect((lines[i].intervals as unknown[]).length).toBe((path.intervals as unknown[]).length);
  });
});

test.each(SCENE_METHODS)('a job by %s: the verdicts of check by it', async (method) => {
  const names = ['free.csv', 'hit.csv', 'twice.csv', 'timed.csv'];
  const { lines } = await capturedBatch(cell, names.map(rail), { method });
  const checked = await captured(['check', cell, ...names.map(rail), '--method', method, '--no-margin', '--json']);
  const { paths, options } = JSON.parse(checked.stdout) as { paths: Readonly<Record<string, unknown>>[]; options: object };
  expect(options).toMatchObject({ method });
  expect(lines.map(({ status, time }) => [status, time])).toEqual(paths.map(({ status, time }) => [status, time]));
  const { lines: queries } = await capturedBatch(folder.path('cubes.json'), [], { method });
  expect(new Set(queries.map(({ status }) => status)).size).toBeGreaterThan(1);
});

test('an item that cannot be read is a line with an error, exit code 2, and the others go on', async () => {
  folder.write('rail/bad.csv', 'cart_x\n0\nnonsense\n');
  const { code, lines } = await capturedBatch(cell, ['free.csv', 'missing.csv', 'bad.csv', 'hit.csv'].map(rail));
  expect(short(lines).map((line) => line.slice(rail('').length))).toEqual([
    'free.csv free 1.00',
    'missing.csv error',
    'bad.csv error',
    'hit.csv contact 1.30',
  ]);
  expect(lines[1].error).toContain('no such file');
  expect(lines[2].error).toContain('bad.csv, line 3');
  expect(code).toBe(2);
});

test('a job of several tasks: cells, motions, plans of many lines, scenes; ids tell whose they are', async () => {
  folder.write('rail/edges.csv', 'to_cart_x;from_cart_x\n0.6;0\n# a comment\n1.5;0\n\n0.5;nothing\n');
  folder.write('rail/edges.jsonl', '{"from":[0,0],"to":[0.5,0]}\n{"from":[0,0],"to":[1.4,0]}\n');
  folder.write('rail/plans.jsonl', '{"planner":"x","solved":true,"path":[[0,0],[1.6,0]]}\n{"planner":"x","solved":false,"path":[]}\n');
  const file = job('several.json', {
    name: 'several',
    tasks: [
      { name: 'one', cell: 'rail/cell.json', paths: ['rail/plans.jsonl', 'rail/t*.csv'], motions: ['rail/edges.csv', 'rail/edges.jsonl'] },
      { name: 'two', scene: 'cubes.json', queries: [1, 0] },
    ],
  });
  const { lines, code } = await capturedBatch(file);
  expect(short(lines)).toEqual([
    'one/rail/plans.jsonl:1 contact 0.50',
    'one/rail/plans.jsonl:2 left out',
    'one/rail/tail.csv contact 0.80',
    'one/rail/timed.csv contact 0.50',
    'one/rail/twice.csv contact 0.40',
    'one/rail/edges.csv:2 free 1.00',
    'one/rail/edges.csv:4 contact 0.53',
    'one/rail/edges.csv:6 error',
    'one/rail/edges.jsonl:1 free 1.00',
    'one/rail/edges.jsonl:2 contact 0.57',
    'two/cubes.json#0 contact 0.40',
    'two/cubes.json#1 free 1.00',
  ]);
  expect(code).toBe(2);
});

test('lines of plans are known by what is in them too: unsolved ones are left out as check does', async () => {
  const file = folder.write('rail/plans.txt', '{"solved":true,"path":[[0,0],[0.6,0]]}\n{"solved":false,"path":[]}\n[[0,0],[0,"x"]]\n');
  const { lines } = await capturedBatch(cell, [file]);
  expect(short(lines)).toEqual([`${file}:1 free 1.00`, `${file}:2 left out`, `${file}:3 error`]);
  expect(lines[2].error).toContain('plans.txt, line 3');
});

test('a motion that says more than its ends is refused: what it says would change the answer', async () => {
  const motions = folder.write(
    'rail/odd.jsonl',
    [
      '[[0,0],[0.5,0]]',
      '[[0,0],[0.5,0],[1.4,0]]',
      '{"from":[0,0],"to":[50,0],"units":"degrees"}',
      '{"joints":["x"],"from":[0,0],"to":[0.5,0]}',
      '0,0,0x1,0',
    ].join('\n'),
  );
  const { lines } = await capturedBatch(cell, [], { motions: [motions] });
  expect(lines.map(({ status, error }) => status ?? String(error).slice(motions.length + 4))).toEqual([
    'free',
    'is a list of 3; a motion has a start and an end, a path of more points is a line of "paths"',
    expect.stringContaining('has the key "units"; a motion has "from" and "to" only'),
    expect.stringContaining('has the key "joints"'),
    'value 3 is "0x1", no number',
  ]);
});

test('a file of motions that is none is one error, not one a line', async () => {
  const array = folder.path('rail/motions.array');
  writeFileSync(
    array,
    Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from("v\0{'shape': (2, 4)}\n12345678\n12345678")]),
  );
  const pretty = folder.write('rail/pretty.json', '[\n {\n  "from": [0, 0],\n  "to": [1, 0]\n }\n]\n');
  const { lines } = await capturedBatch(cell, [], { motions: [array, pretty] });
  expect(lines.map(({ error }) => error)).toEqual([
    `${array}: is a NumPy array; motions are lines of text, as numpy.savetxt writes them`,
    `${pretty}, line 1: a motion in JSON is one line: {"from": [...], "to": [...]}`,
  ]);
});

test('queries of a scene of two bodies, as query has them', async () => {
  const { lines, code } = await capturedBatch(folder.path('cubes.json'));
  const query = await captured(['query', folder.path('cubes.json'), '--json', '--cold']);
  const wanted = query.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ status, time }) => ({ status, time }))).toEqual(wanted.map(({ status, time }) => ({ status, time })));
  const { id, point, gap, a, b } = lines[0];
  expect({ id, point, gap, a, b }).toEqual({ ...pick(wanted[0]), id: `${folder.path('cubes.json')}#0` });
  expect(code).toBe(1);
});

function pick({ point, gap, a, b }: Readonly<Record<string, unknown>>) {
  return { point, gap, a, b };
}

test('the edges of a roadmap, as the scene itself judges them', async () => {
  const loaded = await readCell(files(), cell);
  const scene = new Scene(loaded);
  const roadmap = await Roadmap.build(scene, { states: 12, seed: 4, neighbours: 3 });
  const saved = roadmap.save();
  folder.write('rail/roadmap.json', saved);
  const { lines } = await capturedBatch(cell, [], { roadmap: [rail('roadmap.json')], limits: 'ignore' });
  expect(lines).toHaveLength(saved.edges.length / 4);
  expect(new Set(lines.map(({ status }) => status)).size).toBeGreaterThan(1);
  const state = (k: number) => saved.states.slice(2 * k, 2 * k + 2);
  for (const [i, { id, status }] of lines.entries()) {
    expect(id).toBe(`${rail('roadmap.json')}#${i}`);
    const motions = { rail: [state(saved.edges[4 * i]), state(saved.edges[4 * i + 1])] };
    expect(status).toBe(scene.firstContact(motions).status);
  }
  // what is said of the units of paths is not said of a roadmap
  const inJob = job('edges.json', { cell: 'rail/cell.json', roadmap: 'rail/roadmap.json', limits: 'ignore', units: 'degrees,mm' });
  for (const run of [
    await capturedBatch(cell, [], { roadmap: [rail('roadmap.json')], limits: 'ignore', units: 'degrees,mm' }),
    await capturedBatch(inJob),
  ])
    expect(run.lines.map(({ status, time }) => ({ status, time }))).toEqual(lines.map(({ status, time }) => ({ status, time })));
});

test('the edges of a roadmap at the clearance that it keeps, unless the job names one', async () => {
  // a cube that slides in the plane, and one that stands: an edge may pass it nearby
  const slide = (name: string, parent: string, axis: string, shape: string) =>
    `<link name="${name}">${shape}</link><joint name="j${name}" type="prismatic"><parent link="${parent}"/><child link="${name}"/>
     <axis xyz="${axis}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
  const cube = '<collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision>';
  folder.write(
    'plane.urdf',
    `<robot name="rail"><link name="rail"/>${slide('x', 'rail', '1 0 0', '')}${slide('y', 'x', '0 1 0', cube)}</robot>`,
  );
  const obstacles = [{ name: 'post', box: [0.2, 0.2, 0.2] }];
  const plane = folder.write('plane.json', { format: 'inbetween-cell/1', robot: { urdf: 'plane.urdf' }, obstacles });
  const scene = new Scene(await readCell(files(), plane));
  const roadmap = await Roadmap.build(scene, { states: 12, seed: 5, neighbours: 3, clearance: 0.3, tolerance: 1e-3 });
  const saved = roadmap.save();
  const file = folder.write('kept.json', saved);
  const state = (k: number) => saved.states.slice(2 * k, 2 * k + 2);
  const judged = (clearance: number, tolerance: number) =>
    Array.from({ length: saved.edges.length / 4 }, (_, i) => {
      const motions = { rail: [state(saved.edges[4 * i]), state(saved.edges[4 * i + 1])] };
      const { status, time } = scene.firstContact(motions, { clearance, tolerance });
      return { status, time };
    });
  const kept = judged(0.3, 1e-3);
  expect(kept.map(({ status }) => status)).not.toEqual(judged(0, 1e-3).map(({ status }) => status));
  const edges = { roadmap: [file] };
  const inJob = (more: object) => job('kept-edges.json', { cell: 'plane.json', roadmap: 'kept.json', ...more });
  const answers = async (...given: Parameters<typeof capturedBatch>) =>
    (await capturedBatch(...given)).lines.map(({ status, time }) => ({ status, time }));
  for (const found of [await answers(plane, [], edges), await answers(inJob({}))]) expect(found).toEqual(kept);
  const { proven } = await roadmap.prove();
  expect(kept.filter(({ status }) => status === 'free')).toHaveLength(proven);
  for (const found of [
    await answers(plane, [], { ...edges, clearance: 0.1, tolerance: 1e-4 }),
    await answers(inJob({ clearance: 0.1, tolerance: 1e-4 })),
  ])
    expect(found).toEqual(judged(0.1, 1e-4));
  // a roadmap is no file of motions
  const { lines } = await capturedBatch(plane, [], { motions: [file] });
  expect(lines.map(({ error }) => error)).toEqual([expect.stringContaining('the key "format"')]);
});

test('steps of deforming meshes: step files, and frames in their order', async () => {
  const sheet = (z: number, lift: number) => `v 0 0 ${z}\nv 1 0 ${z}\nv 0 1 ${z + lift}\nf 1 2 3\n`;
  mkdirSync(folder.path('cloth'), { recursive: true });
  folder.write('floor.obj', 'v -5 -5 0\nv 5 -5 0\nv 0 5 0\nf 1 2 3\n');
  for (const [i, z] of [2, 1, -1, 0.5].entries()) folder.write(`cloth/f${i + 8}.obj`, sheet(z, 0.1));
  const body = (from: number, to: number) => ({
    format: 'inbetween-step/1',
    bodies: [{ name: 'cloth', frames: [`cloth/f${from}.obj`, `cloth/f${to}.obj`] }, { frames: ['floor.obj'] }],
  });
  folder.write('s1.json', body(8, 9));
  folder.write('s2.json', body(9, 10));
  folder.write('s3.json', body(9, 99));
  const file = job('steps.json', {
    tasks: [
      { name: 's', steps: 's?.json' },
      { name: 'f', frames: 'cloth/*.obj' },
    ],
  });
  const { lines, code } = await capturedBatch(file);
  expect(short(lines)).toEqual([
    's/s1.json free 1.00',
    's/s2.json contact 0.50',
    's/s3.json error',
    'f/cloth/f8.obj to f9.obj free 1.00',
    'f/cloth/f9.obj to f10.obj free 1.00',
    'f/cloth/f10.obj to f11.obj free 1.00',
  ]);
  expect(lines[1]).toMatchObject({ kind: 'vertex-face', a: { body: 'cloth', index: 0 }, b: { body: 'floor', index: 0 } });
  expect(code).toBe(2);
  const alone = await capturedBatch(folder.path('s2.json'), [], { all: true });
  expect(alone.lines[0].contacts).toBeGreaterThan(1);
});

test('what a job file names lies beside it, patterns and links too', async () => {
  const outside = temporaryFolder();
  try {
    outside.write('secret.csv', 'cart_x\n0\n0.1\n');
    symlinkSync(outside.path('secret.csv'), folder.path('rail/link.csv'));
    const named = await capturedBatch(
      job('named.json', { cell: 'rail/cell.json', paths: [outside.path('secret.csv'), 'rail/link.csv', 'rail/free.csv'] }),
    );
    expect(named.lines.map(({ status, error }) => status ?? String(error).slice(0, 200))).toEqual([
      expect.stringContaining('outside of the folder'),
      expect.stringContaining('outside of the folder'),
      'free',
    ]);
    const pattern = job('pattern.json', { cell: 'rail/cell.json', paths: outside.path('*.csv') });
    await expect(capturedBatch(pattern)).rejects.toThrow('outside of the folder');
    const opened = await capturedBatch(pattern, [], { within: [outside.path('.')] });
    expect(opened.lines).toMatchObject([{ status: 'free' }]);
    const other = job('other.json', { cell: outside.path('cell.json'), paths: 'rail/free.csv' });
    await expect(capturedBatch(other)).rejects.toThrow('outside of the folder');
  } finally {
    outside.remove();
  }
});

test('words that do not fit are refused', async () => {
  const own = job('own.json', { cell: 'rail/cell.json', paths: 'rail/free.csv' });
  const faults: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => capturedBatch(own, ['x.csv']), 'paths: a job file says itself what there is'],
    [() => capturedBatch(own, [], { srdf: 'x' }), '--srdf: a job file says itself what there is'],
    [() => capturedBatch(own, [], { fixedBase: true }), '--fixed-base: a job file says itself what there is'],
    [() => capturedBatch(folder.path('cubes.json'), ['x.csv']), 'is no cell: it takes neither paths'],
    [() => capturedBatch(own, [], { restart: true }), '--restart is for --out'],
    [() => capturedBatch(own, [], { out: own }), 'is read by this run'],
    [() => capturedBatch(own, [], { out: rail('x.html'), report: rail('x.html') }), 'two outputs cannot go to the same file'],
    [() => capturedBatch(own, [], { out: rail('mine.jsonl'), metrics: { host: '192.0.2.1', port: 0 } }), 'is no address of this machine'],
    [() => capturedBatch(cell, [rail('*.npy')]), 'no file matches'],
    [
      () => capturedBatch(folder.write('unsaid.json', { cell: 'rail/cell.json', paths: 'x' })),
      'it begins with { "format": "inbetween-job/1"',
    ],
    [
      () => capturedBatch(job('twice.json', { cell: 'rail/cell.json', paths: 'rail/free.csv', motions: 'rail/free.csv' })),
      'is named by both paths and motions',
    ],
    [
      () => capturedBatch(job('twice.json', { cell: 'rail/cell.json', paths: 'rail/e*.jsonl', motions: 'rail/edges.jsonl' })),
      'edges.jsonl: is named by both paths and motions',
    ],
    [
      () => capturedBatch(folder.write('empty.json', { ...SMALL_SCENE, format: 'inbetween-plan/1' })),
      "'batch' takes a job (inbetween-job/1)",
    ],
  ];
  for (const [run, message] of faults) await expect(run()).rejects.toThrow(message);
  const over = job('over.json', { cell: 'rail/cell.json', paths: 'rail/*.jsonl' });
  await expect(capturedBatch(over, [], { out: rail('mine.jsonl') })).rejects.toThrow('the job would read what it writes');
  // a run that did nothing leaves nothing behind
  expect(readdirSync(folder.path('rail')).filter((name) => name.startsWith('mine'))).toEqual([]);
});

test('a folder stands for the cell in it, as for check', async () => {
  const paths = [rail('free.csv'), rail('hit.csv')];
  expect(await capturedBatch(folder.path('rail'), paths)).toMatchObject({
    code: 1,
    stdout: (await capturedBatch(rail('cell.json'), paths)).stdout,
  });
});

test('the command on threads: the same bytes, whatever their number; a page, JSON progress', async () => {
  const file = job('threads.json', { cell: 'rail/cell.json', paths: 'rail/*.csv', motions: 'rail/edges.csv' });
  const here = await capturedBatch(file);
  for (const workers of ['3']) {
    const out = folder.path(`threads-${workers}.jsonl`);
    const page = folder.path(`threads-${workers}.html`);
    const { code, stdout, stderr } = await captured([
      'batch',
      file,
      '--out',
      out,
      '--workers',
      workers,
      '--report',
      page,
      '--json',
      '--memory',
      '512M',
    ]);
    expect(stdout).toBe('');
    expect(readFileSync(out, 'utf8')).toBe(here.stdout);
    expect(code).toBe(here.code);
    const told = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told.at(-1)).toMatchObject({ items: here.lines.length, done: true });
    const html = readFileSync(page, 'utf8');
    expect(html).toContain(`of ${here.lines.length} items are not proven free`);
  }
  const limited = await captured(['batch', file, '--limit', '3', '--quiet']);
  expect(limited.stdout).toBe(
    here.stdout
      .split('\n')
      .slice(0, 3)
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(limited.stderr).toBe('');
});
