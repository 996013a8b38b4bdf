import { shown } from './shown-number.ts';
import { forceOf, type ToolTouch } from './tool-events.ts';
import type { ToolReportInput } from './tool-report-input.ts';

/** Of the drawing, in its own units: lanes one below the other, and the warning level as a band below them. */
const WIDTH = 1000;
const LANE = 80;
const GAP = 34;
const BAND = 12;
/** From the lane above to a caption. */
const ABOVE = 8;
const HEIGHT: number = 3 * (LANE + GAP) + BAND;

/** Force, depth and time to contact over time; the level as colours. Labels stand beside it as HTML, which the drawing's stretching spares. */
export function toolCurves(input: ToolReportInput, touches: readonly ToolTouch[]): string {
  const { steps, horizon } = input;
  const begin = steps[0].time;
  const span = steps[steps.length - 1].time - begin || 1;
  const x = (t: number) => (((t - begin) / span) * WIDTH).toFixed(1);
  const [force, depth] = [topOf(steps.map(forceOf)), topOf(steps.map((step) => 1000 * step.depth))];
  const lanes = [
    filled(steps.map((step) => `${x(step.time)},${heightAt(0, forceOf(step) / force)}`).join(' '), 0),
    filled(steps.map((step) => `${x(step.time)},${heightAt(1, (1000 * step.depth) / depth)}`).join(' '), 1),
    foretold(input, x) + truly(touches, horizon, begin, x),
  ];
  const floors = [0, 1, 2].map(
    (lane) => `<line class="waypoint" x1="0" x2="${WIDTH}" y1="${heightAt(lane, 0)}" y2="${heightAt(lane, 0)}"/>`,
  );
  const label = `force up to ${shown(force, 3)} N, depth up to ${shown(depth, 3)} mm and the time to the contact that is foretold, over ${shown(span, 3)} s`;
  return `<div class="plot lanes">
${caption(0, 'force on the hand', `${shown(force, 3)} N`)}${caption(1, 'depth in the tool', `${shown(depth, 2)} mm`)}${caption(2, 'time to contact <i></i>foretold <i class="truth"></i>as it came', `${shown(horizon, 3)} s`)}
<svg id="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${floors.join('')}${lanes.join('')}${band(input, x)}
<line class="now" id="now" x1="0" x2="0" y1="0" y2="${HEIGHT}"/></svg></div>`;
}

function topOf(values: readonly number[]): number {
  return Math.max(...values) || 1;
}

function heightAt(lane: number, share: number): string {
  return (lane * (LANE + GAP) + GAP + (1 - Math.min(1, share)) * LANE).toFixed(1);
}

function filled(points: string, lane: number): string {
  const floor = heightAt(lane, 0);
  return `<polygon class="area" points="0,${floor} ${points} ${WIDTH},${floor}"/><polyline class="curve" points="${points}"/>`;
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

function band({ steps }: ToolReportInput, x: (t: number) => string): string {
  const runs: [level: string, from: number, to: number][] = [];
  steps.forEach(({ level, time }, i) => {
    const until = steps[Math.min(i + 1, steps.length - 1)].time;
    const run = runs.at(-1);
    if (run?.[0] === level) run[2] = until;
    else runs.push([level, time, until]);
  });
  const y = HEIGHT - BAND;
  return runs
    .map(
      ([level, from, to]) =>
        `<rect class="${level}" x="${x(from)}" y="${y}" width="${(Number(x(to)) - Number(x(from))).toFixed(1)}" height="${BAND}"/>`,
    )
    .join('');
}

function caption(lane: number, text: string, top: string): string {
  const y = (100 * (lane * (LANE + GAP) + ABOVE)) / HEIGHT;
  return `<p style="top: ${y.toFixed(1)}%"><b>${text}</b><span>${top}</span></p>`;
}
