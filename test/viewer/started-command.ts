import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BUILD_PATIENCE, built, ROOT } from '../package/installed-package.ts';

export { BUILD_PATIENCE, built, ROOT };

/** A command that runs on. */
export interface Started {
  /** All addresses that it printed. */
  readonly urls: readonly string[];
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** As Ctrl-C does; gives the exit code. */
  readonly interrupt: () => Promise<number | null>;
}

/** Runs it until it says where to look. */
export async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, CI: '', NO_COLOR: '1', ...env },
  });
  let [out, err] = ['', ''];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stderr?.setEncoding('utf8').on('data', (text) => (err += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      out += text;
      if (out.includes('(Ctrl-C ends)') && out.endsWith('\n')) resolve();
    });
    void ended.then((code) => reject(new Error(`ended with ${code}\n${out}${err}`)));
  });
  return {
    urls: [...out.matchAll(/http:\/\/\S+/g)].map(([url]) => url),
    stdout: () => out,
    stderr: () => err,
    interrupt: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
