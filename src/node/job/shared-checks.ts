/** What it takes to share checks out among workers; most are over before any is needed. */
export { WorkerEnded, WorkerPool } from '../../batch/pool.ts';
export { sceneSubject } from '../../batch/scene-subject.ts';
export { clearanceBySpans, firstContactBySpans } from '../../batch/spans/long-questions.ts';
export { checkTask } from './check-service.ts';
