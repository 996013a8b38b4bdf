/**
 * Called with segments of the path that are done, of all of them. Many questions go along the path several times:
 * `round` says the how-manieth time it is, from 1, and `done` begins anew with it. What throws ends the question.
 */
export type OnProgress = (done: number, total: number, round: number) => void;

/** Tells how far a question is, segment by segment; no clock is asked. */
export class PathProgress {
  private readonly onProgress: OnProgress;
  private readonly total: number;
  private round = 1;
  private last = 0;

  constructor(onProgress: OnProgress, total: number) {
    this.onProgress = onProgress;
    this.total = total;
  }

  /** So many segments are done. Said once in a round: no more than before is another round. */
  reached(done: number): void {
    if (done <= this.last) this.round++;
    this.last = done;
    this.onProgress(done, this.total, this.round);
  }
}
