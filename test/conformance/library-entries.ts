/** Every entry point of the library: how it is asked about a cell, beside what `Scene` says of the same. */

import { Batch } from '../../src/batch/index.ts';
import type { Workers } from '../../src/batch/workers.ts';
import { ContactForecast } from '../../src/forecast/forecast.ts';
import { JointStream } from '../../src/forecast/joint-stream.ts';
import { GpuBatch, type GpuBatchOptions, GpuCulling } from '../../src/gpu/index.ts';
import type { Pose } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { bodyTrajectory } from '../../src/motion/body-trajectory.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import type { SceneCapability } from '../../src/motion/scene-capability.ts';
import { plan, planOnLines, Roadmap, timed } from '../../src/plan/index.ts';
import { verifyProof } from '../../src/proof/index.ts';
import { recordProof } from '../../src/prove/index.ts';
import { Robot } from '../../src/robot/robot.ts';
import type { RobotPath } from '../../src/robot/robot-path.ts';
import { randomConfiguration, sampledPairs } from '../../src/scene/answers/sampled-pairs.ts';
import type { SceneFirstContact } from '../../src/scene/answers/scene-result.ts';
import { MotionChecker } from '../../src/scene/check/motion-checker.ts';
import type { SceneMotions } from '../../src/scene/content/scene-motions.ts';
import { DragLoop } from '../../src/scene/drag/drag-loop.ts';
import type { SceneFirstContactOptions } from '../../src/scene/search/scene-options.ts';
import { BruteScene } from '../support/brute-scene.ts';
import { workersHere } from '../support/workers-here.ts';
import { type AskedCell, ROBOT } from './asked-cells.ts';
import type { Answers, Entry } from './entry.ts';
import { wrongAnswer } from './judge.ts';
import type { AskedScene } from './library-side.ts';
import type { LIBRARY_ROWS } from './registry.ts';

/** What an answer says, without what was counted. */
function told({ status, time, pair, gap, safeUntil, initial, arrivals }: SceneFirstContact): unknown {
  return { status, time, pair, gap, safeUntil, initial, arrivals };
}

const whole = (it: AskedScene, options: SceneFirstContactOptions = {}): SceneFirstContact =>
  it.scene().firstContact(it.motions, { ...it.asked.options, ...options });

/** What rows cannot say, said to those who take rows only. */
function unlikeRows(it: AskedScene): SceneMotions[string] | null {
  return it.asked.feature === 'clocks' || it.asked.feature === 'toolPaths' ? it.motions[ROBOT] : null;
}

/** Everything straight from one end to the other, as `Scene` takes it. */
export function straight({ asked, robot, from, to }: AskedScene): SceneMotions {
  const { size } = robot;
  const poseOf = (state: Float64Array) => {
    const [x, y, z, qx, qy, qz, qw] = state.subarray(size);
    return { position: [x, y, z] as const, quaternion: [qx, qy, qz, qw] as const };
  };
  const ends = [from, to].map((state) => state.slice(0, size));
  const closed = asked.feature === 'closedChains' ? asked.rows.slice(0, 2).map(([j1]) => ({ j1 })) : ends;
  return {
    [ROBOT]: robot.path(closed),
    ...(asked.feature === 'bodiesByRows' ? { crate: rigidMotion(poseOf(from), poseOf(to)) } : {}),
  };
}

/** By name, as `isFree`, `plan` and dragging take states. */
function named({ asked, robot }: AskedScene, k: number): Record<string, never> {
  const row = asked.rows[k];
  const own = asked.feature === 'closedChains' ? { j1: row[0] } : [...robot.configuration([...row])];
  return { [ROBOT]: own, ...(asked.feature === 'bodiesByRows' ? { crate: asked.moved.crate[k] } : {}) } as unknown as Record<string, never>;
}

/** Values of all joints, and where the crate is. */
export function dragged(it: AskedScene, k: number): { readonly robot: Float64Array; readonly crate: Required<Pose> } {
  const row = it.asked.rows[k];
  const robot = it.robot.configuration(it.asked.feature === 'closedChains' ? { j1: row[0] } : [...row]);
  return { robot, crate: it.asked.moved.crate?.[k] };
}

function rowsOf(it: AskedScene): Record<string, unknown> {
  const unlike = unlikeRows(it);
  if (unlike !== null) return { [ROBOT]: unlike };
  const { size } = it.robot;
  return {
    [ROBOT]: { from: it.from.slice(0, size), to: it.to.slice(0, size) },
    ...(it.asked.feature === 'bodiesByRows' ? { crate: { from: it.from.slice(size), to: it.to.slice(size) } } : {}),
  };
}

async function batched<T>(it: AskedScene, ask: (batch: Batch) => Promise<T>, workers: Workers = workersHere(2)): Promise<T> {
  const batch = new Batch({ scene: it.scene(), workers });
  try {
    return await ask(batch);
  } finally {
    await batch.close();
  }
}

async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const one of list) out.push(one);
  return out;
}

/** Clearances of questions that ask for a yes: with nothing between the two an answer is the same. */
export function isPlain(it: AskedScene, keep: number): boolean | null {
  const options = { ...it.asked.options, contacts: 'none' as const };
  const free = (clearance: number) => it.scene().firstContact(straight(it), { ...options, clearance }).status === 'free';
  if (free(2 * keep)) return true;
  return free(keep / 4) ? null : false;
}

/** A plan is right where all of its path is free, and where the straight way is, there is one. */
function planned(it: AskedScene, path: SceneMotions | null): Answers | null {
  const { scene } = it;
  if (path !== null) return { given: 'free', scene: scene().firstContact(path, it.asked.options).status };
  // whoever does not know the motion yet keeps more away
  if (it.asked.feature === 'uncertainty') return null;
  const isFree = scene().firstContact(straight(it), { ...it.asked.options, contacts: 'none' }).status === 'free';
  return isFree ? { given: 'no path', scene: 'the straight way is free' } : { given: 'none', scene: 'none' };
}

const request = (it: AskedScene) => {
  const unlike = unlikeRows(it);
  return {
    from: named(it, 0),
    to: unlike === null ? named(it, 1) : ({ [ROBOT]: unlike } as never),
    maxSamples: 20,
    ...(it.asked.feature === 'floatingBases' ? { bounds: { j1: { min: [-2, -2, -2], max: [2, 2, 2] } as never } } : {}),
    ...(it.asked.options as object),
  };
};

/** `GpuBatch` on a device, or on none; `onUse`: told whether it did the work. */
export function batchRows(it: AskedScene, given: GpuBatchOptions, onUse: (used: boolean) => void = () => {}): Promise<Answers> {
  return GpuBatch.open(it.scene(), { ...given, ...(it.asked.options as object) }).then(async (batch) => {
    try {
      const rows = rowsOf(it) as never;
      const { free, gpu } = await batch.motionsAreFree(rows);
      onUse(gpu.used);
      const { status, time } = await batch.firstContacts(rows);
      const { safeUntil, contactBy } = await batch.brackets(rows);
      const answer = it.scene().firstContact(straight(it), { contacts: 'none' });
      const { segments } = it.scene().clock(straight(it));
      const until = answer.time / segments;
      const isBetween =
        answer.status === 'free' || answer.status === 'unresolved' || (safeUntil[0] <= until + 1e-5 && contactBy[0] >= until - 1e-5);
      return {
        given: { free: free[0], status: status[0], time: time[0], isBetween },
        scene: {
          free: answer.status === 'free' ? 1 : 0,
          status: answer.status,
          time: segments === 1 ? answer.time : time[0],
          isBetween: true,
        },
      };
    } finally {
      batch.close();
    }
  });
}

/** Within an uncertainty whoever knows less of the motion proves less: each yes is one of the scene's. */
function onlyYes(given: Readonly<Record<string, boolean>>, scene: Readonly<Record<string, boolean>>): Answers | null {
  const yes = Object.keys(scene).filter((key) => given[key]);
  return yes.length === 0 && Object.values(scene).includes(true) ? null : { given: yes, scene: yes.filter((key) => scene[key]) };
}

const OF_ROBOTS: readonly SceneCapability[] = ['attachedBodies', 'closedChains', 'solids', 'mimicJoints', 'floatingBases', 'helicalJoints'];
const SAMPLES = 12;
/** Seconds between two samples of a stream. */
const STEP = 2 ** -5;
const pairKey = (a: string, b: string): string =>
  [a, b]
    .map((key) => key.replace(/^.*\//, ''))
    .sort()
    .join(' ');

/** How often each pair touches, and the configurations that were drawn: those of the same seed. */
function sampledContacts(robot: Robot, { seed, links }: AskedCell) {
  const { tested, allowed } = sampledPairs(robot, { samples: SAMPLES, seed: Number(seed) });
  const contacts = Object.fromEntries([...tested, ...allowed].map(({ a, b, contacts: count }) => [pairKey(a, b), count]));
  const random = new Random(Number(seed));
  const free = links.flatMap(({ joint }) => (joint?.name === undefined || joint.mimic !== undefined ? [] : [robot.joint(joint.name)]));
  const configurations = Array.from({ length: SAMPLES }, () => {
    const values = randomConfiguration(robot, random);
    return Object.fromEntries(free.map(({ name, slot, size }) => [name, Array.from(values.subarray(slot, slot + size))]));
  });
  return { contacts, configurations };
}

function softMotions({ asked, motions }: AskedScene): SceneMotions {
  return Object.fromEntries(asked.soft.map(({ name }) => [name, motions[name]]));
}

/** `Batch`, by workers that may have a fault. */
export function batchEntry(workers?: Workers): Entry {
  return {
    segments: 2,
    compare: async (it) =>
      batched(
        it,
        async (batch) => {
          const { options } = it.asked;
          const [first, again] = await allOf(batch.firstContacts([it.motions, { ...it.motions }], options));
          for (const { error } of [first, again]) if (error !== null) throw error;
          const alone = await batch.firstContact(it.motions, options);
          const isSoft = it.asked.feature === 'softBodies';
          const least = isSoft ? null : await batch.clearance(it.motions, options);
          const whole = it.scene().firstContact(it.motions, options);
          return {
            given: {
              each: told(first.result as SceneFirstContact),
              again: told(again.result as SceneFirstContact),
              alone: told(alone),
              gap: least?.gap,
            },
            scene: {
              each: told(whole),
              again: told(whole),
              alone: told(whole),
              gap: isSoft ? undefined : it.scene().clearance(it.motions, options).gap,
            },
          };
        },
        workers,
      ),
  };
}

/** `Batch.motionsAreFree`, in the same way. */
export function rowsEntry(workers?: Workers): Entry {
  return {
    compare: async (it) =>
      batched(
        it,
        async (batch) => {
          const { free } = await batch.motionsAreFree(rowsOf(it) as never, it.asked.options);
          const { status } = it.scene().firstContact(straight(it), { ...it.asked.options, contacts: 'none' });
          return { given: free[0], scene: status === 'free' ? 1 : 0 };
        },
        workers,
      ),
  };
}

export const LIBRARY: Readonly<Record<keyof typeof LIBRARY_ROWS, Entry>> = {
  Scene: {
    segments: 2,
    compare: async (it) => {
      const answer = whole(it);
      const along = it.motions[ROBOT] as unknown as { waypointAt?(time: number): number };
      const time = it.asked.feature === 'closedChains' && along.waypointAt !== undefined ? along.waypointAt(answer.time) : answer.time;
      const inWaypoints = { ...answer, time };
      return { given: wrongAnswer(it.asked, inWaypoints), scene: null };
    },
  },
  'Scene.between': {
    segments: 2,
    compare: async (it) => {
      const scene = it.scene();
      const { segments } = scene.clock(it.motions);
      // a slice is a path of its own: whoever has arrived before it starts in contact
      if (it.asked.feature === 'intendedContacts' && !scene.isFree(named(it, 1))) return null;
      const parts: { status: string; time: number }[] = [];
      for (let k = 0; k < segments; k++) {
        const slice = scene.between(it.motions, k, k + 1);
        const { status, time } = it.scene().firstContact({ ...slice }, it.asked.options);
        parts.push({ status, time: k + time });
        if (status !== 'free') break;
      }
      const { status, time, safeUntil } = whole(it);
      const last = parts[parts.length - 1];
      // the whole names the contact of the nominal motion, which may be in a later slice than the end of what is proven
      const isBefore =
        it.asked.feature === 'uncertainty' && last.status === 'unresolved' && safeUntil !== undefined && safeUntil < parts.length;
      if (isBefore) return { given: null, scene: null };
      // a bracket of its own, within the tolerance
      const isNear = Math.abs(last.time - time) <= 1e-5;
      return { given: { status: last.status, time: isNear ? time : last.time }, scene: { status, time } };
    },
  },
  MotionChecker: {
    compare: async (it) => {
      const checker = new MotionChecker(it.scene(), it.asked.options as object);
      const unlike = unlikeRows(it) as never;
      const given = {
        motion: checker.motionIsFree(unlike ?? it.from, unlike ?? it.to),
        begins: checker.isFree(it.from),
        ends: checker.isFree(it.to),
        reach: it.asked.feature === 'closedChains' || checker.reach(it.from, it.to) === 1,
      };
      const { status } = it.scene().firstContact(straight(it), { contacts: 'none' });
      const [begins, ends] = [0, 1].map((k) => it.scene().isFree(named(it, k)));
      const scene = { motion: status === 'free', begins, ends, reach: it.asked.feature === 'closedChains' || status === 'free' };
      return it.asked.feature === 'uncertainty' ? onlyYes(given, scene) : { given, scene };
    },
  },
  Batch: batchEntry(),
  'Batch.motionsAreFree': rowsEntry(),
  GpuCulling: {
    segments: 2,
    compare: async (it) => {
      const culling = await GpuCulling.open(it.scene(), { gpu: 'never' });
      try {
        const { status, time } = await culling.firstContact(it.motions, it.asked.options);
        const whole = it.scene().firstContact(it.motions, it.asked.options);
        const isNear = Math.abs(time - whole.time) < 1e-4;
        return { given: { status, time: isNear ? whole.time : time }, scene: { status: whole.status, time: whole.time } };
      } finally {
        culling.close();
      }
    },
  },
  GpuBatch: { compare: (it) => batchRows(it, { gpu: 'never' }) },
  DragLoop: {
    compare: async (it) => {
      const keep = 2 ** -8;
      const own = it.asked.feature === 'clearanceByGroups' ? {} : { keep };
      const drag = new DragLoop(it.scene(), named(it, 0), { ...own, slide: false, ...(it.asked.options as object) });
      const target = unlikeRows(it);
      const { status } = drag.move(target === null ? named(it, 1) : { [ROBOT]: target as never });
      const isFree = isPlain(it, keep);
      return isFree === null || status === 'unresolved' ? null : { given: status === 'free', scene: isFree };
    },
  },
  plan: { compare: async (it) => planned(it, (await plan(it.scene(), request(it))).path) },
  planOnLines: {
    compare: async (it) => {
      // one joint goes on no line
      const hasLine = it.asked.feature !== 'closedChains' && Number(it.asked.seed) % 2 === 0;
      const lines = { link: 'l3', free: ['orientation'] as const, ...(hasLine ? { retreat: [-(2 ** -6), 0, 0] as const } : {}) };
      const found = await planOnLines(it.scene(), request(it), lines);
      // where there is none, there may be no line to begin with
      return found.path === null ? null : planned(it, found.path);
    },
  },
  timed: {
    segments: 2,
    inFiles: true,
    compare: async (it) => {
      const { [ROBOT]: path, ...motions } = it.motions;
      const joints = it.asked.feature === 'closedChains' ? ['j1'] : ['j1', 'j2', 'j3'];
      const limits = Object.fromEntries(joints.map((name) => [name, 1]));
      // by the clock, as what is timed will be
      if (it.asked.feature === 'bodiesByRows')
        (motions as Record<string, unknown>).crate = bodyTrajectory(it.asked.moved.crate.map((pose, time) => ({ time, pose })));
      const scene = it.scene();
      const given = it.asked.feature === 'closedChains' ? straight(it)[ROBOT] : path;
      const own = { velocity: limits, acceleration: limits };
      const result = timed(given as RobotPath, own as never, { scene, motions, ...it.asked.options, radius: 0 });
      const certificate = it.scene().firstContact({ ...motions, [ROBOT]: result.trajectory }, it.asked.options);
      return { given: result.status === 'certified' ? 'free' : result.status, scene: certificate.status };
    },
  },
  Roadmap: {
    compare: async (it) => {
      const { from, to, maxSamples, bounds, ...more } = request(it) as ReturnType<typeof request> & { bounds?: never };
      const limits = bounds === undefined ? {} : { bounds };
      const roadmap = await Roadmap.build(it.scene(), { states: 4, maxSamples: 200, ...limits, ...(more as object) });
      return planned(it, (await roadmap.plan({ from, to, maxSamples })).path);
    },
  },
  recordProof: {
    segments: 2,
    compare: async (it) => {
      const lines: string[] = [];
      const proof = recordProof((text) => lines.push(text));
      const answer = whole(it, { proof });
      const found = await verifyProof(lines.join('').trimEnd().split('\n'));
      const { status } = whole(it);
      // what is claimed is less sharp than the answer, and never more
      if (!proof.facts.complete || found.result === 'undecided' || found.status === 'unresolved') return null;
      return {
        given: { status: answer.status, result: found.result, claimed: found.status },
        scene: { status, result: 'proven', claimed: status },
      };
    },
  },
  sampledPairs: {
    compare: async (it) => {
      const { asked, robot } = it;
      if (asked.feature === 'closedChains') sampledPairs(robot);
      // what is no property of the robot is asked of a scene
      const subject = OF_ROBOTS.includes(asked.feature) ? new Robot({ ...robot.options(), allowed: [] }) : (it.scene() as never);
      const { contacts, configurations } = sampledContacts(subject, asked);
      const counts: Record<string, number> = {};
      const [{ spec }] = asked.phases;
      for (const positions of configurations) {
        const motion = { kind: 'path' as const, waypoints: [positions, positions] };
        const [{ options }] = spec.robots;
        for (const pair of new BruteScene({ robots: [{ options: { ...options, allowed: [] }, motion }] }).pairs) {
          const key = pairKey(pair.a.key, pair.b.key);
          counts[key] = (counts[key] ?? 0) + (pair.distance(0, 0) <= 0 ? 1 : 0);
        }
      }
      return { given: contacts, scene: counts };
    },
  },
  ContactForecast: {
    compare: async (it) => {
      const { asked, robot } = it;
      const { size } = robot;
      const scene = it.scene();
      const isLooped = asked.feature === 'closedChains';
      const stream = new JointStream(isLooped ? 1 : size);
      const { [ROBOT]: _, ...others } = { ...straight(it), ...softMotions(it) };
      const pathOf = (from: readonly number[], to: readonly number[]) => {
        if (asked.feature === 'clocks') return robot.trajectory([from, to].map((positions, time) => ({ time, positions: [...positions] })));
        return isLooped ? robot.path([{ j1: from[0] }, { j1: to[0] }]) : robot.path([from, to]);
      };
      let count = 0;
      const check = ({ from, to }: { readonly from: readonly number[]; readonly to: readonly number[] }) => {
        count++;
        const path = pathOf(from, to);
        const answer = scene.firstContact({ ...others, [ROBOT]: path }, { ...asked.options, contacts: 'first' });
        return { ...answer, time: Math.min(1, answer.time / scene.clock({ ...others, [ROBOT]: path }).segments) };
      };
      // one step is the whole horizon: the question is that of the scene
      // halfway between two quaternions there is none
      const fineStep = asked.feature === 'floatingBases' ? 0.5 : 1;
      const options = { scale: 10, horizon: 1, reflex: 1, fineStep, maxMilliseconds: 1e6, clock: () => 0 };
      const forecast = new ContactForecast(stream, check as never, options);
      const values = (k: number): readonly number[] =>
        isLooped ? [asked.rows[k][0]] : Array.from((k === 0 ? it.from : it.to).subarray(0, size));
      const [now, next] = [values(0), values(1)];
      stream.add({ time: -STEP, values: now.map((x, i) => x - STEP * (next[i] - x)) });
      const { timeToContact, unchecked } = forecast.update({ time: 0, values: now });
      const { status } = it.scene().firstContact({ ...others, [ROBOT]: pathOf(now, stream.stateAt(1)) }, asked.options);
      if (count === 0) return null;
      return {
        given: timeToContact !== null ? 'touches' : unchecked === null ? 'free' : 'unchecked',
        scene: status === 'free' ? 'free' : status === 'unresolved' ? 'unchecked' : 'touches',
      };
    },
  },
};
