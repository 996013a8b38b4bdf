/** Random chains of joints whose frames may be elsewhere than told, and how near a triangle on them comes: brute force. */
import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { ONE } from '../../../src/proof/fixed.ts';
import { judgeLeaf, Work } from '../../../src/proof/leaf.ts';
import type { Row } from '../../../src/proof/record.ts';
import { turned } from '../../support/brute-force.ts';
import { compose, type Frame } from '../../support/brute-robot.ts';
import { about } from '../robot/follow/arms.ts';
import { base64, HEADER, type Line, problemOf } from './small-proof.ts';

interface Joint {
  readonly at: Vec3;
  readonly axis: Vec3;
  readonly values: readonly [number, number];
  readonly off: readonly number[];
}

const three = (f: () => number): Vec3 => [f(), f(), f()];

/**
 * A leaf of a triangle on a chain and one that stands far away: by how much the two are said to be apart, the largest
 * clearance that the checker proves, and the smallest distance along the direction in any of many motions within.
 */
export function brokenBy(random: Random): { readonly told: number; readonly proven: number; readonly worst: number } {
  const joints = Array.from({ length: 1 + random.integer(4) }, (): Joint => {
    const axis = random.direction() as unknown as Vec3;
    const [kind, angle] = [random.integer(4), random.range(0.001, 0.03)];
    const start = random.range(-2, 2);
    return {
      at: three(() => random.range(-1, 1)),
      axis,
      values: [start, start + random.range(-0.3, 0.3)],
      off: kind === 0 ? [random.range(0, 0.01), angle] : [kind === 1 ? random.range(0, 0.01) : 0, angle, ...axis],
    };
  });
  const corners = [0, 1, 2].map(() => three(() => random.range(-1, 1)));
  const n = three(() => random.integer(200) - 100.5).map((x) => 2 * x);
  const unit = n.map((x) => x / Math.hypot(...n));
  const wall = unit.map((x) => 20 * x);
  const shape = (all: readonly (readonly number[])[]): Line => ({
    kind: 'shape',
    corners: base64(new Float64Array(all.flat())),
    triangles: base64(new Uint32Array([0, 1, 2])),
  });
  const problem = problemOf([
    HEADER,
    shape(corners),
    shape([wall, wall, wall]),
    ...joints.map(({ at, axis, off }, k) => ({
      kind: 'frame',
      parent: k - 1,
      at: [...at, 0, 0, 0, 1],
      moves: 'revolute',
      axis: [...axis],
      value: k,
      off: [...off],
    })),
    { kind: 'body', name: 'a', shape: 0, frame: joints.length - 1 },
    { kind: 'body', name: 'b', shape: 1, frame: -1 },
    { kind: 'pair', a: 0, b: 1 },
  ]);
  const { frames } = problem.segment({ values: joints.map(({ values }) => ({ line: [...values] })) } as Row);
  const [a, b] = problem.bodies;
  const holds = (clearance: number): boolean => {
    const question = { frames, a, b, seenFrom: -1, clearance: BigInt(Math.floor(clearance * 2 ** 60)) << 60n, gap: 0n, until: ONE };
    return judgeLeaf(question, [0, 0], n.map(BigInt), 0n, ONE, new Work(100, Infinity)) === 'proven';
  };
  let [proven, above] = [0, 40];
  for (let k = 0; k < 30; k++) {
    const middle = (proven + above) / 2;
    if (holds(middle)) proven = middle;
    else above = middle;
  }
  const gapAt = (t: number, off: (joint: Joint, k: number) => Frame): number => {
    let frame: Frame = { p: [0, 0, 0], q: [0, 0, 0, 1] };
    joints.forEach((joint, k) => {
      const { at, axis, values } = joint;
      frame = compose(frame, { p: at, q: about(axis, values[0] + t * (values[1] - values[0])) });
      frame = compose(frame, off(joint, k));
    });
    const far = Math.max(...corners.map((x) => turned(frame.q, x).reduce((sum, y, k) => sum + (y + frame.p[k]) * unit[k], 0)));
    return 20 - far;
  };
  const all = Array.from({ length: 65 }, (_, k) => gapAt(k / 64, () => ({ p: [0, 0, 0], q: [0, 0, 0, 1] })));
  const told = Math.min(...all);
  return { told, proven, worst: worstOf(joints, gapAt, unit, all.indexOf(told) / 64, random) };
}

/** From many starts downhill: each frame by itself is put where it is nearest. */
function worstOf(
  joints: readonly Joint[],
  gapAt: (t: number, off: (joint: Joint, k: number) => Frame) => number,
  unit: readonly number[],
  nearest: number,
  random: Random,
): number {
  let worst = Infinity;
  const one = ({ off: [length, angle, ...axis] }: Joint): Frame => {
    const about_ = axis.length > 0 ? (axis as unknown as Vec3) : (random.direction() as unknown as Vec3);
    const p = (random.integer(2) === 0 ? random.direction() : unit).map((x) => (2 * random.integer(2) - 1) * length * x);
    return { p: p as unknown as Vec3, q: about(about_, (2 * random.integer(2) - 1) * angle) };
  };
  for (let start = 0; start < 12; start++) {
    const offs = joints.map(one);
    let t = start < 6 ? nearest : start / 11;
    let gap = gapAt(t, (_, k) => offs[k]);
    for (let step = 0; step < 60; step++) {
      const k = random.integer(joints.length);
      const [before, at] = [offs[k], t];
      offs[k] = one(joints[k]);
      if (step % 4 === 3) t = Math.min(1, Math.max(0, t + random.range(-0.2, 0.2)));
      const next = gapAt(t, (_, j) => offs[j]);
      if (next < gap) gap = next;
      else [offs[k], t] = [before, at];
    }
    worst = Math.min(worst, gap);
  }
  return worst;
}
