import { describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import type { ToolMove, ToolPathOptions } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';
import { workersHere } from '../../../support/workers-here.ts';
import { about } from './arms.ts';
import { judgedLines, judgedPlate, LED, posed, toolAt } from './led-machines.ts';
import { LoopJudge } from './loop-judge.ts';
import { MECHANISMS } from './mechanisms.ts';

// Lines of the tool of machines with loops.

test.each(Object.keys(LED))("%s: the truth of lines is within the errors told, and one branch (seed 'looped lines')", (name) => {
  const random = new Random(`looped lines ${name}`);
  let nearest = 0;
  for (let round = 0; round < rounds(2); round++) {
    const judged = judgedLines(LED[name], random);
    expect(judged.outside).toEqual([]);
    expect(judged.values).toBeGreaterThan(70);
    nearest = Math.max(nearest, judged.nearest);
  }
  expect(nearest).toBeGreaterThan(0.3);
});

const { delta } = LED;
const begin = toolAt(delta, delta.robot.closed);
const at = (x: number, y: number, z: number): Vec3 => add(begin.p, [x, y, z]);
const lines = (moves: readonly ToolMove[], more: Partial<ToolPathOptions> = {}): RobotPath =>
  toolPath(delta.robot, { ...delta.tool, from: {}, moves, ...more });

describe('a delta among other things', () => {
  test('joint moves, moves to poses and waits between lines: each ends where it should, with seconds', () => {
    const path = lines(
      [
        { line: { position: at(0.05, 0, 0) } },
        { joints: { motor0: 0.3 } },
        { pose: { position: at(-0.04, 0.03, 0.01) } },
        { wait: 0.5 },
        { line: { joints: { motor0: 0.2, motor1: 0.2, motor2: 0.2 } } },
        { arc: { position: at(0.04, 0, 0) }, through: at(0.02, 0.02, 0) },
      ],
      { pace: { speed: 0.5, acceleration: 5 }, jointPace: { speed: 1 }, startsAt: 3 },
    );
    const plain = new LoopJudge(MECHANISMS.delta.options, delta.robot.passive);
    const ends = [0, 1, 2, 3, 4, 5].map((move) => (path.pieces ?? []).findLastIndex(({ of }) => of?.move === move) + 1);
    const places = ends.map((end) => toolAt(delta, plain.solved(path.waypoints[end]) as Float64Array).p);
    for (const [k, place] of [at(0.05, 0, 0), null, at(-0.04, 0.03, 0.01), at(-0.04, 0.03, 0.01), begin.p, at(0.04, 0, 0)].entries())
      if (place !== null) expect(norm(minus(places[k], place))).toBeLessThan(1e-8);
    expect(path.waypoints[ends[1]][delta.robot.joint('motor0').slot]).toBe(0.3);
    expect(path.times?.[0]).toBe(3);
    // every knot is closed, and no joint jumps by more than the errors of both sides
    (path.pieces ?? []).forEach(({ coefficients, errors }, k, all) => {
      if (k === 0) return;
      const before = all[k - 1];
      errors.forEach((error, s) => {
        const end = before.coefficients.slice(6 * s, 6 * s + 6).reduce((sum, x) => sum + x, 0);
        expect(Math.abs(end - coefficients[6 * s])).toBeLessThanOrEqual(error + before.errors[s] + 1e-15);
      });
    });
    // joints moves within: the loops are where the driven joints have them
    for (const [k, { of, errors }] of (path.pieces ?? []).entries())
      if (of?.kind === 'joints' || of?.kind === 'pose')
        for (const t of [0.1, 0.4, 0.8]) {
          const told = path.configurationAt(k + t);
          const truth = plain.solved(told) as Float64Array;
          // given joints may be off by their own errors, which move the others as much again
          truth.forEach((x, s) => {
            expect(Math.abs(x - told[s])).toBeLessThanOrEqual(errors[s] + 1e-14);
          });
        }
  });

  test('a tip that goes down onto a table touches when it is there, by every method and in a worker', async () => {
    const path = lines([{ line: { position: at(0.05, 0.02, 0) } }, { line: { position: at(0.05, 0.02, -0.06) } }]);
    // the tool is at the lowest point of the plate's capsule
    const top = begin.p[2] - 0.03;
    const table = { name: 'table', shape: box([1, 1, 0.002]), pose: { position: [0, 0, top - 0.001] as Vec3 } };
    const scene = new Scene({ robots: [delta.robot], obstacles: [table], self: false });
    for (const method of [undefined, hca(), interval()]) {
      const hit = scene.firstContact({ delta: path }, { tolerance: 1e-6, ...(method && { method }) });
      expect(hit.status).toBe('contact');
      const { of } = (path.pieces ?? [])[Math.floor(hit.time)];
      const share = (of?.from ?? 0) + (hit.time - Math.floor(hit.time)) * ((of?.to ?? 0) - (of?.from ?? 0));
      expect(of?.move).toBe(1);
      expect(share).toBeLessThanOrEqual(0.5);
      expect(share).toBeGreaterThan(0.5 - 2e-5);
    }
    const batch = new Batch({ scene, workers: workersHere(1) });
    const sent = await batch.firstContact({ delta: path });
    await batch.close();
    const here = scene.firstContact({ delta: path });
    expect([sent.status, sent.time, sent.pair]).toEqual([here.status, here.time, here.pair]);
    const [low, high] = scene.clearance({ delta: lines([{ line: { position: at(0.05, 0.02, 0) } }]) }).gap;
    expect(low).toBeLessThanOrEqual(0.03 + 1e-12);
    expect(high).toBeGreaterThanOrEqual(0.03 - 1e-12);
    expect(high - low).toBeLessThan(1e-4);
  });

  test('a part that is picked from a belt on lines, and what it hits', () => {
    // 0.2 m a second
    const conveyor = new Robot({
      name: 'conveyor',
      base: { position: at(-0.05, 0, -0.06) },
      links: [
        {
          name: 'tray',
          joint: { name: 'belt', type: 'prismatic', axis: [1, 0, 0] },
          shapes: [{ shape: box([0.06, 0.06, 0.002], [0, 0, -0.012]) }],
        },
      ],
    });
    const belt = conveyor.trajectory([0, 4].map((time) => ({ time, positions: { belt: 0.2 * time } })));
    const path = lines(
      [
        { wait: 0.1 },
        { line: { position: [0, 0, 0.02] }, frame: { on: belt, link: 'tray' }, seconds: 0.2 },
        { line: { position: [0, 0, 0.011] }, frame: { on: belt, link: 'tray' }, seconds: 0.1 },
        { line: { position: [0, 0, 0.04] }, frame: { on: belt, link: 'tray' }, seconds: 0.1 },
        { line: { position: at(0.1, 0, 0) }, seconds: 0.3 },
      ],
      { pace: { speed: 0.5 } },
    );
    const ride = path.times?.findIndex((t) => Math.abs(t - 0.4) < 1e-9) ?? -1;
    expect(norm(minus(toolAt(delta, path.waypoints[ride]).p, at(0.03, 0, -0.049)))).toBeLessThan(1e-8);
    const part = { name: 'part', shape: box(0.02), pose: { position: at(-0.05, 0, -0.06) } };
    const motions = {
      delta: path,
      conveyor: belt,
      part: heldMotion([
        { by: 'tray', from: { second: 0 }, to: { second: 0.4 } },
        { by: 'plate', from: { second: 0.4 } },
      ]),
    };
    const asked = (x: number, method?: ReturnType<typeof hca | typeof interval>) => {
      // a millimetre thick; only the part is as low
      const post = { name: 'post', shape: box([0.001, 0.05, 0.025]), pose: { position: at(x + 0.0005, 0, -0.0375) } };
      const scene = new Scene({
        robots: [delta.robot, conveyor],
        bodies: [part],
        obstacles: [post],
        self: false,
        allowed: [['post', 'tray']],
      });
      return scene.firstContact(motions, { tolerance: 1e-6, ...(method && { method }) });
    };
    for (const method of [undefined, hca(), interval()]) {
      // from 0.5 s on by 50 mm in 0.3 s: after 20 mm its side is there
      const hit = asked(0.08, method);
      expect([hit.status, hit.pair?.map(({ body, link }) => link ?? body).sort()]).toEqual(['contact', ['part', 'post']]);
      expect(hit.seconds).toBeLessThanOrEqual(0.62 + 1e-9);
      expect(hit.seconds).toBeGreaterThan(0.62 - 1e-5);
      expect(asked(0.13, method).status).toBe('free');
    }
  });

  test('what cannot be: one clear error each, with the number of the move', () => {
    const five = LED['five-bar'];
    const above = toolAt(five, five.robot.closed);
    const cases: readonly (readonly [RegExp, () => unknown])[] = [
      [
        /moves\[1\]: the line can be followed up to [\d.]+ % of it: what follows is out of reach/,
        () => lines([{ line: posed(begin) }, { line: { position: at(0, 0, -0.5) } }]),
      ], // prettier-ignore
      [
        /moves\[0\]: the 3 joints motor0, motor1, motor2 cannot keep the tool on it/,
        () => lines([{ line: { position: begin.p, quaternion: about([0, 0, 1], 0.2) as never } }]),
      ], // prettier-ignore
      [/moves\[0\]: joint 'swing0' is given as 2, but it follows/, () => lines([{ joints: { motor0: 0.3, swing0: 2 } }])],
      // forearms in one line
      [
        /moves\[0\]: loop 'tip' can be kept closed up to (99|100)/,
        () => toolPath(five.robot, { ...five.tool, from: {}, moves: [{ joints: { motor1: Math.PI, motor2: 0 } }] }),
      ],
      [/moves\[0\]: no joint values were found that bring the tool there/, () => lines([{ pose: { position: [0, 0, -3] } }])],
      [
        /moves\[0\]: spare: motor0, motor1, motor2 follow, and cannot be given/,
        () => lines([{ line: posed(begin), spare: { motor1: 0 } }]),
      ],
      [
        /moves\[0\]: robot 'five-bar': configuration: loop/,
        () => toolPath(five.robot, { ...five.tool, from: {}, moves: [{ line: { joints: { motor1: Math.PI, motor2: 0 } } }] }),
      ],
      [
        /moves\[0\]: blend: 0.1 is more than half of it/,
        () => lines([{ line: { position: at(0.05, 0, 0) }, blend: 0.1 }, { line: posed(begin) }]),
      ], // prettier-ignore
      [
        /joints: 'swing0' is none that turns or slides the link; there are motor0, motor1, motor2/,
        () => lines([{ wait: 1 }], { joints: ['swing0'] }),
      ],
      [
        /free must be a list of nothing but 'orientation', got \[ 'x' \]|free must be a list/,
        () => lines([{ wait: 1 }], { free: ['x'] as never }),
      ], // prettier-ignore
      // a forearm turns as its tip goes
      [
        /cannot keep the tool on it/,
        () =>
          toolPath(five.robot, {
            ...five.tool,
            free: [],
            from: {},
            moves: [{ line: { position: add(above.p, [0.02, 0, 0]), quaternion: above.q as never } }],
          }),
      ], // prettier-ignore
    ];
    for (const [says, call] of cases) {
      expect(call, String(says)).toThrow(InputError);
      expect(call).toThrow(says);
    }
  });

  test('the other joints of a machine: a palletiser that turns its flange while it goes', () => {
    const own = LED.palletiser;
    const from = toolAt(own, own.robot.closed);
    const goal = add(from.p, [0.05, 0, -0.05]);
    const path = toolPath(own.robot, {
      ...{ link: 'wrist', at: { position: [0, 0, -0.15] }, from: {}, joints: ['shoulder', 'elbow'] },
      moves: [{ line: { position: goal }, spare: { spin: 1, turn: 0 } }],
    } as ToolPathOptions);
    expect(path.waypoints[path.segments][own.robot.joint('spin').slot]).toBeCloseTo(1, 14);
    expect(norm(minus(toolAt(own, path.waypoints[path.segments]).p, goal))).toBeLessThan(1e-9);
    // by its own six rows, with the turn of the base: the flange keeps its turn
    const around = toolPath(own.robot, { ...own.tool, from: {}, moves: [{ line: { position: add(from.p, [0, 0.2, 0]) } }] });
    const last = around.waypoints[around.segments];
    const { slot } = own.robot.joint('turn');
    expect(last[own.robot.joint('spin').slot]).toBeCloseTo(-last[slot], 9);
    expect(Math.abs(last[slot])).toBeGreaterThan(0.2);
  });
});

test("a tool's links among thin plates: none missed, late or false, by every method (seed 'looped lines among plates')", () => {
  const seen: string[] = [];
  for (const name of ['five-bar', 'delta', 'palletiser']) {
    const random = new Random(`looped lines among plates ${name}`);
    for (let round = 0; round < rounds(3); round++) {
      const judged = judgedPlate(LED[name], random);
      expect(judged.wrong, `${name}, round ${round}`).toEqual([]);
      seen.push(...judged.seen);
    }
  }
  expect(seen).not.toContain('unresolved');
  for (const status of ['free', 'contact']) expect(seen.filter((one) => one === status).length).toBeGreaterThan(2);
});
