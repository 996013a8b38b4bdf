import { normalise } from './vectors.ts';

type Profile = readonly (readonly [radius: number, height: number])[];

/** A solid of revolution about z, as corners with their normals. */
function turnShape(profile: Profile, sectors = 24): Float32Array<ArrayBuffer> {
  const out: number[] = [];
  const point = (i: number, j: number): number[] => {
    const [r, z] = profile[i];
    const a = (j / sectors) * 2 * Math.PI;
    const [r0, z0] = profile[Math.max(0, i - 1)];
    const [r1, z1] = profile[Math.min(profile.length - 1, i + 1)];
    const n = normalise([z1 - z0, r0 - r1, 0]);
    return [r * Math.cos(a), r * Math.sin(a), z, n[0] * Math.cos(a), n[0] * Math.sin(a), n[1]];
  };
  for (let i = 0; i + 1 < profile.length; i++)
    for (let j = 0; j < sectors; j++) {
      const [a, b, c, d] = [point(i, j), point(i, j + 1), point(i + 1, j + 1), point(i + 1, j)];
      out.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  return new Float32Array(out);
}

/** `rings` from pole to pole, twice as many sectors. */
export function makeBall(rings = 12): Float32Array<ArrayBuffer> {
  const angles = Array.from({ length: rings + 1 }, (_, i) => (i / rings) * Math.PI);
  return turnShape(
    angles.map((angle) => [Math.sin(angle), -Math.cos(angle)]),
    2 * rings,
  );
}

const ROD: Profile = [
  [0, 0],
  [1, 0],
  [1, 0],
  [1, 1],
  [1, 1],
  [0, 1],
];

export function makeRod(): Float32Array<ArrayBuffer> {
  return turnShape(ROD);
}

const ARROW: Profile = [
  [0, 0],
  [0.022, 0],
  [0.022, 0],
  [0.022, 0.74],
  [0.022, 0.74],
  [0.07, 0.74],
  [0.07, 0.74],
  [0, 1],
];

export function makeArrow(): Float32Array<ArrayBuffer> {
  return turnShape(ARROW);
}
