/**
 * Robots, moving bodies and obstacles together: the first contact of any of them along paths. Reusable; one scene
 * answers one query at a time. See docs/guarantee.md for what each status proves.
 */
import { deadlineIn, leftUntil } from '../contact/budget.ts';
import { prepareParts } from '../contact/containment.ts';
import type { Body } from '../contact/deformation.ts';
import { methodOf } from '../contact/method.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { leastOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { poseAt } from '../motion/pose-at.ts';
import type { ClearanceRules } from '../robot/clearance-rules.ts';
import { type LinkPose, LinkPoser } from '../robot/link-poses.ts';
import type { Robot } from '../robot/robot.ts';
import { CHECKER_OPTIONS, type MotionCheckerOptions } from './answers/checker-options.ts';
import { pairIntervalsOf } from './answers/pair-intervals.ts';
import { checkedTime, closestOf, sceneClock, unknownDistance, unknownFrom } from './answers/scene-answer.ts';
import { clearanceOf, firstContactOf, intervalsOf, leaversOf, motionIsFreeOf, type SceneQuestion } from './answers/scene-first-contact.ts';
import type { Clearance, ContactIntervals, SceneClock, SceneDistance, SceneFirstContact } from './answers/scene-result.ts';
import { SoftBodies } from './answers/soft-bodies.ts';
import { mayLeave, wantedPairs } from './answers/wanted-contact.ts';
import { YesNo } from './answers/yes-no.ts';
import { amongObstacles } from './content/among-obstacles.ts';
import type { AddObstacleOptions, SceneOptions } from './content/content-options.ts';
import type { JoinedBefore } from './content/obstacles.ts';
import { type PhaseOptions, phaseOptions, type SceneContent, sceneContent, withoutMovers } from './content/scene-content.ts';
import { type MovingNames, motionsBetween, type ResolvedMotions, type SceneMotions } from './content/scene-motions.ts';
import { SceneObstacles } from './content/scene-obstacles.ts';
import { motionsOfStates, type SceneState } from './content/scene-states.ts';
import { HeldPhases, type SeparatedMotions, separatedMotions } from './holding/held-phases.ts';
import { heldClearance, heldFirstContact, heldIntervals, phaseAt } from './holding/held-queries.ts';
import { PhaseScenes } from './holding/phase-scenes.ts';
import { type ClearanceClass, clearanceClasses, KnownClasses } from './pairs/clearance-rules.ts';
import { defaultTolerance } from './pairs/default-tolerance.ts';
import { pairsOfSides } from './pairs/pairs-of-sides.ts';
import { ScenePairs } from './pairs/scene-pairs.ts';
import { type OnProgress, PathProgress } from './search/path-progress.ts';
import { SceneEngine } from './search/scene-engine.ts';
import { AUTO } from './search/scene-method.ts';
import {
  type AskedOptions,
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
import { canBeCut, SpanQuestion } from './spans/span-question.ts';

/** Batches have each pair by itself, so many at most. */
const MOST_IN_BATCH = 2 ** 18;

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
  private readonly content: SceneContent;
  private readonly soft: SoftBodies;
  private readonly standing: SceneObstacles;
  private readonly guard: Exclusive = new Exclusive('Scene');
  private phaseScenes: PhaseScenes<Scene> = scenesOfPhases();
  private made: SceneEngine | null = null;
  private readonly classes: KnownClasses = new KnownClasses();
  /** Every pair by itself, for batches, where the engine does not list all. */
  private batch: { readonly engine: SceneEngine; readonly pairs: ScenePairs } | null = null;
  private readonly poser: LinkPoser;
  /** What answered the last question about a state: kept for the next one. */
  private yesNo: YesNo | null = null;
  /** When the question at hand has to be answered, by the clock. */
  private deadline = Infinity;
  /** Who is told how far it is. */
  private onProgress: OnProgress | undefined = undefined;
  private alone: { readonly scene: Scene; readonly revision: number } | null = null;
  private changes = 0;
  /** The default tolerance, once it was asked for. */
  private defaulted = 0;

  /**
   * Decides which pairs are tested: what can move against each other, less what is allowed. Builds the trees of meshes
   * that have none yet, unless they come later. A cell as `readCell` gives it is taken as it is.
   */
  constructor(options: SceneOptions) {
    this.content = sceneContent(options);
    this.robots = this.content.robots;
    this.poser = new LinkPoser(this.robots);
    this.bodies = this.content.bodies;
    this.standing = new SceneObstacles(this.content);
    this.soft = new SoftBodies(this.content.soft, (a, b) => this.standing.rules.isAllowed(a, b));
    // of a phase the first question says what must be a body of its own
    if (this.content.phase !== null || this.content.trees === 'later') return;
    this.made = this.makeEngine();
    // measured once for a mesh, so that no question has to
    const { movingViews, standingViews, growsLater } = this.made.pairs;
    const views = [...movingViews, ...standingViews];
    for (const { mesh } of views) boundingRadius(mesh);
    if (!growsLater && views.some(({ mesh }) => mesh.solid)) for (const { mesh } of views) prepareParts(mesh);
  }

  /** How its bodies move in queries that do not say it, by name. */
  get bodyMotions(): SceneMotions {
    return this.content.bodyMotions;
  }

  /**
   * What it is made of now, as `new Scene` takes it: `{ ...scene.options, obstacles }` is the same among others. What
   * is not tested is there too: `self`, and `allowed` with the pairs of obstacles that came later.
   */
  get options(): Required<Omit<SceneOptions, 'tolerance'>> & Pick<SceneOptions, 'tolerance'> {
    const { robots, obstacles, bodies, content } = this;
    const { soft, self, clearance, tolerance, bodyMotions, trees } = content;
    return { robots, obstacles, bodies, soft, self, allowed: this.standing.allowed, clearance, tolerance, bodyMotions, trees };
  }

  /** What stands still, now. */
  get obstacles(): readonly Body[] {
    return this.standing.list;
  }

  /**
   * Puts an obstacle into the scene, in place of one of that name where there is one: a new cloud every frame, for one.
   * Only trees of meshes that have none yet are built.
   */
  addObstacle(obstacle: Body, options: AddObstacleOptions = {}): void {
    this.changed(() => this.standing.add(obstacle, options));
  }

  /** Moves an obstacle, by its name. */
  moveObstacle(name: string, pose: Pose): void {
    this.changed(() => this.standing.move(name, pose));
  }

  /** Takes an obstacle out of the scene, by its name. */
  removeObstacle(name: string): void {
    this.changed(() => this.standing.remove(name));
  }

  private changed(change: () => void): void {
    this.exclusively(change);
    this.changes++;
    this.made = null;
    this.phaseScenes = scenesOfPhases();
    this.defaulted = 0;
  }

  private get engine(): SceneEngine {
    this.made ??= this.makeEngine();
    return this.made;
  }

  private get names(): MovingNames {
    return this.standing.names;
  }

  private makeEngine(): SceneEngine {
    return new SceneEngine(
      this.makePairs(),
      this.bodies.map(({ pose }) => pose),
    );
  }

  private makePairs(mostListed?: number): ScenePairs {
    const { robots, bodies, standing } = this;
    const { self, movers, phase } = this.content;
    const moving = bodies.map(({ name, shape: mesh, pose }) => ({ name, mesh, pose }));
    const rules = { self, movers, allowed: standing.rules };
    return new ScenePairs(robots, moving, standing.bodies(), rules, mostListed, phase?.top);
  }

  /**
   * When do any two of them first touch? Motions by name: of every robot, and of the bodies that move. `time` is path
   * time, segment plus share of it, and never later than the exact one; `status` says what is proven.
   */
  firstContact(motions: SceneMotions, options: SceneFirstContactOptions = {}): SceneFirstContact {
    checkSceneOptions(options, TELLS);
    if (options.start === 'leaving') this.requireRigid("start: 'leaving'");
    for (const key of ['arrive', 'leave'] as const) if (options[key] !== undefined) this.requireRigid(key);
    if (options.mode === 'any') this.requireRigid("mode: 'any'");
    return this.exclusively(() => {
      const asked = this.withDefaults(options);
      if (asked.method !== AUTO) this.requireRigid(`method ${asked.method?.name}`);
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      if (phases !== null) return this.heldFirst(phases, asked);
      const question = this.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, this.names, asked);
      const rigid = firstContactOf(question, wanted, mayLeave(asked, wanted));
      if (this.soft.names.length === 0) return rigid;
      const { engine, tolerance, classes } = question;
      return this.soft.judge(engine, resolved, tolerance, { ...asked, clearance: classes[0].clearance }, rigid, this.deadline);
    }, options);
  }

  /** @internal For methods: looks at a question as the engine would be asked it; null where something is held. */
  looked<T>(motions: SceneMotions, options: SceneFirstContactOptions, look: (question: SceneQuestion) => T): T | null {
    checkSceneOptions(options, TELLS);
    this.requireRigid(`method ${methodOf(options.method, AUTO, 'scene').name}`);
    return this.exclusively(() => {
      const asked = this.withDefaults(options);
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      return phases === null ? look(this.question(resolved, asked)) : null;
    });
  }

  /**
   * @internal One segment as method 'interval' would be asked about it; of a path on which something is held, the
   * phase that it is in. `apart`: every obstacle is a body of its own.
   */
  atSegment<T>(
    motions: SceneMotions,
    segment: number,
    apart: boolean,
    options: SceneFirstContactOptions,
    look: (question: SceneQuestion, segment: number) => T,
  ): T {
    this.requireRigid('method interval');
    return this.exclusively(() => {
      const asked = this.withDefaults(options);
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      if (!(Number.isInteger(segment) && segment >= 0 && segment < resolved.segments))
        throw new InputError(`segment: must be one of the path's, from 0 to ${resolved.segments - 1}, got ${shownValue(segment)}`);
      const phase = phases === null ? null : phaseAt(phases, segment + 0.5);
      // made by scenesOfPhases
      if (phase !== null) return (phase.scene as Scene).atSegment(phase.motions, segment - phase.first, apart, options, look);
      const alone = apart ? this.withObstaclesApart() : this;
      if (alone !== this) return alone.atSegment(motions, segment, apart, options, look);
      return look(this.question(resolved, asked), segment);
    });
  }

  /**
   * @internal One question about a path, cut into spans that scenes alike can answer; null: it must be answered whole.
   */
  inSpans(motions: SceneMotions, options: SceneFirstContactOptions): SpanQuestion | null {
    checkSceneOptions(options);
    const asked = this.withDefaults(options);
    if (this.soft.names.length > 0 || !canBeCut(asked)) return null;
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      return phases === null ? new SpanQuestion(this.question(resolved, asked), (work) => this.exclusively(work)) : null;
    });
  }

  /**
   * Is everything farther apart than clearance and tolerance in that state, and nothing inside a solid? True is proven.
   * A configuration of the only robot, or configurations and poses by name. For many questions: `MotionChecker`.
   */
  isFree(state: SceneState, options: MotionCheckerOptions = {}): boolean {
    checkRecord(options, CHECKER_OPTIONS, 'isFree');
    this.requireRigid('isFree');
    checkSceneOptions(options);
    return this.exclusively(() => {
      const { resolved } = this.resolve(motionsOfStates(this.names, state, state, 'isFree'));
      const { engine, classes, tolerance } = this.question(resolved, this.withDefaults(options));
      if (this.yesNo?.engine !== engine || this.yesNo.classes !== classes || this.yesNo.tolerance !== tolerance)
        this.yesNo = new YesNo(engine, classes, tolerance);
      engine.placeAt(resolved, 0);
      return this.yesNo.stateIsFree();
    });
  }

  /**
   * May everything go straight from one state to another, robots in joint space? True is proven; 'unresolved' counts as
   * no. A configuration of the only robot, or configurations and poses by name. For many questions: `MotionChecker`.
   */
  motionIsFree(from: SceneState, to: SceneState, options: SceneFirstContactOptions = {}): boolean {
    this.requireRigid('motionIsFree');
    checkSceneOptions(options, TELLS);
    return this.exclusively(() => {
      const asked = { ...this.withDefaults(options), contacts: 'none' as const, mode: 'any' as const };
      const { resolved, phases } = this.phasesOf(motionsOfStates(this.names, from, to, 'motionIsFree'), asked.ends);
      if (phases !== null) return this.heldFirst(phases, asked).status === 'free';
      const question = this.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, this.names, asked);
      return motionIsFreeOf(question, wanted, mayLeave(asked, wanted));
    }, options);
  }

  /**
   * Every stretch of the path on which something is in contact, in order. The beginnings are certified first contacts;
   * an end is the first instant found at which everything is proven apart. Contacts less than 1/512 of a segment apart
   * may be listed as one. `maxMilliseconds` is for all of it.
   */
  contactIntervals(motions: SceneMotions, options: ContactIntervalOptions = {}): ContactIntervals {
    this.requireRigid('contactIntervals');
    const { byPair, rest } = checkedIntervalOptions(options);
    return this.exclusively(() => {
      const asked = this.withDefaults(rest);
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      if (phases !== null) return heldIntervals(phases, { ...asked, byPair }, this.deadline);
      const question = this.question(resolved, asked);
      const wanted = wantedPairs(question.engine.pairs, this.names, asked);
      const { leavers, gaveUp } = leaversOf(question, wanted);
      const { unwanted, ...found } = intervalsOf(question, leavers, gaveUp, wanted);
      if (!byPair) return found;
      const alone = this.withObstaclesApart();
      const own = { ...this.inTime(rest), tolerance: question.tolerance, byPair, ...toldBy(question.engine.progress) };
      const { pairs = [], complete } = alone === this ? pairIntervalsOf(question, leavers, unwanted) : alone.contactIntervals(motions, own);
      return { ...found, pairs, complete: found.complete && complete };
    }, rest);
  }

  /** The least distance of any tested pair along the path, enclosed to a relative `accuracy` (default 0.001). */
  clearance(motions: SceneMotions, options: ClearanceOptions = {}): Clearance {
    const { accuracy, enough, ...rest } = checkedClearanceOptions(options);
    this.requireRigid('clearance');
    return this.exclusively(() => {
      const asked = this.withDefaults(rest);
      const { resolved, phases } = this.phasesOf(motions, asked.ends);
      if (phases !== null) return heldClearance(phases, { ...options, enough, tolerance: asked.tolerance }, this.deadline);
      const question = this.question(resolved, asked);
      return clearanceOf(question, wantedPairs(question.engine.pairs, this.names, asked), {
        accuracy,
        enough,
        maxIterations: rest.maxIterations,
      });
    }, rest);
  }

  /**
   * How far apart are the closest two at a path time, from 0 to the number of segments? Surfaces only, also of solids.
   */
  distanceAt(motions: SceneMotions, time: number, options: DistanceAtOptions = {}): SceneDistance {
    this.requireRigid('distanceAt');
    const cutoff = checkedCutoff(options);
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions);
      checkedTime(time, resolved);
      if (phases !== null) {
        const phase = phaseAt(phases, time, this.deadline);
        if (phase === null) return unknownDistance();
        return phase.scene.distanceAt(phase.motions, time - phase.first, this.inTime(options));
      }
      const { engine } = this;
      engine.tidy();
      engine.allowUntil(this.deadline);
      engine.placeAt(resolved, time);
      return closestOf(engine, cutoff, pairsOfSides(engine.pairs, options.allowed ?? [], 'distanceAt: allowed'));
    }, options);
  }

  /** Where every link is in the world at a path time, from 0 to the number of segments, by robot and link. */
  linkPoses(motions: SceneMotions, time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>> {
    return this.exclusively(() => {
      const { resolved, phases } = this.phasesOf(motions);
      checkedTime(time, resolved);
      const phase = phases === null ? null : phaseAt(phases, time);
      if (phase !== null) return phase.allLinkPoses(time - phase.first);
      return Object.fromEntries(this.robots.map(({ name }, i) => [name, this.poser.at(i, resolved.robots[i], resolved.segments, time)]));
    });
  }

  /** Where every body of its own is in the world at a path time, from 0 to the number of segments, by name. */
  bodyPoses(motions: SceneMotions, time: number): Readonly<Record<string, LinkPose>> {
    const { resolved, phases } = this.phasesOf(motions);
    checkedTime(time, resolved);
    const phase = phases === null ? null : phaseAt(phases, time);
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
    return sceneClock(this.resolve(motions).resolved);
  }

  /** The same motions from one end of a segment to another, 0 ≤ first < last ≤ segments, as every query takes them. */
  between(motions: SceneMotions, first: number, last: number): SceneMotions {
    const { resolved, held } = this.resolve(motions);
    if (held.size > 0) throw new InputError(`between: not for what is taken and laid down (${[...held.keys()].join(', ')})`);
    return motionsBetween(this.names, resolved, first, last);
  }

  /**
   * What the programs of `inbetween/gpu` are made of: pairs, the distances that they keep, and the tolerance in force.
   * @internal
   */
  tested(options: SceneFirstContactOptions): { pairs: ScenePairs; classes: readonly ClearanceClass[]; tolerance: number } {
    this.requireRigid('a batch');
    checkSceneOptions(options);
    const asked = this.withDefaults(options);
    const { engine, classes, tolerance } = this.question({ segments: 0 } as ResolvedMotions, asked);
    if (engine.pairs.listsAll || engine.pairs.tested > MOST_IN_BATCH) return { pairs: engine.pairs, classes, tolerance };
    // each pair by itself, whatever comes near
    if (this.batch?.engine !== engine) this.batch = { engine, pairs: this.makePairs(Infinity) };
    const { pairs } = this.batch;
    return { pairs, classes: clearanceClasses(pairs, this.standing.namesEver, asked.clearance ?? 0), tolerance };
  }

  /**
   * What a `MotionChecker` works with: pairs and scratch memory of its own, valid until `revision` changes.
   * @internal
   */
  checking(options: Pick<SceneFirstContactOptions, 'clearance' | 'tolerance'>): {
    readonly engine: SceneEngine;
    readonly classes: readonly ClearanceClass[];
    readonly tolerance: number;
  } {
    this.requireRigid('a checker');
    checkSceneOptions(options);
    const asked = this.withDefaults(options);
    const { tolerance } = this.question({ segments: 0 } as ResolvedMotions, asked);
    const engine = this.makeEngine();
    return { engine, classes: clearanceClasses(engine.pairs, this.standing.namesEver, asked.clearance ?? 0), tolerance };
  }

  /** Grows with every change of the obstacles: whatever was made of the scene before is of another one. */
  get revision(): number {
    return this.changes;
  }

  /**
   * The same robots and bodies among some of the obstacles only, by name, with nothing tested among what moves: for
   * whoever knows the rest already. It keeps the clearance given, or this scene's.
   * @internal
   */
  among(names: ReadonlySet<string>, clearance: number | ClearanceRules = this.content.clearance): Scene {
    return new Scene(amongObstacles(this.content, this.standing, names, clearance));
  }

  /**
   * What the same scene can be made of again elsewhere, as it is now; with trees also the obstacles that share a body,
   * and the meshes that its queries go down the trees of.
   * @internal
   */
  packing(withTrees: boolean): {
    readonly options: SceneOptions;
    readonly phase: Required<PhaseOptions>;
    readonly meshes: readonly TriangleMesh[];
  } {
    const pairs = withTrees ? this.engine.pairs : null;
    const { joined, apart, known } = this.standing;
    return {
      options: this.options,
      phase: { joined: pairs === null ? [] : joined, apart: [...apart], known: [...known], top: pairs?.top?.tree ?? null },
      meshes: pairs === null ? [] : [...pairs.movingViews, ...pairs.standingViews].map(({ mesh }) => mesh),
    };
  }

  /** The same scene, each obstacle a body of its own; itself where none shares one with others. */
  private withObstaclesApart(): Scene {
    const { revision } = this;
    if (this.engine.pairs.standing.every(({ parts }) => parts.length === 1)) return this;
    if (this.alone?.revision !== revision) {
      const { options, phase } = this.packing(false);
      phaseOptions.set(options, { ...phase, apart: [...this.names.obstacles] });
      if (!this.content.movers) withoutMovers.add(options);
      this.alone = { revision, scene: new Scene(options) };
    }
    return this.alone.scene;
  }

  /** What a query asks, and what the scene says where it does not. */
  private withDefaults(options: SceneFirstContactOptions): AskedOptions {
    const { clearance = this.content.clearance, tolerance = this.content.tolerance } = options;
    if (typeof clearance !== 'number') this.requireRigid('clearance by groups');
    // a spread of a record with doubles in it takes ten times as long
    return Object.assign({}, options, { clearance, tolerance, method: methodOf(options.method, AUTO, 'scene') });
  }

  /** Obstacles that are named must not share a body with others. */
  private question(motions: ResolvedMotions, options: AskedOptions): SceneQuestion {
    const { clearance = 0, arrive = [], leave = [] } = options;
    const ruled = typeof clearance === 'number' ? [] : (clearance.pairs ?? []).flatMap((pair) => pair.slice(0, 2) as string[]);
    if (this.standing.setApart([...ruled, ...arrive.flat(), ...leave.flat()])) this.made = null;
    const { engine, robots } = this;
    engine.tidy();
    const classes = this.classes.of(engine.pairs, this.standing.namesEver, clearance);
    engine.allowUntil(this.deadline);
    engine.progress = this.onProgress === undefined ? null : new PathProgress(this.onProgress, motions.segments);
    return { engine, robots, motions, tolerance: options.tolerance ?? this.tolerance, options, classes };
  }

  /** The one that queries have that give none. */
  private get tolerance(): number {
    if (this.defaulted === 0) this.defaulted = defaultTolerance(this.engine.pairs, this.soft.bodies);
    return this.defaulted;
  }

  private resolve(motions: SceneMotions, ends?: 'hold' | 'error'): SeparatedMotions {
    return separatedMotions(this.names, { ...this.content.bodyMotions, ...motions }, ends);
  }

  /** The phases of a path on which something is taken or laid down; null: nothing is. */
  private phasesOf(
    motions: SceneMotions,
    ends?: 'hold' | 'error',
  ): { readonly resolved: ResolvedMotions; readonly phases: HeldPhases | null } {
    const { resolved, held } = this.resolve(motions, ends);
    if (held.size === 0) return { resolved, phases: null };
    this.requireRigid('heldMotion');
    const { robots, obstacles, bodies, phaseScenes } = this;
    const whole = { robots, obstacles, bodies, self: this.content.self, allowed: this.standing.allowed };
    return { resolved, phases: new HeldPhases(whole, this.names, resolved, held, phaseScenes) };
  }

  private heldFirst(phases: HeldPhases, asked: AskedOptions): SceneFirstContact {
    return heldFirstContact(phases, asked, this.deadline, (time) => {
      const { classes, tolerance } = this.question(phases.resolved, { ...asked, arrive: [], leave: [] });
      const clearance = leastOf(classes.map((one) => one.clearance));
      return unknownFrom(this.engine, this.robots, phases.resolved, { ...asked, clearance }, tolerance, time);
    });
  }

  /** Questions that only rigid things can answer so far. */
  private requireRigid(what: string): void {
    if (this.soft.names.length > 0) throw new InputError(`${what}: not for scenes with soft bodies (${this.soft.names.join(', ')})`);
  }

  /** What is left of the time, for whoever is asked in its place. */
  private inTime<Options extends { readonly maxMilliseconds?: number }>(options: Options): Options {
    return this.deadline === Infinity ? options : { ...options, maxMilliseconds: leftUntil(this.deadline) };
  }

  private exclusively<T>(work: () => T, { maxMilliseconds = Infinity, onProgress }: Control = {}): T {
    this.guard.enter();
    try {
      this.deadline = deadlineIn(maxMilliseconds);
      this.onProgress = onProgress;
      this.made?.allowUntil(this.deadline);
      return work();
    } finally {
      this.onProgress = undefined;
      if (this.made !== null) this.made.progress = null;
      this.guard.leave();
    }
  }
}

/** For how long a question may be asked, and who is told how far it is. */
type Control = Pick<SceneFirstContactOptions, 'maxMilliseconds' | 'onProgress'>;

/** For whoever is asked as a part of a question. */
function toldBy(progress: PathProgress | null): Pick<Control, 'onProgress'> {
  return progress === null ? {} : { onProgress: (done) => progress.reached(done) };
}

function scenesOfPhases(): PhaseScenes<Scene> {
  const joined: JoinedBefore[] = [];
  return new PhaseScenes((content) => {
    phaseOptions.set(content, { joined });
    return new Scene(content);
  });
}
