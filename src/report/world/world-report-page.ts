import { largestOf } from '../../math/extreme.ts';
import { shown, shownCount, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { stretchesOf, worldCurves } from './world-curves.ts';
import { isPlaced, type PlacedEvent, type WorldPicture, worldPicture } from './world-picture.ts';
import { checkWorldReportInput, type WorldReportInput } from './world-report-input.ts';

/** Contacts of the table: the hardest. */
const LISTED = 8;

/**
 * One HTML file that plays a world of many bodies: where they were, which contacts were reported and when, and what is
 * proven of it. It asks no other host for anything.
 */
export function worldReportPage(input: WorldReportInput): string {
  checkWorldReportInput(input);
  const seconds = input.frames[input.frames.length - 1].time - input.frames[0].time;
  const hardest = hardestOf(input);
  const shownTime = openedAt(input, seconds);
  const picture = worldPicture(input, shownTime, hardest);
  const headline = `${contactsText(input.events.length)} in ${shown(seconds, 3)} s${isProven(input) ? ', none missed' : ''}`;
  return htmlPage({
    heading: `${headline}: ${input.title}`,
    header: `<p class="title">${escaped(input.title)}</p>
<h1>${headline}</h1>
<p class="lead">${escaped(input.story)} <b class="${isProven(input) && input.letThrough === 0 ? 'free' : 'doubt'}">${verdict(input)}</b></p>`,
    main: `${figure(input, seconds, shownTime, picture)}
<section><h2>What is proven</h2><ul>${proof(input)
      .map((sentence) => `<li>${sentence}</li>`)
      .join('\n')}</ul></section>
<section><h2>Numbers</h2>${numbers(input, seconds)}</section>
<section class="wide"><h2>The hardest contacts</h2>${contactTable(input, hardest)}</section>`,
    footer: `Made by inbetween ${escaped(input.version)}. What is proven is said above; the picture is drawn from samples and proves nothing.`,
    data: picture.data,
  });
}

function isProven({ schedule = 'certified' }: WorldReportInput): boolean {
  return schedule === 'certified';
}

function contactsText(count: number): string {
  return count === 0 ? 'No contact' : count === 1 ? 'One contact' : `${shownCount(count)} contacts`;
}

function lengthText(length: string, { unit = '' }: WorldReportInput): string {
  return `${length}${unit && ` ${escaped(unit)}`}`;
}

function verdict(input: WorldReportInput): string {
  const { clearance = 0, letThrough } = input;
  if (!isProven(input)) return 'Found by looking at instants; what lies between them is not known.';
  const kept = clearance > 0 ? `came nearer than ${lengthText(shownDown(clearance), input)}` : 'went through each other';
  if (letThrough === 0) return `No two bodies ever ${kept}: proven.`;
  return `${shownCount(letThrough)} ${letThrough === 1 ? 'contact was' : 'contacts were'} let through; no other two bodies ever ${kept}: proven.`;
}

function proof(input: WorldReportInput): string[] {
  const { clearance = 0, letThrough, schedule } = input;
  if (!isProven(input))
    return [
      `Nothing: pairs were looked at by the schedule ‘${escaped(String(schedule))}’, which may miss what happens between two looks. The schedule ‘certified’ misses nothing.`,
    ];
  const least = clearance > 0 ? `farther apart than ${lengthText(shownDown(clearance), input)}` : 'apart';
  const but = letThrough === 0 ? '' : ', but for those that were told and let through';
  return [
    `At all times, not only at those that are drawn, every two bodies were ${least}${but}.`,
    'Contacts are told in the order of time and never late, however fast and thin the bodies are: nothing tunnels. No step size was chosen.',
    'It is proven for the motions that the world was given; what is thrown flies a parabola and turns evenly between contacts. Which speeds a contact leaves is the simulator’s choice.',
  ];
}

/** Time at which the page opens: the middle of the stretch with the most contacts. */
function openedAt(input: WorldReportInput, seconds: number): number {
  const { counts, each } = stretchesOf(input);
  return input.events.length === 0 ? 0 : Math.min(seconds, (counts.indexOf(largestOf(counts)) + 0.5) * each);
}

function hardestOf({ events }: WorldReportInput): PlacedEvent[] {
  return events
    .filter(isPlaced)
    .sort((a, b) => b.speed - a.speed)
    .slice(0, LISTED);
}

function figure(input: WorldReportInput, seconds: number, shownTime: number, { frames, marks, clipped }: WorldPicture): string {
  const names = input.bodies.filter(({ fixed }) => fixed).length;
  const rate = shown(frames / (seconds || 1), 2);
  const some = marks < input.events.length ? `: the hardest ${shownCount(marks)} of all contacts` : '';
  const part = clipped > 0 ? ' What reaches far beyond the moving bodies is drawn only around them.' : '';
  return `<figure class="session world">
<div class="stage" id="stage">
<canvas id="picture" tabindex="0" aria-label="Picture of the bodies at the chosen time. Drag to turn, scroll to zoom, double-click to reset."></canvas>
<p class="legend">${names > 0 ? '<span style="--dot: var(--still0)">fixed</span>' : ''}<span class="contact">contact, just now</span></p>
<p class="views"><button type="button" id="closer">To the hardest contact</button><button type="button" id="whole">Whole view</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart">${worldCurves(input)}</div>
<input type="range" id="time" min="0" max="${seconds || 1}" step="any" value="${shownTime}" aria-label="time">
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="slow"> slow motion</label><label><input type="checkbox" id="glass"> see through what is fixed</label></div>
</div>
<p class="note">Drawn from ${rate} poses a second. <b class="hit">Red</b> flashes where two bodies touch, larger where they are faster${some}.${part}</p>
</figure>`;
}

function numbers(input: WorldReportInput, seconds: number): string {
  const { bodies, events, letThrough, stats, clearance = 0, tolerance, milliseconds, facts = [] } = input;
  const fixed = bodies.filter((body) => body.fixed).length;
  const moving = bodies.length - fixed;
  const pairs = (moving * (moving - 1)) / 2 + moving * fixed;
  const shapes = new Set(bodies.map(({ mesh }) => mesh)).size;
  return htmlFacts([
    [
      'bodies',
      `${shownCount(moving)} that move, ${shownCount(fixed)} fixed, of ${shownCount(shapes)} ${shapes === 1 ? 'shape' : 'shapes'}`,
    ],
    ['contacts told', shownCount(events.length)],
    ['let through', letThrough === 0 ? 'none' : shownCount(letThrough)],
    ['distance when told', gapText(input)],
    ['pairs watched', `${shownCount(stats.mostTracked)} at most, of ${shownCount(pairs)} pairs`],
    ['looks at a pair', `${shownCount(stats.checks)}, ${shown(stats.checks / Math.max(1, events.length), 3)} a contact`],
    ['boxes swept', shownCount(stats.sweeps)],
    ...(clearance > 0 ? [['clearance', lengthText(String(clearance), input)] as const] : []),
    ...(tolerance === undefined ? [] : [['counts as contact', `below ${lengthText(String(tolerance), input)}`] as const]),
    ...(milliseconds === undefined
      ? []
      : [['processor time', `${shown(milliseconds / 1000, 3)} s for ${shown(seconds, 3)} s of the world`] as const]),
    ...facts.map(([label, value]) => [escaped(label), escaped(value)] as const),
  ]);
}

function gapText(input: WorldReportInput): string {
  const contacts = input.events.filter(({ status }) => status === 'contact');
  if (contacts.length === 0) return 'none was contacts';
  const least = contacts.reduce((gap, event) => Math.min(gap, event.gap[0]), Infinity);
  const most = contacts.reduce((gap, event) => Math.max(gap, event.gap[1]), 0);
  return `from ${shownDown(least, 3)} to ${lengthText(shownUp(most, 3), input)}`;
}

function contactTable(input: WorldReportInput, hardest: readonly PlacedEvent[]): string {
  if (hardest.length === 0) return '<p>There was none.</p>';
  const begin = input.frames[0].time;
  const rows = hardest.map((event, i) => [
    `<button type="button" class="show" data-show="${i}" aria-label="show contact ${i + 1} in the picture">${i + 1}</button>`,
    `${shown(event.time - begin, 5)} s`,
    escaped(event.a),
    escaped(event.b),
    `${lengthText(shown(event.speed, 3), input)}/s`,
    shownPoint(event.point, 4),
  ]);
  return htmlTable(['', 'time', 'a', 'b', 'speed of approach', 'where'], rows);
}
