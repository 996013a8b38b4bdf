import type { OutputStream } from './streams.ts';

const MILLISECONDS_BETWEEN = 80;

/** One line of text that is written over and over, and removed at the end; nothing where there is no terminal. */
export class ProgressLine {
  private readonly stream: OutputStream | undefined;
  private drawnAt = 0;

  constructor(stream: OutputStream, wanted: boolean) {
    this.stream = wanted && stream.isTTY === true ? stream : undefined;
  }

  show(text: string): void {
    const now = performance.now();
    if (this.stream === undefined || now - this.drawnAt < MILLISECONDS_BETWEEN) return;
    this.drawnAt = now;
    this.stream.write(`\r${text}\x1b[K`);
  }

  clear(): void {
    if (this.drawnAt > 0) this.stream?.write('\r\x1b[K');
    this.drawnAt = 0;
  }
}
