/** How many questions make one task: enough that messages cost little, few enough that all workers end together. */
const MILLISECONDS = 25;
const MOST = 4096;

export class TaskSize {
  /** Questions in the next task. */
  count = 1;
  private each = 0;

  /** What so many took in their worker. */
  took(questions: number, milliseconds: number): void {
    const each = milliseconds / questions;
    this.each = this.each === 0 ? each : 0.7 * this.each + 0.3 * each;
    const wanted = Math.max(1, Math.min(MOST, Math.round(MILLISECONDS / Math.max(this.each, 1e-6))));
    // the first ones are slower than those that follow, and single ones say little
    this.count = Math.min(wanted, 4 * this.count);
  }
}
