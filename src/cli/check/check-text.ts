import type { InitialPair, RobotPath, SceneFirstContact } from '../../index.ts';
import { type CellPath, ownPlacesAt } from '../../node/job/cell-path.ts';
import { type BrokenLimit, DEGREES_WARNING, type PathCheck } from '../../node/job/check-path.ts';
import { entryOf } from '../../words/entries.ts';
import { reasonText } from '../../words/reason-text.ts';
import { safeText } from '../../words/safe-text.ts';
import { initialOf, isUntested, missedOf, notJudged, overlaps } from '../../words/scene-judgement.ts';
import { missedText, moveText, pairText, sideText, startText } from '../../words/scene-verdict.ts';
import { counted, shown, shownDirection, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { startRow, verdictRowsOf } from '../../words/verdict-rows.ts';
import type { Colors } from '../terminal/streams.ts';
import { allowLine, keepLine } from './check-advice.ts';
import type { CheckNames } from './check-names.ts';

type Fact = readonly [label: string, value: string];

const WIDTH = 11;

/** What was found about one path, for people; the same text for the same files. */
export function checkText(check: PathCheck, given: CheckNames, c: Colors): string {
  const { path, result } = check;
  const names = { ...given, moves: path.moves };
  const rows = verdictRowsOf(result, { ...names, clock: path });
  const title = `${statusColor(result, c)(rows[0].label)}  ${c.bold(safeText(path.name))}: ${rows[0].value}`;
  const told = rows.map(({ label, value }): Fact => [label, value]);
  const facts = [
    ...contactFacts(check, names),
    ...safeFacts(check),
    ...uncertainFacts(check),
    ...told.slice(1, -2),
    ...startFacts(check, names),
    ...intervalFacts(check, names),
    ...clearanceFacts(check, names),
    ...told.slice(-2),
    ...adviceFacts(check, names),
  ];
  const limits = check.limits.map((limit) => {
    const [label, color] = limit.isError ? ['limit', c.red] : ['warning', c.yellow];
    return `  ${color(label.padEnd(WIDTH))} ${safeText(limitText(limit, names.severalRobots, path))}`;
  });
  const warned = (texts: readonly string[]) => texts.map((text) => `  ${c.yellow('warning'.padEnd(WIDTH))} ${safeText(text)}`);
  const first = warned(check.warnings.filter((text) => text === DEGREES_WARNING));
  const warnings = warned(check.warnings.filter((text) => text !== DEGREES_WARNING));
  return `${[title, ...first, ...facts.map(([label, value]) => `  ${label.padEnd(WIDTH)} ${value}`), ...limits, ...warnings].join('\n')}\n`;
}

/** `joint 'a' at 2.1 is beyond its limits -2 to 2, from t = 0.5 on; worst at t = 0.7`. */
export function limitText(
  { robot, joint, limit, value, lower, upper, from, time, seconds }: BrokenLimit,
  severalRobots: boolean,
  path?: Pick<CellPath, 'moves' | 'ownTimesAt'>,
): string {
  const who = `${severalRobots ? `${robot}, ` : ''}joint '${joint}'`;
  const when = `t = ${shown(time, 6)}${seconds === null ? '' : ` (${shown(seconds, 6)} s)`}`;
  const first = from < time ? `from t = ${shown(from, 6)} on, worst at ${when}` : `at ${when}`;
  const what = { position: 'at', velocity: 'at velocity', acceleration: 'at acceleration' }[limit];
  const range = limit === 'position' ? `${lower} to ${upper}` : String(upper);
  const move = path?.moves?.(robot, entryOf(path.ownTimesAt(from), robot) ?? from);
  return `${who} ${what} ${shown(value, 6)} is beyond its limit${limit === 'position' ? 's' : ''} ${range}, ${first}${move === undefined ? '' : `; ${move}`}`;
}

/** What should touch and does not, as far as that is an error, one sentence each. */
export function missedLines({ missed, path }: PathCheck, names: Pick<CheckNames, 'severalRobots'>): string[] {
  return missed.map((one) => missedText(one, path.segments, { ...names, moves: path.moves }, ownPlacesAt(path, one.at)));
}

function statusColor(result: SceneFirstContact, c: Colors): (text: string) => string {
  if (result.status === 'free' && missedOf(result).length > 0) return c.red;
  if (result.status === 'free') return notJudged(result).length > 0 || isUntested(result) ? c.yellow : c.green;
  return result.status === 'unresolved' ? c.yellow : c.red;
}

function contactFacts({ result, path }: PathCheck, names: CheckNames): Fact[] {
  const { status, time, pair, gap, contacts, configurations } = result;
  if (status !== 'contact' && status !== 'overlap') return [];
  const facts: Fact[] = [];
  if (status === 'contact') {
    const part = time - Math.floor(time);
    facts.push(['time', `t = ${shownDown(time, 8)}${part > 0 ? ` (${shownDown(100 * part, 4)} % of that segment)` : ''}`]);
    const seconds = path.secondsAt(time);
    if (seconds !== null) facts.push(['seconds', `${shownDown(seconds, 8)}${ownText(path, time)}`]);
  }
  const contact = contacts.at(0);
  if (contact !== undefined && pair !== null) {
    const more = contacts.length > 1 ? `, and ${counted(contacts.length - 1, 'more contact')}` : '';
    facts.push(['point', `${shownPoint(contact.point)}${more}`]);
    facts.push(['normal', `${shownDirection(contact.normal)}, from ${sideText(contact.a, names)} to ${sideText(contact.b, names)}`]);
  }
  const own = initialOf(result);
  const near = own === undefined ? gap && `at most ${shownUp(gap[1])}` : distanceText(startText(own, result));
  if (near !== null) facts.push(['distance', `${near} (tolerance ${shown(result.tolerance, 4)}${excessText(result.excess)})`]);
  return [...facts, ...jointFacts('joints', configurations, path.paths, shown, unitText(path.paths))];
}

/** Where each robot is on its own path, where that is not where the path of all is. */
function ownText({ paths, ownTimesAt }: CellPath, time: number): string {
  const own = Object.entries(ownTimesAt(time)).filter(([name]) => Object.hasOwn(paths, name));
  if (own.every(([, at]) => at === time)) return '';
  return ` (on their own paths: ${own.map(([name, at]) => `${safeText(name)} at t = ${shown(at, 6)}`).join(', ')})`;
}

/** The value of 'distance' as text. */
function distanceText(start: string): string {
  return start === 'overlap' ? 'none: they overlap' : start.replace(/^one/, 'none: one is').replace(/ apart$/, '');
}

function safeFacts({ result, lastSafe, path }: PathCheck): Fact[] {
  if (result.status !== 'contact') return [];
  if (lastSafe === null) return [['last safe', 'none is proven']];
  const seconds = lastSafe.seconds === null ? '' : `, ${shownDown(lastSafe.seconds, 8)} s`;
  return [['last safe', `t = ${shownDown(lastSafe.time, 8)}${seconds}`], ...jointFacts('', lastSafe.configurations, path.paths, String)];
}

/** Until when all is free that may happen beside the nominal motion. */
function uncertainFacts({ result: { status, safeUntil }, path }: PathCheck): Fact[] {
  if (safeUntil === undefined || status === 'unresolved') return [];
  const seconds = path.secondsAt(safeUntil);
  const when = `t = ${shownDown(safeUntil, 8)}${seconds === null ? '' : `, ${shownDown(seconds, 8)} s`}`;
  return [
    ['safe until', safeUntil > 0 ? `${when}, whatever it is within its uncertainty` : 'not even at the start, within its uncertainty'],
  ];
}

/** A configuration that is said to be safe must be reported in full: rounded it may be beyond the contact. */
function jointFacts(
  label: string,
  configurations: Readonly<Record<string, readonly number[]>>,
  motions: Readonly<Record<string, RobotPath>>,
  digits: (value: number) => string = shown,
  units = '',
): Fact[] {
  const several = Object.keys(motions).length > 1;
  return Object.entries(motions).map(([name, { robot }], i) => {
    const values = entryOf(configurations, name) ?? [];
    const text = robot.valueNames().map((value, k) => `${safeText(value)} ${digits(values[k])}`);
    return [i === 0 ? label : '', `${several ? `${safeText(name)}: ` : ''}${text.join(', ')}${i === 0 ? units : ''}`];
  });
}

/** ' (radians and metres)', as far as there are such joints. */
function unitText(motions: Readonly<Record<string, RobotPath>>): string {
  const kinds = Object.values(motions).flatMap(({ robot }) => robot.joints.map(({ kind }) => kind));
  const units = [
    ...(kinds.some(({ angle }) => angle >= 0) ? ['radians'] : []),
    ...(kinds.some(({ angle, orientation, size }) => (orientation < 0 ? size : orientation) > (angle < 0 ? 0 : 1)) ? ['metres'] : []),
  ];
  return units.length === 0 ? '' : ` (${units.join(' and ')})`;
}

/** Pairs that are near at the start and judged all the same. */
function startFacts({ result, path }: PathCheck, names: CheckNames): Fact[] {
  const judged = result.initial.filter(({ left }) => result.status === 'overlap' || left === undefined);
  return judged.map((pair) => {
    const { label, value } = startRow(pair, result, { ...names, clock: path });
    return [label, value];
  });
}

function intervalFacts({ intervals, path }: PathCheck, names: CheckNames): Fact[] {
  if (intervals === null) return [];
  const facts = intervals.intervals.map(({ from, to, pairs }): Fact => {
    const who = pairs.map((pair) => pairText(pair, names)).join('; ');
    const when = `t = ${shownDown(from, 8)} to ${shownUp(to, 8)}${moveText(from, path.segments, ownPlacesAt(path, from), names)}`;
    return [names.uncertain ? 'may touch' : 'in contact', `${when}: ${who}`];
  });
  for (const { a, b, intervals: own } of intervals.pairs ?? [])
    facts.push([
      'of a pair',
      `${pairText([a, b], names)}: ${own.map(({ from, to }) => `${shownDown(from, 8)} to ${shownUp(to, 8)}`).join(', ')}`,
    ]);
  return intervals.complete ? facts : [...facts, ['', 'there may be more: the search was not completed']];
}

function clearanceFacts({ clearance, clearanceSkipped, path }: PathCheck, names: CheckNames): Fact[] {
  if (clearanceSkipped) return [['clearance', `not looked for: ${reasonText('milliseconds')}`]];
  if (clearance === null || clearance.pair === null) return [];
  const {
    gap: [lower, upper],
    time,
    pair,
    until,
  } = clearance;
  const where = until < path.segments ? `up to waypoint ${until}, ` : '';
  const when = `t = ${shown(time, 6)}${moveText(time, path.segments, ownPlacesAt(path, time), names)}`;
  return [['clearance', `${where}at least ${shownDown(lower)}, at most ${shownUp(upper)}: ${pairText(pair, names)} at ${when}`]];
}

/** Prisms stand for cylinders. */
function excessText(excess: number): string {
  return excess > 0 ? `; of true cylinders at most ${shownUp(excess, 3)} more` : '';
}

/**
 * What to do where pairs keep a path from being judged; not where joints are beyond their limits: what touches there
 * does so nowhere the robot can be.
 */
function adviceFacts({ result, limits }: PathCheck, { severalRobots, byGroups, acmCommands = {}, looseBases = {} }: CheckNames): Fact[] {
  const isStrict = result.status === 'overlap';
  const pairs = isStrict ? result.initial : notJudged(result);
  if (pairs.length === 0 || limits.some(({ limit }) => limit === 'position')) return [];
  // nobody has seen these touch: that they keep less is the lesser thing to allow
  const isNear = (pair: InitialPair) => isStrict && !overlaps(pair, result);
  const near = pairs.filter(isNear);
  const touching = pairs.filter((pair) => !isNear(pair));
  const robots = [...new Set(touching.filter(({ a, b }) => a.link !== undefined && a.body === b.body).map(({ a }) => a.body))];
  const commands = robots.flatMap((name) => entryOf(acmCommands, name) ?? []);
  const stands = touching.flatMap(({ a, b }) => [a, b].filter((side) => a.body !== b.body && entryOf(looseBases, side.body) === side.link));
  const toDo = [
    ...(touching.length > 0 ? [`where these may touch, say so in the cell: ${safeText(allowLine(touching, severalRobots))}`] : []),
    ...(near.length > 0
      ? [
          `where these need not keep that much, a smaller --clearance, or in the cell: ${safeText(keepLine(near, severalRobots, result, byGroups))}`,
        ]
      : []),
  ];
  return [
    ...toDo.map((text, i): Fact => [i === 0 ? 'to do' : '', text]),
    ...commands.map(
      (command): Fact => ['', `or find the links that need no test, and name the file as "srdf" of the robot: ${safeText(command)}`],
    ),
    ...(stands.length > 0
      ? [
          [
            '',
            `or hold the base, which a virtual joint of the SRDF lets move: --fixed-base, "fixedBase": true of the robot in a cell`,
          ] as const,
        ]
      : []),
    ...(isStrict ? [['', 'or judge them only once they have come apart: --start leaving'] as const] : []),
  ];
}
