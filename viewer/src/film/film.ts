/**
 * A film of what is shown, made picture by picture and not while it plays: however slowly the page draws, every picture is in it, and the same
 * ones each time. Loaded when somebody wants one.
 */
import { Vector3 } from 'three';
import type { Playback } from '../stage/playback.ts';
import type { Stage, View } from '../stage/stage.ts';
import { filmTimes, RATE } from './film-times.ts';
import { type EncodedPicture, webm } from './webm.ts';

export interface Filmed {
  readonly stage: Stage;
  readonly playback: Playback;
  /** Time of the contact; null: there is none. */
  readonly contact: number | null;
  /** Whether the camera turns about what it looks at. */
  readonly turns: boolean;
  /** Puts everything where it is then. */
  place(time: number): void;
}

/** Told how far it is, and by a signal that nobody wants it any more. */
export type FilmHow = readonly [tell: (done: number, total: number) => void, signal: AbortSignal];

/** Pixels of the longer side. */
const LONGEST = 1280;
/** Radians that the camera turns, half of them before and half behind where it stands. */
const TURN = 0.9;
/** Pictures from one whole one to the next. */
const WHOLE_EVERY = 50;
/** Pictures that wait for the encoder. */
const MOST_WAITING = 4;
/** Bits of a pixel of a picture. */
const BITS = 0.12;
/** Codecs as browsers and as files call them. */
const CODECS = [
  ['vp8', 'V_VP8'],
  ['vp09.00.31.08', 'V_VP9'],
] as const;

/** Rejects with the signal's reason where it is given up. Time and camera are left where they are then. */
export async function makeFilm(filmed: Filmed, ...[tell, signal]: FilmHow): Promise<Blob> {
  const { stage, playback, contact, turns, place } = filmed;
  const { width: wide, height: high } = stage.canvas;
  const scale = Math.min(1, LONGEST / Math.max(wide, high));
  // of colours there is one for two pixels
  const [width, height] = [wide, high].map((size) => Math.max(2, 2 * Math.round((scale * size) / 2)));
  const { codec, config } = await encoding(width, height);
  const flat = Object.assign(document.createElement('canvas'), { width, height });
  const pictures: EncodedPicture[] = [];
  let fault: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ bytes, isWhole: chunk.type === 'key' });
    },
    error: (error) => {
      fault = error;
    },
  });
  const { view } = stage;
  try {
    encoder.configure(config);
    const times = filmTimes(playback, contact);
    for (const [number, time] of times.entries()) {
      place(time);
      if (turns) stage.view = turned(view, stage.camera.up, TURN * (number / (times.length - 1) - 0.5));
      stage.paint(flat);
      const picture = new VideoFrame(flat, { timestamp: Math.round((1e6 * number) / RATE), duration: Math.round(1e6 / RATE) });
      encoder.encode(picture, { keyFrame: number % WHOLE_EVERY === 0 });
      picture.close();
      tell(number + 1, times.length);
      // the page is to be seen, and to be told that nobody wants it any more
      do await new Promise((next) => setTimeout(next));
      while (encoder.encodeQueueSize > MOST_WAITING && fault === null && !signal.aborted);
      signal.throwIfAborted();
      if (fault !== null) throw fault;
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  return new Blob([webm(pictures, { codec, width, height, rate: RATE }) as Uint8Array<ArrayBuffer>], { type: 'video/webm' });
}

async function encoding(width: number, height: number): Promise<{ readonly codec: string; readonly config: VideoEncoderConfig }> {
  if (typeof VideoEncoder === 'function')
    for (const [name, codec] of CODECS) {
      const config = { codec: name, width, height, framerate: RATE, bitrate: Math.round(BITS * width * height * RATE) };
      if ((await VideoEncoder.isConfigSupported(config)).supported === true) return { codec, config };
    }
  throw new Error(
    isSecureContext
      ? 'This browser cannot write films (WebCodecs with VP8 or VP9).'
      : 'Browsers write films for https: and localhost only.',
  );
}

function turned({ from, at }: View, up: Vector3, angle: number): View {
  const target = new Vector3(...at);
  const eye = new Vector3(...from).sub(target).applyAxisAngle(up, angle).add(target);
  return { from: eye.toArray(), at };
}
