import { expect, test } from 'vitest';
import type { WorkerPort } from '../../../src/batch/workers.ts';
import { threads } from '../../../src/node/index.ts';

/** What keeps this program from ending, by kind. */
function holding(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort' || kind === 'Worker');
}

test('a thread that has nothing to do, from its start on, does not keep the program from ending', async () => {
  const before = holding();
  const port: WorkerPort = threads(1).start();
  await new Promise<void>((resolve) => {
    port.listen({ message: () => resolve(), ended: () => resolve() });
    port.hold(true);
  });
  expect(holding().length).toBeGreaterThan(before.length);
  port.hold(false);
  expect(holding()).toEqual(before);
  const idle = threads(1).start();
  idle.listen({ message: () => {}, ended: () => {} });
  expect(holding()).toEqual(before);
  await Promise.all([port.end(), idle.end()]);
});
