import { shown } from '../../words/shown-number.ts';
import { filled, heightAt, laneDrawing, topOf, WIDTH } from '../curve-lanes.ts';
import { forceOf, type ToolTouch } from './tool-events.ts';
import type { ToolReportInput } from './tool-report-input.ts';

/** Height of the warning level, a band below the lanes. */
const BAND = 12;

/** Force, depth and time to contact over time; the level as colours. */
export function toolCurves(input: ToolReportInput, touches: readonly ToolTouch[]): string {
  const { steps, horizon } = input;
  const begin = steps[0].time;
  const span = steps[steps.length - 1].time - begin || 1;
  const x = (t: number) => (((t - begin) / span) * WIDTH).toFixed(1);
  const [force, depth] = [topOf(steps.map(forceOf)), topOf(steps.map((step) => 1000 * step.depth))];
  const drawings = [
    filled(steps.map((step) => `${x(step.time)},${heightAt(0, forceOf(step) / force)}`).join(' '), 0),
    filled(steps.map((step) => `${x(step.time)},${heightAt(1, (1000 * step.depth) / depth)}`).join(' '), 1),
    foretold(input, x) + truly(touches, horizon, begin, x),
  ];
  const captions = ['force on the hand', 'depth in the tool', 'time to contact <i></i>foretold <i class="truth"></i>as it came'];
  const tops = [`${shown(force, 3)} N`, `${shown(depth, 2)} mm`, `${shown(horizon, 3)} s`];
  return laneDrawing(
    drawings.map((drawing, i) => ({ caption: captions[i], top: tops[i], drawing })),
    {
      label: `force up to ${shown(force, 3)} N, depth up to ${shown(depth, 3)} mm and the time to the contact that is foretold, over ${shown(span, 3)} s`,
      below: BAND,
      drawBelow: (y) => band(input, x, y),
    },
  );
}

/** Only where a contact is foretold; in contact it is 0. */
function foretold({ steps, horizon }: ToolReportInput, x: (t: number) => string): string {
  const lines: string[][] = [];
  steps.forEach(({ time, timeToContact }, i) => {
    if (timeToContact === null) return;
    if (i === 0 || steps[i - 1].timeToContact === null) lines.push([]);
    lines[lines.length - 1].push(`${x(time)},${heightAt(2, timeToContact / horizon)}`);
  });
  return lines.map((points) => `<polyline class="curve" points="${points.join(' ')}"/>`).join('');
}

/** How long it truly was to the next contact, known afterwards. */
function truly(touches: readonly ToolTouch[], horizon: number, begin: number, x: (t: number) => string): string {
  return touches
    .map(({ from }, i) => {
      const start = Math.max(from - horizon, i === 0 ? begin : touches[i - 1].to);
      return `<line class="truth" x1="${x(start)}" y1="${heightAt(2, (from - start) / horizon)}" x2="${x(from)}" y2="${heightAt(2, 0)}"/>`;
    })
    .join('');
}

function band({ steps }: ToolReportInput, x: (t: number) => string, y: number): string {
  const runs: [level: string, from: number, to: number][] = [];
  steps.forEach(({ level, time }, i) => {
    const until = steps[Math.min(i + 1, steps.length - 1)].time;
    const run = runs.at(-1);
    if (run?.[0] === level) run[2] = until;
    else runs.push([level, time, until]);
  });
  return runs
    .map(
      ([level, from, to]) =>
        `<rect class="${level}" x="${x(from)}" y="${y}" width="${(Number(x(to)) - Number(x(from))).toFixed(1)}" height="${BAND}"/>`,
    )
    .join('');
}
