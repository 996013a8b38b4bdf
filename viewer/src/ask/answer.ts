/** Answers questions about what was opened. Runs in the worker; nothing in it knows of that. */
import { HeldMotion, InputError, Random, type RobotPath, type SceneFirstContact, type SceneState, stagesOf } from 'inbetween';
import { plan, type SearchedGraph } from 'inbetween/plan';
import { randomConfiguration } from '../../../scenes/robots/robot-walks.ts';
import { type AskedMotions, askedMotions, robotMotions, standingScene } from '../source/asked-motions.ts';
import type { Opened } from '../source/opened.ts';
import { firstContactInSpans } from './first-in-spans.ts';
import type { Answer, CurvePoint, Progress, Question } from './protocol.ts';

export type Tell = (progress: Progress) => void;

/** Told so often, in milliseconds. */
const TELL_EVERY = 100;
/** A plan ends after so many milliseconds; before that, whoever asked may cancel it. */
const PLAN_MILLISECONDS = 120_000;
/** Random configurations that are looked at for one that is free. */
const MOST_DRAWS = 50;
/** Halvings of the time between a safe instant and the contact: as fine as doubles are. */
const HALVINGS = 52;

type Asked<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>;

export async function answerQuestion(opened: Opened, question: Question, tell: Tell = () => {}): Promise<Answer> {
  switch (question.kind) {
    case 'first':
      return first(opened, question, tell);
    case 'stretches': {
      tell({ done: 0, total: 0, words: 'Following every contact to its end' });
      const { scene, motions } = askedMotions(opened, question.path);
      const { result, milliseconds } = timed(() => scene.contactIntervals(motions, { ...question.options, byPair: true }));
      return { kind: 'stretches', result, milliseconds };
    }
    case 'clearance': {
      tell({ done: 0, total: 0, words: 'Enclosing the least distance' });
      const { scene, motions } = askedMotions(opened, question.path);
      const { result, milliseconds } = timed(() => scene.clearance(motions, question.options));
      return { kind: 'clearance', result, milliseconds };
    }
    case 'curve':
      return curve(opened, question, tell);
    case 'stages': {
      const { scene, motions } = askedMotions(opened, question.path);
      const { result, milliseconds } = timed(() => stagesOf(scene, motions, { segment: question.segment, apart: true }));
      return { kind: 'stages', result, milliseconds };
    }
    case 'plan':
      return planned(opened, question, tell);
    case 'batch':
      return batch(opened, question, tell);
  }
}

function timed<T>(work: () => T): { readonly result: T; readonly milliseconds: number } {
  const begin = performance.now();
  const result = work();
  return { result, milliseconds: performance.now() - begin };
}

function first(opened: Opened, { path, options }: Asked<'first'>, tell: Tell): Answer {
  const asked = askedMotions(opened, path);
  const every = throttled(tell);
  const { result, milliseconds } = timed(() =>
    firstContactInSpans(asked.scene, asked.motions, options, (done, total) => every({ done, total, words: `Segment ${done} of ${total}` })),
  );
  return { kind: 'first', result, lastSafe: result.status === 'contact' ? lastSafe(asked, result, options) : null, milliseconds };
}

/** The last instant before the contact at which everything is farther apart than it must be; null: there is none. */
function lastSafe(asked: AskedMotions, result: SceneFirstContact, options: Asked<'first'>['options']): number | null {
  const { scene, motions } = asked;
  const { time, tolerance, clearance, initial } = result;
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
function notYetLeft({ initial }: SceneFirstContact, time: number) {
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

function curve(opened: Opened, { path, samples }: Asked<'curve'>, tell: Tell): Answer {
  if (!(Number.isInteger(samples) && samples >= 2)) throw new InputError(`a curve needs at least 2 samples, got ${samples}`);
  const { scene, motions } = askedMotions(opened, path);
  const { segments } = scene.clock(motions);
  const every = throttled(tell);
  const { result: points, milliseconds } = timed(() =>
    Array.from({ length: samples }, (_, k): CurvePoint => {
      every({ done: k, total: samples, words: `Distance at ${k} of ${samples} times` });
      const time = (segments * k) / (samples - 1);
      return { time, distance: scene.distanceAt(motions, time).distance };
    }),
  );
  return { kind: 'curve', points, milliseconds };
}

async function planned(opened: Opened, { robot, start, goal, seed }: Asked<'plan'>, tell: Tell): Promise<Answer> {
  const { starts } = opened;
  const scene = standingScene(opened);
  const place = scene.robots.findIndex(({ name }) => name === robot);
  if (place < 0) throw new InputError(`there is no robot called '${robot}'`);
  const from = Object.fromEntries(scene.robots.map(({ name }, i) => [name, i === place ? start : starts[i]]));
  const before = scene.robots.slice(0, place).reduce((sum, { size }) => sum + size, 0);
  const width = scene.robots.reduce((sum, { size }) => sum + size, 7 * scene.bodies.length);
  const news = new TreeNews(width, before, scene.robots[place].size);
  const every = throttled(tell);
  const { status, why, states, stats, trees } = await plan(scene, {
    from,
    to: { [robot]: goal },
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

const STAGES = { search: 'Searching', shorten: 'Making it shorter', prove: 'Proving' };

/** The edges of trees that were not told yet, each as two configurations of one robot. */
class TreeNews {
  private readonly told: number[] = [];
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
      for (let e = this.told[k] ?? 0; e < edges.length; e += 2) out.push([values(edges[e]), values(edges[e + 1])]);
      this.told[k] = edges.length;
      return out;
    });
  }
}

/** Random motions from one free configuration to any other one. */
function batch(opened: Opened, { robot: name, count, seed }: Asked<'batch'>, tell: Tell): Answer {
  const { scene, starts } = opened;
  const place = scene.robots.findIndex((one) => one.name === name);
  if (place < 0) throw new InputError(`there is no robot called '${name}'`);
  const robot = scene.robots[place];
  const random = new Random(seed);
  const every = throttled(tell);
  const counts: Record<string, number> = { free: 0, contact: 0, overlap: 0, unresolved: 0 };
  const status = (from: readonly number[], to: readonly number[]) => {
    const { scene: asked, motions } = robotMotions(opened, name, [from, to]);
    return asked.firstContact(motions, { contacts: 'none' }).status;
  };
  const { milliseconds } = timed(() => {
    for (let k = 0; k < count; k++) {
      let from = randomConfiguration(robot, random, [...starts[place]]);
      for (let draw = 1; draw < MOST_DRAWS && status(from, from) !== 'free'; draw++)
        from = randomConfiguration(robot, random, [...starts[place]]);
      counts[status(from, randomConfiguration(robot, random, [...starts[place]]))]++;
      every({ done: k + 1, total: count, words: `${k + 1} of ${count} motions: ${counts.free} free, ${counts.contact} touch` });
    }
  });
  return { kind: 'batch', counts, milliseconds };
}

/** Not more often than people can read. */
function throttled(tell: Tell): (progress: Progress | (() => Progress)) => void {
  let last = performance.now();
  return (progress) => {
    const now = performance.now();
    if (now - last < TELL_EVERY) return;
    last = now;
    tell(typeof progress === 'function' ? progress() : progress);
  };
}
