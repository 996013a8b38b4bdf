import type { InputError } from '../../index.ts';
import type { PathCheck } from '../../node/job/check-path.ts';
import type { ReportedProof } from '../../report/index.ts';

/** A path that was asked for: what was found out, or why it could not be read. */
export type CheckedPath = {
  /** Name as the user knows it. */
  readonly name: string;
  /** The file that it stands in, as seen from here. */
  readonly file: string;
  /** What was written as its proof, in words; undefined: nothing. */
  readonly proof?: string;
  /** What a check of it found, where a page shows it. */
  readonly shown?: ReportedProof;
} & ({ readonly found: PathCheck; readonly error?: undefined } | { readonly found?: undefined; readonly error: InputError });
