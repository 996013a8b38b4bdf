/** What moves, once more and transparent: at first contact, and where it was last safe. */
import { type Color, FrontSide, Group, Mesh, MeshLambertMaterial } from 'three';
import { drawnGeometry } from './drawn-geometry.ts';
import { matrixOf } from './part-meshes.ts';
import type { Part, Placement } from './parts.ts';

export class Ghosts {
  readonly group: Group = new Group();
  private readonly material: MeshLambertMaterial;

  constructor(opacity: number) {
    this.material = new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false, side: FrontSide });
  }

  paint(colour: Color): void {
    this.material.color.copy(colour);
  }

  /** Only what is in the placement is shown. */
  show(parts: readonly Part[], placement: Placement): void {
    this.clear();
    for (const part of parts) {
      const pose = placement.get(part.key);
      if (pose === undefined) continue;
      const mesh = new Mesh(drawnGeometry(part.mesh), this.material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrixOf(pose).multiply(matrixOf(part.local)));
      mesh.raycast = () => {};
      this.group.add(mesh);
    }
  }

  clear(): void {
    this.group.clear();
  }

  dispose(): void {
    this.clear();
    this.material.dispose();
  }
}
