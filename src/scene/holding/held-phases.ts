/**
 * A path on which bodies are taken and laid down, cut into phases in which nobody takes or lays down anything. Each has
 * a scene of its own; poses go over from phase to phase, as they are at the moment itself.
 */

import type { Body } from '../../contact/deformation.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose } from '../../math/pose.ts';
import { conjugate, multiply, normalised, rotate } from '../../math/quat.ts';
import { subtract } from '../../math/vec3.ts';
import { HeldMotion, type Hold, type Moment } from '../../motion/held-motion.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';
import { type LinkMotions, RobotPath } from '../../robot/robot-path.ts';
import { ANYTHING } from '../content/allowed-names.ts';
import type { MovingNames, ResolvedMotions, SceneMotion } from '../scene-motions.ts';
import { motionsBetween, sceneMotions } from '../scene-motions.ts';
import type { ContactIntervalOptions, SceneFirstContactOptions } from '../scene-options.ts';
import type { Clearance, ContactIntervals, SceneDistance, SceneFirstContact } from '../scene-result.ts';

/** What the scene of a phase consists of. */
export interface PhaseContent {
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Body[];
  readonly bodies: readonly (Body & { readonly name: string })[];
  readonly self: boolean;
  readonly allowed: readonly (readonly [string, string])[];
}

type Motions = Readonly<Record<string, SceneMotion>>;

/** What a phase is asked. */
export interface PhaseScene {
  /** Those of an earlier query where it was made for that. */
  readonly robots: readonly Robot[];
  firstContact(motions: Motions, options: SceneFirstContactOptions): SceneFirstContact;
  contactIntervals(motions: Motions, options: ContactIntervalOptions): ContactIntervals;
  clearance(motions: Motions, options: object): Clearance;
  distanceAt(motions: Motions, time: number, options: object): SceneDistance;
  linkPoses(motions: Motions, time: number): Readonly<Record<string, Readonly<Record<string, LinkPose>>>>;
  bodyPoses(motions: Motions, time: number): Readonly<Record<string, LinkPose>>;
}

/** One phase, from the end of a segment to that of another. */
export interface Phase {
  readonly first: number;
  readonly last: number;
  readonly scene: PhaseScene;
  readonly motions: Motions;
  /** Pairs that may touch at its end, and at its start. */
  readonly arrive: readonly (readonly [string, string])[];
  readonly leave: readonly (readonly [string, string])[];
  /** The bodies that robots take: where they stand, or whose link they are. */
  readonly places: ReadonlyMap<string, LinkPose | { readonly robot: string }>;
}

/** One time that a body is held, in segments. */
interface Span {
  readonly body: string;
  readonly hold: Hold;
  readonly robot: number;
  readonly link: string;
  readonly from: number;
  readonly to: number;
}

/** Motions, those of bodies that robots carry apart. */
export interface SeparatedMotions {
  readonly resolved: ResolvedMotions;
  readonly held: ReadonlyMap<string, HeldMotion>;
}

export function separatedMotions(names: MovingNames, motions: Motions, ends?: 'hold' | 'error'): SeparatedMotions {
  const held = new Map<string, HeldMotion>();
  for (const name in motions) {
    const motion = entryOf(motions, name);
    if (!(motion instanceof HeldMotion)) continue;
    if (!names.bodies.includes(name)) throw new InputError(`motions: '${name}' cannot be held; list what robots take under bodies`);
    held.set(name, motion);
  }
  if (held.size === 0) return { resolved: sceneMotions(names, motions, ends), held };
  const others = Object.fromEntries(Object.entries(motions).filter(([name]) => !held.has(name)));
  return { resolved: sceneMotions(names, others, ends, heldSeconds(held)), held };
}

/** Seconds at which bodies are taken or laid down: knots of the clock. */
function heldSeconds(held: ReadonlyMap<string, HeldMotion>): number[] {
  const moments = [...held.values()].flatMap(({ holds }) => holds.flatMap(({ from, to }) => [from, to]));
  return moments.flatMap((moment) => (typeof moment === 'object' ? [moment.second] : []));
}

/** The phases in order; `make` makes the scene of one. */
export function heldPhases(
  content: PhaseContent,
  names: MovingNames,
  resolved: ResolvedMotions,
  held: ReadonlyMap<string, HeldMotion>,
  make: (content: PhaseContent) => PhaseScene,
): Phase[] {
  const spans = [...held].flatMap(([body, { holds }]) => spansOf(body, holds, content.robots, resolved));
  for (const { body, hold } of spans) checkOnto(body, hold, content);
  const ends = [...new Set([0, resolved.segments, ...spans.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  const bodies = new Map(content.bodies.map((body) => [body.name, body]));
  const places = new Map<string, LinkPose | { readonly robot: string }>();
  const standing = new Map<string, LinkPose>();
  for (const body of held.keys()) standing.set(body, checkedPose(bodies.get(body)?.pose, body));
  const phases: Phase[] = [];
  for (let k = 0; k + 1 < ends.length; k++) {
    const [first, last] = [ends[k], ends[k + 1]];
    const before = phases.at(-1);
    const now = before === undefined ? null : before.scene.linkPoses(before.motions, before.last - before.first);
    const robots = [...content.robots];
    places.clear();
    for (const span of spans)
      if (span.from <= first && span.to > first) {
        const grasp = graspOf(span, first, before, now, standing, content, resolved);
        const body = bodies.get(span.body) as Body;
        robots[span.robot] = robots[span.robot].attach({
          name: span.body,
          to: span.link,
          shape: body.shape,
          pose: grasp,
          touches: span.hold.touches,
        });
        places.set(span.body, { robot: robots[span.robot].name });
      }
    for (const span of spans)
      if (span.to === first && now !== null && !places.has(span.body))
        standing.set(span.body, entryOf(entryOf(now, content.robots[span.robot].name), span.body));
    for (const body of held.keys()) if (!places.has(body)) places.set(body, standing.get(body) as LinkPose);
    const lying = [...held.keys()].filter((body) => !('robot' in (places.get(body) as object)));
    const scene = make({
      robots,
      obstacles: [
        ...content.obstacles,
        ...lying.map((body) => ({ name: body, shape: (bodies.get(body) as Body).shape, pose: places.get(body) as LinkPose })),
      ],
      bodies: content.bodies.filter(({ name }) => !held.has(name)),
      self: content.self,
      allowed: content.allowed,
    });
    phases.push({
      first,
      last,
      scene,
      motions: motionsOf(names, resolved, held, scene.robots, first, last),
      places: new Map(places),
      ...wishes(spans, places, content, held, first, last),
    });
  }
  return phases;
}

function motionsOf(
  names: MovingNames,
  resolved: ResolvedMotions,
  held: ReadonlyMap<string, HeldMotion>,
  robots: readonly Robot[],
  first: number,
  last: number,
): Motions {
  const out = motionsBetween(names, resolved, first, last);
  for (const body of held.keys()) delete out[body];
  robots.forEach((robot, i) => {
    const path = entryOf(out, robot.name) as LinkMotions;
    // one that stands goes with paths of any length
    if (robot !== names.robots[i])
      setEntry(out, robot.name, path instanceof RobotPath ? robot.path(path.waypoints) : new CarriedPath(robot, path));
  });
  return out;
}

/** Where the body is in the frame of the link that holds it. */
function graspOf(
  { body, robot, link, from }: Span,
  first: number,
  before: Phase | undefined,
  now: Readonly<Record<string, Readonly<Record<string, LinkPose>>>> | null,
  standing: ReadonlyMap<string, LinkPose>,
  { robots }: PhaseContent,
  resolved: ResolvedMotions,
): LinkPose {
  const holder = robots[robot];
  if (from < first && before !== undefined) return grasps(before, body);
  const poses = now ?? { [holder.name]: startPoses(holder, resolved.robots[robot]) };
  const place = before?.places.get(body);
  // another robot may hand it over
  const pose = place !== undefined && 'robot' in place ? entryOf(entryOf(poses, place.robot), body) : (standing.get(body) as LinkPose);
  const own = entryOf(entryOf(poses, holder.name), link);
  const back = conjugate(own.quaternion);
  return { position: rotate(back, subtract(pose.position, own.position)), quaternion: normalised(multiply(back, pose.quaternion)) };
}

function grasps({ motions, places }: Phase, body: string): LinkPose {
  const { robot } = places.get(body) as { readonly robot: string };
  const { joint } = ((entryOf(motions, robot) as LinkMotions).robot as Robot).link(body);
  return { position: joint.position, quaternion: joint.quaternion };
}

function startPoses(robot: Robot, path: LinkMotions): Readonly<Record<string, LinkPose>> {
  if (path.configurationAt === undefined)
    throw new InputError(
      `motions: the motion of robot '${robot.name}' is one of your own; to hold something from the start it needs configurationAt`,
    );
  return robot.linkPoses(path.configurationAt(0));
}

function wishes(
  spans: readonly Span[],
  places: ReadonlyMap<string, LinkPose | { readonly robot: string }>,
  { robots, bodies }: PhaseContent,
  held: ReadonlyMap<string, HeldMotion>,
  first: number,
  last: number,
): Pick<Phase, 'arrive' | 'leave'> {
  const others = bodies.map(({ name }) => name).filter((name) => !held.has(name));
  const standing = [...places].filter(([, place]) => !('robot' in place)).map(([body]) => body);
  const nameOf = (body: string): string => {
    const place = places.get(body) as LinkPose | { readonly robot: string };
    return 'robot' in place ? `${place.robot}/${body}` : body;
  };
  const hands = ({ robot, link, hold, body }: Span): (readonly [string, string])[] =>
    [link, ...(hold.touches ?? [])].map((name) => [`${robots[robot].name}/${name}`, nameOf(body)] as const);
  return {
    arrive: [
      ...spans.filter(({ from }) => from === last).flatMap(hands),
      ...spans.filter(({ to }) => to === last).flatMap(({ body, hold }) => (hold.onto ?? []).map((name) => [nameOf(body), name] as const)),
    ],
    leave: [
      ...spans.filter(({ to }) => to === first && first > 0).flatMap(hands),
      // what stands on a cart
      ...standing.flatMap((body) => others.map((other) => [body, other] as const)),
      // what it stood on, whatever that is
      ...spans.filter(({ from }) => from === first).map(({ body }) => [nameOf(body), ANYTHING] as const),
    ],
  };
}

function spansOf(body: string, holds: readonly Hold[], robots: readonly Robot[], resolved: ResolvedMotions): Span[] {
  let earliest = 0;
  return holds.map((hold) => {
    const what = `motions: '${body}' held by '${hold.by}'`;
    const [robot, link] = holderOf(hold.by, robots, what);
    for (const touch of hold.touches ?? []) robots[robot].link(touch);
    const path = resolved.robots[robot];
    if (path.independent) throw new InputError(`${what}: links that are posed one by one cannot hold anything`);
    const from = segmentEnd(hold.from ?? 0, robot, robots, resolved, `${what}: from`);
    const to = hold.to === undefined ? resolved.segments : segmentEnd(hold.to, robot, robots, resolved, `${what}: to`);
    if (from < earliest) throw new InputError(`${what}: is taken before it was laid down`);
    if (to < from || (to === from && hold.to !== undefined)) throw new InputError(`${what}: is laid down before it was taken`);
    earliest = to;
    return { body, hold, robot, link, from, to };
  });
}

function checkOnto(body: string, { by, onto = [] }: Hold, { robots, obstacles, bodies }: PhaseContent): void {
  const known = new Set([
    ...[...obstacles, ...bodies].map(({ name, shape }) => name ?? shape.name),
    ...robots.flatMap(({ name: robot, links }) => links.flatMap(({ name }) => [name, `${robot}/${name}`])),
  ]);
  const unknown = onto.find((name) => !known.has(name) || name === body);
  if (unknown !== undefined)
    throw new InputError(`motions: '${body}' held by '${by}': onto names '${unknown}', which is nothing it could be laid onto`);
}

function holderOf(by: string, robots: readonly Robot[], what: string): [number, string] {
  const found = robots.flatMap(({ name: robot, links }, i) =>
    links.filter(({ name }) => name === by || `${robot}/${name}` === by).map(({ name }): [number, string] => [i, name]),
  );
  if (found.length === 1) return found[0];
  throw new InputError(
    found.length === 0 ? `${what}: no robot has such a link` : `${what}: several robots have such a link; write robot/link`,
  );
}

/** The number of the segment's end that a moment is. */
function segmentEnd(
  moment: Moment,
  robot: number,
  robots: readonly Robot[],
  { segments, seconds, ownKnots }: ResolvedMotions,
  what: string,
): number {
  if (typeof moment === 'object') {
    if (seconds === null) throw new InputError(`${what} is a second, but the motions have none; give the number of a waypoint`);
    const at = seconds.indexOf(moment.second);
    if (at < 0)
      throw new InputError(
        `${what}: second ${moment.second} is not on the path, which lasts from ${seconds[0]} s to ${seconds[seconds.length - 1]} s`,
      );
    return at;
  }
  const knots = ownKnots.get(robots[robot].name);
  const at = seconds === null || knots === undefined ? moment : seconds.indexOf(knots[moment] ?? Number.NaN);
  if (!(at >= 0 && at <= segments))
    throw new InputError(
      `${what}: the path of robot '${robots[robot].name}' has no waypoint ${moment}; where it is not carried, give it another motion in the query`,
    );
  return at;
}

/** The path of a robot for the same robot with something in its hand: links that follow at the end are fixed. */
class CarriedPath implements LinkMotions {
  readonly robot: Robot;
  readonly segments: number;
  readonly independent = false;
  readonly times: readonly number[] | null;
  readonly loadPart?: LinkMotions['loadPart'];
  readonly configurationAt?: LinkMotions['configurationAt'];
  private readonly path: LinkMotions;

  constructor(robot: Robot, path: LinkMotions) {
    this.robot = robot;
    this.path = path;
    this.segments = path.segments;
    this.times = path.times ?? null;
    this.loadPart = path.loadPart?.bind(path);
    this.configurationAt = path.configurationAt?.bind(path);
  }

  load(segment: number, joints: Float64Array): void {
    this.path.load(Math.min(segment, this.segments - 1), joints);
  }
}
