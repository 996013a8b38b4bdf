import { shown, shownCount } from '../../words/shown-number.ts';
import { filled, heightAt, type Lane, laneDrawing, topOf, WIDTH } from '../curve-lanes.ts';
import { escaped } from '../html-text.ts';
import type { WorldReportInput } from './world-report-input.ts';

/** Contacts are counted in so many equal stretches of time. */
const STRETCHES = 120;

export interface Stretches {
  readonly begin: number;
  /** Seconds. */
  readonly each: number;
  readonly counts: readonly number[];
}

/** How many contacts each stretch of time has. */
export function stretchesOf({ frames, events }: Pick<WorldReportInput, 'frames' | 'events'>): Stretches {
  const begin = frames[0].time;
  const each = (frames[frames.length - 1].time - begin || 1) / STRETCHES;
  const counts = new Array<number>(STRETCHES).fill(0);
  for (const { time } of events) counts[Math.max(0, Math.min(STRETCHES - 1, Math.floor((time - begin) / each)))]++;
  return { begin, each, counts };
}

/** Contacts a second over time, and below it the curves that came with the input. */
export function worldCurves(input: WorldReportInput): string {
  const { frames, curves = [] } = input;
  const { begin, each, counts } = stretchesOf(input);
  const x = (t: number) => ((t - begin) / (each * STRETCHES)) * WIDTH;
  const steps = counts.flatMap((count, i) => [i, i + 1].map((k) => [x(begin + k * each), count] as const));
  const rate = topOf(counts);
  const lanes = [
    lane(0, 'contacts a second', shownCount(Math.round(rate / each)), steps, rate),
    ...curves.map(({ label, unit, values }, i) => {
      const top = topOf(values);
      const points = values.map((value, f) => [x(frames[f].time), value] as const);
      return lane(i + 1, escaped(label), `${shown(top, 4)}${unit && ` ${escaped(unit)}`}`, points, top);
    }),
  ];
  const captions = lanes.map(({ caption, top }) => `${caption} up to ${top}`);
  return laneDrawing(lanes, { label: `${captions.join(', ')}, over ${shown(each * STRETCHES, 3)} s` });
}

function lane(number: number, caption: string, top: string, points: readonly (readonly [number, number])[], most: number): Lane {
  const line = points.map(([x, value]) => `${x.toFixed(1)},${heightAt(number, Math.max(0, value) / most)}`).join(' ');
  return { caption, top, drawing: filled(line, number) };
}
