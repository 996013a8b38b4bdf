/** The program of a page's worker. */
import { serve } from '../batch/serve.ts';
import { BATCH_SERVICES, sceneIn } from '../batch/services.ts';
import { planInRace } from '../plan/race/race-service.ts';

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
  { ...BATCH_SERVICES, plan: async () => (task, context) => planInRace(sceneIn(context), task, context) },
);
