import type { PairSide, TriangleSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import type { Joint } from '../../robot/joint.ts';
import type { Robot } from '../../robot/robot.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { overlaps } from '../../words/scene-judgement.ts';
import { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import type { CellReportInput } from './cell-report-input.ts';
import { nameOf } from './cell-samples.ts';

/** Rows shown at once, and at all. */
const FIRST_ROWS = 8;
const MOST_ROWS = 200;

/** The first rows; others can be unfolded, and of what is left the number is reported. */
function listed(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const first = htmlTable(headings, rows.slice(0, FIRST_ROWS));
  if (rows.length <= FIRST_ROWS) return first;
  const hidden = rows.length - MOST_ROWS;
  const rest = htmlTable(headings, rows.slice(FIRST_ROWS, MOST_ROWS)) + (hidden > 0 ? `<p>and ${shownCount(hidden)} more.</p>` : '');
  return `${first}<details><summary>${shownCount(rows.length - FIRST_ROWS)} more</summary>${rest}</details>`;
}

export function intervalTable({ intervals, scene }: CellReportInput): string {
  if (intervals === undefined) return '';
  const rest = intervals.complete ? '' : '<p class="note">The budget ran out: there may be more.</p>';
  if (intervals.intervals.length === 0) return `<p>None${intervals.complete ? ': nothing touches on the whole path' : ''}.</p>${rest}`;
  const rows = intervals.intervals.map(({ from, to, pairs }, i) => [
    String(i + 1),
    shownDown(from, 7),
    shownUp(to, 7),
    pairs.map(([a, b]) => `${escaped(nameOf(a, scene))} – ${escaped(nameOf(b, scene))}`).join('<br>'),
  ]);
  const note = `<p class="note">Beginnings are proven first contacts; an end is the first time found at which everything is proven apart.</p>`;
  return listed(['', 'from t', 'to t', 'who'], rows) + note + rest;
}

export function initialTable({ result, scene, unit = 'm' }: CellReportInput): string {
  const { initial } = result;
  const leaves = initial.some(({ left }) => left !== undefined);
  const headings = ['', 'one', 'other', `distance, ${escaped(unit)}`, ...(leaves ? ['proven apart at t'] : [])];
  const rows = initial.map(({ a, b, gap, left }, i) => [
    String(i + 1),
    escaped(nameOf(a, scene)),
    escaped(nameOf(b, scene)),
    overlaps({ gap }, result) ? 'overlap' : `${shownDown(gap[0], 3)} to ${shownUp(gap[1], 3)}`,
    ...(leaves ? [left === null || left === undefined ? 'never: not judged' : shownUp(left, 8)] : []),
  ]);
  return listed(headings, rows);
}

export function contactTable({ result: { contacts, complete, status }, scene, unit = 'm' }: CellReportInput): string {
  if (contacts.length === 0) return `<p>${status === 'free' ? 'None: nothing touches.' : 'None were determined.'}</p>`;
  const side = (at: TriangleSide) => `${escaped(nameOf(at, scene))}, ${featureText(at)}`;
  const rows = contacts.map(({ kind, point, normal, distance, a, b }, i) => [
    String(i + 1),
    kind,
    shownPoint(point, 5),
    shownDirection(normal),
    shown(distance, 3),
    side(a),
    side(b),
  ]);
  const headings = ['', 'kind', `point, ${escaped(unit)}`, 'normal, a to b', 'distance', 'a', 'b'];
  return listed(headings, rows) + (!complete && contacts.length > 1 ? '<p class="note">There are more than are listed.</p>' : '');
}

function featureText({ feature, index, triangle }: TriangleSide): string {
  return `${feature === 'face' ? 'face' : `${feature} ${index}`} of triangle ${triangle}`;
}

/** Joint values at the time shown, between those of the waypoints around it. */
export function jointTable({ scene, motions, result }: CellReportInput, time: number): string {
  const now = { contact: 'at contact', overlap: 'at the start', unresolved: 'where it ends', free: 'at the closest' }[result.status];
  const ownTimes = scene.clock(motions).ownTimesAt(time);
  return scene.robots
    .filter((robot) => hasValues(robot, result))
    .map((robot) => {
      const path = pathOf(robot, entryOf(motions, robot.name));
      const own = entryOf(ownTimes, robot.name) ?? time;
      const values = path !== null && result.status === 'free' ? path.configurationAt(own) : entryOf(result.configurations, robot.name);
      const at = path === null ? 0 : Math.min(Math.floor(own), path.segments - 1);
      const columns = path === null ? [values] : [path.waypoints[at], values, path.waypoints[at + 1]];
      const headings = path === null ? ['joint', 'stands at'] : ['joint', `waypoint ${at}`, now, `waypoint ${at + 1}`];
      const rows = robot
        .valueNames()
        .map((name, slot) => [escaped(name), ...columns.map((column) => valueText(robot, slot, column[slot]))]);
      const heading = scene.robots.length > 1 ? `<h3>${escaped(robot.name)}</h3>` : '';
      return `${heading}<div class="compact">${htmlTable(headings, rows)}</div>`;
    })
    .join('\n');
}

export function hasValues({ name, size }: Robot, { configurations }: CellReportInput['result']): boolean {
  return size > 0 && entryOf(configurations, name) !== undefined;
}

function pathOf(robot: Robot, given: CellReportInput['motions'][string] | undefined): RobotPath | null {
  if (given instanceof RobotPath) return given;
  return Array.isArray(given) && typeof given[0] === 'object' ? robot.path(given as never) : null;
}

export function valueText({ joints }: Robot, slot: number, value: number): string {
  const joint = joints.find((one) => slot >= one.slot && slot < one.slot + one.size) as Joint;
  const isAngle = slot - joint.slot === joint.kind.angle;
  return isAngle ? `${((value * 180) / Math.PI).toFixed(3).replace(/^-(0\.0+)$/, '$1')}°` : shown(value, 6);
}

export function workFacts({ result: { stats }, milliseconds }: CellReportInput): string {
  const { stages = [] } = stats;
  const facts = htmlFacts([
    ['processor time', `${shown(milliseconds, 3)} ms`],
    ['method', escaped(stats.method)],
    ['pairs judged', shownCount(stats.pairs)],
    ['pairs of volumes', shownCount(stats.nodes)],
    ['pairs of triangles', shownCount(stats.triangles)],
    ['placements of links', shownCount(stats.placements)],
    ['instants', shownCount(stats.poses)],
    ['iterations', shownCount(stats.iterations)],
  ]);
  if (stages.length === 0) return facts;
  const rows = stages.map(({ stage, tested, culled, milliseconds: ms }) => [
    escaped(stage),
    shownCount(tested),
    tested > 0 ? `${shownCount(culled)} (${shown((100 * culled) / tested, 3)}&nbsp;%)` : shownCount(culled),
    `${shown(ms, 3)} ms`,
  ]);
  return `${facts}<h3>Stages</h3>${htmlTable(['stage', 'tested', 'ruled out', 'time'], rows)}`;
}

export function sceneFacts({ scene }: CellReportInput): string {
  const facts: [string, string][] = scene.robots.map(({ name, links, joints }) => {
    const triangles = links.reduce((sum, { shapes }) => sum + shapes.reduce((n, { shape: mesh }) => n + mesh.triangleCount, 0), 0);
    return [`robot ${escaped(name)}`, `${links.length} links, ${joints.length} joints, ${shownCount(triangles)} triangles`];
  });
  for (const { name, shape: mesh } of scene.bodies) facts.push([`body ${escaped(name)}`, `${shownCount(mesh.triangleCount)} triangles`]);
  const triangles = scene.obstacles.reduce((sum, { shape: mesh }) => sum + mesh.triangleCount, 0);
  const shared = new Set(scene.obstacles.map(({ shape: mesh }) => mesh)).size;
  const meshes = shared < scene.obstacles.length ? ` of ${shownCount(shared)} meshes` : '';
  facts.push(['obstacles', `${shownCount(scene.obstacles.length)}${meshes}, ${shownCount(triangles)} triangles`]);
  return htmlFacts(facts);
}

export function sideText(side: PairSide, { scene }: CellReportInput): string {
  const what = side.link !== undefined ? 'link' : scene.bodies.some(({ name }) => name === side.body) ? 'body' : 'obstacle';
  return `${what} ${escaped(nameOf(side, scene))}`;
}
