import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { sinCos } from '../../math/trig.ts';
import { LARGEST_COORDINATE, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { voxelMesh } from '../../mesh/voxels.ts';
import { besidePath, type Files, namedFile } from '../files.ts';
import type { Located } from '../text/located-value.ts';
import { textOf } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { floorSquares } from './floor-squares.ts';
import { type GreyImage, parsePgm } from './parse-pgm.ts';

// The map of a floor as ROS navigation keeps it: map.yaml and a grey image beside it, rows from the top. Dark is
// occupied: p = (white − value) / white, or value / white where `negate` says so; in mode raw, value / 100, and above
// 100 unknown. From occupied_thresh on a cell is occupied, below free_thresh free, between them not known.

/** How the map of a floor becomes an obstacle. */
export interface FloorMapOptions extends ReadOptions {
  /** How high occupied cells stand, from z = 0, in the unit of length. */
  readonly height: number;
  /** What cells are of which the map does not know. Default 'occupied': something may be there. */
  readonly unknown?: 'free' | 'occupied';
  /** Multiplies x and y; 1000 for scenes in millimetres, since maps are in metres. Default 1. */
  readonly scale?: number;
  /** Shown in results. Default: the name of the file. */
  readonly name?: string;
}

/** What a map.yaml says. */
interface FloorMapFile {
  readonly image: string;
  readonly resolution: number;
  /** Where the lower left pixel's lower left corner is: x, y, and the turn about it. */
  readonly origin: readonly [number, number, number];
  readonly occupied: number;
  readonly free: number;
  readonly negate: boolean;
  readonly mode: 'trinary' | 'scale' | 'raw';
}

/** Units of work of a pixel: it is classified, and joined with its neighbours. */
const PIXEL_UNITS = 8;

const KEYS: readonly string[] = ['image', 'resolution', 'origin', 'negate', 'occupied_thresh', 'free_thresh', 'mode'];

/**
 * Reads the map of a floor as ROS navigation keeps it, `map.yaml` with its PGM image, as a solid of that height: walls
 * from z = 0 up, where the map's origin puts them, turned by its yaw.
 * @example
 * const walls = await readFloorMap(files('maps'), 'hall.yaml', { height: 2, unknown: 'free' });
 */
export async function readFloorMap(files: Files, path: string, options: FloorMapOptions): Promise<TriangleMesh> {
  checkOptions(options);
  const { height, unknown = 'occupied', scale = 1, name = path } = options;
  const work = meterOf(options.maxWork);
  const content = await namedFile(files, path, 'readFloorMap');
  work.open(path, content.length);
  const map = parseFloorMapFile(textOf(content, path), path, work);
  const image = besidePath(path, map.image);
  const pixels = await files.read(image, { by: [path] });
  work.open(image, pixels.length);
  const grey = parsePgm(pixels, image);
  work.spend(PIXEL_UNITS * grey.pixels.length, { file: image });
  const kinds = cellKinds(grey, map);
  const occupied = kinds.map((kind) => (kind === OCCUPIED || (kind === UNKNOWN && unknown === 'occupied') ? 1 : 0));
  const levels = floorSquares(occupied, grey.width, grey.height);
  if (levels.length === 0) throw new InputError('no cell is occupied', { file: image });
  const edge = map.resolution * scale;
  const [x, y, yaw] = map.origin;
  if (![edge * grey.width, edge * grey.height, x * scale, y * scale].every((length) => Math.abs(length) <= LARGEST_COORDINATE / 4))
    throw new InputError('reaches further than coordinates can', { file: path });
  if (yaw === 0) {
    const place = (k: number, axis: number): number => (axis === 2 ? Math.min(k, 1) * height : map.origin[axis] * scale + k * edge);
    return voxelMesh(levels, place, name);
  }
  const upright = voxelMesh(levels, (k, axis) => (axis === 2 ? Math.min(k, 1) * height : k * edge), name);
  return turned(upright, x * scale, y * scale, yaw);
}

const FREE = 0;
const OCCUPIED = 1;
const UNKNOWN = 2;

/** What each cell is, x fastest, from the lowest row up. */
function cellKinds({ width, height, most, pixels }: GreyImage, { occupied, free, negate, mode }: FloorMapFile): Uint8Array {
  const kinds = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    for (let x = 0; x < width; x++) {
      const value = pixels[row * width + x];
      const p = mode === 'raw' ? value / 100 : (negate ? value : most - value) / most;
      const isKnown = mode !== 'raw' || value <= 100;
      kinds[(height - 1 - row) * width + x] = !isKnown ? UNKNOWN : p >= occupied ? OCCUPIED : p < free ? FREE : UNKNOWN;
    }
  return kinds;
}

function parseFloorMapFile(text: string, file: string, work: WorkMeter): FloorMapFile {
  const [map, second] = parseYaml(text, file, work);
  if (map === undefined) throw new InputError('the file is empty; expected image, resolution, origin …', { file, line: 1 });
  if (second !== undefined) throw second.error('is a second document; expected one map');
  map.onlyKeys(KEYS);
  const [x, y, yaw] = map.field('origin').numbers(3);
  const mode = map.get('mode');
  if (mode !== undefined && mode.value !== 'trinary' && mode.value !== 'scale' && mode.value !== 'raw')
    throw mode.wrong('trinary, scale or raw');
  const occupied = probability(map.field('occupied_thresh'));
  const free = probability(map.field('free_thresh'));
  if (free > occupied) throw map.field('free_thresh').error(`is ${free}, above occupied_thresh ${occupied}`);
  return {
    image: map.field('image').text(),
    resolution: map.field('resolution').positive(),
    origin: [x, y, yaw],
    occupied,
    free,
    negate: readNegate(map.get('negate')),
    mode: (mode?.value ?? 'trinary') as FloorMapFile['mode'],
  };
}

function probability(field: Located): number {
  if (!(field.number() >= 0 && field.number() <= 1)) throw field.wrong('a number from 0 to 1');
  return field.number();
}

function readNegate(negate: Located | undefined): boolean {
  if (negate === undefined || negate.value === 0 || negate.value === false) return false;
  if (negate.value === 1 || negate.value === true) return true;
  throw negate.wrong('0 or 1');
}

function checkOptions(options: FloorMapOptions): void {
  checkRecord(options, ['height', 'unknown', 'scale', 'name', 'maxWork'], 'floor map');
  const { height, unknown, scale } = options;
  if (!(typeof height === 'number' && height >= 2 ** -300 && height <= LARGEST_COORDINATE))
    throw new InputError(`floor map: height must be a number > 0, got ${shownValue(height)}`);
  if (unknown !== undefined && unknown !== 'free' && unknown !== 'occupied')
    throw new InputError(`floor map: unknown must be 'free' or 'occupied', got ${shownValue(unknown)}`);
  if (scale !== undefined && !(typeof scale === 'number' && scale > 0 && scale <= LARGEST_COORDINATE))
    throw new InputError(`floor map: scale must be a number > 0, got ${shownValue(scale)}`);
}

/** The mesh turned about the z axis, then moved; corners that were one stay one, so that the solid stays closed. */
function turned({ positions, indices, name }: TriangleMesh, x: number, y: number, yaw: number): TriangleMesh {
  const sine = new Float64Array(2);
  sinCos(yaw, sine, 0);
  const [s, c] = sine;
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    moved[i] = x + (c * positions[i] - s * positions[i + 1]);
    moved[i + 1] = y + (s * positions[i] + c * positions[i + 1]);
    moved[i + 2] = positions[i + 2];
  }
  return new TriangleMesh(moved, indices, { name, solid: true });
}
