/** Boxes around where each part that moves goes, looked at at many instants: what a first stage has to look at. */
import { Box3, Box3Helper, type Color, Group, type LineBasicMaterial } from 'three';
import { drawnGeometry } from './drawn-geometry.ts';
import { matrixOf } from './part-meshes.ts';
import type { Part, Placement } from './parts.ts';

export class SweptBoxes {
  readonly group: Group = new Group();

  show(parts: readonly Part[], placements: readonly Placement[], colour: Color): void {
    this.clear();
    for (const part of parts) {
      const all = new Box3();
      const local = matrixOf(part.local);
      for (const placement of placements) {
        const pose = placement.get(part.key);
        if (pose === undefined) continue;
        all.union((drawnGeometry(part.mesh).boundingBox as Box3).clone().applyMatrix4(matrixOf(pose).multiply(local)));
      }
      if (all.isEmpty()) continue;
      const helper = new Box3Helper(all, colour);
      helper.raycast = () => {};
      this.group.add(helper);
    }
  }

  clear(): void {
    for (const child of this.group.children) {
      const helper = child as Box3Helper;
      helper.geometry.dispose();
      (helper.material as LineBasicMaterial).dispose();
    }
    this.group.clear();
  }
}
