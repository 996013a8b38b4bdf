// The engines in which answers are compared: who is at hand, which version, and how each runs a program.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { runQuietly } from '../run.mjs';

/** What a browser is given before it is taken for dead. */
const PATIENCE_SECONDS = 1200;

/** No first-run pages, no traffic of its own, and no message that a script takes long. */
export const FIREFOX_SETTINGS = [
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['browser.aboutwelcome.enabled', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.telemetry.reportingpolicy.firstRun', false],
  ['app.update.enabled', false],
  ['app.normandy.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['dom.max_script_run_time', 0],
];

/** By name: path of the program, or undefined where it is not at hand. */
export async function findEngines() {
  return {
    node: process.execPath,
    chromium: await findChromium(),
    firefox: process.env.FIREFOX_PATH ?? inPath(['firefox-esr', 'firefox']),
    bun: process.env.BUN_PATH ?? inPath(['bun']),
  };
}

export async function versionOf(program) {
  const { stdout } = await runQuietly(program, ['--version']);
  return stdout.trim().split('\n').at(-1)?.trim() ?? '';
}

/** What a program with a console prints on its last line; what it says of its progress is passed on. */
export async function printedBy(program, file, args = []) {
  const child = spawn(program, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const parts = [];
  child.stdout.on('data', (part) => parts.push(part));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const stdout = Buffer.concat(parts).toString('utf8');
  if (code !== 0) throw new Error(`${program} ended with ${code}\n${stdout}`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** What a page posts that runs the file, in a browser started for it with a profile of its own. */
export async function postedBy(name, program, file) {
  const profile = mkdtempSync(join(tmpdir(), `inbetween-${name}-`));
  const { server, posted, address } = await serve(readFileSync(file));
  const args =
    name === 'firefox'
      ? ['--headless', '--no-remote', '--profile', profile, address]
      : [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`, address];
  if (name === 'firefox') {
    const lines = FIREFOX_SETTINGS.map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`);
    writeFileSync(join(profile, 'user.js'), lines.join(''));
  }
  // a group of its own: browsers have children
  const browser = spawn(program, args, { stdio: 'ignore', detached: process.platform !== 'win32' });
  const gone = new Promise((_, reject) => {
    browser.on('error', reject);
    browser.on('close', (code) => reject(new Error(`${name} ended with ${code} before it answered`)));
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} has not answered in ${PATIENCE_SECONDS} s`)), 1000 * PATIENCE_SECONDS);
  });
  try {
    return await Promise.race([posted, gone, late]);
  } finally {
    clearTimeout(timer);
    gone.catch(() => {});
    await end(browser);
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function end(browser) {
  if (browser.exitCode !== null || browser.pid === undefined) return undefined;
  const ended = new Promise((resolve) => browser.once('close', resolve));
  try {
    if (process.platform === 'win32') browser.kill();
    else process.kill(-browser.pid, 'SIGKILL');
  } catch {
    return undefined; // has ended by itself
  }
  return ended;
}

async function serve(program) {
  let hand;
  let fail;
  const posted = new Promise((resolve, reject) => {
    hand = resolve;
    fail = reject;
  });
  posted.catch(() => {});
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const parts = [];
      request.on('data', (part) => parts.push(part));
      request.on('end', () => {
        response.end();
        const content = JSON.parse(Buffer.concat(parts).toString('utf8'));
        if (request.url === '/hashes') hand(content);
        else fail(new Error(content));
      });
    } else if (request.url === '/program.mjs') {
      response.setHeader('Content-Type', 'text/javascript').end(program);
    } else {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><script type="module" src="/program.mjs"></script>');
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, posted, address: `http://127.0.0.1:${server.address().port}/` };
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
