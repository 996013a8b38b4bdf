import type { PairSide } from '../../contact/result.ts';
import { largestOf } from '../../math/extreme.ts';
import { shown, shownCount, shownDown } from '../../words/shown-number.ts';
import { escaped } from '../html-text.ts';
import { type CurveMarks, curveDrawing, curveTop, nearestTime } from '../pair/distance-curve.ts';
import type { CellPicture, ShownMoment } from './cell-picture.ts';
import type { CellReportInput } from './cell-report-input.ts';
import { distanceJudged, nameOf, type SceneCurve } from './cell-samples.ts';

/** Distances in the drawing. */
export const CURVE_SAMPLES = 140;

/** HTML that a page adds to the picture's. */
export interface FigureParts {
  readonly legend?: string;
  readonly switches?: string;
  readonly notes?: string;
}

/** The answer's time; where everything is free, the closest instant. */
export function shownMoment(input: CellReportInput, curve: SceneCurve, segments: number): ShownMoment {
  const { result, clearance } = input;
  const time = result.status === 'free' ? (clearance?.time ?? nearestTime(curve)) : result.time;
  const known = result.status === 'free' ? clearance?.pair : result.pair;
  return { time, pair: known ?? distanceJudged(input, time).pair, segments };
}

/** `more`: what a page adds of its own. */
export function cellFigure(
  input: CellReportInput,
  curve: SceneCurve,
  moment: ShownMoment,
  { leftOut }: CellPicture,
  { legend = '', switches = '', notes = '' }: FigureParts = {},
): string {
  const { scene, result, clearance, intervals } = input;
  const unit = ` ${escaped(input.unit ?? 'm')}`;
  const isHit = result.status === 'contact' || result.status === 'overlap';
  const levels: NonNullable<CurveMarks['levels']> = [
    { kind: 'proven', distance: clearance?.gap[0] ?? 0 },
    { kind: 'kept', distance: result.clearance },
  ];
  const { segments } = moment;
  const marks: CurveMarks = { status: result.status, time: result.time, segments, intervals: intervals?.intervals, levels };
  const side = (who: PairSide, name: 'a' | 'b') => `<span class="${name}">${escaped(nameOf(who, scene))}</span>`;
  const pair = moment.pair === null ? '' : side(moment.pair[0], 'a') + side(moment.pair[1], 'b');
  const spot = isHit ? 'To the contact' : 'To the closest';
  const proven =
    clearance !== undefined && clearance.gap[0] > 0
      ? `; <i class="proven"></i>proven: never below ${shownDown(clearance.gap[0])}${unit}`
      : '';
  const kept = result.clearance > 0 ? `; <i class="kept"></i>to be kept: ${shown(result.clearance, 4)}${unit}` : '';
  const shaded = isHit ? `; <i class="after"></i>${intervals === undefined ? 'after the first contact' : 'in contact'}` : '';
  return `<figure class="cell">
<div class="stage" id="stage">
<canvas id="picture" tabindex="0" role="img" aria-label="Picture of the scene at the chosen time. Drag or use the arrow keys to turn, scroll or use plus and minus to zoom, double-click to reset."></canvas>
<p class="legend">${pair}${isHit && result.contacts.length > 0 ? '<span class="contact">contact</span>' : ''}${legend}</p>
<p class="views"><button type="button" id="closer">${spot}</button><button type="button" id="whole">Robot</button><button type="button" id="all">Everything</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart tall"><p><i class="curve"></i>distance of the closest two, up to ${shown(largestOf(curve.distances), 3)}${unit}${proven}${kept}${shaded}</p>
<div class="plot">${curveDrawing(curve, marks, unit)}${axisLabels(curveTop(curve))}<p class="tip" id="tip" hidden></p></div></div>
<input type="range" id="time" min="0" max="${segments}" step="any" value="${moment.time}" aria-label="path time">
${waypointLabels(segments)}
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="ghosts" checked> whole motion</label><label><input type="checkbox" id="trace" checked> way of the tool</label>${switches}<label><input type="checkbox" id="rest" checked> surroundings</label><label><input type="checkbox" id="glass"> see through</label></div>
</div>
${result.initial.some(({ left }) => left !== undefined) ? '<p class="note">The curve of distances leaves out pairs that start in contact, until they are proven apart.</p>' : ''}
${leftOut > 0 ? `<p class="note">The picture leaves out ${shownCount(leftOut)} of ${shownCount(scene.obstacles.length)} obstacles, those farthest from what moves; the answer is about all of them.</p>` : ''}
${notes}
</figure>`;
}

function axisLabels(top: number): string {
  const step = tickStep(top / 2.2);
  const ticks = [1, 2, 3, 4].map((k) => k * step).filter((d) => d <= 0.97 * top);
  return ticks.map((d) => `<span class="tick" style="bottom:${((100 * d) / top).toFixed(2)}%">${shown(d, 3)}</span>`).join('');
}

/** 1, 2 or 5 times a power of ten. */
function tickStep(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((k) => k * power <= most) ?? 1) * power;
}

function waypointLabels(segments: number): string {
  const step = Math.max(1, Math.ceil(segments / 12));
  const labels = Array.from({ length: Math.floor(segments / step) + 1 }, (_, k) => k * step);
  const at = (k: number) => `<span style="left:${((100 * k) / segments).toFixed(2)}%">${k}</span>`;
  return `<div class="waypoints" aria-hidden="true">${labels.map(at).join('')}</div>`;
}
