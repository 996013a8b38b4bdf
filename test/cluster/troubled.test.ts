/** A sample of `npm run queues`: one job on each kind of server while everything goes wrong that may. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queueTrials } from '../reliability/queues/queue-trial.ts';
import { missing, type ServerKind } from '../reliability/queues/troubled-server.ts';
import { noPostgres, noRedis } from '../support/servers.ts';

const ROOT = join(import.meta.dirname, '../..');

describe.each<[ServerKind, string | undefined]>([
  ['redis', noRedis],
  ['postgres', noPostgres],
])('%s', (kind, why) => {
  it.skipIf(why !== undefined)(why ?? 'loses no line, and none differs (seed 7)', async () => {
    expect(missing[kind]).toBeUndefined();
    const { lines, lost, differing, troubles, faults } = await queueTrials({
      ...{ root: ROOT, kind, jobs: 1, seed: '7', items: 400, onLine: () => {} },
    });
    expect(faults).toEqual([]);
    expect({ lines, lost, differing }).toEqual({ lines: 400, lost: 0, differing: 0 });
    expect(Object.keys(troubles).length).toBeGreaterThan(2);
  });
});
