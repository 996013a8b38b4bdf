/** Ten thousand motions and more over four worker processes while everything goes wrong that may: nothing lost, nothing double. */
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/node/job/chunk.ts';
import { FORMAT, sha256 } from '../../src/node/queue/chunk-bytes.ts';
import { type ClusterQueue, openQueue } from '../../src/node/queue/open-queue.ts';
import type { Collected } from '../../src/node/queue/submit.ts';
import { noPostgres, noRedis, PASSWORD, startPostgres, startRedis, type TestServer } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { answerBoxes, boxChunks, POST } from './box-answers.ts';
import { BUILD, openGround } from './open-ground.ts';
import { removeProgram, WorkerProcess } from './worker-process.ts';

/** At least; there are more until all has gone wrong, so that there is always one to begin with. */
const CHUNKS = 200;
const EACH = 50;
const SETTINGS = { version: '0.0.1-test', lock: 1500, stalled: 300 };

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
      queue = await openQueue(server.url, { version: SETTINGS.version, build: BUILD, onNote: (note) => notes.push(note) });
    });
    afterAll(async () => {
      for (const worker of workers) worker.signal('SIGKILL');
      await queue?.close();
      await server?.stop();
    });

    it('answers all as one thread does, each once, in order', async () => {
      for (let i = 0; i < 4; i++) workers.push(await WorkerProcess.start(server.url, SETTINGS));
      await Promise.all(workers.map((worker) => worker.said((line) => 'ready' in line)));
      await injectPoison(server.url);

      let given = 0;
      let last = Infinity;
      function* source(): Generator<Chunk> {
        let count = 0;
        for (const chunk of boxChunks(Infinity, EACH, 16)) {
          if (count === last) return;
          given = Math.max(given, ++count);
          yield chunk;
        }
      }
      const came = new Set<string>();
      async function client(): Promise<Collected[]> {
        const out: Collected[] = [];
        const options = { job: 'disturbed', subject: () => POST, ahead: 32, hold: 64, look: 500, beat: 200 };
        for await (const one of queue.submit(source(), options)) {
          out.push(one);
          came.add(one.first);
        }
        return out;
      }
      const more = (): Promise<void> => {
        const before = came.size;
        return until(() => came.size >= before + 20);
      };
      const noticed = (): (() => Promise<void>) => {
        const before = notes.length;
        return () => until(() => notes.slice(before).some((note) => note.includes('waiting for it')));
      };
      const disturbances = async (): Promise<void> => {
        await more();
        const killed = await workers[0].hold();
        workers[0].signal('SIGKILL');
        await until(() => came.has(killed));
        const stopped = await workers[1].hold();
        workers[1].signal('SIGSTOP');
        await until(() => came.has(stopped));
        await server.restart('gently', noticed());
        await more();
        await server.restart('crash', noticed());
        await more();
        workers[1].signal('SIGCONT');
        workers[1].letGo();
        last = Math.max(CHUNKS, given);
      };
      const [first, second] = await Promise.all([client(), client(), disturbances()]);

      const expected = await Promise.all([...boxChunks(last, EACH, 16)].map((chunk) => answerBoxes(chunk, POST)));
      for (const out of [first, second]) {
        expect(out.map(({ index }) => index)).toEqual(expected.map((_, i) => i));
        expect(out.flatMap(({ reasons }) => reasons)).toEqual([]);
        expect(out.map(({ answer }) => text(answer?.lines))).toEqual(expected.map(({ lines }) => text(lines)));
        expect(out.map(({ answer }) => answer?.codes.join())).toEqual(expected.map(({ codes }) => codes.join()));
      }
      expect(new Set(first.map(({ id }) => id)).size).toBe(last);
      expect(await workers[0].ended).toBe('SIGKILL');
      // the one that was stopped works again
      const before = workers[1].begun();
      for (let seed = 100; workers[1].begun() === before; seed++)
        for await (const { answer } of queue.submit(boxChunks(10, EACH, seed), { job: 'after', subject: () => POST }))
          expect(answer).not.toBeNull();
      await workers[1].said(({ note }) => /was not heard of for too long/.test(String(note)));

      // a worker is heard of from time to time
      const working = workers.slice(2).map(({ child }) => child.pid);
      await until(async () => {
        const seen = (await queue.status('disturbed'))?.workers.map(({ pid }) => pid);
        return working.every((pid) => seen?.includes(Number(pid)));
      });
      const status = await queue.status('disturbed');
      expect(status?.runs).toHaveLength(2);
      for (const run of status?.runs ?? []) {
        expect(run).toMatchObject({ finished: true, version: SETTINGS.version });
        expect(run.items).toMatchObject({ submitted: last * EACH, done: last * EACH, failed: 0 });
      }
      const poisoned = status?.failures.map(({ reasons }) => reasons.join()).join('\n');
      expect(poisoned).toMatch(/entry: its id is not that of its chunk/);
      expect(poisoned).toMatch(/others than its name says/);
      expect(JSON.stringify([status, notes, workers.map(({ lines: said }) => said)])).not.toContain(PASSWORD);
      expect(notes.join()).toMatch(/waiting for it.*it is back/s);
    });

    it('drains on SIGTERM and ends with 0', async () => {
      const [, , third, fourth] = workers;
      let isOver = false;
      let given = 0;
      function* source(): Generator<Chunk> {
        for (const chunk of boxChunks(Infinity, EACH, 18)) {
          if (isOver) return;
          given++;
          yield chunk;
        }
      }
      const collected: unknown[] = [];
      const running = (async () => {
        for await (const one of queue.submit(source(), { job: 'drained', subject: () => POST, hold: 64 })) collected.push(one.answer);
      })();
      await third.hold();
      third.signal('SIGTERM');
      third.letGo();
      expect(await third.ended).toBe(0);
      isOver = true;
      expect(third.lines.at(-1)).toMatchObject({ drained: { active: 0 } });
      expect(third.lines.filter(({ outcome }) => outcome === 'answered')).toHaveLength(third.begun());
      await running;
      expect(collected).toHaveLength(given);
      expect(collected).not.toContain(null);
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
  const base = { format: FORMAT, version: SETTINGS.version, subject: sha256(POST), items: 2, job: 'poison' };
  await store.putOnce('chunk', hash('lie'), new Uint8Array(100), 1000);
  await entries.add({ ...base, chunk: hash('lie') }, tries);
  await store.putOnce('chunk', hash('other'), deflateSync(POST), 1000);
  await entries.add({ ...base, chunk: hash('other') }, tries);
  await entries.add({ ...base, chunk: hash('file'), subject: '/etc/passwd' }, tries);
  await entries.raw('an-entry-of-anybody', { ...base, chunk: hash('x'), processor: './evil.js' });
  await entries.raw('another', { ...base, chunk: hash('x') });
  await close();
}
