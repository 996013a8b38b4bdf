// Scheduling against fixed intervals [Mirtich 1997, §4]: looks at pairs, and contacts that are missed.

import { BodyRun, type BodyScene } from '../../scenes/bodies/body-scene.ts';
import { bowling } from '../../scenes/bodies/bowling.ts';
import { bullets } from '../../scenes/bodies/bullets.ts';
import { coins } from '../../scenes/bodies/coins.ts';
import type { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import { TRACK_DISTANCE } from '../../src/convex/convex-tracker.ts';
import { VClip } from '../../src/convex/trackers/v-clip.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { World } from '../../src/world/world.ts';
import type { WorldEvent } from '../../src/world/world-event.ts';
import type { WorldBody, WorldOptions } from '../../src/world/world-options.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { processorTime } from '../shared/processor-time.ts';
import type { Cell, Table } from '../shared/table.ts';
import type { BodiesContext } from './bodies-part.ts';

interface Flight {
  readonly name: string;
  readonly options: WorldOptions;
  readonly duration: number;
}

/** A contact told within this many seconds is neither early nor late. */
const SAME = 1e-4;

export function schedules({ quick }: BodiesContext): PartResult {
  const intervals = quick ? [30] : [30, 60, 240, 1000];
  const fixed = intervals.map((rate) => [`fixed, 1/${rate} s`, { schedule: 'fixed', interval: 1 / rate }] as const);
  return { tables: [flights(fixed, quick), simulations(fixed, quick)] };
}

type Way = readonly [told: string, options: WorldOptions];

function flights(fixed: readonly Way[], quick: boolean): Table {
  const scenes: readonly Flight[] = [
    letThrough(coins(quick ? 8 : 60), 0, quick ? 0.15 : 0.35),
    letThrough(bowling(), 0.45, quick ? 0.05 : 0.5),
    letThrough(bullets(quick ? 4 : 32), 0, 0.5),
  ];
  const ways: readonly Way[] = [['certified', {}], ['estimate', { schedule: 'estimate' }], ...fixed];
  const rows = scenes.flatMap(({ name, options, duration }): Cell[][] => {
    const since = performance.now();
    const runs = ways.map(([, way]) => fly({ ...options, ...way }, duration));
    const truth = runs[0].events;
    const ms = processorTime(
      ways.map(([, way]) => ({ count: 1, run: () => void fly({ ...options, ...way }, duration) })),
      quick ? 1 : 5,
    );
    progress(`schedules, ${name}`, since);
    return ways.map(([way], w) => {
      const { events, checks, apart, rollbacks } = runs[w];
      const { missed, late } = compared(truth, events);
      return [name, way, checks, apart, events.length, missed, late, rollbacks, ms[w]];
    });
  });
  return {
    file: 'bodies-schedules',
    title: 'Scheduling against fixed intervals: contacts that are missed',
    note:
      'Bodies that are let through, so that all schedules see the same motions: coins from their toss, bowling from shortly after the hit, bullets of 1 to 1,000 m/s against walls of 10 cm to 0.01 mm. ' +
      'Checks: looks at a pair by the schedule, those of pairs that were let through included; apart: distances computed of pairs that are apart, the work before a contact. ' +
      'Missed: contacts of the certified schedule that are never told; late: told more than 0.1 ms later. Milliseconds of processor time for all.',
    columns: ['scene', 'schedule', 'checks', 'apart', 'contacts', 'missed', 'late', 'rollbacks', 'ms'],
    rows,
  };
}

/** Each schedule with its own simulation: what is missed goes through. */
function simulations(fixed: readonly Way[], quick: boolean): Table {
  const scenes: readonly (readonly [BodyScene, (position: Vec3) => boolean])[] = [
    [coins(quick ? 4 : 24), ([, , z]) => z < 0],
    [bowling(), ([, , z]) => z < 0],
    [bullets(quick ? 4 : 32), ([x]) => x > 0.4],
  ];
  const rows = scenes.flatMap(([scene, through]): Cell[][] => {
    const since = performance.now();
    const told = ([['certified', {}], ...fixed] satisfies Way[]).map(([way, options]): Cell[] => {
      const run = new BodyRun(scene, options);
      const start = process.cpuUsage();
      run.advance(quick ? 0.15 : Math.min(scene.duration, 0.7));
      const { user, system } = process.cpuUsage(start);
      const gone = [...scene.masses.keys()].filter((name) => through(run.world.state(name).position)).length;
      return [scene.name, way, run.world.stats.checks, run.contacts, run.overlaps, gone, (user + system) / 1000];
    });
    progress(`simulations, ${scene.name}`, since);
    return told;
  });
  return {
    file: 'bodies-simulations',
    title: 'Scheduling against fixed intervals: simulations',
    note:
      'The scenes with their answers, up to 0.7 s. Overlaps: pairs found inside one another, or too near to tell, and let through. Gone through: bodies that are below the floor or behind the first wall at the end. ' +
      'Estimates are left out: a rollback would have to set the simulator back too.',
    columns: ['scene', 'schedule', 'checks', 'contacts', 'overlaps', 'gone through', 'ms'],
    rows,
  };
}

/** The bodies as they are at a time of the scene, flying on through everything. */
function letThrough(scene: BodyScene, from: number, duration: number): Flight {
  const run = new BodyRun(scene);
  run.advance(from);
  const bodies = scene.bodies.map((body): WorldBody => {
    if (body.fixed) return body;
    const { position, quaternion, velocity, angularVelocity, acceleration } = run.world.state(body.name);
    return { name: body.name, shape: body.shape, pose: { position, quaternion }, velocity, angularVelocity, acceleration };
  });
  return { name: scene.name, options: { bodies, tolerance: scene.tolerance, gravity: scene.gravity }, duration };
}

/** Counts the distances it finds of bodies that are apart. */
class Counted extends VClip {
  apart = 0;
  override track(A: Float64Array, B: Float64Array): void {
    super.track(A, B);
    if (!this.overlap && this.out[TRACK_DISTANCE] > this.a.radius + this.b.radius) this.apart++;
  }
}

interface Flown {
  readonly events: readonly WorldEvent[];
  readonly checks: number;
  readonly apart: number;
  readonly rollbacks: number;
}

function fly(options: WorldOptions, duration: number): Flown {
  const trackers: Counted[] = [];
  const tracker = (a: ConvexPolyhedron, b: ConvexPolyhedron): Counted => {
    const made = new Counted(a, b);
    trackers.push(made);
    return made;
  };
  const world = new World({ ...options, tracker });
  let events: WorldEvent[] = [];
  world.advance(
    duration,
    (event) => {
      events.push(event);
      return null;
    },
    {
      onRollback: (time) => {
        events = events.filter((event) => event.time <= time);
      },
    },
  );
  const { checks, rollbacks } = world.stats;
  return { events, checks, apart: trackers.reduce((sum, { apart }) => sum + apart, 0), rollbacks };
}

/** Which contacts of the truth are told late or never: an event stands for the last contact of its pair before it. */
export function compared(truth: readonly WorldEvent[], events: readonly WorldEvent[]): { missed: number; late: number } {
  let missed = 0;
  let late = 0;
  const byPair = (list: readonly WorldEvent[]) => {
    const times = new Map<string, number[]>();
    for (const { a, b, time } of list) {
      const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
      times.set(pair, [...(times.get(pair) ?? []), time]);
    }
    return times;
  };
  const told = byPair(events);
  for (const [pair, times] of byPair(truth)) {
    const others = told.get(pair) ?? [];
    for (const [k, time] of times.entries()) {
      const next = (times[k + 1] ?? Number.POSITIVE_INFINITY) - SAME;
      const found = others.findIndex((other) => other >= time - SAME && (other < next || other <= time + SAME));
      if (found < 0) missed++;
      else if (others.splice(found, 1)[0] > time + SAME) late++;
    }
  }
  return { missed, late };
}
