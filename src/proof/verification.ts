/** What a check of a proof finds, whichever format it has; and what ends it before its last line. */
import type { Carried, Loose, Untested } from './problem.ts';
import type { ProofView } from './proof-view.ts';
import { list, type Row, rowOf, word } from './record.ts';
import { Malformed } from './shape.ts';
import type { Exempt } from './windows.ts';

/** A file that the problem was read from. */
export interface ProofInput {
  /** As the writer called it. */
  readonly name: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a check found. */
export interface Verification {
  /**
   * `proven`: what the file claims is true; `refuted`: it is not shown, a part of it is wrong; `undecided`: more work,
   * or finer numbers, would be needed.
   */
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  /** What was claimed; null where the file does not get that far. */
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved' | null;
  /** Why it is not proven; empty where it is. */
  readonly why: string;
  /** Path time up to which it is about, segment + fraction. */
  readonly time: number;
  /** Pairs that were tested; where bodies are carried, the most in any phase. */
  readonly pairs: number;
  /** What these stay farther apart than: the least and the largest of them all, whatever the header says. */
  readonly clearance: readonly [number, number];
  /** By how much more than the clearance a witness may be apart, where phases tell their own at most. */
  readonly tolerance: number;
  /** Names of the two bodies of the witness; null: there is none. */
  readonly witness: readonly [string, string] | null;
  /** Pairs that were not, and who said so. */
  readonly untested: readonly Untested[];
  /** Pairs that may touch for a while, and do: of that nothing is shown but that they are near. */
  readonly exempt: readonly Exempt[];
  /** What is carried where from when on. */
  readonly carried: readonly Carried[];
  /** What may be elsewhere than told: all is shown wherever it is within that. */
  readonly uncertain: readonly Loose[];
  /** How far coordinates of closures that are not solved may be from 0, the largest; 0 where nothing follows. */
  readonly closureError: number;
  /** Segments that the file has, and those of the whole path. */
  readonly segments: { readonly proven: number; readonly path: number };
  /** Bodies that are solids: only in those nothing may start. */
  readonly solids: number;
  /** The largest jump of a body between two segments; 0: there is none. */
  readonly largestGap: number;
  /** Units of the numbers here. */
  readonly units: Units;
  /** In how many segments joints were shown to follow a tool's way, or loops. */
  readonly followed: number;
  /** Files the problem was read from, by who wrote it. */
  readonly inputs: readonly ProofInput[];
  /** What was asked, in the words of who wrote it. */
  readonly question: string;
  /** Who wrote it, in their words. */
  readonly by: string;
  /** Leaves that were checked. */
  readonly leaves: number;
  /** Pieces of time into which they were cut. */
  readonly pieces: number;
  /** Units of work that it took (docs/proof-format.md, "Work"). */
  readonly work: number;
  /** Units of work that were allowed. */
  readonly maxWork: number;
  /** What is told beside it where it is about a step of deforming meshes. */
  readonly step?: StepFacts;
  /** How the proof covers time, where that was asked for. */
  readonly view?: ProofView;
}

/** What is told of a step of deforming meshes beside the rest. */
export interface StepFacts {
  /** That nothing goes through anything at the start was taken for granted. */
  readonly startsFree: boolean;
  /** The names of two of which the first starts inside the second, a solid; null: that is not what was claimed. */
  readonly inside: readonly [string, string] | null;
}

/** In what numbers are told. */
export interface Units {
  /** Clearance, tolerance, gaps, closure errors. */
  readonly length: 'as in the problem';
  /** What may be turned by more than told. */
  readonly angle: 'radians';
  /** Path time: whole numbers are ends of segments; of a step its share. */
  readonly time: 'segments' | 'steps';
}

export const UNITS: Units = { length: 'as in the problem', angle: 'radians', time: 'segments' };
export const TOO_MUCH_WORK: string = 'it takes more work than is allowed';

/** Not below a fixed number. */
export function toDouble(x: bigint): number {
  return x === 0n ? 0 : (Number(x) / 2 ** 120) * (1 + 2 ** -52);
}

/** Ends a check: what is left need not be read. */
export class Ended extends Error {
  readonly result: 'refuted' | 'undecided';
  constructor(result: 'refuted' | 'undecided', why: string) {
    super(why);
    this.result = result;
  }
}

/** Files that a header names. */
export function inputsOf(inputs: unknown): ProofInput[] {
  return list(inputs, 'inputs', 0, 10_000).map((input) => {
    const row: Row = rowOf(input, 'input', 'name sha256');
    if (!/^[0-9a-f]{64}$/.test(word(row.sha256, 'sha256'))) throw new Malformed('input: sha256 has not 64 digits');
    return { name: word(row.name, 'name'), sha256: row.sha256 as string };
  });
}
