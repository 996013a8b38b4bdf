import type { PairSide } from '../../contact/result.ts';
import { initialOf, notJudged } from '../../words/scene-judgement.ts';
import { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { type CurveMarks, curveDrawing, curveTop, nearestTime } from '../distance-curve.ts';
import { escaped, htmlFacts } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { type CellPicture, cellPicture, type ShownMoment } from './cell-picture.ts';
import { type CellReportInput, checkCellReportInput } from './cell-report-input.ts';
import { distanceJudged, nameOf, type SceneCurve, sampleScene, sampleTimes } from './cell-samples.ts';
import { contactTable, hasValues, initialTable, intervalTable, jointTable, sceneFacts, sideText, workFacts } from './cell-tables.ts';
import { cellHeadline, cellLead, cellProof } from './cell-verdict.ts';

/** Distances in the drawing. */
const SAMPLES = 140;

/**
 * One HTML file about a path of robots and bodies: the answer in words, what it proves, and a picture that can be
 * turned and played. It asks no other host for anything.
 * @example
 * const options = { clearance: 0.005 };
 * const motions = { [robot.name]: path };
 * const start = performance.now();
 * const result = scene.firstContact(motions, options);
 * const milliseconds = performance.now() - start;
 * const page = cellReportPage({ title: 'welding', scene, motions, result, options, milliseconds, version: '0.1.0' });
 */
export function cellReportPage(input: CellReportInput): string {
  checkCellReportInput(input);
  const { scene, result, motions, title, index, unit = 'm' } = input;
  const { segments, seconds } = scene.clock(motions);
  const curve = sampleScene(input, sampleTimes(segments, SAMPLES, result.time, ...(input.clearance ? [input.clearance.time] : [])));
  const moment = shownMoment(input, curve, segments);
  const picture = cellPicture(input, moment);
  const headline = cellHeadline(input);
  const hasJoints = scene.robots.some((robot) => hasValues(robot, result));
  return htmlPage({
    heading: `${headline}: ${title}`,
    header: `<p class="title">${index === undefined ? '' : `<a href="${escaped(index)}">all paths</a> · `}${escaped(title)}</p>
<h1 class="${notJudged(result).length > 0 ? 'unresolved' : result.status}">${escaped(headline).replace(/ = /g, '&nbsp;=&nbsp;')}</h1>
<p class="lead">${cellLead(input)}</p>`,
    main: [
      figure(input, curve, moment, picture),
      `<section><h2>The answer</h2>${answerFacts(input)}</section>`,
      `<section><h2>What is proven</h2><ul>${cellProof(input)
        .map((sentence) => `<li>${escaped(sentence)}</li>`)
        .join('\n')}</ul>
<h2 class="next">The scene</h2>${sceneFacts(input)}</section>`,
      ...(input.intervals === undefined ? [] : [`<section class="wide"><h2>Stretches in contact</h2>${intervalTable(input)}</section>`]),
      ...(result.initial.length === 0 ? [] : [`<section class="wide"><h2>In contact at the start</h2>${initialTable(input)}</section>`]),
      ...(hasJoints ? [`<section><h2>Joint values</h2>${jointTable(input, moment.time)}</section>`] : []),
      `<section${hasJoints ? '' : ' class="wide"'}><h2>Work</h2>${workFacts(input)}</section>`,
      `<section class="wide"><h2>${contactsHeading(result.contacts.length)}</h2>${contactTable(input)}</section>`,
      `<section class="wide numbers"><h2>Numbers in full</h2>${provenance(input)}</section>`,
    ].join('\n'),
    footer: `Made by inbetween ${escaped(input.version)}. The numbers are certified; the picture and the curve of distances are drawn from samples in single precision and prove nothing.`,
    data: { ...picture.data, curve, unit, seconds: seconds ?? undefined },
  });
}

/** The answer's time; where everything is free, the closest instant. */
function shownMoment(input: CellReportInput, curve: SceneCurve, segments: number): ShownMoment {
  const { result, clearance } = input;
  const time = result.status === 'free' ? (clearance?.time ?? nearestTime(curve)) : result.time;
  const known = result.status === 'free' ? clearance?.pair : result.pair;
  return { time, pair: known ?? distanceJudged(input, time).pair, segments };
}

function figure(input: CellReportInput, curve: SceneCurve, moment: ShownMoment, { leftOut }: CellPicture): string {
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
<p class="legend">${pair}${isHit && result.contacts.length > 0 ? '<span class="contact">contact</span>' : ''}</p>
<p class="views"><button type="button" id="closer">${spot}</button><button type="button" id="whole">Robot</button><button type="button" id="all">Everything</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart tall"><p><i class="curve"></i>distance of the closest two, up to ${shown(Math.max(...curve.distances), 3)}${unit}${proven}${kept}${shaded}</p>
<div class="plot">${curveDrawing(curve, marks, unit)}${axisLabels(curveTop(curve))}<p class="tip" id="tip" hidden></p></div></div>
<input type="range" id="time" min="0" max="${segments}" step="any" value="${moment.time}" aria-label="path time">
${waypointLabels(segments)}
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="ghosts" checked> whole motion</label><label><input type="checkbox" id="trace" checked> way of the tool</label><label><input type="checkbox" id="rest" checked> surroundings</label><label><input type="checkbox" id="glass"> see through</label></div>
</div>
${result.initial.some(({ left }) => left !== undefined) ? '<p class="note">The curve of distances leaves out pairs that start in contact, until they are proven apart.</p>' : ''}
${leftOut > 0 ? `<p class="note">The picture leaves out ${shownCount(leftOut)} of ${shownCount(scene.obstacles.length)} obstacles, those farthest from what moves; the answer is about all of them.</p>` : ''}
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

function answerFacts(input: CellReportInput): string {
  const { scene, result, motions, intervals, clearance, unit = 'm' } = input;
  const { status, time, segment, fraction, pair, gap, contacts } = result;
  const { segments, seconds } = scene.clock(motions);
  const facts: [string, string][] = [['verdict', verdictText(result)]];
  if (status === 'free') facts.push(['path', `${segments} segment${segments === 1 ? '' : 's'}, t from 0 to ${segments}`]);
  else {
    facts.push([status === 'unresolved' ? 'free until' : 'when', `t = ${shownDown(time, 8)} of ${segments}`]);
    facts.push([
      'on the path',
      `segment ${segment}, from waypoint ${segment} to ${segment + 1}, after ${shown(100 * fraction, 4)} % of it`,
    ]);
    if (seconds !== null) {
      const from = seconds[segment];
      facts.push(['seconds', `${shownDown(from + fraction * (seconds[segment + 1] - from), 6)} s`]);
    }
  }
  if (pair !== null) facts.push(['who', `${sideText(pair[0], input)} and ${sideText(pair[1], input)}`]);
  if (contacts.length > 0) {
    facts.push(['where', `${shownPoint(contacts[0].point, 5)} ${escaped(unit)}`]);
    facts.push(['normal', `${shownDirection(contacts[0].normal)}, from the first to the second`]);
  }
  const near = initialOf(result)?.gap ?? gap;
  if (near !== null) facts.push(['distance then', `at most ${shownUp(near[1])} ${escaped(unit)}`]);
  if (clearance?.pair && clearance.gap[1] > 0) {
    const [one, other] = clearance.pair.map((side) => sideText(side, input));
    const range = `${shownDown(clearance.gap[0])} to ${shownUp(clearance.gap[1])} ${escaped(unit)}`;
    facts.push(['least distance', `${range}, at t = ${shown(clearance.time, 6)}: ${one} and ${other}`]);
  }
  if (intervals !== undefined) facts.push(['stretches in contact', `${intervals.intervals.length}${intervals.complete ? '' : ' or more'}`]);
  return htmlFacts(facts);
}

function verdictText(result: CellReportInput['result']): string {
  if (notJudged(result).length === 0) return VERDICTS[result.status];
  return '<b class="doubt">free, but not all pairs were judged</b>; proven for the others';
}

const VERDICTS: Readonly<Record<CellReportInput['result']['status'], string>> = {
  free: '<b class="free">free</b>, proven for the whole path',
  contact: '<b class="hit">contact</b>',
  overlap: '<b class="hit">contact or overlap at the start</b>',
  unresolved: '<b class="doubt">could not be decided</b>',
};

function contactsHeading(count: number): string {
  return count === 0 ? 'Contacts' : count === 1 ? 'One contact' : `${shownCount(count)} contacts within tolerance`;
}

function provenance({ result, options, reference, version, clearance }: CellReportInput): string {
  const { status, time, gap, tolerance, rounding, poses, configurations } = result;
  const facts: [string, string][] = [
    ['status', status],
    [status === 'unresolved' ? 'free until' : 'time', String(time)],
    ['gap', gap === null ? 'not determined' : `between ${gap[0]} and ${gap[1]}`],
    ['tolerance', String(tolerance)],
    ['rounding bound', String(rounding)],
    ...(clearance === undefined ? [] : [['least distance', `between ${clearance.gap[0]} and ${clearance.gap[1]}`] as [string, string]]),
    ...Object.entries(configurations).map(([name, values]): [string, string] => [`${escaped(name)} then`, `[${values.join(', ')}]`]),
    ...poses.map(({ body, position, quaternion }): [string, string] => [
      `${escaped(body)} stands`,
      `position [${position.join(', ')}]<br>quaternion [${quaternion.join(', ')}]`,
    ]),
    ['options', Object.keys(options).length === 0 ? 'defaults' : escaped(JSON.stringify(options))],
    ['version', escaped(version)],
  ];
  if (reference !== undefined) facts.push(['reference', reference.collide ? `contact in [${reference.lo}, ${reference.hi}]` : 'free']);
  return htmlFacts(facts);
}
