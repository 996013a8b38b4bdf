/** Answers on their way through the store, where anybody may write: what does not count is removed, with a reason. */
import { InputError } from '../../math/input-error.ts';
import type { ChunkAnswer } from '../job/chunk.ts';
import { answerBytes, readAnswer, squeezed, unsqueezed } from './answer-bytes.ts';
import type { Link } from './link.ts';
import { QueueFault } from './queue-faults.ts';
import type { Refusal, Sealed } from './seal.ts';

type Ground = Pick<Link, 'store' | 'seal' | 'limits' | 'expire'>;

export interface NoAnswer {
  readonly why: string;
  /** There was none. */
  readonly isLost: boolean;
  /** Null where it was lost or damaged. */
  readonly refusal: Refusal | null;
}

const WORDS: Readonly<Record<Refusal, string>> = {
  unsigned: 'it is not signed with the key',
  foreign: 'another build of inbetween computed it',
  replayed: 'it answers another chunk',
  forged: 'its sign is not made with the key',
};

/** The answer that the store has to so many items. */
export async function storedAnswer(ground: Ground, about: Sealed, items: number): Promise<ChunkAnswer | NoAnswer> {
  const { store, limits } = ground;
  const bytes = await soundBytes(ground, about);
  if (!(bytes instanceof Uint8Array)) return bytes;
  try {
    return readAnswer(await unsqueezed(bytes, limits.answerBytes, `answer to ${about.chunk}`), items);
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof QueueFault) throw error;
    await store.remove('result', about.chunk);
    return { why: error.message, isLost: false, refusal: null };
  }
}

/** Whether the store has an answer that counts. */
export async function isAnswered(ground: Ground, about: Sealed): Promise<boolean> {
  if (!(await ground.store.has('result', [about.chunk]))[0]) return false;
  return (await soundBytes(ground, about)) instanceof Uint8Array;
}

/** The first that counts stays. */
export async function storeAnswer(ground: Ground, about: Sealed, answer: ChunkAnswer): Promise<void> {
  const { store, seal, limits, expire } = ground;
  const packed = answerBytes(answer);
  if (packed.length > limits.answerBytes)
    throw new InputError(`answer: ${packed.length} bytes are more than the ${limits.answerBytes} that are taken`);
  const sealed = seal.close(about, await squeezed(packed));
  if (await store.putOnce('result', about.chunk, sealed, expire)) return;
  // one that does not count is gone now
  if (!(await isAnswered(ground, about))) await store.putOnce('result', about.chunk, sealed, expire);
}

async function soundBytes({ store, seal, limits }: Ground, about: Sealed): Promise<Uint8Array | NoAnswer> {
  const stored = await store.get('result', about.chunk, limits.answerBytes);
  if (stored === null) return { why: 'the server lost its answer', isLost: true, refusal: null };
  const { bytes, refusal } = seal.open(about, stored);
  if (refusal === null) return bytes;
  await store.remove('result', about.chunk);
  return { why: `an answer was refused: ${WORDS[refusal]}`, isLost: false, refusal };
}
