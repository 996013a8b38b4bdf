import { type ColorRepresentation, Group, InstancedMesh, Matrix4, MeshLambertMaterial, type Object3D, Quaternion, Vector3 } from 'three';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Motion } from '../../motion/motion.ts';
import { poseAt } from '../../motion/pose-at.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { linkBodies } from '../../scene/content/link-bodies.ts';
import { meshOf } from '../mesh-of.ts';
import { checkObject } from '../world-matrices.ts';
import { type ClearanceScale, checkScale, clearanceColour } from './clearance-colour.ts';
import { geometryOf } from './geometry-of.ts';

/** How ghosts are drawn. */
export interface GhostsOptions {
  /** Default 0x1f5fa8, a blue. */
  readonly color?: ColorRepresentation;
  /** Opacity from 0 to 1. Default 0.25. */
  readonly opacity?: number;
  /** Which distances are shown how, where `update` is given distances. Default: they are not shown. */
  readonly clearance?: ClearanceScale;
}

const OPTIONS: readonly string[] = ['color', 'opacity', 'clearance'];
const UNIT = new Vector3(1, 1, 1);

/**
 * A robot, or something rigid, at several places at once, translucent: where it is along its way.
 *
 * @example
 * ```ts
 * const ghosts = new Ghosts(robot);
 * scene.add(ghosts);
 * ghosts.update(placesAlong(robot.path([from, to]), 8));
 * ```
 */
export class Ghosts extends Group {
  /** Which kind of object it is, as three.js calls them. */
  override readonly type: string = 'Ghosts';
  private readonly subject: TriangleMesh | Robot;
  private readonly parts: readonly { readonly link: string; readonly geometry: ReturnType<typeof geometryOf> }[];
  private readonly material: MeshLambertMaterial;
  private readonly clearance: ClearanceScale | null;

  /** Takes a robot, a mesh, or an object of three.js as `meshOf` takes it. Draws nothing until it is updated. */
  constructor(subject: Robot | TriangleMesh | Object3D, options: GhostsOptions = {}) {
    super();
    checkRecord(options, OPTIONS, 'Ghosts');
    const { color = 0x1f5fa8, opacity = 0.25, clearance } = options;
    if (clearance !== undefined) checkScale(clearance, 'Ghosts: clearance');
    this.clearance = clearance ?? null;
    this.subject = subject instanceof Robot || subject instanceof TriangleMesh ? subject : ofObject(subject);
    this.parts =
      this.subject instanceof Robot
        ? linksOf(this.subject).map(({ link, mesh }) => ({ link, geometry: geometryOf(mesh) }))
        : [{ link: '', geometry: geometryOf(this.subject) }];
    // instances have colours of their own where distances are shown
    this.material = new MeshLambertMaterial({
      color: this.clearance === null ? color : 0xffffff,
      ...{ opacity, transparent: opacity < 1, depthWrite: opacity >= 1 },
    });
  }

  /**
   * Draws it at these places instead: configurations of a robot, poses of everything else. `distances`: how far each is
   * from everything, shown as colour where the options say how.
   */
  update(places: readonly (Pose | Configuration)[], distances?: readonly number[]): void {
    this.empty();
    const poses = places.map((place) => this.posesAt(place));
    for (const { link, geometry } of this.parts) {
      const drawn = new InstancedMesh(geometry, this.material, Math.max(1, places.length));
      drawn.count = places.length;
      drawn.name = link;
      poses.forEach((at, i) => {
        const { position, quaternion } = at(link);
        const [place, turn] = [new Vector3().fromArray(position), new Quaternion().fromArray(quaternion)];
        drawn.setMatrixAt(i, new Matrix4().compose(place, turn, UNIT));
        if (this.clearance !== null && distances !== undefined) drawn.setColorAt(i, clearanceColour(distances[i], this.clearance));
      });
      this.add(drawn);
    }
  }

  /** Frees what the graphics hardware holds of it. */
  override dispose(): void {
    super.dispose?.(); // older ones have none
    this.empty();
    for (const { geometry } of this.parts) geometry.dispose();
    this.material.dispose();
  }

  private posesAt(place: Pose | Configuration): (link: string) => LinkPose {
    const { subject } = this;
    if (subject instanceof Robot) {
      const poses = subject.linkPoses(place as Configuration);
      return (link) => entryOf(poses, link);
    }
    const pose = checkedPose(place as Pose, 'Ghosts: place');
    return () => pose;
  }

  private empty(): void {
    for (const child of this.children as InstancedMesh[]) child.dispose();
    this.clear();
  }
}

function ofObject(object: Object3D): TriangleMesh {
  checkObject(object, 'Ghosts');
  return meshOf(object);
}

function linksOf(robot: Robot): { readonly link: string; readonly mesh: TriangleMesh }[] {
  return linkBodies(robot).map(({ link, mesh }) => ({ link: robot.links[link].name, mesh }));
}

/** Evenly spread places along a way, both ends among them: configurations of a path, poses of one or more motions. */
export function placesAlong(way: RobotPath, count: number): readonly Float64Array[];
export function placesAlong(way: Motion | readonly Motion[], count: number): readonly LinkPose[];
export function placesAlong(way: RobotPath | Motion | readonly Motion[], count: number): readonly (LinkPose | Float64Array)[] {
  if (!(Number.isInteger(count) && count >= 2)) throw new InputError(`placesAlong: count must be an integer ≥ 2, got ${shownValue(count)}`);
  const share = (segments: number, i: number): number => (segments * i) / (count - 1);
  if (way instanceof RobotPath) return Array.from({ length: count }, (_, i) => way.configurationAt(share(way.segments, i)));
  const motions = Array.isArray(way) ? (way as readonly Motion[]) : [way as Motion];
  return Array.from({ length: count }, (_, i) => {
    const time = share(motions.length, i);
    const segment = Math.min(Math.floor(time), motions.length - 1);
    return poseAt(motions[segment], time - segment);
  });
}
