// Everything a fresh clone needs before it can run, done only where it is missing. Needs nothing but Node and npm.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { ROOT, runQuietly, step } from './run.mjs';

/** Dependencies and dist/; ends the process when one of them cannot be had. */
export async function setup() {
  if (!installed()) {
    const ok = await step('installing dependencies (npm ci)', 'npm', [
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (!ok) process.exit(1);
  }
  if (!(await buildIfStale())) process.exit(1);
}

/** Chromium for the browser tests: the one found, else the system's package where we may install it, else undefined. */
export async function setupChromium() {
  const found = await findChromium();
  if (found !== undefined || process.env.CHROME_PATH !== undefined) return found;
  const install = (await aptCommand()) ?? [];
  if (install.length > 0) {
    const [program, ...args] = install;
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await step('updating the package list (apt-get update)', program, [...args, 'update'], quiet);
    await step(
      'installing Chromium (apt-get, a minute or two)',
      program,
      [...args, 'install', '-y', '--no-install-recommends', 'chromium'],
      quiet,
    );
  }
  return findChromium();
}

/** Whether node_modules holds exactly the versions of package-lock.json: npm keeps a lock of what it installed there. */
function installed() {
  const kept = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(kept)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(kept, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => path === '' || optional || present[path]?.version === version);
}

async function aptCommand() {
  if ((await runQuietly('apt-get', ['--version'])).code !== 0) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  return (await runQuietly('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}
