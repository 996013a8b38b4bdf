/**
 * Who vouches for an answer. In the store an answer stands behind a head: the build that computed it, the chunk that it
 * answers, and with a key the HMAC-SHA-256 of build, chunk, subject and answer. Guarantee: with a key only an answer is
 * opened whose sign was made with that key, by this build, for this chunk and subject; it is looked at before anything
 * in it is unpacked, in a time that does not depend on where signs differ. Without a key the head tells what is there
 * by mistake (another build, another chunk), and whoever can write to the store can still write anything.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Why an answer is not opened: no sign where there must be one; of another build; to another chunk; a wrong sign. */
export type Refusal = 'unsigned' | 'foreign' | 'replayed' | 'forged';

export const REFUSALS: readonly Refusal[] = ['unsigned', 'foreign', 'replayed', 'forged'];

/** What an answer is about. */
export interface Sealed {
  /** Hash of the chunk, in hexadecimal digits. */
  readonly chunk: string;
  /** Hash of its subject. */
  readonly subject: string;
}

/** The answer itself, or why not. */
export type Opened = { readonly bytes: Uint8Array; readonly refusal: null } | { readonly bytes: null; readonly refusal: Refusal };

export interface Seal {
  close(about: Sealed, answer: Uint8Array): Uint8Array;
  open(about: Sealed, stored: Uint8Array): Opened;
  /** Tells apart who has the same key and who has not, and nothing of the key; '' without one. */
  readonly name: string;
}

const HASH = 32;
/** Build, chunk, sign. */
const HEAD = 3 * HASH;
const UNSIGNED: Uint8Array = new Uint8Array(HASH);
/** Letters of `name`. */
const NAME = 12;

/** `build`: hash of what answers, 64 hexadecimal digits; `key`: of client and workers, null where there is none. */
export function sealOf(build: string, key: Uint8Array | null): Seal {
  const own = bytesOf(build);
  const sign = ({ chunk, subject }: Sealed, answer: Uint8Array): Uint8Array =>
    key === null
      ? UNSIGNED
      : createHmac('sha256', key)
          .update('inbetween answer\n')
          .update(own)
          .update(bytesOf(chunk))
          .update(bytesOf(subject))
          .update(answer)
          .digest();
  return {
    name: key === null ? '' : createHmac('sha256', key).update('inbetween queue\n').digest('hex').slice(0, NAME),
    close: (about, answer) => Buffer.concat([own, bytesOf(about.chunk), sign(about, answer), answer]),
    open: (about, stored) => {
      const refused = (refusal: Refusal): Opened => ({ bytes: null, refusal });
      if (stored.length < HEAD) return refused('unsigned');
      const signature = stored.subarray(2 * HASH, HEAD);
      if (key !== null && timingSafeEqual(signature, UNSIGNED)) return refused('unsigned');
      if (!timingSafeEqual(stored.subarray(0, HASH), own)) return refused('foreign');
      if (!timingSafeEqual(stored.subarray(HASH, 2 * HASH), bytesOf(about.chunk))) return refused('replayed');
      const bytes = stored.subarray(HEAD);
      return key === null || timingSafeEqual(signature, sign(about, bytes)) ? { bytes, refusal: null } : refused('forged');
    },
  };
}

/** Counts of each, for a start. */
export function noRefusals(): Record<Refusal, number> {
  return { unsigned: 0, foreign: 0, replayed: 0, forged: 0 };
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}
