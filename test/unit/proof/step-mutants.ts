/** Files about steps that are no proofs: mutants of a proof, and files made to do harm; and what brute force says of their problems. */
import type { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { recordProof } from '../../../src/prove/index.ts';
import type { StepQuery } from '../../../src/soft/index.ts';
import { bruteStep, type StepBody } from '../../property/brute-step.ts';
import { motionsOf } from '../../property/random-steps.ts';
import { stepCases } from '../../property/step-cases.ts';
import type { Mutant } from './proof-mutants.ts';
import { base64, type Line } from './small-proof.ts';

const put = (lines: readonly Line[], i: number, values: Line): Line[] => lines.with(i, { ...lines[i], ...values });
const streamOf = (bytes: readonly number[]): string => base64(Uint8Array.from(bytes));

/** The lines of a proof of a step. */
export function stepLines(query: StepQuery, motions: Parameters<StepQuery['firstContact']>[0], options: object = {}): Line[] {
  let text = '';
  const proof = recordProof((more) => {
    text += more;
  });
  query.firstContact(motions, { ...options, proof });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Proofs of random steps, free, in contact and overlapping. */
export function validSteps(seed: string, count: number): Line[][] {
  return stepCases(seed, count).map(({ query, bodies }) => stepLines(query, motionsOf(bodies)));
}

/** Keys without which the same line says something else that may be true. */
const OPTIONAL = ['after', 'cuts', 'until', 'startsFree', 'solid', 'name', 'radius', 'radii', 't'];

/** Dropped lines, branches, pairs and keys; streams cut, longer and of other operations; other ends; witnesses of other features. */
export function structuralStepMutants(valid: readonly Line[], random: Random): Mutant[] {
  const out: Mutant[] = [];
  const add = (name: string, lines: Line[]): void => void out.push({ name, lines });
  valid.forEach((line, i) => {
    add(`without line ${i}, ${line.kind}`, valid.toSpliced(i, 1));
    // a part of a stream in which nothing happens may stand twice
    add(`line ${i}, ${line.kind}, twice`, valid.toSpliced(i, 0, line));
    add(`another key in line ${i}`, put(valid, i, { extra: 1 }));
    for (const key of Object.keys(line).filter((one) => !OPTIONAL.includes(one))) {
      add(`line ${i} without ${key}`, put(valid, i, { [key]: undefined }));
      add(`line ${i}: ${key} null`, put(valid, i, { [key]: null }));
    }
    if (line.kind === 'mesh') add(`half a corner more in line ${i}`, put(valid, i, { after: base64(new Float64Array(2)) }));
    if (line.kind === 'pair') add(`line ${i} of another mesh`, put(valid, i, { b: 99 }));
    if (line.kind !== 'proof') return;
    const bytes = [...Buffer.from(line.stream as string, 'base64')];
    const change = (name: string, other: number[]): void => add(`${name} in line ${i}`, put(valid, i, { stream: streamOf(other) }));
    change('one operation more', [...bytes, 2]);
    change('an operation that is none', [11, ...bytes]);
    change('nothing proven', [3, ...bytes.slice(1)]);
    if (bytes.length === 0) return;
    for (let k = 0; k < 6; k++) change('a cut', bytes.slice(0, random.integer(bytes.length)));
    const at = random.integer(bytes.length);
    change('an operation left out', bytes.toSpliced(at, 1));
    const split = bytes.map((code) => (code === 2 ? 0 : code));
    if (bytes.includes(2)) change('a split of single triangles', split);
    change('a direction of 0', [10, 0, 0, 0]);
    add(`pair of line ${i} is another one`, put(valid, i, { pair: (line.pair as number) + 1 }));
  });
  const last = valid.length - 1;
  const { witness, status } = valid[last] as { witness?: Record<string, Line>; status: string };
  for (const other of ['free', 'contact', 'overlap', 'certain'])
    if (other !== status) add(`status ${other}`, put(valid, last, { status: other }));
  add('another format', put(valid, 0, { kind: 'inbetween-step-proof/2' }));
  add('a hash that is none', put(valid, 0, { inputs: [{ name: 'step.json', sha256: 'x' }] }));
  add('a time beyond the step', put(valid, 0, { until: 1.5 }));
  add('a time of too many bits', put(valid, 0, { until: 2 ** -121 }));
  if (witness?.a === undefined) return out;
  const other = (values: Line): Line[] => put(valid, last, { witness: { ...witness, ...values } });
  if ((valid[0].until as number) < 0.9) add('a witness far behind', other({ t: 1 }));
  add('a witness of one feature twice', other({ b: witness.a }));
  add('a witness without weights', other({ a: { ...witness.a, weights: (witness.a.weights as number[]).map(() => 0) } }));
  add('a witness of no corners', other({ a: { ...witness.a, corners: [] } }));
  add('a witness of corners beyond', other({ a: { ...witness.a, corners: [1e6], weights: [1] } }));
  return out;
}

/** Corners elsewhere, other ends, other operations, no tree of its own: many of them stay true. */
export function numericStepMutants(valid: readonly Line[], random: Random, count: number): Mutant[] {
  const meshes = valid.flatMap((line, i) => (line.kind === 'mesh' ? [i] : []));
  const proofs = valid.flatMap((line, i) => (line.kind === 'proof' && line.stream !== '' ? [i] : []));
  return Array.from({ length: count }, (_, k): Mutant => {
    const kind = random.integer(proofs.length > 0 ? 5 : 3);
    const i = random.pick(kind > 2 ? proofs : meshes);
    if (kind === 0) return { name: `${k}: another end`, lines: put(valid, 0, { until: random.next() }) };
    if (kind === 1 && valid[0].until !== undefined) return { name: `${k}: to the end`, lines: put(valid, 0, { until: undefined }) };
    if (kind <= 2) {
      const key = random.integer(2) === 0 || valid[i].after === undefined ? 'before' : 'after';
      const places = doublesOf(valid[i][key]);
      places[random.integer(places.length)] += random.pick([-1, 1]) * random.pick([0.01, 0.5, 2, 8]);
      return { name: `${k}: a corner elsewhere in line ${i}`, lines: put(valid, i, { [key]: base64(places) }) };
    }
    const bytes = [...Buffer.from(valid[i].stream as string, 'base64')];
    bytes[random.integer(bytes.length)] = random.integer(11);
    return { name: `${k}: another operation in line ${i}`, lines: put(valid, i, { stream: streamOf(bytes) }) };
  });
}

function doublesOf(text: unknown): Float64Array {
  return new Float64Array(new Uint8Array(Buffer.from(text as string, 'base64')).buffer);
}

/** Whether brute force finds that the problem of a file, without a clearance, is not as its verdict says. */
export function isFalse(lines: readonly Line[]): boolean {
  const pairs = lines.filter(({ kind }) => kind === 'pair') as { a: number; b: number }[];
  const tests = (i: number, j: number): boolean => pairs.some(({ a, b }) => (a === i && b === j) || (a === j && b === i));
  const bodies = lines
    .filter(({ kind }) => kind === 'mesh')
    .map(({ name, before, after = before, triangles }, i): StepBody => {
      const indices = new Uint32Array(new Uint8Array(Buffer.from(triangles as string, 'base64')).buffer);
      const mesh = new TriangleMesh(doublesOf(before), indices, { name: name as string });
      return { name: name as string, mesh, before: doublesOf(before), after: doublesOf(after), self: tests(i, i) };
    });
  const allowed = bodies.flatMap(({ name }, i) =>
    bodies.slice(0, i).flatMap((other, j) => (tests(i, j) ? [] : [[name, other.name] as const])),
  );
  const first = Math.min(...bruteStep(bodies, allowed).values());
  const { status } = lines[lines.length - 1];
  const until = lines[0].until as number | undefined;
  // the truth is the largest double that is not after the first contact
  return status === 'overlap' ? first > 0 : until === undefined ? first <= 1 : first < until;
}

/** Huge numbers, deep trees, claims without end. */
export function hostileSteps(valid: readonly Line[]): Mutant[] {
  const mesh = valid.findIndex(({ kind }) => kind === 'mesh');
  const with_ = (name: string, values: Line): Mutant => ({ name, lines: put(valid, mesh, values) });
  const many = new Uint32Array(3 * 5000);
  const line = { kind: 'mesh', name: 'm', before: base64(new Float64Array(9)), triangles: base64(many) };
  const head = { ...valid[0], until: undefined };
  const self = { kind: 'pair', a: 0, b: 0 };
  const free = { kind: 'verdict', status: 'free' };
  const tiny = Float64Array.from({ length: 9 }, (_, k) => (k % 2 === 0 ? 2 ** -1074 : 2 ** 299));
  return [
    with_('corners that are no numbers', { before: base64(new Float64Array(24).fill(Number.NaN)) }),
    with_('corners without end', { before: base64(new Float64Array(24).fill(1e308)) }),
    with_('triangles without corners', { triangles: base64(new Uint32Array([0, 1, 2 ** 31])) }),
    with_('no triangles', { triangles: '' }),
    with_('a tree as deep as its triangles', { triangles: base64(many), cuts: base64(new Uint8Array(4999).fill(1)) }),
    with_('cuts beyond', { cuts: base64(new Uint8Array([255, 255, 255, 255, 255, 255])) }),
    with_('radii that are not one for each', { radii: base64(new Float64Array(1000)) }),
    with_('a solid that is open', { solid: 'winding', triangles: base64(new Uint32Array([0, 1, 2])) }),
    { name: '10⁹ pairs claimed', lines: [head, line, self, { kind: 'proof', pair: 1e9, stream: '' }, free] },
    {
      name: 'numbers of all sizes',
      lines: [head, { ...line, before: base64(tiny), triangles: base64(new Uint32Array([0, 1, 2])) }, self, free],
    },
    {
      name: 'numbers of all sizes, proven',
      lines: [
        head,
        { ...line, before: base64(tiny), triangles: base64(new Uint32Array([0, 1, 2])) },
        self,
        { kind: 'proof', pair: 0, stream: '' },
        free,
      ],
    },
    { name: 'nothing tested', lines: [head, line, { kind: 'untested', a: 0, b: 0, by: 'x', why: 'y' }, free] },
    { name: 'no meshes', lines: [head, free] },
    {
      name: 'a bomb of operations',
      lines: [head, line, self, { kind: 'proof', pair: 0, stream: base64(new Uint8Array(2 ** 20).fill(2)) }, free],
    },
    {
      name: 'lines without operations',
      lines: [head, line, self, ...new Array<Line>(1000).fill({ kind: 'proof', pair: 0, stream: '' }), free],
    },
    { name: 'the end before the verdict', lines: [head, line, self] },
    { name: 'a step alone', lines: [head] },
  ];
}
