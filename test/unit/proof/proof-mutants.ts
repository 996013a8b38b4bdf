/**
 * Files that are no proofs: mutants of a proof, each without something that it needs, and files made to do harm.
 */
import type { Random } from '../../../src/math/random.ts';
import type { Row } from '../../../src/proof/record.ts';
import type { Shape } from '../../../src/proof/shape.ts';
import { cubeLine, HEADER, type Line, problemOf } from './small-proof.ts';

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

/** Leaves with another direction, or another end, or for other triangles: many of them stay true. */
export function leafMutants(valid: readonly Line[], random: Random, count: number): (Mutant & { readonly line: number })[] {
  const proofs = valid.flatMap((line, i) => (line.kind === 'proof' ? [i] : []));
  return Array.from({ length: count }, (_, k) => {
    const i = proofs[Math.floor(random.next() * proofs.length)];
    const stream = Buffer.from(valid[i].stream as string, 'base64');
    const leaves = leavesOf(stream);
    const { at, isTimed } = leaves[Math.floor(random.next() * leaves.length)];
    const change = Math.floor(random.next() * 3);
    if (isTimed && change === 0) stream[at + 4] = Math.floor(random.next() * 256);
    else stream.writeInt8(Math.floor(random.next() * 255) - 127, at + 1 + Math.floor(random.next() * 3));
    return { name: `leaf mutant ${k}, line ${i}, byte ${at}`, line: i, lines: put(valid, i, { stream: stream.toString('base64') }) };
  });
}

/** Where leaves of a stream of `small-proof.ts` begin. */
function leavesOf(stream: Uint8Array): { readonly at: number; readonly isTimed: boolean }[] {
  const out = [];
  for (let at = 0; at < stream.length; at += stream[at] > 1 ? 1 : 4 + stream[at])
    if (stream[at] < 2) out.push({ at, isTimed: stream[at] === 1 });
  return out;
}

/** How many leaves some instant shows to be false, by doubles at 33 of them; corners by more than 10⁻⁹. `proof`: the line that is looked at. */
export function brokenLeaves(lines: readonly (Line | string)[], proof: number): number {
  const given = lines as readonly Line[];
  const first = given.findIndex(({ kind }) => kind === 'segment');
  const problem = problemOf(given.slice(0, first));
  let frames = problem.segment(given[first] as Row).frames;
  let broken = 0;
  for (const line of given.slice(first)) {
    if (line.kind === 'segment' && line !== given[first]) frames = problem.segment(line as Row).frames;
    if (line !== given[proof]) continue;
    const { a, b } = problem.pairs[line.pair as number];
    const bodies = [problem.bodies[a], problem.bodies[b]];
    const stream = Buffer.from(line.stream as string, 'base64');
    const stack = [{ nodes: [0, 0], t: 0 }];
    for (let at = 0; at < stream.length; ) {
      const top = stack.pop();
      if (top === undefined) break;
      const code = stream[at];
      if (code > 1) {
        for (const child of [...bodies[code - 2].shape.children(top.nodes[code - 2])].reverse())
          stack.push({ nodes: top.nodes.with(code - 2, child), t: top.t });
        at++;
        continue;
      }
      const n = [1, 2, 3].map((k) => stream.readInt8(at + k));
      const end = code === 1 ? stream[at + 4] / 256 : 1;
      if (code === 1) stack.push({ nodes: top.nodes, t: end });
      at += 4 + code;
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k <= 32; k++) {
        const t = BigInt((top.t + ((end - top.t) * k) / 32) * 2 ** 120);
        const [high, low] = bodies.map(({ shape, frame }, side) => {
          const pose = frames.poseAt(frame, -1, t);
          const [R, p] = [pose.R, pose.p].map((all) => all.map((x) => Number(x) / 2 ** 120));
          const along = trianglesOf(shape, top.nodes[side]).flatMap((triangle) => {
            const c = shape.cornersOf(triangle).map((x) => Number(x) / 2 ** 120);
            return [0, 3, 6].map((o) =>
              n.reduce((sum, x, i) => sum + x * (R.slice(3 * i, 3 * i + 3).reduce((s, r, j) => s + r * c[o + j], 0) + p[i]), 0),
            );
          });
          return side === 0 ? Math.max(...along) : Math.min(...along);
        });
        least = Math.min(least, low - high);
      }
      if (least < -1e-9) broken++;
    }
  }
  return broken;
}

function trianglesOf(shape: Shape, node: number): number[] {
  return shape.isLeaf(node) ? [shape.triangleOf(node)] : shape.children(node).flatMap((child) => trianglesOf(shape, child));
}
