// Names such as `constructor`, `__proto__` and `toString` were found where nobody had put them, or lost where somebody had: records by names were indexed as they
// are. Every door answers the same for such names as for others, name for name.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstContact } from '../../src/contact/pair-query.ts';
import { convexBox, convexSphere } from '../../src/convex/polyhedra.ts';
import { box, capsule, Robot, Scene, translationMotion } from '../../src/index.ts';
import { entryOf, setEntry } from '../../src/math/entries.ts';
import { InputError } from '../../src/math/input-error.ts';
import { plan, timed } from '../../src/plan/index.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { bounce } from '../../src/world/index.ts';
import { ProvenWorld as World } from '../support/proven-world.ts';
import { captured } from '../unit/cli/captured-run.ts';
import { ARM_CELL, ARM_SRDF, ARM_URDF } from '../unit/cli/plan/arm-cell.ts';
import { type TemporaryFolder, temporaryFolder } from '../unit/cli/query/small-scene.ts';

const HOSTILE = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'isPrototypeOf',
  'then',
  'length',
];

describe('entries of records', () => {
  test('are found where they were put, and nowhere else', () => {
    for (const name of HOSTILE) {
      const record: Record<string, number> = {};
      expect(entryOf(record, name)).toBeUndefined();
      setEntry(record, name, 3);
      expect(entryOf(record, name)).toBe(3);
      expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
      expect(JSON.stringify(record)).toBe(`{${JSON.stringify(name)}:3}`);
      expect(entryOf(JSON.parse(JSON.stringify(record)), name)).toBe(3);
    }
    expect(entryOf(null, 'a')).toBeUndefined();
  });

  test('those of a class, or of a record behind it, count; the constructor of a class does not', () => {
    class Motions {
      readonly own = 1;
      get derived(): number {
        return 2;
      }
    }
    const motions = new Motions() as unknown as Record<string, number>;
    expect(['own', 'derived', 'constructor', 'toString'].map((name) => entryOf(motions, name))).toEqual([1, 2, undefined, undefined]);
    expect(entryOf(Object.create({ behind: 3 }) as Record<string, number>, 'behind')).toBe(3);
    expect(entryOf(Object.assign(Object.create(null), { bare: 4 }) as Record<string, number>, 'bare')).toBe(4);
  });
});

test('misspelt keys of that kind are refused by name', () => {
  for (const key of HOSTILE) {
    const options = JSON.parse(`{ ${JSON.stringify(key)}: 1 }`);
    expect(() => firstContact({ shape: box(1) }, { shape: box(1), pose: { position: [3, 0, 0] } }, options)).toThrow(InputError);
    expect(() => firstContact({ shape: box(1) }, { shape: box(1), pose: { position: [3, 0, 0] } }, options)).toThrow(
      `unknown key '${key}'`,
    );
    expect(() => new World(options)).toThrow(`unknown key '${key}'`);
    expect(() => new Scene(options)).toThrow(`unknown key '${key}'`);
  }
});

/** Everything in code by these names: a robot of two links, a body, an obstacle; each answer as JSON. */
async function inCode(names: readonly string[]): Promise<string> {
  const [arm, foot, upper, shoulder, group, left, right, ball, post] = names;
  const robot = new Robot({
    name: arm,
    links: [
      { name: foot, shapes: [] },
      {
        name: upper,
        parent: foot,
        joint: { name: shoulder, type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3, velocity: 1 } },
        shapes: [{ shape: capsule([0.1, 0, 0], [0.9, 0, 0], 0.05) }],
      },
    ],
    groups: [{ name: group, joints: [shoulder] }],
    states: [
      { name: left, group, values: Object.fromEntries([[shoulder, [1]]]) },
      { name: right, group, values: Object.fromEntries([[shoulder, [-1]]]) },
    ],
  });
  const scene = new Scene({
    robots: [robot],
    bodies: [{ name: ball, shape: capsule([0, 0, 0], [0, 0, 0.1], 0.1) }],
    obstacles: [{ name: post, shape: box(0.2), pose: { position: [0.8, 0, 0.4] } }],
  });
  const of = (values: Readonly<Record<number, unknown>>): never =>
    Object.fromEntries(Object.entries(values).map(([k, value]) => [names[Number(k)], value])) as never;
  const motions = of({ 0: robot.path([[1], [-1]]), 7: translationMotion({ position: [0, 3, 0] }, [0, 0.1, 0]) });
  const free = of({ 0: [1], 7: { position: [0, 3, 0] } });
  const found = await plan(scene, {
    from: of({ 0: left, 7: { position: [0, 3, 0] } }),
    to: of({ 0: right, 7: { position: [0, 3, 0.5] } }),
    seed: 'names',
  });
  const mesh = box(1);
  const step = new StepQuery([
    { name: ball, shape: mesh },
    { name: post, shape: mesh },
  ]);
  const shifted = (by: number): Float64Array => mesh.positions.map((x, i) => (i % 3 === 2 ? x + by : x));
  const moving = of({ 7: linearMotion(shifted(3), shifted(0.5)), 8: linearMotion(mesh.positions, mesh.positions) });
  const strip = (x: object): unknown => JSON.parse(JSON.stringify(x, (key, value) => (/milliseconds|ms$/i.test(key) ? undefined : value)));
  return JSON.stringify([
    robot.linkPoses(of({ 3: 0.5 })),
    robot.posed([robot.linkPoses([0]), robot.linkPoses([1])] as never) !== undefined,
    strip(scene.firstContact(motions)),
    strip(scene.clearance(motions)),
    scene.linkPoses(motions, 0.3),
    scene.bodyPoses(motions, 0.3),
    strip(scene.contactIntervals(motions)),
    scene.motionIsFree?.(free, free),
    found.status,
    found.path === null ? null : Object.keys(found.path),
    Object.keys(timed(robot.path([[1], [0.5]]), { velocity: of({ 3: 1 }), acceleration: 2 }).trajectories),
    strip(step.firstContact(moving)),
  ]);
}

describe.each([0, 1])('in code, with names turned by %d', (turn) => {
  test('scenes, plans, times and steps answer the same', async () => {
    const usual = Array.from({ length: 9 }, (_, k) => `usual-${k}-name`);
    const odd = usual.map((_, k) => HOSTILE[(k + turn) % HOSTILE.length]);
    let expected = await inCode(usual);
    usual.forEach((name, k) => {
      expected = expected.replaceAll(JSON.stringify(name), JSON.stringify(odd[k]));
    });
    expect(await inCode(odd)).toBe(expected);
  });

  test('worlds answer the same', () => {
    const [floor, ball] = [HOSTILE[turn], HOSTILE[turn + 4]];
    const world = new World({
      gravity: [0, 0, -9.81],
      tolerance: 1e-3,
      bodies: [
        { name: floor, shape: convexBox([10, 10, 1], [0, 0, -0.5]), fixed: true },
        { name: ball, shape: convexSphere(0.1), pose: { position: [0, 0, 0.2] } },
      ],
    });
    world.advance(0.4, bounce(0.5));
    expect(world.state(ball).position[2]).toBeGreaterThan(0.1);
    world.set(ball, { pose: { position: [0, 0, 0.2] }, velocity: [0, 0, -1] });
    const answer: Record<string, { velocity: readonly [number, number, number] }> = {};
    setEntry(answer, ball, { velocity: [0, 0, 1] });
    world.advance(0.6, () => answer);
    expect(world.state(ball).position[2]).toBeGreaterThan(0.1);
    expect(world.names).toEqual([floor, ball]);
  });
});

describe('from files, by the command', () => {
  const ROLES = ['arm', 'foot', 'upper', 'lower', 'tool', 'shoulder', 'elbow', 'wrist', 'both', 'left', 'right', 'post'];
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  /** The arm cell by other names; what is printed and written, less what the clock and the folder say. */
  async function outputs(where: string, renamed: (role: string) => string): Promise<string[]> {
    const text = (of: string): string =>
      of.replaceAll(new RegExp(`"(${ROLES.join('|')})"`, 'g'), (_, role) => JSON.stringify(renamed(role)));
    mkdirSync(folder.path(where));
    folder.write(`${where}/arm.urdf`, text(ARM_URDF));
    folder.write(`${where}/arm.srdf`, text(ARM_SRDF));
    const cell = folder.write(`${where}/cell.json`, text(JSON.stringify({ ...ARM_CELL, name: 'cell' })));
    const [csv, json, junit, page] = ['path.csv', 'path.json', 'junit.xml', 'page.html'].map((name) => folder.path(`${where}/${name}`));
    const calls = [
      ['plan', cell, '--from', renamed('left'), '--to', renamed('right'), '--no-margin', '--json'],
      ['plan', cell, '--from', renamed('left'), '--to', `${renamed('shoulder')}=-1,${renamed('elbow')}=0`, '--no-margin', '--out', csv],
      ['plan', cell, '--from', renamed('left'), '--to', renamed('right'), '--time', '--max-acceleration', '2', '--out', json],
      ['check', cell, csv, json, '--json'],
      ['check', cell, csv, '--all', '--clearance', '0.3', '--json', '--junit', junit, '--report', page],
      ['acm', folder.path(`${where}/arm.urdf`), '--samples', '50'],
    ];
    const out: string[] = [];
    for (const args of calls) {
      const { code, stdout, stderr } = await captured(args, { untilInterrupted: () => new Promise(() => {}) });
      expect([args[0], code > 1, stderr.includes('internal')], stderr + stdout).toEqual([args[0], false, false]);
      out.push(args[0] === 'acm' || !args.includes('--json') ? `${code}` : `${code} ${stdout}`);
    }
    for (const file of [csv, json]) out.push(readFileSync(file, 'utf8'));
    expect(existsSync(junit) && existsSync(page)).toBe(true);
    return out.map((each) => each.replaceAll(folder.path(where), '').replace(/"[^"]*(?:ms|[mM]illiseconds)":[^,}]*/g, ''));
  }

  test.each([0])('URDF, SRDF, cell, plan, CSV, JSON, check, report: the same, with names turned by %d', async (turn) => {
    const odd = (role: string): string => {
      const k = ROLES.indexOf(role) + turn;
      return k % 13 < HOSTILE.length - 1 ? HOSTILE[k % 13] : role;
    };
    const usual = await outputs(`usual ${turn}`, (role) => `usual-${role}-name`);
    const found = await outputs(`odd ${turn}`, odd);
    const back = (text: string): string => ROLES.reduce((all, role) => all.replaceAll(`usual-${role}-name`, odd(role)), text);
    expect(found).toEqual(usual.map(back));
  });
});
