// Everything a fresh clone needs before it can run, done only where it is missing. Needs nothing but Node and npm.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  if (found === undefined && chosen === undefined && (await installByApt('Chromium', 'chromium'))) found = await findChromium();
  if (found === undefined) {
    const reason = chosen === undefined ? 'no Chromium here, and none could be installed' : `CHROME_PATH is '${chosen}'`;
    console.log(`${reason}: the browser tests do not run`);
  }
  return found;
}

/** Servers of queues that the tests of clusters start for themselves: by their package, the name people know, and where they are. */
const SERVERS = [
  [
    'redis-server',
    'Redis',
    () => ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].some(existsSync),
  ],
  ['postgresql', 'PostgreSQL', () => postgresPlaces().some(existsSync)],
];

/** Installs those of these names that are missing, where we may; resolves to the names of those that are missing still. */
export async function setupServers(titles) {
  const missing = [];
  for (const [name, title, isHere] of SERVERS) {
    if (!titles.includes(title) || isHere() || ((await installByApt(title, name)) && isHere())) continue;
    console.log(`no ${title} here, and it could not be installed (${name}): its tests of clusters do not run`);
    missing.push(title);
  }
  return missing;
}

function postgresPlaces() {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin', 'initdb')) : [];
  return [...installed, '/usr/local/bin/initdb', '/opt/homebrew/bin/initdb'];
}

async function installByApt(title, name) {
  const apt = await aptCommand();
  if (apt === undefined) return false;
  const [program, ...args] = [...apt, '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30'];
  // at level 1 packages do not start the services that they bring
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  updated ??= step('updating the list of packages (apt-get)', program, [...args, 'update'], { env, brief: true });
  await updated;
  const install = [...args, 'install', '-y', '--no-install-recommends', name];
  return step(`installing ${title} (apt-get, a minute or two)`, program, install, { env, brief: true });
}

/** Once is enough. */
let updated;

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
