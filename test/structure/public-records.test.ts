import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import * as core from '../../src/index.ts';
import { StepQuery } from '../../src/soft/index.ts';
import { collectRecords, type FoundRecord } from './collect-records.ts';
import { listed, undocumentedNames } from './documented-names.ts';
import { foundByName } from './named-entries.ts';
import { clothMotion, ROWS } from './public-records.ts';
import { EXEMPT } from './record-row.ts';
import { PUBLIC_FILES } from './room-order.ts';
import { sourceProgram } from './source-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'inbetween-records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let program: ts.Program;
let found: ReadonlyMap<string, FoundRecord>;
beforeAll(() => {
  program = sourceProgram([...PUBLIC_FILES, 'src/cli/main.ts', 'test/structure/named-entries-sample.ts']);
  found = new Map(collectRecords(PUBLIC_FILES, program).map((record) => [record.name, record]));
});

test('no record is indexed by a name in a way that finds what nobody put there, or loses __proto__', () => {
  const places = foundByName(program);
  const isSample = (at: string): boolean => at.startsWith('test/');
  expect(places.filter(isSample).map((at) => Number(at.split(':')[1]))).toEqual([3, 4, 5, 8]);
  expect(places.filter((at) => !isSample(at))).toEqual([]);
  // the commands, which are loaded when they are asked for, are among what was looked at
  expect(program.getSourceFiles().some(({ fileName }) => fileName.endsWith('src/cli/plan/plan-json.ts'))).toBe(true);
});

test('every public name has a sentence that an editor shows', () => {
  const names = undocumentedNames(doors(), program);
  expect(names.length, `without a sentence directly before the export:\n${listed(names)}\n`).toBe(0);
});

test('names without a sentence are found, at the first door that has them', () => {
  const room = join(folder, 'room.ts');
  const door = join(folder, 'door.ts');
  const second = join(folder, 'second.ts');
  writeFileSync(
    room,
    `/** The head of the file, which stands before an import and explains nothing to who hovers. */
    import type { Buffer } from 'node:buffer';
    export function bare(b: Buffer): Buffer { return b; }
    /** Explained. */
    export interface Shape {
      /** Explained. */
      readonly size: number;
      readonly silent: number;
    }
    /** Explained. */
    export class Box implements Shape {
      readonly size: number = 1;
      readonly silent: number = 2;
      private hidden = 3;
      protected kept = 4;
      /** Explained. */
      get width(): number { return this.hidden + this.kept; }
      /** @internal */
      inner(): void {}
      open(): void {}
    }
    export type Record = {
      /** Explained. */
      a: number;
      b: number;
    };
    export const LIMIT = 1;`,
  );
  writeFileSync(door, `export { bare, Box, type Record } from './room.ts';`);
  writeFileSync(second, `export { bare, LIMIT as MOST, type Shape } from './room.ts';`);
  const names = undocumentedNames([
    { name: 'p', entry: door },
    { name: 'p/second', entry: second },
  ]);
  expect(names.map(({ door, name, place }) => [door, name, place.replace(/^.*\//, '')].join(' '))).toEqual([
    'p bare room.ts:3',
    'p Box.silent room.ts:13',
    'p Box.open room.ts:20',
    'p Record room.ts:22',
    'p Record.b room.ts:25',
    'p/second MOST room.ts:27',
    'p/second Shape.silent room.ts:8',
  ]);
  expect(listed(names).split('\n')[0]).toMatch(/^p {9}bare {10}\S+room\.ts:3$/);
});

test('every record that the package takes has a row, or a reason why not', () => {
  const rows = [...Object.keys(ROWS), ...Object.values(EXEMPT).flat()];
  expect(rows.sort()).toEqual([...found.keys()].sort());
});

describe.each(Object.entries(ROWS))('%s', (name, { valid, takers, also }) => {
  test('is taken as it should be', async () => {
    for (const take of takers) await take(valid as never);
  });

  test('a misspelt key is refused, with the one that is meant', async () => {
    const seen = new Set<string>();
    for (const take of takers) {
      const known = /known are (.*?); got /i.exec((await faultOf(take, { ...valid, qqqqqqqq: 1 })) ?? '')?.[1].split(', ') ?? [];
      expect(known, `${name}: ${take}`).not.toEqual([]);
      for (const key of known) {
        seen.add(key);
        const wrong = misspelt(key);
        const message = await faultOf(take, { ...valid, [wrong]: 1 });
        expect(message, `${take}`).toContain(`unknown key '${wrong}'; did you mean '${key}'?`);
        expect(message).not.toContain('[object Object]');
      }
    }
    expect([...seen].sort()).toEqual([...(found.get(name)?.keys ?? []), ...also].sort());
  });

  test('an object where something else is expected is shown readably', async () => {
    for (const take of takers) {
      for (const key of found.get(name)?.keys ?? []) {
        for (const wrong of [{}, { some: { thing: 1 } }, [{}]])
          expect((await faultOf(take, { ...valid, [key]: wrong }, Error)) ?? '', `${key}: ${take}`).not.toContain('[object Object]');
      }
    }
  });
});

describe('cases that once turned a contact into nothing', () => {
  const shape = core.box(1);
  const link = { name: 'arm', shapes: [{ shape }] };
  const cases: readonly [what: string, make: () => unknown, key: string, meant: string | null][] = [
    ['obstacle', () => new core.Scene({ obstacles: [{ name: 'a', shape, position: [1, 0, 0] } as never] }), 'position', null],
    [
      'joint',
      () => new core.Robot({ name: 'r', links: [{ ...link, joint: { type: 'revolute', axes: [0, 0, 1] } as never }] }),
      'axes',
      'axis',
    ],
    ['link', () => new core.Robot({ name: 'r', links: [{ name: 'arm', shape } as never] }), 'shape', 'shapes'],
    ['robot', () => new core.Robot({ name: 'r', joints: [], links: [link] } as never), 'joints', null],
    ['body', () => core.firstContact({ shape, motions: core.restMotion({}) } as never, { shape }), 'motions', 'motion'],
    ['cylinder', () => core.cylinder(1, 1, { sgements: 8 } as never), 'sgements', 'segments'],
    ['soft body', () => new StepQuery([{ shape, slef: false } as never]), 'slef', 'self'],
    ['pose', () => core.restMotion({ positon: [1, 0, 0] } as never), 'positon', 'position'],
  ];
  test.each(cases)('%s', async (_, make, key, meant) => {
    const message = await faultOf(make, undefined);
    expect(message).toContain(`unknown key '${key}'`);
    if (meant !== null) expect(message).toContain(`did you mean '${meant}'?`);
  });
});

describe('results may be given back', () => {
  const a: core.Body = { name: 'a', shape: core.box(1) };
  const b: core.Body = { name: 'b', shape: core.box(1), motion: core.translationMotion({ position: [5, 0, 0] }, [-8, 0, 0]) };

  test('an answer as the one before, its poses as poses', () => {
    const previous = core.firstContact(a, b);
    expect(previous.status).toBe('contact');
    expect(core.firstContact(a, b, { previous }).time).toBeCloseTo(previous.time, 5);
    const [poseA, poseB] = previous.poses;
    expect(poseB).toHaveProperty('body');
    expect(core.distance({ shape: a.shape, pose: poseA }, { shape: b.shape, pose: poseB }).distance).toBeLessThan(1e-5);
  });

  test('sides of a contact as pairs not tested, sampled pairs and limits of a robot', () => {
    const shapes = [{ shape: core.box(1) }];
    const links = [
      { name: 'base', shapes },
      { name: 'arm', parent: 'base', joint: { type: 'revolute', limits: { lower: -1, upper: 1, velocity: 2 } } as const, shapes },
    ];
    const robot = new core.Robot({ name: 'r', links });
    const { allowed } = core.sampledPairs(robot, { samples: 1 });
    expect(new core.Robot({ name: 'r', links, allowed }).allowed.isAllowed('base', 'arm')).toBe(true);
    const scene = new core.Scene({ bodies: [a, { ...b, motion: undefined }] });
    const { contacts } = scene.firstContact({ b: b.motion as core.Motion });
    expect(scene.distanceAt({}, 0, { allowed: [[contacts[0].a, contacts[0].b]] }).pair).toBeNull();
  });

  test('an object of a class of the caller, and a motion for frames', () => {
    class Placed {
      readonly shape = core.box(1);
      readonly pose: core.Pose = { position: [3, 0, 0] };
      label(): string {
        return 'mine';
      }
    }
    expect(core.distance(new Placed(), a).distance).toBe(2);
    const cloth = new core.TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { name: 'cloth' });
    expect(new StepQuery([{ shape: cloth }]).firstContact({ cloth: clothMotion }).status).toBe('free');
  });
});

test('records are found behind lists, names, unions and callbacks, and what has methods is none', () => {
  const door = join(folder, 'door.ts');
  writeFileSync(
    door,
    `interface Inner { readonly deep?: number }
    interface Returned { readonly back?: number }
    export interface Options { readonly list?: readonly Inner[]; readonly ask?: (given: Seen) => Returned }
    export interface Seen { readonly seen: number }
    export interface Behaving { readonly size: number; go(): void }
    interface Named { readonly value?: number }
    export class Thing {
      constructor(options: Options | null) {}
      set(byName: Readonly<Record<string, Named>>, behaving: Behaving): void {}
      private hidden(secret: { key: 1 }): void {}
    }
    export function run(part: { readonly speed?: number }, some: Pick<Seen, 'seen'>, numbers: ArrayLike<number>): void {}`,
  );
  expect(collectRecords([door]).map(({ name, keys }) => `${name}: ${keys}`)).toEqual([
    'Inner: deep',
    'Named: value',
    'Options: list,ask',
    'Returned: back',
    'Seen: seen',
    'run(part): speed',
  ]);
});

/** Two letters exchanged; of short keys the last one doubled. */
function misspelt(key: string): string {
  for (let i = 1; key.length > 3 && i + 1 < key.length; i++)
    if (key[i] !== key[i + 1]) return key.slice(0, i) + key[i + 1] + key[i] + key.slice(i + 2);
  return key + key.at(-1);
}

/** What is wrong with it, or undefined; errors of another kind are thrown on. */
async function faultOf(
  take: (record: never) => unknown,
  record: unknown,
  kind: typeof Error | typeof core.InputError = core.InputError,
): Promise<string | undefined> {
  try {
    await take(record as never);
  } catch (cause) {
    if (cause instanceof kind) return cause.message;
    throw cause;
  }
  return undefined;
}
