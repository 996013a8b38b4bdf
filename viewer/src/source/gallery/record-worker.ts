/** The program of the worker that computes a recording, and ends. */
import { answerRecording } from './answer-recording.ts';
import type { RecordingName } from './recordings.ts';

addEventListener('message', ({ data }: MessageEvent<RecordingName>) => answerRecording(data, (message) => postMessage(message)));
