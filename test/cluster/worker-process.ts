/** Starts workers as processes of their own, and waits for what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { WorkerSettings } from './worker-program.ts';

/** As the program of the worker takes it. */
const HOLD = 'SIGUSR2';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let bundled: Promise<string> | undefined;

/** Beside the packages that it loads; `out` is nobody's. */
function program(): Promise<string> {
  bundled ??= (async () => {
    const outfile = join(ROOT, 'out', `test-worker-${process.pid}.mjs`);
    mkdirSync(join(ROOT, 'out'), { recursive: true });
    const entry = join(ROOT, 'test', 'cluster', 'worker-program.ts');
    await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' });
    return outfile;
  })();
  return bundled;
}

/** When no more will be started. */
export async function removeProgram(): Promise<void> {
  if (bundled !== undefined) rmSync(await bundled, { force: true });
  bundled = undefined;
}

export class WorkerProcess {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[] = [];
  /** When all that it said has been read, too. */
  readonly ended: Promise<number | NodeJS.Signals>;
  private waiting: (() => void)[] = [];

  private constructor(child: ChildProcess) {
    this.child = child;
    const reader = createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.lines.push(JSON.parse(line));
      for (const wake of this.waiting.splice(0)) wake();
    });
    const read = new Promise((resolve) => reader.once('close', resolve));
    this.ended = new Promise((resolve) => child.once('exit', (code, signal) => read.then(() => resolve(code ?? signal ?? -1))));
  }

  static async start(url: string, settings: WorkerSettings): Promise<WorkerProcess> {
    const args = [await program(), JSON.stringify(settings)];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, INBETWEEN_QUEUE: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new WorkerProcess(child);
  }

  /** The first line that it says from line `from` on and that is so. */
  async said(isSo: (line: Record<string, unknown>) => boolean, from = 0): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.lines.slice(from).find(isSo);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Has it stay in the middle of the chunks that it begins from now on; resolves to the id of the first item of the first of them. */
  async hold(): Promise<string> {
    const from = this.lines.length;
    this.signal(HOLD);
    return String((await this.said((line) => 'held' in line, from)).held);
  }

  /** It goes on with them. */
  letGo(): void {
    this.signal(HOLD);
  }

  /** Chunks that it began with. */
  begun(): number {
    return this.lines.filter((line) => 'begin' in line).length;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }
}
