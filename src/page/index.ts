export type { WebWorkersOptions } from './web-workers.ts';
export { webWorkers } from './web-workers.ts';
