import { entryOf } from '../../math/entries.ts';
import type { Plan } from '../../plan/plan-result.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { shown, shownCount, shownDown, shownUp } from '../../words/shown-number.ts';
import { CURVE_SAMPLES, cellFigure, type FigureParts, shownMoment } from '../cell/cell-figure.ts';
import { cellPicture } from '../cell/cell-picture.ts';
import type { CellReportInput } from '../cell/cell-report-input.ts';
import { nameOf, sampleScene, sampleTimes } from '../cell/cell-samples.ts';
import { sceneFacts, valueText } from '../cell/cell-tables.ts';
import { cellProof } from '../cell/cell-verdict.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { checkPlanReportInput, type PlanReportInput } from './plan-report-input.ts';
import { type DrawnSearch, searchedLines, TREE_COLORS } from './searched-lines.ts';

/** More waypoints are left to the file. */
const MOST_WAYPOINTS = 60;

/**
 * One HTML file about a plan: whether a path was found, what is proven of it, a picture in which it can be played, and
 * the trees that were searched. It asks no other host for anything.
 * @example
 * const found = await plan(scene, { from: 'home', to: 'pick', keepTrees: true });
 * const page = planReportPage({ title: 'to pick', scene, plan: found, standing: { arm: home }, version: '0.1.0' });
 */
export function planReportPage(input: PlanReportInput): string {
  checkPlanReportInput(input);
  const { plan, scene, title, version, unit = 'm' } = input;
  const cell = cellInput(input);
  const { segments, seconds } = scene.clock(cell.motions);
  const curve = sampleScene(cell, sampleTimes(segments, CURVE_SAMPLES, ...(input.clearance ? [input.clearance.time] : [])));
  const nearest = shownMoment(cell, curve, segments);
  // where everything only stands, nobody is meant but who is in contact
  const moment = plan.path === null && cell.result.status === 'free' ? { ...nearest, pair: null } : nearest;
  const picture = cellPicture(cell, moment);
  const search = searchedLines(scene, plan.trees ?? [], picture.relative);
  const headline = planHeadline(input);
  return htmlPage({
    heading: `${headline}: ${title}`,
    header: `<p class="title">${escaped(title)}</p>
<h1 class="${isProven(input) ? 'free' : 'unresolved'}">${escaped(headline)}</h1>
<p class="lead">${lead(input)}</p>`,
    main: [
      cellFigure(cell, curve, moment, picture, figureParts(plan, search)),
      ...(plan.status === 'found' ? [`<section><h2>The path</h2>${pathFacts(input)}</section>`] : []),
      `<section><h2>The search</h2>${searchFacts(plan)}</section>`,
      ...(isProven(input) ? [`<section><h2>What is proven</h2><ul>${proofList(cell)}</ul></section>`] : []),
      `<section><h2>The scene</h2>${sceneFacts(cell)}</section>`,
      ...(plan.status === 'found' ? [`<section class="wide"><h2>Waypoints</h2>${waypointTable(input)}</section>`] : []),
      `<section class="wide numbers"><h2>Numbers in full</h2>${provenance(input)}</section>`,
    ].join('\n'),
    footer: `Made by inbetween ${escaped(version)}. The certificate of the path is proven; the picture, the curve of distances and the lines of what was searched are drawn from samples in single precision and prove nothing.`,
    data: { ...picture.data, curve, unit, seconds: seconds ?? undefined, searched: search.lines },
  });
}

function isProven({ plan, timed }: PlanReportInput): boolean {
  return plan.status === 'found' && (timed === undefined || timed.status === 'certified');
}

/** The path, or everything where it stands, as a page of a cell takes it. */
function cellInput({ title, scene, plan, standing, options = {}, clearance, timed, version, unit }: PlanReportInput): CellReportInput {
  const motions = timed?.trajectories ?? plan.path ?? standing;
  const result = timed?.certificate ?? plan.certificate ?? scene.firstContact(motions, options);
  const least = plan.path === null || clearance === undefined ? {} : { clearance };
  return { title, scene, motions, result, options, milliseconds: plan.stats.milliseconds, version, ...(unit && { unit }), ...least };
}

function planHeadline({ plan: { status, states, reason }, timed }: PlanReportInput): string {
  if (status === 'found' && timed !== undefined && timed.status !== 'certified') return 'A path, but no trajectory that is certified';
  if (status === 'found') return `Found: ${states.length} waypoints, proven free`;
  if (reason === 'start' || reason === 'goal') return `No path: the ${reason} cannot be`;
  return 'No path found';
}

function lead(input: PlanReportInput): string {
  const { plan, clearance, scene, options, timed, unit = 'm' } = input;
  if (plan.status === 'none') return `${escaped(sentence(plan.why ?? ''))} What is drawn is where everything stands at the start.`;
  if (!isProven(input))
    return `The path by itself is proven free; along it, with times, the last trajectory tried is not: ${timed?.status}.`;
  const kept = typeof options?.clearance === 'number' ? options.clearance : (plan.certificate?.clearance ?? 0);
  const what = kept > 0 ? `Everything keeps more than ${shownDown(kept)} ${escaped(unit)} apart` : 'Nothing touches';
  if (clearance === undefined || clearance.pair === null) return `${what} at any time of the path: that is proven.`;
  const [a, b] = clearance.pair.map((side) => escaped(nameOf(side, scene)));
  return `${what} at any time of the path: that is proven. The closest are <b class="a">${a}</b> and <b class="b">${b}</b>, which keep at least <b>${shownDown(clearance.gap[0])} ${escaped(unit)}</b>.`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function figureParts({ trees = [] }: Plan, { edges, drawn }: DrawnSearch): FigureParts {
  if (edges === 0) return {};
  const names = { start: 'tree from the start', goal: 'tree from the goal', anywhere: 'roadmap' } as const;
  const kinds = [...new Set(trees.filter(({ proven }) => proven.length > 0).map(({ from }) => from))];
  const part = drawn < edges ? `, of which the first ${shownCount(drawn)} are drawn` : '';
  return {
    legend: kinds.map((from) => `<span class="${TREE_COLORS[from]}">${names[from]}</span>`).join(''),
    switches: '<label><input type="checkbox" id="searched" checked> what was searched</label>',
    notes: `<p class="note">What was searched: ${shownCount(edges)} motions between states${part}, as the way of the last link; strong lines are proven free, faint ones were proposed and not asked for a proof, or refuted.</p>`,
  };
}

function pathFacts({ plan, scene, clearance, timed, unit = 'm' }: PlanReportInput): string {
  const { length, stats, goal, states } = plan;
  const shorter = stats.foundLength > length ? `, from ${shown(stats.foundLength, 6)} as it was found` : '';
  const facts: [string, string][] = [
    ['verdict', '<b class="free">free</b>, proven for the whole path'],
    ['waypoints', String(states.length)],
    ['length', `${shown(length, 6)}${shorter}`],
  ];
  if (timed !== undefined) {
    const cut = timed.blends.length === 0 ? 'none of its corners is cut' : `corners are cut: ${timed.blends.length}`;
    facts.push(['seconds', `${shownUp(timed.seconds, 5)} s within the limits of all joints; ${cut}`]);
  }
  if (goal > 0) facts.push(['goal', `number ${goal} of the alternatives, counted from 0`]);
  if (clearance?.pair) {
    const [a, b] = clearance.pair.map((side) => escaped(nameOf(side, scene)));
    const range = `${shownDown(clearance.gap[0])} to ${shownUp(clearance.gap[1])} ${escaped(unit)}`;
    const seconds = timed === undefined ? null : scene.clock(timed.trajectories).secondsAt(clearance.time);
    const when = seconds === null ? `t = ${shown(clearance.time, 6)}` : `${shown(seconds, 5)} s`;
    facts.push(['least distance', `${range}, at ${when}: ${a} and ${b}`]);
  }
  return htmlFacts(facts);
}

function searchFacts({ stats, status, reason, pair, inTheWay = [] }: Plan): string {
  const { samples, nodes, states, proofs, refuted, milliseconds, proofMilliseconds } = stats;
  const facts: [string, string][] = [
    ['time', `${shown(milliseconds, 4)} ms, of which ${shown(proofMilliseconds, 3)} ms for proofs`],
    ['random states', shownCount(samples)],
    ['states reached', shownCount(nodes)],
    ['states looked at', shownCount(states)],
    ['motions to be proven', `${shownCount(proofs)}, of which ${shownCount(refuted)} were not free`],
  ];
  if (status === 'none') facts.unshift(['ended by', ENDS[reason ?? 'samples']]);
  if (pair !== undefined) facts.push(['in contact', pair.map(({ body, link }) => escaped(link ?? body)).join(' and ')]);
  for (const { pair: two, share, point } of inTheWay) {
    const where = point === null ? '' : `, at [${point.map((x) => shown(x, 4)).join(', ')}]`;
    const who = two.map(({ body, link }) => escaped(link ?? body)).join(' and ');
    facts.push(['in the way', `${who}: ${shown(100 * share, 2)} % of the steps that were stopped${where}`]);
  }
  return htmlFacts(facts);
}

const ENDS: Readonly<Record<NonNullable<Plan['reason']>, string>> = {
  start: 'a start that cannot be',
  goal: 'a goal that cannot be',
  milliseconds: 'the time, which ran out',
  samples: 'the number of random states',
  cancelled: 'the user',
};

function proofList(cell: CellReportInput): string {
  return cellProof(cell)
    .map((text) => `<li>${escaped(text)}</li>`)
    .join('\n');
}

/** Tables of the waypoints of each robot that moves. */
function waypointTable({ plan, scene }: PlanReportInput): string {
  const tables = scene.robots.flatMap((robot) => {
    const path = entryOf(plan.path, robot.name);
    if (!(path instanceof RobotPath) || robot.size === 0) return [];
    const { waypoints } = path;
    if (waypoints.every((point) => point.every((value, k) => value === waypoints[0][k]))) return [];
    const rows = waypoints
      .slice(0, MOST_WAYPOINTS)
      .map((point, k) => [String(k), ...Array.from(point, (value, slot) => valueText(robot, slot, value))]);
    const heading = scene.robots.length > 1 ? `<h3>${escaped(robot.name)}</h3>` : '';
    const rest = waypoints.length - rows.length;
    const more = rest > 0 ? `<p class="note">and ${shownCount(rest)} more.</p>` : '';
    return [`${heading}<div class="compact scroll">${htmlTable(['', ...robot.valueNames().map(escaped)], rows)}</div>${more}`];
  });
  const bodies = scene.bodies.flatMap(({ name }, k) => {
    const at = scene.robots.reduce((sum, robot) => sum + robot.size, 0) + 7 * k;
    const rows = plan.states.map((state, i) => [String(i), ...Array.from(state.slice(at, at + 7), (value) => shown(value, 6))]);
    if (rows.every((row) => row.slice(1).join() === rows[0].slice(1).join())) return [];
    return [
      `<h3>${escaped(name)}</h3><div class="compact scroll">${htmlTable(['', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'], rows.slice(0, MOST_WAYPOINTS))}</div>`,
    ];
  });
  return [...tables, ...bodies].join('\n');
}

function provenance({ plan, options = {}, clearance, version }: PlanReportInput): string {
  const { status, reason, states, length, certificate } = plan;
  const facts: [string, string][] = [
    ['status', reason === undefined ? status : `${status}, ${reason}`],
    ...(status === 'found' ? [['length', String(length)] as [string, string]] : []),
    ...(certificate === null ? [] : [['tolerance', String(certificate.tolerance)] as [string, string]]),
    ...(clearance === undefined ? [] : [['least distance', `between ${clearance.gap[0]} and ${clearance.gap[1]}`] as [string, string]]),
    ...states.slice(0, MOST_WAYPOINTS).map((state, k): [string, string] => [`waypoint ${k}`, `[${Array.from(state).join(', ')}]`]),
    ['options', escaped(JSON.stringify(options))],
    ['version', escaped(version)],
  ];
  return htmlFacts(facts);
}
