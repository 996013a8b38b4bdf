import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { comparedProblem, problemTold } from '../../../src/node/proof-problem.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { uncertain } from '../../../src/scene/answers/uncertain.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { compose, type Frame, frameOf } from '../../support/brute-robot.ts';
import { byPython, hasPython } from '../proof/by-python.ts';
import { about } from '../robot/follow/arms.ts';
import { recorded } from './recorded.ts';

const HALF: readonly Vec3[] = [
  [0.1, 0.1, 0.1],
  [0.25, 0.05, 0.05],
  [0.1, 0.05, 0.05],
];
const JOINTS = [
  { type: 'revolute', axis: [0, 0, 1], origin: {} },
  { type: 'revolute', axis: [0, 1, 0], origin: { position: [1, 0, 0] } },
  { type: 'prismatic', axis: [1, 0, 0], origin: { position: [1, 0, 0] }, limits: { lower: -1, upper: 1 } },
] as const;
const arm = new Robot({
  name: 'arm',
  links: JOINTS.map((joint, k) => ({
    name: `link${k}`,
    ...(k > 0 && { parent: `link${k - 1}` }),
    joint,
    shapes: [{ shape: box(HALF[k].map((x) => 2 * x) as unknown as Vec3) }],
  })),
});
const path = arm.path([
  [0, 0, 0],
  [1.5, 0.4, 0.3],
]);
/** The wall's face is at y, and it is 0.1 thick. */
const among = (y: number, angle: number) =>
  new Scene({
    robots: [arm],
    obstacles: [{ name: 'wall', shape: box([9, 0.1, 9]), pose: { position: [0, y + 0.05, 0] } }],
    uncertainty: uncertain({ angle, length: angle, places: { arm: { length: 0.002, angle: 0.001 }, wall: { length: 0.001 } } }),
  });
const ask = (y: number, angle: number) => recorded((proof) => among(y, angle).firstContact({ arm: path }, { proof }));

/** The farthest corner at t, wherever all of it is within what the file says of it: joints turn about their axes. */
function farthest(t: number, offs: ReadonlyMap<string, readonly [number, number]>, random: Random): number {
  const loose = (name: string, axis: Vec3 = random.direction() as unknown as Vec3): Frame => {
    const [length, angle] = offs.get(name) ?? [0, 0];
    const p = random.direction().map((x) => random.range(0, length) * x) as unknown as Vec3;
    return { p, q: about(axis, random.integer(3) === 0 ? random.range(-angle, angle) : (2 * random.integer(2) - 1) * angle) };
  };
  const values = path.configurationAt(t);
  let [at, most] = [loose('arm'), -Infinity];
  JOINTS.forEach(({ type, axis, origin }, k) => {
    const own: Frame =
      type === 'revolute'
        ? { p: [0, 0, 0], q: about(axis, values[k]) }
        : { p: axis.map((x) => x * values[k]) as unknown as Vec3, q: [0, 0, 0, 1] };
    at = compose(at, compose(frameOf(origin), compose(own, loose(`arm/link${k}`, axis as unknown as Vec3))));
    for (const sx of [-1, 1])
      for (const sy of [-1, 1])
        for (const sz of [-1, 1]) {
          const corner = compose(at, { p: [sx * HALF[k][0], sy * HALF[k][1], sz * HALF[k][2]], q: [0, 0, 0, 1] });
          most = Math.max(most, corner.p[1]);
        }
  });
  return most;
}

test('what is proven holds wherever all is within what the file says of it (seed 35)', async () => {
  const random = new Random(35);
  const proofs = await Promise.all([ask(3, 0.004), ask(2.5, 0.01), ask(2.1, 0.004), ask(1.9, 0.02)]);
  let nearest = Infinity;
  for (const [k, { result, status, time, uncertain: loose }] of proofs.entries()) {
    expect(result).toBe('proven');
    expect(status).toBe(k < 2 ? 'free' : 'unresolved');
    const offs = new Map(loose.map(({ name, length, angle }) => [name, [length, angle] as const]));
    expect(offs.get('wall')?.[0]).toBeCloseTo(0.001, 9);
    const face = [3, 2.5, 2.1, 1.9][k] - 0.001;
    for (let round = 0; round < 2000; round++)
      nearest = Math.min(nearest, face - farthest(round % 2 === 0 ? time : random.range(0, time), offs, random));
  }
  // they come near, and not nearer
  expect(nearest).toBeGreaterThan(0);
  expect(nearest).toBeLessThan(0.1);
  if (hasPython) expect(byPython(proofs.map(({ lines }) => lines))).toEqual(proofs.map(({ result }) => result));
});

test('where whole bodies do not decide, proofs go about as far as the answer: by node and direction', async () => {
  for (const y of [2.14, 2.2, 2.24, 2.28]) {
    const answer = among(y, 0.01).firstContact({ arm: path });
    const { result, status, time } = await ask(y, 0.01);
    expect(result).toBe('proven');
    expect(status).toBe(answer.status === 'free' ? 'free' : 'unresolved');
    expect(time / Math.min(answer.time, answer.safeUntil ?? 1)).toBeGreaterThan(0.98);
  }
});

test('a motion told that touches is proven until it may touch', async () => {
  const hit = among(1.9, 0.004).firstContact({ arm: path });
  expect(hit.status).toBe('contact');
  const { status, time } = await ask(1.9, 0.004);
  expect(status).toBe('unresolved');
  expect(time).toBeLessThanOrEqual(hit.safeUntil as number);
  expect(time).toBeGreaterThan(0.9 * (hit.safeUntil as number));
});

test.each([
  ['an error of joints', { angle: 0.001 }],
  ['an error of a pose', { places: { arm: { length: 0.002, angle: 0.001 } } }],
  ['an obstacle that is off', { places: { wall: { length: 0.001 } } }],
])('%s: an overlap of the nominal motion is shown by two points of it', async (_, errors) => {
  const scene = new Scene({
    robots: [arm],
    obstacles: [{ name: 'wall', shape: box([0.4, 0.4, 0.4]), pose: { position: [1, 0, 0] } }],
    uncertainty: uncertain(errors),
  });
  const hit = scene.firstContact({ arm: path });
  expect(hit.status).toBe('overlap');
  const found = await recorded((proof) => {
    scene.firstContact({ arm: path }, { proof });
    expect(proof.facts).toMatchObject({ status: 'overlap', time: 0, complete: true });
  });
  expect(found).toMatchObject({ result: 'proven', status: 'overlap', witness: expect.arrayContaining(['wall']) });
});

test('a recorder says what the file claims where that is less than the answer', async () => {
  for (const [y, claims] of [
    [3, 'free'],
    [1.9, 'unresolved'],
  ] as const) {
    let facts = {};
    const { status, time } = await recorded((proof) => {
      among(y, 0.004).firstContact({ arm: path }, { proof });
      ({ facts } = proof);
    });
    expect(facts).toMatchObject({ status: claims, time });
    expect(status).toBe(claims);
  }
});

test('a file that claims less, of what is less off, is about another problem', async () => {
  const { lines } = await ask(3, 0.01);
  const told = problemTold((proof) => among(3, 0.01).firstContact({ arm: path }, { proof }));
  const compared = (given: readonly string[]) => comparedProblem(from(given), told);
  expect((await compared(lines)).differs).toBeNull();
  const half = (all: string) => all.replace(/\d+(\.\d+)?/, (x) => `${Number(x) / 2}`);
  for (const other of [half, () => '']) {
    const smaller = lines.map((text) => text.replace(/,"off":\[[^\]]*\]/g, other));
    expect(smaller).not.toEqual(lines);
    expect((await verifyProof(smaller)).result).toBe('proven');
    expect((await compared(smaller)).differs).not.toBeNull();
  }
});

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test('what may be farther off than it was proven for is not proven', async () => {
  const { lines } = await ask(3, 0.01);
  const wider = lines.map((text) => text.replace(/"off":\[([^,]*),([^\],]*)/, (_, l, a) => `"off":[${l},${Number(a) + 0.2}`));
  expect(wider).not.toEqual(lines);
  expect((await verifyProof(wider, { maxPieces: 100_000 })).result).toBe('undecided');
  if (hasPython) expect(byPython([wider])).toEqual(['undecided']);
  for (const off of ['[-1,0]', '[0]', 'null', '[1e400,0]', '[0,0,0]', '[0,1,0,0,0]', '[0,1,0,0,1,0]'])
    expect((await verifyProof(lines.map((text) => text.replace(/"off":\[[^\]]*\]/, `"off":${off}`)))).result).toBe('malformed');
});
