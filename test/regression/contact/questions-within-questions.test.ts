import { describe, expect, test } from 'vitest';
import { AllPairs } from '../../../src/broad/all-pairs.ts';
import { motionBox } from '../../../src/broad/motion-box.ts';
import { firstContact, PairQuery } from '../../../src/contact/pair-query.ts';
import { ConvexHierarchy } from '../../../src/convex/convex-hierarchy.ts';
import { ConvexQuery } from '../../../src/convex/convex-query.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import { HierarchyTracker } from '../../../src/convex/trackers/hierarchy-tracker.ts';
import { VClip } from '../../../src/convex/trackers/v-clip.ts';
import { ContactForecast } from '../../../src/forecast/forecast.ts';
import { PoseStream } from '../../../src/forecast/pose-stream.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { methodNamed } from '../../../src/methods/index.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { encloseMotion } from '../../../src/motion/state-bounds.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { ToolLoop } from '../../../src/tool/force/tool-loop.ts';
import { ToolQuery } from '../../../src/tool/tool-query.ts';
import { World } from '../../../src/world/world.ts';
import { ball, bounce, FLOOR, GRAVITY } from '../../unit/world/falling-balls.ts';

// Motions, trackers, finders and answers are the caller's code and run in the middle of a question. Asking another object there must change nothing;
// asking the same one must be refused, and leave it usable.

const way = rigidMotion({ position: [2.5, 0.1, 0.2] }, { position: [-2.5, 0.3, 0.1], quaternion: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
const other = rigidMotion({ position: [0.2, 3, 0] }, { position: [0.1, -3, 0.4], quaternion: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] });

/** The motion, with questions asked before and after states and enclosures are written. */
function asking(motion: Motion, ask: () => void): Motion {
  let inside = false;
  let calls = 0;
  const once = (): void => {
    // the first of them, then ever more rarely
    if (inside || (++calls & (calls - 1)) !== 0) return;
    inside = true;
    try {
      ask();
    } finally {
      inside = false;
    }
  };
  return {
    still: motion.still,
    turn: motion.turn,
    lever: motion.lever,
    travel: (rho) => motion.travel(rho),
    startPosition: (out, offset) => motion.startPosition(out, offset),
    writeState: (reference, out) => {
      once();
      motion.writeState(reference, out);
      once();
    },
    enclose(reference) {
      const bounds = encloseMotion(motion, reference);
      return {
        writePose: (times, out, o) => {
          bounds.writePose(times, out, o);
          once();
        },
        writeRate: (times, out, o) => {
          bounds.writeRate(times, out, o);
          once();
        },
        writeBend: (times, out, o) => {
          bounds.writeBend(times, out, o);
          once();
        },
      };
    },
  };
}

const again = (whose: string): RegExp => new RegExp(`this ${whose} is answering a query already`);

/** A motion with the same states, which rigid shortcuts do not know. */
const plain = (motion: Motion): Motion => asking(motion, () => {});

describe('another object may be asked from within a question', () => {
  const meshes = [box([1, 0.4, 0.6]), box([0.5, 1, 0.3])] as const;

  test.each(['auto', 'hca', 'c2a', 'interval'] as const)('PairQuery, %s', (method) => {
    const options = { method: methodNamed(method), tolerance: 1e-5 } as const;
    const ask = () => firstContact({ shape: meshes[1], motion: other }, { shape: meshes[0] }, options);
    const answer = (motion: Motion) => firstContact({ shape: meshes[0], motion }, { shape: meshes[1] }, options);
    expect(answer(plain(way)).status).toBe('contact');
    expect(answer(asking(way, ask))).toEqual(answer(plain(way)));
  });

  test.each(['auto', 'hca', 'interval'] as const)('Scene, %s', (method) => {
    const bodies = meshes.map((mesh, i) => ({ name: `${i}`, shape: mesh }));
    const scene = new Scene({ bodies });
    const second = new Scene({ bodies });
    const options = { method: methodNamed(method), tolerance: 1e-5 } as const;
    const ask = () => second.firstContact({ 0: other }, options);
    const answer = (motion: Motion) => {
      const { status, time, contacts, gap } = scene.firstContact({ 0: motion }, options);
      return { status, time, contacts, gap };
    };
    expect(answer(plain(way)).status).toBe('contact');
    expect(answer(asking(way, ask))).toEqual(answer(plain(way)));
  });

  test('ConvexQuery', () => {
    const [a, b] = [convexBox([1, 0.4, 0.6]), convexBox([0.5, 1, 0.3])];
    const ask = () => new ConvexQuery({ shape: b }, { shape: a }).firstContact({ a: other });
    const answer = (motion: Motion) => new ConvexQuery({ shape: a }, { shape: b }).firstContact({ a: motion });
    expect(answer(plain(way)).status).toBe('contact');
    expect(answer(asking(way, ask))).toEqual(answer(plain(way)));
  });

  test('ToolQuery', () => {
    const ask = () => new ToolQuery({ shape: meshes[1] }, { shape: meshes[0] }).firstContact({ tool: other });
    const answer = (motion: Motion) => new ToolQuery({ shape: meshes[0] }, { shape: meshes[1] }).firstContact({ tool: motion });
    expect(answer(plain(way)).status).toBe('contact');
    expect(answer(asking(way, ask))).toEqual(answer(plain(way)));
  });

  test('motionBox', () => {
    const write = (motion: Motion, vertices?: Float64Array) => {
      const out = new Float64Array(6);
      motionBox(motion, { reach: 1, ...(vertices === undefined ? {} : { vertices }) }, 0.1, 0.8, out);
      return [...out];
    };
    for (const vertices of [undefined, meshes[0].positions])
      expect(
        write(
          asking(way, () => void write(other)),
          vertices,
        ),
      ).toEqual(write(plain(way), vertices));
  });

  test('World: motions, steering and answers', () => {
    const run = (ask: () => void) => {
      const { time, events } = new World({
        bodies: [
          { name: 'given', shape: convexBox([1, 0.4, 0.6]), motion: asking(way, ask), duration: 2 },
          {
            name: 'steered',
            shape: convexSphere(0.2),
            steering: {
              state: (t) => {
                ask();
                return { pose: { position: [-2 + t, 0.2, 0] }, velocity: [1, 0, 0] };
              },
              acceleration: 0.1,
              angularAcceleration: 0.1,
            },
          },
          { name: 'fixed', shape: convexBox([0.5, 1, 0.3]), fixed: true },
        ],
      } as ConstructorParameters<typeof World>[0]).advance(2);
      return { time, events };
    };
    const answered = run(() => {});
    expect(answered.events.length).toBeGreaterThan(0);
    const ask = () => {
      const small = new World({
        bodies: [
          { name: 'a', shape: convexSphere(0.5), velocity: [1, 0, 0] },
          { name: 'b', shape: convexSphere(0.5), pose: { position: [2, 0, 0] } },
        ],
      });
      small.advance(3, () => ({ a: { velocity: [0, 0, 0] } }));
    };
    expect(run(ask)).toEqual(answered);
  });
});

describe('the same object is refused, and goes on afterwards', () => {
  test('PairQuery and Scene', () => {
    const query = new PairQuery({ shape: box(1) }, { shape: box(1) });
    expect(() => query.firstContact({ a: asking(way, () => query.firstContact({ a: other })) })).toThrow(again('PairQuery'));
    expect(query.firstContact({ a: way }).status).toBe('contact');
    const scene = new Scene({ bodies: [{ name: 'a', shape: box(1) }], obstacles: [{ name: 'b', shape: box(1) }] });
    for (const ask of [
      () => scene.distanceAt({ a: other }, 0),
      () => scene.clearance({ a: other }),
      () => scene.linkPoses({ a: other }, 0),
    ])
      expect(() => scene.firstContact({ a: asking(way, ask) })).toThrow(again('Scene'));
    expect(scene.firstContact({ a: way }).status).toBe('contact');
  });

  test('ConvexQuery', () => {
    const query = new ConvexQuery({ shape: convexBox(1) }, { shape: convexBox(1) });
    for (const ask of [() => query.firstContact({ a: other }), () => query.distance(), () => query.apart(), () => query.penetration()])
      expect(() => query.firstContact({ a: asking(way, ask) })).toThrow(again('ConvexQuery'));
    expect(query.firstContact({ a: way }).status).toBe('contact');
  });

  test('HierarchyTracker, by the trackers it has made', () => {
    const A = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0]);
    const B = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    let ask = true;
    const body = new ConvexHierarchy([convexBox(1)], { name: 'body' });
    const tracker: HierarchyTracker = new HierarchyTracker(body, convexBox(1), (p, q) => {
      if (ask) tracker.track(A, B);
      return new VClip(p, q);
    });
    expect(() => tracker.track(A, B)).toThrow(again('HierarchyTracker'));
    ask = false;
    tracker.track(A, B);
    expect(tracker.gap).toBeCloseTo(4, 12);
  });

  test('ToolQuery and ToolLoop', () => {
    const query = new ToolQuery({ shape: box(1) }, { shape: box(1) });
    expect(() => query.firstContact({ tool: asking(way, () => query.firstContact({ tool: other })) })).toThrow(again('ToolQuery'));
    expect(query.firstContact({ tool: way }).status).toBe('contact');
    const questions = [(loop: ToolLoop) => loop.advance({ position: [9, 0, 0] }, 0.1), (loop: ToolLoop) => loop.reset()];
    for (const ask of questions) {
      const loop: ToolLoop = new ToolLoop(
        { shape: box(0.2) },
        { shape: box(1) },
        {
          penalty: { stiffness: 100 },
          bars: { density: 1, stiffness: 1000 },
          detect: () => {
            ask(loop);
            return { triangles: [], time: null, normal: null };
          },
        },
      );
      expect(() => loop.advance({ position: [5, 0, 0] }, 0.1)).toThrow(again('ToolLoop'));
    }
  });

  test('ContactForecast', () => {
    const stream = new PoseStream({ radius: 0.1 });
    let ask: (() => void) | null = null;
    const forecast = new ContactForecast(
      stream,
      () => {
        ask?.();
        return { status: 'free' as const, time: 1 };
      },
      { scale: 0.01 },
    );
    forecast.update({ time: 0, pose: {} });
    for (const nested of [() => forecast.predict(), () => forecast.update({ time: 9, pose: {} })]) {
      ask = nested;
      expect(() => forecast.predict()).toThrow(again('ContactForecast'));
    }
    ask = null;
    expect(stream.time).toBe(0);
    expect(forecast.predict().level).toBe('unknown');
  });
});

describe('a world', () => {
  const balls = () => [
    { name: 'a', shape: convexSphere(0.5), velocity: [1, 0, 0] as const },
    { name: 'b', shape: convexSphere(0.5), pose: { position: [2, 0, 0] as const } },
  ];

  test('may be read and changed in an answer, but not advanced', () => {
    const world: World = new World({ bodies: balls() });
    let asked = 0;
    world.advance(3, () => {
      asked++;
      expect(world.time).toBeCloseTo(1, 6);
      expect(world.state('a').position[0]).toBeCloseTo(1, 6);
      expect(() => world.advance(2)).toThrow('this world is advancing already');
      world.set('a', { velocity: [0, 1, 0] });
      world.add({ name: 'c', shape: convexSphere(0.1), pose: { position: [0, 9, 0] } });
      world.remove('b');
    });
    expect(asked).toBe(1);
    expect(world.names).toEqual(['a', 'c']);
    expect(world.state('a').position[1]).toBeCloseTo(2, 6);
  });

  test('may not be asked by what it asks: motions, steering, trackers, broad phases', () => {
    const questions: ((world: World) => void)[] = [
      (world) => world.state('a'),
      (world) => world.set('a', { velocity: [0, 0, 0] }),
      (world) => world.remove('a'),
      (world) => world.add({ name: 'c', shape: convexSphere(0.1) }),
    ];
    for (const question of questions) {
      let world: World | null = null;
      const ask = () => {
        if (world !== null) question(world);
      };
      const broadPhase = new AllPairs();
      const update = broadPhase.update.bind(broadPhase);
      const asked = (): void => {
        ask();
        update();
      };
      const state = () => {
        ask();
        return { pose: { position: [9, 9, 9] as const } };
      };
      const cases = [{ motion: asking(way, ask), duration: 2 }, { steering: { state, acceleration: 1, angularAcceleration: 1 } }, null];
      for (const given of cases) {
        world = null;
        broadPhase.update = given === null ? asked : update;
        const bodies = given === null ? balls() : [...balls(), { name: 'asks', shape: convexSphere(0.1), ...given }];
        const made = new World({ bodies, ...(given === null ? { broadPhase } : {}) } as ConstructorParameters<typeof World>[0]);
        world = made;
        expect(() => made.advance(3)).toThrow(InputError);
        expect(() => made.advance(3)).toThrow('this World is answering a query already; a motion, steering, tracker or broad phase');
        world = null;
        expect(made.state('a').velocity).toEqual([1, 0, 0]);
      }
    }
  });

  test('a rollback may read, and change nothing', () => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [3, 0, 2.1], { velocity: [-2, 0, 2] }), ball('c', [-4, 0, 4])];
    const world: World = new World({ bodies, gravity: GRAVITY, schedule: 'estimate', tolerance: 1e-6 });
    let rollbacks = 0;
    const onRollback = (time: number): void => {
      rollbacks++;
      expect(world.time).toBe(time);
      expect(world.state('a').position[2]).toBeGreaterThan(0);
      expect(() => world.set('a', { velocity: [0, 0, 0] })).toThrow(again('World'));
      expect(() => world.remove('a')).toThrow(again('World'));
    };
    world.advance(1.5, (event) => (event.a === 'floor' ? bounce(world, event) : undefined), { onRollback });
    expect(rollbacks).toBe(world.stats.rollbacks);
    expect(rollbacks).toBeGreaterThan(0);
  });
});
