/** The program of a thread. */
import { parentPort } from 'node:worker_threads';
import { serve } from '../batch/serve.ts';
import { batchServices, sceneIn } from '../batch/services.ts';
import { loadMethod } from './load-method.ts';

if (parentPort !== null) {
  const port = parentPort;
  serve(
    {
      post: (message) => port.postMessage(message),
      listen: (listener) => void port.on('message', listener),
    },
    {
      ...batchServices(loadMethod),
      check: async () => (await import('./job/check-service.ts')).checkService,
      chunk: async () => (await import('./job/chunk-service.ts')).chunkService,
      verifyItem: async () => (await import('./job/verify-item.ts')).verifyItemService,
      verify: async () => (await import('./verify-file.ts')).verifyService,
      plan: async () => {
        const { planInRace } = await import('../plan/race-service.ts');
        return (task, context) => planInRace(sceneIn(context), task, context);
      },
    },
  );
}
