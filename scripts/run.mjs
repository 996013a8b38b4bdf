// Runs a program and says calmly what takes long. All paths are the repository's.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** A program of a development dependency, by the file that its package.json names. */
export function tool(path) {
  return join(ROOT, 'node_modules', path);
}

/** Runs with the terminal's own input and output; resolves to the exit code (1 when it could not start or was killed). */
export function run(program, args, env = {}) {
  return finished(spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })).then(({ code }) => code);
}

/** Runs silently; resolves to the exit code and everything it wrote. */
export function runQuietly(program, args, env = {}) {
  return finished(spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } }));
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

function finished(child) {
  let output = '';
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout?.setEncoding('utf8').on('data', collect);
  child.stderr?.setEncoding('utf8').on('data', collect);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
