import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type Files, namedFile } from '../files.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { meterOf, type WorkMeter } from '../work-meter.ts';
import { buildCloud, type CloudPoints, checkCloudOptions, type ReadCloudOptions } from './build-cloud.ts';
import { parsePcd } from './parse-pcd.ts';
import { parsePlyCloud } from './parse-ply-cloud.ts';
import { parseXyz } from './parse-xyz.ts';

/** The formats of point clouds that are read; 'xyz' is every table of numbers as text. */
type CloudFormat = 'ply' | 'pcd' | 'xyz';

const PARSERS: Readonly<Record<CloudFormat, (bytes: Uint8Array, file: string, work: WorkMeter) => CloudPoints>> = {
  ply: parsePlyCloud,
  pcd: parsePcd,
  xyz: parseXyz,
};

const TABLES: readonly string[] = ['xyz', 'xyzn', 'xyzrgb', 'pts', 'txt', 'csv', 'tsv', 'asc'];

/** Formats of surveyors, by their first bytes. */
const FOREIGN: Readonly<Record<string, string>> = { LASF: 'LAS or LAZ', 'ASTM-E57': 'E57' };

/**
 * Reads a cloud of points: PLY without faces, PCD (text, binary, compressed), or text with x y z in each line (XYZ,
 * TXT, CSV, PTS). Points without finite coordinates, which sensors write where they saw nothing, are left out.
 * @example
 * const scan = await readCloud(files('scans'), 'bin.pcd', { radius: 0.004, onWarning: console.warn });
 */
export async function readCloud(files: Files, path: string, options: ReadCloudOptions = {}): Promise<TriangleMesh> {
  checkCloudOptions(options);
  return parseCloud(await namedFile(files, path, 'readCloud'), path, options);
}

/** Reads a cloud at hand, as `readCloud` does; `file` is its name, for the format and for errors. */
export function parseCloud(source: MeshSource, file: string, options: ReadCloudOptions = {}): TriangleMesh {
  checkCloudOptions(options);
  const bytes = bytesOf(source, file);
  const work = meterOf(options.maxWork);
  work.open(file, bytes.length);
  const format = cloudFormat(bytes, file);
  if (format === undefined)
    throw new InputError('format not recognised; clouds are read from PLY, PCD and text with x y z in each line', { file, byte: 0 });
  return buildCloud(PARSERS[format](bytes, file, work), file, options, work);
}

/** By extension, or else by content; undefined where it is none of these. */
function cloudFormat(bytes: Uint8Array, file: string): CloudFormat | undefined {
  const extension = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(file)?.[1].toLowerCase() ?? '';
  const start = String.fromCharCode(...bytes.subarray(0, 4096)).replace(/^\xef\xbb\xbf/, '');
  const foreign = Object.keys(FOREIGN).find((magic) => start.startsWith(magic));
  if (foreign !== undefined)
    throw new InputError(`is a ${entryOf(FOREIGN, foreign)} file, which is not read; convert it to PCD or PLY`, { file, byte: 0 });
  if (extension === 'ply' || extension === 'pcd') return extension;
  if (TABLES.includes(extension)) return 'xyz';
  if (/^ply[\r\n]/.test(start)) return 'ply';
  if (/^(#[^\r\n]*[\r\n]|\s)*(VERSION|FIELDS)\s/.test(start)) return 'pcd';
  if (/^(#[^\r\n]*[\r\n]|\s)*[-+.\d][\d.eE+-]*[\s,;]/.test(start)) return 'xyz';
  return undefined;
}
