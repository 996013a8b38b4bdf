import type { SceneNames } from '../../words/scene-verdict.ts';

/** How to call things of one cell, and what to say about its pairs. */
export interface CheckNames extends SceneNames {
  /** What is not tested, and why. */
  readonly allowed?: string;
  /** By robot, how to find out which of its links need no test. */
  readonly acmCommands?: Readonly<Record<string, string>>;
  /** By robot, the link at its base, where a virtual joint lets that move. */
  readonly looseBases?: Readonly<Record<string, string>>;
}
