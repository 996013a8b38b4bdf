import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUFFER, Gpu } from '../../../../src/gpu/device/gpu.ts';
import { FILTER_MARGINS, type FilterMargins, StepTwin, type Vector } from '../../../../src/gpu/twin/step-twin.ts';
import filterText from '../../../../src/gpu/wgsl/step-filter.wgsl?raw';
import sceneText from '../../../../src/gpu/wgsl/step-scene.wgsl?raw';
import { Random } from '../../../../src/math/random.ts';
import { elementary } from '../../../../src/soft/index.ts';
import { directed, randomRounding } from '../../../support/bad-rounding.ts';
import { rounds } from '../../../support/rounds.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';
import { EPS2, type FilterCase, filterCases, piercingCases } from './filter-cases.ts';

const DEEPEST = 8;
const MARGINS: FilterMargins = { ...FILTER_MARGINS, eps2: [EPS2, EPS2, EPS2] };

const PROGRAM = `
@group(0) @binding(1) var<storage, read> cases: array<f32>;
@group(0) @binding(2) var<storage, read_write> answers: array<f32>;

fn corner(i: u32, k: u32) -> vec3f { return vec3f(cases[26u * i + 3u * k], cases[26u * i + 3u * k + 1u], cases[26u * i + 3u * k + 2u]); }

@compute @workgroup_size(64) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = group.x * 64u + lane;
  if (26u * i >= arrayLength(&cases)) { return; }
  let keep = cases[26u * i + 24u];
  let kind = cases[26u * i + 25u];
  let a = corner(i, 0u);
  let b = corner(i, 1u);
  let c = corner(i, 2u);
  let d = corner(i, 3u);
  let e = corner(i, 4u);
  let f = corner(i, 5u);
  let g = corner(i, 6u);
  let h = corner(i, 7u);
  if (kind == 2.0) {
    answers[3u * i] = select(0.0, 1.0, mayPierce(a, b, c, d, e));
    return;
  }
  var apart = apartOnAxis(a, a, min(min(b, c), d), max(max(b, c), d), e, e, min(min(f, g), h), max(max(f, g), h), keep);
  var hull = hullOfVertexFace(a, b, c, d, e, f, g, h, keep);
  if (kind == 1.0) {
    apart = apartOnAxis(min(a, b), max(a, b), min(c, d), max(c, d), min(e, f), max(e, f), min(g, h), max(g, h), keep);
    hull = hullOfEdges(a, b, c, d, e, f, g, h, keep);
  }
  answers[3u * i] = select(0.0, 1.0, apart);
  answers[3u * i + 1u] = select(0.0, 1.0, isFreeAtOnce(hull));
  answers[3u * i + 2u] = freeUntil(hull, 8u);
}`;

describe.skipIf(NO_GPU !== null)('the filter on a device', () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  async function ask(cases: Float32Array<ArrayBuffer>): Promise<Float32Array> {
    const count = cases.length / 26;
    const scene = gpu.buffer('scene', 192, BUFFER.uniform | BUFFER.copyTarget);
    const words = new Float32Array(48);
    words.fill(EPS2, 8, 11);
    gpu.write(scene, words);
    const input = gpu.filled('cases', cases);
    const output = gpu.storage('answers', 12 * count);
    const { pipeline, bind } = await gpu.program('filter', [sceneText, filterText, PROGRAM], 'main');
    await gpu.guarded(() => {
      const encoder = gpu.device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bind([scene, input, output]));
      pass.dispatchWorkgroups(...Gpu.workgroups(Math.ceil(count / 64)));
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    });
    const answers = new Float32Array(await gpu.read(output, 12 * count));
    for (const buffer of [scene, input, output]) buffer.destroy();
    return answers;
  }

  for (const withClearance of [false, true]) {
    const count = rounds(10_000);
    test(`${count} pairs${withClearance ? ' with a clearance' : ''}: no contact is dropped, and the twin agrees (seed 'filter')`, async () => {
      const random = new Random(`filter ${withClearance}`);
      let [hits, dropped, differs, judged] = [0, 0, 0, 0];
      for (let done = 0; done < count; done += 10_000) {
        const cases = filterCases(random, Math.min(10_000, count - done), withClearance);
        const packed = new Float32Array(26 * cases.length);
        cases.forEach(({ points, keep, kind }, i) => {
          packed.set(points, 26 * i);
          packed[26 * i + 24] = keep;
          packed[26 * i + 25] = kind === 'edge-edge' ? 1 : 0;
        });
        const answers = await ask(packed);
        const twin = new StepTwin(MARGINS);
        cases.forEach((one, i) => {
          const [apart, free, until] = answers.subarray(3 * i, 3 * i + 3);
          const isFree = apart === 1 || free === 1 || until > 1;
          const what = `${one.kind} ${done + i}`;
          if (one.hit) {
            hits++;
            expect([apart, free], what).toEqual([0, 0]);
            expect(until, what).toBeLessThanOrEqual(one.time + 2 ** -26);
          } else if (isFree) dropped++;
          const same = twin.pair(packed.subarray(26 * i, 26 * i + 24), one.kind === 'edge-edge', packed[26 * i + 24], DEEPEST);
          if (one.hit) {
            expect([same.apart, same.free], what).toEqual([false, false]);
            expect(same.until, what).toBeLessThanOrEqual(one.time + 2 ** -26);
          }
          judged++;
          if (same.apart !== (apart === 1) || same.free !== (free === 1) || same.until !== until) differs++;
        });
      }
      expect(hits).toBeGreaterThan(count / 5);
      // of what does not touch, most is dropped, though half of the cases are made to be hard
      expect(dropped).toBeGreaterThan(0.5 * (count - hits));
      expect(differs / judged).toBeLessThan(0.01);
    });
  }

  test("50,000 edges and faces at the start: none that goes through is dropped, and the twin agrees (seed 'piercing')", async () => {
    const random = new Random('piercing');
    const count = rounds(50_000);
    let [pierce, dropped, differs] = [0, 0, 0];
    for (let done = 0; done < count; done += 25_000) {
      const cases = piercingCases(random, 25_000);
      const packed = new Float32Array(26 * cases.length);
      cases.forEach(({ points }, i) => {
        packed.set(points, 26 * i);
        packed[26 * i + 25] = 2;
      });
      const answers = await ask(packed);
      const twin = new StepTwin(MARGINS);
      cases.forEach(({ pierces }, i) => {
        const may = answers[3 * i] === 1;
        const same = twin.mayPierce(packed.subarray(26 * i, 26 * i + 15));
        if (pierces) {
          pierce++;
          expect([may, same], `case ${done + i}`).toEqual([true, true]);
        } else if (!may) dropped++;
        if (may !== same) differs++;
      });
    }
    expect(pierce).toBeGreaterThan(count / 20);
    expect(dropped).toBeGreaterThan(0.6 * (count - pierce));
    expect(differs / count).toBeLessThan(0.01);
  });
});

/** Rounded as badly as allowed, in several ways, does the filter pass over this contact? */
function isDropped(
  { points, kind, keep }: Pick<FilterCase, 'points' | 'kind' | 'keep'>,
  margins: FilterMargins,
  tries: number,
  random: Random,
): boolean {
  const corners = Float32Array.from(points);
  for (let i = 0; i < tries; i++) {
    const round = i === 0 ? (x: number) => directed(x, true) : i === 1 ? (x: number) => directed(x, false) : randomRounding(random);
    const { apart, free, until } = new StepTwin(margins, round).pair(corners, kind === 'edge-edge', keep, DEEPEST);
    if (apart || free || until > 1) return true;
  }
  return false;
}

/** Contacts at the start that end at once, coordinates of 22 bits and exact: a vertex in a face that it leaves. */
function exactLeaving(random: Random): FilterCase {
  const fine = (): number => 4 * (random.integer(2 ** 19) - 2 ** 18);
  const [a, b, c] = [0, 1, 2].map(() => [fine(), fine(), fine()]);
  const p = a.map((x, k) => (2 * x + b[k] + c[k]) / 4);
  const goal = p.map((x) => x + fine());
  const points = Float64Array.from([p, a, b, c, goal, a, b, c].flat(), (x) => x * 2 ** -22);
  return { kind: 'vertex-face', points, clearance: 0, keep: 0, ...elementary('vertex-face', points) };
}

/** A vertex on an edge of a flat face that it leaves in the plane, along what is perpendicular to that edge. */
function flatLeaving(random: Random): FilterCase {
  const [x, y, z] = [0, 1, 2].map(() => random.integer(2 ** 20));
  const l = 2 ** 20 + random.integer(2 ** 20);
  const [k, j] = [l + 1 + random.integer(2 ** 10), 1 + random.integer(2 ** 10)];
  const points = Float64Array.from(
    [
      [x + l, y - l, z],
      [x, y, z],
      [x + k, y - k, z],
      [x - j, y - j, z],
      [x + l + 4096, y - l + 4096, z],
      [x, y, z],
      [x + k, y - k, z],
      [x - j, y - j, z],
    ].flat(),
    (v) => v * 2 ** -22,
  );
  return { kind: 'vertex-face', points, clearance: 0, keep: 0, ...elementary('vertex-face', points) };
}

/** Any doubles: a vertex that starts a hair behind a small face and goes on to its front. */
function hairBehind(random: Random): FilterCase {
  const real = (): number => random.range(-0.4, 0.4);
  const size = random.pick([2 ** -8, 2 ** -11]);
  const offset = [real(), real(), real()];
  const [a, b, c] = [0, 1, 2].map(() => [real(), real(), real()]);
  const [u, v] = [random.range(0.1, 0.5), random.range(0.1, 0.4)];
  const goal = [real(), real(), real()];
  const p = a.map((x, k) => x + u * (b[k] - x) + v * (c[k] - x)).map((x, k) => x - 1e-11 * (goal[k] - x));
  const points = Float64Array.from([p, a, b, c, goal, a, b, c].flat(), (x, i) => x * size + offset[i % 3]);
  return { kind: 'vertex-face', points, clearance: 0, keep: 0, ...elementary('vertex-face', points) };
}

/** A vertex above a flat face by just the distance to keep, which it leaves along the axis. */
function justKept(random: Random): FilterCase {
  const real = (): number => random.range(-0.4, 0.4);
  const clearance = random.range(2 ** -12, 2 ** -11);
  const z = real();
  const [a, b, c] = [0, 1, 2].map(() => [real(), real(), z]);
  const p = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, z + clearance * (1 - 1e-10)];
  const points = Float64Array.from([p, a, b, c, [p[0], p[1], p[2] + 0.1], a, b, c].flat());
  const keep = directed(clearance, true);
  return { kind: 'vertex-face', points, clearance, keep, ...elementary('vertex-face', points, { clearance, tolerance: 1e-3 * clearance }) };
}

describe('every margin is needed: rounded as badly as WGSL allows', () => {
  const exact: Vector = [0, 0, 0];
  const sets: readonly [string, (random: Random) => FilterCase, FilterMargins, (m: FilterMargins) => FilterMargins][] = [
    ['of the cubic', exactLeaving, { ...MARGINS, eps2: exact }, (m) => ({ ...m, cubic: m.cubic / 100 })],
    ['of heights', flatLeaving, { ...MARGINS, eps2: exact }, (m) => ({ ...m, height: m.height / 100 })],
    ['of coordinates', hairBehind, MARGINS, (m) => ({ ...m, eps2: [EPS2 / 100, EPS2 / 100, EPS2 / 100] })],
    ['of coordinates, along an axis', justKept, MARGINS, (m) => ({ ...m, eps2: [EPS2 / 100, EPS2 / 100, EPS2 / 100] })],
  ];
  for (const [name, make, margins, smaller] of sets)
    test(`the margin ${name}: with it no contact is dropped, with a hundredth of it some are (seed '${name}')`, () => {
      const random = new Random(name);
      let [hits, lost] = [0, 0];
      for (let i = 0; i < rounds(200); i++) {
        const one = make(random);
        if (!one.hit) continue;
        hits++;
        expect(isDropped(one, margins, 8, random), `case ${i}`).toBe(false);
        if (isDropped(one, smaller(margins), 8, random)) lost++;
      }
      expect(hits).toBeGreaterThan(rounds(50));
      expect(lost).toBeGreaterThan(0);
    });

  test("random pairs of all families, with a clearance and without: nothing is dropped (seed 'bad rounding')", () => {
    const random = new Random('bad rounding');
    let hits = 0;
    for (const withClearance of [false, true])
      for (const [i, one] of filterCases(random, rounds(1500), withClearance).entries()) {
        if (!one.hit) continue;
        hits++;
        expect(isDropped(one, MARGINS, 3, random), `case ${i}`).toBe(false);
      }
    expect(hits).toBeGreaterThan(rounds(1125));
  });

  test("edges through faces: with the margins none is dropped, with hundredths of them some are (seed 'bad piercing')", () => {
    const random = new Random('bad piercing');
    let [pierce, lost] = [0, 0];
    const small: FilterMargins = { cubic: MARGINS.cubic / 100, height: MARGINS.height / 100, eps2: [EPS2 / 100, EPS2 / 100, EPS2 / 100] };
    for (const { points, pierces } of piercingCases(random, rounds(15_000))) {
      if (!pierces) continue;
      pierce++;
      const corners = Float32Array.from(points);
      const round = randomRounding(random);
      expect(new StepTwin(MARGINS, round).mayPierce(corners), `case ${pierce}`).toBe(true);
      if (!new StepTwin(small, round).mayPierce(corners)) lost++;
    }
    expect(pierce).toBeGreaterThan(rounds(500));
    expect(lost).toBeGreaterThan(0);
  });
});
