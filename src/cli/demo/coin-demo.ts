import type { ConvexPolyhedron } from '../../convex/index.ts';
import { type WorldReportEvent, type WorldReportFrame, worldReportEvent, worldReportPage } from '../../report/index.ts';
import { shown, shownCount } from '../../words/shown-number.ts';
import type { World, WorldBody, WorldEvent } from '../../world/index.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import type { Colors, OutputStream } from '../terminal/streams.ts';
import { packageVersion } from '../version.ts';
import { COIN_TOSS } from './example-folder.ts';

const STORY = 'Coins are tossed on a floor and on each other until all lie still.';
const COUNT = 100;
/**
 * Frames a second of the world that the page gets: a toss is over soon and is looked at slowly. One line is reported
 * every so many of them.
 */
const FRAMES = 240;
const FRAMES_A_LINE = 12;

/** The simulator's state, as in examples/coin-toss. */
interface CoinState {
  readonly time: number;
  readonly resting: number;
  /** Joules. */
  readonly energy: number;
  readonly reported: Readonly<Record<WorldEvent['status'], number>>;
  readonly checks: number;
  readonly world: World;
  readonly bodies: readonly (WorldBody & { readonly shape: ConvexPolyhedron })[];
}

interface CoinToss {
  tossCoins(options: {
    readonly count: number;
    readonly every: number;
    readonly onLine: (state: CoinState) => void;
    readonly onContact?: (event: WorldEvent) => void;
  }): CoinState;
}

/** Prints the state every 0.05 s of the world, one line of JSON each. */
export async function writeCoinLines(stdout: OutputStream, count: number = COUNT): Promise<void> {
  const { tossCoins } = await coinToss();
  const onLine = ({ time, resting, energy, reported, checks }: CoinState) => {
    stdout.write(`${JSON.stringify({ time, resting, energy, contacts: reported.contact, checks })}\n`);
  };
  tossCoins({ count, every: FRAMES_A_LINE / FRAMES, onLine });
}

/** Tosses coins, prints how they come to rest, and gives the page that shows it. */
export async function coinDemo(stdout: OutputStream, c: Colors, count: number = COUNT): Promise<string> {
  const { tossCoins } = await coinToss();
  const frames: WorldReportFrame[] = [];
  const events: WorldReportEvent[] = [];
  const [energy, watched]: [number[], number[]] = [[], []];
  stdout.write(`${STORY}\n\n${c.dim(row('time/s', 'resting', 'energy/mJ', 'contacts', 'checks'))}\n`);
  const onLine = (now: CoinState) => {
    if (frames.length % FRAMES_A_LINE === 0) stdout.write(`${rowOf(now)}\n`);
    frames.push({ time: now.time, poses: now.bodies.map(({ name }) => poseOf(now.world, name)) });
    energy.push(1e3 * now.energy);
    watched.push(now.world.stats.tracked);
  };
  const stopwatch = new Stopwatch();
  stopwatch.start();
  const end = tossCoins({ count, every: 1 / FRAMES, onLine, onContact: (event) => events.push(worldReportEvent(event)) });
  const milliseconds = stopwatch.stop();
  if (frames.length % FRAMES_A_LINE !== 1) stdout.write(`${rowOf(end)}\n`);
  const letThrough = end.reported.overlap + end.reported.unresolved;
  stdout.write(`\n${endText(end, count, letThrough, milliseconds, c)}\n`);
  return worldReportPage({
    title: `${shownCount(count)} ${count === 1 ? 'coin' : 'coins'} tossed on a floor`,
    story: STORY,
    bodies: end.bodies.map(({ name, shape, fixed }) => ({ name, mesh: shape.mesh, fixed })),
    frames,
    events,
    letThrough,
    curves: [
      { label: 'energy', unit: 'mJ', values: energy },
      { label: 'pairs watched', unit: '', values: watched },
    ],
    stats: end.world.stats,
    milliseconds,
    facts: [['simulator', 'examples/coin-toss: World finds the contacts, bounce answers them']],
    unit: 'm',
    version: packageVersion(),
  });
}

/** A file of the package that is no part of the program. */
async function coinToss(): Promise<CoinToss> {
  return (await import(COIN_TOSS)) as CoinToss;
}

function poseOf(world: World, name: string): WorldReportFrame['poses'][number] {
  const { position, quaternion } = world.state(name);
  return { position, quaternion };
}

function row(...cells: readonly (string | number)[]): string {
  return cells.map((cell) => `${cell}`.padStart(11)).join('');
}

function rowOf({ time, resting, energy, reported, checks }: CoinState): string {
  return row(time.toFixed(2), resting, (1e3 * energy).toFixed(3), reported.contact, checks);
}

function endText(
  { time, resting, reported, checks, world }: CoinState,
  count: number,
  letThrough: number,
  milliseconds: number,
  c: Colors,
): string {
  const still = `${shownCount(resting)} of ${shownCount(count)} coins lie still after ${time.toFixed(2)} s; ${shownCount(letThrough)} went through others.`;
  const pairs = (count * (count + 1)) / 2;
  const work = `${shownCount(checks)} looks at pairs, ${shownCount(world.stats.mostTracked)} of ${shownCount(pairs)} pairs watched at most, ${shown(milliseconds / 1000, 3)} s of processor time`;
  const proof = letThrough === 0 ? `${c.green('PROVEN')}  no contact was missed, and no two bodies ever went through each other\n` : '';
  return `${c.bold(still)}\n${proof}  ${'contacts'.padEnd(11)} ${shownCount(reported.contact)}\n  ${'took'.padEnd(11)} ${work}`;
}
