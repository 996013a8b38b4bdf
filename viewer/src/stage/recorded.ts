/** A recording as a way: time counts its frames, and between two of them the earlier one is shown. */
import type { Quat, Vec3 } from 'inbetween';
import type { Recording } from '../source/opened.ts';
import type { Part, PlacedPose, Placement } from './parts.ts';
import { placeAmong, type Way } from './way.ts';

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

export class RecordedWay implements Way {
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
