import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { pageSite, type ServeLimits, type Serving, serve } from '../../../../src/cli/terminal/serve.ts';

const PAGE = '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:">hello';
/** So short that a test can wait for them. */
const SHORT = { headers: 80, idle: 150, whole: 1000, connections: 3 };

const servePage = (html: string, port: number, limits?: ServeLimits) => serve(pageSite('/', html), { port }, limits);

let served: Serving | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function asked(url: string, headers: Readonly<Record<string, string>> = {}, path = '/', method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method, headers, setHost: headers.host === undefined }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the page goes out with what it may do, and nothing may be guessed or framed', async () => {
  served = await servePage(PAGE, 0);
  const { status, headers, text } = await asked(served.url);
  expect([status, text]).toEqual([200, PAGE]);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(await asked(served.url, {}, '/', 'HEAD')).toMatchObject({ status: 200, text: '' });
  await served.close();
  served = await servePage('bare', 0);
  expect((await asked(served.url)).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('only by names of this machine: a name of others that leads here is refused (DNS rebinding)', async () => {
  served = await servePage(PAGE, 0);
  const { port } = new URL(served.url);
  for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
    expect([host, (await asked(served.url, { host })).status]).toEqual([host, 200]);
  for (const host of [
    '',
    'localhost',
    'localhost:1',
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `localhost:${port}.evil.example`,
    `0.0.0.0:${port}`,
  ])
    expect([host, (await asked(served.url, { host })).status]).toEqual([host, 421]);
});

test('not for requests of other pages', async () => {
  served = await servePage(PAGE, 0);
  const { port, origin } = new URL(served.url);
  expect((await asked(served.url, { origin })).status).toBe(200);
  for (const other of ['https://evil.example', 'null', `https://localhost:${port}`, 'http://localhost:1', `http://127.0.0.1:${port}`]) {
    const { status, text } = await asked(served.url, { origin: other });
    expect([other, status, text.includes('hello')]).toEqual([other, 403, false]);
  }
});

test('nothing else is here, however it is spelt', async () => {
  served = await servePage(PAGE, 0);
  for (const path of [
    '/etc/passwd',
    '/../../etc/passwd',
    '/%2e%2e/etc/passwd',
    '//',
    '/./',
    '/..%5c',
    '/\\..\\',
    '/index.html',
    'http://evil.example/',
    '*',
    '/%00',
  ])
    expect([path, (await asked(served.url, {}, path)).status]).toEqual([path, 404]);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) expect((await asked(served.url, {}, '/', method)).status).toBe(405);
  expect((await asked(served.url, {}, '/?x=/etc/passwd')).status).toBe(200);
});

describe('connections that come to nothing are cut', () => {
  /** Resolves with all that came, once the server has closed. */
  const cut = (url: string, text: string, { every = 0, reads = true } = {}): Promise<string> =>
    new Promise((resolve) => {
      const { port, hostname } = new URL(url);
      let came = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      const more = every === 0 ? undefined : setInterval(() => socket.writable && socket.write('x'), every);
      if (reads) socket.on('data', (piece) => (came += piece));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearInterval(more);
        resolve(came);
      });
    });

  test.each<[string, string, number]>([
    ['nothing is sent', '', 0],
    ['half a head', 'GET / HTTP/1.1\r\nHost: ', 0],
    ['a head that drips', 'GET / HTTP/1.1\r\nA: ', 20],
    ['a body that never ends', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n', 20],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00', 0],
  ])('%s', async (_, text, every) => {
    served = await servePage(PAGE, 0, SHORT);
    expect(await cut(served.url, text, { every })).not.toContain('hello');
  });

  /** One connection is allowed: the next is answered when the first is cut. */
  const answeredAfter = async (url: string, take: (socket: Socket) => void): Promise<Answer> => {
    const { port, hostname, host } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
    socket.on('error', () => undefined);
    socket.pause();
    // a busy machine may be so late that it is cut before
    await new Promise((resolve) => socket.once('readable', resolve).once('close', resolve));
    take(socket);
    const answer = await answeredAtLast(url);
    socket.destroy();
    return answer;
  };

  /** Who asks a server that waits so shortly may be cut off too, on a busy machine. */
  const answeredAtLast = async (url: string): Promise<Answer> => {
    for (;;) {
      const answer = await asked(url, {}, '/', 'HEAD').catch(() => undefined);
      if (answer?.status === 200) return answer;
      await setTimeout(10);
    }
  };

  test('a page that nobody takes, or takes byte by byte', async () => {
    served = await servePage(PAGE + 'x'.repeat(30_000_000), 0, { ...SHORT, connections: 1 });
    expect((await answeredAfter(served.url, () => undefined)).status).toBe(200);
    await served.close();
    served = await servePage(PAGE + 'x'.repeat(30_000_000), 0, { ...SHORT, idle: 100_000, whole: 200, connections: 1 });
    const bits: NodeJS.Timeout[] = [];
    expect((await answeredAfter(served.url, (socket) => bits.push(setInterval(() => socket.read(1), 20)))).status).toBe(200);
    for (const bit of bits) clearInterval(bit);
  });

  test('a head that is too long is refused', async () => {
    served = await servePage(PAGE, 0);
    expect((await asked(served.url, { long: 'x'.repeat(20_000) })).status).toBe(431);
  });

  test('more than so many at a time; then there is room again', async () => {
    served = await servePage(PAGE, 0, SHORT);
    const { url } = served;
    await Promise.all(Array.from({ length: 12 }, () => cut(url, '')));
    expect((await answeredAtLast(url)).status).toBe(200);
  });
});
