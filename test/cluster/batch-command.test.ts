/** `inbetween batch` on a queue, by the command line: what no worker answers, who answers wrongly, cancelling, purging, waiting. */
import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/cli/version.ts';
import { answererOf } from '../../src/node/job/chunk-service.ts';
import { answerBytes, readAnswer } from '../../src/node/queue/answer-bytes.ts';
import { buildHash } from '../../src/node/queue/build-hash.ts';
import { type ClusterQueue, openQueue } from '../../src/node/queue/open-queue.ts';
import type { AnswerChunk } from '../../src/node/queue/take-chunk.ts';
import type { ClusterWorker } from '../../src/node/queue/work.ts';
import { missing, type ServerKind, type TroubledServer, troubledServer } from '../reliability/queues/troubled-server.ts';
import { until } from '../support/until.ts';
import { captured } from '../unit/cli/captured-run.ts';
import { CUBE_OBJ, SMALL_SCENE, temporaryFolder } from '../unit/cli/query/small-scene.ts';

const ITEMS = 120;
/** Answered by the client itself, to see how large chunks should be. */
const PILOT = 16;
const KEY = 'a key that both sides have';
const folder = temporaryFolder();
const scene = folder.path('many.json');
let wanted: string;

beforeAll(async () => {
  folder.write('cube.obj', CUBE_OBJ);
  folder.write('key', `${KEY}\n`);
  const queries = Array.from({ length: ITEMS }, (_, id) => ({ ...SMALL_SCENE.queries[id % 3], id, t1: [-1, 0.3 + id / ITEMS, 0.2] }));
  folder.write('many.json', { ...SMALL_SCENE, queries });
  wanted = (await captured(['batch', scene, '--no-queue', '--workers', '1', '-q'])).stdout;
});
afterAll(() => folder.remove());

const honest: AnswerChunk = async (chunk, subject) => answererOf(chunk.kind)(subject)(chunk);

describe.each<ServerKind>(['redis', 'postgres'])('on %s', (kind) => {
  describe.skipIf(missing[kind] !== undefined)(missing[kind] ?? 'with a server of its own', () => {
    let server: TroubledServer;
    let queue: ClusterQueue;
    let namespace: string;
    let jobs = 0;
    beforeAll(async () => {
      server = await troubledServer(kind);
    });
    afterAll(() => server?.stop());

    const batch = (...args: string[]) =>
      captured(['batch', ...args, '--workers', '1', '--namespace', namespace], {
        env: { INBETWEEN_QUEUE: server.url, INBETWEEN_KEY: KEY },
      });

    /** A worker that has the key, in a namespace of its own, while it is used. */
    async function withWorker(answer: AnswerChunk | null, use: () => Promise<void>, fresh = true): Promise<void> {
      if (fresh) namespace = `job_${jobs++}`;
      const build = buildHash();
      queue = await openQueue(server.url, {
        version: `${packageVersion()}+${build.slice(0, 12)}`,
        build,
        key: Buffer.from(KEY),
        namespace,
      });
      let worker: ClusterWorker | undefined;
      try {
        worker = answer === null ? undefined : await queue.work(answer, { lock: 2000, beat: 100 });
        await use();
        await worker?.drain();
      } finally {
        await queue.close();
      }
    }

    it('one item that ends its worker costs itself, is told, counted, and asked again by the same command', async () => {
      const out = folder.path(`${kind}-again.jsonl`);
      const bad: AnswerChunk = (chunk, subject) =>
        chunk.ids.some((id) => id.endsWith('#77')) ? Promise.reject(new Error('a worker ended: out of memory')) : honest(chunk, subject);
      await withWorker(bad, async () => {
        const { code, stderr } = await batch(scene, '--out', out);
        expect(code).toBe(75);
        expect(stderr).toMatch(/no answer for 1 items from .*#77 on: attempt 1 by .*: a worker ended: out of memory/);
        expect(stderr).toMatch(/1 items have no answer; the same command asks for them again/);
        const lines = readFileSync(out, 'utf8').split('\n');
        expect(lines[77]).toMatch(/#77","error":"no worker could answer it: attempt 1 .*out of memory/);
        expect(lines.filter((_, i) => i !== 77)).toEqual(wanted.split('\n').filter((_, i) => i !== 77));
        const { stdout } = await batch('--status', scene);
        expect(stdout).toContain(
          `: ${ITEMS - 1} of ${ITEMS} items done (${PILOT} of them without the queue), 1 without an answer; finished`,
        );
      });
      await withWorker(
        honest,
        async () => {
          const { code, stderr } = await batch(scene, '--out', out);
          expect(stderr).toContain('going on after 77 items');
          expect(code).toBe(1);
          expect(readFileSync(out, 'utf8')).toBe(wanted);
          expect((await batch(scene, '--out', out)).stderr).toContain('is finished');
        },
        false,
      );
    });

    it('a worker with the key that answers wrongly is found by asking again here', async () => {
      const liar: AnswerChunk = async (chunk, subject) => {
        const answer = await honest(chunk, subject);
        const lines = new TextDecoder().decode(answer.lines).replaceAll('"contact"', '"free"');
        return { ...answer, lines: new TextEncoder().encode(lines), codes: new Uint8Array(answer.codes.length) };
      };
      await withWorker(liar, async () => {
        const { code, stderr } = await batch(scene, '--recheck', '100%');
        expect(code).toBe(76);
        expect(stderr).toMatch(/asked again here, the answer is another one than that of the queue: here .*"contact".*, there .*"free"/);
      });
    });

    it('contacts that somebody with access to the server makes free are refused, counted and computed again', async () => {
      const head = 3 * 32;
      const forged = (bytes: Uint8Array): Uint8Array => {
        const answer = readAnswer(Uint8Array.from(inflateSync(bytes.subarray(head))), ITEMS - PILOT);
        const lines = new TextDecoder().decode(answer.lines).replaceAll('"contact"', '"free"');
        const other = { ...answer, lines: new TextEncoder().encode(lines), codes: new Uint8Array(answer.codes.length) };
        return Buffer.concat([bytes.subarray(0, head), deflateSync(answerBytes(other))]);
      };
      await withWorker(honest, async () => {
        const first = await batch(scene, '--recheck', '0');
        expect(first.stdout).toBe(wanted);
        expect(await server.rewriteAnswers(namespace, forged)).toBe(1);
        // the same key from a file, with the end of line that editors write
        const second = await batch(scene, '--recheck', '0', '--key-file', folder.path('key'));
        expect(second.stdout).toBe(wanted);
        expect(second.stderr).toMatch(/1 answers in the store did not count \(1 forged\)/);
        const { stdout } = await batch('--status', scene);
        expect(stdout).toMatch(/1 answer refused; finished/);
        for (const text of [first.stderr, second.stderr, stdout]) expect(text).not.toContain(KEY);
      });
    });

    it('is cancelled from anywhere, and its queue is empty then; purged, the server knows nothing any more', async () => {
      await withWorker(null, async () => {
        const running = batch(scene);
        await until(async () => (await batch('--status', scene)).stdout.includes(`${ITEMS - PILOT} on their way`));
        const { code, stdout } = await batch('--cancel', scene);
        expect([code, stdout]).toEqual([0, expect.stringMatching(/cancelled, [01] chunks? left the queue\n$/)]);
        const { code: ended, stderr } = await running;
        expect(ended).toBe(3);
        expect(stderr).toMatch(/was cancelled \(--cancel\); the same command goes on/);
        const status = JSON.parse((await batch('--status', scene, '--json')).stdout);
        expect(status).toMatchObject({ runs: [{ cancelled: true, finished: false }], queue: { waiting: 0, active: 0, delayed: 0 } });
        expect((await batch('--cancel', 'no such job')).code).toBe(2);
        expect((await batch('--purge')).stdout).toMatch(/: \d+ things removed\n$/);
        expect((await batch('--status', scene)).code).toBe(2);
        expect(JSON.parse((await batch('--purge', '--json')).stdout)).toMatchObject({ removed: 0 });
      });
    });

    it('waits for a server that is full or away, as long as patience lasts, and says so', async () => {
      await withWorker(honest, async () => {
        await server.fill(namespace, true);
        const full = await batch(scene, '--patience', '1s');
        await server.fill(namespace, false);
        expect(full.code).toBe(75);
        expect(full.stderr).toMatch(
          /(has no memory left|is full).*; waiting for it, at most 1 s\n[\s\S]*it was waited for 1 s; the same command tries again/,
        );
        await server.fill(namespace, true);
        const patient = batch(scene);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await server.fill(namespace, false);
        expect((await patient).stdout).toBe(wanted);
      });
      let before: ReturnType<typeof batch> | undefined;
      await server.restart('gently', async () => {
        const { code, stderr } = await batch(scene, '--patience', '0');
        expect([code, stderr]).toEqual([75, expect.stringContaining('nobody answers at')]);
        before = batch(scene);
      });
      await withWorker(honest, async () => expect((await before)?.stdout).toBe(wanted), false);
    });

    it('keeps things as long as it is told to', async () => {
      await withWorker(null, async () => {
        const running = batch(scene, '--expire', '1s', '--recheck', '0');
        await until(async () => (await batch('--status', scene)).code === 0);
        await batch('--cancel', scene);
        expect((await running).code).toBe(3);
        await until(async () => (await batch('--status', scene)).code === 2);
      });
    });
  });
});
