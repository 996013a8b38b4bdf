import type { Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { alongX, block, hoop, partMesh, shifted, swept, turned } from '../part-surfaces.ts';
import { joined, type Surface } from '../surface.ts';

/** Of the three sizes of pipes, elbows, flanges and valves. */
export const PIPE_RADII: readonly number[] = [0.03, 0.045, 0.07];
/** From the node in its middle to the ends of an elbow, a flange or a valve. */
const NODE_LENGTH = 0.1;

export type Kind =
  | `${'pipe' | 'elbow' | 'flange' | 'valve'}${0 | 1 | 2}`
  | 'tank'
  | 'drum'
  | 'vessel'
  | 'pump'
  | 'cabinet'
  | 'crate'
  | 'beam'
  | 'grating'
  | 'ladder';

/** One mesh of every kind, about the middle of the object; pipes run along x, elbows turn from x to y. */
export function machineRoomKinds(): Readonly<Record<Kind, TriangleMesh>> {
  const surfaces: Record<string, Surface> = {
    tank: turned(24, domed(0.4, 1.3, 5)),
    drum: turned(24, domed(0.25, 0.7, 5)),
    vessel: alongX(turned(24, domed(0.35, 1.6, 6))),
    pump: pump(),
    cabinet: block([0.6, 0.4, 1.6], [0, 0, 0], [2, 2, 3]),
    crate: block([0.4, 0.3, 0.3], [0, 0, 0], [2, 2, 2]),
    beam: block([2, 0.08, 0.12], [0, 0, 0], [4, 1, 1]),
    grating: grating(),
    ladder: ladder(),
  };
  for (const [size, radius] of PIPE_RADII.entries()) {
    surfaces[`pipe${size}`] = swept(12, straight(), Array(5).fill(radius));
    surfaces[`elbow${size}`] = swept(12, quarterTurn(), Array(9).fill(radius));
    surfaces[`flange${size}`] = flange(radius);
    surfaces[`valve${size}`] = valve(radius);
  }
  return Object.fromEntries(Object.entries(surfaces).map(([kind, surface]) => [kind, partMesh(`amr-${kind}`, surface)])) as Record<
    Kind,
    TriangleMesh
  >;
}

function straight(): Vec3[] {
  return [-0.15, -0.075, 0, 0.075, 0.15].map((x): Vec3 => [x, 0, 0]);
}

/** In along +x, out along +y. */
function quarterTurn(): Vec3[] {
  return Array.from({ length: 9 }, (_, k): Vec3 => {
    const angle = ((k / 8) * Math.PI) / 2;
    return [-NODE_LENGTH * (1 - Math.sin(angle)), NODE_LENGTH * (1 - Math.cos(angle)), 0];
  });
}

function flange(r: number): Surface {
  const heights: readonly (readonly [number, number])[] = [
    [r, -NODE_LENGTH],
    [r, -0.02],
    [r * 1.6, -0.02],
    [r * 1.6, 0.02],
    [r, 0.02],
    [r, NODE_LENGTH],
  ];
  return alongX(turned(12, heights));
}

/** A body on the pipe, a stem and a hand wheel with one spoke. */
function valve(r: number): Surface {
  const body: readonly (readonly [number, number])[] = [
    [r, -NODE_LENGTH],
    [r * 1.5, -0.06],
    [r * 1.8, 0],
    [r * 1.5, 0.06],
    [r, NODE_LENGTH],
  ];
  const stem: readonly (readonly [number, number])[] = [
    [0.012, 0],
    [0.012, 0.17],
  ];
  const wheel = shifted(hoop(14, 6, 0.06 + r / 2, 0.01), [0, 0, 0.16]);
  return joined(alongX(turned(12, body)), turned(8, stem), wheel, block([0.12, 0.012, 0.01], [0, 0, 0.16]));
}

function pump(): Surface {
  const housing: readonly (readonly [number, number])[] = [
    [0.18, 0.22],
    [0.2, 0.24],
    [0.2, 0.32],
    [0.18, 0.34],
  ];
  const frame = block([0.7, 0.34, 0.06], [0.05, 0, -0.2], [2, 2, 1]);
  return joined(alongX(turned(20, domed(0.14, 0.36, 3))), alongX(turned(20, housing)), frame);
}

/** A cylinder with two dished ends of so many rings each. */
function domed(radius: number, height: number, rings: number): (readonly [number, number])[] {
  const dome: (readonly [number, number])[] = [];
  for (let i = 0; i < rings; i++) {
    const angle = (((i + 0.3) / rings) * Math.PI) / 2;
    dome.push([radius * Math.sin(angle), height / 2 + 0.4 * radius * Math.cos(angle)]);
  }
  const lower = dome.map(([r, z]): readonly [number, number] => [r, -z]);
  return [...lower, [radius, -height / 2], [radius, height / 2], ...dome.reverse()];
}

function grating(): Surface {
  const bars = Array.from({ length: 11 }, (_, i) => -0.6 + 0.12 * i);
  return joined(...bars.map((y) => block([1.2, 0.012, 0.03], [0, y, 0])), ...bars.map((x) => block([0.012, 1.2, 0.03], [x, 0, 0])));
}

function ladder(): Surface {
  const rungs = Array.from({ length: 9 }, (_, i) => block([0.03, 0.4, 0.03], [0, 0, -1.04 + 0.26 * i]));
  return joined(...[-0.2, 0.2].map((y) => block([0.04, 0.03, 2.4], [0, y, 0])), ...rungs);
}
