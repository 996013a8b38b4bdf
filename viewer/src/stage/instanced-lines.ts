/** Lines that stand in many places, by one call: three.js draws whatever says so of itself as instances. */
import { type BufferGeometry, type InstancedBufferAttribute, type LineBasicMaterial, LineSegments } from 'three';

export class InstancedLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  readonly isInstancedMesh: boolean = true;
  readonly instanceMatrix: InstancedBufferAttribute;
  readonly instanceColor: null = null;
  readonly morphTexture: null = null;
  override readonly count: number;

  /** The matrices are those of the meshes whose lines they are. */
  constructor(geometry: BufferGeometry, material: LineBasicMaterial, instanceMatrix: InstancedBufferAttribute) {
    super(geometry, material);
    this.instanceMatrix = instanceMatrix;
    this.count = instanceMatrix.count;
    this.frustumCulled = false;
    this.raycast = () => {};
  }
}
