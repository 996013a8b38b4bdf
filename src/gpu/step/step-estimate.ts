/** Who is faster with steps of this size: at first by what the check of the device took, later by what steps took. */
import type { StepCheck } from './step-check.ts';

type Side = 'gpu' | 'processor';
type Times = Record<Side, number | undefined>;

/** Sides whose estimates differ by less than this are both tried once. */
const CLOSE = 3;
/** How much the last step counts beside those before it. */
const NEW = 0.3;

export class StepEstimate {
  private readonly guess: Record<Side, number> = { gpu: Infinity, processor: 0 };
  private readonly triangles: number;
  /** Times of asking for all contacts, and for the first contact. */
  private readonly times: readonly [Times, Times] = [
    { gpu: undefined, processor: undefined },
    { gpu: undefined, processor: undefined },
  ];

  constructor(triangles: number) {
    this.triangles = triangles;
  }

  begin({ once, each, processorEach }: StepCheck): void {
    this.guess.gpu = once + each * this.triangles;
    this.guess.processor = processorEach * this.triangles;
  }

  took(side: Side, firstOnly: boolean, ms: number): void {
    const times = this.times[firstOnly ? 1 : 0];
    const before = times[side];
    // the first of a side pays for what is made once
    times[side] = before === undefined ? ms : before > 2 * ms ? ms : before + NEW * (ms - before);
  }

  chooses(firstOnly: boolean): Side {
    const times = this.times[firstOnly ? 1 : 0];
    const [gpu, processor] = [times.gpu ?? this.guess.gpu, times.processor ?? this.guess.processor];
    const isClose = gpu < CLOSE * processor && processor < CLOSE * gpu;
    if (isClose && times.gpu !== undefined && times.processor === undefined) return 'processor';
    if (isClose && times.processor !== undefined && times.gpu === undefined) return 'gpu';
    return gpu < processor ? 'gpu' : 'processor';
  }
}
