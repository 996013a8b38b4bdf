import type { Clearance, RobotPath } from '../../index.ts';
import type { PathUnits } from '../../io/index.ts';
import type { Plan, TimedPath } from '../../plan/index.ts';
import { entryOf } from '../../words/entries.ts';
import { apartText } from '../../words/reason-text.ts';
import { safeText } from '../../words/safe-text.ts';
import { pairText, uncertaintyText } from '../../words/scene-verdict.ts';
import { counted, shown, shownDown, shownUp } from '../../words/shown-number.ts';
import type { Colors } from '../terminal/streams.ts';
import { inUnits, pathTable, someColumns } from './path-text.ts';
import type { Planned } from './planned.ts';
import { unitWords } from './value-units.ts';

type Fact = readonly [label: string, value: string];

const WIDTH = 11;
/** More waypoints than this are left to the file. */
const MOST_WAYPOINTS = 30;

/** What was found, for people. */
export function planText(planned: Planned, c: Colors): string {
  const { found, names } = planned;
  const way = c.bold(names.map(safeText).join(' → '));
  const lost = planned.timed !== null && planned.timed.status !== 'certified';
  const title =
    found.status !== 'found'
      ? `${c.red('NONE')}  ${way}: ${safeText(planned.why)}`
      : lost
        ? `${c.red('NONE')}  ${way}: a path was found, but no trajectory along it was certified (${planned.timed?.status}${whenText(planned.timed)})`
        : `${c.green('FOUND')}  ${way}: ${counted(found.states.length, 'waypoint')}, proven free all the way`;
  const facts =
    found.status === 'found' ? [...pathFacts(planned), ...searchFacts(found)] : found.stats.samples > 0 ? searchFacts(found) : [];
  return `${[title, ...facts.map(([label, value]) => `  ${label.padEnd(WIDTH)} ${value}`)].join('\n')}\n`;
}

function pathFacts({ cell, found, scene, clearance, clearanceSeconds, request, timed }: Planned): Fact[] {
  const several = scene.robots.length > 1;
  const within = uncertaintyText(cell.uncertainty ?? {}) === '' ? '' : ', of every motion within the uncertainty';
  const proven = typeof request.clearance === 'object' ? 'farther apart than its own clearance' : apartText(request.clearance ?? 0);
  return [
    ['length', `${shown(found.length, 6)}${shorterText(found)} (radians; lengths as parts of the reach of what they move)`],
    ...scene.robots.flatMap(({ name }) => waypointFacts(entryOf(found.path, name) as RobotPath, several, cell.units)),
    ...(timed === null ? [] : timeFacts(timed)),
    ...(clearance === null ? [] : clearanceFacts(clearance, clearanceSeconds, several)),
    [
      'proven',
      `at every time all that is tested is ${proven}${(request.constraints ?? []).length > 0 ? ', and every constraint holds' : ''}${within}`,
    ],
  ];
}

function timeFacts({ seconds, joints, blends, shrunk }: TimedPath): Fact[] {
  const slow = joints.filter(({ slowest }) => slowest > 0).slice(0, 3);
  const by =
    slow.length === 0
      ? ''
      : `, held back by ${slow.map(({ joint, slowest }) => `${safeText(joint)} (${shown(100 * slowest, 2)} %)`).join(', ')}`;
  const less = shrunk.length === 0 ? '' : `, ${shrunk.length} of them less than wished, because that would hit something`;
  return [
    ['seconds', `${shownUp(seconds, 5)}${by}`],
    ['corners', `${counted(blends.length, 'corner')} cut${less}; limits are kept at every instant, by proof`],
  ];
}

function shorterText({ length, stats: { foundLength } }: Plan): string {
  return foundLength > length ? `, from ${shown(foundLength, 6)} as it was found` : '';
}

/** The joints that move, in the units asked for. */
function waypointFacts(path: RobotPath, several: boolean, units: PathUnits | undefined): Fact[] {
  const { robot, waypoints } = path;
  const moves = Array.from(waypoints[0], (first, k) => waypoints.some((point) => point[k] !== first));
  if (!moves.includes(true)) return [];
  const { names, rows } = someColumns(inUnits(pathTable([path]), [robot], units), (k) => moves[k]);
  if (rows.length > MOST_WAYPOINTS) return [];
  const moving = robot.joints.filter(({ slot, size }) => moves.slice(slot, slot + size).includes(true)).map(({ kind }) => kind);
  const unit = units === undefined ? '' : ` (${unitWords(moving, units)})`;
  return [
    ['joints', `${several ? `${safeText(robot.name)}: ` : ''}${names.map(safeText).join(', ')}${unit}`],
    ...rows.map(({ positions }, k): Fact => [`waypoint ${k}`, positions.map((value) => shown(value, 6)).join(', ')]),
  ];
}

/** When a trajectory that is not certified is in contact, or may be. */
function whenText(timed: TimedPath | null): string {
  const seconds = timed?.certificate?.seconds;
  return seconds === undefined || seconds === null ? '' : ` at ${shown(seconds, 4)} s`;
}

function clearanceFacts({ gap: [lower, upper], pair, time }: Clearance, seconds: number | null, severalRobots: boolean): Fact[] {
  if (pair === null) return [];
  const when = seconds === null ? `t = ${shown(time, 6)}` : `${shown(seconds, 5)} s`;
  return [['clearance', `at least ${shownDown(lower)}, at most ${shownUp(upper)}: ${pairText(pair, { severalRobots })} at ${when}`]];
}

function searchFacts({ stats }: Plan): Fact[] {
  const { samples, nodes, states, proofs, refuted, milliseconds, proofMilliseconds } = stats;
  return [
    ['searched', `${counted(samples, 'random state')} tried, ${counted(nodes, 'state')} reached, ${counted(states, 'state')} looked at`],
    [
      'proofs',
      `${counted(proofs, 'motion')} asked, ${refuted} of them not free; ${shown(proofMilliseconds, 3)} of ${shown(milliseconds, 3)} ms`,
    ],
  ];
}
