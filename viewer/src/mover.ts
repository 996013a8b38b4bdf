/** What is moved by hand: sliders and the handle on one side, the certified loop on the other. */
import { type DragStep, inverseKinematics, type PairSide, type RestingPair, type Robot, RobotPath, type Vec3 } from 'inbetween';
import { Quaternion, Vector3 } from 'three';
import type { Hand } from './ask/shown-answer.ts';
import { type Naming, pairText } from './panels/answer-words.ts';
import { button, el } from './panels/dom.ts';
import { dragWords, pairInTheWay } from './panels/drag-words.ts';
import { type Jog, MovePanel } from './panels/move-panel.ts';
import type { Opened } from './source/opened.ts';
import { Gizmo } from './stage/gizmo.ts';
import { JogQueue } from './stage/jog-queue.ts';
import { Jogging, type JogTarget } from './stage/jogging.ts';
import type { Part, PlacedPose, Placement } from './stage/parts.ts';
import type { Playback } from './stage/playback.ts';
import { PathPlayback } from './stage/showing.ts';
import type { Stage } from './stage/stage.ts';

/** What it needs of the page. */
export interface Moved extends Naming {
  readonly stage: Stage | null;
  readonly opened: Opened | null;
  readonly playback: Playback | null;
  readonly time: number;
  readonly timeline: { pause(): void };
  showPlacement(placement: Placement): void;
  showTime(time: number): void;
  /** What the hand does; shown at once. */
  hold(hand: Hand | null): void;
  /** An obstacle stands there from now on. */
  moveObstacle(name: string, pose: PlacedPose): void;
  /** Everything that was moved by hand is where it was. */
  putBack(): void;
  fail(error: unknown): void;
}

/** Joint values of robots and poses of bodies, by name. */
export interface Off {
  readonly joints: Readonly<Record<string, readonly number[]>>;
  readonly bodies: Readonly<Record<string, PlacedPose>>;
}

export interface MoverActions {
  onHover(key: string): void;
  onPath(robot: string, waypoints: readonly (readonly number[])[]): void;
  onPlan(robot: string, start: readonly number[], goal: readonly number[]): void;
}

/** Distance that is kept, as a share of the radius of what moves. */
const KEEP = 1e-3;
/** Frames that one pull may go on for after the hand stopped. */
const PATIENCE = 240;
/** More things are not offered by name; they can be clicked. */
const MOST_HANDLES = 300;
/** A jog goes in steps of this share of the size of what moves, or of so many radians. */
const JOG_SHARE = 0.01;
const JOG_ANGLE = 0.04;

export class Mover {
  readonly panel: MovePanel;
  readonly note: HTMLElement = el('p', { class: 'jog-note', 'data-testid': 'jog-note', role: 'status' });
  lastStep: { readonly status: string; readonly pair: string; readonly slides: number } | null = null;
  private readonly page: Moved;
  private readonly actions: MoverActions;
  private readonly gizmo: Gizmo | null;
  private jogging: Jogging | null = null;
  private placement: Placement = new Map();
  private current: Map<string, readonly number[]> = new Map();
  private stops = true;
  private slides = true;
  private handle = '';
  private parts: readonly Part[] = [];
  private pulled: { readonly name: string; readonly target: JogTarget } | null = null;
  private frame = 0;
  private readonly jogs: JogQueue = new JogQueue();
  /** It jogs: nothing slides. */
  private isJogging = false;
  private left = 0;
  /** Where an obstacle was when the scene was updated last. */
  private settled: PlacedPose | null = null;
  /** Pairs that somebody let touch while things are moved by hand. */
  private allowed: readonly (readonly [string, string])[] = [];
  /** The robot that was moved last. */
  private robotName = '';

  constructor(page: Moved, actions: MoverActions) {
    this.page = page;
    this.actions = actions;
    this.note.hidden = true;
    this.gizmo = page.stage === null ? null : new Gizmo(page.stage);
    if (this.gizmo !== null) {
      this.gizmo.onDrag = (pose) => this.dragHandle(pose);
      this.gizmo.onRelease = () => this.released();
    }
    this.panel = new MovePanel({
      onValue: (robot, values) => this.pull(robot, values),
      onRelease: () => this.released(),
      onReset: () => page.putBack(),
      onHandle: (key) => this.choose(key),
      onTurn: (turns) => this.gizmo?.turns(turns),
      onRules: (stops, slides) => {
        this.stops = stops;
        this.slides = slides;
        this.jogging = null;
      },
      onMakePath: () => this.withMove((robot, start, here) => actions.onPath(robot, [start, here])),
      onGoal: () => this.planHere(),
      onHover: (key) => actions.onHover(key),
      onJog: (jog) => this.jog(jog),
    });
  }

  open(opened: Opened, parts: readonly Part[]): void {
    this.parts = parts;
    this.placement = new Map();
    this.jogging = null;
    this.lastStep = null;
    this.allowed = [];
    this.current = new Map();
    this.robotName = opened.scene.robots[0]?.name ?? '';
    this.choose('');
    const isRecording = opened.show !== undefined;
    const keys = [...new Map(parts.map((part) => [part.key, part])).values()];
    const handles = keys
      .slice(0, MOST_HANDLES)
      .map(({ key, side, kind }) => ({ key, label: `${side.link ?? side.body}${kind === 'obstacle' ? ' (stands)' : ''}` }));
    this.panel.open(isRecording ? [] : opened.scene.robots, opened.states, isRecording ? [] : handles);
    this.tell('');
  }

  get configurations(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries(this.current);
  }

  /** The path is shown: the sliders follow it. */
  follow(playback: PathPlayback, time: number, placement: Placement): void {
    this.placement = placement;
    const robots = this.page.opened?.scene.robots ?? [];
    const starts = this.page.opened?.starts ?? [];
    this.current = new Map(robots.map(({ name }, i) => [name, playback.configurationAt(name, time) ?? starts[i]] as const));
    this.panel.show(this.current);
    this.showHandle();
  }

  /** Whether something is still on its way to where it was pulled. */
  get isMoving(): boolean {
    return this.pulled !== null;
  }

  /** What was moved by hand is left where it was. */
  leave(): void {
    if (this.jogging === null && this.pulled === null) return;
    this.settle();
    this.jogging = null;
    this.rest();
    this.tell('');
  }

  tell(text: string, tone = '', action: HTMLElement | null = null): void {
    this.note.hidden = text === '';
    this.note.textContent = text;
    this.note.className = `jog-note ${tone}`;
    this.panel.tell(text, tone, action);
  }

  /** What touches where it was pulled from need not be judged while things are moved by hand. */
  private allow(pairs: readonly RestingPair[]): void {
    const nameOf = ({ body, link }: PairSide): string => (link === undefined ? body : `${body}/${link}`);
    this.allowed = [...this.allowed, ...pairs.map(({ a, b }) => [nameOf(a), nameOf(b)] as const)];
    this.jogging = null;
    this.tell(`${pairs.map(({ a, b }) => pairText([a, b], this.page)).join('; ')} may touch while something is moved by hand.`);
  }

  /** Puts the handle on something; '': nowhere. */
  choose(key: string): void {
    this.settle();
    // what is still on its way was pulled by the handle that was there before
    if (key !== this.handle) this.rest();
    this.handle = key;
    this.panel.setHandle(key);
    this.jogging = null;
    this.showHandle();
  }

  private get handlePart(): Part | undefined {
    return this.parts.find(({ key }) => key === this.handle);
  }

  get handlePose(): PlacedPose | undefined {
    return this.handle === '' ? undefined : (this.placement.get(this.handle) ?? this.standing(this.handle));
  }

  /** Where the handle is; null: nowhere. */
  get handleAt(): [number, number, number] | null {
    const pose = this.handlePose;
    return pose === undefined ? null : [...pose.position];
  }

  /** Moves what the handle is on along an axis of the world, by a share of the size of what moves. */
  nudge(axis: number, share: number): void {
    const pose = this.handlePose;
    if (pose === undefined) return;
    const by = share * (this.page.stage?.unit ?? 1);
    const position = pose.position.map((x, k) => (k === axis ? x + by : x)) as unknown as Vec3;
    this.dragHandle({ ...pose, position });
  }

  /** Along an axis or about it; during a jog, after it. */
  private jog({ axis, of, turns, by }: Jog): void {
    if (this.handle === '') this.choose(this.toolKey);
    const isOn = this.isMoving && this.isJogging;
    const pose = (isOn ? this.jogs.end : null) ?? this.handlePose;
    if (pose === undefined || !Number.isFinite(by)) return;
    const robot = this.page.opened?.scene.robots.find(({ name }) => name === this.handlePart?.side.body);
    const axes = new Quaternion(...(of === 'tool' ? pose.quaternion : (robot?.base.quaternion ?? [0, 0, 0, 1])));
    const along = new Vector3().setComponent(axis, 1).applyQuaternion(axes);
    this.jogs.add(pose, { along, turns, by, step: turns ? JOG_ANGLE : JOG_SHARE * (this.page.stage?.unit ?? 1) });
    if (!isOn) this.nextJog();
  }

  private nextJog(): void {
    const pose = this.jogs.next();
    if (pose !== undefined) this.dragHandle(pose, true);
  }

  /** The link whose axes are meant where nothing has the handle: the tool of the path, or the last one. */
  private get toolKey(): string {
    const links = this.parts.filter(({ kind, side }) => kind === 'link' && side.body === this.robotName);
    const { playback } = this.page;
    const motion = playback instanceof PathPlayback ? playback.path.motions[this.robotName] : undefined;
    const tool = motion instanceof RobotPath ? motion.tool?.link : undefined;
    return (links.find(({ side }) => side.link === tool) ?? links.at(-1))?.key ?? '';
  }

  private showHandle(): void {
    const pose = this.handlePose;
    if (pose === undefined) this.gizmo?.hide();
    else if (this.gizmo?.isDragging !== true) this.gizmo?.show(pose);
  }

  private standing(key: string): PlacedPose | undefined {
    const body = this.page.opened?.scene.obstacles.find(({ name, shape }) => (name ?? shape.name) === key);
    if (body === undefined) return undefined;
    return { position: body.pose?.position ?? [0, 0, 0], quaternion: body.pose?.quaternion ?? [0, 0, 0, 1] };
  }

  private dragHandle(pose: PlacedPose, isJog = false): void {
    const part = this.handlePart;
    if (part === undefined) return;
    if (part.kind !== 'link') {
      this.pull(part.side.body, pose, isJog);
      return;
    }
    const robot = this.page.opened?.scene.robots.find(({ name }) => name === part.side.body);
    const near = this.current.get(part.side.body);
    if (robot === undefined || near === undefined) return;
    const target = this.reach(robot, part.side.link as string, pose, near, isJog);
    if (target !== null) this.pull(robot.name, target, isJog);
  }

  /** The configuration as near to the pose as the robot comes, from where it is; of a jog, one that is there. */
  private reach(robot: Robot, link: string, pose: PlacedPose, near: readonly number[], isJog: boolean): readonly number[] | null {
    try {
      const tolerance = { length: 1e-4 * (this.page.stage?.unit ?? 1), angle: 1e-3 };
      const { solutions, best } = inverseKinematics(robot, { link, pose, tolerance }, { near, begin: [near], attempts: 1 });
      if (isJog && solutions.length === 0) {
        this.jogs.clear();
        this.tell('It does not reach farther that way.', 'unresolved');
        return null;
      }
      return [...(solutions[0] ?? best.configuration)];
    } catch (error) {
      this.page.fail(error);
      return null;
    }
  }

  private begin(): Jogging {
    const opened = this.page.opened as Opened;
    const part = this.handlePart;
    const body = part !== undefined && part.kind !== 'link' ? part.side.body : null;
    const keep = KEEP * (this.page.stage?.unit ?? 1);
    const { playback, time } = this.page;
    const carried = playback instanceof PathPlayback ? playback.carriedAt(time).filter((one) => one.body !== body) : [];
    return new Jogging(opened.scene, this.current, this.placement, body, carried, {
      stops: this.stops,
      slides: this.slides && !this.isJogging,
      allowed: this.allowed,
      keep,
    });
  }

  private pull(name: string, target: JogTarget, isJog = false): void {
    if (!isJog) this.jogs.clear();
    if (isJog !== this.isJogging) this.jogging = null;
    this.isJogging = isJog;
    this.page.timeline.pause();
    if (this.current.has(name)) this.robotName = name;
    this.pulled = { name, target };
    this.left = PATIENCE;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.step());
  }

  private step(): void {
    this.frame = 0;
    const { pulled } = this;
    if (pulled === null) return;
    try {
      this.jogging ??= this.begin();
      const step = this.jogging.pull(pulled.name, pulled.target);
      this.took(step, this.jogging);
      if (step.status === 'unresolved' && this.left-- > 0) this.frame = requestAnimationFrame(() => this.step());
      else this.arrived(step.status);
    } catch (error) {
      this.rest();
      this.jogging = null;
      this.page.fail(error);
    }
  }

  /** What was pulled has come to rest; a jog goes on where nothing is in its way. */
  private arrived(status: DragStep['status']): void {
    const { heldJog } = this.panel;
    if (status === 'free' && !this.jogs.isEmpty) {
      this.pulled = null;
      this.nextJog();
      return;
    }
    this.rest();
    if (status === 'free' && this.isJogging && heldJog !== null) this.jog(heldJog);
  }

  /** Nothing is on its way any more. */
  private rest(): void {
    this.pulled = null;
    this.jogs.clear();
    this.panel.rest();
  }

  private took(step: DragStep, jogging: Jogging): void {
    const { status, hit, slides, resting } = step;
    const pair = pairInTheWay(step);
    this.lastStep = { status, pair: pair === null ? '' : pairText(pair, this.page), slides };
    this.current = new Map(jogging.configurations);
    this.placement = new Map([...this.placement, ...jogging.placement]);
    this.page.showPlacement(jogging.placement);
    this.panel.show(this.current);
    const { joints, bodies } = this.off;
    const isOff = Object.keys({ ...joints, ...bodies }).length > 0;
    this.page.hold({ isOff, obstacle: this.unsettled?.name ?? null, pair, contacts: pair === null ? [] : (hit?.contacts ?? []) });
    const { text, tone, touching } = dragWords(step, this.stops, this.page);
    this.tell(text, tone, touching ? button('Let them touch', 'jog-allow', () => this.allow(resting)) : null);
    if (this.gizmo?.isDragging !== true) this.released();
  }

  /** The hand let go: what was moved is where it got to, also where it gets there later. */
  private released(): void {
    this.showHandle();
    this.settle();
  }

  /** The obstacle that is drawn elsewhere than questions are about. */
  private get unsettled(): { readonly name: string; readonly pose: PlacedPose } | null {
    const part = this.handlePart;
    const pose = this.placement.get(this.handle);
    return part?.kind !== 'obstacle' || pose === undefined || pose === this.settled ? null : { name: part.side.body, pose };
  }

  /** Questions are about an obstacle where it is drawn. */
  private settle(): void {
    const { unsettled } = this;
    if (unsettled === null) return;
    this.settled = unsettled.pose;
    this.page.moveObstacle(unsettled.name, unsettled.pose);
  }

  /** What moves and stands elsewhere than the path says; what is carried is where its robot is. */
  get off(): Off {
    const { playback, time, opened } = this.page;
    if (!(playback instanceof PathPlayback) || opened === null) return { joints: {}, bodies: {} };
    const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    const path = playback.placementAt(time);
    const carried = new Set(playback.carriedAt(time).map(({ body }) => body));
    const joints = [...this.current].filter(([name, values]) => {
      const start = opened.starts[opened.scene.robots.findIndex((robot) => robot.name === name)];
      return !isSame(values, [...(playback.configurationAt(name, time) ?? start)]);
    });
    const bodies = opened.scene.bodies.flatMap(({ name }) => {
      const pose = this.placement.get(name);
      return pose === undefined || carried.has(name) || isSame(pose, path.get(name)) ? [] : [[name, pose] as const];
    });
    return { joints: Object.fromEntries(joints), bodies: Object.fromEntries(bodies) };
  }

  /** Puts things where a link says; whether they can get there is not asked. */
  put({ joints, bodies }: Off): void {
    const { stops } = this;
    this.stops = false;
    for (const [name, target] of [...Object.entries(joints), ...Object.entries(bodies)])
      try {
        if (Object.hasOwn(bodies, name)) this.choose(name);
        const jogging = this.begin();
        this.took(jogging.pull(name, target as JogTarget), jogging);
      } catch (error) {
        this.page.fail(error);
      }
    this.stops = stops;
  }

  /** Plans from where the path begins to where the robot was put. */
  planHere(): void {
    this.withMove((robot, start, here) => this.actions.onPlan(robot, start, here));
  }

  private withMove(act: (robot: string, start: readonly number[], here: readonly number[]) => void): void {
    const { opened, playback } = this.page;
    const index = opened?.scene.robots.findIndex(({ name }) => name === this.robotName) ?? -1;
    const here = this.current.get(this.robotName);
    if (opened === null || index < 0 || here === undefined) {
      this.page.fail(new Error('there is no robot here'));
      return;
    }
    const start = (playback instanceof PathPlayback ? playback.configurationAt(this.robotName, 0) : null) ?? opened.starts[index];
    act(this.robotName, start, here);
  }
}
