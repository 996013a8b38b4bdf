/**
 * Whether two files tell the same problem [docs/proof-format.md]: compared line by line, numbers exactly. Triangles may
 * stand in another order, in another tree. What proves something is passed over.
 */
import { createHash } from 'node:crypto';
import { type ProofRecorder, recordProof } from '../prove/index.ts';
import { entryOf } from '../words/entries.ts';

/** A line of the problem in a form that does not depend on who wrote it; large ones by a hash. */
export interface Told {
  readonly kind: string;
  readonly row: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Null: it tells nothing of the problem. */
function toldBy(line: string): Told | null {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch {
    return null;
  }
  const { kind, by: _, inputs: __, until: ___, ...row } = (given ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string' || kind === 'proof' || kind === 'verdict') return null;
  // of a pair that is not tested it counts who said so
  const told = kind === 'untested' ? { ...row, by: _ } : kind === 'shape' ? triangleSet(row) : row;
  return { kind, row: kind === 'shape' ? {} : told, text: digest(sorted({ kind, ...told })) };
}

/** What `ask` is about, as a proof of it tells that. */
export function problemTold(ask: (proof: ProofRecorder) => void): readonly Told[] {
  const out: Told[] = [];
  const take = (text: string): void => {
    for (const line of text.trimEnd().split('\n')) {
      const told = toldBy(line);
      if (told !== null) out.push(told);
    }
  };
  ask(recordProof(take, { only: 'problem' }));
  return out;
}

/** In what a proof's problem differs from the expected one, null: in nothing; and how many segments it has. */
export async function comparedProblem(
  proof: AsyncIterable<string>,
  expected: readonly Told[],
): Promise<{ readonly differs: string | null; readonly segments: number }> {
  let next = 0;
  let segments = 0;
  for await (const line of proof) {
    const own = toldBy(line);
    if (own === null) continue;
    const other = expected[next++];
    if (own.kind === 'segment') segments++;
    if (own.text !== other?.text) return { differs: difference(own, other), segments };
  }
  // a proof may end before the path does, as its verdict says
  const left = expected[next];
  const ends = left === undefined || ((left.kind === 'segment' || left.kind === 'phase') && segments > 0);
  return { differs: ends ? null : difference(null, left), segments };
}

/** Corners of every triangle with its radius, whatever order they stand in; of what is no shape, its line. */
function triangleSet(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return trianglesOf(row);
  } catch (error) {
    // lengths of arrays that are none
    if (error instanceof RangeError) return row;
    throw error;
  }
}

function trianglesOf({ corners, triangles, radius = 0, radii }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bytes = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'base64'));
  const three = new Uint32Array(bytes(triangles).buffer);
  const own = radii === undefined ? null : new Float64Array(bytes(radii).buffer);
  const set = Array.from({ length: three.length / 3 }, (_, i) => `${three.subarray(3 * i, 3 * i + 3).join(' ')} ${own?.[i] ?? radius}`);
  return { corners, set: set.sort().join(',') };
}

/** Keys in one order, so that texts of equal records are equal. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

function digest(text: string): string {
  return text.length < 200 ? text : createHash('sha256').update(text).digest('hex');
}

const ORDER = ['shape', 'frame', 'closure', 'body', 'phase', 'pair', 'untested', 'segment'];
const AS_ASKED = "verify reads them as 'inbetween check' does: give it the options that check was asked with";

function difference(proof: Told | null, files: Told | undefined): string {
  if (proof === null || (files !== undefined && ORDER.indexOf(files.kind) < ORDER.indexOf(proof.kind)))
    return `these files have a ${files?.kind} that the proof lacks`;
  const { kind, row } = proof;
  const name = typeof row.name === 'string' ? `'${row.name}'` : '';
  if (files === undefined || files.kind !== kind) return `the proof has a ${kind}${name && ' '}${name} that these files lack`;
  if (kind.startsWith('inbetween-proof')) {
    const keys = ['segments', 'clearance', 'tolerance', 'question'];
    const key = keys.find((one) => entryOf(row, one) !== entryOf(files.row, one)) ?? 'header';
    return `${key} is ${JSON.stringify(entryOf(row, key))} in the proof and ${JSON.stringify(entryOf(files.row, key))} by these files; ${AS_ASKED}`;
  }
  if (kind === 'pair' || kind === 'untested') return `other pairs are tested, or with another clearance; ${AS_ASKED}`;
  if (kind === 'phase') return 'something is held otherwise, or taken or laid down at another time';
  if (kind === 'segment') return 'the path is another one';
  if (kind === 'closure') return 'joints follow otherwise';
  if (kind === 'shape') return 'a body has another shape';
  if (row.name !== files.row.name) return `where the proof has ${name}, these files have '${files.row.name}'`;
  return kind === 'frame' ? `${name} stands, or moves, otherwise than in these files` : `the body ${name} is another one`;
}
