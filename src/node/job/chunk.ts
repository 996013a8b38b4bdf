/**
 * A part of a job that one worker answers: many items, all about one subject and asked the same. Everything is in it
 * that an answer depends on, so that its content names it, here or on another machine.
 */
import type { ClearanceRules } from '../../index.ts';
import type { SceneMethodName } from '../../methods/index.ts';
import type { ArrivalsWish, LimitsWish } from './check-path.ts';

/** What is asked of every item. Whatever is left out is as the subject says, or the usual. */
export interface Ask {
  readonly method: SceneMethodName;
  readonly start: 'strict' | 'leaving';
  readonly tolerance?: number;
  readonly clearance?: number | ClearanceRules;
  /** Steps a search may take: the same everywhere. */
  readonly maxIterations?: number;
  /** Milliseconds an item may take; where it is over, answers differ from machine to machine. */
  readonly maxMilliseconds?: number;
  /** Joints beyond their limits, as `check --limits`. */
  readonly limits: LimitsWish;
  /** Wanted contacts that do not come about, as `check --arrivals`. Default 'error'. */
  readonly arrivals?: ArrivalsWish;
  /** Also the least distance along the way. */
  readonly margin: boolean;
  /** Also every stretch in contact. */
  readonly all: boolean;
  /** How much work reading an item may take. */
  readonly maxWork?: number;
  /** Also a proof of the first contact. */
  readonly proof?: true;
}

/**
 * How the data of an item are read. 'path': the bytes of a path file, or of one line of many plans. 'motion': a line of
 * numbers, from and to one after another, or JSON with `from` and `to`. 'query': the number of a query of the subject.
 * 'step': packed positions of two frames.
 */
export type ItemKind = 'path' | 'motion' | 'query' | 'step';

export interface Chunk {
  /** SHA-256 of the subject's bytes, in hexadecimal digits. */
  readonly subject: string;
  readonly kind: ItemKind;
  readonly ask: Ask;
  /** Names of the columns of 'motion' lines that have no names themselves; null: all values of the robots in order. */
  readonly columns: readonly string[] | null;
  /** One an item, as results name it: a file, `file:line`, or the id of a query. No two of a job are the same. */
  readonly ids: readonly string[];
  /** The data of all items, one after another. */
  readonly data: Uint8Array;
  /** Where those of each end. */
  readonly ends: Uint32Array;
}

/** What became of a chunk. */
export interface ChunkAnswer {
  /** One JSON line an item, in order, each with its end of line; nothing in it depends on the machine. */
  readonly lines: Uint8Array;
  /** One an item: the exit code that `check` would have. */
  readonly codes: Uint8Array;
  /** One an item: processor milliseconds that it took. */
  readonly milliseconds: Float64Array;
  /** Work in all, counted, the same on every machine. */
  readonly work: number;
  /** Where they were asked for. */
  readonly proofs?: ChunkProofs;
}

/** Proofs of items, compressed by gzip. What several of them say alike, as bodies of a scene, is sent once. */
export interface ChunkProofs {
  /** Parts, each whole lines, one after another: some of them one after another are a file. */
  readonly bytes: Uint8Array;
  /** Where each part ends. */
  readonly ends: Uint32Array;
  /** Three an item: the parts of its file, by their numbers; `NO_PART`: there is no proof of it. */
  readonly parts: Uint32Array;
}

export const NO_PART = 0xffffffff;
