/** The program of the worker that computes a recording, and ends. */
import type { RecordedMessage } from './record.ts';
import { RECORDINGS, type RecordingName } from './recordings.ts';

addEventListener('message', ({ data }: MessageEvent<RecordingName>) => {
  const send = (message: RecordedMessage) => postMessage(message);
  try {
    send(RECORDINGS[data]());
  } catch (error) {
    send({ fault: error instanceof Error ? error.message : String(error) });
  }
});
