/** Starts workers as processes of their own, and waits for what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { WorkerSettings } from './worker-program.ts';

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
}

export class WorkerProcess {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[] = [];
  readonly ended: Promise<number | NodeJS.Signals>;
  private waiting: (() => void)[] = [];

  private constructor(child: ChildProcess) {
    this.child = child;
    this.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? -1)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.lines.push(JSON.parse(line));
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  static async start(url: string, settings: WorkerSettings): Promise<WorkerProcess> {
    const args = [await program(), JSON.stringify(settings)];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, INBETWEEN_QUEUE: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return new WorkerProcess(child);
  }

  /** Resolves when it has said so many lines with that key since `from`. */
  async said(key: string, count = 1, from = 0): Promise<void> {
    while (this.lines.slice(from).filter((line) => key in line).length < count)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** In the middle of a chunk. */
  async inTheMiddle(): Promise<void> {
    await this.said('begin', 1, this.lines.length);
  }

  /** Chunks that it began with. */
  begun(): number {
    return this.lines.filter((line) => 'begin' in line).length;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }
}
