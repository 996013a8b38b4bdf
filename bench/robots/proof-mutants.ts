// Mutants of valid proofs: what is broken in structure must be rejected, what is broken in numbers, witnesses, tubes and windows wherever brute force
// finds it false; both checkers say the same of each.

import { Random } from '../../src/math/random.ts';
import { verifyProof } from '../../src/proof/index.ts';
import { byPython, hasPython } from '../../test/unit/proof/by-python.ts';
import { type Claim, tubeMutants, windowMutants, witnessMutants } from '../../test/unit/proof/claim-mutants.ts';
import { brokenLeaves, leafMutants, type Mutant, structuralMutants } from '../../test/unit/proof/proof-mutants.ts';
import { cubeLine, HEADER, type Line, proved } from '../../test/unit/proof/small-proof.ts';
import { isFalse, numericStepMutants, structuralStepMutants, validSteps } from '../../test/unit/proof/step-mutants.ts';
import { countOption, parseCommandLine } from '../shared/command-line.ts';
import { toMarkdown } from '../shared/table.ts';

export const PROOF_MUTANTS_USAGE = `proof-mutants  mutants of valid proofs: which are rejected, and do both checkers agree (the second one where there is Python 3.9)
  --proofs N             so many valid proofs of random motions (default 26: some 10,000 mutants)
  --leaves N             mutants of leaves of each (default 150)
  --steps N              so many valid proofs of steps of deforming meshes beside them (default 40: some 3,000 mutants)`;

const RESULTS = ['proven', 'refuted', 'malformed', 'undecided'] as const;
/** Rows of the table. */
const KINDS = [
  'structure (lines, keys, branches, bodies moved into each other)',
  'numbers of leaves, false by brute force',
  'numbers of leaves, none found false',
  'witnesses, false by brute force',
  'witnesses, not false',
  'tubes and uncertainty wider, false by brute force',
  'tubes and uncertainty wider, none found false',
  'windows wider, of nobody, or not near',
  'steps: structure',
  'steps: numbers, false by brute force',
  'steps: numbers, true',
] as const;
/** What must be rejected. */
const FALSE: readonly number[] = [0, 1, 3, 5, 7, 8, 9];
/** Of each claim that a leaf does not make: so many mutants, each of which may take so many pieces. */
const CLAIMS = 24;
const MOST_PIECES = 20_000;

export async function proofMutants(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['proofs', 'leaves', 'steps']);
  const random = new Random('proof mutants');
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let wrong = 0;
  const steps = validSteps('proofs of steps to be broken', countOption(line, 'steps', 40));
  const proofs = countOption(line, 'proofs', 26);
  for (let k = 0; k < proofs + steps.length; k++) {
    const all =
      k < proofs ? mutantsOf(validProof(random), random, countOption(line, 'leaves', 150), k) : stepMutants(steps[k - proofs], random);
    const texts = all.map(({ lines }) => lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
    const found: string[] = [];
    for (const text of texts) found.push((await verifyProof(text, { maxPieces: MOST_PIECES })).result);
    const other = hasPython ? byPython(texts, MOST_PIECES) : found;
    all.forEach(({ name, kind }, i) => {
      const isWrong = kind === -1 ? found[i] !== 'proven' : FALSE.includes(kind) && found[i] === 'proven';
      if (kind >= 0) add(`${kind} ${found[i]}`);
      if (kind >= 0 && found[i] !== other[i]) add(`${kind} differ`);
      if (!isWrong && found[i] === other[i]) return;
      wrong++;
      console.error(`proof ${k}, ${name}: ${found[i]}, by Python ${other[i]}`);
    });
    // it takes long: who ends it still has something
    console.error(`proof ${k}: ${[...counts].map(([key, count]) => `${key}: ${count}`).join(', ')}`);
  }
  const rows = KINDS.map((name, kind) => {
    const own = [...RESULTS, 'differ'].map((result) => counts.get(`${kind} ${result}`) ?? 0);
    return [name, own.slice(0, RESULTS.length).reduce((sum, one) => sum + one, 0), ...own];
  });
  const note = hasPython ? 'Both checkers asked.' : 'No Python 3.9: ONE CHECKER ALONE.';
  const columns = ['mutants of', 'mutants', ...RESULTS, 'checkers differ'];
  console.log(toMarkdown({ file: 'proof-mutants', title: 'Mutants of valid proofs', note, columns, rows }));
  if (wrong > 0) process.exitCode = 1;
}

/** A mutant, with the row of the table it belongs to; −1: none. */
type Judged = Mutant & { readonly kind: number };

function mutantsOf(valid: Line[], random: Random, count: number, number: number): Judged[] {
  const broken = [...structuralMutants(valid, random), ...movedInto(valid)].map((one) => ({ ...one, kind: 0 }));
  const leaves = leafMutants(valid, random, count);
  return [
    { name: 'valid', lines: valid, kind: -1 },
    ...broken,
    ...leaves.map((one) => ({ ...one, kind: brokenLeaves(one.lines, one.line) > 0 ? 1 : 2 })),
    ...claimed(witnessMutants(random, CLAIMS), 3),
    ...claimed(tubeMutants(random, CLAIMS), 5),
    ...(number % 4 === 0 ? claimed(windowMutants(random), 7) : []),
  ];
}

/** The proof itself, and mutants by whether they are false: of that kind, or the one behind it. */
function claimed({ valid, mutants }: { readonly valid: Line[]; readonly mutants: readonly Claim[] }, kind: number): Judged[] {
  return [{ name: 'valid', lines: valid, kind: -1 }, ...mutants.map((one) => ({ ...one, kind: one.isFalse ? kind : kind + 1 }))];
}

function stepMutants(valid: Line[], random: Random): Judged[] {
  const broken = structuralStepMutants(valid, random).map((one) => ({ ...one, kind: 8 }));
  const numbers = numericStepMutants(valid, random, 40).map((one) => ({ ...one, kind: isFalse(one.lines as Line[]) ? 9 : 10 }));
  return [{ name: 'valid', lines: valid, kind: -1 }, ...broken, ...numbers];
}

/** Cubes of which one goes between random poses, one turns on it, and one stands; two segments. */
function validProof(random: Random): Line[] {
  for (;;) {
    const pose = () => [...[0, 1, 2].map(() => random.range(-3, 3)), ...random.direction(), random.range(0.3, 1)];
    const poses = [pose(), pose(), pose()];
    const turns = [0, 1, 2].map(() => random.range(-2, 2));
    const bodies = ['a', 'b', 'c'].map((name, k) => ({ kind: 'body', name, shape: 0, frame: k - 1, solid: 'winding' }));
    try {
      return proved(
        [
          { ...HEADER, segments: 2, clearance: random.integer(3) / 8, inputs: [{ name: 'cell.json', sha256: 'ab'.repeat(32) }] },
          cubeLine(),
          { kind: 'frame', parent: -1, moves: 'free' },
          { kind: 'frame', parent: 0, at: [0, 0, 6, 0, 0, 0, 1], moves: 'revolute', axis: [...random.direction()], value: 0 },
          ...bodies,
          { kind: 'pair', a: 0, b: 1 },
          { kind: 'untested', a: [0], b: [2], by: 'test', why: 'far apart' },
          { kind: 'pair', a: 1, b: 2 },
        ],
        [0, 1].map((s) => ({
          kind: 'segment',
          values: [{ line: [turns[s], turns[s + 1]] }],
          motions: [{ between: [...poses[s], ...poses[s + 1]] }],
        })),
      );
    } catch (error) {
      // of motions that come too near its prover finds no leaves
      if (!(error instanceof Error && error.message === 'too near for this prover')) throw error;
    }
  }
}

/** The body that turns stands in the one that moves, larger than it, within it, or touching; a corner is far away. */
function movedInto(valid: readonly Line[]): Mutant[] {
  const turning = valid.findIndex(({ moves }) => moves === 'revolute');
  const shape = valid.findIndex(({ kind }) => kind === 'shape');
  const at = (z: number) => valid.with(turning, { ...valid[turning], at: [0, 0, z, 0, 0, 0, 1] });
  const corners = new Float64Array(new Uint8Array(Buffer.from(valid[shape].corners as string, 'base64')).buffer);
  const small = corners.map((x) => x / 4);
  const text = (values: Float64Array) => Buffer.from(values.buffer).toString('base64');
  const smaller = valid
    .with(turning, { ...valid[turning], at: [0, 0, 0, 0, 0, 0, 1] })
    .toSpliced(shape + 1, 0, { ...valid[shape], corners: text(small) })
    .map((line) => (line.kind === 'body' && line.name === 'b' ? { ...line, shape: 1 } : line));
  return [
    { name: 'a body moved into another one', lines: at(0.5) },
    { name: 'a body moved to where another one is', lines: at(0) },
    { name: 'a smaller body inside a solid', lines: smaller },
    { name: 'corners moved to both sides', lines: valid.with(shape, { ...valid[shape], corners: text(corners.map((x) => 20 * x)) }) },
  ];
}
