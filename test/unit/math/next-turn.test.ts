import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { nextTurn } from '../../../src/math/next-turn.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['setImmediate', 'MessageChannel'])('others have their turn before it goes on, by %s', async (way) => {
  vi.stubGlobal('MessageChannel', MessageChannel);
  if (way === 'MessageChannel') vi.stubGlobal('setImmediate', undefined);
  const order: string[] = [];
  // what is a turn of its own, unlike what only waits for a promise
  const channel = new MessageChannel();
  const told = new Promise<void>((resolve) => {
    channel.port1.on('message', () => {
      order.push('another');
      resolve();
    });
  });
  channel.port2.postMessage(null);
  const long = (async () => {
    order.push('begins');
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    order.push('ends');
  })();
  await Promise.all([told, long]);
  channel.port1.close();
  expect(order).toEqual(['begins', 'another', 'ends']);
});
