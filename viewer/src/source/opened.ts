/** What the viewer shows, wherever it came from. Page and worker open the same source, each for itself. */
import type { Scene, SceneMotions } from 'inbetween';

/** Where something came from: small enough for a message, and what is no file is small enough for a link. */
export type Source =
  | { readonly kind: 'gallery'; readonly id: string }
  | {
      readonly kind: 'files';
      /** By their paths, with forward slashes. */
      readonly files: Readonly<Record<string, Uint8Array>>;
      /** Which of them is opened: a cell, a robot, a scene, a mesh. */
      readonly main: string;
      /** Which of them is the path; null: the one that the cell names, or none. */
      readonly path: string | null;
      /** Which shapes of a robot are tested. */
      readonly geometry: 'collision' | 'visual';
    }
  /** Files of the server, below the address of the page. */
  | { readonly kind: 'address'; readonly main: string; readonly path: string | null };

/** One way in which everything moves. */
export interface OpenedPath {
  readonly name: string;
  readonly motions: SceneMotions;
}

export interface Opened {
  readonly title: string;
  readonly scene: Scene;
  /** The first is the one that is shown first; empty: it only stands there. */
  readonly paths: readonly OpenedPath[];
  /** Where each robot of the scene stands when no path is shown, in its order. */
  readonly starts: readonly (readonly number[])[];
  /** Named configurations of robots, by robot and name; may be empty. */
  readonly states: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  /** From here to there, where the source is a problem of planning; null otherwise. */
  readonly problem: { readonly robot: string; readonly start: readonly number[]; readonly goal: readonly number[] } | null;
  /** Which way is up. */
  readonly up: 'y' | 'z';
  readonly warnings: readonly string[];
}
