import type { TriangleContact, TriangleSide } from '../../contact/result.ts';
import { largestOf } from '../../math/extreme.ts';
import { length, subtract } from '../../math/vec3.ts';
import { headlineOf, proofOf } from '../../words/pair-verdict.ts';
import { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { poseAt } from '../placed-body.ts';
import { curveDrawing, type DistanceCurve, nearestTime, sampleDistances } from './distance-curve.ts';
import { pictureData } from './picture-data.ts';
import { checkReportInput, type ReportBody, type ReportInput } from './report-input.ts';

const MOST_CONTACTS_LISTED = 100;

/**
 * One HTML file about one query of two bodies: the answer in words, what it proves, and a picture that can be turned
 * and played. It asks no other host for anything.
 */
export function reportPage(input: ReportInput): string {
  checkReportInput(input);
  const { result, a, b, title } = input;
  const headline = headlineOf(result);
  const curve = sampleDistances(input);
  const shownTime = result.status === 'free' ? nearestTime(curve) : result.time;
  const data = { ...pictureData(input, shownTime), curve, unit: input.unit ?? '' };
  return htmlPage({
    heading: `${headline}: ${title}`,
    header: `<p class="title">${escaped(title)}</p>
<h1 class="${result.status}">${escaped(headline).replace(/ = /g, '&nbsp;=&nbsp;')}</h1>
<p class="lead">${leadOf(input)}</p>`,
    main: `${figure(input, curve, shownTime)}
<section><h2>What is proven</h2>${proof(input)}
<h2 class="next">Bodies</h2>${htmlFacts([bodyFact(a, 'a', input), bodyFact(b, 'b', input)])}</section>
<section><h2>Work</h2>${work(input)}</section>
<section class="wide"><h2>${contactsHeading(result.contacts.length)}</h2>${contactTable(input)}</section>
<section class="wide"><h2>Numbers in full</h2>${provenance(input)}</section>`,
    footer: `Made by inbetween ${escaped(input.version)}. The numbers are certified; the picture and the curve of distances are drawn from samples in single precision and prove nothing.`,
    data,
  });
}

function leadOf({ a, b, result, clearance, unit = '' }: ReportInput): string {
  const pair = `<b class="a">${escaped(a.name)}</b> and <b class="b">${escaped(b.name)}</b>`;
  const within = (x: string) => `come within ${x}${unit && ` ${escaped(unit)}`} of each other`;
  const meet = clearance > 0 ? within(shownDown(clearance)) : 'touch';
  const since = typeof result.initial[0]?.left === 'number' ? ', once they have left each other' : '';
  if (result.status === 'free') return `${pair} provably never ${meet} during the motion${since}.`;
  if (result.status === 'contact') {
    const met = result.gap === null ? meet : within(shownUp(result.gap[1]));
    return `${pair} ${met} at this time, and provably do not ${meet} before${since}.`;
  }
  if (result.status === 'overlap')
    return `${pair} ${clearance > 0 ? 'are within the clearance' : 'touch or overlap'} already when the motion begins.`;
  return `${pair} do not ${meet} before${since}; what follows was not decided.`;
}

function figure(input: ReportInput, curve: DistanceCurve, shownTime: number): string {
  const unit = input.unit === undefined ? '' : ` ${escaped(input.unit)}`;
  const farthest = shown(largestOf(curve.distances), 3);
  return `<figure>
<div class="stage" id="stage">
<canvas id="picture" tabindex="0" aria-label="Picture of both bodies at the chosen time. Drag to turn, scroll to zoom, double-click to reset."></canvas>
<p class="legend"><span class="a">${escaped(input.a.name)}</span><span class="b">${escaped(input.b.name)}</span>${input.result.contacts.length > 0 ? '<span class="contact">contact</span>' : ''}</p>
<p class="views"><button type="button" id="closer">To the contact</button><button type="button" id="whole">Whole view</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart"><p>distance over time, up to ${farthest}${unit}</p>${curveDrawing(curve, { ...input.result, segments: 1 }, unit)}</div>
<input type="range" id="time" min="0" max="1" step="any" value="${shownTime}" aria-label="time">
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="ghosts" checked> start and end</label><label><input type="checkbox" id="glass"> see through</label></div>
</div>
</figure>`;
}

function proof({ result, clearance }: ReportInput): string {
  return `<ul>${proofOf(result, clearance)
    .map((sentence) => `<li>${escaped(sentence)}</li>`)
    .join('\n')}</ul>`;
}

function contactsHeading(count: number): string {
  return count === 0 ? 'Contacts' : count === 1 ? 'One contact' : `${shownCount(count)} contacts within tolerance`;
}

function contactTable({ result, a, b }: ReportInput): string {
  const { contacts, status } = result;
  if (contacts.length === 0) return `<p>${status === 'free' ? 'None: the bodies never touch.' : 'None were determined.'}</p>`;
  const headings = ['', 'kind', 'point', 'normal, a to b', 'distance', escaped(a.name), escaped(b.name)];
  const rows = contacts.slice(0, MOST_CONTACTS_LISTED).map((contact, i) => [String(i + 1), ...contactCells(contact)]);
  const hidden = contacts.length - rows.length;
  return htmlTable(headings, rows) + (hidden > 0 ? `<p>and ${shownCount(hidden)} more.</p>` : '');
}

function contactCells({ kind, point, normal, distance, a, b }: TriangleContact): string[] {
  return [kind, shownPoint(point), shownDirection(normal), shown(distance, 4), sideText(a), sideText(b)];
}

function sideText({ feature, index, triangle }: TriangleSide): string {
  const which = feature === 'face' ? 'face' : `${feature} ${index}`;
  return `${which} of triangle ${triangle}`;
}

function bodyFact({ name, mesh, motion }: ReportBody, side: 'a' | 'b', { unit = '' }: ReportInput): [string, string] {
  const size = `${shownCount(mesh.triangleCount)} triangles, ${shownCount(mesh.vertexCount)} vertices`;
  return [`<b class="${side}">${escaped(name)}</b>`, `${size}; ${motionText(motion, unit)}`];
}

function motionText(motion: ReportBody['motion'], unit: string): string {
  if (motion.still) return 'at rest';
  const way = length(subtract(poseAt(motion, 1).position, poseAt(motion, 0).position));
  const turn = Math.abs((motion.angle * 180) / Math.PI);
  const parts = [
    way > 0 ? `moves by ${shown(way, 4)}${unit && ` ${escaped(unit)}`}` : '',
    turn > 0 ? `turns by ${shown(turn, 4)}° about ${shownDirection(motion.axis)}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function work({ result: { stats }, milliseconds }: ReportInput): string {
  return htmlFacts([
    ['processor time', `${shown(milliseconds, 3)} ms`],
    ['method', escaped(stats.method)],
    ['pairs of volumes', shownCount(stats.nodes)],
    ['pairs of triangles', shownCount(stats.triangles)],
    ['poses', shownCount(stats.poses)],
    ['iterations', shownCount(stats.iterations)],
    ['advancement steps', shownCount(stats.steps)],
  ]);
}

function provenance({ result, clearance, reference, version }: ReportInput): string {
  const { status, time, gap, tolerance, rounding, poses } = result;
  const facts: [string, string][] = [
    ['status', status],
    [status === 'unresolved' ? 'free until' : 'time', String(time)],
    ['gap', gap === null ? 'not determined' : gap[0] > clearance ? `between ${gap[0]} and ${gap[1]}` : `at most ${gap[1]}`],
    ['clearance', String(clearance)],
    ['tolerance', String(tolerance)],
    ['rounding bound', String(rounding)],
    ...poses.map(({ body, position, quaternion }): [string, string] => [
      `${escaped(body)} then`,
      `position [${position.join(', ')}]<br>quaternion [${quaternion.join(', ')}]`,
    ]),
    ['version', escaped(version)],
  ];
  if (reference !== undefined) {
    facts.push(['reference', reference.collide ? `contact in [${reference.lo}, ${reference.hi}]` : 'free']);
  }
  return htmlFacts(facts);
}
