import type { Vec3 } from '../../math/pose.ts';
import type { Located } from '../text/located-value.ts';

/**
 * The shape of an obstacle or of something held, in metres: a mesh file, a primitive about its own origin, or what a
 * sensor saw.
 */
export type CellShape =
  | {
      readonly type: 'mesh';
      readonly file: string;
      readonly scale?: number | Vec3;
      readonly solid: boolean;
      /** Which way is up in glTF and COLLADA files; see `readMesh`. */
      readonly upAxis?: 'keep' | 'z';
    }
  | { readonly type: 'box'; readonly size: Vec3 }
  | { readonly type: 'sphere'; readonly radius: number }
  /** A cylinder around the z axis, about the origin. */
  | { readonly type: 'cylinder'; readonly radius: number; readonly height: number; readonly excess?: number }
  /** A cone around the z axis, its disc below and its tip, or a smaller disc, above the origin. */
  | { readonly type: 'cone'; readonly radius: number; readonly height: number; readonly topRadius?: number; readonly excess?: number }
  /** All points with normal · x ≤ offset. */
  | { readonly type: 'plane'; readonly normal: Vec3; readonly offset: number; readonly extent?: number }
  /** A capsule along the z axis, about the origin; `length` without the round ends. */
  | { readonly type: 'capsule'; readonly radius: number; readonly length: number }
  /** As `readCloud` takes them. */
  | { readonly type: 'cloud'; readonly file: string; readonly radius?: number | 'file'; readonly scale?: number }
  /** As `readOctomap` takes it. */
  | { readonly type: 'octomap'; readonly file: string; readonly scale?: number }
  /** As `readFloorMap` takes them. */
  | { readonly type: 'floorMap'; readonly file: string; readonly height: number; readonly unknown?: 'free' | 'occupied' }
  /** As `readHeightField` takes them; the heights themselves, row by row, where there is no file. */
  | {
      readonly type: 'heightField';
      readonly file?: string;
      readonly heights?: readonly (readonly number[])[];
      readonly spacing: number | readonly [number, number];
      readonly origin?: readonly [number, number];
      readonly base?: number;
      readonly scale?: number;
    };

const SHAPES = [
  ...(['mesh', 'box', 'sphere', 'cylinder', 'cone', 'capsule', 'plane'] as const),
  ...(['cloud', 'octomap', 'floorMap', 'heightField'] as const),
] as const;

export function readShape(item: Located, otherKeys: readonly string[]): CellShape {
  // One piece: one case for each kind of shape, side by side.
  const given = SHAPES.filter((type) => item.get(type) !== undefined);
  const [type] = given;
  const fileKeys = type === undefined || type === 'mesh' ? ['scale', 'solid', 'upAxis'] : type === 'octomap' ? ['scale'] : [];
  item.onlyKeys([...otherKeys, ...SHAPES, ...fileKeys]);
  if (given.length !== 1)
    throw item.error(`should have one of ${SHAPES.join(', ')}, but has ${given.length === 0 ? 'none' : given.join(' and ')}`);
  const shape = item.field(type);
  switch (type) {
    case 'mesh':
      return {
        type,
        file: shape.text(),
        scale: readScale(item.get('scale')),
        solid: item.get('solid')?.boolean() ?? false,
        ...readUpAxis(item.get('upAxis')),
      };
    case 'box': {
      const [x, y, z] = shape.numbers(3);
      if (!(x > 0 && y > 0 && z > 0)) throw shape.wrong('three lengths > 0');
      return { type, size: [x, y, z] };
    }
    case 'sphere':
      return { type, radius: shape.positive() };
    case 'cylinder':
      // URDF calls it length.
      shape.onlyKeys(['radius', 'height', 'length', 'excess']);
      if (shape.get('height') !== undefined && shape.get('length') !== undefined) throw shape.error('has height and length; give one');
      return {
        type,
        radius: shape.field('radius').positive(),
        height: (shape.get('length') ?? shape.field('height')).positive(),
        ...optional(shape, 'excess'),
      };
    case 'cone':
      shape.onlyKeys(['radius', 'height', 'topRadius', 'excess']);
      return {
        type,
        radius: shape.field('radius').positive(),
        height: shape.field('height').positive(),
        ...optional(shape, 'topRadius'),
        ...optional(shape, 'excess'),
      };
    case 'plane': {
      shape.onlyKeys(['normal', 'offset', 'extent']);
      const normal = shape.field('normal').numbers(3) as unknown as Vec3;
      if (normal.every((x) => x === 0)) throw shape.field('normal').wrong('a direction');
      return { type, normal, offset: shape.get('offset')?.number() ?? 0, ...optional(shape, 'extent') };
    }
    case 'capsule':
      shape.onlyKeys(['radius', 'length']);
      return { type, radius: shape.field('radius').positive(), length: shape.field('length').positive() };
    case 'cloud':
      return readCloudShape(shape);
    case 'octomap':
      return { type, file: shape.text(), scale: item.get('scale')?.positive() };
    case 'floorMap':
      return readFloorMapShape(shape);
    case 'heightField':
      return readHeightFieldShape(shape);
  }
}

function optional<K extends string>(shape: Located, key: K): { readonly [k in K]?: number } {
  const value = shape.get(key);
  return (value === undefined ? {} : { [key]: value.positive() }) as { readonly [k in K]?: number };
}

export function readUpAxis(axis: Located | undefined): { readonly upAxis?: 'keep' | 'z' } {
  if (axis === undefined) return {};
  if (axis.value !== 'keep' && axis.value !== 'z') throw axis.wrong('"keep" or "z"');
  return { upAxis: axis.value };
}

function readScale(scale: Located | undefined): number | Vec3 | undefined {
  if (scale === undefined) return undefined;
  const factors = scale.isList() ? scale.numbers(3) : [scale.number()];
  if (factors.includes(0)) throw scale.wrong('one or three numbers other than 0');
  return factors.length === 1 ? factors[0] : (factors as unknown as Vec3);
}

function readCloudShape(shape: Located): CellShape {
  shape.onlyKeys(['file', 'radius', 'scale']);
  const radius = shape.get('radius');
  if (radius !== undefined && radius.value !== 'file' && !(typeof radius.value === 'number' && radius.number() >= 0))
    throw radius.wrong('a number ≥ 0, or "file" for what the file says of each point');
  return {
    type: 'cloud',
    file: shape.field('file').text(),
    radius: radius?.value as number | 'file' | undefined,
    scale: shape.get('scale')?.positive(),
  };
}

function readFloorMapShape(shape: Located): CellShape {
  shape.onlyKeys(['file', 'height', 'unknown']);
  const unknown = shape.get('unknown');
  if (unknown !== undefined && unknown.value !== 'free' && unknown.value !== 'occupied') throw unknown.wrong('"free" or "occupied"');
  return {
    type: 'floorMap',
    file: shape.field('file').text(),
    height: shape.field('height').positive(),
    unknown: unknown?.value as 'free' | 'occupied' | undefined,
  };
}

function readHeightFieldShape(shape: Located): CellShape {
  shape.onlyKeys(['file', 'heights', 'spacing', 'origin', 'base', 'scale']);
  const file = shape.get('file');
  const heights = shape.get('heights');
  if ((file === undefined) === (heights === undefined))
    throw shape.error(`should have either a file or heights, but has ${file === undefined ? 'neither' : 'both'}`);
  const scale = shape.get('scale');
  if (scale?.number() === 0) throw scale.wrong('a number other than 0');
  return {
    type: 'heightField',
    file: file?.text(),
    heights: heights === undefined ? undefined : readHeights(heights),
    spacing: readSpacing(shape.field('spacing')),
    origin: shape.get('origin')?.numbers(2) as unknown as [number, number] | undefined,
    base: shape.get('base')?.number(),
    scale: scale?.number(),
  };
}

function readHeights(heights: Located): number[][] {
  const rows = heights.items('a list of rows of heights');
  if (rows.length < 2) throw heights.wrong('at least two rows of heights');
  const columns = rows[0].numbers().length;
  return rows.map((row) => {
    const values = row.numbers();
    if (values.length < 2) throw row.wrong('at least two heights');
    if (values.length !== columns) throw row.error(`has ${values.length} heights, the first row ${columns}`);
    return values;
  });
}

function readSpacing(spacing: Located): number | [number, number] {
  if (!spacing.isList()) return spacing.positive();
  const [x, y] = spacing.numbers(2);
  if (!(x > 0 && y > 0)) throw spacing.wrong('one or two lengths > 0');
  return [x, y];
}
