/**
 * Files that are no proofs: mutants of a proof, each without something that it needs, and files made to do harm.
 */
import type { Random } from '../../src/math/random.ts';
import { cubeLine, HEADER, type Line } from './small-proof.ts';

/** The line with other values; undefined is left out of JSON. */
const put = (lines: readonly Line[], i: number, values: Line): Line[] => lines.with(i, { ...lines[i], ...values });

export interface Mutant {
  readonly name: string;
  readonly lines: (Line | string)[];
}

/** Dropped branches, lines, pairs, bits of time; swapped and repeated ones; other shapes and other ends. */
export function structuralMutants(valid: readonly Line[], random: Random): Mutant[] {
  const out: Mutant[] = [];
  const add = (name: string, mutate: (lines: Line[]) => Line[]) => {
    out.push({ name, lines: mutate([...valid]) });
  };
  valid.forEach((line, i) => {
    add(`without line ${i}, ${line.kind}`, (lines) => lines.toSpliced(i, 1));
    if (line.kind !== 'shape' && line.kind !== 'frame') add(`line ${i}, ${line.kind}, twice`, (lines) => lines.toSpliced(i, 0, lines[i]));
    add(`another key in line ${i}`, (lines) => put(lines, i, { extra: 1 }));
    for (const key of Object.keys(line))
      if (!['solid', 'name', 'frame'].includes(key)) {
        add(`line ${i} without ${key}`, (lines) => put(lines, i, { [key]: undefined }));
        add(`line ${i}: ${key} null`, (lines) => put(lines, i, { [key]: null }));
      }
    if (line.kind !== 'proof') return;
    const bytes = [...Buffer.from(line.stream as string, 'base64')];
    const change = (name: string, other: number[]) =>
      add(`${name} in line ${i}`, (lines) => put(lines, i, { stream: Buffer.from(other).toString('base64') }));
    change('nothing', []);
    change('one byte more', [...bytes, 12]);
    change('an operation that is none', [128, ...bytes]);
    change('no direction', [0, 0, 0, 0]);
    for (let k = 0; k < 12; k++) {
      const at = Math.floor(random.next() * bytes.length);
      change(`cut at ${at}`, bytes.slice(0, at));
    }
    change('a split of a of which the second half is missing', [2, ...bytes]);
    change('the same of b', [3, ...bytes]);
    change('time that does not go on', [1, 1, 0, 0, 0, ...bytes]);
    add(`pair of line ${i} is another one`, (lines) => put(lines, i, { pair: 1 - (line.pair as number) }));
  });
  add('a body more', (lines) => lines.toSpliced(6, 0, { kind: 'body', name: 'd', shape: 0, frame: -1 }));
  add('a pair that is not tested and tested', (lines) => lines.toSpliced(7, 0, { kind: 'untested', a: [0], b: [1], by: 'x', why: 'y' }));
  add('lines in another order', (lines) => [...lines.slice(0, 3), ...lines.slice(3).reverse()]);
  add('another format', (lines) => put(lines, 0, { kind: 'inbetween-proof/2' }));
  add('a hash that is none', (lines) => put(lines, 0, { inputs: [{ name: 'cell.json', sha256: 'x' }] }));
  add('more segments', (lines) => put(lines, 0, { segments: 3 }));
  add('fewer segments', (lines) => put(lines, 0, { segments: 1 }));
  add('contact without a witness', (lines) => put(lines, lines.length - 1, { status: 'contact' }));
  add('a clearance that is not kept', (lines) => put(lines, 0, { clearance: 5 }));
  return out;
}

/** Deep trees, huge numbers, cut files, claims without end. */
export function hostileLines(): Mutant[] {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const chain = new Float64Array(3);
  const many = new Uint32Array(3 * 5000);
  const b64 = (data: Float64Array | Uint32Array | Uint8Array) => Buffer.from(data.buffer).toString('base64');
  const shape = (more: Line): Line => ({ ...cubeLine(), ...more });
  const lines = (name: string, ...given: (Line | string)[]): Mutant => ({ name, lines: [HEADER, ...given] });
  return [
    { name: 'nothing', lines: [] },
    { name: 'no JSON', lines: ['free'] },
    { name: 'brackets', lines: [deep] },
    { name: 'a record in a record', lines: [`{"kind":${deep}}`] },
    { name: 'the prototype', lines: [`{"__proto__":{"kind":"inbetween-proof/1"}}`] },
    { name: '10⁹ segments', lines: [{ ...HEADER, segments: 1e9 }] },
    lines('corners that are no numbers', shape({ corners: b64(new Float64Array(24).fill(Number.NaN)) })),
    lines('corners without end', shape({ corners: b64(new Float64Array(24).fill(1e308)) })),
    lines('triangles without corners', shape({ triangles: b64(new Uint32Array([0, 1, 2 ** 31])) })),
    lines('half a triangle', shape({ triangles: b64(new Uint32Array([0, 1])) })),
    lines('no base64', shape({ corners: 'AAA' })),
    lines('other letters', shape({ corners: '€AAA' })),
    lines('a tree as deep as its triangles', {
      kind: 'shape',
      corners: b64(chain),
      triangles: b64(many),
      cuts: b64(new Uint8Array(4999).fill(1)),
    }),
    lines('cuts beyond', shape({ cuts: b64(new Uint8Array([255, 255, 255, 255, 255, 255])) })),
    lines('cuts too few', shape({ cuts: b64(new Uint8Array([1])) })),
    lines('a frame on itself', { kind: 'frame', parent: 0 }),
    lines('a frame on a later one', { kind: 'frame', parent: 1 }, { kind: 'frame', parent: 0 }),
    lines('a quaternion of 0', { kind: 'frame', parent: -1, at: [0, 0, 0, 0, 0, 0, 0] }),
    lines('an axis of 0', { kind: 'frame', parent: -1, moves: 'revolute', axis: [0, 0, 0], value: 0 }),
    lines('10⁹ values', { kind: 'frame', parent: -1, moves: 'revolute', axis: [0, 0, 1], value: 1e9 }),
    lines('a body without a shape', { kind: 'body', name: 'a', shape: 0, frame: -1 }),
    lines('a motion without an end', { kind: 'frame', parent: -1, moves: 'free' }, '{"kind":"segment","motions":[{"between":[1e999]}]}'),
    lines(
      'an angle of 10³⁰⁰ turns',
      { kind: 'frame', parent: -1, moves: 'revolute', axis: [0, 0, 1], value: 0 },
      { kind: 'segment', values: [{ line: [0, 1e90] }] },
    ),
    lines('a time of nothing', { kind: 'segment', until: 2 ** -121 }),
    lines('no verdict', { kind: 'segment' }),
  ];
}
