/** The picture of the tool, the workpiece as it yields, the zone, the force, where contact is foretold, and the ridge that is to be scraped. */
import type { Pose, TriangleMesh, Vec3 } from 'inbetween';
import { geometryOf } from 'inbetween/three';
import * as THREE from 'three';
import type { OperatedFrame } from './operated-tool.ts';
import { RidgeTask, type Scraped, tipOf } from './ridge-task.ts';

const CALM = new THREE.Color(0xa9bccb);
const TOOL = new THREE.Color(0x3f73b5);
/** What is near is the colour of the first, what touches that of the last. */
const RISING: readonly THREE.Color[] = [0xf2c14e, 0xe8862f, 0xd3123f].map((hex) => new THREE.Color(hex));
const SCRAPED: Readonly<Record<Scraped, THREE.Color>> = {
  no: new THREE.Color(0x5d6570),
  well: new THREE.Color(0x2fa36b),
  'too hard': new THREE.Color(0xd3123f),
};
/** Metres of the arrow for one newton, and at most. */
const METRES_PER_NEWTON = 0.006;
const LONGEST = 0.09;
/** Seconds from which on a contact ahead is seen in the colour. */
const AHEAD = 1;

/** How near a contact is: 0 none within a second, 1 now. */
export function nearness({ level, timeToContact }: Pick<OperatedFrame, 'level' | 'timeToContact'>): number {
  if (level === 'contact') return 1;
  return timeToContact === null ? 0 : Math.max(0, 1 - timeToContact / AHEAD);
}

function risen(near: number, calm: THREE.Color): THREE.Color {
  if (near === 0) return calm;
  const place = near * (RISING.length - 1);
  const from = Math.min(RISING.length - 2, Math.floor(place));
  return RISING[from].clone().lerp(RISING[from + 1], place - from);
}

export class DrawnTool {
  readonly object: THREE.Group = new THREE.Group();
  private readonly positions: THREE.BufferAttribute;
  private readonly colours: THREE.BufferAttribute;
  private readonly corners: Uint32Array;
  private readonly tool: THREE.Mesh;
  private readonly ahead: THREE.Mesh;
  private readonly skin: THREE.MeshLambertMaterial;
  private readonly arrow = new THREE.ArrowHelper(new THREE.Vector3(0, 0, 1), new THREE.Vector3(), 0.01, 0xd3123f, 0.008, 0.006);
  /** From the end of the tool to where it is foretold to touch. */
  private readonly way: THREE.Line;
  private readonly ridge: THREE.InstancedMesh;
  private painted: readonly number[] = [];

  constructor(tool: TriangleMesh, workpiece: TriangleMesh) {
    // a corner of its own for every triangle: each has its own colour
    this.corners = Uint32Array.from(workpiece.indices);
    this.positions = new THREE.BufferAttribute(new Float32Array(3 * this.corners.length), 3).setUsage(THREE.DynamicDrawUsage);
    this.colours = new THREE.BufferAttribute(new Float32Array(3 * this.corners.length), 3).setUsage(THREE.DynamicDrawUsage);
    const surface = new THREE.BufferGeometry();
    surface.setAttribute('position', this.positions);
    surface.setAttribute('color', this.colours);
    // what it spans changes by millimetres only
    surface.boundingSphere = new THREE.Sphere(new THREE.Vector3(), 1);
    const flat = { flatShading: true, side: THREE.DoubleSide } as const;
    const sheet = new THREE.Mesh(surface, new THREE.MeshLambertMaterial({ ...flat, vertexColors: true }));
    const shape = geometryOf(tool);
    this.skin = new THREE.MeshLambertMaterial({ ...flat, color: TOOL });
    this.tool = new THREE.Mesh(shape, this.skin);
    this.ahead = new THREE.Mesh(shape, new THREE.MeshLambertMaterial({ color: RISING[0], transparent: true, opacity: 0.35 }));
    const places = new THREE.BufferAttribute(new Float32Array(6), 3);
    const dashes = new THREE.LineDashedMaterial({ color: RISING[1], dashSize: 0.003, gapSize: 0.002 });
    this.way = new THREE.Line(new THREE.BufferGeometry().setAttribute('position', places), dashes);
    this.way.frustumCulled = false;
    const middles = RidgeTask.middles();
    this.ridge = new THREE.InstancedMesh(new THREE.SphereGeometry(0.0016, 10, 8), new THREE.MeshBasicMaterial(), middles.length);
    middles.forEach((middle, i) => {
      this.ridge.setMatrixAt(i, new THREE.Matrix4().makeTranslation(...middle));
      this.ridge.setColorAt(i, SCRAPED.no);
    });
    for (const body of [sheet, this.tool]) {
      body.castShadow = true;
      body.receiveShadow = true;
    }
    this.object.add(sheet, this.tool, this.ahead, this.way, this.ridge, this.arrow);
    for (let corner = 0; corner < this.corners.length; corner++) CALM.toArray(this.colours.array, 3 * corner);
  }

  update(frame: OperatedFrame, positions: Float64Array, task: RidgeTask): void {
    const { pose, predicted, force, zone } = frame;
    const near = nearness(frame);
    const { corners } = this;
    const drawn = this.positions.array;
    for (let i = 0; i < corners.length; i++) {
      const o = 3 * corners[i];
      drawn[3 * i] = positions[o];
      drawn[3 * i + 1] = positions[o + 1];
      drawn[3 * i + 2] = positions[o + 2];
    }
    this.positions.needsUpdate = true;
    this.paint(this.painted, CALM);
    this.paint(zone, risen(near, CALM));
    this.painted = zone;
    place(this.tool, pose);
    this.skin.color.copy(risen(near, TOOL));
    this.ahead.visible = predicted !== null;
    this.way.visible = predicted !== null;
    if (predicted !== null) {
      place(this.ahead, predicted);
      const places = this.way.geometry.getAttribute('position') as THREE.BufferAttribute;
      places.setXYZ(0, ...tipOf(pose)).setXYZ(1, ...tipOf(predicted));
      places.needsUpdate = true;
      this.way.computeLineDistances();
    }
    this.point(force, tipOf(pose));
    task.cells.forEach((cell, i) => {
      this.ridge.setColorAt(i, SCRAPED[cell]);
    });
    if (this.ridge.instanceColor !== null) this.ridge.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.object.traverse((node) => {
      if (!(node instanceof THREE.Mesh || node instanceof THREE.Line)) return;
      node.geometry.dispose();
      node.material.dispose();
    });
    this.arrow.dispose();
  }

  private paint(triangles: readonly number[], colour: THREE.Color): void {
    for (const triangle of triangles) for (let k = 0; k < 3; k++) colour.toArray(this.colours.array, 9 * triangle + 3 * k);
    if (triangles.length > 0) this.colours.needsUpdate = true;
  }

  private point(force: Vec3, from: Vec3): void {
    const direction = new THREE.Vector3(...force);
    const newtons = direction.length();
    this.arrow.visible = newtons > 0.01;
    if (!this.arrow.visible) return;
    this.arrow.position.set(...from);
    this.arrow.setDirection(direction.divideScalar(newtons));
    this.arrow.setLength(Math.min(LONGEST, 0.02 + METRES_PER_NEWTON * newtons), 0.008, 0.006);
  }
}

function place(object: THREE.Object3D, { position, quaternion }: Pose): void {
  object.position.set(...(position ?? [0, 0, 0]));
  object.quaternion.set(...(quaternion ?? [0, 0, 0, 1]));
}
