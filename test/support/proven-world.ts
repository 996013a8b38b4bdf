/**
 * A world that proves again, from nothing, what it has proven: "every pair that is not in `passing` is apart until
 * `time`". Whenever a body goes another way, and at the end of every `advance`, each of its pairs is asked once more for
 * the time since the last such proof: by the trees of the foundation, which know nothing of trackers, queues, boxes and
 * levels. Where these cannot tell (two that come within some roundings), and for what is steered, bodies are measured at
 * instants. Tests and the fuzzer run all their worlds so.
 */
import { PairQuery } from '../../src/contact/pair-query.ts';
import { distance } from '../../src/contact/placed-query.ts';
import { FALLING_STATE_SIZE } from '../../src/convex/convex-approach.ts';
import { ConvexQuery } from '../../src/convex/convex-query.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { lengthAt } from '../../src/math/vec3.ts';
import { STATE_P, STATE_TIME } from '../../src/motion/motion.ts';
import { restMotion } from '../../src/motion/rigid-motion.ts';
import { type Advance, type AdvanceOptions, type Answer, World } from '../../src/world/world.ts';
import type { BodyRecord } from '../../src/world/world-body.ts';
import type { WorldEngine } from '../../src/world/world-engine.ts';
import type { WorldEvent } from '../../src/world/world-event.ts';
import type { WorldOptions } from '../../src/world/world-options.ts';
import { PathMotion, poseOf, SteeredPath, type WorldPath } from '../../src/world/world-path.ts';
import type { WorldShape } from '../../src/world/world-shape.ts';

/** Instants of a piece of time that are measured where nothing is proven. */
const INSTANTS = 9;
/** Of the lengths at hand: two that touch are proven to come no deeper than 64 roundings, a fault is several times that. */
const TOUCHING = 2 ** -31;
/** Along one of these whatever touches comes apart: axes and diagonals of a cube. */
const WAYS_OUT: readonly Vec3[] = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])));
/** Work for one proof; what needs more is measured. */
const MOST_ITERATIONS = 2000;

/** What was found wrong with a world; no InputError, so that nobody takes it for one. */
export class LostPair extends Error {}

/** How often something was proven, and how often it was measured instead. */
export interface Proofs {
  proven: number;
  measured: number;
}

interface Span {
  /** Until when the pair has been proven. */
  until: number;
  /** Whether it was passing then. */
  passing: boolean;
  /** When it was told and let through for the first time since; Infinity: not. */
  told: number;
  /** When it was last told as overlapping. */
  overlapping: number;
}

interface PairPoses {
  readonly a: ReturnType<typeof poseOf>;
  readonly b: ReturnType<typeof poseOf>;
}

/** Of two pieces: that of their surfaces, and that of two convex ones. */
interface Queries {
  readonly mesh: PairQuery;
  readonly convex: ConvexQuery | null;
}

const leaves = new WeakMap<WorldShape, readonly WorldShape[]>();
const queries = new WeakMap<WorldShape, WeakMap<WorldShape, Queries>>();

export class ProvenWorld extends World {
  readonly proofs: Proofs = { proven: 0, measured: 0 };
  private readonly spans: WeakMap<BodyRecord, WeakMap<BodyRecord, Span>> = new WeakMap();

  constructor(options: WorldOptions = {}) {
    super(options);
    if (this.schedule !== 'certified') return;
    const { inside } = this;
    const redirect = inside.redirect.bind(inside);
    inside.redirect = (body, path, elsewhere) => {
      this.proveBody(body);
      redirect(body, path, elsewhere);
    };
  }

  private get inside(): WorldEngine {
    return (this as unknown as { engine: WorldEngine }).engine;
  }

  override remove(name: string): void {
    const body = this.inside.bodies.get(name);
    if (body !== undefined) this.proveBody(body);
    super.remove(name);
  }

  override advance(to: number, answer?: (event: WorldEvent, world: World) => Answer, options?: AdvanceOptions): Advance {
    const heard =
      typeof answer !== 'function'
        ? answer
        : (event: WorldEvent, world: World): Answer => {
            if (event.status !== 'contact') this.hear(event);
            const reply = answer(event, world);
            // whom nobody can stop goes through, held or not
            const through = reply === 'hold' && [event.a, event.b].every((name) => world.has(name) && world.state(name).moves !== 'thrown');
            if (event.status === 'contact' && (through || reply === undefined || reply === null)) this.hear(event);
            return reply;
          };
    const result = super.advance(to, heard, options);
    for (const event of result.events) this.hear(event);
    const bodies = [...this.inside.bodies.values()];
    for (let i = 0; i < bodies.length; i++) for (let j = 0; j < i; j++) this.prove(bodies[i], bodies[j]);
    return result;
  }

  /** From this event on the pair may pass. */
  private hear({ a, b, time, status }: WorldEvent): void {
    const [first, second] = [a, b].map((name) => this.inside.bodies.get(name));
    if (first === undefined || second === undefined) return;
    const span = this.spanOf(first, second);
    if (span === null) return;
    span.told = Math.min(span.told, time);
    if (status === 'contact' || this.inside.clock > time) return;
    this.prove(first, second);
    // from now on, whatever is answered
    Object.assign(span, { passing: true, overlapping: time });
  }

  private proveBody(body: BodyRecord): void {
    for (const other of this.inside.bodies.values()) if (other !== body) this.prove(body, other);
  }

  /** Of a pair that the world tests; null of any other. */
  private spanOf(a: BodyRecord, b: BodyRecord): Span | null {
    if (this.schedule !== 'certified' || (a.fixed && b.fixed) || this.inside.settings.ignores(a.name, b.name)) return null;
    const [low, high] = a.item < b.item ? [a, b] : [b, a];
    const ofLow = entry(this.spans, low, (): WeakMap<BodyRecord, Span> => new WeakMap());
    return entry(ofLow, high, () => ({ until: 0, passing: false, told: Infinity, overlapping: Number.NaN }));
  }

  private prove(a: BodyRecord, b: BodyRecord): void {
    const span = this.spanOf(a, b);
    if (span === null) return;
    const { clock, queue } = this.inside;
    const watches = [...this.inside.watchesOf(a)].filter((watch) => watch.a === b || watch.b === b);
    const passing = span.overlapping === clock || watches.some((watch) => watch.passing);
    const from = Math.max(span.until, a.pathSince, b.pathSince);
    const to = Math.min(clock, span.told);
    if (!span.passing && to > from) this.provePiece(a, b, from, to);
    // due now: nobody has looked at it here
    if (!passing && !span.passing && watches.every((watch) => queue.keyOf(watch.item) > clock)) this.measure(a, b, a.path, b.path, clock);
    Object.assign(span, { until: clock, passing, told: Infinity });
  }

  /** Both keep their paths from one time to the other. */
  private provePiece(a: BodyRecord, b: BodyRecord, from: number, to: number): void {
    if (a.path instanceof SteeredPath || b.path instanceof SteeredPath) return this.measurePiece(a, b, from, to);
    const duration = to - from;
    const [stateA, stateB] = [stateOf(a.path, from), stateOf(b.path, from)];
    const [motionA, motionB] = [new PathMotion().begin(a.path, stateA, duration), new PathMotion().begin(b.path, stateB, duration)];
    const ways = motionA.travel(a.hull.reach) + motionB.travel(b.hull.reach);
    const apart = Math.hypot(...[0, 1, 2].map((k) => stateA[STATE_P + k] - stateB[STATE_P + k]));
    if (apart * (1 - 2 ** -40) > a.hull.reach + b.hull.reach + this.clearance + ways) return;
    const options = { clearance: this.clearance, contacts: 'none', maxIterations: MOST_ITERATIONS } as const;
    for (const one of leavesOf(a.shape)) {
      for (const two of leavesOf(b.shape)) {
        const { status, time } = queryOf(one, two).mesh.firstContact({ a: motionA, b: motionB }, options);
        if (status !== 'free') return this.measurePiece(a, b, from + time * duration, to);
        this.proofs.proven++;
      }
    }
  }

  private measurePiece(a: BodyRecord, b: BodyRecord, from: number, to: number): void {
    this.proofs.measured++;
    const [pathA, pathB] = [copied(a), copied(b)];
    for (let k = 0; k < INSTANTS; k++) this.measure(a, b, pathA, pathB, from + ((k + 0.5) / INSTANTS) * (to - from));
  }

  private measure(a: BodyRecord, b: BodyRecord, pathA: WorldPath, pathB: WorldPath, t: number): void {
    const [stateA, stateB] = [stateOf(copied(a, pathA), t), stateOf(copied(b, pathB), t)];
    const lengths = [stateA, stateB].reduce((sum, state) => sum + lengthAt(state, STATE_P), a.lengths + b.lengths);
    const slack = TOUCHING * (1 + a.turned + b.turned) * (a.hull.reach + b.hull.reach + lengths) + 2 ** -46 * t * (a.speed + b.speed);
    const poses = { a: poseOf(stateA), b: poseOf(stateB) };
    for (const one of leavesOf(a.shape)) {
      for (const two of leavesOf(b.shape)) {
        const near = distanceOf(one, two, poses, slack);
        if (near >= this.clearance - slack) continue;
        throw new LostPair(
          `a pair is lost: ${a.name} and ${b.name} are ${near} apart at ${t}, the clearance is ${this.clearance}, and passing is ${JSON.stringify(this.passing)}; the world is at ${this.time}`,
        );
      }
    }
  }
}

/** A path that may be asked about times gone by: one that is steered remembers whom it told what last. */
function copied(body: BodyRecord, path: WorldPath = body.path): WorldPath {
  if (!(path instanceof SteeredPath)) return path;
  return new SteeredPath((path as unknown as { steering: ConstructorParameters<typeof SteeredPath>[0] }).steering, body.name);
}

function stateOf(path: WorldPath, t: number): Float64Array {
  const state = new Float64Array(FALLING_STATE_SIZE);
  state[STATE_TIME] = t;
  path.writeState(state);
  return state;
}

function leavesOf(shape: WorldShape): readonly WorldShape[] {
  return entry(leaves, shape, () => (shape.parts.length === 0 ? [shape] : shape.parts.flatMap(leavesOf)));
}

function queryOf(a: WorldShape, b: WorldShape): Queries {
  const ofA = entry(queries, a, (): WeakMap<WorldShape, Queries> => new WeakMap());
  return entry(ofA, b, () => ({
    mesh: new PairQuery({ shape: a.mesh ?? a.hull.mesh }, { shape: b.mesh ?? b.hull.mesh }),
    convex: a.mesh === null && b.mesh === null ? new ConvexQuery({ shape: a.hull }, { shape: b.hull }) : null,
  }));
}

/** What a map has for a key, made where it has nothing. */
function entry<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** How far apart two pieces are, below 0 where they are in each other; of surfaces that cross, −∞. */
function distanceOf(a: WorldShape, b: WorldShape, poses: PairPoses, slack: number): number {
  const { mesh, convex } = queryOf(a, b);
  if (convex !== null) return -convex.penetration(poses).depth;
  const apart = (moved: PairPoses): number => {
    const found = distance({ shape: a.mesh ?? a.hull.mesh, pose: moved.a }, { shape: b.mesh ?? b.hull.mesh, pose: moved.b });
    if (!(found.distance > 0)) return -Infinity;
    // surfaces that are apart: one is in the other
    const { status } = mesh.firstContact({ a: restMotion(moved.a), b: restMotion(moved.b) }, { contacts: 'none' });
    return status === 'overlap' ? -found.distance : found.distance;
  };
  const found = apart(poses);
  if (found > -Infinity) return found;
  // surfaces that touch have no depth: it is below what parts them again
  const { position, quaternion } = poses.b;
  const isShallow = WAYS_OUT.some((way) => {
    const moved: Vec3 = [position[0] + slack * way[0], position[1] + slack * way[1], position[2] + slack * way[2]];
    return apart({ a: poses.a, b: { position: moved, quaternion } }) > 0;
  });
  return isShallow ? -slack : -Infinity;
}
