import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { shrinkProof, verifyProof } from '../../../src/proof/index.ts';
import { recordProof } from '../../../src/prove/index.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { heldMotion } from '../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { SceneFirstContactOptions } from '../../../src/scene/search/scene-options.ts';
import { libraryPath, linkSoup, randomRobot } from '../../property/random-robots.ts';
import { byPython, hasPython } from '../proof/by-python.ts';

type Line = Record<string, unknown> & { readonly kind: string };
type Asked = Pick<SceneFirstContactOptions, 'arrive' | 'leave' | 'start' | 'tolerance' | 'clearance' | 'maxMilliseconds' | 'maxIterations'>;

function recorded(scene: Scene, motions: Parameters<Scene['firstContact']>[0], options: Asked = {}) {
  let text = '';
  const proof = recordProof((more) => {
    text += more;
  });
  const plain = scene.firstContact(motions, options);
  const answer = scene.firstContact(motions, { ...options, proof });
  expect({ ...answer, stats: null }).toEqual({ ...plain, stats: null });
  return {
    answer,
    complete: proof.facts.complete,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line): Line => JSON.parse(line)),
  };
}

const textOf = (lines: readonly object[]): string[] => lines.map((line) => JSON.stringify(line));

/** A cart on a rail takes a part from one table at waypoint 1, and lays it onto another one at waypoint 3. */
function pickAndPlace(post: boolean) {
  const cart = new Robot({
    name: 'cart',
    links: [
      { name: 'rail', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box([0.2, 0.2, 0.2], [0, 0, 1.5]) }] },
      { name: 'hand', parent: 'rail', joint: { type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: box(0.2, [0, 0, 0.65]) }] },
    ],
  });
  const table = (name: string, x: number) => ({ name, shape: box([1, 1, 0.2]), pose: { position: [x, 0, 0] as const } });
  const obstacles = [table('from', 0), table('onto', 3), ...(post ? [{ ...table('post', 1.5), shape: box([0.1, 0.1, 2]) }] : [])];
  const part = { name: 'part', shape: box(0.2), pose: { position: [0.2, 0, 0.2] as const } };
  const scene = new Scene({ robots: [cart], bodies: [part], obstacles, tolerance: 1e-5 });
  const path = cart.path([
    [0.2, 0.3],
    [0.2, -0.25],
    [1.4, 0.4],
    [3, -0.25],
    [3, 0.4],
  ]);
  return { scene, motions: { cart: path, part: heldMotion([{ by: 'hand', from: 1, to: 3, onto: ['onto'] }]) } };
}

let kept: ReturnType<typeof recorded> | null = null;
/** One for all tests. */
function freeProof(): ReturnType<typeof recorded> {
  const { scene, motions } = pickAndPlace(false);
  kept ??= recorded(scene, motions);
  return kept;
}

const results = async (mutants: readonly (readonly object[])[]): Promise<string[]> => {
  const texts = mutants.map(textOf);
  const own = await Promise.all(texts.map(async (lines) => (await verifyProof(lines)).result));
  if (hasPython) expect(byPython(texts)).toEqual(own);
  return own;
};

test('a part that is taken, carried and laid down: who holds it when, and while what it may touch', async () => {
  const { answer, lines, complete } = freeProof();
  expect({ status: answer.status, complete }).toEqual({ status: 'free', complete: true });
  const found = await verifyProof(textOf(lines));
  expect(found).toMatchObject({ result: 'proven', status: 'free', time: 4, why: '' });
  expect(found.carried.map(({ on, from }) => [on, from])).toEqual([
    [null, 0],
    ['cart/hand', 1],
    [null, 3],
  ]);
  expect(found.exempt.map(({ a, b, rule, from, to }) => [[a, b].sort().join(' '), rule, Math.floor(from), Math.ceil(to)])).toEqual([
    ['cart/hand part', 'arrive', 0, 1],
    ['from part', 'leave', 1, 2],
    ['onto part', 'arrive', 2, 3],
    ['cart/hand part', 'leave', 3, 4],
  ]);
  // no window is wider than the contact: the whole of them is less than a hundredth of the path
  expect(found.exempt.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(0.04);
  const shrunk: Line[] = [];
  for await (const line of shrinkProof(textOf(lines))) shrunk.push(JSON.parse(line));
  expect(await results([lines, shrunk])).toEqual(['proven', 'proven']);
});

test('a contact on the way, and one where it is taken', async () => {
  const way = pickAndPlace(true);
  const hit = recorded(way.scene, way.motions);
  expect(await verifyProof(textOf(hit.lines))).toMatchObject({ result: 'proven', status: 'contact', time: hit.answer.time });
  // a part that stands inside another obstacle is in contact when it is taken, and may leave it; one that may not be touched is not left
  const { scene, motions } = pickAndPlace(false);
  const narrow = new Scene({
    ...scene.options,
    obstacles: [...scene.obstacles, { name: 'roof', shape: box(0.1), pose: { position: [0.2, 0, 1.6] } }],
  });
  const start = recorded(narrow, motions);
  expect(start.answer.status).toBe('overlap');
  expect(await results([hit.lines, start.lines])).toEqual(['proven', 'proven']);
});

test('who never leaves, and who holds from the start, is told', async () => {
  const { scene } = pickAndPlace(false);
  const [cart] = scene.robots;
  const stays = {
    cart: cart.path([
      [0.2, -0.25],
      [0.3, -0.25],
    ]),
    part: heldMotion([{ by: 'hand' }]),
  };
  const { answer, lines } = recorded(scene, stays);
  const found = await verifyProof(textOf(lines));
  expect(found).toMatchObject({ result: 'proven', status: answer.status, carried: [{ name: 'part', on: 'cart/hand', from: 0 }] });
  expect(found.exempt).toMatchObject([{ rule: 'leave', from: 0, to: 1 }]);
  // that they are near is shown all along
  const at = lines.findIndex(({ near }) => near !== undefined);
  const near = lines[at].near as object[];
  expect(await results([lines, lines.with(at, { ...lines[at], near: near.toSpliced(5, 3) })])).toEqual(['proven', 'undecided']);
});

test('mutants: another holder, another pose in the hand, taken later, windows wider or of nobody', async () => {
  const { lines } = freeProof();
  const phases = lines.flatMap(({ kind }, i) => (kind === 'phase' ? [i] : []));
  const carried = (lines[phases[1]].carried as { on: number; at: number[] }[])[0];
  const put = (i: number, values: object): Line[] => lines.with(i, { ...lines[i], ...values });
  const proofs = (rule: string) => lines.flatMap((line, i) => (line[rule] !== undefined && line.kind === 'proof' ? [i] : []));
  const pairLine = (proof: number) => {
    const phase = lines.findLastIndex(({ kind }, i) => kind === 'phase' && i < proof);
    return lines.flatMap(({ kind }, i) => (kind === 'pair' && i > phase ? [i] : []))[lines[proof].pair as number];
  };
  const [leaves, arrives] = [proofs('leave'), proofs('arrive')];
  const mutants: Line[][] = [
    put(phases[1], { carried: [{ ...carried, on: carried.on - 1 }] }),
    put(phases[1], { carried: [{ ...carried, at: carried.at.with(2, carried.at[2] + 1e-6) }] }),
    put(phases[1], { carried: [{ ...carried, at: carried.at.with(3, 1e-6) }] }),
    put(phases[1], { carried: [] }),
    put(phases[1], { carried: [{ ...carried, on: 99 }] }),
    // taken later, laid earlier: the phases that are left do not fit
    lines.toSpliced(phases[1], 1),
    put(phases[1], { carried: lines[phases[0]].carried }),
    put(phases[2], { carried: lines[phases[1]].carried }),
    ...leaves.flatMap((i) => [
      put(i, { leave: 0.5 }),
      put(i, { leave: 1, stream: '' }),
      put(i, { leave: (lines[i].leave as number) + 2 ** -6 }),
      put(i, { near: undefined }),
    ]),
    ...arrives.flatMap((i) => [
      put(i, { arrive: 0.5 }),
      put(i, { arrive: (lines[i].arrive as number) - 2 ** -6 }),
      put(i, { near: undefined }),
      put(i, { near: (lines[i].near as { t: number }[]).map((one) => ({ ...one, t: one.t - 2 ** -7 })) }),
      put(i, { arrive: undefined, stream: 'QA==' }),
    ]),
    // nobody said so
    ...leaves.map((i) => put(pairLine(i), { leave: undefined })),
    ...arrives.map((i) => put(pairLine(i), { arrive: undefined })),
    put(proofs('leave')[0] - 1, { leave: 0.5 }),
  ];
  const found = await results(mutants);
  expect(found.flatMap((result, k) => (result === 'proven' ? [k] : []))).toEqual([]);
  expect(new Set(found)).toEqual(new Set(['malformed', 'refuted', 'undecided']));
});

test('hostile phases: places that are none, cycles, contacts that are told of whom may touch', async () => {
  const { lines } = freeProof();
  const first = lines.findIndex(({ kind }) => kind === 'phase');
  const frames = lines.flatMap(({ kind, moves }) => (kind === 'frame' ? [moves] : []));
  const own = frames.indexOf('carried');
  const segment = lines.findIndex(({ kind }) => kind === 'segment');
  const places: unknown[] = [
    null,
    {},
    [{}],
    [{ on: own }],
    [{ on: -2 }],
    [{ on: 0.5 }],
    [{ on: -1, at: [0, 0, 0, 0, 0, 0, 0] }],
    [{ on: -1, at: [1] }],
  ];
  const mutants = [
    ...places.map((carried) => lines.with(first, { ...lines[first], carried })),
    lines.toSpliced(first, 1),
    lines.toSpliced(first, 0, lines[first]),
    lines.toSpliced(segment, 0, lines[first]),
    lines.with(first, { ...lines[first], tolerance: 0 }),
    // a phase behind all segments, and one of which nothing is proven
    [...lines.slice(0, -1), lines[first], lines[lines.length - 1]],
    [...lines.slice(0, segment), { kind: 'verdict', status: 'free' }],
  ];
  expect(new Set(await results(mutants))).toEqual(new Set(['malformed']));
});

test('random robots take soups and lay them onto others (seed 3511)', async () => {
  const random = new Random(3511);
  const seen = new Set<string>();
  const files: Line[][] = [];
  for (let round = 0; round < 10; round++) {
    const spec = randomRobot(random, 'arm', { kinds: ['path'], segments: 3, links: 3, most: 4, bare: 0, mimic: 0, turn: 0.6 });
    const robot = new Robot(spec.options);
    const path = libraryPath(robot, spec.motion);
    const hand = random.pick(spec.options.links).name;
    const far = round % 2 === 0 ? 0.6 : 1.5;
    const at = (): Vec3 => [random.range(-far, far), random.range(-far, far), random.range(-far, far)];
    const scene = new Scene({
      robots: [robot],
      bodies: [{ name: 'part', shape: linkSoup(random, 'part', 4, 0), pose: { position: at(), quaternion: random.quaternion() } }],
      obstacles: [0, 1].map((i) => ({ name: `o${i}`, shape: linkSoup(random, `o${i}`, 4, 0), pose: { position: at() } })),
      self: false,
      tolerance: 1e-5,
    });
    const hold = { by: hand, from: random.integer(2), to: 2 + random.integer(2), onto: ['o0'], touches: [spec.options.links[0].name] };
    const { answer, lines, complete } = recorded(scene, { arm: path, part: heldMotion([hold]) }, { clearance: round % 3 === 0 ? 0.01 : 0 });
    const found = await verifyProof(textOf(lines));
    expect(found, `round ${round}`).toMatchObject({ result: complete ? 'proven' : 'undecided', status: answer.status, time: answer.time });
    expect(complete, `round ${round}`).toBe(true);
    seen.add(`${answer.status}${found.exempt.length > 0 ? ', exempt' : ''}`);
    files.push(lines);
  }
  expect([...seen].map((one) => one.split(',')[0])).toEqual(expect.arrayContaining(['free', 'contact']));
  await results(files);
});
