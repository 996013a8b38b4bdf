/** Who plans with several seeds at once: a `Batch` of the same scene is one. */
export interface PlanBatch {
  /** The scene whose paths are planned: the one that `plan` is given. */
  readonly scene: unknown;
  /** How many workers there are, and seeds are tried. */
  readonly size: number;
  /**
   * Has a worker do something about the scene.
   * @internal
   */
  task<T>(service: string, payload: unknown, options: RaceOptions): Promise<{ readonly value: T }>;
}

export interface RaceOptions {
  readonly onTold: (told: unknown) => void;
  readonly signal: RaceSignal;
}

/** What is needed of an AbortSignal. */
export interface RaceSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
