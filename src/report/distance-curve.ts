import { distance } from '../contact/placed-query.ts';
import { poseAt } from './placed-body.ts';
import type { ReportInput } from './report-input.ts';
import { shown } from './shown-number.ts';

/** A picture of d(t), for the eye only: samples prove nothing, and what lies between them is not shown. */
export interface DistanceCurve {
  readonly times: readonly number[];
  readonly distances: readonly number[];
}

const SAMPLES = 60;
/** Of the drawing, in its own units. */
const WIDTH = 1000;
const HEIGHT = 100;

export function sampleDistances({ a, b, result }: ReportInput): DistanceCurve {
  const even = Array.from({ length: SAMPLES + 1 }, (_, i) => i / SAMPLES);
  const times = [...new Set([...even, result.time])].sort((s, t) => s - t);
  const distances = times.map((t) => {
    const placed = [a, b].map(({ mesh, motion }) => ({ mesh, pose: poseAt(motion, t) }));
    return Math.max(0, distance(placed[0], placed[1], { relativeError: 0.01 }).distance);
  });
  return { times, distances };
}

/** Where the samples come closest. */
export function nearestTime({ times, distances }: DistanceCurve): number {
  return times[distances.indexOf(Math.min(...distances))];
}

export function curveDrawing({ times, distances }: DistanceCurve, { result }: ReportInput, unit: string): string {
  const top = Math.max(...distances) * 1.08 || 1;
  const x = (t: number) => (t * WIDTH).toFixed(1);
  const y = (d: number) => (HEIGHT - (d / top) * HEIGHT).toFixed(1);
  const line = times.map((t, i) => `${x(t)},${y(distances[i])}`).join(' ');
  const { status, time } = result;
  const after = status === 'free' ? '' : `<rect class="after" x="${x(time)}" y="0" width="${x(1 - time)}" height="${HEIGHT}"/>`;
  const mark = status === 'free' ? '' : `<line class="mark" x1="${x(time)}" x2="${x(time)}" y1="0" y2="${HEIGHT}"/>`;
  const label = `distance of the bodies over time, from ${shown(distances[0], 4)}${unit} at the start to ${shown(distances[distances.length - 1], 4)}${unit} at the end`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${after}<polygon class="area" points="0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}"/><polyline class="curve" points="${line}"/>${mark}
<line class="now" id="now" x1="0" x2="0" y1="0" y2="${HEIGHT}"/></svg>`;
}
