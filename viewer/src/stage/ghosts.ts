/** What moves, once more and transparent: at first contact, where it was last safe, where it comes from and goes to. */
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

  /** Only what is in a placement is shown, and of several only what is elsewhere in one of them than where it is in `now`. */
  show(parts: readonly Part[], placements: readonly Placement[], now?: Placement): void {
    this.clear();
    for (const [part, placement] of parts.flatMap((part) => placements.map((placement) => [part, placement] as const))) {
      const pose = placement.get(part.key);
      if (pose === undefined || JSON.stringify(pose) === JSON.stringify(now?.get(part.key))) continue;
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
