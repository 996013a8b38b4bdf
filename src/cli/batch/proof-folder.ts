/**
 * Proofs of a job's items, one file each in a folder, written before the item's line. Where they are verified, each is
 * held against the item and its line by this machine's threads; one that is false ends the run.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { InputError } from '../../index.ts';
import type { ChunkAnswer } from '../../node/job/chunk.ts';
import type { JobItem } from '../../node/job/job-item.ts';
import { proofOf } from '../../node/job/proof-parts.ts';
import { chunkOf } from '../../node/job/run/cut-chunks.ts';
import type { AnsweredItems } from '../../node/job/run/run-job.ts';
import type { ClaimedAnswer } from '../../node/job/verify-item.ts';
import { CodedError } from '../../words/coded-error.ts';
import { ANSWERS_DIFFER, CANNOT_RUN, type ExitCode, statusExitCode, worstExitCode } from '../../words/exit-code.ts';
import { counted } from '../../words/shown-number.ts';
import { writeText } from '../terminal/write-text.ts';
import type { BatchOptions } from './batch-options.ts';
import type { Engine } from './engine.ts';

/** Letters of a file's name but for its ending; file systems take 255. */
const LONGEST = 200;

export function refuseProofs({ proof, verify, gpu }: BatchOptions): void {
  if (verify && proof === undefined) throw new InputError('--verify is about proofs; give --proof FOLDER for them too');
  if (proof !== undefined && gpu) throw new InputError('--proof: what graphics hardware finds free has no proof; leave out --gpu');
}

export class ProofFolder {
  private readonly folder: string;
  private readonly engine: Pick<Engine, 'verify' | 'workers'> | null;
  private readonly note: (text: string, kind?: 'warning') => void;
  private readonly counts = { written: 0, proven: 0, open: 0, without: 0 };

  /** `engine`: who verifies them; null: nobody does. */
  constructor(folder: string, engine: Pick<Engine, 'verify' | 'workers'> | null, note: (text: string, kind?: 'warning') => void) {
    this.folder = folder;
    this.engine = engine;
    this.note = note;
  }

  /** Writes and verifies; codes are then no better than what is proven. */
  async take(found: AnsweredItems): Promise<AnsweredItems> {
    const { items, answer } = found;
    const { proofs: _, ...rest } = answer;
    const codes = Uint8Array.from(answer.codes);
    const claims = this.engine === null ? null : claimsOf(answer);
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < items.length) {
        const i = next++;
        const path = await this.write(items[i], answer, i);
        if (claims !== null) codes[i] = await this.verify(items[i], path, claims[i], codes[i]);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.engine?.workers ?? 1, items.length) }, work));
    return { ...found, answer: { ...rest, codes } };
  }

  summarize(): void {
    const { written, proven, open, without } = this.counts;
    const none = without === 0 ? '' : `, ${counted(without, 'item')} without`;
    if (this.engine === null) this.note(`${counted(written, 'proof')} in ${this.folder}${none}`);
    else this.note(`${counted(written, 'proof')} in ${this.folder}: ${proven} proven, ${open} not decided${none}`);
  }

  /** Null: the item has none. */
  private async write(item: JobItem, { proofs }: ChunkAnswer, i: number): Promise<string | null> {
    const bytes = proofs === undefined ? null : proofOf(proofs, i);
    if (bytes === null) {
      this.counts.without++;
      return null;
    }
    const path = join(this.folder, `${fileNameOf(item.id)}.proof.gz`);
    await writeText(path, bytes);
    this.counts.written++;
    return path;
  }

  private async verify(item: JobItem, path: string | null, claimed: ClaimedAnswer | null, code: number): Promise<number> {
    // what could not be read, or not be proven, says so in its line
    if (claimed === null || item.fault !== undefined || this.engine === null) return code > 3 ? code : CANNOT_RUN;
    const { result, why } = await this.engine.verify({ path, chunk: chunkOf([item]), claimed }, item.section.subject);
    if (result === 'refuted') throw isFalse(item, path === null ? why : `${path}: ${why}`);
    if (path === null) return code;
    if (result === 'proven') this.counts.proven++;
    else {
      this.counts.open++;
      this.note(`${item.id}: not decided by its proof: ${why}`, 'warning');
    }
    const least = statusExitCode(result === 'proven' ? (claimed.status as 'free') : 'unresolved');
    return code > 3 ? code : worstExitCode([code as ExitCode, least]);
  }
}

/** What lines claim; null: nothing, but that there is no answer. */
function claimsOf({ lines }: ChunkAnswer): readonly (ClaimedAnswer | null)[] {
  const texts = new TextDecoder().decode(lines).split('\n').slice(0, -1);
  return texts.map((text) => {
    let line: unknown = null;
    try {
      line = JSON.parse(text);
    } catch {
      // no line of anybody's, and so no claim
    }
    const { status, time = 0 } = (line ?? {}) as { readonly status?: unknown; readonly time?: unknown };
    return typeof status === 'string' && typeof time === 'number' ? { status, time } : null;
  });
}

function isFalse({ id }: JobItem, why: string): CodedError {
  return new CodedError(
    `${id}: ${why}. Whoever answered it, or writes to the store, is not to be trusted: see who, give a key (--key-file), remove what the server holds (--purge) and start again with --restart`,
    ANSWERS_DIFFER,
  );
}

/** The id with what names of files cannot hold as %XX; told apart where letters' cases, or its length, would be lost. */
export function fileNameOf(id: string): string {
  const known = id.replace(/[\ud800-\udfff]/gu, '_');
  const name = encodeURIComponent(known).replace(/[*!'()~]|^\.+/g, (letters) =>
    [...letters].map((letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`).join(''),
  );
  if (name.length <= LONGEST && id === known.toLowerCase()) return name;
  return `${name.slice(0, LONGEST)}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}
