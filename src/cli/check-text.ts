import type { RobotPath, SceneInitialPair, Status } from '../index.ts';
import { shown, shownDirection, shownDown, shownPoint, shownUp } from '../report/index.ts';
import type { PathCheck } from './check-path.ts';
import { type CheckNames, pairText, sideText, verdictText } from './check-words.ts';
import { counted } from './crowd-text.ts';
import { harmless } from './harmless-text.ts';
import type { Colors } from './streams.ts';

type Fact = readonly [label: string, value: string];

const WIDTH = 11;

/** What was found about one path, for people; the same text for the same files. */
export function checkText(check: PathCheck, names: CheckNames, c: Colors): string {
  const { path, result } = check;
  const title = `${statusColor(result.status, c)(result.status.toUpperCase())}  ${c.bold(harmless(path.name))}: ${verdictText(check, names)}`;
  const facts = [
    ...contactFacts(check, names),
    ...safeFacts(check),
    ...startFacts(check, names),
    ...intervalFacts(check, names),
    ...clearanceFacts(check, names),
    provenFact(check, names),
  ];
  const warnings = check.warnings.map((text) => `  ${c.yellow('warning'.padEnd(WIDTH))} ${harmless(text)}`);
  return `${[title, ...facts.map(([label, value]) => `  ${label.padEnd(WIDTH)} ${value}`), ...warnings].join('\n')}\n`;
}

export function statusColor(status: Status, c: Colors): (text: string) => string {
  return status === 'free' ? c.green : status === 'unresolved' ? c.yellow : c.red;
}

function contactFacts({ result, path }: PathCheck, names: CheckNames): Fact[] {
  const { status, time, pair, gap, contacts, configurations } = result;
  if (status !== 'contact' && status !== 'overlap') return [];
  const facts: Fact[] = [];
  if (status === 'contact') {
    const part = time - Math.floor(time);
    facts.push(['time', `t = ${shownDown(time, 8)}${part > 0 ? ` (${shownDown(100 * part, 4)} % of that segment)` : ''}`]);
    const seconds = path.secondsAt(time);
    if (seconds !== null) facts.push(['seconds', shownDown(seconds, 8)]);
  }
  const contact = contacts.at(0);
  if (contact !== undefined && pair !== null) {
    const more = contacts.length > 1 ? `, and ${counted(contacts.length - 1, 'more contact')}` : '';
    facts.push(['point', `${shownPoint(contact.point)}${more}`]);
    facts.push(['normal', `${shownDirection(contact.normal)}, from ${sideText(contact.a, names)} to ${sideText(contact.b, names)}`]);
  }
  if (gap !== null) facts.push(['distance', `at most ${shownUp(gap[1])} (tolerance ${shown(result.tolerance, 4)})`]);
  return [...facts, ...jointFacts('joints', configurations, path.motions)];
}

function safeFacts({ result, lastSafe, path }: PathCheck): Fact[] {
  if (result.status !== 'contact') return [];
  if (lastSafe === null) return [['last safe', 'none is proven']];
  const seconds = lastSafe.seconds === null ? '' : `, ${shownDown(lastSafe.seconds, 8)} s`;
  return [['last safe', `t = ${shownDown(lastSafe.time, 8)}${seconds}`], ...jointFacts('', lastSafe.configurations, path.motions, String)];
}

/** A configuration that is said to be safe must be told in full: rounded it may be beyond the contact. */
function jointFacts(
  label: string,
  configurations: Readonly<Record<string, readonly number[]>>,
  motions: Readonly<Record<string, RobotPath>>,
  digits: (value: number) => string = shown,
): Fact[] {
  const several = Object.keys(motions).length > 1;
  return Object.entries(motions).map(([name, { robot }], i) => {
    const values = configurations[name] ?? [];
    const text = robot.valueNames().map((value, k) => `${harmless(value)} ${digits(values[k])}`);
    return [i === 0 ? label : '', `${several ? `${harmless(name)}: ` : ''}${text.join(', ')}`];
  });
}

function startFacts({ result }: PathCheck, names: CheckNames): Fact[] {
  return result.initial.map((pair) => ['at start', `${pairText([pair.a, pair.b], names)}, ${shownUp(pair.gap[1])} apart${leftText(pair)}`]);
}

function leftText({ left }: SceneInitialPair): string {
  if (left === undefined) return '';
  return left === null ? '; never proven apart, so never judged' : `; judged from t = ${shownUp(left, 8)} on, where they are proven apart`;
}

function intervalFacts({ intervals }: PathCheck, names: CheckNames): Fact[] {
  if (intervals === null) return [];
  const facts = intervals.intervals.map(({ from, to, pairs }): Fact => {
    const who = pairs.map((pair) => pairText(pair, names)).join('; ');
    return ['in contact', `t = ${shownDown(from, 8)} to ${shownUp(to, 8)}: ${who}`];
  });
  return intervals.complete ? facts : [...facts, ['', 'there may be more: the search was not completed']];
}

function clearanceFacts({ clearance, path }: PathCheck, names: CheckNames): Fact[] {
  if (clearance === null || clearance.pair === null) return [];
  const { lower, upper, time, pair, until } = clearance;
  const where = until < path.segments ? `up to waypoint ${until}, ` : '';
  return [
    ['clearance', `${where}at least ${shownDown(lower)}, at most ${shownUp(upper)}: ${pairText(pair, names)} at t = ${shown(time, 6)}`],
  ];
}

function provenFact({ result }: PathCheck, { clearance }: CheckNames): Fact {
  const { status, time, initial } = result;
  const apart = clearance > 0 ? `more than ${shownDown(clearance)} apart` : 'apart';
  const but = initial.some(({ left }) => left !== undefined) ? ', but for the pairs that start in contact' : '';
  if (status === 'free') return ['proven', `at every time all that is tested is ${apart}${but}`];
  if (status === 'overlap')
    return ['proven', 'at the start, as far as doubles can tell; allow the pair, or let it leave with --start leaving'];
  return ['proven', time > 0 ? `at every time before, all that is tested is ${apart}${but}` : 'nothing'];
}
