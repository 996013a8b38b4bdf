import { describe, expect, test } from 'vitest';
import { setClock } from '../../../src/contact/budget.ts';
import { firstContact, PairQuery } from '../../../src/contact/pair-query.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { c2a, hca, interval } from '../../../src/methods/index.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { bodyTrajectory } from '../../../src/motion/body-trajectory.ts';
import { restMotion, rigidMotion, rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { type Verification, verifyProof } from '../../../src/proof/index.ts';
import { recordProof } from '../../../src/prove/index.ts';
import { writeVerdict } from '../../../src/prove/pair-proof.ts';
import { ProofLines } from '../../../src/prove/proof-lines.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { uncertain } from '../../../src/scene/answers/uncertain.ts';
import type { SceneOptions } from '../../../src/scene/content/content-options.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { linearMotion } from '../../../src/soft/index.ts';
import { body, randomPair } from '../../property/random-pairs.ts';
import { libraryScene, randomScene, type SceneShape } from '../../property/random-robots.ts';
import { rounds } from '../../support/rounds.ts';

/** Records an answer and has it checked by the checker, which shares nothing with what wrote it. */
async function recorded(
  ask: (proof: ReturnType<typeof recordProof>) => { readonly status: string; readonly time: number },
): Promise<Verification & { readonly text: string }> {
  let text = '';
  const proof = recordProof((more) => {
    text += more;
  });
  const { status, time } = ask(proof);
  const found = await verifyProof(text.split('\n').slice(0, -1));
  expect(found).toMatchObject({ result: proof.facts.complete ? 'proven' : 'undecided', status, leaves: proof.facts.leaves });
  if (proof.facts.complete) expect(found.time).toBe(time);
  expect(text.length).toBe(proof.facts.characters);
  // between the segments of a path the library leaves none
  expect(found.largestGap).toBe(0);
  return { ...found, text };
}

test('random pairs by every method: free and contact, proven up to their time (seed 3501)', async () => {
  const random = new Random(3501);
  const seen = new Set<string | null>();
  for (let round = 0; round < rounds(60, 24); round++) {
    const { a, b } = randomPair(random, { radius: round % 4 === 0 ? 0.05 : 0 });
    const query = new PairQuery(body(a), body(b));
    const method = [undefined, hca, c2a, interval][round % 4];
    const clearance = round % 3 === 0 ? 0.01 : 0;
    const judged = await recorded((proof) => query.firstContact({}, { proof, method, clearance }));
    expect(judged.result, `round ${round}`).toBe('proven');
    seen.add(judged.status);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['free', 'contact']));
});

test('the answer is the same with and without a proof', async () => {
  const a = { shape: box(1), motion: rigidMotion({}, { position: [3, 0, 0.2], quaternion: [0, 0, 0.6, 0.8] }) };
  const b = { shape: box(1), pose: { position: [2.5, 0.1, 0] as const } };
  const plain = firstContact(a, b);
  expect(plain.status).toBe('contact');
  let proven = plain;
  await recorded((proof) => {
    proven = firstContact(a, b, { proof });
    return proven;
  });
  expect(proven).toEqual(plain);
});

test('bodies that move together are proven in the frame of one of them', async () => {
  const [from, to] = [{ position: [0, 0, 0] }, { position: [50, 20, 0], quaternion: [0, 0, 0.6, 0.8] }] as const;
  const a = { shape: box(1), motion: rigidMotion(from, to) };
  const b = { shape: box([1, 1, 0.1], [0, 0, 2]), motion: rigidMotion(from, to) };
  const { leaves, text } = await recorded((proof) => firstContact(a, b, { proof }));
  expect(leaves).toBe(1);
  expect(text).toContain('"frame":1,"stream"');
});

test('many turns', async () => {
  const a = { shape: box([1, 0.2, 0.2]), motion: rotationMotion({}, [0, 0, 1], 40) };
  const { result } = await recorded((proof) => firstContact(a, { shape: box(0.5), pose: { position: [1.2, 0, 0] } }, { proof }));
  expect(result).toBe('proven');
});

test('overlap has a witness: two points, or who is inside', async () => {
  const touching = await recorded((proof) =>
    firstContact({ shape: box(1) }, { shape: box(1), pose: { position: [0.5, 0, 0] } }, { proof }),
  );
  expect(touching.text).toContain('"u":[');
  const inside = await recorded((proof) => firstContact({ shape: box(0.1), motion: restMotion() }, { shape: box(1) }, { proof }));
  expect(inside).toMatchObject({ status: 'overlap' });
  expect(inside.text).toContain('"witness":{"pair":0,"inside":"a"}');
});

test('the witness on a large triangle is as near as it is found', async () => {
  const to = { position: [13.7, 21.1, 0], quaternion: [0, 0, 0.6, 0.8] } as const;
  const a = { shape: box(0.1), motion: rigidMotion({ position: [13.7, 21.1, 103] }, to) };
  const b = { shape: box(100), pose: { quaternion: [0.6, 0, 0, 0.8] as const } };
  expect(await recorded((proof) => firstContact(a, b, { proof, tolerance: 1e-8 }))).toMatchObject({ status: 'contact', result: 'proven' });
});

test('a contact that no witness shows is told as what is proven before it', () => {
  const verdict = (...[status, witness]: readonly [Parameters<typeof writeVerdict>[1]['status'], object?]) => {
    let text = '';
    const lines = new ProofLines((more) => {
      text += more;
    });
    const facts = { leaves: 0, characters: 0, complete: true, status: null, time: 0 };
    writeVerdict(lines, { status, time: 1 }, witness, facts, () => lines.line('proof', {}));
    return [
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      facts.complete,
    ];
  };
  expect(verdict('contact', { pair: 0 })).toEqual([[{ kind: 'verdict', status: 'contact', witness: { pair: 0 } }], true]);
  expect(verdict('contact')).toEqual([[{ kind: 'verdict', status: 'unresolved' }], false]);
  expect(verdict('overlap')).toEqual([[{ kind: 'proof' }, { kind: 'verdict', status: 'unresolved' }], false]);
  expect(verdict('free')).toEqual([[{ kind: 'verdict', status: 'free' }], true]);
});

test('an overlap within rounding only, which nothing shows, is left open', async () => {
  const ask = async (scene: boolean) => {
    let text = '';
    const proof = recordProof((more) => {
      text += more;
    });
    const motion = rigidMotion({}, { position: [1e12, 0, 0] });
    const wall = { name: 'wall', shape: box(1), pose: { position: [1 + 1e-6, 0, 0] as const } };
    const options = { tolerance: 1e-7, proof };
    if (scene) new Scene({ bodies: [{ name: 'a', shape: box(1) }], obstacles: [wall] }).firstContact({ a: motion }, options);
    else firstContact({ shape: box(1), motion }, wall, options);
    expect(proof.facts.complete).toBe(false);
    return (await verifyProof(text.trimEnd().split('\n'))).result;
  };
  for (const scene of [false, true]) expect(await ask(scene)).toBe('undecided');
});

test('unresolved: what is proven up to its time, or that nothing is', async () => {
  const a = { shape: box(1), motion: rigidMotion({}, { position: [3, 0, 0.2], quaternion: [0, 0, 0.6, 0.8] }) };
  const b = { shape: box(1), pose: { position: [2.5, 0.1, 0] as const } };
  const some = await recorded((proof) => firstContact(a, b, { proof, maxIterations: 1 }));
  expect(some).toMatchObject({ status: 'unresolved', result: 'proven' });
  expect(some.text).toContain('"until":0.4');
  const near = randomPair(new Random(9), {}, 'in-between');
  const none = await recorded((proof) => firstContact(body(near.a), { ...body(near.a), name: 'other' }, { proof, maxIterations: 1 }));
  expect(none).toMatchObject({ status: 'unresolved', result: 'undecided', leaves: 0 });
});

test('time that is over: what is proven up to then, or that nothing is', async () => {
  const { scene, motions } = libraryScene(randomScene(new Random(3503), { links: 4, segments: 2 }));
  for (const allowed of [0, 40, 1e6]) {
    let looks = 0;
    setClock(() => looks++);
    const judged = await recorded((proof) => {
      const answer = scene.firstContact(motions, { proof, contacts: 'none', maxMilliseconds: allowed });
      setClock(undefined);
      return answer;
    });
    // that of 40 looks is judged where it is recorded
    if (allowed === 0) expect(judged).toMatchObject({ status: 'unresolved', result: 'undecided' });
    if (allowed === 1e6) expect(judged).toMatchObject({ result: 'proven', status: expect.not.stringMatching('unresolved') });
  }
});

test('two that start in contact and leave: from when on it is proven that they are apart', async () => {
  const b = { shape: box(1) };
  const away = { shape: box(1), motion: rigidMotion({ position: [1, 0, 0] }, { position: [4, 0.5, 0], quaternion: [0, 0, 0.6, 0.8] }) };
  const left = await recorded((proof) => firstContact(away, b, { proof, start: 'leaving' }));
  expect(left).toMatchObject({ result: 'proven', status: 'free', exempt: [{ rule: 'leave', from: 0 }] });
  expect(left.exempt[0].to).toBeLessThan(0.01);
  const slides = { shape: box(1), motion: rigidMotion({ position: [1, 0, 0] }, { position: [1, 0.5, 0] }) };
  const alone = await recorded((proof) => firstContact(slides, b, { proof, start: 'leaving' }));
  expect(alone).toMatchObject({ result: 'proven', status: 'overlap', exempt: [] });
  const scene = new Scene({ bodies: [{ name: 'a', shape: box(1) }], obstacles: [{ name: 'b', shape: box(1) }] });
  const never = await recorded((proof) => scene.firstContact({ a: slides.motion }, { proof, start: 'leaving' }));
  expect(never).toMatchObject({ result: 'proven', status: 'free', exempt: [{ rule: 'leave', from: 0, to: 1 }], leaves: 0 });
  const bounces = [away.motion, rigidMotion({ position: [4, 0.5, 0], quaternion: [0, 0, 0.6, 0.8] }, { position: [1, 0, 0] })];
  const named = { leave: [['a', 'b']], arrive: [['a', 'b']] } as const;
  const both = await recorded((proof) => scene.firstContact({ a: bounces }, { proof, ...named }));
  expect(both).toMatchObject({ result: 'proven', status: 'free', exempt: [{ rule: 'leave' }, { rule: 'arrive', to: 2 }] });
  const hit = await recorded((proof) => scene.firstContact({ a: bounces }, { proof, start: 'leaving' }));
  expect(hit).toMatchObject({ result: 'proven', status: 'contact', witness: ['a', 'b'], exempt: [{ rule: 'leave' }] });
  // inside a solid its surface is touched nowhere
  const out = { shape: box(0.2), motion: rigidMotion({}, { position: [3, 0, 0] }) };
  const inside = await recorded((proof) => firstContact(out, { shape: box(1) }, { proof, start: 'leaving' }));
  expect(inside).toMatchObject({ result: 'proven', status: 'free' });
  expect(inside.text).toContain('"inside":"a"');
});

const FAMILIES: readonly (readonly [string, SceneShape])[] = [
  ['branched robots', { links: 5 }],
  ['thick links', { radius: 0.1, links: 4 }],
  ['two robots', { robots: 2, links: 3, obstacles: 2 }],
  ['many obstacles', { obstacles: 8, links: 3 }],
  ['moving bodies', { bodies: 2, links: 3, obstacles: 2 }],
  ['trajectories', { kinds: ['trajectory'], segments: 3, links: 4 }],
  ['fast turns', { turn: 12, links: 4, segments: 1 }],
  ['screws', { types: ['helical', 'helical', 'revolute', 'prismatic', 'planar'], mimic: 0.3, links: 4 }],
  ['floating', { types: ['floating', 'revolute'], links: 4 }],
];

describe.each(FAMILIES)('scenes: %s', (_, shape) => {
  test('every tested pair is proven in every segment, the others are listed (seed 3502)', async () => {
    const random = new Random(3502);
    for (let round = 0; round < rounds(6, 3); round++) {
      const { scene, motions } = libraryScene(randomScene(random, shape));
      const judged = await recorded((proof) => scene.firstContact(motions, { proof, contacts: 'none' }));
      expect(judged.result).toBe('proven');
    }
  });
});

test('trajectories with velocities and accelerations have no gap between segments, at one clock or two (seed 4601)', async () => {
  const random = new Random(4601);
  const arm = (name: string, y: number): Robot =>
    new Robot({
      name,
      base: { position: [0, y, 0] },
      links: [{ name: 'tip', joint: { type: 'revolute', axis: [1, 2, 3] }, shapes: [{ shape: box(0.5, [1, 0, 0]) }] }],
    });
  const [first, second] = [arm('first', 0), arm('second', 9)];
  const scene = new Scene({ robots: [first, second] });
  const timed = (robot: Robot, seconds: number) =>
    robot.trajectory(
      Array.from({ length: 5 }, (_, k) => ({
        time: seconds * k,
        positions: [random.range(-2, 2)],
        velocities: [random.range(-1, 1)],
        accelerations: [random.range(-1, 1)],
      })),
    );
  for (let round = 0; round < 8; round++) {
    const motions = { first: timed(first, 0.37), second: timed(second, round % 2 === 0 ? 0.37 : 0.31) };
    const { result, segments, text } = await recorded((proof) => scene.firstContact(motions, { proof, ends: 'hold' }));
    expect({ result, many: segments.path >= 4, isTold: text.includes('"error":') }).toEqual({ result: 'proven', many: true, isTold: true });
  }
});

test('who begins later or ends earlier than others by the clock stands there', async () => {
  const cart = (name: string, y: number): Robot =>
    new Robot({
      name,
      base: { position: [0, y, 0] },
      links: [{ name: 'box', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.5) }] }],
    });
  const [first, second] = [cart('first', 0), cart('second', 2)];
  const scene = new Scene({ robots: [first, second], bodies: [{ name: 'part', shape: box(0.2) }] });
  const turned = { position: [2, 5, 0], quaternion: [0, 0, 0.6, 0.8] } as const;
  const motions = {
    first: first.trajectory([
      { time: 0, positions: [0], velocities: [0] },
      { time: 1, positions: [1], velocities: [0] },
    ]),
    second: second.trajectory([
      { time: 0.5, positions: [0] },
      { time: 3, positions: [2] },
    ]),
    part: bodyTrajectory([
      { time: 1, pose: { position: [0, 5, 0] } },
      { time: 2, pose: turned },
    ]),
  };
  const { status, result, text } = await recorded((proof) => scene.firstContact(motions, { proof }));
  expect({ status, result }).toEqual({ status: 'free', result: 'proven' });
  expect(text).toContain('"part":[');
});

describe('what is not covered is refused by name', () => {
  const a = { name: 'a', shape: box(1), motion: rigidMotion({}, { position: [3, 0, 0] }) };
  const b = { name: 'b', shape: box(1), pose: { position: [9, 0, 0] as const } };
  const recorder = () => recordProof(() => {});

  test('a clearance with pairs that may touch, and questions to workers', async () => {
    const scene = new Scene({ bodies: [{ name: 'a', shape: a.shape }], obstacles: [b] });
    expect(() => scene.clearance({ a: a.motion }, { start: 'leaving', proof: recorder() })).toThrow(/'leaving', arrive, leave/);
    expect(() => scene.clearance({ a: a.motion }, { leave: [['a', 'b']], proof: recorder() })).toThrow(/'leaving', arrive, leave/);
    const asked = { proof: recorder() } as object;
    expect(() => scene.contactIntervals({ a: a.motion }, asked)).toThrow(/proof/);
    expect(() => scene.isFree({ a: {} }, asked)).toThrow(/proof/);
  });

  test('what is only nearly followed, posed or deforms', () => {
    const arm = new Robot({
      name: 'arm',
      posable: true,
      links: [{ name: 'hand', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(1) }] }],
    });
    const ask = (options: SceneOptions, motions: SceneMotions) => new Scene(options).firstContact(motions, { proof: recorder() });
    const path = arm.path([[0], [1]]);
    const unsure = new Scene({ robots: [arm], obstacles: [b], uncertainty: uncertain({ length: 0.01 }) });
    expect(() => unsure.firstContact({ arm: path }, { proof: recorder(), start: 'leaving' })).toThrow(/uncertainty of what is held/);
    const posed = arm.posed([[{}], [{ position: [1, 0, 0] }]]);
    expect(() => ask({ robots: [arm], obstacles: [b] }, { arm: posed })).toThrow(/robot.path or robot.trajectory/);
    const thrown = ballisticMotion({ velocity: [1, 0, 0], acceleration: [0, 0, -9.8] }, 1);
    expect(() => ask({ bodies: [{ name: 'a', shape: a.shape }], obstacles: [b] }, { a: thrown })).toThrow(/is none of rigidMotion/);
    const soft = { shape: a.shape, motion: linearMotion(a.shape.positions, a.shape.positions) };
    expect(() => firstContact(soft, b, { proof: recorder() })).toThrow(/deform/);
  });

  test('what is no recorder, and one that was used', () => {
    expect(() => firstContact(a, b, { proof: {} as never })).toThrow(/recordProof/);
    const proof = recorder();
    firstContact(a, b, { proof });
    expect(() => firstContact(a, b, { proof })).toThrow(/one file/);
  });

  test('questions of a scene that are not proven do not know the key', () => {
    const scene = new Scene({ bodies: [{ name: 'a', shape: a.shape }], obstacles: [b] });
    const options = { proof: recorder() } as object;
    expect(() => scene.contactIntervals({ a: a.motion }, options)).toThrow(/unknown key 'proof'/);
    expect(() => scene.isFree({ a: {} }, options)).toThrow(/unknown key 'proof'/);
  });
});
