import { describe, expect, test } from 'vitest';
import { plyData } from '../../../../src/io/mesh/ply-data.ts';
import { readPlyHeader } from '../../../../src/io/mesh/ply-header.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { scalarBytes } from './write-mesh.ts';

const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
const TYPES = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'float', 'double'] as const;
type Type = (typeof TYPES)[number];
const LIMITS: Readonly<Record<Type, [number, number]>> = {
  char: [-128, 127],
  uchar: [0, 255],
  short: [-32768, 32767],
  ushort: [0, 65535],
  int: [-(2 ** 31), 2 ** 31 - 1],
  uint: [0, 2 ** 32 - 1],
  float: [0, 0],
  double: [0, 0],
};

interface Written {
  readonly bytes: Uint8Array;
  /** By element, row and property: the value, or the list. */
  readonly rows: (number | number[])[][][];
  readonly shape: { name: string; properties: { name: string; isList: boolean }[] }[];
}

function value(random: Random, type: Type): number {
  if (type === 'double') return random.range(-1e9, 1e9);
  if (type === 'float') return Math.fround(random.range(-10, 10));
  const [low, high] = LIMITS[type];
  return random.pick([low, high, low + random.integer(high - low + 1)]);
}

/** Elements of any number of values and lists of any types. */
function written(random: Random, format: (typeof FORMATS)[number], newline: string): Written {
  const head = ['ply', `format ${format} 1.0`, 'comment element none 5'];
  const rows: Written['rows'] = [];
  const shape: Written['shape'][number][] = [];
  const body: number[] = [];
  const isLittle = format === 'binary_little_endian';
  const encoder = new TextEncoder();
  for (let e = 0; e < 1 + random.integer(3); e++) {
    const count = random.integer(4);
    const properties = Array.from({ length: 1 + random.integer(3) }, (_, p) => ({
      name: `p${p}`,
      type: random.pick(TYPES),
      countType: random.pick([null, null, 'uchar', 'int'] as const),
    }));
    head.push(`element e${e} ${count}`, 'obj_info so');
    for (const { name, type, countType } of properties) {
      const alias = type === 'uchar' && random.next() < 0.5 ? 'uint8' : type;
      head.push(`property ${countType === null ? '' : `list ${countType} `}${alias} ${name}`);
    }
    shape.push({ name: `e${e}`, properties: properties.map(({ name, countType }) => ({ name, isList: countType !== null })) });
    rows.push(
      Array.from({ length: count }, () => {
        const words: string[] = [];
        const row = properties.map(({ type, countType }) => {
          const list = Array.from({ length: countType === null ? 1 : random.integer(4) }, () => value(random, type));
          if (countType !== null) {
            words.push(String(list.length));
            if (format !== 'ascii') body.push(...scalarBytes(list.length, countType, isLittle));
          }
          words.push(...list.map(String));
          if (format !== 'ascii') body.push(...list.flatMap((x) => scalarBytes(x, type, isLittle)));
          return countType === null ? list[0] : list;
        });
        if (format === 'ascii') body.push(...encoder.encode(words.join(' ') + newline));
        return row;
      }),
    );
  }
  head.push('end_header', '');
  return { bytes: Uint8Array.of(...encoder.encode(head.join(newline)), ...body), rows, shape };
}

/** All of it, by what the header says. */
function readAll(bytes: Uint8Array): Pick<Written, 'rows' | 'shape'> {
  const header = readPlyHeader(bytes, 'a.ply');
  const data = plyData(bytes, 'a.ply', header);
  const rows = header.elements.map((element) => {
    data.checkRoom(element);
    return Array.from({ length: element.count }, () => {
      const row = element.properties.map(({ type, countType }) => {
        if (countType === null) return data.value(type);
        const length = data.value(countType);
        data.checkList(length, type);
        return Array.from({ length }, () => data.value(type));
      });
      data.endRow();
      return row;
    });
  });
  data.end();
  const shape = header.elements.map(({ name, properties }) => ({
    name,
    properties: properties.map((property) => ({ name: property.name, isList: property.countType !== null })),
  }));
  return { rows, shape };
}

describe.each(FORMATS)('PLY %s', (format) => {
  test.each(['\n', '\r\n', '\r'])('values and lists of every type are read as they were written, lines by %j', (newline) => {
    const random = new Random(`ply-data ${format} ${newline.length}`);
    for (let i = 0; i < 40; i++) {
      const { bytes, rows, shape } = written(random, format, newline);
      expect(readAll(bytes)).toEqual({ rows, shape });
    }
  });

  test('a last row that is not there, or not all of it, is missed, seed ply-cut', () => {
    const random = new Random(`ply-cut ${format}`);
    for (let i = 0; i < 40; i++) {
      const { bytes, rows } = written(random, format, '\n');
      if (rows.flat().length === 0) continue;
      const begin = new TextDecoder('latin1').decode(bytes).indexOf('end_header\n') + 'end_header\n'.length;
      // a text may lose digits without anybody noticing: all of its last line
      const end = format === 'ascii' ? bytes.lastIndexOf(10, bytes.length - 2) + 1 : begin + random.integer(bytes.length - begin);
      expect(() => readAll(bytes.slice(0, end))).toThrow(InputError);
      expect(() => readAll(Uint8Array.of(...bytes, 49))).toThrow(InputError);
    }
  });
});

test.each([
  ['element v 1\nelement v 1', 'a second element "v"'],
  ['property int x', 'a property before any element'],
  ['element v 1\nproperty int x\nproperty int x', 'a second property "x"'],
  ['element v 1\nproperty list float int x', 'must have an integer type'],
  ['element v 1\nproperty real x', '"real" is no PLY type'],
  ['element v -1', 'cannot have count -1'],
  ['element v 1.5', 'element "v"'],
  ['format ascii 1.0', 'a second format line'],
  ['vertices 3', 'is no PLY header line'],
])('a header that says %j is refused', (lines, words) => {
  const bytes = new TextEncoder().encode(`ply\nformat ascii 1.0\n${lines}\nend_header\n`);
  expect(() => readPlyHeader(bytes, 'a.ply')).toThrow(InputError);
  expect(() => readPlyHeader(bytes, 'a.ply')).toThrow(words);
});
