import { shown, shownCount, shownDirection, shownDown, shownPoint } from '../../words/shown-number.ts';
import { isContactAtLeast } from '../../words/step-verdict.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { arrivalDrawing } from './step-arrivals.ts';
import { MOST_LISTED, type StepPicture, stepPicture } from './step-picture.ts';
import { checkStepReportInput, type StepReportBody, type StepReportInput } from './step-report-input.ts';
import { featureHtml, stepHeadline, stepLead, stepProof, unitOf } from './step-verdict.ts';

/**
 * One HTML file about one step of deforming bodies: the answer in words, what it proves, and a picture that can be
 * turned and played. It asks no other host for anything.
 */
export function stepReportPage(input: StepReportInput): string {
  checkStepReportInput(input);
  const { title, result } = input;
  const headline = stepHeadline(input);
  const shownTime = result.status === 'free' ? 1 : (result.contacts[0]?.time ?? result.time);
  const tone = isContactAtLeast(result) ? 'contact' : result.status;
  const picture = stepPicture(input, shownTime);
  return htmlPage({
    heading: `${headline}: ${title}`,
    header: `<p class="title">${escaped(title)}</p>
<h1 class="${tone}">${escaped(headline).replace(/ = /g, '&nbsp;=&nbsp;')}</h1>
<p class="lead">${stepLead(input)}</p>`,
    main: `${figure(input, picture, shownTime)}
<section><h2>What is proven</h2><ul>${stepProof(input)
      .map((sentence) => `<li>${escaped(sentence)}</li>`)
      .join('\n')}</ul>
<h2 class="next">Bodies</h2>${htmlFacts(input.bodies.map((body) => bodyFact(body, input)))}</section>
<section><h2>Work</h2>${work(input)}</section>
<section class="wide contacts"><h2>${contactsHeading(input)}</h2>${contactTable(input)}</section>
<section class="wide"><h2>Numbers in full</h2>${provenance(input)}</section>`,
    footer: `Made by inbetween ${escaped(input.version)}. The numbers are certified; the picture is drawn in single precision and proves nothing.`,
    data: picture.data,
  });
}

function figure(input: StepReportInput, { colors, drawn }: StepPicture, shownTime: number): string {
  const { bodies, result, all } = input;
  const names = bodies.slice(0, 8).map(({ name }, i) => `<span style="--dot: var(--${colors[i]})">${escaped(name)}</span>`);
  const total = bodies.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
  const listed = result.contacts.length < result.contactCount ? 'listed contacts' : 'contacts';
  const caption = all && result.contacts.length > 1 ? `${listed} so far, up to ${shownCount(result.contacts.length)}` : 'the step';
  return `<figure>
<div class="stage" id="stage">
<canvas id="picture" tabindex="0" aria-label="Picture of the bodies at the chosen time. Drag to turn, scroll to zoom, double-click to reset."></canvas>
<p class="legend">${names.join('')}${result.contacts.length > 0 ? '<span class="contact">in contact</span>' : ''}</p>
<p class="views"><button type="button" id="closer">To the first contact</button><button type="button" id="whole">Whole view</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart"><p>${caption}</p>${arrivalDrawing(result)}</div>
<input type="range" id="time" min="0" max="1" step="any" value="${shownTime}" aria-label="time">
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="ghosts"> start and end</label><label><input type="checkbox" id="open"> cut open</label><label><input type="checkbox" id="glass"> see through</label></div>
</div>
${drawn < total ? `<p class="note">The picture shows ${shownCount(drawn)} of ${shownCount(total)} triangles, all in contact among them; the answer is about all.</p>` : ''}
</figure>`;
}

function contactsHeading({ result: { reason, contactCount }, all }: StepReportInput): string {
  if (contactCount === 0) return 'Contacts';
  if (reason !== undefined) return 'Contacts, as far as they are known';
  if (!all) return 'The first contact';
  return contactCount === 1 ? 'One contact' : `${shownCount(contactCount)} contacts`;
}

function contactTable(input: StepReportInput): string {
  const { status, contacts, contactCount } = input.result;
  if (contacts.length === 0) return `<p>${status === 'free' ? 'None: nothing touches during the step.' : 'None were determined.'}</p>`;
  const headings = ['', 'kind', 'a', 'b', 'time', 'point', 'normal, a to b'];
  const rows = contacts
    .slice(0, MOST_LISTED)
    .map(({ kind, a, b, time, point, normal }, i) => [
      `<button type="button" class="show" data-show="${i}" aria-label="show contact ${i + 1} in the picture">${i + 1}</button>`,
      kind,
      featureHtml(a, '', input),
      featureHtml(b, '', input),
      shownDown(time, 8),
      shownPoint(point),
      `${shownDirection(normal)}${kind === 'edge-face' ? ' of the face' : ''}`,
    ]);
  const hidden = contactCount - rows.length;
  return htmlTable(headings, rows) + (hidden > 0 ? `<p class="note">and ${shownCount(hidden)} more.</p>` : '');
}

function bodyFact({ name, mesh, end, self, joined = 0 }: StepReportBody, input: StepReportInput): [string, string] {
  const size = `${shownCount(mesh.triangleCount)} triangles, ${shownCount(mesh.vertexCount)} vertices`;
  const moves = end === null ? 'stands' : `vertices move by up to ${shown(farthest(mesh.positions, end), 4)}${escaped(unitOf(input))}`;
  const welded = joined > 0 ? `; ${shownCount(joined)} vertices made one with others at the same place in both frames` : '';
  return [escaped(name), `${size}; ${moves}; ${self ? 'tested against itself' : 'not tested against itself'}${welded}`];
}

function farthest(start: Float64Array, end: Float64Array): number {
  let most = 0;
  for (let i = 0; i < start.length; i += 3)
    most = Math.max(most, Math.hypot(end[i] - start[i], end[i + 1] - start[i + 1], end[i + 2] - start[i + 2]));
  return most;
}

function work({ result: { stats }, milliseconds, memory }: StepReportInput): string {
  return htmlFacts([
    ['processor time', `${shown(milliseconds, 3)} ms`],
    ...(memory === undefined ? [] : [['memory', `${shown(memory / 2 ** 20, 3)} MiB at most`] as const]),
    ['pairs of boxes', shownCount(stats.boxes)],
    ['pairs of triangles', shownCount(stats.triangles)],
    ['vertex-face tests', shownCount(stats.vertexFace)],
    ['edge-edge tests', shownCount(stats.edgeEdge)],
    ['edge-face tests at the start', shownCount(stats.edgeFace)],
    ['decided by integers', shownCount(stats.exact)],
  ]);
}

function provenance({ result, clearance, tolerance, maxStep, startsFree = false, version }: StepReportInput): string {
  const { status, time, contactCount } = result;
  return htmlFacts([
    ['status', status],
    [status === 'unresolved' ? 'free until' : 'time', String(time)],
    ['contacts', String(contactCount)],
    ...(maxStep === undefined ? [] : [['largest safe fraction', String(maxStep)] as const]),
    ...(startsFree ? [['start', 'taken as free of intersections'] as const] : []),
    ['clearance', String(clearance)],
    ['tolerance', tolerance === undefined ? 'default' : String(tolerance)],
    ['version', escaped(version)],
  ]);
}
