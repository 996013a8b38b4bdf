// Blends against what was published of them, written anew: Pilz' mixture by the source of MoveIt's planner, ABB's
// parabola by the RAPID reference, and every curve between entry, corner and exit. The tool of a gantry is where its
// first three values say, and turned by the other three, so that joint errors are the tube itself.
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import type { BlendKind, LineMove, ToolPathOptions } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm, times } from '../../../support/brute-force.ts';
import { compose } from '../../../support/brute-robot.ts';
import { rounds } from '../../../support/rounds.ts';
import { about } from './arms.ts';
import { gantry } from './gantry.ts';

const robot = gantry();

interface Corner {
  readonly lengths: readonly [number, number];
  readonly ways: readonly [Vec3, Vec3];
  readonly radius: number;
  readonly speeds: readonly [number, number];
  readonly acceleration: number;
  readonly turns: readonly [number, number];
  readonly axes: readonly [Vec3, Vec3];
}

/** From the start at the origin; turns take no longer than ways. */
function corner(random: Random, turning: 'not' | 'about one axis' | 'about two'): Corner {
  const lengths = [random.range(0.1, 0.5), random.range(0.1, 0.5)] as const;
  const axis = random.direction();
  const some = (most: number) => (turning === 'not' ? 0 : random.range(0, most));
  const radius = random.range(0.01, 0.49) * Math.min(...lengths);
  // two turns in so small a zone that slerp is known well
  const most = turning === 'about two' ? 0.3 : 0.8;
  return {
    ...{ lengths, radius, ways: [random.direction(), random.direction()] },
    speeds: [random.range(0.05, 0.6), random.range(0.05, 0.6)],
    acceleration: random.next() < 0.3 ? random.range(5, 50) : random.range(0.1, 2),
    turns: [some(most), some(most)],
    axes: [axis, turning === 'about two' ? random.direction() : axis],
  };
}

const product = (a: Quat, b: Quat): Quat => compose({ p: [0, 0, 0], q: a }, { p: [0, 0, 0], q: b }).q;
const between = (a: Quat, b: Quat): number => {
  const d = product([-a[0], -a[1], -a[2], a[3]], b);
  return 2 * Math.atan2(Math.hypot(d[0], d[1], d[2]), Math.abs(d[3]));
};

function slerp(a: Quat, b: Quat, share: number): Quat {
  const d = product([-a[0], -a[1], -a[2], a[3]], b);
  const half = Math.atan2(Math.hypot(d[0], d[1], d[2]), Math.abs(d[3]));
  if (half < 1e-15) return a;
  const sign = Math.sign(d[3] || 1);
  return product(a, about([sign * d[0], sign * d[1], sign * d[2]], 2 * half * share));
}

/** Where the tool is at a share of the first or second line. */
function onLine({ lengths, ways, turns, axes }: Corner, which: 0 | 1, share: number): { readonly p: Vec3; readonly q: Quat } {
  const p = times(ways[which], lengths[which] * share);
  const q = about(axes[which], turns[which] * share);
  if (which === 0) return { p, q };
  return { p: add(times(ways[0], lengths[0]), p), q: product(q, about(axes[0], turns[0])) };
}

function follow(given: Corner, blends: BlendKind, more: Partial<ToolPathOptions> & { readonly speeds?: boolean } = {}): RobotPath {
  const { speeds = true, ...rest } = more;
  const moves = ([0, 1] as const).map((k): LineMove => {
    const { p: position, q: quaternion } = onLine(given, k, 1);
    return { line: { position, quaternion }, ...(k === 0 && { blend: given.radius }), ...(speeds && { speed: given.speeds[k] }) };
  });
  return toolPath(robot, { link: 'c', from: [0, 0, 0, 0, 0, 0], moves, blends, accuracy: 1e-6, ...rest });
}

/** Rz(a) Ry(b) Rx(c), as the gantry turns. */
const turned = (values: Float64Array): Quat =>
  product(product(about([0, 0, 1], values[3]), about([0, 1, 0], values[4])), about([1, 0, 0], values[5]));

/** How often the tool is not within the errors of where it is to be, at instants of every segment. */
function outside(path: RobotPath, at: (second: number) => { readonly p: Vec3; readonly q: Quat }, random: Random): number {
  let count = 0;
  for (let segment = 0; segment < path.segments; segment++) {
    const errors = path.pieces?.[segment].errors as Float64Array;
    for (const t of [0, random.next(), 1]) {
      const values = path.configurationAt(segment + t);
      const { p, q } = at(path.secondsAt(segment + t));
      const off = between(turned(values), q) > errors[3] + errors[4] + errors[5] + 1e-10;
      if (off || p.some((x, s) => Math.abs(x - values[s]) > errors[s] + 1e-11)) count++;
    }
  }
  return count;
}

/** A move from rest to rest. */
function trapezoid(length: number, speed: number, acceleration: number): { readonly lasts: number; done(t: number): number } {
  const up = Math.min(speed / acceleration, Math.sqrt(length / acceleration));
  const lasts = up + length / (acceleration * up);
  return {
    lasts,
    done: (t) => {
      if (t <= 0 || t >= lasts) return t <= 0 ? 0 : length;
      if (t < up) return (acceleration * t * t) / 2;
      if (t > lasts - up) return length - (acceleration * (lasts - t) ** 2) / 2;
      return acceleration * up * (t - up / 2);
    },
  };
}

/** The second between two at which something increasing reaches a value. */
function reached(value: number, from: number, to: number, at: (second: number) => number): number {
  let [a, b] = [from, to];
  for (let k = 0; k < 200 && b > a; k++) {
    const middle = (a + b) / 2;
    if (at(middle) < value) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

const mixture = (s: number): number => s * s * s * (10 + s * (6 * s - 15));

/** Pilz' curve by seconds, sampled as finely as one likes. */
function pilz(given: Corner): { readonly lasts: number; at(second: number): { readonly p: Vec3; readonly q: Quat } } {
  const { lengths, radius, speeds, acceleration } = given;
  const laws = lengths.map((length, k) => trapezoid(length, speeds[k], acceleration));
  const enters = reached(lengths[0] - radius, 0, laws[0].lasts, laws[0].done);
  const leaves = reached(radius, 0, laws[1].lasts, laws[1].done);
  const mixed = Math.max(laws[0].lasts - enters, leaves);
  const begins = enters + mixed - leaves;
  return {
    lasts: begins + laws[1].lasts,
    at: (second) => {
      const [first, second_] = [
        onLine(given, 0, laws[0].done(second) / lengths[0]),
        onLine(given, 1, laws[1].done(second - begins) / lengths[1]),
      ];
      if (second <= enters) return first;
      if (second >= enters + mixed) return second_;
      const alpha = mixture((second - enters) / mixed);
      return { p: add(first.p, times(minus(second_.p, first.p), alpha)), q: slerp(first.q, second_.q, alpha) };
    },
  };
}

describe('Pilz', () => {
  test.each(['not', 'about one axis', 'about two'] as const)("corners turned %s: curve and duration (seed 'pilz')", (turning) => {
    const random = new Random(`pilz ${turning}`);
    let [seen, blends] = [0, 0];
    for (let k = 0; k < rounds(turning === 'not' ? 1000 : 500, 40); k++) {
      const given = corner(random, turning);
      const { acceleration } = given;
      const truth = pilz(given);
      const path = follow(given, 'pilz', { pace: { acceleration } });
      expect(Math.abs((path.times?.at(-1) as number) - truth.lasts), `corner ${k}`).toBeLessThan(1e-9 * truth.lasts);
      expect(outside(path, truth.at, random), `corner ${k}`).toBe(0);
      seen++;
      blends += path.pieces?.filter(({ of }) => of?.kind === 'blend').length ?? 0;
    }
    expect(blends).toBeGreaterThan(2 * seen);
  });

  test("is what the planner's samples come near to (seed 'samples')", () => {
    const random = new Random('samples');
    for (let k = 0; k < 50; k++) {
      const given = corner(random, 'about two');
      const { lengths, radius, speeds, acceleration, turns } = given;
      const laws = lengths.map((length, i) => trapezoid(length, speeds[i], acceleration));
      const step = Math.min(laws[0].lasts, laws[1].lasts) / 5000;
      const samples = laws.map(({ lasts, done }, i) =>
        Array.from({ length: Math.floor(lasts / step) + 2 }, (_, j) => onLine(given, i as 0 | 1, done(j * step) / lengths[i])),
      );
      const center = onLine(given, 0, 1).p;
      const [first, second] = samples;
      const isIn = ({ p }: { readonly p: Vec3 }) => norm(minus(p, center)) <= radius;
      const enter = first.findIndex((one, j) => j > 0 && isIn(one) && !isIn(first[j - 1]));
      const leave = second.findIndex((one, j) => isIn(one) && !isIn(second[j + 1]));
      const align = first.length - enter > leave + 1 ? first.length - leave - 1 : enter;
      const count = leave + align - enter + 1;
      const path = follow(given, 'pilz', { pace: { acceleration } });
      const speed = Math.max(...speeds);
      // three samples, of the ways and of the mixture
      const near = 3 * step * (speed + (2 * radius * 1.875) / (count * step)) + 1e-6;
      const spin = near * (Math.max(turns[0], turns[1]) / Math.min(...lengths)) + 3 / count + 1e-6;
      for (let i = 0; i < count; i += Math.ceil(count / 40)) {
        const one = first[Math.min(enter + i, first.length - 1)];
        const other = second[Math.max(0, enter + i - align)];
        const alpha = mixture((i + 1) / count);
        const values = configurationAtSecond(path, (enter + i) * step);
        const p = add(one.p, times(minus(other.p, one.p), alpha));
        expect(norm(minus([values[0], values[1], values[2]], p)), `corner ${k}, sample ${i}`).toBeLessThan(near);
        expect(between(turned(values), slerp(one.q, other.q, alpha)), `corner ${k}, sample ${i}`).toBeLessThan(spin);
      }
      const whole = (align + second.length - 1) * step;
      expect(Math.abs((path.times?.at(-1) as number) - whole)).toBeLessThan(4 * step);
    }
  });

  test('several in one run, and joints that do not follow', () => {
    const seven = new Robot({
      name: 'redundant',
      links: [
        ...gantry().links.map(({ name, joint, shapes }, k, all) => ({
          ...{ name, shapes, ...(k > 0 && { parent: all[k - 1].name }) },
          joint: { name: joint.name, type: joint.type, axis: joint.axis },
        })),
        { name: 'side', parent: 'z', joint: { name: 'side', type: 'revolute' as const, axis: [1, 0, 0] as const } },
      ],
    });
    const speed = 0.25;
    const acceleration = 0.5;
    const path = toolPath(seven, {
      ...{ link: 'c', from: [0, 0, 0, 0, 0, 0, 0], joints: ['x', 'y', 'z', 'a', 'b', 'c'], blends: 'pilz', pace: { speed, acceleration } },
      moves: [
        { line: { position: [0.2, 0, 0] }, blend: 0.05, spare: { side: 1 } },
        { line: { position: [0.2, 0.2, 0] }, blend: 0.03, spare: { side: 2 } },
        { line: { position: [0.2, 0.2, 0.2] } },
      ],
    });
    // three rests, overlapped twice
    const one = 0.2 / speed + speed / acceleration;
    const lasts = 3 * one - Math.sqrt((2 * 0.05) / acceleration) - Math.sqrt((2 * 0.03) / acceleration);
    expect(path.times?.at(-1)).toBeCloseTo(lasts, 9);
    expect(path.configurationAt(path.segments)[6]).toBeCloseTo(2, 9);
    // the other joint goes on as the tool does: x and y are shares of its ways
    for (let k = 0; k < 40; k++) {
      const values = configurationAtSecond(path, (k / 40) * lasts);
      if (values[1] < 0.16) expect(values[6]).toBeCloseTo((values[0] + values[1]) / 0.2, 6);
    }
  });

  test("a pin on Pilz' way is touched, also where the parabola passes by", () => {
    const cube = gantryWithCube();
    const make = (blends: BlendKind) =>
      toolPath(cube, {
        ...{ link: 'c', from: [-0.2, 0, 0, 0, 0, 0], blends, pace: { speed: 0.25, acceleration: 0.5 } },
        moves: [{ line: { position: [0, 0, 0] }, blend: 0.05 }, { line: { position: [0, 0.2, 0] } }],
      });
    const scene = new Scene({
      robots: [cube],
      obstacles: [{ name: 'pin', shape: sphere(0.0002), pose: { position: [0.0127, -0.0127, 0] } }],
    });
    expect(scene.firstContact({ gantry: make('parabola') }).status).toBe('free');
    expect(scene.firstContact({ gantry: make('pilz') }).status).toBe('contact');
  });

  test('profiles that nobody knows, and turns that are too large, are refused by name', () => {
    const given = corner(new Random('refused'), 'not');
    const message =
      /moves\[0\]: blend: blends of kind 'pilz' mix both moves while they slow down and speed up: give speed and acceleration/;
    expect(() => follow(given, 'pilz', { speeds: false })).toThrow(message);
    expect(() => follow(given, 'pilz')).toThrow(message);
    const turns = {
      ...given,
      radius: 0.49 * Math.min(...given.lengths),
      turns: [1.5, 1.5],
      axes: [
        [0, 0, 1],
        [0, 1, 0],
      ],
    } as const;
    expect(() => follow(turns, 'pilz', { pace: { acceleration: 1 } })).toThrow(
      /moves\[0\]: blend: turns by .* radians within it about two axes/,
    );
  });
});

function gantryWithCube(): Robot {
  const { links } = gantry();
  return new Robot({
    name: 'gantry',
    links: links.map(({ name, joint }, k) => ({
      ...{ name, ...(k > 0 && { parent: links[k - 1].name }), joint: { name: joint.name, type: joint.type, axis: joint.axis } },
      ...(k === 5 && { shapes: [{ shape: box(0.04) }] }),
    })),
  });
}

function configurationAtSecond(path: RobotPath, second: number): Float64Array {
  const seconds = path.times as readonly number[];
  const segment = Math.max(
    0,
    Math.min(
      path.segments - 1,
      seconds.findLastIndex((time) => time <= second),
    ),
  );
  return path.configurationAt(segment + Math.min(1, (second - seconds[segment]) / (seconds[segment + 1] - seconds[segment])));
}

describe('ABB', () => {
  /** How long a way takes that is entered and left at given speeds, and how far one is on it. */
  const ramp = (way: number, enter: number, leave: number, speed: number, a: number) => {
    const peak = Math.max(enter, leave, Math.min(speed, Math.sqrt(a * way + (enter * enter + leave * leave) / 2)));
    const [up, down] = [(peak - enter) / a, (peak - leave) / a];
    const even = Math.max(0, (way - ((enter + peak) / 2) * up - ((leave + peak) / 2) * down) / peak);
    const lasts = up + even + down;
    return {
      lasts,
      done: (t: number) => {
        if (t < up) return enter * t + (a * t * t) / 2;
        if (t < up + even) return ((enter + peak) / 2) * up + peak * (t - up);
        return way - (leave * (lasts - t) + (a * (lasts - t) ** 2) / 2);
      },
    };
  };

  test.each(['not', 'about one axis', 'about two'] as const)("parabolas turned %s: curve and duration (seed 'abb')", (turning) => {
    const random = new Random(`abb ${turning}`);
    for (let k = 0; k < rounds(turning === 'not' ? 1000 : 500, 40); k++) {
      const given = corner(random, turning);
      const { lengths, radius, speeds, acceleration: a, turns, axes } = given;
      const ways = lengths.map((length) => length - radius);
      const speed = Math.min(...speeds, ...ways.map((way) => Math.sqrt(2 * a * way)));
      const [first, second] = [ramp(ways[0], 0, speed, speeds[0], a), ramp(ways[1], speed, 0, speeds[1], a)];
      const zone = (2 * radius) / speed;
      const [entry, exit] = [onLine(given, 0, 1 - radius / lengths[0]), onLine(given, 1, radius / lengths[1])];
      const middle = onLine(given, 0, 1).p;
      const path = follow(given, 'parabola', { pace: { acceleration: a } });
      expect(Math.abs((path.times?.at(-1) as number) - (first.lasts + zone + second.lasts)), `corner ${k}`).toBeLessThan(1e-9);
      const at = (t: number): { readonly p: Vec3; readonly q: Quat } => {
        if (t <= first.lasts) return onLine(given, 0, first.done(t) / lengths[0]);
        if (t >= first.lasts + zone)
          return onLine(given, 1, (radius + second.done(Math.min(second.lasts, t - first.lasts - zone))) / lengths[1]);
        const u = (t - first.lasts) / zone;
        const p = add(add(times(entry.p, (1 - u) ** 2), times(middle, 2 * u * (1 - u))), times(exit.p, u * u));
        // the first turn slows down as (1 − u)², the second begins as u² and comes after it, about an axis of the frame
        const own = about(axes[0], (turns[0] * radius * u * (2 - u)) / lengths[0]);
        const other = about(axes[1], (turns[1] * radius * u * u) / lengths[1]);
        return { p, q: product(other, product(own, entry.q)) };
      };
      expect(outside(path, at, random), `corner ${k}`).toBe(0);
    }
  });
});

test("triangles: what is between entry, corner and exit is in the tube (seed 'triangle')", () => {
  const random = new Random('triangle');
  let far = 0;
  for (let k = 0; k < rounds(2000, 150); k++) {
    const given = corner(random, 'not');
    const path = follow(given, 'triangle', { speeds: false, accuracy: 1e-3 });
    const [entry, exit] = [onLine(given, 0, 1 - given.radius / given.lengths[0]).p, onLine(given, 1, given.radius / given.lengths[1]).p];
    const middle = onLine(given, 0, 1).p;
    for (let i = 0; i < 5; i++) {
      // the corner itself, the middle between entry and exit, and others
      const [a, b] = i < 2 ? [i / 2, 1 - i / 2] : [random.next(), random.next()].sort((x, y) => x - y);
      const p = add(add(times(entry, a), times(middle, b - a)), times(exit, 1 - b));
      let least = Infinity;
      path.pieces?.forEach(({ of, errors }, segment) => {
        if (of?.kind !== 'blend') return;
        for (let j = 0; j <= 64; j++) {
          const values = path.configurationAt(segment + j / 64);
          least = Math.min(least, Math.max(...p.map((x, s) => Math.abs(x - values[s]) - errors[s])));
        }
      });
      // between two instants of the search
      expect(least, `corner ${k}`).toBeLessThan(given.radius / 16);
      far = Math.max(far, least);
    }
  }
  expect(far).toBeLessThan(0.005);
});
