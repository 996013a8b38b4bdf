/** What the programs say about chains, case by case, against doubles and against their twin. */
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { sinCos } from '../../../../src/math/trig.ts';
import { randomScene, type SceneShape } from '../../../property/random-robots.ts';
import { minus, norm } from '../../../support/brute-force.ts';
import { askKernel } from './kernel.ts';
import { SmallBatch } from './small-batch.ts';
import { ChainTwin, twinLengthBound, twinSineCosine } from './twin/chain-twin.ts';
import { Float32, type V } from './twin/float32.ts';

const PLAIN = new Float32();

/** The largest errors of sine and cosine together, and the largest difference from the twin. */
export async function checkSines(gpu: Gpu, random: Random, count: number): Promise<{ readonly most: number; readonly differ: number }> {
  const cases = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) {
    cases[2 * i] = angleAt(random, i);
    cases[2 * i + 1] = random.integer(8);
  }
  const answers = await askKernel(
    gpu,
    'let sc = sineCosine(cases[c], u32(cases[c + 1u])); out[o] = sc.x; out[o + 1u] = sc.y;',
    cases,
    2,
    2,
  );
  let [most, differ] = [0, 0];
  for (let i = 0; i < count; i++) {
    const truth = turnedSine(cases[2 * i], cases[2 * i + 1]);
    const twin = twinSineCosine(cases[2 * i], cases[2 * i + 1], Math.fround);
    for (const [s, c] of [[answers[2 * i], answers[2 * i + 1]], twin]) most = Math.max(most, Math.hypot(s - truth[0], c - truth[1]));
    differ = Math.max(differ, Math.hypot(answers[2 * i] - twin[0], answers[2 * i + 1] - twin[1]));
  }
  return { most, differ };
}

/** Lengths below the true one, and how many are much above. */
export async function checkLengths(gpu: Gpu, random: Random, count: number): Promise<{ readonly below: string[]; readonly wide: number }> {
  const cases = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) cases.set(vectorAt(random, i), 3 * i);
  const answers = await askKernel(gpu, 'out[o] = lengthBound(point(c));', cases, 3, 1);
  const below: string[] = [];
  let wide = 0;
  for (let i = 0; i < count; i++) {
    const v: V = [cases[3 * i], cases[3 * i + 1], cases[3 * i + 2]];
    const truth = Math.hypot(...v);
    for (const bound of [answers[i], twinLengthBound(v, PLAIN)]) {
      if (!(bound >= truth)) below.push(`${v}`);
      if (bound > truth * (1 + 2e-5) && truth > 1e-14) wide++;
    }
  }
  return { below, wide };
}

/** What is wrong; and the largest shares: of the error told, of the difference from the twin in it, of the acceleration told, of the way. */
export interface ChainCheck {
  readonly faults: readonly string[];
  readonly closest: number;
  readonly differ: number;
  readonly boundsDiffer: number;
  readonly fastest: number;
  readonly farthest: number;
}

export async function checkChains(gpu: Gpu, random: Random, count: number): Promise<ChainCheck> {
  const times = 100;
  const faults: string[] = [];
  let [done, closest, differ, boundsDiffer, fastest, farthest, scenes] = [0, 0, 0, 0, 0, 0, 0];
  while (done < count) {
    const batch = chainBatch(random, scenes++);
    if (batch === null) continue;
    const { model } = batch;
    const tasks = model.tasks.length;
    const cases = new Float32Array(6 * tasks * times);
    const at: { task: number; t: number; v: Vec3; half: number }[] = [];
    for (let task = 0; task < tasks; task++)
      for (let k = 0; k < times; k++) {
        const { positions } = batch.moving(task);
        const o = 3 * random.integer(positions.length / 3);
        const v: Vec3 = [positions[o], positions[o + 1], positions[o + 2]];
        const t = k < 3 ? [0, 1, 0.5][k] : random.integer(2 ** 20 + 1) / 2 ** 20;
        // all of the motion every other time, else what is around t
        const half = k % 2 === 0 ? Math.min(t, 1 - t) : Math.fround(random.next() * Math.min(t, 1 - t));
        cases.set([task, t, ...batch.inModel(task, v), half], 6 * at.length);
        at.push({ task, t, v, half });
      }
    const answers = await askKernel(gpu, POSE_ENTRY, cases, 6, 13, { model: model.model, motions: batch.packed });
    const twin = new ChainTwin(model.model, PLAIN);
    twin.take(batch.packed);
    for (const [i, { task, t, v, half }] of at.entries()) {
      const truth = batch.truth(task, t, v);
      const bounds = twin.boundsOf(32 * task, 0, t, half);
      const corner: V = [cases[6 * i + 2], cases[6 * i + 3], cases[6 * i + 4]];
      const own = twin.place(twin.poseAt(32 * task, 0, t), corner);
      const [x, y, z, a0, a1, error, turned, rounded, size, ...ball] = answers.subarray(13 * i, 13 * i + 13);
      const way = ball[3];
      const middle: Vec3 = [ball[0], ball[1], ball[2]];
      const what = `scene ${scenes}, task ${task}, t ${t} ± ${half}`;
      const off = norm(minus([x, y, z], truth));
      if (!(off <= error)) faults.push(`${what}: off by ${off}, told ${error}`);
      if (!(norm(minus(own, truth)) <= bounds.error)) faults.push(`${what}: the twin is off by more than ${bounds.error}`);
      if (!(Math.max(...truth.map(Math.abs)) <= size)) faults.push(`${what}: farther away than ${size}`);
      closest = Math.max(closest, off / error);
      differ = Math.max(differ, norm(minus([x, y, z], own)) / error);
      const { a0: b0, a1: b1 } = bounds;
      for (const [p, q] of [
        [a0, b0],
        [a1, b1],
        [error, bounds.error],
        [turned, bounds.turned],
        [rounded, bounds.rounded],
        [size, bounds.size],
        [way, bounds.way],
      ])
        boundsDiffer = Math.max(boundsDiffer, Math.abs(p - q) / Math.max(p, q, 1e-9));
      // within the body's radius of its origin, which goes no farther
      const far = error + 16 * 2 ** -23 * size;
      for (const s of [t - half, t, t + half * random.range(-1, 1), t + half])
        for (const [p, goes] of [
          [middle, way],
          [bounds.middle, bounds.way],
        ] as const) {
          const away = norm(minus(batch.truth(task, s, v), [...p])) - norm([...corner]);
          if (!(away <= goes + far)) faults.push(`${what}: ${away} from where its middle is at ${t}, told ${goes}`);
          if (s !== t && goes > 0) farthest = Math.max(farthest, away / (goes + far));
        }
      // how the point turns away from its chord, over a short while
      const h = 2 ** -8;
      if (i % 4 !== 0 || half < h) continue;
      const [before, here, after] = [t - h, t, t + h].map((s) => batch.truth(task, s, v));
      const bent = norm(minus(minus(after, here), minus(here, before))) / (h * h);
      const most = a0 + a1 * norm(corner as unknown as Vec3);
      if (!(bent <= most + 1e-8)) faults.push(`${what}: bends by ${bent}, told ${most}`);
      fastest = Math.max(fastest, bent / (most + 1e-8));
    }
    done += at.length;
  }
  return { faults, closest, differ, boundsDiffer, fastest, farthest };
}

const POSE_ENTRY = `
  let task = u32(cases[c]) * TASK;
  put3(o, place(poseAt(task, 0u, cases[c + 1u]), point(c + 2u)));
  let b = boundsOf(task, 0u, cases[c + 1u], cases[c + 5u]);
  put3(o + 3u, vec3f(b.a0, b.a1, b.error));
  put3(o + 6u, vec3f(b.turned, b.rounded, b.size));
  put3(o + 9u, b.middle);
  out[o + 12u] = b.way;`;

const SHAPES: readonly SceneShape[] = [
  { links: 4 },
  { links: 3, turn: 25 },
  { links: 4, types: ['revolute'], robots: 2 },
  { links: 3, types: ['floating', 'revolute', 'planar'] },
  { links: 4, types: ['prismatic', 'revolute'], mimic: 0.6 },
  { links: 2, bodies: 2 },
  { links: 6, types: ['revolute', 'continuous'] },
];

function chainBatch(random: Random, number: number): SmallBatch | null {
  const shape = SHAPES[number % SHAPES.length];
  const base = {
    position: [0, 0, 0].map(() => random.pick([0, 1, 100]) * random.range(-1, 1)) as unknown as Vec3,
    quaternion: random.quaternion(),
  };
  const spec = randomScene(random, { obstacles: 2, most: 3, clear: 0, ...shape, base, segments: 1, kinds: ['path'] });
  const batch = new SmallBatch(spec);
  return batch.fits && batch.model.tasks.length > 0 ? batch : null;
}

/** Everywhere up to 64, close to multiples of quarters of a turn, tiny ones, the largest. */
function angleAt(random: Random, i: number): number {
  switch (i % 4) {
    case 0:
      return random.range(-64, 64);
    case 1:
      return ((random.integer(81) - 40) * Math.PI) / 2 + random.range(-1, 1) * 10 ** random.range(-8, 0);
    case 2:
      return ((random.integer(81) - 40.5) * Math.PI) / 2 + random.range(-1, 1) * 10 ** random.range(-8, 0);
    default:
      return random.range(-1, 1) * 10 ** random.range(-12, 0.3);
  }
}

function turnedSine(angle: number, quarters: number): readonly [number, number] {
  const out = new Float64Array(2);
  sinCos(angle, out, 0);
  const [s, c] = out;
  return (
    [
      [s, c],
      [c, -s],
      [-s, -c],
      [-c, s],
    ] as const
  )[quarters % 4];
}

/** Of all sizes that a scaled scene has, along axes, with parts that vanish beside others. */
function vectorAt(random: Random, i: number): readonly number[] {
  const size = 2 ** random.range(-30, 6);
  const v = random.direction().map((x) => Math.fround(x * size));
  if (i % 4 === 1) v[random.integer(3)] = 0;
  if (i % 4 === 2) v[random.integer(3)] *= 2 ** -random.integer(60);
  if (i % 8 === 3) return [0, 0, 0].map((_, k) => (k === i % 3 ? v[k] : 0));
  if (i % 1000 === 7) return [0, 0, 0];
  return v;
}
