import { largestOf } from '../../math/extreme.ts';
import { shown, shownCount } from '../../words/shown-number.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { toolCurves } from './tool-curves.ts';
import { type ToolTouch, touchesOf } from './tool-events.ts';
import { toolPicture } from './tool-picture.ts';
import { checkToolReportInput, type ToolReportInput } from './tool-report-input.ts';

/** The page opens this share of the horizon before the first contact: the warning can be seen. */
const OPENED_BEFORE = 0.45;

/**
 * One HTML file that plays a session of a tool against a workpiece that yields: contact foretold, felt, and what
 * yields. It asks no other host for anything.
 */
export function toolReportPage(input: ToolReportInput): string {
  checkToolReportInput(input);
  const touches = touchesOf(input);
  const begin = input.steps[0].time;
  const shownTime = touches.length === 0 ? 0 : Math.max(0, touches[0].from - begin - OPENED_BEFORE * input.horizon);
  const headline = headlineOf(touches);
  return htmlPage({
    heading: `${headline}: ${input.title}`,
    header: `<p class="title">${escaped(input.title)}</p>
<h1>${headline}</h1>
<p class="lead">${lead(input)}</p>`,
    main: `${figure(input, touches, shownTime)}
<section><h2>How to read the picture</h2><ul>${READING.map((sentence) => `<li>${sentence}</li>`).join('\n')}</ul></section>
<section><h2>Warning levels</h2>${levels(input)}</section>
<section class="wide"><h2>When it touched</h2>${touchTable(touches, begin)}</section>
<section><h2>How it is done, ${shownCount(rateOf(input))} times a second</h2><ul>${HOW.map((sentence) => `<li>${sentence}</li>`).join('\n')}</ul></section>
<section><h2>Numbers</h2>${numbers(input, touches)}</section>`,
    footer: `Made by inbetween ${escaped(input.version)}. Contact along each predicted step is certified; that the hand goes on so is an estimate, and the forces are those of a simple model.`,
    data: toolPicture(input, touches, shownTime),
  });
}

function headlineOf([first]: readonly ToolTouch[]): string {
  if (first === undefined) return 'The tool touched nothing';
  return first.warned > 0 ? `Warned ${shown(first.warned, 2)} s before it touched` : 'It touched without a warning';
}

function lead({ story, horizon }: ToolReportInput): string {
  const soon = horizon === 1 ? 'second' : secondsText(horizon);
  return `${escaped(story)} All the while the program says whether, when and where it will touch within the next ${soon} if it goes on so; once it touches, which force the hand should feel.`;
}

const READING: readonly string[] = [
  'The blue sheet is the workpiece. Where it is clamped it stands, the rest gives way and springs back.',
  '<b class="hit">Red triangles</b> are those the tool touches now; the red arrow is the force on the tool, longer when stronger.',
  'Ghosts of the tool show where it will be if the hand goes on as in the last moments, up to the contact that is foretold. Their colour is that of the warning.',
  '<i>Swept boxes</i> shows all the room the tool went through, as the boxes that enclose each step of its motion. Only what lies in the boxes of a step has to be tested closely.',
];

const HOW: readonly string[] = [
  'The last poses of the tool are fitted by a polynomial for each of its six coordinates; older ones count less and less. Continued, it predicts the motion.',
  'Each step of that motion is tested as a continuous motion, not at instants: nothing thin is jumped over. The sheet needs no preparation, so it may deform freely.',
  'In contact, every point that is inside the tool pushes back, the more the deeper it is. Force and sheet are solved together, so that stiff contact stays calm.',
  'The sheet is a net of bars: they resist being stretched and bent, and keep the shape at rest in mind.',
];

function figure(input: ToolReportInput, touches: readonly ToolTouch[], shownTime: number): string {
  const { tool, workpiece, steps } = input;
  const seconds = steps[steps.length - 1].time - steps[0].time;
  return `<figure class="session">
<div class="stage" id="stage">
<canvas id="picture" tabindex="0" aria-label="Picture of tool and workpiece at the chosen time. Drag to turn, scroll to zoom, double-click to reset."></canvas>
<p class="legend"><span style="--dot: var(--b)">${escaped(workpiece.name)}</span><span style="--dot: var(--still0)">${escaped(tool.name)}</span><span class="contact">touched</span></p>
<p class="views"><button type="button" id="closer">To the contact</button><button type="button" id="whole">Whole view</button></p>
<p class="hint">drag to turn · scroll to zoom · shift-drag to move</p>
<p class="warning clear" id="warning"><b></b><span></span></p>
<p class="message" id="message" hidden></p>
<noscript><p class="message">The picture needs JavaScript. All results are below.</p></noscript>
</div>
<div class="controls" id="controls">
<button type="button" id="play" aria-label="play the motion">▶</button>
<div class="timeline">
<div class="chart">${toolCurves(input, touches)}</div>
<input type="range" id="time" min="0" max="${seconds}" step="any" value="${shownTime}" aria-label="time">
</div>
<output id="now-text"></output>
<div class="switches"><label><input type="checkbox" id="ahead" checked> predicted poses</label><label><input type="checkbox" id="boxes"> swept boxes</label><label><input type="checkbox" id="glass"> see through</label><label><input type="checkbox" id="slow"> slow motion</label></div>
</div>
</figure>`;
}

function levels({ horizon, reflex }: ToolReportInput): string {
  const rows: readonly (readonly [string, string])[] = [
    ['clear', `no contact is foretold within ${secondsText(horizon)}`],
    ['unknown', 'no contact was found, but not all was looked at, or there were too few samples to say where to look'],
    ['considered', `contact is foretold within ${secondsText(horizon)}: there is time to see it, decide and act`],
    ['reflex', `contact within ${secondsText(reflex)}: time only to flinch; a machine would stop by itself`],
    ['contact', 'it touches: the force goes to the hand'],
  ];
  return htmlFacts(rows.map(([level, meaning]) => [`<span class="level ${level}">${level}</span>`, meaning]));
}

function secondsText(seconds: number): string {
  return seconds === 1 ? 'one second' : `${shown(seconds, 3)} s`;
}

function touchTable(touches: readonly ToolTouch[], begin: number): string {
  if (touches.length === 0) return '<p>Never.</p>';
  const headings = ['', 'from', 'to', 'warned before', 'largest force', 'largest depth', 'triangles at most'];
  const rows = touches.map(({ from, to, warned, force, depth, zone }, i) => [
    `<button type="button" class="show" data-show="${i}" aria-label="show touch ${i + 1} in the picture">${i + 1}</button>`,
    `${(from - begin).toFixed(2)} s`,
    `${(to - begin).toFixed(2)} s`,
    warned > 0 ? `${warned.toFixed(2)} s` : 'not',
    `${force.toFixed(1)} N`,
    `${(1000 * depth).toFixed(2)} mm`,
    shownCount(zone),
  ]);
  return htmlTable(headings, rows);
}

function rateOf({ steps }: ToolReportInput): number {
  return Math.round((steps.length - 1) / (steps[steps.length - 1].time - steps[0].time));
}

function numbers(
  { tool, workpiece, steps, swept, limit, facts = [], milliseconds: [half, most] }: ToolReportInput,
  touches: readonly ToolTouch[],
): string {
  const size = ({ triangleCount, vertexCount }: typeof tool) =>
    `${shownCount(triangleCount)} triangles, ${shownCount(vertexCount)} vertices`;
  return htmlFacts([
    [escaped(workpiece.name), size(workpiece)],
    [escaped(tool.name), size(tool)],
    ['steps', shownCount(steps.length)],
    [
      'time of a step',
      `${shown(half, 2)} ms, in 19 of 20 steps at most ${shown(most, 2)} ms; prediction, contact, force and sheet together`,
    ],
    [
      'largest force',
      touches.length === 0
        ? 'none'
        : `${largestOf(touches.map(({ force }) => force)).toFixed(1)} N; no more than ${shown(limit, 3)} N are told`,
    ],
    ...facts.map(([label, value]) => [escaped(label), escaped(value)] as const),
    ['swept boxes', `${shownCount(swept.triangleCount)} triangles to draw`],
  ]);
}
