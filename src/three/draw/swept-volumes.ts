import { type ColorRepresentation, DoubleSide, Group, Mesh, MeshLambertMaterial } from 'three';
import { type Body, checkBody, requireRigidMotion } from '../../contact/deformation.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { lineSweptSphere } from '../../methods/culling/line-swept-sphere.ts';
import { sweptVolumeMesh } from '../../methods/culling/swept-volume-mesh.ts';
import type { IntervalMotion, Motion } from '../../motion/motion.ts';
import { encloseMotion } from '../../motion/state-bounds.ts';
import { Chain } from '../../robot/chain.ts';
import { ChainBounds } from '../../robot/chain-bounds.ts';
import { Robot } from '../../robot/robot.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { linkBodies } from '../../scene/content/link-bodies.ts';
import { geometryOf } from './geometry-of.ts';

/** How swept volumes are drawn. */
export interface SweptVolumesOptions {
  /** How far the drawing may be off, in the unit of length. Default: a twentieth of each capsule's radius. */
  readonly tolerance?: number;
  /** Default 0x1f5fa8, a blue. */
  readonly color?: ColorRepresentation;
  /** Opacity from 0 to 1. Default 0.25. */
  readonly opacity?: number;
}

const OPTIONS: readonly string[] = ['tolerance', 'color', 'opacity'];
const WHOLE: Float64Array = Float64Array.of(0, 1);

/** Something that sweeps a volume: in the world less a place. */
interface Sweeping {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly motion: IntervalMotion;
  readonly place: Float64Array;
}

/**
 * What the capsules around links or bodies sweep: the volumes that stage 2 of method 'interval' culls by. What a body
 * itself sweeps is inside of it, but for the `error` of the drawing.
 *
 * @example
 * ```ts
 * const volumes = new SweptVolumes({ opacity: 0.3 });
 * scene.add(volumes);
 * volumes.update(robot.path([from, to])); // or [{ shape, motion }, …]
 * ```
 */
export class SweptVolumes extends Group {
  /** Which kind of object it is, as three.js calls them. */
  override readonly type: string = 'SweptVolumes';
  /**
   * No drawn point is farther than this outside of what a capsule sweeps, in the unit of length, but for the rounding
   * to 32 bits.
   */
  error = 0;
  private readonly tolerance: number | undefined;
  private readonly material: MeshLambertMaterial;

  /** Draws nothing until it is updated. */
  constructor(options: SweptVolumesOptions = {}) {
    super();
    checkRecord(options, OPTIONS, 'SweptVolumes');
    const { tolerance, color = 0x1f5fa8, opacity = 0.25 } = options;
    if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance > 0 && tolerance < Infinity))
      throw new InputError(`SweptVolumes: tolerance must be a length above 0, got ${shownValue(tolerance)}`);
    this.tolerance = tolerance;
    this.material = new MeshLambertMaterial({ color, opacity, transparent: opacity < 1, depthWrite: false, side: DoubleSide });
  }

  /** Draws what these sweep instead: all links along a path of a robot, or bodies with their motions. */
  update(swept: RobotPath | readonly Body[]): void {
    this.empty();
    const all = swept instanceof RobotPath ? linksAlong(swept) : bodiesMoving(swept);
    this.error = 0;
    for (const { name, mesh, motion, place } of all) {
      const options = this.tolerance === undefined ? { name } : { name, tolerance: this.tolerance };
      const volume = sweptVolumeMesh(lineSweptSphere(mesh), motion, WHOLE, options);
      const drawn = new Mesh(geometryOf(volume.mesh), this.material);
      drawn.name = name;
      drawn.position.set(place[0], place[1], place[2]);
      this.add(drawn);
      this.error = Math.max(this.error, volume.error);
    }
  }

  /** Frees what the graphics hardware holds of it. */
  override dispose(): void {
    super.dispose?.(); // older ones have none
    this.empty();
    this.material.dispose();
  }

  private empty(): void {
    for (const child of this.children as Mesh[]) child.geometry.dispose();
    this.clear();
  }
}

function* linksAlong(path: RobotPath): Generator<Sweeping> {
  const robot = path.robot;
  if (!(robot instanceof Robot)) throw new InputError('SweptVolumes: needs a path made by robot.path or robot.trajectory');
  const place = Float64Array.from(robot.base.position);
  const chain = new Chain(robot);
  chain.refer(place);
  for (let segment = 0; segment < path.segments; segment++) {
    chain.load(path, segment);
    const [x, y, z] = place;
    const bounds = new ChainBounds(chain, { base: robot.base, reference: [x, y, z], kind: 'taylor' });
    for (const { link, mesh } of linkBodies(robot)) yield { name: robot.links[link].name, mesh, motion: bounds.motion(link), place };
  }
}

function bodiesMoving(bodies: readonly Body[]): Sweeping[] {
  if (!Array.isArray(bodies)) throw new InputError(`SweptVolumes: needs a RobotPath or a list of bodies, got ${shownValue(bodies)}`);
  return bodies.map((body, i) => {
    const what = `SweptVolumes: bodies[${i}]`;
    checkBody(body, what);
    const { shape, name = shape.name, motion } = body;
    if (motion === undefined) throw new InputError(`${what}: has no motion, and sweeps nothing`);
    requireRigidMotion(motion as Motion, what, 'what deforms has no swept volume');
    const place = new Float64Array(3);
    (motion as Motion).startPosition(place, 0);
    return { name, mesh: shape, motion: encloseMotion(motion as Motion, place), place };
  });
}
