import { Color, type Material, type Mesh, type Object3D } from 'three';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkObject } from '../world-matrices.ts';

/** Which distances are shown how. */
export interface ClearanceScale {
  /** Distance up to which it is red, in the unit of length. */
  readonly near: number;
  /** Distance from which on it is green, in the unit of length. */
  readonly far: number;
}

/** Apart in lightness too, for those who see no difference of red and green: near is dark. */
const NEAR: readonly [number, number, number] = [0.64, 0.03, 0.09];
const MIDDLE: readonly [number, number, number] = [0.96, 0.72, 0.2];
const FAR: readonly [number, number, number] = [0.62, 0.87, 0.68];

/** A distance as a colour: dark red where it is near, over amber to light green where it is far. */
export function clearanceColour(distance: number, scale: ClearanceScale, out: Color = new Color()): Color {
  checkScale(scale, 'clearanceColour');
  const share = Math.max(0, Math.min(1, (distance - scale.near) / (scale.far - scale.near)));
  const [from, to] = share < 0.5 ? [NEAR, MIDDLE] : [MIDDLE, FAR];
  const t = share < 0.5 ? 2 * share : 2 * share - 1;
  const [r, g, b] = from.map((x, k) => x + t * (to[k] - x));
  return out.setRGB(r, g, b, 'srgb');
}

export function checkScale(scale: ClearanceScale, what: string): void {
  checkRecord(scale, ['near', 'far'], what);
  const { near, far } = scale;
  if (!(typeof near === 'number' && typeof far === 'number' && near < far))
    throw new InputError(`${what}: near must be less than far, got ${shownValue(near)} and ${shownValue(far)}`);
}

/**
 * Paints an object, and all below it, by how far it is from everything else. Its materials are copied, and put back by
 * `dispose`.
 *
 * @example
 * ```ts
 * const paint = new ClearancePaint(crate, { near: 0, far: 0.2 });
 * paint.update(cell.distanceAt(motions, time).gap[0]);
 * ```
 */
export class ClearancePaint {
  private readonly scale: ClearanceScale;
  private readonly painted: { readonly mesh: Mesh; readonly own: Material | Material[]; readonly copies: readonly Material[] }[] = [];

  /** Looks as it did until it is updated. */
  constructor(object: Object3D, scale: ClearanceScale) {
    checkObject(object, 'ClearancePaint');
    checkScale(scale, 'ClearancePaint');
    this.scale = { ...scale };
    object.traverse((node) => {
      const mesh = node as Mesh;
      if (!mesh.isMesh) return;
      const own = mesh.material;
      const copies = (Array.isArray(own) ? own : [own]).map((material) => material.clone());
      mesh.material = Array.isArray(own) ? copies : copies[0];
      this.painted.push({ mesh, own, copies });
    });
  }

  /** Shows this distance, in the unit of length. */
  update(distance: number): void {
    const colour = clearanceColour(distance, this.scale);
    for (const { copies } of this.painted) for (const material of copies) (material as Material & { color?: Color }).color?.copy(colour);
  }

  /** Gives the object its materials back. */
  dispose(): void {
    for (const { mesh, own, copies } of this.painted) {
      mesh.material = own;
      for (const material of copies) material.dispose();
    }
    this.painted.length = 0;
  }
}
