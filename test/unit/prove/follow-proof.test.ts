import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { LoopedRobot } from '../../../src/robot/follow/looped-robot.ts';
import type { ToolPathOptions } from '../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../src/robot/follow/tool-path.ts';
import type { Uncertainty } from '../../../src/robot/follow/uncertainty.ts';
import type { RobotModel } from '../../../src/robot/robot-model.ts';
import type { RobotPath } from '../../../src/robot/robot-path.ts';
import { uncertain } from '../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { add } from '../../support/brute-force.ts';
import { compose } from '../../support/brute-robot.ts';
import { rounds } from '../../support/rounds.ts';
import { byPython, hasPython } from '../proof/by-python.ts';
import { ARMS, type Arm, about, toolAt } from '../robot/follow/arms.ts';
import { MECHANISMS } from '../robot/follow/mechanisms.ts';
import { type Recorded, recorded } from './recorded.ts';

type Segment = {
  values: { powers: number[]; error?: number }[];
  motions: unknown[];
  closed: { closure: number; rows: number[]; open: number }[];
};

const start = (random: Random, { starts }: Arm) => Float64Array.from(starts, ([lo, hi]) => random.range(lo, hi));
const here = (arm: Arm, from: Float64Array, moves: Parameters<typeof toolPath>[1]['moves']): RobotPath =>
  toolPath(arm.robot, {
    ...{ link: `link${arm.joints.length - 1}`, at: arm.at, from, moves },
    joints: arm.following.map((k) => `joint${k}`),
  });

/** Among an obstacle that stands there. */
function asked(robot: RobotModel, path: RobotPath, position: Vec3): Promise<Recorded> {
  const obstacles = [{ name: 'post', shape: box(0.02), pose: { position } }];
  const scene = new Scene({ robots: [robot as never], obstacles, self: false });
  return recorded((proof) => scene.firstContact({ [robot.name]: path }, { proof }));
}

function line(random: Random, arm: Arm): { path: RobotPath; to: Vec3 } | null {
  const from = start(random, arm);
  const { p, q: quaternion } = toolAt(arm, from);
  const d = [0, 1, 2].map(() => random.range(-0.06, 0.06)) as unknown as Vec3;
  const to = add(p, d);
  const through = add(p, [0.6 * d[0], 0.3 * d[1], d[2]]);
  try {
    const move = random.next() < 0.5 ? { line: { position: to, quaternion } } : { arc: { position: to, quaternion }, through };
    return { path: here(arm, from, [move]), to };
  } catch {
    return null;
  }
}

describe.each(Object.entries(ARMS))('lines and arcs of %s', (name, arm) => {
  test(`are proven, free and to where they touch (seed 'follow ${name}')`, async () => {
    const random = new Random(`follow ${name}`);
    const proofs: Recorded[] = [];
    for (let round = 0; round < rounds(1) || proofs.length < 2; round++) {
      const made = line(random, arm);
      if (made === null) continue;
      proofs.push(await asked(arm.robot, made.path, [3, 3, 3]), await asked(arm.robot, made.path, made.to));
    }
    for (const { result, why, followed, time } of proofs)
      expect({ result, why, isShown: followed >= Math.floor(time) }).toEqual({ result: 'proven', why: '', isShown: true });
    expect(proofs.map(({ status }) => status)).toContain('free');
    if (hasPython) expect(byPython(proofs.map(({ lines }) => lines))).toEqual(proofs.map(({ result }) => result));
  });
});

describe.each(Object.entries(MECHANISMS))('loops of %s', (name, { options, ranges }) => {
  const robot = new LoopedRobot(options);

  test(`are proven (seed 'loops follow ${name}')`, async () => {
    const random = new Random(`loops follow ${name}`);
    const drawn = () => Object.fromEntries(Object.entries(ranges).map(([joint, [lo, hi]]) => [joint, random.range(lo, hi)]));
    const proof = await asked(robot, robot.path([robot.configuration(drawn()), drawn()]), [30, 30, 30]);
    expect(proof).toMatchObject({ result: 'proven', status: 'free' });
    expect(proof.followed).toBe(proof.time);
    if (hasPython) expect(byPython([proof.lines])).toEqual(['proven']);
  });
});

/** The same machine by another unit of length: places of its frames; its joints all turn. */
const inUnit = <T>(value: T, unit: number): T =>
  JSON.parse(JSON.stringify(value), (key, one) => (key === 'position' ? one.map((x: number) => unit * x) : key === 'shapes' ? [] : one));

test.each([1e-3, 1e3])('loops are proven whatever the unit of length (× %f)', async (unit) => {
  const { options, ranges } = MECHANISMS['four-bar'];
  const { shapes } = options.links[0];
  const links = inUnit(options.links, unit).map((link, k) => ({ ...link, shapes: k === 1 ? shapes : [] }));
  const robot = new LoopedRobot({ ...options, links, loops: inUnit(options.loops, unit) });
  const [[lo, hi]] = Object.values(ranges);
  const far = 30 * Math.max(1, unit);
  const proof = await asked(robot, robot.path([robot.closed, { [options.driven[0]]: lo + 0.4 * (hi - lo) }]), [far, far, far]);
  expect(proof).toMatchObject({ result: 'proven', status: 'free' });
  expect(proof.followed).toBe(proof.time);
  if (hasPython) expect(byPython([proof.lines])).toEqual(['proven']);
});

/** The last value that follows. */
const last = (values: Segment['values']) => values.findLast(({ error }) => error !== undefined) as Segment['values'][number];

/** A proof with some of its segments changed. */
function mutant({ lines }: Recorded, change: (segment: Segment, k: number) => unknown): string[] {
  let k = 0;
  return lines.map((text) => {
    const row = JSON.parse(text);
    if (row.kind !== 'segment') return text;
    change(row, k++);
    return JSON.stringify(row);
  });
}

describe('what is told of joints that follow is not believed', () => {
  const arm = ARMS.gantry;
  const random = new Random('mutants follow');
  const mutants: (readonly [string, (segment: Segment, k: number) => unknown])[] = [
    ['a tube is none', ({ values }, k) => k === 1 && delete last(values).error],
    [
      'a coefficient is another one',
      ({ values }, k) => {
        if (k === 0) last(values).powers[2] += 1e-6;
      },
    ],
    [
      'a row twice',
      ({ closed }) => {
        closed[0].rows[0] = closed[0].rows[1];
      },
    ],
    ['a row dropped', ({ closed }) => closed[0].rows.pop()],
    [
      'rows that are not solved are 0',
      ({ closed }) => {
        closed[0].open = 0;
      },
    ],
  ];

  test('neither by this checker nor by that in Python', async () => {
    const made = line(random, arm) as { path: RobotPath };
    const loops = new LoopedRobot(MECHANISMS['four-bar'].options);
    const names = Object.entries(MECHANISMS['four-bar'].ranges);
    const [from, to] = [0.4, 0.6].map((share) => Object.fromEntries(names.map(([joint, [lo, hi]]) => [joint, lo + share * (hi - lo)])));
    const proofs = [
      await asked(arm.robot, made.path, [3, 3, 3]),
      await asked(loops, loops.path([loops.configuration(from), to]), [30, 30, 30]),
    ];
    const broken = proofs.flatMap((proof) => mutants.map(([what, change]) => [what, mutant(proof, change)] as const));
    const narrower = (segment: Segment) => {
      for (const value of segment.values) if (value.error !== undefined) value.error /= 10;
    };
    broken.push(['tubes a tenth as wide', mutant(proofs[1], narrower)]);
    // the way of the tool begins elsewhere
    broken.push([
      'another way',
      proofs[0].lines.map((text) =>
        text.replace(/"motions":\[\[\{"pose":\[([^,]*),/, (_, x) => `"motions":[[{"pose":[${Number(x) + 1e-6},`),
      ),
    ]);
    expect(broken.at(-1)?.[1]).not.toEqual(proofs[0].lines);
    const own = await Promise.all(broken.map(async ([what, lines]) => `${what}: ${(await verifyProof(lines)).result}`));
    for (const result of own) expect(result).not.toContain('proven');
    expect(own.filter((result) => result.includes('refuted')).length).toBeGreaterThan(2);
    if (hasPython) expect(byPython(broken.map(([, lines]) => lines)).map((result, k) => `${broken[k][0]}: ${result}`)).toEqual(own);
  });
});

test('closures that are none are malformed, and one that asks for much is bounded, in both checkers', async () => {
  const loops = new LoopedRobot(MECHANISMS['four-bar'].options);
  const from = loops.configuration({});
  const [driven] = Object.keys(MECHANISMS['four-bar'].ranges);
  const { lines } = await asked(loops, loops.path([from, { [driven]: from[loops.joint(driven).slot] + 0.1 }]), [30, 30, 30]);
  const at = lines.findIndex((text) => text.includes('"kind":"closure"'));
  const changed = (change: (row: { unknown: number[]; joins: { a: number; at: number[][] }[] }) => unknown): string[] => {
    const row = JSON.parse(lines[at]);
    change(row);
    return lines.toSpliced(at, 1, JSON.stringify(row));
  };
  const broken = [
    changed(({ unknown }) => unknown.push(unknown[0])),
    changed(({ unknown }) => unknown.push(1e6)),
    changed((row) => row.joins.splice(0)),
    changed(({ joins }) => joins[0].at.splice(0)),
    changed(({ joins }) => joins[0].at.push([0, 0, 0], [0, 0, 0], [0, 0, 0])),
    changed((row) => Object.assign(row.joins[0], { a: 999 })),
    changed((row) => Object.assign(row, { joins: Array.from({ length: 65 }, () => row.joins[0]) })),
    lines.toSpliced(at, 1),
    lines.map((text) => text.replace(/"closed":\[(.*)\]\}/, '"closed":[$1,$1]}')),
    lines.map((text) => text.replace(/"closure":0,/, '"closure":7,')),
    lines.toSpliced(
      at,
      0,
      '{"kind":"frame","parent":-1,"moves":"guide"}',
      `{"kind":"frame","parent":${lines.filter((text) => text.includes('"kind":"frame"')).length}}`,
    ),
  ];
  const own = await Promise.all(broken.map(async (one) => (await verifyProof(one)).result));
  expect(own).toEqual(broken.map(() => 'malformed'));
  if (hasPython) expect(byPython(broken)).toEqual(own);
  const far = changed(({ joins }) => joins[0].at.splice(0, 1, [1e90, 0, 0]));
  expect((await verifyProof(far)).result).not.toBe('proven');
  expect((await verifyProof(lines, { maxPieces: 1 })).result).toBe('undecided');
});

describe('blends', () => {
  const arm = ARMS.ur5;
  const blended = (more: Pick<ToolPathOptions, 'blends' | 'pace'>, [before, after] = [0, 0]) => {
    const from = start(new Random('blends'), arm);
    const { p, q } = toolAt(arm, from);
    const first = compose({ p: [0, 0, 0], q: about([1, 2, 0], before) }, { p, q }).q;
    const quaternion = compose({ p: [0, 0, 0], q: about([1, 0, 3], after) }, { p, q: first }).q;
    const moves = [
      { line: { position: add(p, [0.03, 0, 0]), quaternion: first }, blend: 0.0005 },
      { line: { position: add(p, [0.03, 0.03, 0]), quaternion } },
    ];
    const link = `link${arm.joints.length - 1}`;
    return toolPath(arm.robot, { link, at: arm.at, from, moves, joints: arm.following.map((k) => `joint${k}`), ...more });
  };

  test('with a tube around them are refused by name', async () => {
    await expect(asked(arm.robot, blended({ blends: 'triangle' }), [3, 3, 3])).rejects.toThrow(
      /blends with a tube around them are not covered yet/,
    );
  });

  test.each([
    [0, 0],
    [0, 0.2],
    [0.2, 0.2],
  ])('of Pilz are proven, turned by %d and %d', async (...turns) => {
    const path = blended({ blends: 'pilz', pace: { speed: 0.1, turnSpeed: 1, acceleration: 0.5 } }, turns);
    const { lines, status } = await asked(arm.robot, path, [3, 3, 3]);
    expect(status).toBe('free');
    expect((await verifyProof(lines)).result).toBe('proven');
    if (hasPython) expect(byPython([lines])).toEqual(['proven']);
  });
});

describe('within an uncertainty', () => {
  const arm = ARMS.ur5;
  const robots = [arm.robot];
  const uncertainties: readonly Uncertainty[] = [
    { angle: 0.001 },
    { joints: { joint1: 0.002 } },
    { places: { ur5: { length: 0.002, angle: 0.001 } } },
    { places: { post: { length: 0.002 } }, angle: 0.0005 },
  ];

  test.each(uncertainties)('lines of a tool are proven: %o', async (given) => {
    const { path, to } = line(new Random('uncertain line'), arm) as { path: RobotPath; to: Vec3 };
    for (const position of [[3, 3, 3], to] as const) {
      const obstacles = [{ name: 'post', shape: box(0.02), pose: { position } }];
      const scene = new Scene({ robots, obstacles, self: false, uncertainty: uncertain(given) });
      const { lines, result, uncertain: told } = await recorded((proof) => scene.firstContact({ ur5: path }, { proof }));
      if (position !== to) expect(result).toBe('proven');
      expect(told.length).toBeGreaterThan(0);
      if (hasPython) expect(byPython([lines])).toEqual([result]);
    }
  });

  test.each<Uncertainty>([
    { places: { 'four-bar': { length: 0.01, angle: 0.002 } } },
    { places: { 'four-bar': { length: 0.001 }, post: { length: 0.01 } } },
  ])('closed chains are proven: %o', async (given) => {
    const loops = new LoopedRobot({ ...MECHANISMS['four-bar'].options, name: 'four-bar' });
    const from = loops.configuration({});
    const [driven] = Object.keys(MECHANISMS['four-bar'].ranges);
    const path = loops.path([from, { [driven]: from[loops.joint(driven).slot] + 0.1 }]);
    const obstacles = [{ name: 'post', shape: box(0.02), pose: { position: [30, 30, 30] as const } }];
    const scene = new Scene({ robots: [loops as never], obstacles, self: false, uncertainty: uncertain(given) });
    const { lines, result, status } = await recorded((proof) => scene.firstContact({ 'four-bar': path }, { proof }));
    expect([result, status]).toEqual(['proven', 'free']);
    if (hasPython) expect(byPython([lines])).toEqual(['proven']);
  });
});
