import { shownValue } from '../../math/check-record.ts';
import { InputError, type InputPlace } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { WorkMeter } from '../work-meter.ts';
import { buildMesh, type ReadMeshOptions } from './build-mesh.ts';
import { type ColouredRun, keepColours } from './mesh-colours.ts';

// What glTF and COLLADA share: parts placed by nested transforms become one mesh.

/** Options of every mesh, and which way is up in formats that say so. */
export interface SceneMeshOptions extends ReadMeshOptions {
  /**
   * Which way is up in glTF and COLLADA files. 'keep' (default): coordinates stay as they are in the file, whatever it
   * says about up. 'z': turned so that the file's up becomes z. Readers of URDF disagree about it; MoveIt and most
   * others keep.
   */
  readonly upAxis?: 'keep' | 'z';
  /**
   * Files that a glTF keeps its numbers in (`.bin`), by the names that it has for them. Default: `readMesh` reads them
   * beside it; parsers of what is at hand have none.
   */
  readonly buffers?: Readonly<Record<string, Uint8Array>>;
}

/** The first three rows of an affine 4 × 4 matrix, row by row. */
export type Affine = readonly number[];

export const IDENTITY: Affine = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
/** y becomes z, z becomes −y. */
export const Y_UP_TO_Z_UP: Affine = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0];
/** x becomes z, y becomes −x, z becomes −y: up, left and out of the screen in COLLADA's X_UP. */
export const X_UP_TO_Z_UP: Affine = [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0];

/** First b, then a. */
export function compose(a: Affine, b: Affine): Affine {
  if (b === IDENTITY) return a;
  if (a === IDENTITY) return b;
  const out: number[] = [];
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; c++) out.push(a[r] * b[c] + a[r + 1] * b[4 + c] + a[r + 2] * b[8 + c] + (c === 3 ? a[r + 3] : 0));
  }
  return out;
}

/** The affine map of 16 numbers, row by row; null where the last row is not 0 0 0 1, up to single precision. */
export function affineOf(m: readonly number[]): Affine | null {
  const off = Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14]), Math.abs(m[15] - 1));
  return off <= 1e-6 ? m.slice(0, 12) : null;
}

/** Triangles with vertices of their own, in the file's order; shared by all places it is put to. */
export interface MeshPart {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** Colours of its triangles, one run after the other. Absent: they have none. */
  readonly runs?: readonly ColouredRun[];
}

/** Units of work of a vertex or triangle that is put to a place. */
const PLACE_UNITS = 12;
/** What an engine can hold in one array, and triangles can number. */
const MOST_NUMBERS: number = 2 ** 31;

/**
 * Gathers placed parts, and counts the work, so that a small file cannot ask for gigabytes or hours by having things
 * copied again and again: with the default limit 8 million vertices and triangles come out, and four for each byte.
 */
export class MeshAssembly {
  private readonly file: string;
  private readonly placed: { part: MeshPart; to: Affine; place: InputPlace }[] = [];
  private readonly work: WorkMeter;
  private coordinateCount = 0;
  private indexCount = 0;

  constructor(file: string, work: WorkMeter) {
    this.file = file;
    this.work = work;
  }

  /** To be called before the work is done; a part is a vertex, a triangle or a node. */
  spend(parts: number, place: InputPlace = {}): void {
    this.work.spend(PLACE_UNITS * parts, { file: this.file, ...place });
  }

  place(part: MeshPart, to: Affine, place: InputPlace = {}): void {
    this.spend(1 + part.positions.length / 3 + part.indices.length / 3, place);
    this.coordinateCount += part.positions.length;
    this.indexCount += part.indices.length;
    if (this.coordinateCount > MOST_NUMBERS || this.indexCount > MOST_NUMBERS)
      throw new InputError(`more than ${MOST_NUMBERS} coordinates or corners come out`, { file: this.file, ...place });
    this.placed.push({ part, to, place });
  }

  get isEmpty(): boolean {
    return this.indexCount === 0;
  }

  build(options: SceneMeshOptions): TriangleMesh {
    const positions = new Float64Array(this.coordinateCount);
    const indices = new Uint32Array(this.indexCount);
    let p = 0;
    let i = 0;
    for (const { part, to, place } of this.placed) {
      const first = p / 3;
      this.transform(part.positions, to, positions, p, place);
      p += part.positions.length;
      // A mirror turns the triangles round, so that outside stays outside.
      const [second, third] = determinant(to) < 0 ? [2, 1] : [1, 2];
      for (let t = 0; t < part.indices.length; t += 3) {
        indices[i++] = first + part.indices[t];
        indices[i++] = first + part.indices[t + second];
        indices[i++] = first + part.indices[t + third];
      }
    }
    const mesh = buildMesh(positions, indices, this.file, options, this.work);
    keepColours(
      mesh,
      this.placed.flatMap(({ part }) => part.runs ?? [{ triangles: part.indices.length / 3, colour: null }]),
    );
    return mesh;
  }

  private transform(from: Float64Array, m: Affine, out: Float64Array, o: number, place: InputPlace): void {
    const [xx, xy, xz, tx, yx, yy, yz, ty, zx, zy, zz, tz] = m;
    for (let i = 0; i < from.length; i += 3) {
      const x = from[i];
      const y = from[i + 1];
      const z = from[i + 2];
      out[o + i] = xx * x + xy * y + xz * z + tx;
      out[o + i + 1] = yx * x + yy * y + yz * z + ty;
      out[o + i + 2] = zx * x + zy * y + zz * z + tz;
    }
    for (let i = o; i < o + from.length; i++) {
      if (Math.abs(out[i]) <= LARGEST_COORDINATE) continue;
      const vertex = Math.floor((i - o) / 3);
      throw new InputError(`put in its place, vertex ${vertex} has coordinate ${'xyz'[i % 3]} = ${out[i]}${limitHint(out[i])}`, {
        file: this.file,
        ...place,
      });
    }
  }
}

function determinant([xx, xy, xz, , yx, yy, yz, , zx, zy, zz]: Affine): number {
  return xx * (yy * zz - yz * zy) - xy * (yx * zz - yz * zx) + xz * (yx * zy - yy * zx);
}

export function checkUpAxis({ upAxis }: SceneMeshOptions, file: string): void {
  if (upAxis === undefined || upAxis === 'keep' || upAxis === 'z') return;
  throw new InputError(`upAxis must be 'keep' or 'z', got ${shownValue(upAxis)}`, { file });
}

/** Whether two corners of triangle a b c are the same point. */
export function isPinched(p: Float64Array, a: number, b: number, c: number): boolean {
  return isSamePoint(p, a, b) || isSamePoint(p, b, c) || isSamePoint(p, c, a);
}

function isSamePoint(p: Float64Array, a: number, b: number): boolean {
  return p[3 * a] === p[3 * b] && p[3 * a + 1] === p[3 * b + 1] && p[3 * a + 2] === p[3 * b + 2];
}
