/** What lies behind a queue, for tests that put there what no client would. */
import { BullEntries, type BullGround } from '../../src/node/queue/bull-entries.ts';
import { FORMAT } from '../../src/node/queue/chunk-bytes.ts';
import { reachServer } from '../../src/node/queue/ground.ts';
import { queueAddress } from '../../src/node/queue/queue-url.ts';
import type { Store } from '../../src/node/queue/store.ts';

/** Hash of no build. */
export const BUILD: string = 'ab'.repeat(32);

export interface OpenGround {
  readonly bull: BullGround;
  readonly store: Store;
  readonly entries: BullEntries & {
    /** Any data under any name. */
    raw(id: string, data: unknown): Promise<void>;
  };
  close(): Promise<void>;
}

export async function openGround(url: string, version: string): Promise<OpenGround> {
  const { bull, store } = await reachServer(queueAddress(url), {
    namespace: 'inbetween',
    connect: 5000,
    patience: Infinity,
    onNote: () => {},
  });
  const name = `chunks-${FORMAT}-${version}`;
  const { connection, prefix, backend } = bull;
  const queue = new bull.bull.Queue(name, { connection, prefix, skipVersionCheck: true } as never, backend as never);
  const raw = async (id: string, data: unknown): Promise<void> => {
    await queue.add('chunk', data, { jobId: id });
  };
  const entries = Object.assign(new BullEntries(bull, name), { raw });
  return {
    bull,
    store,
    entries,
    close: async () => {
      bull.patience.end();
      await queue.close();
      await entries.close();
      await store.close();
    },
  };
}
