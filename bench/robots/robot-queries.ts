// Queries for the procedural scenes, by sets, the same for the same seed: walks and grasps ask the library itself where they may stand.

import {
  chainScene,
  contactWalks,
  exerciseGait,
  graspQueries,
  type RobotQuery,
  roadmapPairs,
  robotScenes,
  sequenceQueries,
  walkGait,
} from '../../scenes/index.ts';
import { DEGREE } from '../../scenes/placed.ts';
import { justBefore, randomSteps } from '../../scenes/robots/robot-walks.ts';
import { Random } from '../../src/index.ts';
import { RobotSubject } from './robot-subject.ts';

const SEED = 'robots';

/** A scene made ready, and its queries by set. */
export interface QuerySets {
  readonly subject: RobotSubject;
  readonly sets: ReadonlyMap<string, readonly RobotQuery[]>;
}

/** Random walks of the Puma among pipes or in the machine room, joints turning by up to so many degrees a step. */
export function pumaWalks(name: 'puma-pipes' | 'puma-amr', angles: readonly number[], count: number): QuerySets {
  const subject = new RobotSubject(robotScenes[name]());
  const [robot] = subject.scene.robots;
  const { firstContact } = subject;
  const walk = (angle: number): [string, RobotQuery[]] => {
    const set = `${angle}°`;
    return [set, contactWalks(robot, { seed: `${SEED} ${name} ${angle}`, count, maxAngle: angle * DEGREE, firstContact, set })];
  };
  return { subject, sets: new Map(angles.map(walk)) };
}

/** The four benchmarks of [Tang et al. 2013, Table 2]. */
export const TANG_SCENES: readonly string[] = ['mannequin-exercise', 'mannequin-walk', 'hand-grasp', 'puma-beetle'];

const GAIT_STEPS = 3;

export function tangQueries(name: string, count: number): QuerySets {
  const subject = new RobotSubject(robotScenes[name]());
  const [robot] = subject.scene.robots;
  const { firstContact } = subject;
  const seed = `${SEED} ${name}`;
  if (name === 'hand-grasp') {
    const queries = graspQueries(robot, { seed, count: Math.ceil(count / 2), firstContact });
    return { subject, sets: new Map(['approach', 'close'].map((set) => [set, queries.filter((query) => query.set === set)])) };
  }
  if (name === 'puma-beetle') return { subject, sets: new Map([['roadmap', roadmapPairs(robot, { seed, count, firstContact })]]) };
  const gait = name === 'mannequin-walk' ? walkGait : exerciseGait;
  // Most steps are free, so there are more of them; a sequence ends with its first contact, so nobody knows beforehand how many it takes.
  const steps = GAIT_STEPS * count;
  let queries: RobotQuery[] = [];
  for (let sequences = Math.ceil(steps / 8); queries.length < steps; sequences *= 2)
    queries = sequenceQueries(gait(robot, { seed, count: sequences }), 'step', firstContact);
  return { subject, sets: new Map([['step', queries.slice(0, steps)]]) };
}

/** Of a chain of two links; with √depth times less a joint the tip of every chain goes about as far. */
const CHAIN_ANGLE = 20 * DEGREE;
const CHAIN_STEPS = 8;

/** A chain among scattered obstacles: walks from its straight posture, on from just before where it hits. */
export function chainQueries(depth: number, count: number): { subject: RobotSubject; queries: RobotQuery[] } {
  const subject = new RobotSubject(chainScene(depth));
  const {
    scene: { robots, home },
    firstContact,
  } = subject;
  const random = new Random(`${SEED} chain ${depth}`);
  const maxAngle = CHAIN_ANGLE * Math.sqrt(2 / depth);
  const queries: RobotQuery[] = [];
  for (let trajectory = 0; queries.length < count; trajectory++) {
    let from: readonly number[] = home;
    for (let step = 0; step < CHAIN_STEPS && queries.length < count; step++) {
      const [to] = randomSteps(robots[0], from, maxAngle, random);
      const { status, time } = firstContact(from, to);
      if (status === 'overlap') break;
      queries.push({ id: queries.length, from, to, set: `depth ${depth}`, trajectory });
      from = status === 'free' ? to : justBefore(robots[0], from, to, time, 0.1 * maxAngle);
    }
  }
  return { subject, queries };
}
