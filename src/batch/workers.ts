/** What a pool needs of whoever starts workers: threads of Node, workers of a page, or a test. */

/** A worker that was started, as the one who started it sees it. */
export interface WorkerPort {
  /** Sends it a message, copied but for shared memory: what its worker loses is sent to another. */
  post(message: unknown): void;
  /** Sets who gets its messages; once, before the first is sent. */
  listen(listener: WorkerListener): void;
  /** Whether it has something to do: an idle one does not keep the program from ending. */
  hold(isBusy: boolean): void;
  /** Ends it at once, whatever it does. */
  end(): Promise<void>;
}

/** Who gets a worker's messages. */
export interface WorkerListener {
  /** Called with what the worker sent. */
  message(message: unknown): void;
  /** Called when the worker ended by itself, with the reason in words, such as out of memory. Nothing more comes. */
  ended(why: string): void;
}

/** Starts workers that answer for a `Batch`: `threads()` of `inbetween/node`, `webWorkers()` of `inbetween/page`. */
export interface Workers {
  /** How many there shall be. */
  readonly count: number;
  /** Whether memory can be shared with them: else each has a copy of the scene. */
  readonly shares: boolean;
  /** Starts one. */
  start(): WorkerPort;
}
