/** Questions that somebody may no longer want the answers of. */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** What is needed of an `AbortSignal`. */
export interface BatchSignal {
  /** Whether nobody wants the rest. */
  readonly aborted: boolean;
  /** Why; answers end with it. */
  readonly reason?: unknown;
  /** Without it, it is looked at between tasks only. */
  addEventListener?(type: 'abort', listener: () => void): void;
  /** The counterpart. */
  removeEventListener?(type: 'abort', listener: () => void): void;
}

export class Aborted {
  private readonly signal: BatchSignal | undefined;
  private readonly listener: () => void;
  private fail: (reason: unknown) => void = () => {};
  private readonly failed: Promise<never>;

  constructor(signal: BatchSignal | undefined) {
    if (signal !== undefined && typeof signal?.aborted !== 'boolean')
      throw new InputError(`signal: must be an AbortSignal, got ${shownValue(signal)}`);
    this.signal = signal;
    this.failed = new Promise<never>((_, fail) => {
      this.fail = fail;
    });
    // nobody may be waiting when it comes
    this.failed.catch(() => undefined);
    this.listener = () => this.fail(this.reason());
    signal?.addEventListener?.('abort', this.listener);
  }

  /** Throws the reason where it was aborted. */
  check(): void {
    if (this.signal?.aborted) throw this.reason();
  }

  /** What is waited for, or the reason if that comes first. */
  before<T>(awaited: Promise<T>): Promise<T> {
    return this.signal === undefined ? awaited : Promise.race([awaited, this.failed]);
  }

  close(): void {
    this.signal?.removeEventListener?.('abort', this.listener);
  }

  private reason(): unknown {
    return this.signal?.reason ?? new InputError('the batch was aborted');
  }
}
