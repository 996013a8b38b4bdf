// How the broad phases grow with the number of boxes, ours and the peers': mean, median and worst frame, work counts, and whether they agree.

import { type PartResult, progress } from '../shared/part.ts';
import { toSvg } from '../shared/plot.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import { BOX_SCENES, type BoxScene, MovingBoxes, sceneTitle } from './bodies-boxes.ts';
import { type Contestant, contestants, rapierTruth } from './bodies-contestant.ts';
import type { BodiesContext } from './bodies-part.ts';
import { loadRapier, type Rapier } from './bodies-rapier.ts';

/** Frames before those that count: first margins are left, compilers settle. */
const WARM_UP = 25;
/** Milliseconds in the frames of one contestant on one scene: a first pass is cut short there, and no further one begins. */
const PATIENCE = 12_000;
/** Fewer frames than this are no measurement. */
const FEWEST = 5;

/** One contestant on one scene. */
interface Measured {
  readonly name: string;
  /** Nanoseconds a box, by frame: the least of the passes. */
  readonly frames: readonly number[];
  /** Pairs by frame. */
  readonly pairs: readonly number[];
  /** Of a box and frame. */
  readonly boxTests: number;
  readonly visits: number;
  /** Why there is no measurement. */
  readonly why?: string;
}

interface Setting {
  readonly scene: BoxScene;
  readonly n: number;
  readonly measured: readonly Measured[];
}

export async function boxGrowth({ quick, sizes, scenes, methods }: BodiesContext): Promise<PartResult> {
  const rapier = await loadRapier();
  const all = contestants(rapier).filter(({ name }) => methods?.includes(name) ?? true);
  const settings = scenes.flatMap((scene) =>
    sizes.map((n): Setting => {
      const since = performance.now();
      const measured = measure(all, scene, n, quick);
      progress(`${sceneTitle(scene)}, ${n} boxes`, since);
      return { scene, n, measured };
    }),
  );
  const told = (title: string, file: string, note: string, pick: (m: Measured) => number): Table => ({
    file: `bodies-growth-${file}`,
    title: `Broad phases, ${title}`,
    note,
    columns: ['boxes', 'n', ...all.map(({ name }) => name)],
    rows: settings.map(({ scene, n, measured }): Cell[] => [
      sceneTitle(scene),
      n,
      ...measured.map((m) => (m.frames.length < FEWEST ? (m.why ?? '–') : pick(m))),
    ]),
  });
  const how =
    'Of each frame the fastest of the passes over the same motion, so that a slow frame is the method’s own; from 1,000 boxes on in processor time. Ours: moves and update. Rapier: its own broad-phase timer, without the calls that ' +
    'move its bodies. bvh.js: pairs kept in margins where boxes move little, a new tree every frame where they move far, the faster of the two; what opens and closes is not told.';
  return {
    tables: [
      told('mean frame in nanoseconds a box', 'mean', how, ({ frames }) => summarize(frames).mean),
      told('median frame in nanoseconds a box', 'median', 'As above.', ({ frames }) => summarize(frames).median),
      told(
        'worst frame in nanoseconds a box',
        'worst',
        'As above: the frame that makes a simulation stutter.',
        ({ frames }) => summarize(frames).max,
      ),
      told('tests of two boxes a box and frame', 'tests', 'Counts repeat exactly. The peers do not count.', (m) => m.boxTests),
      told('visits a box and frame', 'visits', 'Cells, nodes or exchanges, whatever the method walks.', (m) => m.visits),
      agreement(settings, rapier),
    ],
    figures: [growthFigure(settings)],
  };
}

function measure(all: readonly Contestant[], scene: BoxScene, n: number, quick: boolean): Measured[] {
  const count = quick ? 8 : n < 100_000 ? 120 : 60;
  const passes = quick ? 1 : n <= 1000 ? 12 : n < 100_000 ? 6 : 3;
  const best = all.map(() => new Float64Array(count).fill(Number.POSITIVE_INFINITY));
  const pairs = all.map((): number[] => []);
  const work = all.map(() => ({ boxTests: Number.NaN, visits: Number.NaN, reached: 0, spent: 0 }));
  for (let pass = 0; pass < passes; pass++) {
    for (const [c, contestant] of all.entries()) {
      if (n > (contestant.most?.boxes ?? n) || work[c].spent > PATIENCE) continue;
      const boxes = new MovingBoxes(scene, n);
      const run = contestant.start(boxes);
      let before = { boxTests: 0, visits: 0 };
      let frame = -(quick ? 3 : WARM_UP);
      for (; frame < count && (pass > 0 || work[c].spent < PATIENCE); frame++) {
        boxes.step();
        if (frame < 0 && contestant.forgetful) continue;
        if (frame === 0) before = { boxTests: run.boxTests, visits: run.visits };
        const ms = run.frame(boxes);
        work[c].spent += ms;
        if (frame < 0) continue;
        best[c][frame] = Math.min(best[c][frame], (1e6 * ms) / n);
        pairs[c][frame] = run.pairs;
      }
      if (pass === 0) {
        work[c].reached = Math.max(frame, 0);
        work[c].boxTests = (run.boxTests - before.boxTests) / (n * work[c].reached);
        work[c].visits = (run.visits - before.visits) / (n * work[c].reached);
      }
      run.close?.();
    }
  }
  return all.map(({ name, most }, c) => {
    const tried = n <= (most?.boxes ?? n);
    const frames = tried ? [...best[c].subarray(0, work[c].reached)] : [];
    return { name, frames, pairs: pairs[c], ...work[c], why: tried ? `over ${PATIENCE / 1000} s` : most?.why };
  });
}

/** Whether all count the same pairs in every frame. Rapier tells candidates only: whether ours are among them. */
function agreement(settings: readonly Setting[], rapier: Rapier): Table {
  return {
    file: 'bodies-growth-truth',
    title: 'Broad phases, agreement',
    note:
      'Frames in which a method counts other pairs than the first of them that got there (brute force up to 10,000 boxes) does, all frames of all methods together: to be 0. Up to 1,000 boxes, Rapier’s candidates after 20 frames: ' +
      'how many of our pairs they lack, and candidates a pair.',
    columns: [
      'boxes',
      'n',
      'pairs a box',
      'methods',
      'frames compared',
      'frames that differ',
      'Rapier lacks',
      'Rapier’s candidates a pair',
    ],
    rows: settings.map(({ scene, n, measured }): Cell[] => {
      const counting = measured.filter(({ pairs }) => pairs.some((count) => !Number.isNaN(count)));
      const truth = counting[0];
      let compared = 0;
      let different = 0;
      const last = Math.max(...counting.map(({ pairs }) => pairs.length));
      for (let frame = 0; frame < last; frame++) {
        // who ran out of patience has no count for it
        const [expected, ...others] = counting.map(({ pairs }) => pairs[frame]).filter((count) => count !== undefined);
        compared += others.length;
        different += others.filter((count) => count !== expected).length;
      }
      const peer = n <= 1000 ? rapierTruth(rapier, scene, n, 20) : { missed: Number.NaN, surplus: Number.NaN };
      return [sceneTitle(scene), n, truth.pairs[0] / n, counting.length, compared, different, peer.missed, peer.surplus];
    }),
  };
}

const COLOURS = ['#777777', '#b08020', '#2a8040', '#7048a8', '#b05090', '#2858b0', '#c03028', '#e08030'];

function growthFigure(settings: readonly Setting[]): { file: string; caption: string; svg: string } {
  const scenes = BOX_SCENES.filter((scene) => settings.some((s) => s.scene === scene));
  return {
    file: 'bodies-growth',
    caption: 'Mean frame in nanoseconds a box against the number of boxes; both axes are logarithms.',
    svg: toSvg(
      scenes.map((scene) => {
        const own = settings.filter((s) => s.scene === scene);
        return {
          title: sceneTitle(scene),
          xLabel: 'log₁₀ boxes',
          yLabel: 'log₁₀ ns',
          series: own[0].measured.map(({ name }, c) => ({
            name,
            colour: COLOURS[c % COLOURS.length],
            points: own
              .filter(({ measured }) => measured[c].frames.length >= FEWEST)
              .map(({ n, measured }) => [Math.log10(n), Math.log10(summarize(measured[c].frames).mean)] as const),
          })),
        };
      }),
    ),
  };
}
