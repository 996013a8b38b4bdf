// Timed paths: durations beside a reference by dynamic programming over the same way, shares of the limits as proven and as sampled, planned paths timed
// and certified. Processor time.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type RobotPath, Scene } from '../../src/index.ts';
import { type LoadedRobotScene, readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import { plan, type TimedPath, type TimingLimits, timed } from '../../src/plan/index.ts';
import { largestRates } from '../../test/support/sampled-rates.ts';
import { referenceDuration, type Way } from '../../test/support/timing-reference.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, readable, type Table, toMarkdown } from '../shared/table.ts';

export const TIMING_USAGE = `timing   durations beside dynamic programming, limits as proven and sampled, planned paths timed and certified
  --paths N              random paths of each kind (default 10)
  --problems N           problems of each set of planning problems (default 10)
  --scenes FOLDER        scenes with references (default ../shared/scenes)
  --quick                a look whether it runs`;

/** Robot, its velocity and acceleration limits by value, and within what its random waypoints are. */
interface Subject {
  readonly name: string;
  readonly content: LoadedRobotScene;
  readonly velocity: readonly number[];
  readonly acceleration: readonly number[];
  readonly jerk: readonly number[];
}

/** Of the maker's data sheet; jerks are those of its control interface. */
const PANDA = {
  velocity: [2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61],
  acceleration: [15, 7.5, 10, 12.5, 15, 20, 20],
  jerk: [7500, 3750, 5000, 6250, 7500, 10000, 10000],
};
/** Made up, the scene has none. */
const PUMA = { velocity: [1.5, 1.5, 1.5, 3, 3, 3], acceleration: [3, 3, 3, 10, 10, 10], jerk: [60, 60, 60, 200, 200, 200] };

/** Steps of the reference on each piece of the way. */
const STEPS = 60;

export async function timing(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'paths', 'problems', 'scenes']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const folder = join(root, textOption(line, 'scenes') ?? '../shared/scenes');
  if (!existsSync(folder)) throw new UsageError(`no scenes in ${folder}; --scenes names their folder`);
  const panda = join(folder, 'planning', 'panda');
  const first = await readRobotScene(files(panda), 'box_panda-0001.json');
  const puma = await readRobotScene(files(join(folder, 'articulated')), 'puma-pipes.json');
  const subjects: Subject[] = [
    { name: 'panda', content: first, ...PANDA },
    { name: 'puma', content: puma, ...PUMA },
  ];
  const paths = quick ? 1 : countOption(line, 'paths', 10);
  const problems = quick ? 1 : countOption(line, 'problems', 10);
  console.log([durations(subjects, paths), jerks(subjects, paths)].map(toMarkdown).join('\n'));
  console.log(toMarkdown(await planned(panda, subjects[0], problems)));
}

function limitsOf({ content, velocity, acceleration, jerk }: Subject, isJerky: boolean): TimingLimits {
  const names = content.robots[0].valueNames();
  const named = (values: readonly number[]): Record<string, number> => Object.fromEntries(names.map((name, j) => [name, values[j]]));
  return { velocity: named(velocity), acceleration: named(acceleration), ...(isJerky ? { jerk: named(jerk) } : {}) };
}

function randomPath({ content }: Subject, random: Random, waypoints: number): RobotPath {
  const [robot] = content.robots;
  return robot.path(Array.from({ length: waypoints }, () => Float64Array.from({ length: robot.size }, () => random.range(-1.5, 1.5))));
}

/** With milliseconds of processor time. */
function measured<T>(work: () => T): readonly [T, number] {
  const start = process.cpuUsage();
  const out = work();
  const { user, system } = process.cpuUsage(start);
  return [out, (user + system) / 1000];
}

/** Straight pieces and parabolas, told by the answer alone. */
function wayOf({ waypoints }: RobotPath, { trajectory, blends }: TimedPath): Way {
  const times = trajectory.times ?? [];
  const at = (seconds: number): number[] => [...trajectory.waypoints[times.findIndex((t) => Math.abs(t - seconds) < 1e-9)]];
  const way: number[][][] = [];
  let from = [...waypoints[0]];
  for (const { waypoint, enters, leaves } of blends) {
    way.push([from, at(enters)], [at(enters), [...waypoints[waypoint]], at(leaves)]);
    from = at(leaves);
  }
  return [...way, [from, [...(waypoints.at(-1) as Float64Array)]]];
}

/** Largest share of any limit: as proven, and as sampled. */
function sharesOf({ velocity, acceleration, jerk }: Subject, { joints, trajectory }: TimedPath): readonly [number, number] {
  const proven = joints.map((joint) => Math.max(joint.velocity, joint.acceleration, joint.jerk ?? 0));
  const sampled = largestRates(trajectory, velocity.length).map((rates, j) =>
    Math.max(rates.velocity / velocity[j], rates.acceleration / acceleration[j], joints[0].jerk === null ? 0 : rates.jerk / jerk[j]),
  );
  return [Math.max(...proven), Math.max(...sampled)];
}

function durations(subjects: readonly Subject[], paths: number): Table {
  const rows: Cell[][] = [];
  for (const subject of subjects)
    for (const waypoints of [2, 3, 5, 10, 20])
      for (const radius of waypoints === 2 ? [0] : [0.2, Infinity]) {
        const random = new Random(`${subject.name} ${waypoints}`);
        const all = Array.from({ length: paths }, () => {
          const path = randomPath(subject, random, waypoints);
          const [result, ms] = measured(() => timed(path, limitsOf(subject, false), { radius }));
          const reference = referenceDuration(wayOf(path, result), subject.velocity, subject.acceleration, STEPS);
          const [proven, sampled] = sharesOf(subject, result);
          const stops = timed(path, limitsOf(subject, false)).seconds;
          return {
            seconds: result.seconds,
            ratio: result.seconds / reference,
            proven,
            sampled,
            stops,
            ms,
            points: result.trajectory.segments + 1,
          };
        });
        const of = (key: keyof (typeof all)[number]) => summarize(all.map((one) => one[key]));
        rows.push([
          subject.name,
          waypoints,
          radius === Infinity ? 'unlimited' : readable(radius),
          of('seconds').median,
          of('stops').median,
          `${percent(of('ratio').min)} … ${percent(of('ratio').max)}`,
          of('proven').max.toFixed(9),
          of('sampled').max.toFixed(9),
          of('points').median,
          of('ms').median,
        ]);
      }
  return {
    file: 'timing-durations',
    title: 'Durations of random zig-zag paths',
    note: `${paths} paths of each kind. Seconds are medians; beside them those of stopping at every corner. "to reference": how much longer than the least duration along the same way that dynamic programming finds with ${STEPS} steps a piece, least and most; what is below 0 is the reference's own error. Limits: largest share of any, proven by bounds and sampled.`,
    columns: ['robot', 'waypoints', 'radius', 'seconds', 'with stops', 'to reference', 'proven', 'sampled', 'points', 'ms'],
    rows,
  };
}

function percent(ratio: number): string {
  return `${((ratio - 1) * 100).toFixed(3)} %`;
}

function jerks(subjects: readonly Subject[], paths: number): Table {
  const rows: Cell[][] = [];
  for (const subject of subjects)
    for (const waypoints of [2, 5, 10, 20]) {
      const random = new Random(`${subject.name} ${waypoints}`);
      const all = Array.from({ length: paths }, () => {
        const path = randomPath(subject, random, waypoints);
        const without = timed(path, limitsOf(subject, false), { radius: Infinity }).seconds;
        const [result, ms] = measured(() => timed(path, limitsOf(subject, true), { radius: Infinity }));
        const [proven, sampled] = sharesOf(subject, result);
        return { seconds: result.seconds, longer: result.seconds - without, proven, sampled, ms, points: result.trajectory.segments + 1 };
      });
      const of = (key: keyof (typeof all)[number]) => summarize(all.map((one) => one[key]));
      rows.push([
        subject.name,
        waypoints,
        of('seconds').median,
        of('longer').median,
        of('proven').max.toFixed(9),
        of('sampled').max.toFixed(9),
        of('points').median,
        of('ms').median,
      ]);
    }
  return {
    file: 'timing-jerk',
    title: 'Jerk limited',
    note: 'The same paths, corners cut without limit. "longer": seconds more than without jerk limits.',
    columns: ['robot', 'waypoints', 'seconds', 'longer', 'proven', 'sampled', 'points', 'ms'],
    rows,
  };
}

async function planned(folder: string, subject: Subject, problems: number): Promise<Table> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const sets = [...new Set(names.map((name) => name.replace(/-\d+\.json$/, '')))];
  const rows: Cell[][] = [];
  for (const set of sets) {
    const all: Awaited<ReturnType<typeof plannedOne>>[] = [];
    for (const name of names.filter((one) => one.startsWith(`${set}-`)).slice(0, problems))
      all.push(await plannedOne(folder, name, subject));
    const solved = all.flatMap((one) => (one.found === null ? [] : [one.found]));
    const median = (key: 'waypoints' | 'seconds' | 'stops' | 'cuts' | 'shrunk' | 'ms' | 'pathMs' | 'points') =>
      summarize(solved.map((one) => one[key])).median;
    rows.push([
      set,
      `${all.filter(({ straight }) => straight === 'certified').length} of ${all.length}`,
      `${solved.filter(({ status }) => status === 'certified').length} of ${solved.length}`,
      median('waypoints'),
      median('seconds'),
      median('stops'),
      summarize(solved.map(({ cuts }) => cuts)).mean,
      summarize(solved.map(({ shrunk }) => shrunk)).mean,
      median('points'),
      median('ms'),
      median('pathMs'),
    ]);
  }
  return {
    file: 'timing-planned',
    title: 'Planned paths, timed and certified',
    note: 'Panda problems. "straight": how often the straight way is certified (where it hits, it is told as contact). Planned paths (seed 1): how many are certified as timed splines; waypoints; seconds with cut corners and with stops; corners cut, and cut less because of the certificate (means); points; milliseconds of timing with all certificates, and of the certificate of the polyline alone.',
    columns: ['set', 'straight', 'certified', 'waypoints', 'seconds', 'with stops', 'cut', 'cut less', 'points', 'ms', 'polyline ms'],
    rows,
  };
}

async function plannedOne(folder: string, name: string, subject: Subject) {
  const content = await readRobotScene(files(folder), name);
  const { robots, obstacles, ignore, queries, self, touch } = content;
  const scene = new Scene({ robots, obstacles, self, allowed: ignore, tolerance: touch });
  const own = { ...subject, content };
  const [query] = queries;
  const straight = timed(robots[0].path([query.from, query.to]), limitsOf(own, false), { scene }).status;
  const { path } = await plan(scene, { from: Float64Array.from(query.from), to: Float64Array.from(query.to), seed: 1 });
  if (path === null) return { straight, found: null };
  const [result, ms] = measured(() => timed(path, limitsOf(own, false), { scene }));
  const [, pathMs] = measured(() => scene.firstContact(path));
  const found = {
    status: result.status,
    waypoints: (path[robots[0].name] as RobotPath).segments + 1,
    seconds: result.seconds,
    stops: timed(path, limitsOf(own, false), { scene, radius: 0 }).seconds,
    cuts: result.blends.length,
    shrunk: result.shrunk.length,
    points: result.trajectory.segments + 1,
    ms,
    pathMs,
  };
  return { straight, found };
}
