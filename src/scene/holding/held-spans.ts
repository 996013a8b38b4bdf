/** When which robot or moving body holds which body, in segments of the path, checked. */

import type { Body } from '../../contact/deformation.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { HeldMotion, Hold, Moment } from '../../motion/held-motion.ts';
import type { Robot } from '../../robot/robot.ts';
import { type LinkMotions, RobotPath } from '../../robot/robot-path.ts';
import { ClockedPath } from '../content/scene-clock.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';

/** One time that a body is held. */
export interface Span {
  /** Its place among all of them. */
  readonly number: number;
  readonly body: string;
  readonly hold: Hold;
  /** The robot that carries it; −1: a body that moves by itself does. */
  readonly robot: number;
  /** That body's place among all; −1: a robot carries it. */
  readonly mover: number;
  /** A link of the robot, the body, or what either carries meanwhile. */
  readonly link: string;
  readonly from: number;
  readonly to: number;
  /** 0: held by a link, or the body; 1: by what that holds, and so on. */
  readonly depth: number;
}

interface Content {
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Body[];
  readonly bodies: readonly (Body & { readonly name: string })[];
}

/** Body by body, in the order of time for each. Errors that phases could meet are found here, before any is made. */
export function heldSpans(content: Content, resolved: ResolvedMotions, held: ReadonlyMap<string, HeldMotion>): readonly Span[] {
  const reader = new SpanReader(content, resolved, held);
  const spans = [...held.keys()].flatMap((body) => reader.spansOf(body)).map((span, number) => ({ ...span, number }));
  const shapes = new Map(content.bodies.map(({ name, shape }) => [name, shape]));
  checkAttached(spans, content.robots, shapes);
  return spans;
}

class SpanReader {
  private readonly content: Content;
  private readonly resolved: ResolvedMotions;
  private readonly held: ReadonlyMap<string, HeldMotion>;
  private readonly holders: ReadonlyMap<string, Holder | null>;
  private readonly moments: Moments;
  private readonly read: Map<string, readonly Span[]> = new Map();
  /** Bodies whose spans are being read, each held by the next. */
  private readonly reading: string[] = [];
  private known: ReadonlySet<string> | null = null;

  constructor(content: Content, resolved: ResolvedMotions, held: ReadonlyMap<string, HeldMotion>) {
    this.content = content;
    this.resolved = resolved;
    this.held = held;
    this.holders = holdersOf(content.robots);
    this.moments = new Moments(resolved);
  }

  spansOf(body: string): readonly Span[] {
    const done = this.read.get(body);
    if (done !== undefined) return done;
    this.reading.push(body);
    let earliest = 0;
    const spans = (this.held.get(body) as HeldMotion).holds.map((hold) => {
      const span = this.spanOf(body, hold, earliest);
      earliest = span.to;
      return span;
    });
    this.reading.pop();
    this.read.set(body, spans);
    return spans;
  }

  private spanOf(body: string, hold: Hold, earliest: number): Span {
    const { content, resolved, moments } = this;
    const { robots } = content;
    const what = `motions: '${body}' held by '${hold.by}'`;
    // of what is held itself, by whoever carries that meanwhile
    const carriers = this.holders.has(hold.by) || !this.held.has(hold.by) ? null : this.carriersOf(hold.by, what);
    const { robot, mover, link } = carriers === null ? this.holderOf(hold.by, what) : { ...carriers[0], link: hold.by };
    const path = robot < 0 ? null : resolved.robots[robot];
    if (path === null) this.checkNames(body, hold, 'touches');
    else for (const touch of hold.touches ?? []) robots[robot].link(touch);
    if (path?.independent) throw new InputError(`${what}: links that are posed one by one cannot hold anything`);
    const own = { name: path === null ? content.bodies[mover].name : robots[robot].name, path };
    const from = moments.segmentEnd(hold.from ?? 0, own, `${what}: from`);
    const to = hold.to === undefined ? resolved.segments : moments.segmentEnd(hold.to, own, `${what}: to`);
    if (from < earliest) throw new InputError(`${what}: is taken before it was laid down`);
    if (to < from || (to === from && hold.to !== undefined)) throw new InputError(`${what}: is laid down before it was taken`);
    if (from === 0 && to > 0 && path !== null && path.configurationAt === undefined)
      throw new InputError(
        `motions: the motion of robot '${robots[robot].name}' is one of your own; to hold something from the start it needs configurationAt`,
      );
    const carrier = carriers?.find((span) => span.from <= from && to <= span.to);
    if (carriers !== null && carrier === undefined)
      throw new InputError(
        `${what}: '${hold.by}' is not held all that time; name who holds '${hold.by}', or end this hold where '${hold.by}' is laid down`,
      );
    this.checkNames(body, hold, 'onto');
    return { number: 0, body, hold, robot, mover, link, from, to, depth: carrier === undefined ? 0 : carrier.depth + 1 };
  }

  private holderOf(by: string, what: string): Holder {
    const found = this.holders.get(by);
    if (found) return found;
    const mover = found === null ? -1 : this.content.bodies.findIndex(({ name }) => name === by);
    if (mover >= 0) return { robot: -1, mover, link: by };
    const meant = nearestName(by, [...this.holders.keys(), ...this.content.bodies.map(({ name }) => name)]);
    throw new InputError(
      found === undefined
        ? `${what}: no robot has such a link, and there is no body of that name${meant === undefined ? '' : `; did you mean '${meant}'?`}`
        : `${what}: several robots have such a link; write robot/link`,
    );
  }

  private checkNames(body: string, hold: Hold, key: 'onto' | 'touches'): void {
    const names = hold[key] ?? [];
    if (names.length === 0) return;
    this.known ??= namesOf(this.content);
    const unknown = names.find((name) => !this.known?.has(name) || name === body);
    if (unknown === undefined) return;
    const what = key === 'onto' ? 'it could be laid onto' : 'that could touch it';
    throw new InputError(`motions: '${body}' held by '${hold.by}': ${key} names '${unknown}', which is nothing ${what}`);
  }

  /** The times at which what holds another is held itself; all by one robot or body, whose path tells the moments. */
  private carriersOf(by: string, what: string): readonly [Span, ...Span[]] {
    if (this.reading.includes(by)) throw new InputError(`${what}: which is held by it in turn`);
    const spans = this.spansOf(by);
    if (spans.some(({ robot, mover }) => robot !== spans[0].robot || mover !== spans[0].mover))
      throw new InputError(`${what}: several robots or bodies hold '${by}' one after the other; name a link of the one that is meant`);
    return spans as readonly [Span, ...Span[]];
  }
}

/** A body whose name a link or joint of its holder has already cannot become one: the robot says so itself. */
function checkAttached(spans: readonly Span[], robots: readonly Robot[], shapes: ReadonlyMap<string, Body['shape']>): void {
  const taken = robots.map(({ links }) => new Set(links.flatMap(({ name, joint }) => [name, joint.name])));
  for (const { body: name, robot } of spans)
    if (robot >= 0 && taken[robot].has(name))
      robots[robot].attach({ name, to: robots[robot].links[0].name, shape: shapes.get(name) as Body['shape'] });
}

function namesOf({ robots, obstacles, bodies }: Content): ReadonlySet<string> {
  const out = new Set<string>();
  for (const list of [obstacles, bodies]) for (const { name, shape } of list) out.add(name ?? shape.name);
  for (const { name: robot, links } of robots) for (const { name } of links) out.add(name).add(`${robot}/${name}`);
  return out;
}

interface Holder {
  readonly robot: number;
  readonly mover: number;
  readonly link: string;
}

/** Links by both their names; null: several robots have one of that name. */
function holdersOf(robots: readonly Robot[]): ReadonlyMap<string, Holder | null> {
  const out = new Map<string, Holder | null>();
  const note = (by: string, holder: Holder): void => {
    out.set(by, out.has(by) ? null : holder);
  };
  for (const [robot, { name, links }] of robots.entries())
    for (const { name: link } of links) {
      note(link, { robot, mover: -1, link });
      // a link may be called like that itself
      if (`${name}/${link}` !== link) note(`${name}/${link}`, { robot, mover: -1, link });
    }
  return out;
}

/** What holds a body, as moments are told. */
interface Clocked {
  readonly name: string;
  /** Null: a body that moves by itself. */
  readonly path: LinkMotions | null;
}

class Moments {
  private readonly resolved: ResolvedMotions;
  /** The first end of a segment at each second. */
  private readonly numbers: ReadonlyMap<number, number>;

  constructor(resolved: ResolvedMotions) {
    this.resolved = resolved;
    const numbers = new Map<number, number>();
    for (const [k, second] of (resolved.seconds ?? []).entries()) if (!numbers.has(second)) numbers.set(second, k);
    this.numbers = numbers;
  }

  /** The number of the segment's end that a moment is. */
  segmentEnd(moment: Moment, { name, path }: Clocked, what: string): number {
    const { segments, seconds, ownKnots } = this.resolved;
    if (typeof moment === 'object') {
      if (seconds === null) throw new InputError(`${what} is a second, but the motions have none; give the number of a waypoint`);
      const at = this.numbers.get(moment.second);
      if (at === undefined)
        throw new InputError(
          `${what}: second ${moment.second} is not on the path, which lasts from ${seconds[0]} s to ${seconds[seconds.length - 1]} s`,
        );
      return at;
    }
    const knots = ownKnots.get(name);
    const own = path === null ? moment : ownKnot(path, moment);
    const at = seconds === null || knots === undefined ? own : (this.numbers.get(knots[own] ?? Number.NaN) ?? -1);
    if (!(at >= 0 && at <= segments))
      throw new InputError(
        `${what}: the path of ${path === null ? '' : 'robot '}'${name}' has no waypoint ${moment}; where it is not carried, give it another motion in the query`,
      );
    return at;
  }
}

/** The piece of a path that begins where so many of its moves are done, or waypoints reached. */
function ownKnot(motions: LinkMotions, moment: number): number {
  const path = motions instanceof ClockedPath && motions.parts !== null ? motions.path : motions;
  const pieces = path instanceof RobotPath ? path.pieces : null;
  const most = pieces?.at(-1)?.of?.move;
  if (pieces === null || most === undefined) return moment;
  return moment > most + 1 ? Number.POSITIVE_INFINITY : pieces.filter(({ of }) => of !== undefined && of.move < moment).length;
}
