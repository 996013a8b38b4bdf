/** Answers questions about what was opened. Runs in the worker; nothing in it knows of that. */
import {
  HeldMotion,
  InputError,
  type OnProgress,
  type RobotPath,
  type SceneFirstContact,
  type SceneFirstContactOptions,
  type SceneState,
} from 'inbetween';
import type { Goal, SearchedGraph } from 'inbetween/plan';
import { verdictRows } from 'inbetween/report';
import { type AskedMotions, askedMotions, standingScene } from '../source/asked-motions.ts';
import type { Opened } from '../source/opened.ts';
import type { NamedOptions } from './chosen.ts';
import { Graphics } from './graphics.ts';
import type { Answer, CurvePoint, Progress, Question } from './protocol.ts';
import { countMotions } from './random-motions.ts';

export type Tell = (progress: Progress) => void;

/** Milliseconds between reports of progress. */
const REPORT_EVERY = 100;
/** A plan ends after so many milliseconds; before that, whoever asked may cancel it. */
const PLAN_MILLISECONDS = 120_000;
/** Limits on a curve: more waypoints are not all looked at, more minima not refined; distances for one of them. */
const MOST_WAYPOINTS = 150;
const MOST_MINIMA = 16;
const DESCENT = 12;
/** Halvings of the time between a safe instant and the contact: as fine as doubles are. */
const HALVINGS = 52;

type Asked<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

export async function answerQuestion(
  opened: Opened,
  question: Question,
  tell: Tell = () => {},
  graphics: Graphics = new Graphics(),
): Promise<Answer> {
  switch (question.kind) {
    case 'first':
      return first(opened, question, tell, graphics);
    case 'stretches': {
      const { scene, motions } = askedMotions(opened, question.path);
      const onProgress = bySegments(tell, 'Following every contact');
      const options = await withMethod(question.options);
      const { result, milliseconds } = timed(() => scene.contactIntervals(motions, { ...options, byPair: true, onProgress }));
      return { kind: 'stretches', result, milliseconds };
    }
    case 'clearance': {
      const { scene, motions } = askedMotions(opened, question.path);
      const onProgress = bySegments(tell, 'Enclosing the least distance');
      const { result, milliseconds } = timed(() => scene.clearance(motions, { ...question.options, onProgress }));
      return { kind: 'clearance', result, milliseconds };
    }
    case 'curve':
      return curve(opened, question, tell);
    case 'stages': {
      const { scene, motions } = askedMotions(opened, question.path);
      const { stagesOf } = await import('inbetween/methods');
      const { result, milliseconds } = timed(() => stagesOf(scene, motions, { segment: question.segment, apart: true }));
      return { kind: 'stages', result, milliseconds };
    }
    case 'plan':
      return planned(opened, question, tell);
    case 'batch':
      return batch(opened, question, tell, graphics);
    case 'report':
      return report(opened, question, tell);
  }
}

/** How far along the path it is. What goes along it several times says the how-manieth it is: nobody knows how many come. */
function bySegments(tell: Tell, what: string): OnProgress {
  tell({ done: 0, total: 0, words: what });
  const every = throttled(tell);
  return (done, total, round) => {
    const again = round > 1 ? `, ${round} times along the path` : '';
    every(() => ({ done, total, words: `${what}: segment ${done} of ${total}${again}` }));
  };
}

function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const begin = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - begin };
}

/** With the method itself, loaded where it is not the default. */
async function withMethod({ method = 'auto', ...rest }: NamedOptions): Promise<SceneFirstContactOptions> {
  return method === 'auto' ? rest : { ...rest, method: (await import('inbetween/methods')).methodNamed(method) };
}

async function first(opened: Opened, { path, options, gpu: mode }: Asked<'first'>, tell: Tell, graphics: Graphics): Promise<Answer> {
  const asked = askedMotions(opened, path);
  const { scene, motions } = asked;
  const all = { ...(await withMethod(options)), onProgress: bySegments(tell, 'Looking for the first contact') };
  const culling = options.method === 'interval' && mode !== undefined ? await graphics.cullingOf(scene, mode) : null;
  const begin = performance.now();
  const { gpu, ...result } =
    culling === null ? { ...scene.firstContact(motions, all), gpu: null } : await culling.firstContact(motions, all);
  const milliseconds = performance.now() - begin;
  const safe = result.status === 'contact' ? lastSafe(asked, result, options) : null;
  const rows = verdictRows({ scene, motions, result, options: all });
  return { kind: 'first', result, lastSafe: safe, rows, milliseconds, ...(gpu === null ? {} : { gpu }) };
}

/** The last instant before the contact at which everything is farther apart than it must be; null: there is none. */
function lastSafe(asked: AskedMotions, result: SceneFirstContact, options: Asked<'first'>['options']): number | null {
  const { scene, motions } = asked;
  const { time, tolerance, clearance, initial, safeUntil } = result;
  // all before is free, whatever the motion is within its uncertainty
  if (safeUntil !== undefined) return safeUntil > 0 ? safeUntil * (1 - 2 ** -20) : null;
  const apart = clearance + tolerance;
  // what is carried touches its gripper, and what starts in contact its neighbour: there the closest of the others count
  const byDistance = initial.length > 0 || Object.values(motions).some((motion) => motion instanceof HeldMotion);
  const isSafe = (at: number): boolean =>
    byDistance
      ? scene.distanceAt(motions, at, { cutoff: 2 * apart, allowed: notYetLeft(result, at) }).gap[0] > apart
      : scene.isFree(stateAt(asked, at), { clearance: options.clearance, tolerance });
  let safe = Math.ceil(time) - 1;
  while (safe >= 0 && !isSafe(safe)) safe--;
  if (safe < 0) return null;
  let close = time;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = safe + (close - safe) / 2;
    if (middle <= safe || middle >= close) break;
    if (isSafe(middle)) safe = middle;
    else close = middle;
  }
  return safe;
}

/** Pairs that started in contact and had not left it by then. */
function notYetLeft({ initial }: Pick<SceneFirstContact, 'initial'>, time: number) {
  return initial.filter(({ left }) => left === null || (left !== undefined && left > time)).map(({ a, b }) => [a, b] as const);
}

function stateAt({ scene, motions }: AskedMotions, time: number): SceneState {
  const own = scene.clock(motions).ownTimesAt(time);
  const robots = scene.robots.map(({ name }) => {
    const motion = motions[name];
    const isPath = typeof (motion as Partial<RobotPath>).configurationAt === 'function';
    return [name, isPath ? Array.from((motion as RobotPath).configurationAt(own[name] ?? time)) : motion] as const;
  });
  return { ...Object.fromEntries(robots), ...scene.bodyPoses(motions, time) } as SceneState;
}

function curve(opened: Opened, { path, samples, times = [], initial = [] }: Asked<'curve'>, tell: Tell): Answer {
  if (!(Number.isInteger(samples) && samples >= 2)) throw new InputError(`a curve needs at least 2 samples, got ${samples}`);
  const { scene, motions } = askedMotions(opened, path);
  const { segments } = scene.clock(motions);
  const every = throttled(tell);
  const at = (time: number): CurvePoint => {
    const allowed = notYetLeft({ initial }, time);
    const judged = scene.distanceAt(motions, time, { allowed });
    const { distance } = judged.pair === null && allowed.length > 0 ? scene.distanceAt(motions, time) : judged;
    return { time, distance };
  };
  const even = Array.from({ length: samples }, (_, k) => (segments * k) / (samples - 1));
  const waypoints = segments <= MOST_WAYPOINTS ? Array.from({ length: segments }, (_, k) => k) : [];
  const begun = [...new Set([...even, ...waypoints, ...times])].filter((time) => time >= 0 && time <= segments).sort((s, t) => s - t);
  const { result: points, milliseconds } = timed(() => {
    const first = begun.map((time, k) => {
      every({ done: k, total: begun.length, words: `Distance at ${k} of ${begun.length} times` });
      return at(time);
    });
    const refined = lowest(first).flatMap((k) => descended(first[k - 1], first[k], first[k + 1], at));
    return [...first, ...refined].sort((p, q) => p.time - q.time);
  });
  return { kind: 'curve', points, milliseconds };
}

/** Numbers of the points that are lower than their neighbours and do not touch, the lowest of all first. */
function lowest(points: readonly CurvePoint[]): readonly number[] {
  const isLow = (k: number) => {
    const [before, { distance }, after] = [points[k - 1], points[k], points[k + 1]];
    return distance > 0 && before !== undefined && after !== undefined && distance <= before.distance && distance <= after.distance;
  };
  const found = points.flatMap((_, k) => (isLow(k) ? [k] : []));
  return found.sort((i, j) => points[i].distance - points[j].distance).slice(0, MOST_MINIMA);
}

/** Looks for the least between the neighbours of a low point: halves the wider side, and keeps the lowest in the middle. */
function descended(before: CurvePoint, low: CurvePoint, after: CurvePoint, at: (time: number) => CurvePoint): readonly CurvePoint[] {
  let [left, middle, right] = [before, low, after];
  return Array.from({ length: DESCENT }, () => {
    const isLeft = middle.time - left.time > right.time - middle.time;
    const found = at(isLeft ? (left.time + middle.time) / 2 : (middle.time + right.time) / 2);
    const isLower = found.distance < middle.distance;
    if (isLower) [left, middle, right] = isLeft ? [left, found, middle] : [middle, found, right];
    else if (isLeft) left = found;
    else right = found;
    return found;
  });
}

async function planned(opened: Opened, { robot, start, goal, group, seed }: Asked<'plan'>, tell: Tell): Promise<Answer> {
  const { starts } = opened;
  const scene = standingScene(opened);
  const place = scene.robots.findIndex(({ name }) => name === robot);
  if (place < 0) throw new InputError(`there is no robot called '${robot}'`);
  const from = Object.fromEntries(scene.robots.map(({ name }, i) => [name, i === place ? start : starts[i]]));
  const before = scene.robots.slice(0, place).reduce((sum, { size }) => sum + size, 0);
  const width = scene.robots.reduce((sum, { size }) => sum + size, 7 * scene.bodies.length);
  const news = new TreeNews(width, before, scene.robots[place].size);
  const every = throttled(tell);
  const { plan } = await import('inbetween/plan');
  const { status, why, states, stats, trees } = await plan(scene, {
    from,
    to: Array.isArray(goal) ? { [robot]: goal as readonly number[] } : (goal as Goal),
    ...(group === undefined ? {} : { group }),
    seed,
    keepTrees: true,
    maxMilliseconds: PLAN_MILLISECONDS,
    onProgress: ({ stage, nodes, states: looked, trees: now }) =>
      every(() => ({
        done: 0,
        total: 0,
        words: `${STAGES[stage]}: ${nodes} states reached, ${looked} looked at`,
        edges: news.since(now?.() ?? []),
      })),
  });
  const last = news.since(trees ?? []);
  if (last.length > 0) tell({ done: 0, total: 0, words: `${stats.nodes} states reached, ${stats.states} looked at`, edges: last });
  const waypoints = states.map((state) => Array.from(state.subarray(before, before + scene.robots[place].size)));
  return { kind: 'plan', status, waypoints, milliseconds: stats.milliseconds, why: why ?? '' };
}

/** Version of the package, written here when the page is built. */
declare const INBETWEEN_VERSION: string | undefined;
const VERSION = typeof INBETWEEN_VERSION === 'undefined' ? '' : INBETWEEN_VERSION;

const STAGES = { search: 'Searching', shorten: 'Making it shorter', prove: 'Proving' };

/** The edges of trees that were not reported yet, each as two configurations of one robot. */
class TreeNews {
  private readonly reported: number[] = [];
  private readonly width: number;
  private readonly first: number;
  private readonly size: number;

  /** width: of a state; first, size: where the robot's values stand in it. */
  constructor(width: number, first: number, size: number) {
    this.width = width;
    this.first = first;
    this.size = size;
  }

  since(trees: readonly SearchedGraph[]): NonNullable<Progress['edges']> {
    return trees.flatMap(({ states, edges }, k) => {
      const { width, first, size } = this;
      const values = (node: number) => Array.from(states.subarray(node * width + first, node * width + first + size));
      const out: [number[], number[]][] = [];
      // edges come in the order in which their states were reached
      for (let e = this.reported[k] ?? 0; e < edges.length; e += 2) out.push([values(edges[e]), values(edges[e + 1])]);
      this.reported[k] = edges.length;
      return out;
    });
  }
}

/** Random motions from one free configuration to any other one, while all else stands. */
async function batch(
  opened: Opened,
  { robot, count, seed, gpu = 'auto' }: Asked<'batch'>,
  tell: Tell,
  graphics: Graphics,
): Promise<Answer> {
  const every = throttled(tell);
  const begin = performance.now();
  const asked = { scene: standingScene(opened), starts: opened.starts, robot, count, seed, gpu };
  const found = await countMotions(asked, graphics, (done, total, words) => every({ done, total, words }));
  return { kind: 'batch', ...found, milliseconds: performance.now() - begin };
}

/** The page in one file that `inbetween check --report` writes, of an answer that is there already. */
async function report(opened: Opened, { path, options, result, name, milliseconds }: Asked<'report'>, tell: Tell): Promise<Answer> {
  tell({ done: 0, total: 0, words: 'Writing the report' });
  const { cellReportPage } = await import('./report-page.ts');
  const { scene, motions } = askedMotions(opened, path);
  const begin = performance.now();
  const title = name === '' ? opened.title : `${opened.title}: ${name}`;
  const { method: _, ...asked } = options;
  const html = cellReportPage({ title, scene, motions, result, options: asked, milliseconds, version: VERSION });
  return { kind: 'report', html, milliseconds: performance.now() - begin };
}

/** Not more often than people can read. */
function throttled(tell: Tell): (progress: Progress | (() => Progress)) => void {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < REPORT_EVERY) return;
    last = now;
    tell(typeof progress === 'function' ? progress() : progress);
  };
}
