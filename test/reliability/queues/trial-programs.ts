/** The command and its client as files that Node runs, with what they load beside them, as in the package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { wgslText } from '../../../scripts/build/wgsl-text.mjs';

export interface Programs {
  readonly folder: string;
  readonly command: string;
  readonly client: string;
  remove(): void;
}

/** `root`: of the repository; beside the packages that they load, `out` is nobody's. */
export async function bundlePrograms(root: string): Promise<Programs> {
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out', 'queue-trial-'));
  const cli = join(folder, 'cli');
  mkdirSync(join(folder, 'node'));
  cpSync(join(root, 'src/node/thread.generated.mjs'), join(folder, 'node/thread.generated.mjs'));
  await build({
    entryPoints: { main: join(root, 'src/cli/main.ts'), client: join(root, 'test/reliability/queues/client-program.ts') },
    outdir: cli,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    plugins: [wgslText],
    packages: 'external',
    logLevel: 'error',
  });
  return {
    folder,
    command: join(cli, 'main.mjs'),
    client: join(cli, 'client.mjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A program that runs, and what it says, line by line. */
export class Running {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  /** Its code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  code: number | NodeJS.Signals | undefined;

  /** `host`: as which machine it runs, with processes of its own as a container has; undefined: this one. */
  constructor(program: string, args: readonly string[], env: Readonly<Record<string, string>>, host?: string) {
    const node = [process.execPath, program, ...args];
    const named =
      host === undefined
        ? node
        : ['unshare', '-u', '-p', '-f', '--mount-proc', '--kill-child', 'sh', '-c', 'hostname "$0" && exec "$@"', host, ...node];
    this.child = spawn(named[0], named.slice(1), {
      env: { ...process.env, GITHUB_ACTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = [this.child.stdout, this.child.stderr].map(
      (input) =>
        new Promise<void>((resolve) =>
          createInterface({ input: input as NodeJS.ReadableStream })
            .on('line', (line) => this.lines.push(line))
            .once('close', resolve),
        ),
    );
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('exit', (code, signal) => {
        this.code = code ?? signal ?? -1;
        Promise.all(read).then(() => resolve(this.code as number));
      });
    });
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  said(words: RegExp): boolean {
    return this.lines.some((line) => words.test(line));
  }
}
