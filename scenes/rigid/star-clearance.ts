import type { Pose, Vec3 } from '../../src/math/pose.ts';
import { TURN } from '../surface.ts';
import type { BumpyBlob } from './bumpy-blob.ts';

/**
 * About how far apart are two star-shaped blobs? Compares each vertex of one with the other's surface on the ray from its
 * centre, times the cosine of the surface's tilt there: a first-order distance, exact in sign at vertices only. An estimate for
 * making scenes without a distance query; no guarantee.
 */
export function starClearance(a: BumpyBlob, b: BumpyBlob): (poseA: Required<Pose>, poseB: Required<Pose>) => number {
  const [starA, starB] = [starOf(a), starOf(b)];
  return (poseA, poseB) => {
    const nearest = verticesOutside(a, starB, poseA, poseB, Number.POSITIVE_INFINITY);
    return verticesOutside(b, starA, poseB, poseA, nearest);
  };
}

interface Star {
  readonly centre: Vec3;
  readonly sectors: number;
  readonly rings: number;
  /** Per row from pole to pole and sector: distance of the surface from the centre, and cosine of its tilt against the ray. */
  readonly radius: Float64Array;
  readonly cosine: Float64Array;
  /** Per band of height over distance: the largest radius and smallest cosine in it and beside it. */
  readonly bandRadius: Float64Array;
  readonly bandCosine: Float64Array;
}

const BANDS = 32;

function starOf({ mesh, centre, sectors, rings }: BumpyBlob): Star {
  const { positions, indices, vertexCount } = mesh;
  const normals = new Float64Array(positions.length);
  for (let i = 0; i < indices.length; i += 3) {
    const [p, q, r] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ax, ay, az] = [positions[q] - positions[p], positions[q + 1] - positions[p + 1], positions[q + 2] - positions[p + 2]];
    const [bx, by, bz] = [positions[r] - positions[p], positions[r + 1] - positions[p + 1], positions[r + 2] - positions[p + 2]];
    for (const corner of [p, q, r]) {
      normals[corner] += ay * bz - az * by;
      normals[corner + 1] += az * bx - ax * bz;
      normals[corner + 2] += ax * by - ay * bx;
    }
  }
  const rows = rings + 2;
  const radius = new Float64Array(rows * sectors);
  const cosine = new Float64Array(rows * sectors);
  const bandRadius = new Float64Array(BANDS);
  const bandCosine = new Float64Array(BANDS).fill(1);
  for (let row = 0; row < rows; row++) {
    for (let sector = 0; sector < sectors; sector++) {
      const vertex = row === 0 ? 0 : row > rings ? vertexCount - 1 : 1 + (row - 1) * sectors + sector;
      const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * vertex + axis] - centre[axis]);
      const [nx, ny, nz] = normals.subarray(3 * vertex, 3 * vertex + 3);
      const length = Math.sqrt(x * x + y * y + z * z);
      const tilt = Math.abs(x * nx + y * ny + z * nz) / (length * Math.sqrt(nx * nx + ny * ny + nz * nz));
      radius[row * sectors + sector] = length;
      cosine[row * sectors + sector] = tilt;
      const band = bandOf(z, length);
      for (let i = Math.max(0, band - 1); i <= Math.min(BANDS - 1, band + 1); i++) {
        bandRadius[i] = Math.max(bandRadius[i], length);
        bandCosine[i] = Math.min(bandCosine[i], tilt);
      }
    }
  }
  return { centre, sectors, rings, radius, cosine, bandRadius, bandCosine };
}

function bandOf(z: number, length: number): number {
  return Math.min(BANDS - 1, Math.floor((z / length + 1) * (BANDS / 2)));
}

/** The smallest estimated distance of the blob's vertices outside the star, negative inside; at most `nearest`. */
function verticesOutside(blob: BumpyBlob, star: Star, poseBlob: Required<Pose>, poseStar: Required<Pose>, nearest: number): number {
  const r = rotationBetween(poseBlob, poseStar);
  const [ox, oy, oz] = rotatedBack(poseStar, [
    poseBlob.position[0] - poseStar.position[0],
    poseBlob.position[1] - poseStar.position[1],
    poseBlob.position[2] - poseStar.position[2],
  ]);
  const [cx, cy, cz] = [ox - star.centre[0], oy - star.centre[1], oz - star.centre[2]];
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = r;
  const { positions } = blob.mesh;
  for (let i = 0; i < positions.length; i += 3) {
    const px = positions[i];
    const py = positions[i + 1];
    const pz = positions[i + 2];
    const x = r0 * px + r1 * py + r2 * pz + cx;
    const y = r3 * px + r4 * py + r5 * pz + cy;
    const z = r6 * px + r7 * py + r8 * pz + cz;
    const length = Math.sqrt(x * x + y * y + z * z);
    const band = length > 0 ? bandOf(z, length) : 0;
    const beyond = length - star.bandRadius[band];
    if (beyond > 0 && beyond * star.bandCosine[band] >= nearest) continue;
    nearest = Math.min(nearest, outside(star, x, y, z, length));
  }
  return nearest;
}

function outside({ sectors, rings, radius, cosine }: Star, x: number, y: number, z: number, length: number): number {
  if (length === 0) return -radius[0];
  const s = (Math.acos(Math.min(1, Math.max(-1, z / length))) / Math.PI) * (rings + 1);
  const around = Math.atan2(y, x) / TURN;
  const u = (around < 0 ? around + 1 : around) * sectors;
  const row = Math.min(rings, Math.floor(s));
  const sector = Math.floor(u) % sectors;
  const fs = s - row;
  const fu = u - Math.floor(u);
  const i = row * sectors + sector;
  const j = row * sectors + ((sector + 1) % sectors);
  return (length - mixed(radius, i, j, sectors, fs, fu)) * mixed(cosine, i, j, sectors, fs, fu);
}

/** Bilinear in the cell whose upper corners are i and j. */
function mixed(table: Float64Array, i: number, j: number, row: number, fs: number, fu: number): number {
  return (1 - fs) * ((1 - fu) * table[i] + fu * table[j]) + fs * ((1 - fu) * table[i + row] + fu * table[j + row]);
}

/** Row-major rotation taking the blob's directions to the star's. */
function rotationBetween(poseBlob: Required<Pose>, poseStar: Required<Pose>): Float64Array {
  const columns = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec3[]
  ).map((axis) => rotatedBack(poseStar, rotated(poseBlob, axis)));
  return Float64Array.from([0, 1, 2].flatMap((row) => columns.map((column) => column[row])));
}

function rotated({ quaternion: [x, y, z, w] }: Required<Pose>, [vx, vy, vz]: Vec3): Vec3 {
  // v + 2w (q × v) + 2 q × (q × v)
  const [cx, cy, cz] = [y * vz - z * vy, z * vx - x * vz, x * vy - y * vx];
  return [vx + 2 * (w * cx + y * cz - z * cy), vy + 2 * (w * cy + z * cx - x * cz), vz + 2 * (w * cz + x * cy - y * cx)];
}

function rotatedBack({ position, quaternion: [x, y, z, w] }: Required<Pose>, v: Vec3): Vec3 {
  return rotated({ position, quaternion: [-x, -y, -z, w] }, v);
}
