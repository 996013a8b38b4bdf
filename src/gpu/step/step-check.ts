/**
 * Before anything is asked of a device it does two small steps that are known: what it leaves must hold every contact,
 * and little else. How long they take, here and on the processor, is what sizes are estimated from.
 */
import { milliseconds } from '../../contact/budget.ts';
import { Random } from '../../math/random.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { EDGE_EDGE, EDGE_FACE, FOUND, VERTEX_FACE } from '../../soft/found-contacts.ts';
import { linearMotion } from '../../soft/linear-motion.ts';
import { type StepAsked, type StepMotions, StepQuery } from '../../soft/step-query.ts';
import type { StepPairs } from '../../soft/step-search.ts';
import type { Gpu } from '../device/gpu.ts';
import { GpuFault } from '../device/gpu-fault.ts';
import { FILTER_MARGINS, StepTwin } from '../twin/step-twin.ts';
import { DEEPEST } from './step-device.ts';
import { StepFinder } from './step-finder.ts';
import { StepNumbers } from './step-numbers.ts';

/** Milliseconds of a step: once whatever its size, and more by the triangle; of the device and of the processor. */
export interface StepCheck {
  readonly once: number;
  readonly each: number;
  readonly processorEach: number;
}

/** Squares along a side of the sheets. */
const SMALL = 8;
const LARGE = 30;
/** Beside a contact, as many again may be left; more is a filter that does not filter. */
const MOST_LEFT = 3;
/** Ends of time that the device and its twin may differ by: where a margin is met but for rounding. */
const SAME_TIME = 4 * 2 ** -DEEPEST;
/** Converting and copying the numbers of a triangle, at least. */
const LEAST_EACH = 2e-5;

const soundness: WeakMap<object, Promise<Timed>> = new WeakMap();
const checks: WeakMap<object, Promise<StepCheck>> = new WeakMap();

/** Throws a GpuFault where the device is wrong; once a device. */
export async function requireSound(gpu: Gpu): Promise<void> {
  await kept(soundness, gpu, () => checkSheets(gpu, SMALL));
}

/** Also how fast it is; once a device. */
export function measureDevice(gpu: Gpu): Promise<StepCheck> {
  return kept(checks, gpu, async () => {
    await requireSound(gpu);
    // a second time, when all is compiled
    const small = await checkSheets(gpu, SMALL);
    const large = await checkSheets(gpu, LARGE);
    const each = Math.max(LEAST_EACH, (large.gpu - small.gpu) / (large.triangles - small.triangles));
    return { once: Math.max(0, small.gpu - each * small.triangles), each, processorEach: large.processor / large.triangles };
  });
}

function kept<T>(results: WeakMap<object, Promise<T>>, { device }: Gpu, make: () => Promise<T>): Promise<T> {
  const known = results.get(device);
  if (known !== undefined) return known;
  const made = make();
  results.set(device, made);
  made.catch(() => results.delete(device));
  return made;
}

interface Timed {
  readonly triangles: number;
  readonly gpu: number;
  readonly processor: number;
}

async function checkSheets(gpu: Gpu, side: number): Promise<Timed> {
  const { mesh, motions } = sheets(side);
  const query = new StepQuery([{ shape: mesh }]);
  let processor = Infinity;
  let truth = query.contacts(motions);
  for (let round = 0; round < 2; round++) {
    const since = milliseconds();
    truth = query.contacts(motions);
    processor = Math.min(processor, milliseconds() - since);
  }
  const finder = await StepFinder.make(gpu, query);
  try {
    let fastest = Infinity;
    for (let round = 0; round < 2; round++) {
      const since = milliseconds();
      const asked = query.asked(motions, {}, false);
      const { pairs, left } = await finder.find(asked);
      const answer = query.answerPairs(asked, pairs);
      fastest = Math.min(fastest, milliseconds() - since);
      const same = JSON.stringify(answer.contacts) === JSON.stringify(truth.contacts);
      if (!same || left > MOST_LEFT * truth.contactCount || !agreesWithTwin(query, asked, pairs))
        throw new GpuFault(
          'wrong',
          `the graphics device answers a known step wrongly (${answer.contactCount} of ${truth.contactCount} contacts)`,
        );
    }
    return { triangles: mesh.triangleCount, gpu: fastest, processor };
  } finally {
    finder.destroy();
  }
}

/** Are the times until which pairs are free those of the twin? */
function agreesWithTwin({ sides }: StepQuery, { frames }: StepAsked, { count, features, freeUntil }: StepPairs): boolean {
  const { mesh, edges } = sides[0].shape;
  const numbers = new StepNumbers(mesh.vertexCount);
  numbers.take(frames);
  const twin = new StepTwin({ ...FILTER_MARGINS, eps2: numbers.margins([0]).eps2 });
  const corners = new Float32Array(24);
  for (let i = 0, o = 0; i < count; i++, o += FOUND) {
    const kind = features[o + 4];
    if (kind === EDGE_FACE) continue;
    const [a, b] = [features[o + 1], features[o + 3]];
    const four =
      kind === VERTEX_FACE
        ? [a, ...mesh.indices.subarray(3 * b, 3 * b + 3)]
        : [...edges.ends.subarray(2 * a, 2 * a + 2), ...edges.ends.subarray(2 * b, 2 * b + 2)];
    four.forEach((v, k) => {
      corners.set(numbers.positions.subarray(6 * v, 6 * v + 3), 3 * k);
      corners.set(numbers.positions.subarray(6 * v + 3, 6 * v + 6), 12 + 3 * k);
    });
    if (Math.abs(twin.pair(corners, kind === EDGE_EDGE, 0, DEEPEST).until - freeUntil[i]) > SAME_TIME) return false;
  }
  return true;
}

/** Two rough sheets, one of which sinks into the other; some edges go through faces already. */
function sheets(side: number): { readonly mesh: TriangleMesh; readonly motions: StepMotions } {
  const random = new Random(`check of ${side}`);
  const row = side + 1;
  const before: number[] = [];
  const after: number[] = [];
  const indices: number[] = [];
  for (const level of [0, 1]) {
    const first = before.length / 3;
    for (let i = 0; i < row * row; i++) {
      const [x, y] = [i % row, Math.floor(i / row)];
      before.push(x + 0.37 * level, y + 0.21 * level, level * 0.9 + random.range(-0.6, 0.6));
      after.push(
        x + 0.37 * level + random.range(-0.2, 0.2),
        y + 0.21 * level + random.range(-0.2, 0.2),
        level * 0.3 + random.range(-0.3, 0.3),
      );
    }
    for (let i = 0; i < side * side; i++) {
      const p = first + (i % side) + row * Math.floor(i / side);
      indices.push(p, p + 1, p + row, p + 1, p + row + 1, p + row);
    }
  }
  const positions = Float64Array.from(before);
  return { mesh: new TriangleMesh(positions, indices, { name: 'sheets' }), motions: linearMotion(positions, Float64Array.from(after)) };
}
