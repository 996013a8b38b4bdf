/** The picture of the tool, the workpiece as it yields, the zone, the force, and where contact is foretold. */
import type { Pose, TriangleMesh, Vec3 } from 'inbetween';
import { geometryOf } from 'inbetween/three';
import * as THREE from 'three';
import type { OperatedFrame } from './operated-tool.ts';

const CALM = new THREE.Color(0x8fa3b5);
const ZONE: Readonly<Record<OperatedFrame['level'], THREE.Color>> = {
  clear: CALM,
  unknown: CALM,
  considered: new THREE.Color(0xe0a020),
  reflex: new THREE.Color(0xe06a20),
  contact: new THREE.Color(0xd03030),
};
/** Metres of the arrow for one newton. */
const METRES_PER_NEWTON = 0.002;

export class DrawnTool {
  readonly object: THREE.Group = new THREE.Group();
  private readonly positions: THREE.BufferAttribute;
  private readonly colours: THREE.BufferAttribute;
  private readonly corners: Uint32Array;
  private readonly tool: THREE.Mesh;
  private readonly ahead: THREE.Mesh;
  private readonly arrow = new THREE.ArrowHelper(new THREE.Vector3(0, 0, 1), new THREE.Vector3(), 0.01, 0xd03030, 0.008, 0.005);
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
    const sheet = new THREE.Mesh(
      surface,
      new THREE.MeshStandardMaterial({ vertexColors: true, flatShading: true, side: THREE.DoubleSide, roughness: 0.7 }),
    );
    const shape = geometryOf(tool);
    this.tool = new THREE.Mesh(shape, new THREE.MeshStandardMaterial({ color: 0x3a6ea5, flatShading: true, roughness: 0.4 }));
    this.ahead = new THREE.Mesh(shape, new THREE.MeshStandardMaterial({ color: 0xe0a020, transparent: true, opacity: 0.3 }));
    this.object.add(sheet, this.tool, this.ahead, this.arrow);
    for (let corner = 0; corner < this.corners.length; corner++) CALM.toArray(this.colours.array, 3 * corner);
  }

  update({ pose, predicted, force, zone, level }: OperatedFrame, positions: Float64Array): void {
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
    this.paint(zone, ZONE[level]);
    this.painted = zone;
    place(this.tool, pose);
    this.ahead.visible = predicted !== null;
    if (predicted !== null) place(this.ahead, predicted);
    this.point(force);
  }

  dispose(): void {
    this.object.traverse((node) => {
      if (!(node instanceof THREE.Mesh)) return;
      node.geometry.dispose();
      node.material.dispose();
    });
    this.arrow.dispose();
  }

  private paint(triangles: readonly number[], colour: THREE.Color): void {
    for (const triangle of triangles) for (let k = 0; k < 3; k++) colour.toArray(this.colours.array, 9 * triangle + 3 * k);
    if (triangles.length > 0) this.colours.needsUpdate = true;
  }

  private point(force: Vec3): void {
    const direction = new THREE.Vector3(...force);
    const newtons = direction.length();
    this.arrow.visible = newtons > 0.01;
    if (!this.arrow.visible) return;
    this.arrow.position.copy(this.tool.position);
    this.arrow.setDirection(direction.divideScalar(newtons));
    this.arrow.setLength(0.02 + METRES_PER_NEWTON * newtons, 0.008, 0.005);
  }
}

function place(object: THREE.Object3D, { position, quaternion }: Pose): void {
  object.position.set(...(position ?? [0, 0, 0]));
  object.quaternion.set(...(quaternion ?? [0, 0, 0, 1]));
}
