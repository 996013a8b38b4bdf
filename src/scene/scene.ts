/**
 * Robots, moving bodies and obstacles together: the first contact of any of them along paths. Reusable; one scene
 * answers one query at a time. See docs/guarantee.md for what each status proves.
 */
import type { Body } from '../contact/deformation.ts';
import { beginProof, DEFAULT_ITERATIONS } from '../contact/options.ts';
import { checkRecord } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose } from '../math/pose.ts';
import { poseAt } from '../motion/pose-at.ts';
import type { LinkPose } from '../robot/link-poses.ts';
import type { Robot } from '../robot/robot.ts';
import { CHECKER_OPTIONS, type MotionCheckerOptions } from './answers/checker-options.ts';
import { pairIntervalsOf } from './answers/pair-intervals.ts';
import { checkedTime, closestOf, sceneClock, unknownDistance } from './answers/scene-answer.ts';
import { clearanceOf, firstContactOf, intervalsOf, motionIsFreeOf, proveAnswer } from './answers/scene-first-contact.ts';
import type { Clearance, ContactIntervals, SceneClock, SceneDistance, SceneFirstContact } from './answers/scene-result.ts';
import { StateCheck } from './answers/state-check.ts';
import { mayLeave, wantedPairs } from './answers/wanted-contact.ts';
import type { AddObstacleOptions, SceneOptions } from './content/content-options.ts';
import { NOT_BETWEEN_HELD } from './content/scene-capabilities.ts';
import { motionsBetween, type SceneMotions } from './content/scene-motions.ts';
import { motionsOfStates, type SceneState } from './content/scene-states.ts';
import { pairsOfSides } from './pairs/pairs-of-sides.ts';
import { SceneInside } from './scene-inside.ts';
import type { PathProgress } from './search/path-progress.ts';
import { AUTO } from './search/scene-method.ts';
import {
  type ClearanceOptions,
  type ContactIntervalOptions,
  checkedClearanceOptions,
  checkedCutoff,
  checkedIntervalOptions,
  checkSceneOptions,
  type DistanceAtOptions,
  type SceneFirstContactOptions,
  TELLS,
} from './search/scene-options.ts';

/** What first contacts can be asked for beside what is judged with all options. */
const ASKED: readonly string[] = [...TELLS, 'proof'];

/**
 * Robots, moving bodies and obstacles together: when do any two of them first touch along their paths, how close do
 * they come? Keep one for many queries: it owns trees and scratch memory. It answers one query at a time.
 *
 * @example
 * ```ts
 * const scene = new Scene({
 *   bodies: [{ name: 'crate', shape: box(0.3) }],
 *   obstacles: [{ name: 'table', shape: box([2, 1, 0.1]) }],
 * });
 * const hit = scene.firstContact({ crate: rigidMotion({ position: [0, 0, 1] }, { position: [0, 0, 0] }) });
 * // hit.status 'contact', hit.time 0.8, hit.pair [{ body: 'crate' }, { body: 'table' }]
 * // with a robot: scene.firstContact({ [robot.name]: robot.path([from, to]) })
 * ```
 */
export class Scene {
  /** As given. */
  readonly robots: readonly Robot[];
  /** What may move beside the robots, each with its name. */
  readonly bodies: readonly (Body & { readonly name: string })[];
  /** @internal What other rooms need of it: `friends.ts` is for them. */
  readonly inside: SceneInside<Scene>;
  /** What answered the last question about a state: kept for the next one. */
  private stateCheck: StateCheck | null = null;

  /**
   * Decides which pairs are tested: what can move against each other, less what is allowed. Builds the trees of meshes
   * that have none yet, unless they come later. A cell as `readCell` gives it is taken as it is.
   */
  constructor(options: SceneOptions) {
    this.inside = new SceneInside(options, (other) => new Scene(other));
    this.robots = this.inside.content.robots;
    this.bodies = this.inside.content.bodies;
  }

  /** How its bodies move in queries that do not say it, by name. */
  get bodyMotions(): SceneMotions {
    return this.inside.content.bodyMotions;
  }

  /**
   * What it is made of now, as `new Scene` takes it: `{ ...scene.options, obstacles }` is the same among others. What
   * is not tested is there too: `self`, and `allowed` with the pairs of obstacles that came later.
   */
  get options(): Required<Omit<SceneOptions, 'tolerance' | 'uncertainty'>> & Pick<SceneOptions, 'tolerance' | 'uncertainty'> {
    return this.inside.options;
  }

  /** What stands still, now. */
  get obstacles(): readonly Body[] {
    return this.inside.standing.list;
  }

  /**
   * Puts an obstacle into the scene, in place of one of that name where there is one: a new cloud every frame, for one.
   * Only trees of meshes that have none yet are built.
   */
  addObstacle(obstacle: Body, options: AddObstacleOptions = {}): void {
    this.inside.changed(() => this.inside.standing.add(obstacle, options));
  }

  /** Moves an obstacle, by its name. */
  moveObstacle(name: string, pose: Pose): void {
    this.inside.changed(() => this.inside.standing.move(name, pose));
  }

  /** Takes an obstacle out of the scene, by its name. */
  removeObstacle(name: string): void {
    this.inside.changed(() => this.inside.standing.remove(name));
  }

  /**
   * When do any two of them first touch? Motions by name: of every robot, and of the bodies that move. `time` is path
   * time, segment plus share of it, and never later than the exact one; `status` says what is proven.
   */
  firstContact(motions: SceneMotions, options: SceneFirstContactOptions = {}): SceneFirstContact {
    const { inside } = this;
    checkSceneOptions(options, ASKED);
    const { proof, mode } = options;
    beginProof(proof);
    if (proof !== undefined) inside.requireRigid('proof');
    // before any contact there may be another one
    if (proof !== undefined && mode === 'any') return this.proven(this.firstContact(motions, withoutProof(options)), motions, options);
    if (options.start === 'leaving') inside.requireRigid("start: 'leaving'");
    for (const key of ['arrive', 'leave'] as const) if (options[key] !== undefined) inside.requireRigid(key);
    if (options.mode === 'any') inside.requireRigid("mode: 'any'");
    return inside.exclusively(() => {
      const asked = inside.withDefaults(options);
      if (asked.method !== AUTO) inside.requireRigid(`method ${asked.method?.name}`);
      const { resolved, phases } = inside.phasesOf(motions, asked.ends);
      const { arrive = [], leave = [], start } = asked;
      if (proof !== undefined && inside.within !== null && (phases !== null || arrive.length + leave.length > 0 || start === 'leaving'))
        throw new InputError('proof: uncertainty of what is held, or may touch at an end of the path, is not covered yet');
      if (phases !== null) {
        const held = inside.heldFirst(phases, Object.assign(asked, { proof: undefined }));
        if (proof !== undefined) phases.prove(proof, asked, held);
        return held;
      }
      const question = inside.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, inside.names, asked);
      const rigid = inside.within?.firstContactWithin(question, wanted) ?? firstContactOf(question, wanted, mayLeave(asked, wanted));
      if (proof !== undefined) proveAnswer(proof, question, wanted, rigid, inside.within?.provenWithin(question, rigid));
      if (inside.soft.names.length === 0) return rigid;
      const { engine, tolerance, classes } = question;
      return inside.soft.judge(engine, resolved, tolerance, { ...asked, clearance: classes[0].clearance }, rigid, inside.deadline);
    }, options);
  }

  /**
   * Is everything farther apart than clearance and tolerance in that state, and nothing inside a solid? True is proven.
   * A configuration of the only robot, or configurations and poses by name. Bodies that the scene moves (`bodyMotions`)
   * and the state does not name are followed throughout their motion, as in `motionIsFree(state, state)`. For many
   * questions: `MotionChecker`.
   */
  isFree(state: SceneState, options: MotionCheckerOptions = {}): boolean {
    const { inside } = this;
    checkRecord(options, CHECKER_OPTIONS, 'isFree');
    inside.requireRigid('isFree');
    checkSceneOptions(options);
    const standing = motionsOfStates(inside.names, state, state, 'isFree');
    if (Object.keys(this.bodyMotions).some((name) => entryOf(standing, name) === undefined))
      return this.motionIsFree(state, state, options);
    return inside.exclusively(() => {
      const { resolved } = inside.resolve(standing);
      const { engine, classes, tolerance } = inside.question(resolved, inside.withDefaults(options));
      if (this.stateCheck?.engine !== engine || this.stateCheck.classes !== classes || this.stateCheck.tolerance !== tolerance)
        this.stateCheck = new StateCheck(engine, classes, tolerance);
      engine.placeAt(resolved, 0);
      return this.stateCheck.stateIsFree();
    }, options);
  }

  /**
   * May everything go straight from one state to another, robots in joint space? True is proven; 'unresolved' counts as
   * no. A configuration of the only robot, or configurations and poses by name. For many questions: `MotionChecker`.
   */
  motionIsFree(from: SceneState, to: SceneState, options: SceneFirstContactOptions = {}): boolean {
    const { inside } = this;
    inside.requireRigid('motionIsFree');
    checkSceneOptions(options, ASKED);
    beginProof(options.proof);
    if (options.proof !== undefined)
      return this.proven(
        this.motionIsFree(from, to, withoutProof(options)),
        motionsOfStates(inside.names, from, to, 'motionIsFree'),
        options,
      );
    return inside.exclusively(() => {
      const asked = { ...inside.withDefaults(options), contacts: 'none' as const, mode: 'any' as const };
      const { resolved, phases } = inside.phasesOf(motionsOfStates(inside.names, from, to, 'motionIsFree'), asked.ends);
      if (phases !== null) return inside.heldFirst(phases, asked).status === 'free';
      const question = inside.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, inside.names, asked);
      return inside.within?.motionIsFreeWithin(question, wanted) ?? motionIsFreeOf(question, wanted);
    }, options);
  }

  /**
   * Every stretch of the path on which something is in contact, in order. The beginnings are certified first contacts;
   * an end is the first instant found at which everything is proven apart. Contacts less than 1/512 of a segment apart
   * may be listed as one. `maxMilliseconds` is for all of it.
   */
  contactIntervals(motions: SceneMotions, options: ContactIntervalOptions = {}): ContactIntervals {
    const { inside } = this;
    inside.requireRigid('contactIntervals');
    const { byPair, rest } = checkedIntervalOptions(options);
    return inside.exclusively(() => {
      const asked = inside.withDefaults(rest);
      const { resolved, phases } = inside.phasesOf(motions, asked.ends);
      if (phases !== null) return phases.contactIntervals({ ...asked, byPair }, inside.deadline);
      const question = inside.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, inside.names, asked);
      const { stretches, ...found } = intervalsOf(question, wanted);
      if (!byPair) return found;
      const apart = inside.withObstaclesApart();
      const own = { ...inside.inTime(rest), tolerance: question.tolerance, byPair, ...toldBy(question.engine.progress) };
      const { pairs = [], complete } = apart === null ? pairIntervalsOf(stretches) : apart.contactIntervals(motions, own);
      return { ...found, pairs, complete: found.complete && complete };
    }, rest);
  }

  /** The least distance of any tested pair along the path, enclosed to a relative `accuracy` (default 0.001). */
  clearance(motions: SceneMotions, options: ClearanceOptions = {}): Clearance {
    const { inside } = this;
    const { accuracy, enough, proof, ...rest } = checkedClearanceOptions(options);
    inside.requireRigid('clearance');
    if (proof !== undefined) {
      const answer = this.clearance(motions, withoutProof(options));
      const { tolerance = inside.tolerance, ends } = rest;
      const clearance = Math.max(0, answer.gap[0] - 2 * tolerance);
      return this.proven(answer, motions, { tolerance, ends, clearance, proof });
    }
    return inside.exclusively(() => {
      const asked = inside.withDefaults(rest);
      const { resolved, phases } = inside.phasesOf(motions, asked.ends);
      if (phases !== null) return phases.clearance({ ...options, enough, tolerance: asked.tolerance }, inside.deadline);
      const question = inside.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, inside.names, asked);
      const wish = { accuracy, enough, maxIterations: rest.maxIterations };
      return inside.within?.clearanceWithin(question, wanted, wish) ?? clearanceOf(question, wanted, wish);
    }, rest);
  }

  /**
   * How far apart are the closest two at a path time, from 0 to the number of segments? Surfaces only, also of solids.
   */
  distanceAt(motions: SceneMotions, time: number, options: DistanceAtOptions = {}): SceneDistance {
    const { inside } = this;
    inside.requireRigid('distanceAt');
    const cutoff = checkedCutoff(options);
    return inside.exclusively(() => {
      const { resolved, phases } = inside.phasesOf(motions);
      checkedTime(time, resolved);
      if (phases !== null) {
        const phase = phases.phaseAt(time, inside.deadline);
        if (phase === null) return unknownDistance();
        return phase.scene.distanceAt(phase.motions, time - phase.first, inside.inTime(options));
      }
      const { engine } = inside;
      engine.tidy();
      engine.allowUntil(inside.deadline);
      engine.placeAt(resolved, time);
      return closestOf(engine, cutoff, pairsOfSides(engine.pairs, options.allowed ?? [], 'distanceAt: allowed'));
    }, options);
  }

  /** Where every link is in the world at a path time, from 0 to the number of segments, by robot and link. */
  linkPoses(motions: SceneMotions, time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>> {
    const { inside } = this;
    return inside.exclusively(() => {
      const { resolved, phases } = inside.phasesOf(motions);
      checkedTime(time, resolved);
      const phase = phases === null ? null : phases.phaseAt(time);
      if (phase !== null) return phase.allLinkPoses(time - phase.first);
      return Object.fromEntries(this.robots.map(({ name }, i) => [name, inside.poser.at(i, resolved.robots[i], resolved.segments, time)]));
    });
  }

  /** Where every body of its own is in the world at a path time, from 0 to the number of segments, by name. */
  bodyPoses(motions: SceneMotions, time: number): Readonly<Record<string, LinkPose>> {
    const { resolved, phases } = this.inside.phasesOf(motions);
    checkedTime(time, resolved);
    const phase = phases === null ? null : phases.phaseAt(time);
    const { first, last } = phase ?? { first: 0, last: resolved.segments };
    const segment = first + Math.min(Math.floor(time - first), last - first - 1);
    const placed = this.bodies.flatMap(({ name, pose }, i) => {
      if (phases?.held.has(name)) return [];
      const motion = resolved.bodies[i]?.[segment];
      return [[name, motion === undefined ? checkedPose(pose, name) : poseAt(motion, time - segment)] as const];
    });
    return { ...Object.fromEntries(placed), ...phase?.heldPoses(time - first) };
  }

  /**
   * By which clock these motions run: how many segments there are, the seconds at their ends, and where each is on its
   * own path. Seconds are those of the trajectories, united; none where the motions have no seconds.
   */
  clock(motions: SceneMotions): SceneClock {
    return sceneClock(this.inside.resolve(motions).resolved);
  }

  /** An answer that was found otherwise, with a proof of the first contact, however long that takes. */
  private proven<T>(answer: T, motions: SceneMotions, options: SceneFirstContactOptions): T {
    const { onProgress: _, maxMilliseconds: __, maxIterations, ...asked } = options;
    const most = maxIterations === undefined ? undefined : Math.max(maxIterations, DEFAULT_ITERATIONS);
    this.firstContact(motions, { ...asked, maxIterations: most, mode: 'first', contacts: 'none' });
    return answer;
  }

  /** The same motions from one end of a segment to another, 0 ≤ first < last ≤ segments, as every query takes them. */
  between(motions: SceneMotions, first: number, last: number): SceneMotions {
    const { resolved, held } = this.inside.resolve(motions);
    if (held.size > 0) throw new InputError(`${NOT_BETWEEN_HELD} (${[...held.keys()].join(', ')})`);
    return motionsBetween(this.inside.names, resolved, first, last);
  }

  /** Grows with every change of the obstacles: whatever was made of the scene before is of another one. */
  get revision(): number {
    return this.inside.revision;
  }
}

/** For whoever is asked as a part of a question. */
function toldBy(progress: PathProgress | null): Pick<SceneFirstContactOptions, 'onProgress'> {
  return progress === null ? {} : { onProgress: (done) => progress.reached(done) };
}

function withoutProof<Options extends { readonly proof?: unknown }>({ proof: _, ...asked }: Options): Omit<Options, 'proof'> {
  return asked;
}
