/** What a pool and its workers say to each other. */
import { InputError } from '../math/input-error.ts';

export type ToWorker =
  | { readonly kind: 'subject'; readonly id: string; readonly bytes: Uint8Array }
  | { readonly kind: 'forget'; readonly id: string }
  | {
      readonly kind: 'task';
      readonly number: number;
      readonly service: string;
      readonly subject: string | null;
      readonly payload: unknown;
    }
  /** Nobody waits for the answer of that task any more. */
  | { readonly kind: 'stop'; readonly number: number };

export type FromWorker =
  /** The worker is loaded, and takes tasks. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly number: number; readonly value: unknown; readonly milliseconds: number }
  /** News from the middle of a task. */
  | { readonly kind: 'told'; readonly number: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly number: number; readonly fault: Fault };

/** An error as it travels. */
export interface Fault {
  /** The input is to blame, not the program. */
  readonly isInput: boolean;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly byte?: number;
  readonly stack?: string;
}

export function faultOf(error: unknown): Fault {
  if (error instanceof InputError) {
    const { message, file, line, byte } = error;
    return { isInput: true, message, file, line, byte };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { isInput: false, message, stack };
}

/** The error that it was; its message has the place in it already. */
export function errorOf({ isInput, message, file, line, byte, stack }: Fault): Error {
  if (isInput) return Object.assign(new InputError(message), { file, line, byte });
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
