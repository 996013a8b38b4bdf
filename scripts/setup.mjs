// Everything a fresh clone needs before it can run, done only where it is missing. Needs nothing but Node and npm.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { npm, ROOT, runQuietly, step } from './run.mjs';

/** Dependencies, then dist/; resolves to false when one of them cannot be had. */
export async function setup() {
  return (await installDependencies()) && (await buildIfStale());
}

export async function installDependencies() {
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  return installed() || step('installing dependencies (npm ci)', ...npm(['ci', ...quiet]));
}

/**
 * Chromium for the browser tests: the one found, else the system's package where we may install it. Where there is none,
 * says so in one line and resolves to undefined.
 */
export async function setupChromium() {
  let found = await findChromium();
  const chosen = process.env.CHROME_PATH;
  if (found === undefined && chosen === undefined && (await installChromium())) found = await findChromium();
  if (found === undefined) {
    const reason = chosen === undefined ? 'no Chromium here, and none could be installed' : `CHROME_PATH is '${chosen}'`;
    console.log(`${reason}: the browser tests do not run`);
  }
  return found;
}

async function installChromium() {
  const apt = await aptCommand();
  if (apt === undefined) return false;
  const [program, ...args] = [...apt, '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await step('updating the list of packages (apt-get)', program, [...args, 'update'], { env, brief: true });
  const install = [...args, 'install', '-y', '--no-install-recommends', 'chromium'];
  return step('installing Chromium (apt-get, a minute or two)', program, install, { env, brief: true });
}

/** Whether node_modules holds exactly the versions of package-lock.json: npm keeps a lock of what it installed there. */
function installed() {
  const kept = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(kept)) return false;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(kept, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional }]) => path === '' || optional || present[path]?.version === version);
}

/** How to call apt-get with the right to install, or undefined. */
async function aptCommand() {
  if (process.platform !== 'linux') return undefined;
  if ((await runQuietly('apt-get', ['--version'])).code !== 0) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  return (await runQuietly('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}
