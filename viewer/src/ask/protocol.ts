/** What the page and its worker say to each other. */
import type { Clearance, ContactIntervals, InitialPair, Pose, SceneFirstContact, SceneFirstContactOptions } from 'inbetween';
import type { GpuMode, GpuUse } from 'inbetween/gpu';
import type { SceneStages } from 'inbetween/methods';
import type { VerdictRow } from 'inbetween/report';
import type { Problem, Source } from '../source/opened.ts';
import type { NamedOptions } from './chosen.ts';

/** A path by its number in the source, or one that was made in the page: one row a waypoint, of one robot. */
export type AskedPath = { readonly number: number } | { readonly robot: string; readonly waypoints: readonly (readonly number[])[] };

export type Question =
  /** `gpu`: who does the second stage of method 'interval'. Absent: the processor. */
  | { readonly kind: 'first'; readonly path: AskedPath; readonly options: NamedOptions; readonly gpu?: GpuMode }
  /** All stretches in contact, of each pair too. */
  | { readonly kind: 'stretches'; readonly path: AskedPath; readonly options: NamedOptions }
  | { readonly kind: 'clearance'; readonly path: AskedPath; readonly options: SceneFirstContactOptions }
  /**
   * Distances for the curve: at evenly spaced times, at waypoints, at `times` (contacts and what else was found), and where they are least in
   * between. Pairs of `initial` are left out until they are proven apart.
   */
  | {
      readonly kind: 'curve';
      readonly path: AskedPath;
      readonly samples: number;
      readonly times?: readonly number[];
      readonly initial?: readonly InitialPair[];
    }
  /** What the stages of method 'interval' make of one segment. */
  | { readonly kind: 'stages'; readonly path: AskedPath; readonly segment: number }
  | (Problem & { readonly kind: 'plan'; readonly seed: number })
  /** Random motions of one robot. `gpu` absent: 'auto'. */
  | { readonly kind: 'batch'; readonly robot: string; readonly count: number; readonly seed: number; readonly gpu?: GpuMode }
  /** A page in one file about an answer that is there already; `name`: of the path. */
  | {
      readonly kind: 'report';
      readonly path: AskedPath;
      readonly name: string;
      readonly options: NamedOptions;
      readonly result: SceneFirstContact;
      readonly milliseconds: number;
    };

export interface CurvePoint {
  readonly time: number;
  readonly distance: number;
}

export type Answer =
  | {
      readonly kind: 'first';
      readonly result: SceneFirstContact;
      readonly lastSafe: number | null;
      /** The verdict in words. */
      readonly rows: readonly VerdictRow[];
      readonly milliseconds: number;
      /** What graphics hardware did; absent: nobody asked for it. */
      readonly gpu?: GpuUse;
    }
  | { readonly kind: 'stretches'; readonly result: ContactIntervals; readonly milliseconds: number }
  | { readonly kind: 'clearance'; readonly result: Clearance; readonly milliseconds: number }
  | { readonly kind: 'curve'; readonly points: readonly CurvePoint[]; readonly milliseconds: number }
  | { readonly kind: 'stages'; readonly result: SceneStages; readonly milliseconds: number }
  | {
      readonly kind: 'plan';
      readonly status: string;
      /** Empty: none was found. */
      readonly waypoints: readonly (readonly number[])[];
      readonly milliseconds: number;
      /** Why none was found, in a sentence; '' where one was. */
      readonly why: string;
    }
  | { readonly kind: 'batch'; readonly counts: Readonly<Record<string, number>>; readonly gpu: GpuUse; readonly milliseconds: number }
  | { readonly kind: 'report'; readonly html: string; readonly milliseconds: number };

/** How far it is; parts of a tree that grows come with it, each a pair of configurations. */
export interface Progress {
  readonly done: number;
  /** 0: nobody knows. */
  readonly total: number;
  readonly words: string;
  readonly edges?: readonly (readonly [readonly number[], readonly number[]])[];
}

export type ToAsker =
  /** `page`: the address of the page, which addresses of files are below. */
  | { readonly kind: 'open'; readonly source: Source; readonly page?: string }
  /** An obstacle was moved in the page; for all questions from then on. */
  | { readonly kind: 'move'; readonly name: string; readonly pose: Pose }
  | { readonly kind: 'ask'; readonly number: number; readonly question: Question }
  /** Loses the graphics hardware as if its driver had been restarted, at once; for tests. */
  | { readonly kind: 'lose-graphics' };

export type FromAsker =
  | { readonly kind: 'opened' }
  | { readonly kind: 'progress'; readonly number: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: Answer }
  /** Where the number is null, the source failed. */
  | { readonly kind: 'failed'; readonly number: number | null; readonly message: string };
