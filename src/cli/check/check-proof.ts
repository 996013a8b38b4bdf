import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ProofRecorder } from '../../prove/index.ts';
import type { ReportedProof } from '../../report/index.ts';
import { shownCount } from '../../words/shown-number.ts';
import { type KnownFiles, OutputFile, type OutputKind } from '../terminal/output-file.ts';
import { packageVersion } from '../version.ts';

const PROOF: OutputKind = { not: 'no earlier proof', mark: /^\{"kind":"inbetween-(step-)?proof\// };

/** Characters that are compressed at once: a compressed file may consist of several parts. */
const PART: number = 2 ** 22;

/** The file that an option names, and the proof that is written into it. */
export class ProofFile {
  readonly output: OutputFile;
  private readonly isCompressed: boolean;
  private parts: Uint8Array[] = [];
  private pending: string[] = [];
  private length = 0;

  constructor(path: string, option = '--proof') {
    this.isCompressed = /\.gz$/i.test(path);
    // whether something compressed is a proof does not show at its beginning
    this.output = new OutputFile(option, path, this.isCompressed ? undefined : PROOF);
  }

  /** Asks again, with the proof; what was written, in words. `files`: those that were read. */
  async record(ask: (proof: ProofRecorder) => void, files: Iterable<string>): Promise<string> {
    const inputs = await Promise.all([...files].map(async (name) => ({ name, sha256: await hashOf(name) })));
    const { recordProof } = await import('../../prove/index.ts');
    const proof = recordProof((text) => this.take(text), { by: `inbetween ${packageVersion()}`, inputs });
    ask(proof);
    this.flush();
    const { leaves, complete, status, time } = proof.facts;
    const bytes = this.parts.reduce((sum, { length }) => sum + length, 0);
    const claim = status === 'unresolved' ? `; it shows nothing behind path time ${time}` : '';
    const open = complete ? claim : '; some of it could not be proven, and is left open';
    return `${shownCount(leaves)} ${leaves === 1 ? 'leaf' : 'leaves'}, ${shownCount(bytes)} bytes${open}`;
  }

  /** Checks what was recorded, as `inbetween verify` does, and with what there is to draw of it. */
  async verified(): Promise<ReportedProof> {
    const { verifyProof } = await import('../../proof/index.ts');
    const hash = createHash('sha256');
    for (const part of this.parts) hash.update(part);
    const found = await verifyProof(this.lines(), { view: true });
    return { name: basename(this.output.path), sha256: hash.digest('hex'), by: `inbetween verify ${packageVersion()}`, found };
  }

  /** What was recorded; parts end with a line. */
  private *lines(): Generator<string> {
    for (const part of this.parts) yield* (this.isCompressed ? gunzipSync(part) : Buffer.from(part)).toString().trimEnd().split('\n');
  }

  async write(inputs: Iterable<string> | KnownFiles): Promise<void> {
    this.flush();
    await this.output.write(Buffer.concat(this.parts), inputs);
  }

  take(text: string): void {
    this.pending.push(text);
    this.length += text.length;
    if (this.length >= PART) this.flush();
  }

  private flush(): void {
    if (this.length === 0) return;
    const bytes = Buffer.from(this.pending.join(''));
    this.parts.push(this.isCompressed ? gzipSync(bytes) : bytes);
    this.pending = [];
    this.length = 0;
  }
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
