/** The program of a page's worker. */
import { serve } from '../batch/serve.ts';
import { batchServices, sceneIn } from '../batch/services.ts';
import { methodNamed, type SceneMethodName } from '../methods/method-named.ts';
import { planInRace } from '../plan/race-service.ts';

/** What a worker of a page has of its own. */
interface WorkerScope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as WorkerScope;
serve(
  {
    post: (message) => scope.postMessage(message),
    listen: (listener) => {
      scope.onmessage = ({ data }) => listener(data);
    },
  },
  {
    ...batchServices((name, options) => methodNamed(name as SceneMethodName, options)),
    plan: async () => (task, context) => planInRace(sceneIn(context), task, context),
  },
);
