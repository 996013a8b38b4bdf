/** A recording that is played: time counts its frames, and between two of them the earlier one is shown. */
import type { Quat, Vec3 } from 'inbetween';
import { type Lane, NOTHING_SHOWN, type ShownAnswer } from '../ask/shown-answer.ts';
import type { RecordedWarning, Recording } from '../source/opened.ts';
import type { Part, PlacedPose, Placement } from './parts.ts';
import { type Playback, placeAmong } from './playback.ts';
import type { Stage } from './stage.ts';

export function recordedParts({ parts }: Recording): readonly Part[] {
  return parts.map(({ name, mesh, role }, index) => ({
    side: { body: name },
    key: name,
    kind: role === 'fixed' ? 'obstacle' : role === 'deforming' ? 'soft' : 'body',
    index,
    mesh,
    local: { position: [0, 0, 0], quaternion: [0, 0, 0, 1] },
  }));
}

export class RecordingPlayback implements Playback {
  readonly moves: boolean;
  readonly knots: readonly number[] = [];
  private readonly recording: Recording;
  private readonly seconds: readonly number[];

  constructor(recording: Recording) {
    this.recording = recording;
    this.seconds = recording.frames.map(({ time }) => time);
    this.moves = recording.frames.length > 1;
  }

  get end(): number {
    return this.seconds.length - 1;
  }

  /** Slow enough to see, however short the seconds are. */
  get duration(): number {
    return Math.max(4, this.seconds[this.end] - this.seconds[0]);
  }

  secondsAt(time: number): number {
    const frame = Math.min(this.end, Math.max(0, Math.floor(time)));
    const next = Math.min(this.end, frame + 1);
    return this.seconds[frame] + (time - frame) * (this.seconds[next] - this.seconds[frame]);
  }

  shareAt(time: number): number {
    return this.end > 0 ? time / this.end : 0;
  }

  timeAt(share: number): number {
    return Math.min(1, Math.max(0, share)) * this.end;
  }

  timeOfSeconds(seconds: number): number {
    return placeAmong(this.seconds, seconds);
  }

  /** Lanes of who touched whom when, one for each two; contacts of frames that follow each other are one stretch. */
  private lanesOf(contacts: Recording['contacts']): readonly Lane[] {
    const lanes = new Map<string, { from: number; to: number }[]>();
    for (const { a, b, time } of contacts) {
      const name = a === b ? `${a} itself` : [a, b].sort().join(', ');
      const at = this.timeOfSeconds(time);
      const stretches = lanes.get(name) ?? [];
      const last = stretches[stretches.length - 1];
      if (last !== undefined && at <= last.to + 1) last.to = Math.max(last.to, at);
      else stretches.push({ from: at, to: at });
      lanes.set(name, stretches);
    }
    return [...lanes].map(([name, stretches]) => ({ name, stretches }));
  }

  /** Contacts since the frame before: those of earlier ones are over. A jump to one shows it, whatever rounding makes of its time. */
  contactsAt(now: number): Recording['contacts'] {
    const frame = (this.secondsAt(this.end) - this.secondsAt(0)) / Math.max(1, this.end);
    const near = 1e-6 * frame;
    return this.recording.contacts.filter(({ time }) => time <= now + near && time > now - frame + near);
  }

  /** What was found. */
  get shown(): ShownAnswer {
    const { contacts } = this.recording;
    const [first] = contacts;
    const sentence = `${contacts.length} contacts were found when this was opened, step by step. It is played, not asked about.`;
    if (first === undefined) return { ...NOTHING_SHOWN, words: { tone: 'free', headline: 'No contact', sentence } };
    const words = { tone: 'contact', headline: `First contact at ${first.time.toFixed(4)} s`, sentence };
    return { ...NOTHING_SHOWN, words, contact: this.timeOfSeconds(first.time), lanes: this.lanesOf(contacts) };
  }

  /** What deforms, and the contacts of the moment; where things are is in their placement. */
  showOn(stage: Stage, time: number): void {
    const { parts } = this.recording;
    const { positions } = this.frameAt(time);
    parts.forEach(({ name }, i) => {
      const places = positions[i];
      if (places !== null && places !== undefined) stage.parts?.deform(name, places);
    });
    stage.markers.show(
      this.contactsAt(this.secondsAt(time)).map(({ a, b, point, normal }) => ({ a: { body: a }, b: { body: b }, point, normal })),
    );
  }

  frameAt(time: number): Recording['frames'][number] {
    return this.recording.frames[Math.min(this.end, Math.max(0, Math.floor(time + 1e-9)))];
  }

  placementAt(time: number): Placement {
    const { poses } = this.frameAt(time);
    const out = new Map<string, PlacedPose>();
    this.recording.parts.forEach(({ name }, i) => {
      const at = 7 * i;
      const position: Vec3 = [poses[at], poses[at + 1], poses[at + 2]];
      const quaternion: Quat = [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]];
      out.set(name, { position, quaternion });
    });
    return out;
  }
}

/** A warning in words, and how urgent it is. */
export function warningText({ level, within, force }: RecordedWarning): readonly [text: string, tone: string] {
  const when = within === null || level === 'contact' ? '' : `, foretold in ${(1000 * within).toFixed(0)} ms`;
  const pressed = force === undefined ? '' : `, force ${Math.hypot(...force).toFixed(2)} N`;
  const tone = level === 'clear' ? '' : level === 'contact' ? 'contact' : 'unresolved';
  return [`${level}${when}${pressed}`, tone];
}
