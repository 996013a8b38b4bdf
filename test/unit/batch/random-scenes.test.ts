import { expect, test } from 'vitest';
import { Batch, type BatchAnswer, type BatchRange } from '../../../src/batch/index.ts';
import {
  bodyTrajectory,
  box,
  heldMotion,
  type Pose,
  Random,
  Robot,
  rigidMotion,
  Scene,
  type SceneMotions,
  type SceneOptions,
  uncertain,
} from '../../../src/index.ts';
import { roundsUntil } from '../../support/rounds.ts';
import { workersHere } from '../../support/workers-here.ts';

// A batch gives the scene's answers, whatever the scene has: bodies that it moves, parts that are held, clocks, uncertainty, clearances, allowed
// pairs. `free` is judged at sampled instants, with every pose worked out by hand, by a scene that knows nothing of motions.

const arm = new Robot({
  name: 'arm',
  links: [
    {
      name: 'beam',
      joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits: { lower: -4, upper: 4 } },
      shapes: [{ shape: box([0.6, 0.08, 0.08], [0.3, 0, 0]) }],
    },
    {
      name: 'grip',
      parent: 'beam',
      joint: { name: 'slide', type: 'prismatic', axis: [1, 0, 0], origin: { position: [0.6, 0, 0] }, limits: { lower: 0, upper: 0.3 } },
      shapes: [{ shape: box(0.06) }],
    },
  ],
});
const at = (x: number, y: number, turn = 0): Pose => ({
  position: [x, y, 0],
  quaternion: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
});

type State = readonly [turn: number, slide: number];

/** Where what the grip took at one state is at another. */
function carried(part: readonly [number, number], from: State, to: State): Pose {
  const turned = (q: number, x: number, y: number) => [Math.cos(q) * x - Math.sin(q) * y, Math.sin(q) * x + Math.cos(q) * y] as const;
  const [x, y] = turned(-from[0], part[0], part[1]);
  const [px, py] = turned(to[0], x + to[1] - from[1], y);
  return at(px, py, to[0] - from[0]);
}

function randomCell(random: Random) {
  const place = (far: number): readonly [number, number] => {
    const angle = random.range(-Math.PI, Math.PI);
    return [far * Math.cos(angle), far * Math.sin(angle)];
  };
  const [part, tray, wall, post] = [place(random.range(0.75, 1.1)), place(1.2), place(random.range(0.7, 1.3)), place(1)];
  const end = place(1.2);
  const isHeld = random.next() < 0.6;
  const moves = random.pick(['not', 'rigid', 'by the clock'] as const);
  const hasClock = moves === 'by the clock';
  const clearance = random.pick([0, 0.02, { default: 0.01, environment: 0.03, pairs: [['tray', 'wall', 0.005]] }] as const);
  const common = {
    robots: [arm],
    bodies: [
      { name: 'part', shape: box(0.15), pose: at(...part) },
      { name: 'tray', shape: box([0.2, 0.2, 0.05]), pose: at(...tray) },
    ],
    obstacles: [
      { name: 'wall', shape: box([0.1, 0.3, 0.3]), pose: at(...wall) },
      { name: 'post', shape: box(0.1), pose: at(...post) },
    ],
    clearance: clearance as SceneOptions['clearance'],
    allowed: [['part', 'beam'], ['part', 'grip'], ...(random.next() < 0.3 ? [['arm/beam', 'post'] as const] : [])] as const,
  };
  const uncertainty = random.pick([undefined, { angle: 0.01 }, ...(hasClock ? [{ seconds: 0.05 }] : [])]);
  const scene = new Scene({
    ...common,
    ...(uncertainty === undefined ? {} : { uncertainty: uncertain(uncertainty) }),
    bodyMotions: {
      ...(isHeld ? { part: heldMotion([{ by: 'grip', touches: ['beam'] }]) } : {}),
      ...(moves === 'rigid' ? { tray: rigidMotion(at(...tray), at(...end)) } : {}),
      ...(hasClock ? { tray: bodyTrajectory([0, 1].map((time) => ({ time, pose: time === 0 ? at(...tray) : at(...end) }))) } : {}),
    },
  });
  // what a hand takes may touch what it stood on: the judge does not look at that
  const stood = isHeld ? (['wall', 'post', 'tray'] as const).map((name) => ['part', name] as const) : [];
  const judge = new Scene({ ...common, allowed: [...common.allowed, ...stood] });
  const trayAt = (t: number): Pose =>
    moves === 'not' ? at(...tray) : at(tray[0] + t * (end[0] - tray[0]), tray[1] + t * (end[1] - tray[1]));
  return { scene, judge, part, isHeld, hasClock, trayAt };
}

test(`batches answer as scenes (seed 'batches')`, async () => {
  const random = new Random('batches');
  const seen: Record<string, number> = {};
  const note = (key: string) => {
    seen[key] = (seen[key] ?? 0) + 1;
  };
  const kinds = ['free', 'contact', 'uncertainty', 'held free', 'held contact', 'clock free', 'clock contact', 'rows 0', 'rows 1'];
  const isMet = (): boolean => kinds.every((kind) => (seen[kind] ?? 0) > 1);
  for (const _ of roundsUntil(isMet, 40, 8)) {
    const { scene, judge, part, isHeld, hasClock, trayAt } = randomCell(random);
    const batch = new Batch({ scene, workers: workersHere(2) });
    const state = (): State => [random.range(-3, 3), random.range(0, 0.3)];
    const ends = Array.from({ length: 6 }, () => [state(), state()] as const);
    const many = ends.map(
      ([from, to]): SceneMotions => ({
        arm: hasClock ? arm.trajectory([from, to].map((positions, time) => ({ time, positions }))) : [from, to],
      }),
    );
    const wanted = many.map((one) => scene.firstContact(one, { contacts: 'none' }));
    const told: BatchAnswer[] = [];
    for await (const one of batch.firstContacts(many, { contacts: 'none' })) told.push(one);
    expect(told.map(({ result }) => result)).toEqual(wanted);
    for (const [k, one] of many.entries()) {
      const [from, to] = ends[k];
      note(wanted[k].reason ?? wanted[k].status);
      if (isHeld) note(`held ${wanted[k].status}`);
      if (hasClock) note(`clock ${wanted[k].status}`);
      if (wanted[k].status === 'free')
        for (let i = 0; i <= 40; i++) {
          const t = i / 40;
          const now: State = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
          const held = isHeld ? carried(part, from, now) : at(...part);
          expect(judge.isFree({ arm: now, tray: trayAt(t), part: held })).toBe(true);
        }
      if (k > 1) continue;
      expect(await batch.firstContact(one, { contacts: 'none' })).toEqual(wanted[k]);
      expect(await batch.clearance(one)).toEqual(scene.clearance(one));
      expect(await batch.contactIntervals(one)).toEqual(scene.contactIntervals(one));
    }
    const side = (end: 0 | 1) => Float64Array.from(ends.flatMap((one) => one[end]));
    const rows: BatchRange = { from: side(0), to: side(1) };
    const pose = (x: number, y: number) => Float64Array.of(x, y, 0, 0, 0, 0, 1);
    const trayRows = { from: pose(1.1, 0.2), to: pose(1.1, -0.2) };
    const given = { tray: rigidMotion(at(1.1, 0.2), at(1.1, -0.2)) };
    // rows have no seconds: bodies that have some need rows too
    if (hasClock)
      await expect(batch.motionsAreFree({ arm: rows })).rejects.toThrow(/'tray' moves by seconds, but the motion of 'arm' has none/);
    for (const tray of hasClock ? [true] : [false, true]) {
      const ask = ends.map(([from, to]) => ({ arm: [from, to], ...(tray ? given : {}) }));
      if ((scene.options.uncertainty?.seconds ?? 0) > 0) continue;
      const { free } = await batch.motionsAreFree({ arm: rows, ...(tray ? { tray: trayRows } : {}) });
      const each = ask.map((one) => (scene.firstContact(one, { contacts: 'none' }).status === 'free' ? 1 : 0));
      expect([...free]).toEqual(each);
      for (const is of free) note(`rows ${is}`);
    }
    await batch.close();
  }
  expect(isMet(), JSON.stringify(seen)).toBe(true);
});
