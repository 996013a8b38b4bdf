// Straight casts of hulls and meshes, ours beside what people would pick instead: the same casts in one run, in turn; answers judged by brute force.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { PairQuery } from '../../src/contact/pair-query.ts';
import { ConvexQuery } from '../../src/convex/index.ts';
import { rigidMotion, translationMotion } from '../../src/motion/rigid-motion.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { progress } from '../shared/part.ts';
import { toSvg } from '../shared/plot.ts';
import { processorTime } from '../shared/processor-time.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { type Caster, type CastPeer, castPeers } from './cast-peers.ts';
import { type Cast, type CastBody, type CastScene, castScenes } from './cast-scenes.ts';
import { castTruth } from './cast-truth.ts';

export const CASTS_USAGE = `casts    hulls and meshes thrown straight at each other: ours beside Rapier, Jolt and three-mesh-bvh, answers judged by brute force
  --rounds N             the fastest of so many rounds counts (default 10; thirty times as many of hulls, ten of small ones and meshes)
  --way N                from how many radii away they are thrown, and how far, from 3 (default 5)
  --kind K               one kind of pair only: hull-hull, hull-mesh, mesh-mesh or small-mesh
  --quick                a look whether it runs
  --write-docs           also put the tables into docs/bench-casts.md, below what is written there by hand`;

/** Of the bodies' radius, along the way: an answer that is farther off is wrong. */
const OFF = 1e-3;
/** Pairs of triangles that brute force may look at in one scene, and what a triangle costs before it is paired. */
const PATIENCE = 2e7;
const SETTING = 50;
const MARK = '<!-- what follows is written by npm run bench -- casts --write-docs -->';
/** Short casts are asked so many times as often. */
const ROUNDS: Partial<Record<CastScene['kind'], number>> = { 'hull-hull': 30, 'small-mesh': 10 };
const OURS = 'ours';
/** Peers tell one contact of a mesh, ours all. */
const FIRST = 'ours, one contact';
const TURNING = 'ours, turning';
/** Contestants from the end that are ours too. */
const PEERS_END = -2;

interface Measured {
  readonly name: string;
  /** Microseconds a cast, hits and misses. */
  readonly hits: number;
  readonly misses: number;
  readonly wrong: number;
  readonly judged: number;
}

interface Row {
  readonly scene: CastScene;
  readonly hits: number;
  readonly measured: readonly (Measured | null)[];
}

export async function casts(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'rounds', 'way', 'kind', 'write-docs']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  if (line.options.has('write-docs') && (quick || line.options.has('way') || line.options.has('kind')))
    throw new UsageError('--write-docs needs full effort and the usual way: neither --quick nor --way nor --kind');
  const rounds = quick ? 1 : countOption(line, 'rounds', 10);
  const contestants: CastPeer[] = [
    { name: OURS, make: ourCaster },
    ...(await castPeers()),
    { name: FIRST, make: firstCaster },
    { name: TURNING, make: turningCaster },
  ];
  const kind = textOption(line, 'kind');
  const scenes = castScenes(quick, Math.max(3, countOption(line, 'way', 5))).filter((scene) => kind === undefined || scene.kind === kind);
  if (scenes.length === 0) throw new UsageError(`no pairs of kind '${kind}'`);
  const rows = scenes.map((scene): Row => {
    const since = performance.now();
    // short ones more often, so that the compiler is done with them
    const row = measure(scene, contestants, quick ? 1 : rounds * (ROUNDS[scene.kind] ?? 1));
    progress(`${scene.a.name} against ${scene.b.name}`, since);
    return row;
  });
  const names = contestants.map(({ name }) => name);
  const text = [timesTable(rows, names, true), timesTable(rows, names, false), wrongTable(rows, names)].map(toMarkdown).join('\n');
  console.log(text);
  if (line.options.has('write-docs')) document(text, rows, names, join(root, 'docs'));
}

/** The motion is made in the measured call, as a user would. */
function ourCaster(a: CastBody, b: CastBody): Caster {
  const query =
    a.hull !== undefined && b.hull !== undefined
      ? new ConvexQuery({ shape: a.hull }, { shape: b.hull })
      : new PairQuery({ shape: a.mesh }, { name: 'other', shape: b.mesh });
  return ({ pose, way }) => {
    const { status, time } = query.firstContact({ a: translationMotion(pose, way) });
    return status === 'free' ? Infinity : time;
  };
}

function firstCaster(a: CastBody, b: CastBody): Caster | null {
  // of two hulls ours tells one as well
  if (a.hull !== undefined && b.hull !== undefined) return null;
  const query = new PairQuery({ shape: a.mesh }, { name: 'other', shape: b.mesh });
  return ({ pose, way }) => {
    const { status, time } = query.firstContact({ a: translationMotion(pose, way) }, { contacts: 'first' });
    return status === 'free' ? Infinity : time;
  };
}

function turningCaster(a: CastBody, b: CastBody): Caster {
  const query =
    a.hull !== undefined && b.hull !== undefined
      ? new ConvexQuery({ shape: a.hull }, { shape: b.hull })
      : new PairQuery({ shape: a.mesh }, { name: 'other', shape: b.mesh });
  return ({ pose, way, turned }) => {
    const [x, y, z] = pose.position;
    const end = { position: [x + way[0], y + way[1], z + way[2]] as const, quaternion: turned };
    const { status, time } = query.firstContact({ a: rigidMotion(pose, end) });
    return status === 'free' ? Infinity : time;
  };
}

function measure(scene: CastScene, contestants: readonly CastPeer[], rounds: number): Row {
  const { a, b, casts: all } = scene;
  const pairs = (SETTING + a.mesh.indices.length / 3) * (b.mesh.indices.length / 3);
  const truth = all.slice(0, Math.max(1, Math.floor(PATIENCE / pairs))).map((cast) => castTruth(a.mesh, b.mesh, cast));
  const casters = contestants.map((peer) => peer.make(a, b));
  const verdicts = all.map((cast) => (casters[0] as Caster)(cast));
  // ours is certified, and brute force says below whether it was right
  const isHit = verdicts.map((time) => time < Infinity);
  const works = casters.flatMap((caster, c) =>
    [true, false].map((hit) => {
      const asked = all.filter((_, i) => isHit[i] === hit).slice(0, contestants[c].most ?? all.length);
      return { count: asked.length, run: () => caster !== null && ask(caster, asked) };
    }),
  );
  // those that take long are not asked again and again
  const times = works.map(() => Number.NaN);
  for (const slow of [false, true]) {
    const chosen = works.map((_, w) => w).filter((w) => (contestants[w >> 1].most !== undefined) === slow && works[w].count > 0);
    const timed = processorTime(
      chosen.map((w) => ({ count: works[w].count, run: () => void works[w].run() })),
      slow ? 1 : rounds,
    );
    for (const [k, w] of chosen.entries()) times[w] = timed[k];
  }
  const measured = casters.map((caster, c): Measured | null => {
    if (caster === null) return null;
    const judged = contestants[c].name === TURNING ? [] : truth.slice(0, contestants[c].most ?? truth.length);
    const wrong = judged.filter((time, i) => isWrong(caster(all[i]), time, all[i])).length;
    const [hits, misses] = [1000 * times[2 * c], 1000 * times[2 * c + 1]];
    return { name: contestants[c].name, hits, misses, wrong, judged: judged.length };
  });
  return { scene, hits: isHit.filter(Boolean).length, measured };
}

function ask(caster: Caster, asked: readonly Cast[]): number {
  let sum = 0;
  for (const cast of asked) sum += caster(cast);
  return sum;
}

function isWrong(time: number, truth: number, { way }: Cast): boolean {
  if (time === truth) return false;
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  return !(Math.abs(Math.min(time, 1) - Math.min(truth, 1)) * length <= OFF);
}

function sizes({ kind, size, b }: CastScene): Cell[] {
  return [kind, size, kind === 'hull-mesh' || kind === 'small-mesh' ? b.mesh.indices.length / 3 : size];
}

function timesTable(rows: readonly Row[], names: readonly string[], hit: boolean): Table {
  return {
    file: hit ? 'casts-hits' : 'casts-misses',
    title: hit ? 'Casts that hit, microseconds' : 'Casts that miss, microseconds',
    note: hit
      ? 'Processor time of a cast, the fastest of interleaved rounds, placing the body (ours: making its motion) included. Last columns: each peer over ours. Dashes: the library does not know such a pair; three-mesh-bvh looks at 100 instants.'
      : 'As above, for the casts that miss: ours proves that nothing was touched.',
    columns: ['pair', 'of', 'against', 'casts', ...names, ...names.slice(1, PEERS_END).map((name) => `${name} / ours`)],
    rows: rows.map((row): Cell[] => {
      const of = row.measured.map((m) => (m === null ? Number.NaN : hit ? m.hits : m.misses));
      const count = hit ? row.hits : row.scene.casts.length - row.hits;
      return [...sizes(row.scene), count, ...of, ...of.slice(1, PEERS_END).map((x) => x / of[0])];
    }),
  };
}

function wrongTable(rows: readonly Row[], names: readonly string[]): Table {
  return {
    file: 'casts-wrong',
    title: 'Wrong answers',
    note: 'Against brute force over all pairs of features: a hit that is missed, a miss that is called a hit, or a place more than a thousandth of the radius off; of so many judged.',
    columns: ['pair', 'of', 'against', ...names.slice(0, -1)],
    rows: rows.map(({ scene, measured }): Cell[] => [
      ...sizes(scene),
      ...measured.slice(0, -1).map((m) => (m === null ? '–' : `${m.wrong} of ${m.judged}`)),
    ]),
  };
}

const COLOURS: readonly string[] = ['#1b6ca8', '#d1495b', '#e8a33d', '#5b8c5a'];

function document(text: string, rows: readonly Row[], names: readonly string[], docs: string): void {
  const file = join(docs, 'bench-casts.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = before.includes(MARK) ? before.slice(0, before.indexOf(MARK)) : '# Casts: measurements\n\n';
  const panels = [
    { title: 'Hull against hull', of: rows.filter(({ scene }) => scene.kind === 'hull-hull') },
    {
      title: 'Hull against a mesh of 25,000 triangles',
      of: rows.filter(({ scene }) => scene.kind === 'hull-mesh' && scene.b.name === 'blob 25000'),
    },
  ].map(({ title, of }) => ({
    title,
    xLabel: 'points of the hull, log2',
    yLabel: 'µs, log10',
    series: names.slice(0, PEERS_END).map((name, i) => ({
      name,
      colour: COLOURS[i],
      points: of.map(({ scene, measured }) => [Math.log2(scene.size), Math.log10(measured[i]?.hits ?? Number.NaN)] as const),
    })),
  }));
  mkdirSync(join(docs, 'figures'), { recursive: true });
  writeFileSync(join(docs, 'figures', 'casts.svg'), toSvg(panels));
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread.`;
  const caption = 'Casts that hit: microseconds by the points of the hull.';
  writeFileSync(file, `${kept}${MARK}\n\n${machine}\n\n![${caption}](figures/casts.svg)\n\n${caption}\n\n${text}`);
  console.log(`Written to ${file}`);
}
