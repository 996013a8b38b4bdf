/** A task for whoever moves the tool: scrape the ridge of the workpiece from end to end, and never press harder than a limit. Knows no page. */
import type { Vec3 } from 'inbetween';
import { Quaternion, Vector3 } from 'three';
import { hullHeight } from '../../../scenes/soft/deforming-hull.ts';
import { DRILL_LENGTH } from '../../../scenes/soft/drill-motion.ts';
import type { OperatedFrame } from './operated-tool.ts';

/** Newtons. */
export const HARDEST = 5;
/** Below this nothing is scraped, newtons. */
const LEAST = 0.1;
/** The ridge: half its length and half its width, metres. */
const HALF_LENGTH = 0.06;
const HALF_WIDTH = 0.012;
const CELLS = 24;

/** What became of a piece of the ridge. */
export type Scraped = 'no' | 'well' | 'too hard';

export interface RidgeResult {
  /** From the first touch of the ridge until all of it was scraped. */
  readonly seconds: number;
  /** Newtons. */
  readonly hardest: number;
  readonly isPassed: boolean;
}

export class RidgeTask {
  /** One a piece, along x. */
  readonly cells: Scraped[] = Array.from({ length: CELLS }, () => 'no');
  /** What came of it; null: it is not done. */
  result: RidgeResult | null = null;
  private seconds = 0;
  private hardest = 0;

  /** Middles of the pieces, on the workpiece at rest. */
  static middles(): readonly Vec3[] {
    return Array.from({ length: CELLS }, (_, k): Vec3 => {
      const x = HALF_LENGTH * ((2 * k + 1) / CELLS - 1);
      return [x, 0, hullHeight(x, 0)];
    });
  }

  get done(): number {
    return this.cells.filter((cell) => cell !== 'no').length / CELLS;
  }

  /** Counts what one frame came to, so many seconds after the one before; after the end nothing counts. */
  take({ pose, force, level }: Pick<OperatedFrame, 'pose' | 'force' | 'level'>, seconds: number): void {
    if (this.result !== null) return;
    if (this.done > 0) this.seconds += seconds;
    const newtons = Math.hypot(...force);
    const [x, y] = tipOf(pose);
    const cell = Math.floor(((x / HALF_LENGTH + 1) * CELLS) / 2);
    if (level !== 'contact' || newtons < LEAST || Math.abs(y) > HALF_WIDTH || cell < 0 || cell >= CELLS) return;
    this.hardest = Math.max(this.hardest, newtons);
    if (newtons > HARDEST) this.cells[cell] = 'too hard';
    else if (this.cells[cell] === 'no') this.cells[cell] = 'well';
    if (this.done === 1) this.result = { seconds: this.seconds, hardest: this.hardest, isPassed: this.hardest <= HARDEST };
  }

  /** How it stands, in one sentence. */
  get words(): string {
    const { result } = this;
    if (result === null) return this.done === 0 ? 'Touch the ridge to begin.' : `${Math.round(100 * this.done)} % of the ridge is scraped.`;
    const how = `in ${result.seconds.toFixed(1)} s, at most ${result.hardest.toFixed(1)} N`;
    return result.isPassed ? `Done ${how}. Well scraped!` : `Done ${how}: harder than ${HARDEST} N. Once more?`;
  }
}

/** Where the working end of the tool is. */
export function tipOf({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: OperatedFrame['pose']): Vec3 {
  const end = new Vector3(0, 0, -DRILL_LENGTH / 2).applyQuaternion(new Quaternion(...quaternion));
  return [position[0] + end.x, position[1] + end.y, position[2] + end.z];
}
