/** The program of the worker that answers questions, so that the page never waits. */
import { Asking } from './asking.ts';
import type { ToAsker } from './protocol.ts';

const asking = new Asking((message) => postMessage(message));
addEventListener('message', ({ data }: MessageEvent<ToAsker>) => void asking.take(data));
