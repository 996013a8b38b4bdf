/**
 * What `Scene` is made of behind its questions: the content checked, the engine with its pairs, one question at a time.
 * Other rooms reach it through `friends.ts`.
 */
import { deadlineIn, leftUntil } from '../contact/budget.ts';
import { prepareParts } from '../contact/containment.ts';
import { methodOf } from '../contact/method.ts';
import { Exclusive } from '../math/exclusive.ts';
import { leastOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import type { Uncertain } from '../robot/follow/uncertainty.ts';
import { LinkPoser } from '../robot/link-poses.ts';
import { unknownFrom } from './answers/scene-answer.ts';
import type { SceneQuestion } from './answers/scene-first-contact.ts';
import type { SceneFirstContact } from './answers/scene-result.ts';
import { SoftBodies } from './answers/soft-bodies.ts';
import type { UncertainCode } from './answers/uncertain.ts';
import { rulesAmong } from './content/among-obstacles.ts';
import type { SceneOptions } from './content/content-options.ts';
import type { JoinedBefore } from './content/obstacles.ts';
import { NOT_FOR_SOFT } from './content/scene-capabilities.ts';
import { nameOf, phaseOptions, type SceneContent, sceneContent, withoutMovers } from './content/scene-content.ts';
import {
  type MovingNames,
  type ResolvedMotions,
  type SceneMotions,
  type SeparatedMotions,
  separatedMotions,
} from './content/scene-motions.ts';
import { SceneObstacles } from './content/scene-obstacles.ts';
import type { Holding } from './holding/held-motion.ts';
import type { HeldPath } from './holding/held-path.ts';
import type { PhaseScene } from './holding/held-phases.ts';
import type { PhaseScenes } from './holding/phase-scenes.ts';
import { type ClearanceClass, clearanceClasses, KnownClasses } from './pairs/clearance-rules.ts';
import { defaultTolerance } from './pairs/default-tolerance.ts';
import { ScenePairs } from './pairs/scene-pairs.ts';
import type { UncertainPads } from './pairs/uncertain-pads.ts';
import { type OnProgress, PathProgress } from './search/path-progress.ts';
import { SceneEngine } from './search/scene-engine.ts';
import { AUTO } from './search/scene-method.ts';
import { type AskedOptions, checkSceneOptions, type SceneFirstContactOptions } from './search/scene-options.ts';

/** For whoever does not know yet what moves how. */
export const ANY_MOTIONS = { segments: 0 } as ResolvedMotions;

const NOTHING_MORE: ReadonlyMap<string, number> = new Map();

/** For how long a question may be asked, and who is told how far it is. */
type Control = Pick<SceneFirstContactOptions, 'maxMilliseconds' | 'onProgress'>;

/** S: the scenes that it makes for phases of a path, and of the same obstacles set apart. */
export class SceneInside<S extends PhaseScene> {
  readonly content: SceneContent;
  readonly soft: SoftBodies;
  readonly standing: SceneObstacles;
  readonly poser: LinkPoser;
  /** Grows with every change of the obstacles. */
  revision = 0;
  /** When the question at hand has to be answered, by the clock. */
  deadline: number = Infinity;
  private readonly makeScene: (options: SceneOptions) => S;
  private readonly guard: Exclusive = new Exclusive('Scene');
  /** Scenes of phases; null: nothing was held yet. */
  private phaseScenes: PhaseScenes<S> | null = null;
  private made: SceneEngine | null = null;
  private readonly classes: KnownClasses = new KnownClasses();
  /** Who is told how far it is. */
  private onProgress: OnProgress | undefined = undefined;
  /** The same scene, each obstacle a body of its own, as of a revision. */
  private setApart: { readonly scene: S; readonly revision: number } | null = null;
  /** The default tolerance, once it was asked for. */
  private defaulted = 0;

  constructor(options: SceneOptions, makeScene: (options: SceneOptions) => S) {
    this.makeScene = makeScene;
    this.content = sceneContent(options);
    const { uncertainty, robots, bodies, obstacles, phase } = this.content;
    const names = [...robots.map(({ name }) => name), ...bodies.map(({ name }) => name), ...obstacles.map(nameOf), ...(phase?.known ?? [])];
    if (uncertainty !== null) this.within?.checkUncertainNames(uncertainty, robots, names);
    this.poser = new LinkPoser(this.content.robots);
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

  /** What it is made of now, as `new Scene` takes it. */
  get options(): Required<Omit<SceneOptions, 'tolerance' | 'bodies' | 'uncertainty'>> &
    Pick<SceneContent, 'tolerance' | 'bodies'> & { readonly uncertainty: Uncertain | undefined } {
    const { robots, bodies, soft, self, clearance, tolerance, uncertainty, bodyMotions, trees } = this.content;
    const { list: obstacles, allowed, known, names } = this.standing;
    // rules may go on naming obstacles that are gone; a new scene does not know these
    const isHere = (name: string): boolean => names.obstacles.has(name) || !known.has(name);
    const rules =
      known.size === names.obstacles.size
        ? { allowed, clearance, uncertainty: uncertainty ?? undefined }
        : rulesAmong({ allowed, clearance, uncertainty }, isHere);
    return { robots, obstacles, bodies, soft, self, ...rules, tolerance, bodyMotions, trees };
  }

  changed(change: () => void): void {
    this.exclusively(change);
    this.revision++;
    this.made = null;
    this.phaseScenes = null;
    this.defaulted = 0;
  }

  /** What answers within the uncertainty, which brought it; null: all is as it is given. */
  get within(): UncertainCode | null {
    const { uncertainty } = this.content;
    return uncertainty === null ? null : (uncertainty.code as UncertainCode);
  }

  get engine(): SceneEngine {
    this.made ??= this.makeEngine();
    return this.made;
  }

  get names(): MovingNames {
    return this.standing.names;
  }

  makeEngine(): SceneEngine {
    return new SceneEngine(
      this.makePairs(),
      this.content.bodies.map(({ pose }) => pose),
    );
  }

  makePairs(mostListed?: number): ScenePairs {
    const { standing } = this;
    const { robots, bodies, self, movers, phase } = this.content;
    const moving = bodies.map(({ name, shape: mesh, pose }) => ({ name, mesh, pose }));
    const rules = { self, movers, allowed: standing.rules };
    return new ScenePairs(robots, moving, standing.bodies(), rules, mostListed, phase?.top);
  }

  /** The same scene, each obstacle a body of its own; null where none shares one with others. */
  withObstaclesApart(): S | null {
    const { revision, options } = this;
    if (this.engine.pairs.standing.every(({ parts }) => parts.length === 1)) return null;
    if (this.setApart?.revision !== revision) {
      const { extra } = this.content.phase ?? {};
      phaseOptions.set(options, { joined: [], apart: [...this.names.obstacles], known: [...this.standing.known], top: null, extra });
      if (!this.content.movers) withoutMovers.add(options);
      this.setApart = { revision, scene: this.makeScene(options) };
    }
    return this.setApart.scene;
  }

  /** What a query asks, and what the scene says where it does not. */
  withDefaults(options: SceneFirstContactOptions): AskedOptions {
    const { clearance = this.content.clearance, tolerance = this.content.tolerance } = options;
    if (typeof clearance !== 'number') this.requireRigid('clearance by groups');
    // a spread of a record with doubles in it takes ten times as long
    return Object.assign({}, options, { clearance, tolerance, method: methodOf(options.method, AUTO, 'scene') });
  }

  /** Obstacles that are named must not share a body with others. */
  question(motions: ResolvedMotions, options: AskedOptions): SceneQuestion {
    const { clearance = 0, arrive = [], leave = [] } = options;
    const ruled = typeof clearance === 'number' ? [] : (clearance.pairs ?? []).flatMap((pair) => pair.slice(0, 2) as string[]);
    const uncertain = Object.keys(this.content.uncertainty?.places ?? {}).filter((name) => this.names.obstacles.has(name));
    if (this.standing.setApart([...ruled, ...uncertain, ...arrive.flat(), ...leave.flat()])) this.made = null;
    const { engine } = this;
    const { robots } = this.content;
    engine.tidy();
    const given = this.classes.of(engine.pairs, this.standing.namesEver, clearance);
    const pads = this.padsOf(engine.pairs, motions);
    const classes = this.padded(engine.pairs, given, pads);
    engine.allowUntil(this.deadline);
    engine.progress = this.onProgress === undefined ? null : new PathProgress(this.onProgress, motions.segments);
    const nominal = pads === null ? null : given;
    return { engine, robots, motions, tolerance: options.tolerance ?? this.tolerance, options, classes, nominal, pads };
  }

  /** By how much pairs may be nearer than nominally; null: they are not. Motions of no segments: of any. */
  padsOf(pairs: ScenePairs, motions: ResolvedMotions): UncertainPads | null {
    const { within } = this;
    const { uncertainty, robots, phase } = this.content;
    if (within === null || uncertainty === null) return null;
    const errors = new within.PlaceErrors(uncertainty, robots, motions.segments === 0 ? null : motions);
    return within.uncertainPads(errors, pairs, robots, phase?.extra ?? NOTHING_MORE);
  }

  private padded(pairs: ScenePairs, given: readonly ClearanceClass[], pads: UncertainPads | null): readonly ClearanceClass[] {
    return this.within === null || pads === null ? given : this.within.paddedClasses(pairs, given, pads);
  }

  /** What a `MotionChecker` works with: pairs and scratch memory of its own, valid until `revision` changes. */
  checkerEngine(
    options: Pick<SceneFirstContactOptions, 'clearance' | 'tolerance'>,
  ): Pick<SceneQuestion, 'engine' | 'classes' | 'tolerance'> {
    this.requireRigid('a checker');
    checkSceneOptions(options);
    const asked = this.withDefaults(options);
    const { tolerance } = this.question(ANY_MOTIONS, asked);
    const engine = this.makeEngine();
    return { engine, classes: this.classesOf(engine.pairs, asked), tolerance };
  }

  /** Distances that pairs of its own keep, whatever moves. */
  classesOf(pairs: ScenePairs, { clearance = 0 }: AskedOptions): readonly ClearanceClass[] {
    const given = clearanceClasses(pairs, this.standing.namesEver, clearance);
    return this.padded(pairs, given, this.padsOf(pairs, ANY_MOTIONS));
  }

  /** The one that queries have that give none. */
  get tolerance(): number {
    if (this.defaulted === 0) this.defaulted = defaultTolerance(this.engine.pairs, this.soft.bodies);
    return this.defaulted;
  }

  resolve(motions: SceneMotions, ends?: 'hold' | 'error'): SeparatedMotions {
    return separatedMotions(this.names, motions, ends, this.content.bodyMotions);
  }

  /** The phases of a path on which something is taken or laid down; null: nothing is. */
  phasesOf(motions: SceneMotions, ends?: 'hold' | 'error'): { readonly resolved: ResolvedMotions; readonly phases: HeldPath | null } {
    const { resolved, held } = this.resolve(motions, ends);
    if (held.size === 0) return { resolved, phases: null };
    this.requireRigid('heldMotion');
    const [{ holding }] = held.values();
    if (holding === undefined) throw new InputError('motions: what robots hold is given a motion made by heldMotion');
    // made by heldMotion
    const code = holding as Holding;
    this.phaseScenes ??= this.scenesOfPhases(code);
    return { resolved, phases: new code.HeldPath(this.options, this.names, resolved, held, this.phaseScenes) };
  }

  heldFirst(phases: HeldPath, asked: AskedOptions): SceneFirstContact {
    return phases.firstContact(asked, this.deadline, (time) => {
      const { classes, tolerance } = this.question(phases.resolved, { ...asked, arrive: [], leave: [] });
      const clearance = leastOf(classes.map((one) => one.clearance));
      return unknownFrom(this.engine, this.content.robots, phases.resolved, { ...asked, clearance }, tolerance, time);
    });
  }

  /** Questions that only rigid things can answer so far. */
  requireRigid(what: string): void {
    if (this.soft.names.length > 0) throw new InputError(`${what}: ${NOT_FOR_SOFT} (${this.soft.names.join(', ')})`);
  }

  /** What is left of the time, for whoever is asked in its place. */
  inTime<Options extends { readonly maxMilliseconds?: number }>(options: Options): Options {
    return this.deadline === Infinity ? options : { ...options, maxMilliseconds: leftUntil(this.deadline) };
  }

  exclusively<T>(work: () => T, { maxMilliseconds = Infinity, onProgress }: Control = {}): T {
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

  private scenesOfPhases({ PhaseScenes }: Holding): PhaseScenes<S> {
    const joined: JoinedBefore[] = [];
    return new PhaseScenes((content, extra, apart) => {
      phaseOptions.set(content, { joined: apart === undefined ? joined : [], apart, extra, known: [...this.standing.known] });
      return this.makeScene(content);
    });
  }
}
