/**
 * What clients and workers share beside the queue: values that are written once, and small notes that run out. A value
 * is all there or not there at all, the first one written counts, and everything runs out some time after it was last
 * used, so that nobody has to tidy up.
 */

/** 'subject' and 'chunk' are named by their content, 'result' by the chunk that it answers. */
export type ValueKind = 'subject' | 'chunk' | 'result';

export interface Store {
  /** Which of them are there. */
  has(kind: ValueKind, ids: readonly string[]): Promise<readonly boolean[]>;
  /** Null where it is not there; throws where it is larger than `most` bytes. */
  get(kind: ValueKind, id: string, most: number): Promise<Uint8Array | null>;
  /** False where there was one already, which stays. */
  putOnce(kind: ValueKind, id: string, bytes: Uint8Array, seconds: number): Promise<boolean>;
  /** Keeps values for so many seconds from now on. */
  renew(kind: ValueKind, ids: readonly string[], seconds: number): Promise<void>;
  remove(kind: ValueKind, id: string): Promise<void>;
  /** A text in a group, in place of the one that had its name. */
  putNote(group: string, name: string, text: string, seconds: number): Promise<void>;
  /** Notes of a group that have not run out, by their names. */
  notes(group: string): Promise<readonly Note[]>;
  removeNotes(group: string): Promise<void>;
  /** Deletes what has run out, where the server does not do so itself. */
  sweep(): Promise<void>;
  /** Removes all that the namespace holds, queues too; how many things that were. */
  purge(): Promise<number>;
  close(): Promise<void>;
}

export interface Note {
  readonly name: string;
  readonly text: string;
  /** Milliseconds since it was written, by the server's clock. */
  readonly age: number;
}
