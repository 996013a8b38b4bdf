import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import type { Vec3 } from '../../math/pose.ts';
import { weldByPosition } from '../../mesh/adjacency.ts';
import { LARGEST_COORDINATE, type MeshOptions, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';

/** What is done to a mesh while it is read: name, solid and radii as for `new TriangleMesh`, scale and welding. */
export interface ReadMeshOptions extends MeshOptions, ReadOptions {
  /**
   * Multiplies every coordinate, or x, y, z each, rounded to double. Default 1. A mirroring scale also turns the
   * triangles round, so that outside stays outside.
   */
  readonly scale?: number | Vec3;
  /**
   * Gives vertices at exactly equal positions one number. Default: true for STL, which has no numbers, false for the
   * others.
   */
  readonly weld?: boolean;
}

/**
 * With `upAxis` and `buffers`, because readMesh gives its options to readers of all formats; those that know none pass
 * over them.
 */
const OPTIONS: readonly string[] = ['name', 'radius', 'solid', 'excess', 'scale', 'weld', 'upAxis', 'buffers', 'maxWork'];

/** Units of work of a vertex or triangle that is checked and kept. */
const MESH_UNITS = 4;

/** The meter of one call of a reader of meshes, whose options are looked at before anything is read. */
export function meshMeter(options: ReadMeshOptions): WorkMeter {
  checkRecord(options, OPTIONS, 'mesh');
  return meterOf(options.maxWork);
}

/** Applies the options to arrays a reader made for itself; scales in place. */
export function buildMesh(
  positions: Float64Array,
  indices: Uint32Array,
  file: string,
  options: ReadMeshOptions,
  work: WorkMeter,
  weldDefault = false,
): TriangleMesh {
  work.spend((MESH_UNITS * (positions.length + indices.length)) / 3, { file });
  if (options.scale !== undefined) applyScale(positions, indices, options.scale, file);
  const { name = file, radius, solid, excess } = options;
  if (!(options.weld ?? weldDefault)) return new TriangleMesh(positions, indices, { name, radius, solid, excess });
  return new TriangleMesh(weld(positions, indices), indices, { name, radius, solid, excess });
}

function applyScale(positions: Float64Array, indices: Uint32Array, scale: number | Vec3, file: string): void {
  const factors = typeof scale === 'number' ? [scale, scale, scale] : scale;
  if (factors.length !== 3 || !factors.every((s) => Number.isFinite(s) && s !== 0)) {
    throw new InputError(`scale must be one or three finite numbers other than 0, got ${shownValue(factors)}`, { file });
  }
  for (let i = 0; i < positions.length; i++) {
    positions[i] *= factors[i % 3];
    if (!(Math.abs(positions[i]) <= LARGEST_COORDINATE)) {
      throw new InputError(
        `scaled, vertex ${Math.floor(i / 3)} has coordinate ${'xyz'[i % 3]} = ${positions[i]}${limitHint(positions[i])}`,
        { file },
      );
    }
  }
  const isMirror = factors.filter((s) => s < 0).length % 2 === 1;
  for (let i = 0; isMirror && i < indices.length; i += 3) {
    const b = indices[i + 1];
    indices[i + 1] = indices[i + 2];
    indices[i + 2] = b;
  }
}

/** Renumbers in place and gives the positions left, in order of first appearance. */
function weld(positions: Float64Array, indices: Uint32Array): Float64Array {
  const first = weldByPosition(positions);
  const number = new Uint32Array(first.length);
  let count = 0;
  for (let v = 0; v < first.length; v++) {
    if (first[v] !== v) continue;
    number[v] = count;
    for (let k = 0; k < 3; k++) positions[3 * count + k] = positions[3 * v + k];
    count++;
  }
  for (let i = 0; i < indices.length; i++) indices[i] = number[first[indices[i]]];
  return positions.subarray(0, 3 * count);
}
