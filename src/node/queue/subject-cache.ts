/** Subjects that a worker has at hand, up to so many bytes; what was not used for longest goes first. */
import { InputError } from '../../math/input-error.ts';
import { unsqueezed } from './answer-bytes.ts';
import { sha256 } from './chunk-bytes.ts';
import type { Store } from './store.ts';

export interface SubjectCacheOptions {
  readonly store: Store;
  /** Bytes of all together; the one in use stays even if it is larger. */
  readonly most: number;
  /** Bytes of one. */
  readonly mostEach: number;
  /** Called when a subject is let go. */
  readonly onForget: (id: string) => void;
}

export class SubjectCache {
  private readonly options: SubjectCacheOptions;
  /** Subjects kept, in the order of their last use. */
  private readonly kept = new Map<string, Uint8Array>();
  private readonly coming = new Map<string, Promise<Uint8Array>>();
  private bytes = 0;

  constructor(options: SubjectCacheOptions) {
    this.options = options;
  }

  /** Throws where the store has it not, or has something else. */
  async get(id: string): Promise<Uint8Array> {
    const kept = this.kept.get(id);
    if (kept !== undefined) {
      this.kept.delete(id);
      this.kept.set(id, kept);
      return kept;
    }
    let coming = this.coming.get(id);
    if (coming === undefined) {
      coming = this.load(id).finally(() => this.coming.delete(id));
      this.coming.set(id, coming);
    }
    return coming;
  }

  private async load(id: string): Promise<Uint8Array> {
    const { store, most, mostEach, onForget } = this.options;
    const stored = await store.get('subject', id, mostEach);
    if (stored === null) throw new Error(`subject ${id} is not in the store: never sent, or it ran out`);
    const bytes = await unsqueezed(stored, mostEach, `subject ${id}`);
    if (sha256(bytes) !== id) throw new InputError(`subject ${id}: its bytes are others than its name says`);
    this.kept.set(id, bytes);
    this.bytes += bytes.length;
    for (const [other, { length }] of this.kept) {
      if (this.bytes <= most || other === id) break;
      this.kept.delete(other);
      this.bytes -= length;
      onForget(other);
    }
    return bytes;
  }
}
