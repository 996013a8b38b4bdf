import type { OutputStream } from './streams.ts';

const WIDTH = 28;
const MILLISECONDS_BETWEEN = 80;

/** One line that is drawn over and over, and removed at the end; nothing where there is no terminal. */
export class ProgressBar {
  private readonly stream: OutputStream | undefined;
  private readonly total: number;
  private drawnAt = 0;

  constructor(stream: OutputStream, total: number, wanted: boolean) {
    this.stream = wanted && stream.isTTY === true ? stream : undefined;
    this.total = total;
  }

  show(done: number, note = ''): void {
    const now = performance.now();
    if (this.stream === undefined || now - this.drawnAt < MILLISECONDS_BETWEEN) return;
    this.drawnAt = now;
    const filled = Math.round((WIDTH * done) / this.total);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    this.stream.write(`\r${bar} ${done} of ${this.total}${note && `  ${note}`}\x1b[K`);
  }

  clear(): void {
    if (this.drawnAt > 0) this.stream?.write('\r\x1b[K');
    this.drawnAt = 0;
  }
}
