// Moves of a tool: are the true joint values within the errors told, how many pieces and how long do lines take, and what do samples miss beside thin plates?

import { box, type RobotPath, Scene, toolPath, type Vec3 } from '../../src/index.ts';
import { InputError } from '../../src/math/input-error.ts';
import { Random } from '../../src/math/random.ts';
import { add, minus, times } from '../../test/support/brute-force.ts';
import { compose, type Frame } from '../../test/support/brute-robot.ts';
import { ARMS, type Arm, about, solved, toolAt } from '../../test/unit/robot/follow/arms.ts';
import { judgedLines, judgedPlate, LED } from '../../test/unit/robot/follow/led-machines.ts';
import { judgedProgram } from '../../test/unit/robot/follow/programs.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const MOVES_USAGE = `moves    moves of a tool: truth of the errors told, cost of lines, towards a singularity, what samples miss beside plates of 1 mm, whole programs against brute force
  truth cost held singular sampled programs loops plates   which of them (default: all); loops, plates: of machines with loops
  --moves N              random moves a robot, and half as many programs (default: 1000)
  --seed S               other moves than those of the documents
  --quick                a look whether it runs: 4 moves`;

const TABLES: readonly string[] = ['truth', 'cost', 'held', 'singular', 'sampled', 'programs', 'loops', 'plates'];
/** What all seeds begin with. */
let seed = '';
/** Metres: the largest tube that lines of these tables may have; a sixteenth of a tolerance of 4e-7. */
const ACCURACY = 2.5e-8;
const LENGTH = 0.3;
/** Metres a second of what is sampled. */
const SPEED = 1;
/** What the judge's own doubles may be off by. */
const JUDGE = 2e-12;

export async function moves(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['moves', 'seed', 'quick']);
  seed = textOption(line, 'seed') ?? '';
  const unknown = line.words.find((word) => !TABLES.includes(word));
  if (unknown !== undefined) throw new UsageError(`no table '${unknown}'; there are ${TABLES.join(', ')}`);
  const isWanted = (table: string) => line.words.length === 0 || line.words.includes(table);
  const count = countOption(line, 'moves', line.options.has('quick') ? 4 : 1000);
  for (const name of TABLES) if (isWanted(name)) console.log(toMarkdown(tableOf(name, count)));
}

function tableOf(name: string, count: number): Table {
  const each = (row: (name: string, arm: Arm, count: number) => readonly Cell[]) =>
    Object.entries(ARMS).map(([own, arm]) => row(own, arm, count));
  const file = `moves-${name}`;
  if (name === 'truth')
    return {
      file,
      title: 'Truth',
      note: `${count} random lines of ${LENGTH} m a robot, turned by up to 0.75 rad, accuracy ${ACCURACY} m. The true values by a solver and kinematics of their own, at 20 instants of each line and 7 more for each joint where a search finds it farthest off; a value outside is beyond its error by more than ${JUDGE}.`,
      columns: ['robot', 'followed', 'refused', 'solves', 'outside', 'most of an error used %'],
      rows: each(truth),
    };
  if (name === 'cost')
    return {
      file,
      title: 'Cost',
      note: 'The same lines: pieces, processor milliseconds to build one (compiled), and of a question about it among 6 boxes against that about one joint move between the same ends; means. The last two: the question alone, and both together, over the question about the joint move.',
      columns: ['robot', 'pieces', '90 %', 'most', 'build ms', 'query ms', 'joint move ms', 'query / joint move', 'both / joint move'],
      rows: each(cost),
    };
  if (name === 'held')
    return {
      file,
      title: 'The joint that is held',
      note: `${count} lines of a Panda each, by the joint that is held; how fast: the fastest joint in the median, and of those with more than 20 pieces the slowest of them, radians a move.`,
      columns: ['held', 'followed', 'pieces', '90 %', 'most', 'rad a move', 'more than 20 pieces', 'rad a move of these'],
      rows: [0, 2, 4, 6].map((joint) => held(joint, count)),
    };
  if (name === 'singular')
    return {
      file,
      title: 'Towards the singular wrist',
      note: `Lines of ${LENGTH} m of the UR5 whose middle has the fifth joint so far from 0.`,
      columns: ['distance (rad)', 'followed', 'pieces', 'most', 'refused at'],
      rows: [0.5, 0.1, 0.02, 0.005, 0.001, 0].map((off) => singular(off, Math.max(2, Math.ceil(count / 50)))),
    };
  if (name === 'loops')
    return {
      file,
      title: 'Lines of machines with loops',
      note: `${Math.ceil(count / 5)} random pairs of lines a machine, from where it is closed: values of all joints at 9 instants of every piece, against least squares over loops and tool. Outside: beyond its error by more than 1e-14.`,
      columns: ['machine', 'followed', 'refused', 'values', 'outside', 'most of an error used %', 'pieces', '90 %', 'most'],
      rows: Object.keys(LED).map((own) => loops(own, Math.ceil(count / 5))),
    };
  if (name === 'plates')
    return {
      file,
      title: 'Machines with loops on lines, beside plates of 1 mm',
      note: `${Math.ceil(count / 5)} random lines a machine, one of its links against a plate, by three methods; brute force over the judge's own positions.`,
      columns: ['machine', 'answers', 'refused', 'free', 'contact', 'overlap', 'unresolved', 'wrong'],
      rows: Object.keys(LED).map((own) => plates(own, Math.ceil(count / 5))),
    };
  if (name === 'programs')
    return {
      file,
      title: 'Programs',
      note: `${Math.ceil(count / 2)} random programs of 2 to 4 moves (lines, lines on a belt, arcs, joint moves, waits) with a part in the hand that is laid down, a second robot by the same clock, a block on the belt and a plate of 1 mm; judged by laws of time, kinematics, Newton and distances of their own. Wrong: something touches before the answer says so, or nothing is near where it says contact. Left out: what cannot be followed or begins in contact.`,
      columns: ['programs', 'left out', 'free', 'contact', 'unresolved', 'wrong'],
      rows: [programs(Math.ceil(count / 2))],
    };
  return {
    file,
    title: 'What samples miss',
    note: `Lines of a cube of 2 mm beside a plate of 1 mm, whose edge is within 3 mm of the way, at ${SPEED} m/s: of those that touch it, how many samples of the very same motion miss, and how late they see the others (median, mm of the way); and of how many lines a joint path through 10 waypoints has another verdict.`,
    columns: [
      ...['robot', 'lines', 'touch', 'missed every 10 ms', 'late mm'],
      ...['missed every 0.1 rad', 'late mm', 'other verdict by 10 waypoints'],
    ],
    rows: each(sampled),
  };
}

function programs(count: number): Cell[] {
  const seen: Record<string, number> = {};
  for (let k = 0; k < count; k++) {
    const found = judgedProgram(new Random(`${seed}program ${k}`));
    if (found?.wrong) console.error(`program ${k} (${found.moves.join(', ')}): ${found.wrong}`);
    for (const kind of [found?.status ?? 'out', ...(found?.wrong ? ['wrong'] : [])]) seen[kind] = (seen[kind] ?? 0) + 1;
  }
  return [count, ...['out', 'free', 'contact', 'unresolved', 'wrong'].map((kind) => seen[kind] ?? 0)];
}

/** What cannot be followed is null. */
function unlessRefused<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function loops(name: string, count: number): Cell[] {
  const random = new Random(`${seed}loops ${name}`);
  const found = Array.from({ length: count }, () => unlessRefused(() => judgedLines(LED[name], random)));
  const done = found.filter((one) => one !== null);
  const pieces = done.map(({ path }) => path.segments / 2).sort((a, b) => a - b);
  const sum = (f: (one: (typeof done)[number]) => number) => done.reduce((all, one) => all + f(one), 0);
  for (const { outside } of done) for (const what of outside) console.error(`${name}: ${what}`);
  return [
    ...[name, done.length, count - done.length, sum(({ values }) => values), sum(({ outside }) => outside.length)],
    Number((100 * Math.max(0, ...done.map(({ nearest }) => nearest))).toPrecision(3)),
    ...[0.5, 0.9].map((share) => pieces[Math.floor(share * pieces.length)] ?? 0),
    pieces.at(-1) ?? 0,
  ];
}

function plates(name: string, count: number): Cell[] {
  const random = new Random(`${seed}plates ${name}`);
  const found = Array.from({ length: count }, () => unlessRefused(() => judgedPlate(LED[name], random)));
  const done = found.filter((one) => one !== null);
  const seen = done.flatMap((one) => one.seen);
  for (const { wrong } of done) for (const what of wrong) console.error(`${name}: ${what}`);
  const counted = ['free', 'contact', 'overlap', 'unresolved'].map((status) => seen.filter((one) => one === status).length);
  return [name, seen.length, count - done.length, ...counted, done.reduce((all, { wrong }) => all + wrong.length, 0)];
}

interface Line {
  readonly from: Float64Array;
  readonly path: RobotPath | null;
  readonly at: (t: number) => Frame;
}

function* lines(name: string, arm: Arm, count: number): Generator<Line> {
  const random = new Random(`${seed}moves ${name}`);
  for (let k = 0; k < count; k++) {
    const from = Float64Array.from(arm.starts, ([lo, hi]) => random.range(lo, hi));
    yield lineFrom(random, arm, from, toolAt(arm, from));
  }
}

function lineFrom(random: Random, arm: Arm, from: Float64Array, begin: Frame): Line {
  const axis: Vec3 = arm.robot.name === 'scara' ? [0, 0, 1] : random.direction();
  const angle = random.range(0, 0.75);
  const way = times(random.direction(), LENGTH);
  const at = (t: number): Frame => ({
    p: add(begin.p, times(way, t)),
    q: compose({ p: [0, 0, 0], q: about(axis, angle * t) }, { p: [0, 0, 0], q: begin.q }).q,
  });
  return { from, at, path: followed(arm, from, at(1)) };
}

function followed(arm: Arm, from: Float64Array, { p, q }: Frame): RobotPath | null {
  return unlessRefused(() =>
    toolPath(arm.robot, {
      link: `link${arm.joints.length - 1}`,
      ...{ at: arm.at, from, accuracy: ACCURACY, limits: 'ignore' },
      joints: arm.following.map((k) => `joint${k}`),
      moves: [{ line: { position: p, quaternion: q } }],
    }),
  );
}

function truth(name: string, arm: Arm, count: number): Cell[] {
  const random = new Random(`${seed}instants ${name}`);
  let [done, refused, solves, outside, most] = [0, 0, 0, 0, 0];
  for (const { path, at } of lines(name, arm, count)) {
    if (path === null) {
      refused++;
      continue;
    }
    done++;
    const pieces = path.pieces ?? [];
    /** How far each value is off at an instant, as a share of its error. */
    const offAt = (time: number): readonly number[] => {
      const segment = Math.min(pieces.length - 1, Math.floor(time));
      const { errors, of } = pieces[segment];
      const { from = 0, to = 1 } = of ?? {};
      const nominal = path.configurationAt(time);
      const values = solved(arm, nominal, at(from + (time - segment) * (to - from)));
      solves++;
      return arm.following.map((s) => {
        const off = values === null ? Infinity : Math.abs(values[s] - nominal[s]);
        if (off > errors[s] + JUDGE) outside++;
        return Math.max(0, off - JUDGE) / errors[s];
      });
    };
    const rows = Array.from({ length: 20 }, (_, k) => offAt((pieces.length * (k + random.next())) / 20));
    arm.following.forEach((_, j) => {
      // from the middle of the piece of the worst so far, where an interpolation is off most
      const best = rows.reduce((i, row, k) => (row[j] > rows[i][j] ? k : i), 0);
      const piece = Math.min(pieces.length - 1, Math.floor((pieces.length * (best + 0.5)) / 20));
      let [lo, hi] = [piece + 0.35, piece + 0.65];
      for (let step = 0; step < 3; step++) {
        const [a, b] = [lo + (hi - lo) / 3, hi - (hi - lo) / 3];
        if (offAt(a)[j] > offAt(b)[j]) hi = b;
        else lo = a;
      }
      most = Math.max(most, offAt((lo + hi) / 2)[j]);
    });
  }
  return [name, done, refused, solves, outside, Number((100 * most).toPrecision(3))];
}

function clocked<T>(make: () => T): { readonly value: T; readonly ms: number } {
  const begin = process.cpuUsage();
  const value = make();
  const { user, system } = process.cpuUsage(begin);
  return { value, ms: (user + system) / 1000 };
}

function cost(name: string, arm: Arm, count: number): Cell[] {
  const random = new Random(`${seed}boxes ${name}`);
  const pieces: number[] = [];
  let [build, query, joint] = [0, 0, 0];
  const kept: RobotPath[] = [];
  const again: (() => RobotPath | null)[] = [];
  for (const { path, from, at } of lines(name, arm, count)) {
    if (path === null) continue;
    pieces.push(path.segments);
    kept.push(path);
    again.push(() => followed(arm, from, at(1)));
  }
  // measured apart from those that are refused, and from the judge, once compiled
  for (let k = 0; k < 6; k++) {
    const { ms } = clocked(() => again.map((make) => make()));
    if (k > 1) build += ms / 4;
  }
  const obstacles = Array.from({ length: 6 }, (_, k) => ({
    name: `box${k}`,
    shape: box(0.1),
    pose: { position: times(random.direction(), random.range(0.8, 1.4)), quaternion: random.quaternion() },
  }));
  const scene = new Scene({ robots: [arm.robot], obstacles, self: false });
  const ask = (path: RobotPath) => scene.firstContact({ [arm.robot.name]: path }, { start: 'leaving' });
  for (const path of kept) {
    const straight = arm.robot.path([path.waypoints[0], path.waypoints[path.segments]]);
    for (let k = 0; k < 3; k++) {
      query += clocked(() => ask(path)).ms / 3;
      joint += clocked(() => ask(straight)).ms / 3;
    }
  }
  const sorted = [...pieces].sort((a, b) => a - b);
  const { median } = summarize(pieces);
  const short = (x: number) => Number((x / Math.max(1, kept.length)).toPrecision(3));
  return [
    name,
    median,
    sorted[Math.floor(0.9 * sorted.length)] ?? 0,
    sorted.at(-1) ?? 0,
    short(build),
    short(query),
    short(joint),
    Number((query / joint).toPrecision(3)),
    Number(((build + query) / joint).toPrecision(3)),
  ];
}

/** Lines of a Panda with one joint or another held. */
function held(joint: number, count: number): Cell[] {
  const arm = { ...ARMS.panda, following: ARMS.panda.joints.flatMap((_, k) => (k === joint ? [] : [k])) };
  const found: { readonly pieces: number; readonly rate: number }[] = [];
  for (const { path } of lines('panda', arm, count)) {
    if (path === null) continue;
    const share = shares(path);
    const rates = share
      .slice(1)
      .map((to, k) => Math.max(...path.waypoints[k + 1].map((x, s) => Math.abs(x - path.waypoints[k][s]) / (to - share[k]))));
    found.push({ pieces: path.segments, rate: Math.max(...rates) });
  }
  found.sort((a, b) => a.pieces - b.pieces);
  const at = (part: number): number => found[Math.min(found.length - 1, Math.floor(part * found.length))]?.pieces ?? 0;
  const many = found.filter(({ pieces }) => pieces > 20);
  const short = (x: number): number => Number(x.toPrecision(2));
  return [
    ...[`joint${joint}`, found.length, at(0.5), at(0.9), at(1)],
    ...[found.length === 0 ? 0 : short(summarize(found.map(({ rate }) => rate)).median), many.length],
    many.length === 0 ? '' : short(Math.min(...many.map(({ rate }) => rate))),
  ];
}

/** From the middle of a line back to its beginning by the judge, then along it. */
function singular(off: number, count: number): Cell[] {
  const arm = ARMS.ur5;
  const random = new Random(`${seed}singular ${off}`);
  const pieces: number[] = [];
  const refused: number[] = [];
  for (let tries = 0; pieces.length + refused.length < count && tries < 20 * count; tries++) {
    const middle = Float64Array.from(arm.starts, ([lo, hi]) => random.range(lo, hi));
    middle[4] = off;
    const tool = toolAt(arm, middle);
    const half = times(random.direction(), LENGTH / 2);
    let values: Float64Array | null = Float64Array.from(middle);
    // off a singular place the judge needs a push
    if (off === 0) values[4] = 1e-3;
    for (let k = 1; k <= 60 && values !== null; k++) values = solved(arm, values, { p: minus(tool.p, times(half, k / 60)), q: tool.q });
    if (values === null) continue;
    const end = { p: add(tool.p, half), q: tool.q };
    const path = followed(arm, values, end);
    if (path !== null) pieces.push(path.segments);
    else refused.push(shareRefused(arm, values, end));
  }
  const { median = 0, max = 0 } = pieces.length === 0 ? {} : (summarize(pieces) as { median: number; max: number });
  const where = refused.length === 0 ? '' : `${Math.min(...refused).toPrecision(4)} to ${Math.max(...refused).toPrecision(4)} %`;
  return [off, `${pieces.length} of ${pieces.length + refused.length}`, median, max, where];
}

function shareRefused(arm: Arm, from: Float64Array, { p, q }: Frame): number {
  try {
    toolPath(arm.robot, { link: 'link5', at: arm.at, from, accuracy: ACCURACY, moves: [{ line: { position: p, quaternion: q } }] });
  } catch (error) {
    return Number(/up to ([\d.]+) %/.exec((error as Error).message)?.[1] ?? 0);
  }
  return 100;
}

function sampled(name: string, arm: Arm, count: number): Cell[] {
  const random = new Random(`${seed}plates ${name}`);
  const last = arm.joints.length - 1;
  // a tip in place of the tool: what is thin is what samples pass over
  const robot = arm.robot.attach({ name: 'tip', to: `link${last}`, shape: box(0.002) });
  const thin = { ...arm, robot, at: {} };
  const seen = { lines: 0, touch: 0, other: 0 };
  const kinds = { clock: { missed: 0, late: [] as number[] }, turn: { missed: 0, late: [] as number[] } };
  for (const { path, at } of lines(name, thin, count)) {
    if (path === null) continue;
    // across the way, its edge within 3 mm of it
    const quaternion = random.quaternion();
    const half = 0.06 + random.range(-0.003, 0.003);
    const side = compose({ p: [0, 0, 0], q: quaternion }, { p: [half, random.range(-0.05, 0.05), 0], q: [0, 0, 0, 1] }).p;
    const pose = { position: add(at(random.range(0.2, 0.9)).p, side), quaternion };
    const allowed = arm.robot.links.map((link) => [link.name, 'plate'] as const);
    const obstacles = [{ name: 'plate', shape: box([0.12, 0.12, 0.001]), pose }];
    const scene = new Scene({ robots: [robot], obstacles, self: false, allowed });
    const ask = (motion: RobotPath) => scene.firstContact({ [robot.name]: motion }, { tolerance: 1e-6 });
    const answer = ask(path);
    if (answer.status === 'overlap' || answer.status === 'unresolved') continue;
    seen.lines++;
    const share = shares(path);
    const ten = Array.from({ length: 10 }, (_, k) => path.configurationAt(timeAt(share, k / 9)));
    if (ask(robot.path(ten)).status !== answer.status) seen.other++;
    if (answer.status !== 'contact') continue;
    seen.touch++;
    const touched = shareAt(share, answer.time);
    const steps = Math.ceil(LENGTH / (0.01 * SPEED));
    const clock = Array.from({ length: steps + 1 }, (_, k) => k / steps);
    for (const [kind, samples] of [
      ['clock', clock],
      ['turn', turned(path, share)],
    ] as const) {
      const found = samples.find((t) => scene.distanceAt({ [robot.name]: path }, timeAt(share, t)).distance <= 0);
      if (found === undefined) kinds[kind].missed++;
      else kinds[kind].late.push(1000 * LENGTH * Math.max(0, found - touched));
    }
  }
  const late = ({ late: all }: { readonly late: number[] }): Cell => (all.length === 0 ? '' : Number(summarize(all).median.toPrecision(3)));
  return [name, seen.lines, seen.touch, kinds.clock.missed, late(kinds.clock), kinds.turn.missed, late(kinds.turn), seen.other];
}

/** Shares of the move at the path's waypoints. */
function shares({ pieces }: RobotPath): readonly number[] {
  return [0, ...(pieces ?? []).map(({ of }) => of?.to ?? 1)];
}

function timeAt(share: readonly number[], at: number): number {
  const k = Math.max(
    0,
    Math.min(
      share.length - 2,
      share.findLastIndex((x) => x <= at),
    ),
  );
  return k + (at - share[k]) / (share[k + 1] - share[k]);
}

function shareAt(share: readonly number[], time: number): number {
  const k = Math.min(share.length - 2, Math.floor(time));
  return share[k] + (time - k) * (share[k + 1] - share[k]);
}

/** Shares at which some joint has gone 0.1 rad farther, as checkers of joint paths take them. */
function turned(path: RobotPath, share: readonly number[]): readonly number[] {
  const out = [0];
  let before = path.configurationAt(0);
  for (let k = 1; k <= 1000; k++) {
    const now = path.configurationAt(timeAt(share, k / 1000));
    if (!now.some((x, s) => Math.abs(x - before[s]) > 0.1)) continue;
    before = now;
    out.push(k / 1000);
  }
  return [...out, 1];
}
