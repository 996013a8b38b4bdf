import { distance } from '../../contact/placed-query.ts';
import type { Status } from '../../contact/result.ts';
import { largestOf, leastOf } from '../../math/extreme.ts';
import { shown } from '../../words/shown-number.ts';
import { poseAt } from '../placed-body.ts';
import type { ReportInput } from './report-input.ts';

/** A picture of d(t), for the eye only: samples prove nothing, and what lies between them is not shown. */
export interface DistanceCurve {
  readonly times: readonly number[];
  readonly distances: readonly number[];
}

/** What is drawn along with the curve. */
export interface CurveMarks {
  readonly status: Status;
  readonly time: number;
  /** Times run from 0 to this. */
  readonly segments: number;
  /** Stretches in contact; without them, all after the contact is shaded. */
  readonly intervals?: readonly { readonly from: number; readonly to: number }[];
  /** Heights of lines across. */
  readonly levels?: readonly { readonly kind: 'proven' | 'kept'; readonly distance: number }[];
}

const SAMPLES = 60;
/** Size of the drawing, in its own units. */
const WIDTH = 1000;
const HEIGHT = 100;

export function sampleDistances({ a, b, result }: ReportInput): DistanceCurve {
  const even = Array.from({ length: SAMPLES + 1 }, (_, i) => i / SAMPLES);
  const times = [...new Set([...even, result.time])].sort((s, t) => s - t);
  const distances = times.map((t) => {
    const placed = [a, b].map(({ mesh, motion }) => ({ shape: mesh, pose: poseAt(motion, t) }));
    return Math.max(0, distance(placed[0], placed[1], { relativeError: 0.01 }).distance);
  });
  return { times, distances };
}

/** Where the samples come closest. */
export function nearestTime({ times, distances }: DistanceCurve): number {
  return times[distances.indexOf(leastOf(distances))];
}

/** The height of the drawing, as a distance. */
export function curveTop({ distances }: DistanceCurve): number {
  return largestOf(distances) * 1.08 || 1;
}

export function curveDrawing(curve: DistanceCurve, marks: CurveMarks, unit: string): string {
  const { times, distances } = curve;
  const { status, time, segments, intervals, levels = [] } = marks;
  const top = curveTop(curve);
  const x = (t: number) => ((t / segments) * WIDTH).toFixed(1);
  const y = (d: number) => (HEIGHT - (d / top) * HEIGHT).toFixed(1);
  const line = times.map((t, i) => `${x(t)},${y(distances[i])}`).join(' ');
  const after = status === 'free' ? [] : (intervals ?? [{ from: time, to: segments }]);
  const shade = after
    .map(({ from, to }) => `<rect class="after" x="${x(from)}" y="0" width="${x(to - from)}" height="${HEIGHT}"/>`)
    .join('');
  const across = levels
    .filter(({ distance: d }) => d > 0 && d < top)
    .map(({ kind, distance: d }) => `<line class="${kind}" x1="0" x2="${WIDTH}" y1="${y(d)}" y2="${y(d)}"/>`)
    .join('');
  const mark = status === 'free' ? '' : `<line class="mark" x1="${x(time)}" x2="${x(time)}" y1="0" y2="${HEIGHT}"/>`;
  const label = `distance of the bodies over time, from ${shown(distances[0], 4)}${unit} at the start to ${shown(distances[distances.length - 1], 4)}${unit} at the end`;
  return `<svg id="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${shade}${segments > 1 ? waypointLines(segments, x) : ''}<polygon class="area" points="0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}"/><polyline class="curve" points="${line}"/>${across}${mark}
<line class="now" id="now" x1="0" x2="0" y1="0" y2="${HEIGHT}"/></svg>`;
}

/** Every waypoint, or as many of them as can be told apart. */
function waypointLines(segments: number, x: (t: number) => string): string {
  const step = Math.ceil(segments / 50);
  const times = Array.from({ length: Math.ceil(segments / step) - 1 }, (_, k) => (k + 1) * step);
  return times.map((t) => `<line class="waypoint" x1="${x(t)}" x2="${x(t)}" y1="0" y2="${HEIGHT}"/>`).join('');
}
