/**
 * Moving things by hand, certified: what is pulled stops in front of what is in its way, or slides along it. Everything
 * else stands where it was when the hand came.
 */
import { type Body, DragLoop, type DragStep, type Quat, type Robot, Scene } from 'inbetween';
import { Quaternion, Vector3 } from 'three';
import { LoopedSteps } from './looped-steps.ts';
import { matrixOf } from './part-meshes.ts';
import { bodyName, keyOf, type PlacedPose, type Placement } from './parts.ts';
import type { Carried } from './showing.ts';

export interface JogOptions {
  /** False: it goes wherever it is put, and nothing is proven. */
  readonly stops: boolean;
  readonly slides: boolean;
  /** Pairs that may touch, beside those of the scene. */
  readonly allowed: readonly (readonly [string, string])[];
  /** The distance that is kept. */
  readonly keep: number;
}

/** Time of one step; the rest of a frame is for drawing. Where nothing can be proven in that time, more is given. */
const MILLISECONDS = 8;
const MOST_MILLISECONDS = 128;

export type JogTarget = readonly number[] | PlacedPose;

export class Jogging {
  readonly configurations: Map<string, readonly number[]>;
  private readonly robots: readonly Robot[];
  private readonly carried: readonly Carried[];
  private readonly scene: Scene;
  private readonly poses: Map<string, PlacedPose> = new Map();
  private readonly options: JogOptions;
  private milliseconds = MILLISECONDS;
  private loop: DragLoop | LoopedSteps;

  /** `handle`: the body or obstacle that is moved by hand; null: only robots are. */
  constructor(
    whole: Scene,
    configurations: ReadonlyMap<string, readonly number[]>,
    placement: Placement,
    handle: string | null,
    carried: readonly Carried[],
    options: JogOptions,
  ) {
    this.carried = carried;
    this.robots = whole.robots.map((robot) => carrying(robot, whole, carried, placement));
    this.configurations = new Map(configurations);
    this.options = options;
    const placed = (body: Body): Body & { readonly name: string } => {
      const name = bodyName(body);
      const { shape } = body;
      const pose = placement.get(name) ?? body.pose;
      return pose === undefined ? { name, shape } : { name, shape, pose };
    };
    const isCarried = new Set(carried.map(({ body }) => body));
    const all = [...whole.bodies, ...whole.obstacles].map(placed).filter(({ name }) => !isCarried.has(name));
    const { self, allowed } = whole.options;
    this.scene = new Scene({
      robots: this.robots,
      bodies: all.filter(({ name }) => name === handle),
      obstacles: all.filter(({ name }) => name !== handle),
      self,
      allowed: [...allowed, ...options.allowed],
    });
    this.loop = this.makeLoop(Object.fromEntries(this.configurations));
    // builds what the first step needs, which may take longer than a step may
    if (options.stops && this.robots.length > 0) this.scene.isFree(Object.fromEntries(this.configurations));
  }

  private makeLoop(places: DragStep['places']): DragLoop | LoopedSteps {
    const { keep, slides } = this.options;
    if (this.robots.some(({ loops }) => loops !== undefined)) return new LoopedSteps(this.scene, places, keep);
    return new DragLoop(this.scene, places, { keep, slide: slides, slides: 3, maxMilliseconds: this.milliseconds });
  }

  /** One step towards a target; 'unresolved': ask again in the next frame. */
  pull(name: string, target: JogTarget): DragStep {
    if (!this.options.stops) {
      this.loop.place({ [name]: target });
      return this.took({ status: 'free', places: this.loop.places, hit: null, slides: 0, resting: [] });
    }
    if (this.loop instanceof LoopedSteps) return this.took(this.loop.move(name, target));
    const step = this.took(this.loop.move({ [name]: target }));
    const wanted =
      step.status === 'unresolved' ? Math.min(MOST_MILLISECONDS, 2 * this.milliseconds) : Math.max(MILLISECONDS, this.milliseconds / 2);
    if (wanted !== this.milliseconds) {
      this.milliseconds = wanted;
      this.loop = this.makeLoop(step.places);
    }
    return step;
  }

  private took(step: DragStep): DragStep {
    for (const [name, place] of Object.entries(step.places)) {
      if (Array.isArray(place)) this.configurations.set(name, place as readonly number[]);
      else this.poses.set(name, place as PlacedPose);
    }
    return step;
  }

  /** Where everything is that may have been moved. */
  get placement(): Placement {
    const out = new Map<string, PlacedPose>(this.poses);
    for (const robot of this.robots) {
      const configuration = this.configurations.get(robot.name);
      if (configuration === undefined) continue;
      for (const [link, pose] of Object.entries(robot.linkPoses(configuration))) out.set(keyOf({ body: robot.name, link }), pose);
    }
    for (const { body, robot } of this.carried) {
      const pose = out.get(keyOf({ body: robot, link: body }));
      if (pose !== undefined) out.set(body, pose);
    }
    return out;
  }
}

/** The robot with what it carries, as far from its link as it is now. */
function carrying(robot: Robot, { bodies }: Scene, carried: readonly Carried[], placement: Placement): Robot {
  const things = carried.flatMap(({ body, robot: name, link, touches }) => {
    const shape = bodies.find((one) => one.name === body)?.shape;
    const [at, of] = [placement.get(body), placement.get(keyOf({ body: robot.name, link }))];
    if (name !== robot.name || shape === undefined || at === undefined || of === undefined) return [];
    const [position, quaternion] = [new Vector3(), new Quaternion()];
    matrixOf(of).invert().multiply(matrixOf(at)).decompose(position, quaternion, new Vector3());
    return [{ name: body, to: link, shape, pose: { position: position.toArray(), quaternion: quaternion.toArray() as Quat }, touches }];
  });
  return things.length === 0 ? robot : robot.attach(things);
}
