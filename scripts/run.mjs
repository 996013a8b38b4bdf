// Runs a program and says calmly what takes long. All paths are the repository's.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** A program of a development dependency, by the file that its package.json names. */
export function tool(path) {
  return join(ROOT, 'node_modules', path);
}

/** TypeScript's native compiler: a quarter of the processor time. Version 6 is for those that call it as a library. */
export const TSC = tool('typescript-7/bin/tsc');

/**
 * How to call npm: by Node where npm's own file is known, else by name. On Windows npm is a batch file, which Node starts in a shell only.
 * `npm_execpath` is what runs this script, which may be another package manager.
 */
export function npm(args) {
  const places = [process.env.npm_execpath, join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')];
  const file = places.find((place) => place !== undefined && basename(place) === 'npm-cli.js' && existsSync(place));
  if (file !== undefined) return [process.execPath, [file, ...args]];
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/c', 'npm', ...args]] : ['npm', [...args]];
}

/** Runs with the terminal's own input and output; resolves to the exit code (1 when it could not start or was killed). */
export function run(program, args, env = {}) {
  return finished(spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })).then(({ code }) => code);
}

/** Runs silently; resolves to the exit code, everything it wrote, and what of it was for programs (stdout). `options`: of spawn. */
export function runQuietly(program, args, env = {}, options = {}) {
  return finished(spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, ...options }));
}

/** One progress line for one quiet step: its name at once, its duration when done, its output only when it failed (not if brief). */
export async function step(title, program, args, { env = {}, brief = false } = {}) {
  process.stdout.write(`${title} ... `);
  const start = Date.now();
  const { code, output } = await runQuietly(program, args, env);
  process.stdout.write(code === 0 ? `${((Date.now() - start) / 1000).toFixed(1)} s\n` : `failed\n${brief ? '' : output}`);
  return code === 0;
}

/** The same for work of this process; what it throws makes it fail. */
export async function timed(title, work) {
  process.stdout.write(`${title} ... `);
  const start = Date.now();
  try {
    await work();
    process.stdout.write(`${((Date.now() - start) / 1000).toFixed(1)} s\n`);
    return true;
  } catch (error) {
    process.stdout.write(`failed\n${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

/** Whether a process is there, of whomever. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function finished(child) {
  let output = '';
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n`, stdout }));
    child.on('close', (code) => resolve({ code: code ?? 1, output, stdout }));
  });
}
