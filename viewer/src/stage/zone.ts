/** The triangles of a deforming part where contact is foretold, or where it is: painted over the part itself. */
import { BufferAttribute, BufferGeometry, DoubleSide, type Matrix4, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import type { RecordedWarning } from '../source/opened.ts';
import type { Colours } from './colours.ts';

const SHADE: Readonly<Record<RecordedWarning['level'], keyof Colours | null>> = {
  clear: null,
  unknown: 'soft',
  considered: 'kept',
  reflex: 'a',
  contact: 'hit',
};

export class Zone {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  /** What is painted now. */
  shown: { readonly level: RecordedWarning['level']; readonly triangles: number; readonly middle: Vector3 } | null = null;

  constructor() {
    // a little in front of the surface that it is part of
    const material = new MeshBasicMaterial({ side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => {};
    this.mesh.visible = false;
  }

  /** places: vertices of the part as they are now, in its own frame. */
  show({ level, zone }: RecordedWarning, indices: Uint32Array, places: Float32Array, matrix: Matrix4, colours: Colours): void {
    const shade = SHADE[level];
    this.clear();
    if (shade === null || zone.length === 0) return;
    const corners = new Float32Array(9 * zone.length);
    const middle = new Vector3();
    zone.forEach((triangle, i) => {
      for (let k = 0; k < 9; k++) corners[9 * i + k] = places[3 * indices[3 * triangle + Math.floor(k / 3)] + (k % 3)];
    });
    for (let k = 0; k < corners.length; k += 3) middle.add(new Vector3().fromArray(corners, k));
    this.mesh.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(corners, 3));
    this.mesh.matrix.copy(matrix);
    this.mesh.material.color.copy(colours[shade]);
    this.mesh.visible = true;
    this.shown = { level, triangles: zone.length, middle: middle.divideScalar(corners.length / 3).applyMatrix4(matrix) };
  }

  clear(): void {
    this.mesh.geometry.dispose();
    this.mesh.visible = false;
    this.shown = null;
  }
}
