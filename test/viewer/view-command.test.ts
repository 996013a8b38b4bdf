import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const CELL = 'examples/puma-cell/cell.json';
const ACROSS = 'examples/puma-cell/across.csv';
const out = mkdtempSync(join(tmpdir(), 'inbetween-view-'));

let running: Started | undefined;
beforeAll(built, BUILD_PATIENCE);
afterEach(async () => {
  await running?.interrupt();
  running = undefined;
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

/** The status for a Host that is not asked for by name. */
function statusFor(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url.replace(/#.*/, ''), { headers: { host } }, (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
  });
}

test('view: an address, the files of the cell, and an end by Ctrl-C', async () => {
  running = await started(['view', CELL, ACROSS, 'examples/puma-cell/around.csv', '--port', '0', '--no-open']);
  expect(running.stderr()).toBe('');
  const [first] = running.urls;
  expect(first).toMatch(/^http:\/\/localhost:\d+\/#source=address&main=files\/cell\.json&path=files\/across\.csv&path=files\/around\.csv$/);
  const read = async (path: string) => (await fetch(new URL(path, first))).text();
  expect(await read('files/cell.json')).toBe(readFileSync(join(ROOT, CELL), 'utf8'));
  expect(await read('files/meshes/post.obj')).toBe(readFileSync(join(ROOT, 'examples/puma-cell/meshes/post.obj'), 'utf8'));
  // the page as it was built, but for what it opens where its address names nothing
  const link = `<meta name="inbetween-link" content="${new URL(first).hash.replaceAll('&', '&amp;')}">`;
  const page = readFileSync(join(ROOT, 'dist/viewer/index.html'), 'utf8').replace('<head>', `<head>\n    ${link}`);
  expect([await read('/'), await read('/index.html')]).toEqual([page, page]);
  for (const outside of ['files/README.md', 'files/%2e%2e/README.md', 'package.json', 'files/..%2f..%2fpackage.json'])
    expect([outside, (await fetch(new URL(outside, first))).status]).toEqual([outside, 404]);
  expect(await statusFor(first, `evil.example:${new URL(first).port}`)).toBe(421);
  expect(await running.interrupt()).toBe(0);
  await expect(fetch(first)).rejects.toThrow();
});

test('view: a port that is in use is an error where it was asked for, and passed over where not', async () => {
  running = await started(['view', '--port', '0', '--no-open']);
  const { port } = new URL(running.urls[0]);
  await expect(started(['view', '--port', port, '--no-open'])).rejects.toThrow(`port ${port} is in use; choose another with --port`);
  const usual = await started(['view', '--no-open']);
  const other = await started(['view', '--no-open']);
  try {
    expect(new URL(other.urls[0]).port).not.toBe(new URL(usual.urls[0]).port);
  } finally {
    await usual.interrupt();
    await other.interrupt();
  }
});

test('view: what other machines reach comes with a warning; numbers are taken, names of others are not', async () => {
  running = await started(['view', CELL, '--host', '0.0.0.0', '--port', '0', '--no-open']);
  // it has a pipe of its own, which is read when it is
  await expect
    .poll(running.stderr, { timeout: 60_000 })
    .toMatch(/^warning: --host 0\.0\.0\.0: whoever reaches this machine over the network can have this page/);
  const [url] = running.urls;
  const { port } = new URL(url);
  const local = `http://127.0.0.1:${port}/`;
  for (const host of ['127.0.0.1', '192.168.1.7', 'localhost']) expect(await statusFor(local, `${host}:${port}`)).toBe(200);
  for (const host of ['evil.example', hostname() === '' ? 'x' : `${hostname()}.evil.example`])
    expect(await statusFor(local, `${host}:${port}`)).toBe(421);
});

test('view: an address that this machine does not have', async () => {
  await expect(started(['view', '--host', '203.0.113.7', '--no-open'])).rejects.toThrow(
    '--host 203.0.113.7: is no address of this machine',
  );
});

test('demo: the answers, the page that is written, and the viewer with it beside', async () => {
  running = await started(['demo', '--out', out, '--port', '0', '--no-open']);
  const report = readFileSync(join(out, 'report.html'), 'utf8');
  const said = running.stdout();
  expect(said).toMatch(/^CONTACT {2}across\.csv: workpiece touches post/m);
  const [viewer, page] = running.urls;
  expect(viewer).toMatch(/\/#source=address&main=files\/cell\.json&path=files\/across\.csv$/);
  expect(await (await fetch(viewer)).text()).toContain('content="#source=address&amp;main=files/cell.json&amp;path=files/across.csv"');
  expect(new URL(page).pathname).toBe('/report.html');
  const served = await fetch(page);
  expect(await served.text()).toBe(report);
  expect(served.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-.*frame-ancestors 'none'$/);
  expect(await running.interrupt()).toBe(0);
});
