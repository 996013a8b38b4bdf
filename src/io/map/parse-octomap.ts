import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { LARGEST_COORDINATE, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type VoxelLevel, voxelMesh } from '../../mesh/voxels.ts';
import { type Files, namedFile } from '../files.ts';
import { bytesOf, type MeshSource } from '../mesh-source.ts';
import { GrowingUint32Array } from '../text/growing-array.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';

// OctoMap's binary tree (.bt) [Hornung et al. 2013]: a text header, then the tree depth first, two bytes an inner node
// and two bits a child: 1 free, 2 occupied, 3 an inner node whose own bytes follow, 0 unknown. 16 levels below a root
// cube about the origin; bits 0, 1, 2 of a child's number say x, y, z. The header's size is wrong in the wild and not
// used: the tree says itself where it ends.

/** How a map is read. */
export interface ReadOctomapOptions extends ReadOptions {
  /** Multiplies every coordinate; 1000 for scenes in millimetres, since maps are in metres. Default 1. */
  readonly scale?: number;
  /** Shown in results. Default: the name of the file. */
  readonly name?: string;
}

const DEPTH = 16;
/** Units of work of a cell, which becomes up to twelve triangles. */
const CELL_UNITS = 16;
/** Classes of OctoMap whose binary files hold the same tree. */
const CLASSES: readonly string[] = ['OcTree', 'ColorOcTree', 'OcTreeStamped', 'OcTreeWithIntensity'];
/** Up to twelve triangles each. */
const MOST_CELLS: number = 2 ** 22;

/**
 * Reads an OctoMap (.bt) as a solid of its occupied cells, in metres about the map's origin. Unknown cells are taken as
 * free.
 * @example
 * const room = await readOctomap(files('maps'), 'room.bt');
 */
export async function readOctomap(files: Files, path: string, options: ReadOctomapOptions = {}): Promise<TriangleMesh> {
  checkOptions(options);
  return parseOctomap(await namedFile(files, path, 'readOctomap'), path, options);
}

/** Reads an OctoMap at hand, as `readOctomap` does; `file` is its name, for errors. */
export function parseOctomap(source: MeshSource, file: string, options: ReadOctomapOptions = {}): TriangleMesh {
  checkOptions(options);
  const { scale = 1, name = file } = options;
  const bytes = bytesOf(source, file);
  const work = meterOf(options.maxWork);
  work.open(file, bytes.length);
  const { resolution, dataByte } = readHeader(bytes, file);
  const edge = resolution * scale;
  // 2¹⁵ cells to each side of the origin
  if (!(edge >= 2 ** -300 && edge <= LARGEST_COORDINATE / 2 ** 16))
    throw new InputError(`cells of ${edge} are too ${edge > 1 ? 'large' : 'small'}`, { file });
  return voxelMesh(readTree(bytes, dataByte, file, work), (k) => (k - 2 ** (DEPTH - 1)) * edge, name);
}

function checkOptions(options: ReadOctomapOptions): void {
  checkRecord(options, ['scale', 'name', 'maxWork'], 'octomap');
  const { scale } = options;
  if (scale !== undefined && !(typeof scale === 'number' && scale > 0 && scale <= LARGEST_COORDINATE))
    throw new InputError(`octomap: scale must be a number > 0, got ${shownValue(scale)}`);
}

function readHeader(bytes: Uint8Array, file: string): { resolution: number; dataByte: number } {
  const scanner = new TextScanner(bytes, file);
  const first = scanner.restOfLine();
  if (/^# Octomap OcTree file/.test(first))
    throw scanner.error('is a full OctoMap (.ot), which is not read; write it as .bt, by writeBinary() of OctoMap');
  if (!/^# Octomap OcTree binary file/.test(first))
    throw scanner.error('is no OctoMap: it should begin with "# Octomap OcTree binary file"');
  let resolution: number | undefined;
  for (;;) {
    scanner.nextLine();
    if (scanner.atEnd) throw scanner.error('the file ends inside its header, before data; it may be cut short');
    if (scanner.atLineEnd() || bytes[scanner.pos] === 35) continue;
    const keyword = scanner.word();
    if (keyword === 'data') break;
    if (keyword === 'id') checkClass(scanner);
    else if (keyword === 'res') {
      resolution = scanner.number('res');
      if (!(resolution > 0 && resolution < Infinity)) throw scanner.error(`the resolution cannot be ${resolution}`);
    } else if (keyword !== 'size')
      throw scanner.error(`${JSON.stringify(keyword.slice(0, 20))} is no line of an OctoMap's header (id, size, res, data)`);
  }
  if (resolution === undefined) throw scanner.error('the header has no line res');
  // A return before the line break belongs to it; after it, everything is data.
  while (!scanner.atEnd && bytes[scanner.pos] !== 10) scanner.pos++;
  return { resolution, dataByte: Math.min(scanner.pos + 1, bytes.length) };
}

function checkClass(scanner: TextScanner): void {
  const id = scanner.word();
  if (!CLASSES.includes(id))
    throw scanner.error(`holds a tree of the class ${JSON.stringify(id.slice(0, 40))}; read are ${CLASSES.join(', ')}`);
}

function readTree(bytes: Uint8Array, dataByte: number, file: string, work: WorkMeter): VoxelLevel[] {
  const occupied = Array.from({ length: DEPTH }, () => new GrowingUint32Array());
  // For the inner nodes on the way down: which of their children are left, and their lower corner.
  const children = new Uint16Array(DEPTH);
  const next = new Uint8Array(DEPTH);
  const corner = new Uint32Array(3 * (DEPTH + 1));
  let pos = dataByte;
  let cells = 0;
  const enter = (level: number): void => {
    if (pos + 2 > bytes.length) throw new InputError('the file ends within its tree; it may be cut short', { file, byte: bytes.length });
    children[level] = bytes[pos] | (bytes[pos + 1] << 8);
    next[level] = 0;
    pos += 2;
  };
  enter(0);
  for (let level = 0; level >= 0; ) {
    if (next[level] === 8) {
      level--;
      continue;
    }
    const child = next[level]++;
    const kind = (children[level] >> (2 * child)) & 3;
    if (kind < 2) continue;
    const step = 2 ** (DEPTH - 1 - level);
    const [x, y, z] = [0, 1, 2].map((k) => corner[3 * level + k] + ((child >> k) & 1) * step);
    if (kind === 2) {
      if (++cells > MOST_CELLS)
        throw new InputError(`has more than ${MOST_CELLS} occupied cells; prune it, or build it with a coarser resolution`, {
          file,
          byte: pos,
        });
      occupied[level].push3(x, y, z);
      continue;
    }
    if (level + 1 === DEPTH)
      throw new InputError(`a cell is divided more than ${DEPTH} times; this is no OctoMap's tree`, { file, byte: pos - 2 });
    level++;
    corner[3 * level] = x;
    corner[3 * level + 1] = y;
    corner[3 * level + 2] = z;
    enter(level);
  }
  while (pos < bytes.length && (bytes[pos] === 10 || bytes[pos] === 13)) pos++;
  if (pos < bytes.length) throw new InputError(`${bytes.length - pos} bytes are left over after the tree`, { file, byte: pos });
  work.spend(CELL_UNITS * cells, { file });
  if (cells === 0) throw new InputError('no cell is occupied', { file, byte: dataByte });
  return occupied.map(({ view }, level) => ({ keys: view, step: 2 ** (DEPTH - 1 - level) })).filter(({ keys }) => keys.length > 0);
}
