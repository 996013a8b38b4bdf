import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capturedBatch } from '../batch/captured-batch.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { RAIL_CELL, writeRailCell } from './small-cell.ts';

// The cart of the rail takes a cube that stands at x = -0.5: it touches it where its own middle is at -0.3. The tail is far behind.

let folder: TemporaryFolder;
let cell: string;
const path = (name: string) => folder.path(`rail/${name}`);
beforeAll(() => {
  folder = temporaryFolder();
  writeRailCell(folder);
  const cube = (name: string, x: number) => ({ name, box: [0.2, 0.2, 0.2], pose: { position: [x, 0, 0] } });
  const taken = (held: object) => ({ ...RAIL_CELL, bodies: [{ ...cube('part', -0.5), held: [{ from: 1, ...held }] }] });
  cell = folder.write('rail/taking.json', taken({ by: 'cart' }));
  folder.write('rail/tailed.json', taken({ by: 'tail', touches: ['cart'] }));
  const obstacles = [cube('shelf', 0.9), cube('far', 3)];
  folder.write('rail/laying.json', { ...taken({ by: 'cart', to: 2, onto: ['shelf', 'far'] }), obstacles });
  const rows = (...carts: readonly number[]) => `cart_x,tail_x\n${carts.map((x) => `${x},-1\n`).join('')}`;
  folder.write('rail/met.csv', rows(0, -0.3, 0.2));
  folder.write('rail/air.csv', rows(0, -0.2, 0.2));
  folder.write('rail/seconds.csv', 'time,cart_x,tail_x\n0,0,-1\n2,0.5,-1\n');
});
afterAll(() => folder.remove());

const SENTENCE = 'cart and part should touch at waypoint 1, and do not';

describe('a hand that takes air', () => {
  test('is an error of check though nothing is hit, by name and waypoint', async () => {
    const met = await captured(['check', cell, path('met.csv')]);
    expect([met.code, met.stdout]).toEqual([0, expect.stringContaining('FREE  ')]);
    const { code, stdout } = await captured(['check', cell, path('air.csv')]);
    expect(code).toBe(1);
    expect(stdout).toContain('FREE, but without a wanted contact');
    expect(stdout).toContain(`missed      ${SENTENCE}`);
    expect((await captured(['check', cell, path('air.csv'), '--quiet'])).code).toBe(1);
  });

  test('also where it comes within the clearance of what it should take', async () => {
    for (const [name, ends] of [
      ['air.csv', 1],
      ['met.csv', 0],
    ] as const) {
      const { code, stdout } = await captured(['check', cell, path(name), '--clearance', '0.15']);
      expect([code, stdout.includes(SENTENCE)]).toEqual([ends, ends === 1]);
    }
  });

  test('--arrivals warn only tells it', async () => {
    const { code, stdout } = await captured(['check', cell, path('air.csv'), '--arrivals', 'warn']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(SENTENCE)]);
    const many = await capturedBatch(cell, [path('air.csv')], { arrivals: 'warn' });
    expect([many.code, many.lines]).toEqual([0, [{ id: path('air.csv'), status: 'free', time: 2, warnings: [SENTENCE] }]]);
    expect(many.stderr).toContain('1 item: 1 free\n');
    const job = { format: 'inbetween-job/1', cell: 'taking.json', paths: 'air.csv', arrivals: 'warn' };
    expect((await capturedBatch(folder.write('rail/job.json', job))).code).toBe(0);
  });

  test('JSON, JUnit, pages and annotations name it', async () => {
    const outputs = ['--json', folder.path('a.json'), '--junit', folder.path('a.xml'), '--report', folder.path('pages')];
    const { code, stderr } = await captured(['check', cell, path('air.csv'), path('met.csv'), ...outputs, '--github', '--quiet']);
    expect(code).toBe(1);
    const json = JSON.parse(readFileSync(folder.path('a.json'), 'utf8')) as { paths: { status: string; arrivals: object[] }[] };
    expect(json.paths.map(({ status }) => status)).toEqual(['free', 'free']);
    expect(json.paths.map(({ arrivals }) => arrivals)).toMatchObject([[{ met: false, time: null, at: 1 }], [{ met: true, at: 1 }]]);
    const junit = readFileSync(folder.path('a.xml'), 'utf8');
    expect(junit).toContain('failures="1"');
    expect(junit).toContain(`<failure message="${SENTENCE}" type="missed">`);
    expect(readFileSync(folder.path('pages/air.html'), 'utf8')).toContain(SENTENCE);
    expect(readFileSync(folder.path('pages/met.html'), 'utf8')).not.toContain('should touch');
    expect(readFileSync(folder.path('pages/index.html'), 'utf8')).toContain(SENTENCE);
    expect(stderr).toMatch(/::error .*title=MISSED.*cart and part should touch/);
  });

  test('batch counts it by itself', async () => {
    const { code, lines, stderr } = await capturedBatch(cell, [path('met.csv'), path('air.csv')]);
    expect(code).toBe(1);
    expect(lines.map(({ status, missed }) => [status, missed])).toEqual([
      ['free', undefined],
      ['free', [expect.objectContaining({ at: 1, b: { body: 'part' } })]],
    ]);
    expect(stderr).toContain('2 items: 1 free, but without a wanted contact, 1 free');
  });

  test('one of the links that may touch it is enough', async () => {
    expect((await captured(['check', path('tailed.json'), path('met.csv'), '--quiet'])).code).toBe(0);
    expect((await captured(['check', path('tailed.json'), path('air.csv'), '--quiet'])).code).toBe(1);
  });

  test('where time runs out nobody says that it did', async () => {
    const { code, stdout } = await captured(['check', cell, path('air.csv'), '--budget', '1e-9']);
    expect([code, stdout]).toEqual([3, expect.not.stringContaining('should touch')]);
  });
});

test('what is laid onto nothing is missed, what is laid onto one of two things is not', async () => {
  // the cube is 0.2 behind the cart, so the cart goes before it: it is taken from the right, and laid to the left of the cart
  const rows = (...carts: readonly number[]) => `cart_x,tail_x\n${carts.map((x) => `${x},-1\n`).join('')}`;
  folder.write('rail/left.json', {
    ...JSON.parse(readFileSync(path('laying.json'), 'utf8')),
    obstacles: [
      { name: 'shelf', box: [0.2, 0.2, 0.2], pose: { position: [-0.9, 0, 0] } },
      { name: 'far', box: [0.2, 0.2, 0.2], pose: { position: [3, 0, 0] } },
    ],
  });
  folder.write('rail/laid.csv', rows(0, -0.3, -0.5));
  folder.write('rail/dropped.csv', rows(0, -0.3, -0.4));
  const laid = await captured(['check', path('left.json'), path('laid.csv')]);
  expect(laid.stdout).not.toContain('should touch');
  expect(laid.code).toBe(0);
  const dropped = await captured(['check', path('left.json'), path('dropped.csv')]);
  expect(dropped.stdout).toContain('part and shelf should touch at waypoint 2, and do not');
  expect(dropped.code).toBe(1);
});

describe('a body that runs longer than the robot', () => {
  const moving = (box: readonly number[], ...points: readonly (readonly [number, number, number])[]) => ({
    ...RAIL_CELL,
    obstacles: [],
    bodies: [{ name: 'door', box, trajectory: points.map(([time, x, y]) => ({ time, pose: { position: [x, y, 0] } })) }],
  });

  test('JUnit names waypoints of the file', async () => {
    const longer = folder.write('rail/longer.json', moving([0.2, 0.2, 0.2], [0, 3, 1], [1, 3, 1], [3, 3, 1], [4, 2, 1]));
    const { code } = await captured(['check', longer, path('seconds.csv'), '--junit', folder.path('b.xml'), '--quiet']);
    expect(code).toBe(0);
    const names = [...readFileSync(folder.path('b.xml'), 'utf8').matchAll(/<testcase name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'waypoint 0 to 1, 0 s to 1 s',
      'waypoint 0 to 1, 1 s to 2 s',
      'after waypoint 1, 2 s to 3 s',
      'after waypoint 1, 3 s to 4 s',
    ]);
  });

  test('and so do text and JSON of a contact behind its end', async () => {
    const hit = folder.write('rail/swept.json', moving([0.2, 1, 0.2], [0, 3, 0], [3, 3, 0], [4, -1, 0]));
    const { code, stdout } = await captured(['check', hit, path('seconds.csv')]);
    expect(code).toBe(1);
    expect(stdout).toContain('door touches cart at waypoint 1');
    const json = JSON.parse((await captured(['check', hit, path('seconds.csv'), '--json'])).stdout) as { paths: { waypoints: number[] }[] };
    expect(json.paths[0].waypoints).toEqual([1, 1]);
  });
});
