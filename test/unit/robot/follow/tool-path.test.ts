import { describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import type { ToolMove } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { limitFindings } from '../../../../src/robot/limit-findings.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, cross, dot, minus, norm, times } from '../../../support/brute-force.ts';
import { compose, type Frame } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, Soup } from '../../../support/brute-scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { ARMS, type Arm, about, solved, toolAt } from './arms.ts';

interface Way {
  readonly move: ToolMove;
  at(t: number): Frame;
}

/** Up to so far, turned by up to so much; an arc by its own centre and angle. */
function randomWay(random: Random, arm: Arm, from: Frame, far: number): Way {
  const isFlat = arm.robot.name === 'scara';
  const axis = isFlat ? ([0, 0, 1] as Vec3) : random.direction();
  const angle = random.range(-0.75, 0.75);
  const turned = (t: number) => compose({ p: [0, 0, 0], q: about(axis, angle * t) }, { p: [0, 0, 0], q: from.q }).q;
  const goal = (p: Vec3) => ({ position: p, quaternion: turned(1) });
  if (random.next() < 0.5) {
    const way = times(random.direction(), far);
    return { move: { line: goal(add(from.p, way)) }, at: (t) => ({ p: add(from.p, times(way, t)), q: turned(t) }) };
  }
  const [normal, out] = [random.direction(), random.direction()];
  const u = times(cross(normal, out), far / (2 * norm(cross(normal, out))));
  const v = cross(normal, u);
  const sweep = random.range(0.3, 5.5);
  const place = (t: number): Vec3 => add(minus(from.p, u), add(times(u, Math.cos(sweep * t)), times(v, Math.sin(sweep * t))));
  return { move: { arc: goal(place(1)), through: place(0.4) }, at: (t) => ({ p: place(t), q: turned(t) }) };
}

const startOf = (random: Random, { starts }: Arm) => Float64Array.from(starts, ([lo, hi]) => random.range(lo, hi));
const namesOf = ({ following }: Arm) => following.map((k) => `joint${k}`);
const follow = (arm: Arm, from: Float64Array, moves: readonly ToolMove[], accuracy?: number): RobotPath =>
  toolPath(arm.robot, {
    link: `link${arm.joints.length - 1}`,
    at: arm.at,
    from,
    moves,
    joints: namesOf(arm),
    ...(accuracy && { accuracy }),
  });

/** The path, or null where it cannot be followed. */
function followed(arm: Arm, from: Float64Array, moves: readonly ToolMove[], accuracy?: number): RobotPath | null {
  try {
    return follow(arm, from, moves, accuracy);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/moves\[\d+\]: .*(can be followed up to|singular at its start)/);
    return null;
  }
}

/** Values by the polynomial of a piece. */
function valuesAt({ pieces }: RobotPath, segment: number, t: number): Float64Array {
  const { coefficients, errors } = (pieces ?? [])[segment];
  return errors.map((_, s) => coefficients.subarray(6 * s, 6 * s + 6).reduceRight((sum, x) => sum * t + x, 0));
}

describe.each(Object.entries(ARMS))('%s', (name, arm) => {
  test(`the true values are within the errors told, at every instant of lines and arcs (seed 'tool ${name}')`, () => {
    const random = new Random(`tool ${name}`);
    const seen = { followed: 0, refused: 0, pieces: 0 };
    let nearest = 0;
    for (let round = 0; round < rounds(12, 6); round++) {
      const from = startOf(random, arm);
      const begin = toolAt(arm, from);
      const { move, at } = randomWay(random, arm, begin, random.range(0.05, 0.3));
      const accuracy = 10 ** random.range(-9, -4);
      const path = followed(arm, from, [move], accuracy);
      if (path === null) {
        seen.refused++;
        continue;
      }
      seen.followed++;
      seen.pieces += path.segments;
      // pieces are shares of the move in order; the judge goes along with it, so that it stays on one branch
      let values: Float64Array = from;
      const knots = knotsOf(path, arm, at);
      for (let segment = 0; segment < path.segments; segment++) {
        const [first, last] = [knots[segment], knots[segment + 1]];
        for (let k = 0; k <= 20; k++) {
          const t = k / 20;
          const nominal = valuesAt(path, segment, t);
          const truth = solved(arm, k === 0 && segment > 0 ? values : nominal, at(first + t * (last - first)));
          expect(truth, `round ${round}`).not.toBe(null);
          values = truth as Float64Array;
          const { errors } = (path.pieces ?? [])[segment];
          values.forEach((value, s) => {
            const off = Math.abs(value - nominal[s]);
            // the judge's own doubles, and the knots it finds, add something
            expect(off, `round ${round}, joint ${s}, share ${first + t * (last - first)}`).toBeLessThanOrEqual(errors[s] + 1e-10);
            if (errors[s] > 1e-7) nearest = Math.max(nearest, off / errors[s]);
          });
        }
      }
    }
    expect(seen.followed).toBeGreaterThan(rounds(12, 6) / 4);
    // a bound that is far too wide would pass as well
    expect(nearest).toBeGreaterThan(0.5);
  });
});

/** The shares of a move at which its pieces end: where the judge finds the nominal tool on it. */
function knotsOf(path: RobotPath, arm: Arm, at: (t: number) => Frame): readonly number[] {
  return path.waypoints.map((values, k) => {
    if (k === 0 || k === path.segments) return k === 0 ? 0 : 1;
    const { p } = toolAt(arm, values);
    // golden section over the distance, whose only minimum is there
    let [lo, hi] = [0, 1];
    const ratio = (Math.sqrt(5) - 1) / 2;
    const off = (t: number) => norm(minus(at(t).p, p));
    const grid = Array.from({ length: 201 }, (_, i) => i / 200).reduce((best, t) => (off(t) < off(best) ? t : best), 0);
    [lo, hi] = [Math.max(0, grid - 0.01), Math.min(1, grid + 0.01)];
    for (let i = 0; i < 60; i++) {
      const [a, b] = [hi - ratio * (hi - lo), lo + ratio * (hi - lo)];
      if (off(a) < off(b)) hi = b;
      else lo = a;
    }
    // better by the slope there: the way is smooth
    const t = (lo + hi) / 2;
    const h = 1e-5;
    const slope = times(minus(at(t + h).p, at(t - h).p), 1 / (2 * h));
    return t + dot(minus(p, at(t).p), slope) / dot(slope, slope);
  });
}

/** A judge's link along a path: the true joint values at every time. */
function linkOf(arm: Arm, path: RobotPath, at: (t: number) => Frame, link: number): (time: number, segment: number) => Frame {
  const knots = knotsOf(path, arm, at);
  return (time, segment) => {
    const t = time - segment;
    const share = knots[segment] + t * (knots[segment + 1] - knots[segment]);
    return toolAt(
      arm,
      solved(arm, valuesAt(path, segment, t), at(share)) ?? [],
      link + 1 === arm.joints.length ? arm.joints.length : link + 1,
    );
  };
}

test.each(['ur5', 'scara'])("%s among thin plates: none missed, late or false, by every method (seed 'plates')", (name) => {
  const arm = { ...ARMS[name], at: {} };
  const random = new Random(`plates ${name}`);
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0 };
  const last = arm.joints.length - 1;
  const tool = `link${last}`;
  for (let round = 0; round < rounds(12, 6); round++) {
    const from = startOf(random, arm);
    const { move, at } = randomWay(random, arm, toolAt(arm, from), 0.2);
    const path = followed(arm, from, [move]);
    if (path === null) continue;
    // somewhere beside the way, a millimetre thick
    const shape = box([0.12, 0.12, 0.001]);
    const pose = {
      position: add(at(random.range(0.2, 1)).p, times(random.direction(), random.range(0, 0.25))),
      quaternion: random.quaternion(),
    };
    const others = arm.robot.links.filter((link) => link.name !== tool).map((link) => [link.name, 'plate'] as const);
    const scene = new Scene({ robots: [arm.robot], obstacles: [{ name: 'plate', shape, pose }], self: false, allowed: others });
    const soup = new Soup(arm.robot.links[last].shapes.map(({ shape: mesh, pose: own }) => ({ mesh, ...(own && { pose: own }) })));
    const standing = { p: pose.position, q: pose.quaternion };
    // the tool goes 0.55 in a whole move at most, and turns by 0.75 within a reach of 0.05
    const knots = knotsOf(path, arm, at);
    const pair = new BrutePairOfScene(
      { key: tool, soup, frame: linkOf(arm, path, at, last), fastest: (segment) => 1.5 * (knots[segment + 1] - knots[segment]) },
      { key: 'plate', soup: new Soup([{ mesh: shape }]), frame: () => standing, fastest: () => 0 },
      path.segments,
    );
    const tolerance = 1e-5;
    for (const method of [undefined, hca(), interval()]) {
      const answer = scene.firstContact({ [name]: path }, { tolerance, ...(method && { method }) });
      const what = `round ${round}, ${method?.name ?? 'auto'}`;
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      if (answer.status === 'overlap') continue;
      const hit = pair.firstBelow(0, 0, answer.time, 60);
      expect(hit === null || hit >= answer.time - 1e-9, `${what}: ${answer.status} ${answer.time}, touched at ${hit}`).toBe(true);
      if (answer.status !== 'contact') continue;
      const segment = Math.min(Math.floor(answer.time), path.segments - 1);
      expect(pair.distance(answer.time, segment), what).toBeLessThanOrEqual(tolerance * 1.001);
    }
  }
  expect(seen.unresolved ?? 0).toBe(0);
  expect(Math.min(seen.free, seen.contact)).toBeGreaterThan(rounds(12, 6) / 6);
});

describe('where two features meet', () => {
  const arm = ARMS.ur5;
  const from = Float64Array.of(0.2, -1.2, 1.6, -1, -1.4, 0.3);
  const begin = toolAt(arm, from);
  const away = (way: Vec3): ToolMove => ({ line: { position: add(begin.p, way), quaternion: begin.q } });
  const path = follow(arm, from, [away([0.1, -0.2, 0.1]), { joints: Array.from(from) }, away([-0.1, 0, 0.05])]);
  const wall = { name: 'wall', shape: box([0.2, 0.01, 0.2]), pose: { position: add(begin.p, [0.1, -0.3, 0.1]) } };

  test('moves join, joint moves between lines, and what comes back is where it was', () => {
    expect(path.waypoints.length).toBe(path.segments + 1);
    expect(path.pieces?.length).toBe(path.segments);
    expect(path.straight).toBe(false);
    expect(path.points).toBe(null);
    for (let k = 1; k < path.segments; k++) {
      const [before, after] = [valuesAt(path, k - 1, 1), valuesAt(path, k, 0)];
      const { errors } = (path.pieces ?? [])[k];
      before.forEach((x, s) => {
        expect(Math.abs(x - after[s])).toBeLessThanOrEqual((path.pieces ?? [])[k - 1].errors[s] + errors[s] + 1e-12);
      });
    }
    expect(norm(minus(toolAt(arm, path.configurationAt(path.segments)).p, add(begin.p, [-0.1, 0, 0.05])))).toBeLessThan(1e-7);
    expect(limitFindings(path)).toEqual([]);
  });

  test.each([1e-3, 1000, 1e6])('the unit of length does not matter: × %d', (unit) => {
    const gantry = ARMS.gantry;
    const start = Float64Array.of(0.1, 0.2, 0.1, 0.3, 1.2, -0.4);
    const tool = toolAt(gantry, start);
    const [near, large] = [1, unit].map((u) => {
      const links = gantry.joints.map(({ type, axis, origin }, i) => ({
        name: `link${i}`,
        ...(i > 0 && { parent: `link${i - 1}` }),
        joint: { name: `joint${i}`, type, axis, origin: { position: times(origin.p, u), quaternion: origin.q } },
        shapes: [{ shape: box([0.05 * u, 0.04 * u, 0.06 * u]) }],
      }));
      const robot = new Robot({ name: 'gantry', links });
      const at = { position: times(gantry.at.position as Vec3, u) };
      const from = start.map((x, k) => (gantry.joints[k].type === 'prismatic' ? x * u : x));
      const line = {
        position: times(add(tool.p, [0.5, -0.4, 0.1]), u),
        quaternion: compose({ p: [0, 0, 0], q: about([1, 2, 0], 0.3) }, tool).q,
      };
      const lined = toolPath(robot, { link: 'link5', at, from, moves: [{ line }] });
      const plate = { name: 'plate', shape: box([0.01 * u, 2 * u, 2 * u]), pose: { position: times(add(tool.p, [0.3, 0, 0]), u) } };
      const scene = new Scene({ robots: [robot], obstacles: [plate], self: false });
      return { ...scene.firstContact({ gantry: lined }), segments: lined.segments };
    });
    expect([large.status, large.segments]).toEqual(['contact', near.segments]);
    expect(large.time).toBeCloseTo(near.time, 4);
  });

  test('a base that floats stays where it is, turned as it is', () => {
    const floating = new Robot({
      name: 'cart',
      links: [
        { name: 'base', joint: { name: 'drive', type: 'floating' }, shapes: [{ shape: box(0.1) }] },
        { name: 'slide', parent: 'base', joint: { name: 'x', type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.1) }] },
      ],
    });
    // a quarter turn about z: its own x is the world's y
    const h = Math.SQRT1_2;
    const standing = [1, 2, 3, 0, 0, h, h];
    const turned = { quaternion: [0, 0, h, h] as const };
    const cart = toolPath(floating, {
      link: 'slide',
      from: [...standing, 0],
      moves: [{ line: { position: [1, 3, 3], ...turned } }, { joints: { x: 0.5 } }],
    });
    expect(cart.waypoints.every((at) => standing.every((x, k) => at[k] === x))).toBe(true);
    const wallAt = (y: number) => ({ name: 'wall', shape: box([1, 0.01, 1]), pose: { position: [1, y, 3] as const } });
    const asked = (y: number) =>
      new Scene({ robots: [floating], obstacles: [wallAt(y)], self: false }).firstContact({ cart }, { start: 'leaving' });
    expect(asked(2.8).status).toBe('contact');
    expect(asked(2.8).pair?.map(({ body, link: name }) => name ?? body)).toEqual(['slide', 'wall']);
    expect(asked(3.2).status).toBe('free');
  });

  test('workers answer with the same bits', async () => {
    const scene = new Scene({ robots: [arm.robot], obstacles: [wall], self: false });
    const motions = { ur5: path };
    const own = scene.firstContact(motions, { clearance: 0.07 });
    expect(own.status).toBe('contact');
    const batch = new Batch({ scene, workers: workersHere(1) });
    const sent = await batch.firstContact(motions, { clearance: 0.07 });
    await batch.close();
    expect([sent.status, sent.time, sent.pair]).toEqual([own.status, own.time, own.pair]);
  });

  test('what the hand holds follows the line, not a path through its waypoints', () => {
    const part = { name: 'part', shape: box(0.02), pose: { position: begin.p, quaternion: begin.q } };
    // in the middle of the first line
    const target = { name: 'target', shape: box(0.02), pose: { position: add(begin.p, [0.05, -0.1, 0.05]) } };
    const tool = arm.robot.links[5].name;
    const scene = new Scene({ robots: [arm.robot], bodies: [part], obstacles: [target], self: false });
    const line = follow(arm, from, [away([0.1, -0.2, 0.1])]);
    const answer = scene.firstContact({ ur5: line, part: heldMotion([{ by: tool, from: 0 }]) }, { start: 'leaving' });
    expect(answer.status).toBe('contact');
    expect(answer.pair?.map(({ body, link }) => link ?? body)).toContain('target');
  });

  test('the least distance is that of the line', () => {
    const scene = new Scene({ robots: [arm.robot], obstacles: [wall], self: false });
    const [low, high] = scene.clearance({ ur5: path }).gap;
    const answer = scene.firstContact({ ur5: path }, { clearance: low * 0.999 });
    expect(answer.status).toBe('free');
    expect(scene.firstContact({ ur5: path }, { clearance: high * 1.001 }).status).toBe('contact');
  });
});

describe('what cannot be followed is said', () => {
  const arm = ARMS.ur5;
  const from = Float64Array.of(0.2, -1.2, 1.6, -1, -1.4, 0.3);
  const { p, q } = toolAt(arm, from);
  const here = { position: p, quaternion: q };
  const link = 'link5';
  const cases: readonly (readonly [what: string, call: () => unknown, says: RegExp])[] = [
    [
      'out of reach',
      () => follow(arm, from, [{ line: { ...here, position: [9, 0, 0] } }]),
      /moves\[0\]: the line can be followed up to [\d.]+ % of it/,
    ],
    [
      'the second move',
      () => follow(arm, from, [{ joints: { joint0: 0.3 } }, { line: { ...here, position: [9, 0, 0] } }]),
      /moves\[1\]: the line/,
    ],
    [
      'through a singularity, in the second move',
      () => {
        // the wrist is straight in the middle of the line
        const tool = toolAt(arm, [0.2, -1.2, 1.6, -1, 0, 0.3]);
        const half: Vec3 = [0.06, 0.1, 0.08];
        let values: ArrayLike<number> = [0.2, -1.2, 1.6, -1, 1e-3, 0.3];
        for (let k = 1; k <= 60; k++) values = solved(arm, values, { p: minus(tool.p, times(half, k / 60)), q: tool.q }) ?? [];
        const joints = Object.fromEntries(Array.from(values, (x, k) => [`joint${k}`, x]));
        return follow(arm, from, [{ joints }, { line: { position: add(tool.p, half), quaternion: tool.q } }]);
      },
      /moves\[1\]: the line can be followed up to (49|50)\.\d+ % of it: the joints are singular there; joint '\w+' goes at/,
    ],
    [
      'a singular start',
      () => follow(arm, Float64Array.of(0.2, -1.2, 0, -1, 0, 0.3), [{ line: here }]),
      /moves\[0\]: .*(singular at its start|can be followed up to)/,
    ],
    [
      'seven joints',
      () => toolPath(ARMS.panda.robot, { link: 'link6', from: startOf(new Random('x'), ARMS.panda), moves: [{ line: here }] }),
      /7 joints move the link .*six can follow/,
    ],
    [
      'a joint that is none',
      () => toolPath(arm.robot, { link, from, moves: [{ line: here }], joints: ['elbow'] }),
      /'elbow' is none that turns or slides the link/,
    ],
    [
      'an arc on one line',
      () => follow(arm, from, [{ arc: { ...here, position: add(p, [0.2, 0, 0]) }, through: add(p, [0.1, 0, 0]) }]),
      /lie on one line/,
    ],
    ['no moves', () => follow(arm, from, []), /needs at least one/],
    ['a misspelt move', () => follow(arm, from, [{ lin: here } as never]), /moves\[0\]: unknown key 'lin'/],
    ['no link', () => toolPath(arm.robot, { from, moves: [{ line: here }] } as never), /toolPath must be an object with .*link/],
    [
      'accuracy of nothing',
      () => toolPath(arm.robot, { link, from, moves: [{ line: here }], accuracy: 0 }),
      /accuracy must be a number above 0/,
    ],
    ['a spare joint that follows', () => follow(arm, from, [{ line: here, spare: { joint0: 1 } }]), /follow, and cannot be given/],
    [
      'a SCARA that is to tilt',
      () => {
        const scara = ARMS.scara;
        const start = Float64Array.of(0.3, 1, 0, 0.2);
        const tool = toolAt(scara, start);
        return follow(scara, start, [
          { line: { position: tool.p, quaternion: compose({ p: [0, 0, 0], q: about([1, 0, 0], 0.2) }, tool).q } },
        ]);
      },
      /cannot keep the tool on it|can be followed up to/,
    ],
  ];
  test.each(cases)('%s', (_, call, says) => {
    expect(call).toThrow(InputError);
    expect(call).toThrow(says);
  });
});
