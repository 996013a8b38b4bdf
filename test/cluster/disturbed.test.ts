/** Ten thousand motions over four worker processes while everything goes wrong that may: nothing lost, nothing double. */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMAT, sha256 } from '../../src/node/queue/chunk-bytes.ts';
import { type ClusterQueue, openQueue } from '../../src/node/queue/open-queue.ts';
import type { Collected } from '../../src/node/queue/submit.ts';
import { noPostgres, noRedis, PASSWORD, startPostgres, startRedis, type TestServer } from '../support/servers.ts';
import { answerBoxes, boxChunks, POST } from './box-answers.ts';
import { openGround } from './open-ground.ts';
import { removeProgram, WorkerProcess } from './worker-process.ts';

const CHUNKS = 200;
const EACH = 50;
const SETTINGS = { version: '0.0.1-test', lock: 1500, stalled: 300, pause: 30 };

afterAll(removeProgram);

describe.each([
  ['Redis', noRedis, startRedis],
  ['PostgreSQL', noPostgres, startPostgres],
] as const)('a disturbed cluster on %s', (_, why, start) => {
  describe.skipIf(why !== undefined)(why ?? 'with a server of its own', () => {
    let server: TestServer;
    let queue: ClusterQueue;
    const notes: string[] = [];
    const workers: WorkerProcess[] = [];

    beforeAll(async () => {
      server = await start();
      queue = await openQueue(server.url, { version: SETTINGS.version, onNote: (note) => notes.push(note) });
    });
    afterAll(async () => {
      for (const worker of workers) worker.signal('SIGKILL');
      await queue?.close();
      await server?.stop();
    });

    it('answers all as one thread does, each once, in order', async () => {
      for (let i = 0; i < 4; i++) workers.push(await WorkerProcess.start(server.url, SETTINGS));
      await Promise.all(workers.map((worker) => worker.said('ready')));
      await injectPoison(server.url);

      let done = 0;
      const marks: [number, () => void][] = [];
      const reach = (count: number): Promise<void> => new Promise((resolve) => marks.push([count, resolve]));
      async function client(): Promise<Collected[]> {
        const out: Collected[] = [];
        const options = { job: 'disturbed', subject: () => POST, total: CHUNKS * EACH, ahead: 32, look: 500, beat: 200 };
        for await (const one of queue.submit(boxChunks(CHUNKS, EACH, 16), options)) {
          out.push(one);
          done = Math.max(done, out.length);
          for (const [count, resolve] of marks) if (done >= count) resolve();
        }
        return out;
      }
      const disturbances = async (): Promise<void> => {
        await reach(20);
        await workers[0].inTheMiddle();
        workers[0].signal('SIGKILL');
        await reach(45);
        await workers[1].inTheMiddle();
        workers[1].signal('SIGSTOP');
        await reach(70);
        await server.restart();
        await reach(120);
        await server.restart('crash');
        await reach(150);
        workers[1].signal('SIGCONT');
      };
      const [first, second] = await Promise.all([client(), client(), disturbances()]);

      const expected = await Promise.all([...boxChunks(CHUNKS, EACH, 16)].map((chunk) => answerBoxes(chunk, POST)));
      for (const out of [first, second]) {
        expect(out.map(({ index }) => index)).toEqual(expected.map((_, i) => i));
        expect(out.flatMap(({ reasons }) => reasons)).toEqual([]);
        expect(out.map(({ answer }) => text(answer?.lines))).toEqual(expected.map(({ lines }) => text(lines)));
        expect(out.map(({ answer }) => answer?.codes.join())).toEqual(expected.map(({ codes }) => codes.join()));
      }
      expect(new Set(first.map(({ id }) => id)).size).toBe(CHUNKS);
      expect(await workers[0].ended).toBe('SIGKILL');
      // the one that was stopped works again
      const before = workers[1].begun();
      for (let seed = 100; workers[1].begun() === before && seed < 200; seed++)
        for await (const { answer } of queue.submit(boxChunks(10, EACH, seed), { job: 'after', subject: () => POST }))
          expect(answer).not.toBeNull();
      expect(workers[1].begun()).toBeGreaterThan(before);
      expect(JSON.stringify(workers[1].lines)).toMatch(/was not heard of for too long/);

      const status = await queue.status('disturbed');
      expect(status?.runs).toHaveLength(2);
      for (const run of status?.runs ?? []) {
        expect(run).toMatchObject({ finished: true, total: CHUNKS * EACH, version: SETTINGS.version });
        expect(run.items).toMatchObject({ submitted: CHUNKS * EACH, done: CHUNKS * EACH, failed: 0 });
      }
      expect(status?.workers.map(({ pid }) => pid)).toEqual(expect.arrayContaining(workers.slice(2).map(({ child }) => child.pid)));
      const poisoned = status?.failures.map(({ reasons }) => reasons.join()).join('\n');
      expect(poisoned).toMatch(/entry: its id is not that of its chunk/);
      expect(poisoned).toMatch(/others than its name says/);
      expect(JSON.stringify([status, notes, workers.map(({ lines: said }) => said)])).not.toContain(PASSWORD);
      expect(notes.join()).toMatch(/waiting for it.*it is back/s);
    });

    it('drains on SIGTERM and ends with 0', async () => {
      const [, , third, fourth] = workers;
      const job = queue.submit(boxChunks(30, EACH, 18), { job: 'drained', subject: () => POST });
      const collected: unknown[] = [];
      const running = (async () => {
        for await (const one of job) collected.push(one.answer);
      })();
      await third.inTheMiddle();
      third.signal('SIGTERM');
      expect(await third.ended).toBe(0);
      expect(third.lines.at(-1)).toMatchObject({ drained: { active: 0 } });
      expect(third.lines.filter(({ outcome }) => outcome === 'answered')).toHaveLength(third.begun());
      await running;
      expect(collected).toHaveLength(30);
      fourth.signal('SIGTERM');
      expect(await fourth.ended).toBe(0);
    });
  });
});

function text(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

/** Entries that lie: about whose they are, about their bytes, and about what they are at all. */
async function injectPoison(url: string): Promise<void> {
  const { entries, store, close } = await openGround(url, SETTINGS.version);
  const tries = { attempts: 2, backoff: 10, keepFailed: 1000 };
  const hash = (text: string): string => sha256(new TextEncoder().encode(text));
  const base = { format: FORMAT, version: SETTINGS.version, subject: sha256(POST), items: 2 };
  await store.putOnce('chunk', hash('lie'), new Uint8Array(100), 1000);
  await entries.add({ ...base, chunk: hash('lie') }, tries);
  await store.putOnce('chunk', hash('other'), deflateSync(POST), 1000);
  await entries.add({ ...base, chunk: hash('other') }, tries);
  await entries.add({ ...base, chunk: hash('file'), subject: '/etc/passwd' }, tries);
  await entries.raw('an-entry-of-anybody', { ...base, chunk: hash('x'), processor: './evil.js' });
  await entries.raw('another', { ...base, chunk: hash('x') });
  await close();
}
