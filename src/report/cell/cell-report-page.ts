import { initialOf, isUntested, missedOf, notJudged } from '../../words/scene-judgement.ts';
import { statusText } from '../../words/scene-verdict.ts';
import { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { escaped, htmlFacts } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { CURVE_SAMPLES, cellFigure, shownMoment } from './cell-figure.ts';
import { cellPicture } from './cell-picture.ts';
import { proofData, proofSection } from './cell-proof.ts';
import { type CellReportInput, checkCellReportInput } from './cell-report-input.ts';
import { sampleScene, sampleTimes } from './cell-samples.ts';
import { contactTable, hasValues, initialTable, intervalTable, jointTable, sceneFacts, sideText, workFacts } from './cell-tables.ts';
import { cellHeadline, cellLead, cellProof, cellRows } from './cell-verdict.ts';

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
  const curve = sampleScene(input, sampleTimes(segments, CURVE_SAMPLES, result.time, ...(input.clearance ? [input.clearance.time] : [])));
  const moment = shownMoment(input, curve, segments);
  const picture = cellPicture(input, moment);
  const proof = proofData(input, picture);
  const headline = cellHeadline(input);
  const hasJoints = scene.robots.some((robot) => hasValues(robot, result));
  return htmlPage({
    heading: `${headline}: ${title}`,
    header: `<p class="title">${index === undefined ? '' : `<a href="${escaped(index)}">all paths</a> · `}${escaped(title)}</p>
<h1 class="${headColor(result)}">${escaped(headline).replace(/ = /g, '&nbsp;=&nbsp;')}</h1>
<p class="lead">${cellLead(input)}</p>`,
    main: [
      cellFigure(input, curve, moment, picture, proof === undefined ? {} : { switches: PLANE_SWITCH }),
      ...(input.proof === undefined ? [] : [proofSection(input, moment)]),
      `<section><h2>The answer</h2>${answerFacts(input)}</section>`,
      `<section><h2>What is proven</h2>${htmlFacts(cellRows(input).map(([label, html]) => [label, html]))}<ul>${cellProof(input)
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
    data: { ...picture.data, proof, curve, unit, seconds: seconds ?? undefined },
  });
}

const PLANE_SWITCH = '<label><input type="checkbox" id="plane" checked> separating plane</label>';

function headColor(result: CellReportInput['result']): CellReportInput['result']['status'] {
  if (notJudged(result).length > 0 || isUntested(result)) return 'unresolved';
  return result.status === 'free' && missedOf(result).length > 0 ? 'contact' : result.status;
}

/** Classes of what is marked in text. */
const MARKS = { free: 'free', contact: 'hit', overlap: 'hit', unresolved: 'doubt' } as const;

function answerFacts(input: CellReportInput): string {
  const { scene, result, motions, intervals, clearance, unit = 'm' } = input;
  const { status, time, segment, fraction, pair, gap, contacts } = result;
  const { segments, seconds } = scene.clock(motions);
  const facts: [string, string][] = [['verdict', `<b class="${MARKS[headColor(result)]}">${escaped(statusText(result))}</b>`]];
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
