// A task that nobody waits for: dropped while it waits, told while it is worked on.
import { expect, test } from 'vitest';
import { WorkerPool } from '../../../src/batch/pool.ts';
import { type ServedPort, type Services, serve } from '../../../src/batch/serve.ts';
import type { WorkerListener, Workers } from '../../../src/batch/workers.ts';

/** Workers whose tasks go on until they are stopped, or at once. */
function workers(begun: string[]): Workers {
  const services: Services = {
    endless: async () => async (name: never, context) => {
      begun.push(name);
      while (!context.stopped) await new Promise((resolve) => setImmediate(resolve));
      return `${name} was stopped`;
    },
    short: async () => async (name: never) => {
      begun.push(name);
      return name;
    },
  };
  return {
    count: 1,
    shares: false,
    start: () => {
      let listener: WorkerListener | null = null;
      let told: (message: unknown) => void = () => {};
      const port: ServedPort = {
        post: (message) => void setImmediate(() => listener?.message(message)),
        listen: (to) => {
          told = to;
        },
      };
      return {
        post: (message) => void setImmediate(() => told(message)),
        listen: (to) => {
          listener = to;
          serve(port, services);
        },
        hold: () => {},
        end: async () => {},
      };
    },
  };
}

test('one is told, one that waits at its worker is not begun, one that waits for a worker is dropped', async () => {
  const begun: string[] = [];
  const pool = new WorkerPool(workers(begun));
  const controller = new AbortController();
  const { signal } = controller;
  const all = ['a', 'b', 'c'].map((name) => pool.run<string>('endless', name, { signal }));
  const other = pool.run<string>('short', 'd');
  while (begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  const settled = await Promise.allSettled(all);
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.value : String(one.reason.message)))).toEqual([
    'a was stopped',
    'the task was stopped',
    'the task was stopped',
  ]);
  expect((await other).value).toBe('d');
  expect(begun).toEqual(['a', 'd']);
  await expect(pool.run('short', 'e', { signal })).rejects.toThrow('the task was stopped');
  expect((await pool.run<string>('short', 'f')).value).toBe('f');
  await pool.close();
});
