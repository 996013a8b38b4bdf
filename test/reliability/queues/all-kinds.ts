/** What the command `npm run queues` takes from here. */
export { queueTrials } from './queue-trial.ts';
export { missing } from './troubled-server.ts';
