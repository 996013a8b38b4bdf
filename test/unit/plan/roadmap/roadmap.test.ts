import { describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { GpuBatch, type GpuBatchOptions } from '../../../../src/gpu/index.ts';
import { box, capsule, InputError, Robot, type RobotPath, Scene, type SceneMotions, sphere } from '../../../../src/index.ts';
import { hca } from '../../../../src/methods/index.ts';
import { threads } from '../../../../src/node/index.ts';
import { type Plan, Roadmap, type SavedRoadmap } from '../../../../src/plan/index.ts';
import { rounds } from '../../../support/rounds.ts';

/** Two links of 1 and 0.8 in the plane z = 0, and a finger that a plan need not move. */
function arm(lower = 0.8): Robot {
  const axis = [0, 0, 1] as const;
  const bar = (length: number) => [{ shape: capsule([0.1, 0, 0], [length, 0, 0], 0.05) }];
  return new Robot({
    name: 'arm',
    links: [
      { name: 'upper', joint: { name: 'shoulder', type: 'revolute', axis, limits: { lower: -3, upper: 3 } }, shapes: bar(0.9) },
      {
        name: 'lower',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis, origin: { position: [1, 0, 0] }, limits: { lower: -2.5, upper: 2.5 } },
        shapes: bar(lower),
      },
      {
        name: 'finger',
        parent: 'lower',
        joint: { name: 'grip', type: 'prismatic', axis: [1, 0, 0], origin: { position: [0.8, 0, 0] }, limits: { lower: 0, upper: 0.1 } },
      },
    ],
    allowed: [{ a: 'upper', b: 'lower' }],
    groups: [{ name: 'main', joints: ['shoulder', 'elbow'] }],
  });
}

const post = { name: 'post', shape: box([0.2, 0.2, 1]), pose: { position: [1.3, 0, 0] as const } };
const ball = (x: number, y: number) => ({ name: 'ball', shape: sphere(0.15), pose: { position: [x, y, 0] as const } });
const cell = () => new Scene({ robots: [arm()], obstacles: [post, { ...ball(-0.9, 0.9), name: 'far' }] });
/** Few: every edge is judged by itself. */
const STATES = 45;
const OPTIONS = { states: STATES, group: 'main', seed: 'cell' } as const;
const LEFT = [1, 0, 0];
const RIGHT = [-1, 0, 0];

function expectProven(scene: Scene, found: Plan): void {
  expect(found.why).toBeUndefined();
  expect(scene.firstContact(found.path ?? {}, { method: hca }).status).toBe('free');
}

/** Every edge that is said to be free is, and every one that is said not to be is not. */
function expectTrue(scene: Scene, { states, edges, blocked, clearance }: SavedRoadmap): void {
  const kept = { clearance: clearance ?? 0 };
  const robot = scene.robots[0];
  const state = (k: number) => states.slice(k * robot.size, (k + 1) * robot.size);
  for (let k = 0; k < blocked.length; k++)
    expect(scene.firstContact({ arm: robot.path([state(k), state(k)]) }, kept).status === 'free', `state ${k}`).toBe(blocked[k] === -3);
  for (let i = 0; i < edges.length; i += 4)
    if (edges[i + 2] >= 2)
      expect(scene.firstContact({ arm: robot.path([state(edges[i]), state(edges[i + 1])]) }, kept).status === 'free').toBe(
        edges[i + 2] !== 3,
      );
}

describe('a roadmap', () => {
  test('answers as a plan does: proven as a whole, from where to where, the same again', async () => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, OPTIONS);
    expect(roadmap.counts).toMatchObject({ states: STATES, blocked: 0, proven: 0, refuted: 0 });
    const found = await roadmap.plan({ from: LEFT, to: RIGHT });
    expectProven(scene, found);
    expect([...found.states[0]]).toEqual(LEFT);
    expect([...(found.states.at(-1) as Float64Array)]).toEqual(RIGHT);
    expect(found.length).toBeLessThanOrEqual(found.stats.foundLength);
    const path = (found.path as SceneMotions).arm as RobotPath;
    expect(path.waypoints.length).toBe(found.states.length);
    const twin = await Roadmap.build(cell(), OPTIONS);
    expect((await twin.plan({ from: LEFT, to: RIGHT })).states).toEqual(found.states);
    expect((await roadmap.plan({ from: LEFT, to: RIGHT })).length).toBeCloseTo(found.length, 12);
    const several = await roadmap.plan({ from: LEFT, through: [[2, -1, 0]], to: { anyOf: [[0, 0, 0], RIGHT] } });
    expectProven(scene, several);
    expect(several.goal).toBe(1);
  });

  test('learns a path that was made shorter: nothing of it is left to be proven but the whole', async () => {
    const roadmap = await Roadmap.build(cell(), { ...OPTIONS, seed: 1 });
    const found = await roadmap.plan({ from: LEFT, to: RIGHT });
    // what is shorter by less is not worth its states
    expect(found.length).toBeLessThan(0.999 * found.stats.foundLength);
    const again = await roadmap.plan({ from: LEFT, to: RIGHT });
    expect(again.length).toBeCloseTo(found.length, 12);
    expect(again.stats.proofs).toBe(again.states.length - 1);
  });

  test('does not depend on what was asked before, where it is not to learn', async () => {
    const ask = { from: LEFT, to: RIGHT, learn: false };
    const fresh = await Roadmap.build(cell(), OPTIONS);
    const used = await Roadmap.build(cell(), OPTIONS);
    for (const to of [[2, 1, 0], [-2, -1, 0], RIGHT, [0.5, 2, 0]]) await used.plan({ from: LEFT, to, learn: false, seed: 3 });
    await used.prove();
    expect(used.counts.states).toBe(STATES);
    expect((await used.plan(ask)).states).toEqual((await fresh.plan(ask)).states);
  });

  test('built at once or bit by bit it is the same', async () => {
    const whole = await Roadmap.build(cell(), OPTIONS);
    const parts = await Roadmap.build(cell(), { ...OPTIONS, states: 20 });
    await parts.grow(10);
    await parts.grow(STATES - 30);
    expect(parts.save()).toEqual(whole.save());
  });

  test('where it has no path trees find one, and it learns it', async () => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, { ...OPTIONS, states: 0 });
    expect((await roadmap.plan({ from: LEFT, to: RIGHT, learn: false })).reason).toBe('samples');
    const found = await roadmap.plan({ from: LEFT, to: RIGHT });
    expectProven(scene, found);
    expect(found.stats.samples).toBeGreaterThan(0);
    const { states, proven } = roadmap.counts;
    expect([states > 2, proven >= states - 1]).toEqual([true, true]);
    expectTrue(scene, roadmap.save());
    expect((await roadmap.plan({ from: LEFT, to: RIGHT, learn: false })).status).toBe('found');
  });

  test('says what is wrong: ends in contact, nothing to be found, what is held still, misspelt words', async () => {
    const roadmap = await Roadmap.build(cell(), OPTIONS);
    expect(await roadmap.plan({ from: [0, 0, 0], to: RIGHT })).toMatchObject({ status: 'none', reason: 'start' });
    expect(await roadmap.plan({ from: LEFT, to: [0, 0, 0] })).toMatchObject({ status: 'none', reason: 'goal' });
    await expect(roadmap.plan({ from: [1, 0, 0.05], to: RIGHT })).rejects.toThrow(
      /'grip' of 'arm' at 0.05; the roadmap was made with it at 0/,
    );
    await expect(roadmap.plan({ from: LEFT, to: [1, 1, 0.05] })).rejects.toThrow(/grip/);
    expect(() => roadmap.plan({ from: LEFT } as never)).toThrow("'to' is missing");
    expect(() => roadmap.plan({ from: LEFT, to: RIGHT, shorted: true } as never)).toThrow("did you mean 'shorten'");
    expect(() => roadmap.grow(-1)).toThrow(InputError);
    await expect(Roadmap.build(cell(), { states: 1.5 })).rejects.toThrow('whole number');
    await expect(Roadmap.build(cell(), { neighbours: 0 })).rejects.toThrow('whole number');
    await expect(Roadmap.build(cell(), { group: 'none' })).rejects.toThrow("no group 'none'");
    await expect(Roadmap.build({} as never)).rejects.toThrow('needs a Scene');
  });

  test('bodies that float, with a clearance', async () => {
    const scene = new Scene({
      bodies: [{ name: 'crate', shape: box(0.4) }],
      obstacles: [{ name: 'wall', shape: box([0.1, 2, 2]) }],
    });
    const bounds = { crate: { min: [-2, -2, -2], max: [2, 2, 2] } } as const;
    const roadmap = await Roadmap.build(scene, { states: 60, bounds, clearance: 0.1 });
    const found = await roadmap.plan({ from: { crate: { position: [-1, 0, 0] } }, to: { crate: { position: [1, 0, 0] } } });
    expect(found.why).toBeUndefined();
    expect(scene.clearance(found.path ?? {}, { accuracy: 1e-6 }).gap[1]).toBeGreaterThan(0.1);
  });
});

describe('when the cell changes', () => {
  test('what came, went or moved is asked about and nothing else; what is told then is true', async () => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, OPTIONS);
    await roadmap.prove();
    const { edges, proven, refuted } = roadmap.counts;
    expect(proven + refuted).toBe(edges);
    expectTrue(scene, roadmap.save());
    expect(await roadmap.update()).toMatchObject({ changed: [], states: { asked: 0 }, edges: { asked: 0 } });

    scene.addObstacle(ball(1, 1));
    const came = await roadmap.update();
    expect(came.changed).toEqual(['ball']);
    expect(came.states).toMatchObject({ asked: STATES, regained: 0 });
    expect(came.states.lost).toBeGreaterThan(0);
    // edges of states that are lost need no question, what was refuted before even less
    expect(came.edges.asked).toBeLessThan(proven);
    expect(came.edges.lost).toBeGreaterThan(proven - came.edges.asked);
    expect(came.edges.reopened).toBe(0);
    // what is to be looked at is what is left
    const { states, edges: shown, proven: marks } = roadmap.graph;
    expect(states.length).toBe(3 * (STATES - roadmap.counts.blocked));
    expect([...marks]).toEqual(Array.from({ length: roadmap.counts.proven }, () => 1));
    expect(Math.max(...shown)).toBeLessThan(STATES - roadmap.counts.blocked);
    expectTrue(scene, roadmap.save());

    scene.moveObstacle('ball', { position: [-1.2, -0.8, 0] });
    const moved = await roadmap.update();
    expect(moved.edges.reopened).toBe(came.edges.lost);
    expect(moved.states.regained).toBeGreaterThan(0);
    expectTrue(scene, roadmap.save());

    scene.removeObstacle('ball');
    const went = await roadmap.update();
    expect(went).toMatchObject({ changed: ['ball'], states: { asked: moved.states.lost, lost: 0, regained: moved.states.lost } });
    expect(went.edges).toEqual({ asked: 0, lost: 0, reopened: moved.edges.lost });
    expect(roadmap.counts.blocked).toBe(0);
    expectTrue(scene, roadmap.save());
    // a little of what there is
    await roadmap.prove();
    expect(roadmap.counts).toMatchObject({ proven, refuted });
  });

  test('answers are those of a roadmap that knew nothing', async () => {
    for (let seed = 0; seed < rounds(3); seed++) {
      const scene = cell();
      const roadmap = await Roadmap.build(scene, { ...OPTIONS, seed });
      for (const to of [RIGHT, [2, 1, 0], [-2, -1, 0]]) await roadmap.plan({ from: LEFT, to, learn: false });
      scene.addObstacle(ball(0.9, -1.1 + 0.2 * seed));
      const { changed } = await roadmap.update();
      expect(changed).toEqual(['ball']);
      const saved = roadmap.save();
      const nothing = saved.edges.map((value, k) => (k % 4 === 2 ? 0 : k % 4 === 3 ? -3 : value));
      const fresh = Roadmap.load(scene, { ...saved, edges: nothing });
      const ask = { from: LEFT, to: [-2, -1, 0], learn: false };
      const [a, b] = [await roadmap.plan(ask), await fresh.plan(ask)];
      expect(a.states).toEqual(b.states);
      expectProven(scene, a);
    }
  });

  test('also in the middle of a question', async () => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, { ...OPTIONS, states: 40 });
    let changes = 0;
    const asked = roadmap.plan({
      from: LEFT,
      to: RIGHT,
      onProgress: () => {
        if (changes++ < 3) scene.addObstacle(ball(0.4 * changes, 1.5));
      },
    });
    scene.addObstacle(ball(1.6, 0.4));
    const found = await asked;
    if (found.status === 'found') expectProven(scene, found);
    await roadmap.update();
    expectTrue(scene, roadmap.save());
  });

  test('distances by groups and pairs are kept towards what came', async () => {
    const scene = cell();
    scene.addObstacle(ball(3, 3));
    const clearance = { default: 0.01, environment: 0.05, pairs: [['lower', 'ball', 0.25] as const, ['upper', 'far', 0.02] as const] };
    const roadmap = await Roadmap.build(scene, { ...OPTIONS, clearance });
    await roadmap.prove();
    scene.moveObstacle('ball', { position: [1.2, -1, 0] });
    const { edges, states } = await roadmap.update();
    expect([edges.lost > 0, states.lost > 0]).toEqual([true, true]);
    expectTrue(scene, roadmap.save());
  });

  test('rules of an obstacle are part of it', async () => {
    const scene = cell();
    scene.addObstacle(ball(1, 1), { allowed: ['lower', 'upper'] });
    const roadmap = await Roadmap.build(scene, OPTIONS);
    await roadmap.prove();
    scene.addObstacle(ball(1, 1));
    const { changed, edges } = await roadmap.update();
    expect(changed).toEqual(['ball']);
    expect(edges.lost).toBeGreaterThan(0);
    expectTrue(scene, roadmap.save());
  });
});

describe('many edges at once', () => {
  test('a batch proves what one by one proves', async () => {
    const [scene, other] = [cell(), cell()];
    const [one, many] = [await Roadmap.build(scene, OPTIONS), await Roadmap.build(other, OPTIONS)];
    const batch = await GpuBatch.open(other, { gpu: 'never' });
    const told: number[] = [];
    const proof = await many.prove({ batch, onProgress: (done) => told.push(done) });
    expect(proof).toEqual(await one.prove());
    expect(proof).toMatchObject({ asked: many.counts.edges, complete: true });
    expect(told.at(-1)).toBe(proof.asked);
    const verdicts = ({ edges }: SavedRoadmap) => edges.filter((_, k) => k % 4 === 2);
    expect(verdicts(many.save())).toEqual(verdicts(one.save()));
    expect(await many.prove({ batch })).toMatchObject({ asked: 0, complete: true });
    expect(() => one.prove({ batch })).toThrow('another scene');
    expect(() => one.prove({ batch: {} as never })).toThrow('GpuBatch');
    expect(await (await Roadmap.build(cell(), OPTIONS)).prove({ signal: { aborted: true } })).toMatchObject({ asked: 0, complete: false });
    batch.close();
  });

  test('at the distance that the roadmap keeps, or refused with what differs', async () => {
    const scene = cell();
    const rules = { default: 0.15, environment: 0.15, pairs: [] };
    const kept = { ...OPTIONS, clearance: 0.15, tolerance: 1e-4 };
    const one = await (await Roadmap.build(scene, kept)).prove();
    expect(one.proven).toBeLessThan((await (await Roadmap.build(scene, OPTIONS)).prove()).proven);
    const build = () => Roadmap.build(scene, kept);
    const open = (options: GpuBatchOptions) => GpuBatch.open(scene, { gpu: 'never', ...options });
    for (const clearance of [0.15, rules])
      expect(await (await build()).prove({ batch: await open({ clearance, tolerance: 1e-4 }) })).toEqual(one);
    const roadmap = await build();
    for (const [options, why] of [
      [{ tolerance: 1e-4 }, 'the roadmap keeps the clearance 0.15, the batch 0;'],
      [{ clearance: 0.1, tolerance: 1e-4 }, 'keeps the clearance 0.15, the batch 0.1;'],
      [{ clearance: { default: 0.15, self: 0 }, tolerance: 1e-4 }, 'the batch {"default":0.15,"self":0,'],
      [{ clearance: 0.15 }, 'has the tolerance 0.0001, the batch of the scene;'],
      [{ clearance: 0.15, tolerance: 1e-5 }, 'has the tolerance 0.0001, the batch 0.00001;'],
    ] as const) {
      const batch = await open(options);
      expect(() => roadmap.prove({ batch })).toThrow(why);
      expect(() => roadmap.prove({ batch })).toThrow(InputError);
    }
    const loaded = Roadmap.load(scene, JSON.parse(JSON.stringify(roadmap.save())));
    const plain = await open({});
    expect(() => loaded.prove({ batch: plain })).toThrow('0.15');
    // workers are told with every call
    const workers = new Batch({ scene, workers: threads(1) });
    expect(await roadmap.prove({ batch: workers })).toEqual(one);
    await workers.close();
  });

  test('of bodies and robots together, by name', async () => {
    const scene = new Scene({
      robots: [arm()],
      bodies: [{ name: 'crate', shape: box(0.2), pose: { position: [0, 1.5, 0] } }],
      obstacles: [post],
    });
    const batch = await GpuBatch.open(scene, { gpu: 'never' });
    const bounds = { crate: { min: [-2, -2, -1], max: [2, 2, 1] } } as const;
    const roadmap = await Roadmap.build(scene, { states: 25, bounds });
    const { asked, proven } = await roadmap.prove({ batch });
    expect([asked > 0, proven > 0, proven < asked]).toEqual([true, true, true]);
    const twin = await Roadmap.build(scene, { states: 25, bounds });
    expect(await twin.prove()).toMatchObject({ asked, proven });
    batch.close();
  });
});

describe('saved and loaded', () => {
  test.each(['cell', 3, 7, 15])('it knows what it knew, answers and grows as it would have (seed %s)', async (seed) => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, { ...OPTIONS, seed });
    await roadmap.plan({ from: LEFT, to: RIGHT });
    const saved = roadmap.save();
    const loaded = Roadmap.load(cell(), JSON.parse(JSON.stringify(saved)));
    expect(loaded.save()).toEqual(saved);
    expect(loaded.counts).toEqual(roadmap.counts);
    // the second one again: what was made short already is not made shorter by chance
    for (const to of [[2, -1, 0], RIGHT, [-2.5, 1, 0]]) {
      const ask = { from: LEFT, to };
      expect((await loaded.plan(ask)).states).toEqual((await roadmap.plan(ask)).states);
    }
    await Promise.all([loaded.grow(20), roadmap.grow(20)]);
    expect(loaded.save()).toEqual(roadmap.save());
  });

  test('in a cell that differs only what differs is asked again', async () => {
    const roadmap = await Roadmap.build(cell(), OPTIONS);
    await roadmap.prove();
    const scene = cell();
    scene.addObstacle(ball(1, 1));
    const loaded = Roadmap.load(scene, roadmap.save());
    expect(await loaded.update()).toMatchObject({ changed: ['ball'] });
    expectTrue(scene, loaded.save());
  });

  test('a file that lies about edges gives no path that is not free', async () => {
    const scene = cell();
    const roadmap = await Roadmap.build(scene, OPTIONS);
    const saved = roadmap.save();
    const lies = saved.edges.map((value, k) => (k % 4 === 2 ? 2 : value));
    const loaded = Roadmap.load(scene, { ...saved, edges: lies });
    const found = await loaded.plan({ from: LEFT, to: RIGHT, shorten: false });
    expectProven(scene, found);
    expect(loaded.counts.refuted).toBeGreaterThan(0);
  });

  test('what is no roadmap, or for another robot, is refused with what is wrong', async () => {
    const scene = cell();
    const saved = (await Roadmap.build(scene, { ...OPTIONS, states: 12 })).save();
    expect(() => Roadmap.load(new Scene({ robots: [arm(0.7)], obstacles: [post] }), saved)).toThrow('other robots');
    expect(() => Roadmap.load(scene, { ...saved, format: 'inbetween-roadmap/2' })).toThrow("'inbetween-roadmap/1' is known");
    expect(() => Roadmap.load(scene, { ...saved, axes: ['shoulder'] })).toThrow('it moves shoulder');
    expect(() => Roadmap.load(scene, { ...saved, clearance: -1 })).toThrow(InputError);
    const junk: unknown[] = [
      null,
      7,
      -1,
      'text',
      [],
      {},
      [null],
      [Number.NaN],
      ['x'],
      [1e308],
      [0.5],
      { a: 1 },
      true,
      [-7, 99, 0, 0],
      [0, 0, 9, 9],
    ];
    for (const key of Object.keys(saved))
      for (const value of [undefined, ...junk]) {
        try {
          Roadmap.load(scene, { ...saved, [key]: value } as SavedRoadmap);
        } catch (error) {
          expect(error, `${key} ${JSON.stringify(value)}`).toBeInstanceOf(InputError);
        }
      }
    for (const value of junk) expect(() => Roadmap.load(scene, value as SavedRoadmap)).toThrow(InputError);
    const edges = saved.edges.slice();
    edges[1] = 400;
    expect(() => Roadmap.load(scene, { ...saved, edges })).toThrow('edge 0');
    const states = saved.states.slice();
    states[0] = 9;
    expect(() => Roadmap.load(scene, { ...saved, states })).toThrow('beyond its limits');
  });
});

test('a roadmap of a press knows another thread from its own', async () => {
  const press = (pitch: number): Scene => {
    const joint = { name: 'thread', type: 'helical', axis: [0, 0, 1], pitch, limits: { lower: -40, upper: 40 } } as const;
    const robots = [new Robot({ name: 'press', links: [{ name: 'nut', joint, shapes: [{ shape: box(0.1) }] }] })];
    return new Scene({ robots, obstacles: [{ name: 'plate', shape: box([1, 1, 0.02]), pose: { position: [0, 0, 0.16] } }] });
  };
  const roadmap = await Roadmap.build(press(0.02), { states: 20, seed: 1 });
  // the nut's upper face meets the plate after five turns
  expect((await roadmap.plan({ from: [-10], to: [30] })).path ?? null).not.toBeNull();
  expect((await roadmap.plan({ from: [0], to: [32] })).path ?? null).toBeNull();
  const saved = roadmap.save();
  expect(() => Roadmap.load(press(0.02), saved)).not.toThrow();
  expect(() => Roadmap.load(press(0.03), saved)).toThrow(InputError);
});
