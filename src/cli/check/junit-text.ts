import { basename, extname } from 'node:path';
import { type CellPath, ownPlacesAt } from '../../node/job/cell-path.ts';
import type { PathCheck } from '../../node/job/check-path.ts';
import { entryOf } from '../../words/entries.ts';
import { safeLines } from '../../words/safe-text.ts';
import { initialOf, isUntested, notJudged } from '../../words/scene-judgement.ts';
import { notJudgedText, pairText, type SceneNames, startText, whereText } from '../../words/scene-verdict.ts';
import { shown, shownDown, shownPoint, shownUp } from '../../words/shown-number.ts';
import { verdictRowsOf } from '../../words/verdict-rows.ts';
import { JUNIT_MARK } from '../terminal/output-file.ts';
import { limitText, missedLines } from './check-text.ts';

// JUnit XML as Jenkins and GitLab read it: one suite a path, one case a segment. What lies behind the first contact was
// not judged and is skipped, unless all contacts were looked for. Pairs that were never judged are a case of their own.

interface Case {
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  readonly type?: 'contact' | 'overlap' | 'unresolved' | 'not-judged' | 'missed' | 'limit' | 'bad-input';
  readonly message?: string;
  readonly facts?: string;
}

interface Suite {
  readonly name: string;
  readonly seconds: number;
  readonly cases: readonly Case[];
}

/** `faults`: about paths that could not be read. */
export function junitText(
  cell: string,
  checks: readonly PathCheck[],
  faults: readonly { readonly path: string; readonly message: string }[],
  names: SceneNames,
): string {
  const suites: Suite[] = [
    ...checks.map((check) => ({ name: check.path.name, seconds: check.milliseconds / 1000, cases: casesOf(check, names) })),
    ...faults.map(({ path, message }) => ({ name: path, seconds: 0, cases: [unread(message)] })),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    JUNIT_MARK,
    `<testsuites name="${escaped(cell)}" ${counts(all)} time="${seconds.toFixed(6)}">`,
    ...suites.flatMap((suite) => suiteLines(suite, cell)),
    '</testsuites>\n',
  ].join('\n');
}

function unread(message: string): Case {
  return { name: 'reading', outcome: 'error', type: 'bad-input', message };
}

function casesOf(check: PathCheck, names: SceneNames): Case[] {
  const { result, path } = check;
  const { status, time } = result;
  const [{ value: verdict }, ...rows] = verdictRowsOf(result, { ...names, moves: path.moves, clock: path });
  // A contact at a waypoint ends the segment that leads to it.
  const broken = status === 'overlap' ? 0 : Math.max(0, Math.min(path.segments, Math.ceil(time)) - 1);
  const others = laterContacts(check, names);
  const undecided = new Set(check.intervals?.undecided);
  const cases = Array.from({ length: path.segments }, (_, k): Case => {
    const name = `${stretchName(path, k)}${moveName(path, k)}`;
    if (isUntested(result)) return { name, outcome: 'skipped', message: 'nothing was tested' };
    if (status === 'free' || k < broken) return { name, outcome: 'passed' };
    if (k === broken && status !== 'unresolved')
      return {
        name,
        outcome: 'failure',
        type: status === 'overlap' ? 'overlap' : 'contact',
        message: verdict,
        facts: [factsOf(check, names), ...rows.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
      };
    if (k === broken) return { name, outcome: 'error', type: 'unresolved', message: verdict };
    if (others === null) return { name, outcome: 'skipped', message: `behind the first ${status === 'unresolved' ? 'doubt' : 'contact'}` };
    const message = others.get(k);
    if (message !== undefined) return { name, outcome: 'failure', type: 'contact', message };
    return undecided.has(k) ? { name, outcome: 'error', type: 'unresolved', message: 'was not decided' } : { name, outcome: 'passed' };
  });
  return [...cases, ...notJudgedCases(check, names), ...missedCases(check, names), ...limitCases(check, names)];
}

/** The exit code is not 0 then; neither are all cases passed. */
function notJudgedCases({ result, path }: PathCheck, names: SceneNames): Case[] {
  if (isUntested(result))
    return [
      { name: 'pairs to test', outcome: 'error', type: 'not-judged', message: verdictRowsOf(result, { ...names, clock: path })[0].value },
    ];
  const pairs = notJudged(result);
  if (pairs.length === 0) return [];
  const facts = pairs.map(({ a, b }) => pairText([a, b], names)).join('\n');
  return [{ name: 'pairs in contact at the start', outcome: 'error', type: 'not-judged', message: notJudgedText(pairs.length), facts }];
}

/**
 * A segment of the clock by the waypoints of the file: others may have knots of their own within it, and go on when a
 * robot stands.
 */
function stretchName(path: CellPath, k: number): string {
  const [from, to] = [ownPlacesAt(path, k), ownPlacesAt(path, k + 1)];
  const way = (a: number, b: number, last: number): string => {
    if (a === b) return a >= last ? `after waypoint ${last}` : a <= 0 ? 'before waypoint 0' : `at waypoint ${shown(a, 6)}`;
    return `waypoint ${Math.floor(a)} to ${Math.ceil(b)}`;
  };
  const ways = from.map(([name, a], i) => [name, way(a, to[i][1], entryOf(path.paths, name).segments)] as const);
  const isWhole = from.every(([, a], i) => Number.isInteger(a) && to[i][1] === a + 1);
  const [first = way(k, k + 1, path.segments)] = ways.map(([, text]) => text);
  const moves = ways.every(([, text]) => text === first) ? first : ways.map(([name, text]) => `${name} ${text}`).join(', ');
  return isWhole ? moves : `${moves}, ${shown(path.secondsAt(k) ?? k, 8)} s to ${shown(path.secondsAt(k + 1) ?? k + 1, 8)} s`;
}

/** One for all contacts that were wanted and did not come about. */
function missedCases(check: PathCheck, names: SceneNames): Case[] {
  const errors = missedLines(check, names);
  if (errors.length === 0) return [];
  return [{ name: 'wanted contacts', outcome: 'failure', type: 'missed', message: errors[0], facts: errors.join('\n') }];
}

/** One for all limits that are errors. */
function limitCases({ limits }: PathCheck, names: SceneNames): Case[] {
  const errors = limits.filter(({ isError }) => isError).map((limit) => limitText(limit, names.severalRobots));
  if (errors.length === 0) return [];
  return [{ name: 'limits of joints', outcome: 'failure', type: 'limit', message: errors[0], facts: errors.join('\n') }];
}

/** By segment; null where they were not looked for. */
function laterContacts({ intervals, path }: PathCheck, names: SceneNames): Map<number, string> | null {
  if (intervals === null) return null;
  const out = new Map<number, string>();
  for (const { from, to, pairs } of intervals.intervals) {
    const first = Math.max(0, Math.ceil(from) - 1);
    for (let k = first; k < path.segments && (k < to || k === first); k++) {
      const who = pairs.map((pair) => pairText(pair, names)).join('; ');
      out.set(k, out.has(k) ? `${out.get(k)}; ${who}` : `${names.uncertain ? 'may touch' : 'in contact'}: ${who}`);
    }
  }
  return out;
}

/** In which move of a tool a segment is, where one robot has moves. */
function moveName({ moves, ownTimesAt, paths }: CellPath, k: number): string {
  const own = Object.entries(ownTimesAt(k + 0.5)).filter(([name]) => Object.hasOwn(paths, name) && moves?.(name, 0) !== undefined);
  const move = moves?.(own[0]?.[0], own[0]?.[1] ?? k + 0.5);
  return move === undefined || own.length > 1 ? '' : `, ${move.replace(/, [^,]* of it$/, '')}`;
}

export function factsOf({ result, path, lastSafe }: PathCheck, names: SceneNames): string {
  const { time, pair, contacts, gap, configurations } = result;
  const [contact] = contacts;
  const own = initialOf(result);
  const seconds = path.secondsAt(time);
  const joints = (of: Readonly<Record<string, readonly number[]>>) =>
    Object.entries(of).map(([name, values]) => `${name} [${values.join(', ')}]`);
  return [
    `t = ${shownDown(time, 8)}${seconds === null ? '' : ` (${shownDown(seconds, 8)} s)`}, ${whereText(time, path.segments, ownPlacesAt(path, time), path.moves)}`,
    ...(pair === null ? [] : [`bodies: ${pairText(pair, names)}`]),
    ...(contact === undefined ? [] : [`point: ${shownPoint(contact.point)}`, `normal: ${shownPoint(contact.normal)}`]),
    ...(own !== undefined ? [`distance: ${startText(own, result)}`] : gap === null ? [] : [`distance: at most ${shownUp(gap[1])}`]),
    ...joints(configurations).map((text) => `joints: ${text}`),
    ...(lastSafe === null ? [] : joints(lastSafe.configurations).map((text) => `last safe, t = ${shownDown(lastSafe.time, 8)}: ${text}`)),
  ].join('\n');
}

function suiteLines({ name, seconds, cases }: Suite, cell: string): string[] {
  const time = (seconds / Math.max(1, cases.length)).toFixed(6);
  const stem = basename(name, extname(name));
  return [
    `  <testsuite name="${escaped(name)}" ${counts(cases)} time="${seconds.toFixed(6)}">`,
    ...cases.map(({ name: own, outcome, type, message = '', facts = '' }) => {
      const head = `    <testcase name="${escaped(own)}" classname="${escaped(`${undotted(cell)}.${undotted(stem)}`)}" time="${time}"`;
      if (outcome === 'passed') return `${head}/>`;
      const kind = type === undefined ? '' : ` type="${type}"`;
      return `${head}>\n      <${outcome} message="${escaped(message)}"${kind}>${escaped(facts)}</${outcome}>\n    </testcase>`;
    }),
    '  </testsuite>',
  ];
}

/** Readers take dots for packages. */
function undotted(text: string): string {
  return text.replaceAll('.', '-');
}

function counts(cases: readonly Case[]): string {
  const n = (wanted: Case['outcome']) => cases.filter(({ outcome }) => outcome === wanted).length;
  return `tests="${cases.length}" failures="${n('failure')}" errors="${n('error')}" skipped="${n('skipped')}"`;
}

/** What XML cannot hold in any form. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return safeLines(text.replace(FORBIDDEN, '\u{fffd}')).replace(/[&<>"]/g, (sign) => ESCAPES[sign]);
}
