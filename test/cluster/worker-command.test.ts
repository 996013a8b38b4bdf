/** The command itself, with its threads, on the example cell: what comes out is what one thread says. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/cli/version.ts';
import { readCell } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { cellAnswerer } from '../../src/node/job/answer-cell.ts';
import type { Chunk } from '../../src/node/job/chunk.ts';
import { packCell } from '../../src/node/job/packed-cell.ts';
import { buildHash } from '../../src/node/queue/build-hash.ts';
import { sha256 } from '../../src/node/queue/chunk-bytes.ts';
import { type ClusterQueue, openQueue } from '../../src/node/queue/open-queue.ts';
import { freePort, noRedis, startRedis, type TestServer } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { captured } from '../unit/cli/captured-run.ts';

describe.skipIf(noRedis !== undefined)(noRedis ?? 'inbetween worker', () => {
  let server: TestServer;
  let queue: ClusterQueue;
  beforeAll(async () => {
    server = await startRedis();
    const build = buildHash();
    queue = await openQueue(server.url, { version: `${packageVersion()}+${build.slice(0, 12)}`, build });
  });
  afterAll(async () => {
    await queue?.close();
    await server?.stop();
  });

  it('answers paths of a cell on its threads, reports what is wrong, and ends when it is told to', async () => {
    const subject = packCell(await readCell(files('examples/puma-cell'), 'cell.json'));
    const chunks = ['across', 'around'].map((name) => pathChunk(sha256(subject), `${name}.csv`));
    const evil = new TextEncoder().encode('{"format":"inbetween-packed-cell/1","file":"/etc/passwd"}');
    const poisoned = pathChunk(sha256(evil), 'across.csv');
    const port = await freePort();
    let numbers = '';
    const out: (string | null)[] = [];
    const reasons: string[] = [];
    const { code, stdout, stderr } = await captured(['worker', '--threads', '2', '--json', '--metrics', String(port)], {
      env: { INBETWEEN_QUEUE: server.url },
      untilInterrupted: async () => {
        const options = { job: 'puma', subject: (id: string) => (id === sha256(evil) ? evil : subject), look: 100 };
        for await (const { answer, reasons: why } of queue.submit([chunks[0], poisoned, chunks[1]], options)) {
          out.push(answer === null ? null : new TextDecoder().decode(answer.lines));
          reasons.push(...why);
        }
        // an answer is in the store before its worker counts it
        await until(async () => {
          numbers = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
          return /^inbetween_worker_items_total 2$/m.test(numbers);
        });
      },
    });
    const answer = cellAnswerer(subject);
    expect(out).toEqual([
      new TextDecoder().decode((await answer(chunks[0])).lines),
      null,
      new TextDecoder().decode((await answer(chunks[1])).lines),
    ]);
    expect(reasons.join()).toMatch(/for good: .*packed data/);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.flatMap(({ outcome = [] }) => outcome).sort()).toEqual(['answered', 'answered', 'failed']);
    expect(numbers).toMatch(/^inbetween_worker_chunks_total\{outcome="failed"\} 1$/m);
  });
});

function pathChunk(subject: string, name: string): Chunk {
  const data = new Uint8Array(readFileSync(`examples/puma-cell/${name}`));
  const ask = { method: 'auto', start: 'strict', limits: 'default', margin: true, all: false } as const;
  return { subject, kind: 'path', ask, columns: null, ids: [name], data, ends: Uint32Array.of(data.length) };
}
