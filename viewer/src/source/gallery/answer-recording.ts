/** The worker's side of record.ts, which starts workers itself. */
import type { RecordedMessage } from './record.ts';
import { RECORDINGS, type RecordingName } from './recordings.ts';

export function answerRecording(name: RecordingName, send: (message: RecordedMessage) => void): void {
  try {
    send(RECORDINGS[name]());
  } catch (error) {
    send({ fault: error instanceof Error ? error.message : String(error) });
  }
}
