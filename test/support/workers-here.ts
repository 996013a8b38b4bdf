// Workers in this very program: what is sent is copied as between threads, and answered in turns that are mixed.

import { type ServedPort, type Services, serve } from '../../src/batch/serve.ts';
import { batchServices, sceneIn } from '../../src/batch/services.ts';
import type { WorkerListener, WorkerPort, Workers } from '../../src/batch/workers.ts';
import { methodNamed, type SceneMethodName } from '../../src/methods/index.ts';
import { planInRace } from '../../src/plan/race-service.ts';

const SERVICES: Services = {
  ...batchServices((name, options) => methodNamed(name as SceneMethodName, options)),
  plan: async () => (task, context) => planInRace(sceneIn(context), task, context),
};

/** fails: called with each message that a worker is sent; true ends the worker instead. */
export function workersHere(count: number, fails: (message: unknown) => boolean = () => false): Workers {
  return { count, shares: true, start: () => worker(fails) };
}

function worker(fails: (message: unknown) => boolean): WorkerPort {
  let listener: WorkerListener | null = null;
  let told: (message: unknown) => void = () => {};
  let isOver = false;
  const port: ServedPort = {
    post: (message) => {
      const copy = structuredClone(message);
      if (!isOver) setImmediate(() => !isOver && listener?.message(copy));
    },
    listen: (to) => {
      told = to;
    },
  };
  return {
    post: (message) => {
      if (isOver) return;
      if (fails(message)) {
        isOver = true;
        setImmediate(() => listener?.ended('out of memory'));
        return;
      }
      // shared memory is not copied
      setImmediate(() => told(message));
    },
    listen: (to) => {
      listener = to;
      serve(port, SERVICES);
    },
    hold: () => {},
    end: async () => {
      isOver = true;
    },
  };
}
