/**
 * A path on which bodies are taken and laid down, cut into phases in which nobody takes or lays down anything. Each has
 * a scene of its own; poses go over from phase to phase, as they are at the moment itself. Phases come one after the
 * other, as a question gets to them: what each costs before its scene is asked for is little.
 */

import type { Body } from '../../contact/deformation.ts';
import { treeOf } from '../../hierarchy/tree-of.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose } from '../../math/pose.ts';
import { conjugate, multiply, normalised, rotate } from '../../math/quat.ts';
import { length, plus, subtract } from '../../math/vec3.ts';
import type { HeldMotion } from '../../motion/held-motion.ts';
import { poseAt } from '../../motion/pose-at.ts';
import type { Uncertain } from '../../robot/follow/uncertainty.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { HeldThing, Robot } from '../../robot/robot.ts';
import type { LinkMotions } from '../../robot/robot-path.ts';
import type { Clearance, ContactIntervals, SceneDistance, SceneFirstContact } from '../answers/scene-result.ts';
import type { UncertainCode } from '../answers/uncertain.ts';
import { ANYTHING } from '../content/allowed-names.ts';
import { joined } from '../content/link-bodies.ts';
import { nameOf } from '../content/scene-content.ts';
import type { MovingNames, ResolvedMotions, SceneMotion } from '../content/scene-motions.ts';
import { motionsBetween, pathBetween } from '../content/scene-motions.ts';
import type { PlaceErrors } from '../pairs/uncertain-pads.ts';
import type { ContactIntervalOptions, SceneFirstContactOptions } from '../search/scene-options.ts';
import { carriedPath } from './carried-path.ts';
import { heldSpans, type Span } from './held-spans.ts';
import type { Arrangement, PhaseScenes } from './phase-scenes.ts';

/** What the scene of a phase consists of. */
export interface PhaseContent {
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Body[];
  readonly bodies: readonly (Body & { readonly name: string })[];
  readonly self: boolean;
  readonly allowed: readonly (readonly [string, string])[];
  readonly uncertainty?: Uncertain;
}

type Motions = Readonly<Record<string, SceneMotion>>;
type NamedPairs = readonly (readonly [string, string])[];

/** What a phase is asked. */
export interface PhaseScene {
  /** Those of an earlier query where it was made for that. */
  readonly robots: readonly Robot[];
  firstContact(motions: Motions, options: SceneFirstContactOptions): SceneFirstContact;
  contactIntervals(motions: Motions, options: ContactIntervalOptions): ContactIntervals;
  clearance(motions: Motions, options: object): Clearance;
  distanceAt(motions: Motions, time: number, options: object): SceneDistance;
}

/** All of them, in order. */
export class HeldPhases {
  /** Where they begin, and the end of the path. */
  readonly ends: readonly number[];
  readonly content: PhaseContent;
  readonly names: MovingNames;
  readonly resolved: ResolvedMotions;
  readonly kept: PhaseScenes<PhaseScene>;
  /** The bodies that robots take, in the order of the motions. */
  readonly held: ReadonlyMap<string, Body>;
  /** The others. */
  readonly others: readonly (Body & { readonly name: string })[];
  /** By the end of a segment, what is taken and laid down there. */
  readonly taken: ReadonlyMap<number, readonly Span[]>;
  readonly laid: ReadonlyMap<number, readonly Span[]>;
  /** One time that something lies on a body that moves by itself; null: nothing does. */
  readonly lying: Span | null;
  /** How far off hands can be; null: nothing is uncertain. */
  private readonly errors: PlaceErrors | null;

  constructor(
    content: PhaseContent,
    names: MovingNames,
    resolved: ResolvedMotions,
    held: ReadonlyMap<string, HeldMotion>,
    kept: PhaseScenes<PhaseScene>,
  ) {
    this.content = content;
    this.names = names;
    this.resolved = resolved;
    this.kept = kept;
    const spans = heldSpans(content, resolved, held);
    this.lying = spans.find(({ robot }) => robot < 0) ?? null;
    if (this.lying !== null && content.uncertainty !== undefined)
      throw new InputError(
        `motions: '${this.lying.body}' held by '${this.lying.link}': within an uncertainty robots hold bodies, and no bodies that move by themselves`,
      );
    const ends = new Set([0, resolved.segments]);
    for (const { from, to } of spans) ends.add(from).add(to);
    this.ends = [...ends].sort((a, b) => a - b);
    const bodies = new Map(content.bodies.map((body) => [body.name, body]));
    this.held = new Map([...held.keys()].map((name) => [name, bodies.get(name) as Body]));
    this.others = content.bodies.filter(({ name }) => !held.has(name));
    this.taken = grouped(spans, ({ from }) => from);
    this.laid = grouped(spans, ({ to }) => to);
    const { uncertainty, robots } = content;
    this.errors = uncertainty === undefined ? null : new (uncertainty.code as UncertainCode).PlaceErrors(uncertainty, robots, resolved);
  }

  get count(): number {
    return this.ends.length - 1;
  }

  /** The number of the phase of a path time. */
  numberAt(time: number): number {
    const { ends, count } = this;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time <= ends[middle + 1]) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Each is good for questions until the next one is asked for. */
  *walk(): Generator<Phase, void> {
    const { ends, kept } = this;
    kept.begin();
    const standing = new Map<string, LinkPose>();
    for (const [name, body] of this.held) standing.set(name, checkedPose(body.pose, name));
    let number = kept.numberAfter(0, JSON.stringify([...this.held.keys()]));
    let before: Phase | null = null;
    // how far off each is, beside what moves it
    const off = new Map<string, number>();
    for (const [name, { shape }] of this.held) off.set(name, this.errors?.ofPlace(name, treeOf(shape).radius) ?? 0);
    for (let k = 0; k < this.count; k++) {
      const first = ends[k];
      const grasps = this.graspsAt(first, before, standing);
      const laid = before === null ? [] : (this.laid.get(first) ?? []).filter(({ body }) => !grasps.has(body));
      for (const { body } of laid) {
        const pose = (before as Phase).endPose(body) as LinkPose;
        standing.set(body, pose);
        number = kept.numberAfter(number, JSON.stringify([body, pose.position, pose.quaternion]));
      }
      this.addHands(before, grasps, off);
      before = new Phase(this, k, grasps, standing, number, this.errors === null ? null : new Map(off));
      yield before;
    }
  }

  /** Whoever takes a body, or lets go of it, is off by then: from there on so is the body, beside all else. */
  private addHands(before: Phase | null, grasps: ReadonlyMap<string, Grasp>, off: Map<string, number>): void {
    const { errors } = this;
    if (errors === null) return;
    const add = (grasp: Grasp): void => {
      const { body, robot } = grasp.span;
      const by = carried(grasps.get(body) === grasp ? grasps : (before as Phase).grasps, grasp);
      const away = by.away + treeOf((this.held.get(body) as Body).shape).radius;
      const holder = this.content.robots[robot].link(by.link).index;
      off.set(body, (off.get(body) ?? 0) + errors.ofLink(robot, holder, -1, away));
    };
    for (const grasp of before?.grasps.values() ?? []) if (grasps.get(grasp.span.body) !== grasp) add(grasp);
    for (const grasp of grasps.values()) if (before?.grasps.get(grasp.span.body) !== grasp) add(grasp);
  }

  /** By body, who holds it from then on and how, in the order in which they are attached. */
  private graspsAt(first: number, before: Phase | null, standing: ReadonlyMap<string, LinkPose>): ReadonlyMap<string, Grasp> {
    const out: Grasp[] = [];
    for (const grasp of before?.grasps.values() ?? []) if (grasp.span.to > first) out.push(grasp);
    const taken = (this.taken.get(first) ?? []).filter(({ to }) => to > first);
    for (const span of taken) out.push({ span, pose: this.graspOf(span, before, standing) });
    // what holds another comes before it
    if (taken.length > 0) out.sort((a, b) => a.span.depth - b.span.depth || a.span.number - b.span.number);
    return new Map(out.map((grasp) => [grasp.span.body, grasp]));
  }

  /** Where the body is in the frame of the link that takes it. */
  private graspOf(
    { body, robot, mover, link, depth, from }: Span,
    before: Phase | null,
    standing: ReadonlyMap<string, LinkPose>,
  ): LinkPose {
    const linkPose = (): LinkPose => {
      const holder = this.content.robots[robot];
      return entryOf(before === null ? startPoses(holder, this.resolved.robots[robot]) : before.endPoses(robot), link);
    };
    // another robot may hand it over
    const poseOf = (name: string): LinkPose => before?.endPose(name) ?? (standing.get(name) as LinkPose);
    const pose = poseOf(body);
    const own = depth > 0 ? poseOf(link) : robot < 0 ? this.moverPose(mover, from) : linkPose();
    const back = conjugate(own.quaternion);
    return { position: rotate(back, subtract(pose.position, own.position)), quaternion: normalised(multiply(back, pose.quaternion)) };
  }

  /** Where a body that moves by itself is at a path time. */
  moverPose(mover: number, time: number): LinkPose {
    const { content, resolved } = this;
    const segment = Math.min(Math.floor(time), resolved.segments - 1);
    const motion = resolved.bodies[mover]?.[segment];
    const { name, pose } = content.bodies[mover];
    return motion === undefined ? checkedPose(pose, name) : poseAt(motion, time - segment);
  }
}

/** The link that carries what is held, by whatever it holds, and how far from its origin that is at most. */
function carried(grasps: ReadonlyMap<string, Grasp>, { span, pose }: Grasp): { readonly link: string; readonly away: number } {
  const by = span.depth === 0 ? undefined : grasps.get(span.link);
  const own = length(pose.position);
  if (by === undefined) return { link: span.link, away: own };
  const { link, away } = carried(grasps, by);
  return { link, away: own + away };
}

/** How a body is held. */
interface Grasp {
  readonly span: Span;
  /** In the frame of the link that holds it. */
  readonly pose: LinkPose;
}

/** One phase, from the end of a segment to that of another. */
export class Phase {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  readonly grasps: ReadonlyMap<string, Grasp>;
  private readonly all: HeldPhases;
  private readonly standing: ReadonlyMap<string, LinkPose>;
  private readonly arrangement: Arrangement<PhaseScene>;
  private readonly off: ReadonlyMap<string, number> | null;
  /** By robot. */
  private readonly atEnd: Map<number, Readonly<Record<string, LinkPose>>> = new Map();

  /** `standing`: where bodies stand that nobody holds; `arrangement`: its number; `off`: how far from there, beside. */
  constructor(
    all: HeldPhases,
    number: number,
    grasps: ReadonlyMap<string, Grasp>,
    standing: ReadonlyMap<string, LinkPose>,
    arrangement: number,
    off: ReadonlyMap<string, number> | null,
  ) {
    this.all = all;
    this.off = off;
    this.number = number;
    this.first = all.ends[number];
    this.last = all.ends[number + 1];
    this.grasps = grasps;
    this.standing = standing;
    const key = [...grasps.values()].map(({ span: { robot, body, link, hold }, pose: { position, quaternion } }) => [
      ...[robot, body, link, position, quaternion],
      [...(hold.touches ?? [])].sort(),
    ]);
    this.arrangement = all.kept.of(JSON.stringify([arrangement, key, ...(off ?? [])]), () => this.robots());
  }

  private robots(): readonly Robot[] {
    const { content, held } = this.all;
    const things = content.robots.map((): HeldThing[] => []);
    for (const { span, pose } of this.grasps.values()) {
      const { body: name, robot, link: to, hold } = span;
      if (robot >= 0) things[robot].push({ name, to, shape: (held.get(name) as Body).shape, pose, touches: hold.touches });
    }
    return content.robots.map((robot, i) => attached(robot, things[i]));
  }

  /** Made when it is first asked for. */
  get scene(): PhaseScene {
    const { content, held, others, kept } = this.all;
    const movers = others.length + this.arrangement.robots.reduce((sum, { links }) => sum + links.length, 0);
    return kept.sceneOf(this.arrangement, movers, content.obstacles.length + held.size, this.extra, () => this.content);
  }

  /** The same where every obstacle is a body of its own, in every phase the same one; not kept. */
  get sceneApart(): PhaseScene {
    const { content } = this;
    return this.all.kept.make(content, this.extra, content.obstacles.map(nameOf));
  }

  private get extra(): ReadonlyMap<string, number> {
    return new Map([...(this.off ?? [])].map(([body, more]) => [this.nameOf(body), more]));
  }

  private get content(): PhaseContent {
    const { content, held } = this.all;
    const lying = [...held].filter(([name]) => !this.grasps.has(name));
    const here = lying.map(([name, { shape }]) => ({ name, shape, pose: this.standing.get(name) as LinkPose }));
    const { self, allowed, uncertainty } = content;
    // of each thing held it is known by itself how far off it is
    const within = uncertainty?.without((name) => held.has(name));
    const { robots } = this.arrangement;
    const { bodies, pairs } = this.onMovers();
    return { robots, obstacles: [...content.obstacles, ...here], bodies, self, allowed: [...allowed, ...pairs], uncertainty: within };
  }

  /** Bodies that move by themselves and, in their frames, what lies on them; whom that may touch all the while. */
  private onMovers(): { readonly bodies: PhaseContent['bodies']; readonly pairs: NamedPairs } {
    const { content, held, others } = this.all;
    const carriedOnes = [...this.grasps.values()].filter(({ span }) => span.robot < 0);
    const bodies = carriedOnes.map((grasp) => {
      const { body: name, mover } = grasp.span;
      const shape = joined([{ shape: (held.get(name) as Body).shape, pose: this.poseOnMover(grasp) }], name);
      return { name, shape, pose: content.bodies[mover].pose };
    });
    return { bodies: [...others, ...bodies], pairs: carriedOnes.flatMap(({ span }) => this.hands(span)) };
  }

  /** Where something is in the frame of the body that moves by itself and carries it. */
  private poseOnMover({ span, pose }: Grasp): LinkPose {
    const by = span.depth === 0 ? undefined : this.grasps.get(span.link);
    return by === undefined ? pose : composed(this.poseOnMover(by), pose);
  }

  /** As its scene takes them. */
  get motions(): Motions {
    const { names, resolved, content } = this.all;
    const out = motionsBetween(names, resolved, this.first, this.last);
    for (const [i, robot] of this.arrangement.robots.entries())
      setEntry(out, robot.name, carriedPath(robot, content.robots[i], entryOf(out, robot.name) as LinkMotions));
    for (const { span } of this.grasps.values()) {
      const motion = span.robot < 0 ? entryOf(out, content.bodies[span.mover].name) : undefined;
      if (motion !== undefined) setEntry(out, span.body, motion);
    }
    return out;
  }

  /** Where the links of a robot are at a time of the phase. */
  linkPoses(robot: number, time: number): Readonly<Record<string, LinkPose>> {
    const { resolved, content } = this.all;
    const path = pathBetween(resolved, robot, this.first, this.last);
    const own = carriedPath(this.arrangement.robots[robot], content.robots[robot], path);
    return this.arrangement.poser.at(robot, own, this.last - this.first, time);
  }

  endPoses(robot: number): Readonly<Record<string, LinkPose>> {
    let poses = this.atEnd.get(robot);
    if (poses === undefined) {
      poses = this.linkPoses(robot, this.last - this.first);
      this.atEnd.set(robot, poses);
    }
    return poses;
  }

  /** Where something held is at its end; undefined: nobody holds it. */
  endPose(body: string): LinkPose | undefined {
    const grasp = this.grasps.get(body);
    if (grasp === undefined) return undefined;
    const { robot, mover } = grasp.span;
    return robot < 0 ? composed(this.all.moverPose(mover, this.last), this.poseOnMover(grasp)) : entryOf(this.endPoses(robot), body);
  }

  /** By robot and link. */
  allLinkPoses(time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>> {
    return Object.fromEntries(this.arrangement.robots.map(({ name }, i) => [name, this.linkPoses(i, time)]));
  }

  /** Poses of the bodies that robots take, by name. */
  heldPoses(time: number): Readonly<Record<string, LinkPose>> {
    const out: Record<string, LinkPose> = {};
    const links = new Map<number, Readonly<Record<string, LinkPose>>>();
    for (const [body, grasp] of this.grasps) {
      const { span } = grasp;
      if (span.robot < 0) {
        setEntry(out, body, composed(this.all.moverPose(span.mover, this.first + time), this.poseOnMover(grasp)));
        continue;
      }
      const poses = links.get(span.robot) ?? this.linkPoses(span.robot, time);
      links.set(span.robot, poses);
      setEntry(out, body, entryOf(poses, body));
    }
    for (const body of this.all.held.keys()) if (!this.grasps.has(body)) setEntry(out, body, this.standing.get(body) as LinkPose);
    return out;
  }

  /** Pairs that may touch at its end, those that serve one purpose together. */
  get purposes(): readonly NamedPairs[] {
    const { taken, laid } = this.all;
    return [
      ...(taken.get(this.last) ?? []).map((span) => this.hands(span)),
      ...(laid.get(this.last) ?? []).map(({ body, hold }) => (hold.onto ?? []).map((name) => [this.nameOf(body), name] as const)),
    ];
  }

  /** Pairs that may touch at its start. */
  get leave(): NamedPairs {
    const { taken, laid, others, held } = this.all;
    const standing = others.length === 0 ? [] : [...held.keys()].filter((body) => !this.grasps.has(body));
    return [
      ...(this.first > 0 ? (laid.get(this.first) ?? []) : []).flatMap((span) => this.hands(span)),
      // what stands on a cart
      ...standing.flatMap((body) => others.map(({ name }) => [body, name] as const)),
      // what it stood on, whatever that is
      ...(taken.get(this.first) ?? []).map(({ body }) => [this.nameOf(body), ANYTHING] as const),
    ];
  }

  private hands({ robot, link, hold, body, depth }: Span): NamedPairs {
    if (robot < 0) return [link, ...(hold.touches ?? [])].map((name) => [name, body] as const);
    const holder = this.all.content.robots[robot].name;
    const by = depth > 0 ? this.nameOf(link) : `${holder}/${link}`;
    return [by, ...(hold.touches ?? []).map((name) => `${holder}/${name}`)].map((name) => [name, this.nameOf(body)] as const);
  }

  private nameOf(body: string): string {
    const grasp = this.grasps.get(body);
    return grasp === undefined || grasp.span.robot < 0 ? body : `${this.all.content.robots[grasp.span.robot].name}/${body}`;
  }
}

/**
 * As if one were attached after the other. Each time the robot's axes are made unit vectors anew, which may change
 * their last bits, until it does not any more: from there on all of them are attached at once.
 */
function attached(robot: Robot, things: readonly HeldThing[]): Robot {
  let out = robot;
  for (const [k, thing] of things.entries()) {
    const next = out.attach(thing);
    const isSame = out.links.every(({ joint: { axis } }, j) => axis.every((x, i) => x === next.links[j].joint.axis[i]));
    out = next;
    if (isSame && k + 1 < things.length) return out.attach(things.slice(k + 1));
  }
  return out;
}

function composed(a: LinkPose, b: LinkPose): LinkPose {
  return { position: plus(a.position, rotate(a.quaternion, b.position)), quaternion: normalised(multiply(a.quaternion, b.quaternion)) };
}

function startPoses(robot: Robot, path: LinkMotions): Readonly<Record<string, LinkPose>> {
  // that it has configurations is checked [held-spans.ts]
  return robot.linkPoses(path.configurationAt?.(0) as Float64Array);
}

function grouped(spans: readonly Span[], key: (span: Span) => number): ReadonlyMap<number, readonly Span[]> {
  const out = new Map<number, Span[]>();
  for (const span of spans) {
    const list = out.get(key(span));
    if (list === undefined) out.set(key(span), [span]);
    else list.push(span);
  }
  return out;
}
