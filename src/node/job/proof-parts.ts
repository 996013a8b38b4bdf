/**
 * Proofs of a chunk's items as they travel: each in three parts, its header, its bodies, and all else. Bodies are the
 * same for items about one scene, so they are compressed and sent once. A file of several compressed parts is one
 * compressed file.
 */
import { gzipSync } from 'node:zlib';
import { InputError } from '../../math/input-error.ts';
import { type ProofRecorder, recordProof } from '../../prove/index.ts';
import { type ChunkAnswer, type ChunkProofs, NO_PART } from './chunk.ts';
import { joined, utf8 } from './result-line.ts';

/** Parts of a file. */
const PARTS = 3;
/** Characters that are compressed at once: what a long path has to say is held compressed only. */
const MOST_TEXT: number = 2 ** 22;
/** Characters that take about as long to write and to check as a node or a triangle takes to be looked at. */
const CHARACTERS = 8;
const BODIES = /^\{"kind":"(?:shape|frame|body)"/;

export class ProofParts {
  private readonly pieces: Uint8Array[] = [];
  private readonly parts: Uint32Array;
  /** Of the item at hand: its header; its bodies; what comes behind, and what of it is compressed. */
  private header = '';
  private bodies: string[] = [];
  private text: string[] = [];
  private length = 0;
  private packed: Uint8Array[] = [];
  private proof: ProofRecorder | null = null;
  /** The bodies of an item before, and their part. */
  private known: readonly string[] = [];
  private knownPart = NO_PART;

  constructor(items: number) {
    this.parts = new Uint32Array(PARTS * items).fill(NO_PART);
  }

  /** For an item; what one before has left is forgotten. */
  begin(): ProofRecorder {
    this.header = '';
    this.bodies = [];
    this.text = [];
    this.length = 0;
    this.packed = [];
    this.proof = recordProof((line) => this.take(line));
    return this.proof;
  }

  /** The item's proof is all there, if it has one; gives the work it was, counted. */
  end(item: number): number {
    const { facts } = this.proof as ProofRecorder;
    if (this.header === '') return 0;
    this.pack();
    const rest = joined(this.packed);
    if (!this.isKnown()) {
      this.known = this.bodies;
      this.knownPart = this.add(gzipSync(utf8(this.bodies.join(''))));
    }
    this.parts.set([this.add(gzipSync(utf8(this.header))), this.knownPart, this.add(rest)], PARTS * item);
    const said = this.bodies.reduce((sum, { length }) => sum + length, 0);
    return facts.leaves + Math.round((facts.characters - said) / CHARACTERS);
  }

  get all(): ChunkProofs {
    return { bytes: joined(this.pieces), ends: endsOf(this.pieces), parts: this.parts };
  }

  private take(line: string): void {
    if (this.header === '') this.header = line;
    else if (this.length === 0 && this.packed.length === 0 && BODIES.test(line)) this.bodies.push(line);
    else {
      this.text.push(line);
      this.length += line.length;
      if (this.length >= MOST_TEXT) this.pack();
    }
  }

  private pack(): void {
    if (this.length > 0 || this.packed.length === 0) this.packed.push(gzipSync(utf8(this.text.join(''))));
    this.text = [];
    this.length = 0;
  }

  private isKnown(): boolean {
    const { known, bodies } = this;
    return this.knownPart !== NO_PART && known.length === bodies.length && known.every((line, i) => line === bodies[i]);
  }

  private add(piece: Uint8Array): number {
    return this.pieces.push(piece) - 1;
  }
}

function endsOf(pieces: readonly Uint8Array[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(pieces, ({ length }) => {
    end += length;
    return end;
  });
}

/** The file of an item; null: there is none. */
export function proofOf({ bytes, ends, parts }: ChunkProofs, item: number): Uint8Array | null {
  const own = parts.subarray(PARTS * item, PARTS * (item + 1));
  if (own[0] === NO_PART) return null;
  return joined(Array.from(own, (part) => bytes.subarray(part === 0 ? 0 : ends[part - 1], ends[part])));
}

/** Of two answers one after the other; one of them may have none. */
export function bothProofs(answers: readonly Pick<ChunkAnswer, 'proofs' | 'codes'>[]): ChunkProofs {
  let [bytes, count] = [0, 0];
  const all = answers.map(
    ({ codes, proofs = { bytes: NONE, ends: NO_ENDS, parts: new Uint32Array(PARTS * codes.length).fill(NO_PART) } }) => {
      const [before, first] = [bytes, count];
      bytes += proofs.bytes.length;
      count += proofs.ends.length;
      return {
        bytes: proofs.bytes,
        ends: proofs.ends.map((end) => before + end),
        parts: proofs.parts.map((part) => (part === NO_PART ? part : first + part)),
      };
    },
  );
  const words = (key: 'ends' | 'parts') => Uint32Array.from(all.flatMap((one) => Array.from(one[key])));
  return { bytes: joined(all.map((one) => one.bytes)), ends: words('ends'), parts: words('parts') };
}

const NONE = new Uint8Array(0);
const NO_ENDS = new Uint32Array(0);

/** Throws where they are no proofs of so many items. */
export function checkProofs(given: unknown, items: number): void {
  const { bytes, ends, parts } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole =
    bytes instanceof Uint8Array &&
    ends instanceof Uint32Array &&
    parts instanceof Uint32Array &&
    parts.length === PARTS * items &&
    ends.every((end, i) => end <= bytes.length && (i === 0 || end >= ends[i - 1]));
  const isThere = (part: number): boolean => part < (ends as Uint32Array).length;
  if (!isWhole || !parts.every((part, i) => (parts[i - (i % PARTS)] === NO_PART ? part === NO_PART : isThere(part))))
    throw new InputError(`answer: its proofs are none of ${items} items`);
}
