/**
 * Mutants of what a proof claims beside its leaves: witnesses, tubes, uncertainty, windows. What is false is found without
 * the checker: by doubles, and by motions within a tube that break a leaf.
 */
import { box, firstContact, rigidMotion } from '../../../src/index.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { recordProof } from '../../../src/prove/index.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { heldMotion } from '../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { turned } from '../../support/brute-force.ts';
import { about } from '../robot/follow/arms.ts';
import { brokenLeaves, type Mutant } from './proof-mutants.ts';
import { cubeLine, HEADER, type Line, proved } from './small-proof.ts';

/** `isFalse`: found to be; false: perhaps it is none the less. */
export interface Claim extends Mutant {
  readonly isFalse: boolean;
}

/** The lines that are written while something is asked. */
export function linesOf(ask: (proof: ReturnType<typeof recordProof>) => unknown): Line[] {
  let text = '';
  ask(
    recordProof((more) => {
      text += more;
    }),
  );
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

const put = (lines: readonly Line[], i: number, values: Line): Line[] => lines.with(i, { ...lines[i], ...values });

/** A contact of two boxes, with other points, another end, or a smaller tolerance. */
export function witnessMutants(random: Random, count: number): { readonly valid: Line[]; readonly mutants: readonly Claim[] } {
  const pose = (x: number) => ({
    position: [x, random.range(-0.3, 0.3), random.range(-0.3, 0.3)] as Vec3,
    quaternion: about(random.direction() as unknown as Vec3, random.range(0, 3)),
  });
  const motions = [rigidMotion(pose(-3), pose(1)), rigidMotion(pose(3), pose(-1))];
  const shapes = [box(1), box([1, 0.5, 2])];
  const [a, b] = shapes.map((shape, k) => ({ name: `${k}`, shape, motion: motions[k] }));
  const tolerance = 1e-6;
  const valid = linesOf((proof) => firstContact(a, b, { proof, tolerance }));
  const last = valid.length - 1;
  const segment = valid.findIndex(({ kind }) => kind === 'segment');
  const corners = valid.flatMap((line) => (line.kind === 'shape' ? [cornersOf(line)] : []));
  const given = valid[last].witness as { a: number; b: number; u: number[]; v: number[] };
  const until = valid[segment].until as number;
  const place = (side: number, triangle: number, weights: readonly number[], t: number): number[] => {
    const { position, quaternion } = poseAt(motions[side], t);
    const sum = weights[0] + weights[1] + weights[2];
    const x = [0, 1, 2].map((k) => [0, 1, 2].reduce((all, c) => all + (weights[c] / sum) * corners[side](triangle, c)[k], 0));
    return turned(quaternion, x as unknown as Vec3).map((y, k) => y + position[k]);
  };
  const triangles = corners.map(({ count: all }) => all);
  const mutants = Array.from({ length: count }, (_, k): Claim => {
    const kind = k % 4;
    const weights = () => [0, 1, 2].map(() => random.integer(1000) + (random.integer(2) === 0 ? 0 : 1));
    const witness =
      kind === 0
        ? { ...given, a: random.integer(triangles[0]) }
        : kind === 1
          ? { ...given, v: weights(), b: random.integer(triangles[1]) }
          : kind === 2
            ? { ...given, u: weights() }
            : given;
    if ([witness.u, witness.v].some((w) => w.every((x) => x === 0))) witness.u[0] = 1;
    const t = kind === 3 ? until * (1 - 2 ** -(1 + random.integer(30))) : until;
    const x = place(0, witness.a, witness.u, t);
    const y = place(1, witness.b, witness.v, t);
    const far = Math.hypot(...x.map((one, i) => one - y[i]));
    const lines = put(put(valid, last, { witness }), segment, { until: t });
    // an end of its own asks for another stream, too: leaves that end behind it
    return { name: `witness ${k}, apart by ${far}`, lines, isFalse: far > tolerance + 1e-9 };
  });
  return { valid, mutants };
}

interface Corners {
  (triangle: number, corner: number): readonly number[];
  readonly count: number;
}

function cornersOf(line: Line): Corners {
  const bytes = (key: string) => new Uint8Array(Buffer.from(line[key] as string, 'base64')).buffer;
  const places = new Float64Array(bytes('corners'));
  const triangles = new Uint32Array(bytes('triangles'));
  const at = (triangle: number, corner: number) => [
    ...places.subarray(3 * triangles[3 * triangle + corner], 3 * triangles[3 * triangle + corner] + 3),
  ];
  return Object.assign(at, { count: triangles.length / 3 });
}

/** Two joints with cubes near a cube that stands; values with tubes, or frames that may be turned: these wider. */
export function tubeMutants(random: Random, count: number): { readonly valid: Line[]; readonly mutants: readonly Claim[] } {
  const isOff = random.integer(2) === 0;
  const error = random.range(0.001, 0.02);
  const joint = (parent: number, x: number, value: number): Line => ({
    kind: 'frame',
    parent,
    at: [x, 0, 0, 0, 0, 0, 1],
    moves: 'revolute',
    axis: [0, value, 1],
    value,
    ...(isOff ? { off: [0, error, 0, value, 1] } : {}),
  });
  const still = [0, 0, 0, 1];
  const y = random.range(3.5, 4.5);
  const start = random.range(0, 0.4);
  const values = [
    [start, random.range(0.5, 0.8)],
    [0, random.range(-0.4, 0.4)],
  ].map((line) => ({ line, ...(isOff ? {} : { error }) }));
  let valid: Line[];
  try {
    valid = proved(
      [
        HEADER,
        cubeLine(0.5),
        joint(-1, 0, 0),
        joint(0, 3, 1),
        { kind: 'frame', parent: -1, at: [2, y, 0, ...still] },
        ...['a', 'b', 'c'].map((name, frame) => ({ kind: 'body', name, shape: 0, frame })),
        { kind: 'pair', a: 1, b: 2 },
        { kind: 'pair', a: 0, b: 2 },
        { kind: 'untested', a: [0], b: [1], by: 'test', why: 'joined' },
      ],
      [{ kind: 'segment', values }],
    );
  } catch (error) {
    if (error instanceof Error && error.message === 'too near for this prover') return tubeMutants(random, count);
    throw error;
  }
  const segment = valid.findIndex(({ kind }) => kind === 'segment');
  const proofs = valid.flatMap((line, i) => (line.kind === 'proof' ? [i] : []));
  const mutants = Array.from({ length: count }, (_, k): Claim => {
    const which = random.integer(2);
    const more = error * 2 ** random.range(0, 8);
    const widened = (lines: readonly Line[]): Line[] =>
      isOff
        ? lines.map((line) => (line.value === which ? { ...line, off: [0, more, ...(line.off as number[]).slice(2)] } : line))
        : put(lines, segment, { values: values.with(which, { ...values[which], error: more }) });
    const range = [error, error].with(which, more);
    // what is off all along by the same is one of the motions within
    const broken = Array.from({ length: 12 }, (_, round) => {
      const by = range.map((one) => one * (round < 4 ? 1 - 2 * ((round >> which) & 1) : random.range(-1, 1)));
      const nominal = valid.map(({ off: _, ...line }) => (line.value === undefined ? line : { ...line, plus: by[line.value as number] }));
      const moved = put(nominal, segment, { values: values.map(({ line }) => ({ line })) });
      return proofs.reduce((sum, proof) => sum + brokenLeaves(moved, proof), 0);
    });
    return { name: `tube ${k} of ${more}`, lines: widened(valid), isFalse: broken.some((one) => one > 0) };
  });
  return { valid, mutants };
}

/** A part that is taken and laid down: windows that are wider, or of nobody. All are false. */
export function windowMutants(random: Random): { readonly valid: Line[]; readonly mutants: readonly Claim[] } {
  const [take, lay] = [random.range(0.1, 0.4), random.range(2.5, 3.5)];
  const cart = new Robot({
    name: 'cart',
    links: [
      { name: 'rail', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box([0.2, 0.2, 0.2], [0, 0, 1.5]) }] },
      { name: 'hand', parent: 'rail', joint: { type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: box(0.2, [0, 0, 0.65]) }] },
    ],
  });
  const table = (name: string, x: number) => ({ name, shape: box([1, 1, 0.2]), pose: { position: [x, 0, 0] as const } });
  const part = { name: 'part', shape: box(0.2), pose: { position: [take, 0, 0.2] as const } };
  const scene = new Scene({ robots: [cart], bodies: [part], obstacles: [table('from', 0), table('onto', 3)], tolerance: 1e-5 });
  const path = cart.path([
    [take, 0.3],
    [take, -0.25],
    [random.range(1, 2), random.range(0.3, 0.5)],
    [lay, -0.25],
    [lay, 0.4],
  ]);
  const motions = { cart: path, part: heldMotion([{ by: 'hand', from: 1, to: 3, onto: ['onto'] }]) };
  const valid = linesOf((proof) => scene.firstContact(motions, { proof }));
  const mutants: Claim[] = [];
  valid.forEach((line, i) => {
    const add = (name: string, values: Line) => mutants.push({ name: `${name} in line ${i}`, lines: put(valid, i, values), isFalse: true });
    if (line.kind === 'proof' && line.leave !== undefined && line.leave !== 1) {
      const leave = line.leave as number;
      for (let k = 0; k < 4; k++) add('leaves later', { leave: leave + (1 - leave) * random.range(0.02, 0.9) });
      add('never leaves', { leave: 1, stream: '' });
      add('nothing shows that it is near', { near: undefined });
    }
    if (line.kind === 'proof' && line.arrive !== undefined && line.arrive !== 0) {
      const arrive = line.arrive as number;
      for (let k = 0; k < 4; k++) add('arrives earlier', { arrive: arrive * random.range(0.1, 0.98) });
      add('nothing shows that it is near', { near: undefined });
      add('near at other times', { near: (line.near as { t: number }[]).map((one) => ({ ...one, t: one.t - 2 ** -7 })) });
    }
    if (line.kind === 'pair' && (line.leave ?? line.arrive) !== undefined) add('nobody said so', { leave: undefined, arrive: undefined });
  });
  return { valid, mutants };
}
