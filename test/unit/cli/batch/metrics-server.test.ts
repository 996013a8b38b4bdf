import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MetricsServer, serveMetrics } from '../../../../src/cli/batch/metrics-server.ts';
import { byteSize, metricsAddress } from '../../../../src/cli/terminal/option-values.ts';

let server: MetricsServer;
beforeAll(async () => {
  server = await serveMetrics({ host: '127.0.0.1', port: 0 }, () => 'numbers 1\n');
});
afterAll(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly text: string;
}

function asked(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('numbers at /metrics, for this machine and no page', async () => {
  expect(await asked('/metrics')).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', text: 'numbers 1\n' });
  expect(await asked('/metrics', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect((await asked('/')).status).toBe(404);
  expect((await asked('/metrics', {}, 'POST')).status).toBe(404);
  expect((await asked('/metrics', { host: 'evil.example' })).status).toBe(421);
  expect((await asked('/metrics', { origin: 'http://localhost' })).status).toBe(403);
});

test('a port that is in use is told', async () => {
  const port = Number(new URL(server.url).port);
  await expect(serveMetrics({ host: '127.0.0.1', port }, () => '')).rejects.toThrow(
    `--metrics 127.0.0.1:${port} is in use; choose another port`,
  );
});

test('addresses and sizes as people write them', () => {
  expect(metricsAddress('9464')).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(metricsAddress('0.0.0.0:9464')).toEqual({ host: '0.0.0.0', port: 9464 });
  expect(metricsAddress('[::1]:80')).toEqual({ host: '::1', port: 80 });
  for (const bad of ['', 'host', '70000', '1:2:3']) expect(() => metricsAddress(bad)).toThrow();
  expect([byteSize('512M'), byteSize('2g'), byteSize('1.5GiB'), byteSize('2097152')]).toEqual([2 ** 29, 2 ** 31, 1.5 * 2 ** 30, 2 ** 21]);
  for (const bad of ['', '5', 'M', '2X', '-1G']) expect(() => byteSize(bad)).toThrow();
});
