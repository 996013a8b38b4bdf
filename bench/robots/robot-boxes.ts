// What does one continuous test of two oriented boxes cost, when the bounds are there [Redon et al. 2004, §6: about one microsecond]? The box
// pairs are those a traversal over real queries tests; bounds of links and pairs are timed beside them.

import { OBB_CHILD, OBB_SIZE, OBB_STRIDE, type ObbTree } from '../../src/hierarchy/obb-tree.ts';
import { type RigidMotion, restMotion } from '../../src/index.ts';
import { BODY_SIZE, RELATIVE_SIZE, Span, writeBodyBounds, writeRelativeBounds } from '../../src/methods/interval/interval-bounds.ts';
import { boxesApart } from '../../src/methods/interval/interval-boxes.ts';
import { obbTreeOf } from '../../src/methods/interval/interval-trees.ts';
import type { IntervalMotion } from '../../src/motion/motion.ts';
import { Chain } from '../../src/robot/chain.ts';
import { type BoundsKind, ChainBounds } from '../../src/robot/chain-bounds.ts';
import { type PartContext, type PartResult, progress, some } from '../shared/part.ts';
import { rigidIntervalMotion } from '../shared/rigid-interval-motion.ts';
import type { Cell } from '../shared/table.ts';
import { pumaWalks } from './robot-queries.ts';

const ANGLES = [1, 15, 30];
/** Each query's time is cut so, as a search would: bounds over all of a long motion separate nothing. */
const PARTS = 8;
const MOST_PAIRS = 20_000;
const ORIGIN = new Float64Array(3);

/** Box pairs with the bounds they are tested under. */
interface BoxPairs {
  readonly nodesA: Float64Array[];
  readonly nodesB: Float64Array[];
  readonly a: number[];
  readonly b: number[];
  readonly bounds: Float64Array[];
  apart: number;
}

export function boxTests({ quick, queries }: PartContext): PartResult {
  const start = performance.now();
  const { subject, sets } = pumaWalks('puma-pipes', some(ANGLES, quick), Math.min(queries, 20));
  const { robots, obstacles } = subject.scene;
  const repeats = quick ? 2 : 15;
  const placed = obstacles.map(({ shape: mesh, pose }) => ({
    tree: obbTreeOf(mesh),
    motion: rigidIntervalMotion(restMotion(pose) as RigidMotion, ORIGIN),
  }));
  const rows: Cell[][] = [];
  for (const [set, list] of sets) {
    const pairs: BoxPairs = { nodesA: [], nodesB: [], a: [], b: [], bounds: [], apart: 0 };
    const chain = new Chain(robots[0]);
    const bounds = new ChainBounds(chain, { base: robots[0].base });
    for (const { from, to } of list) {
      chain.load(robots[0].path([from, to]), 0);
      bounds.forget();
      for (const [link, { shapes }] of robots[0].links.entries()) {
        if (shapes.length === 0 || chain.rests(link)) continue;
        for (let part = 0; part < PARTS; part++) {
          const span = new Span();
          span.set(part / PARTS, (part + 1) / PARTS);
          for (const { tree, motion } of placed) collect(obbTreeOf(shapes[0].shape), bounds.motion(link), tree, motion, span, pairs);
        }
      }
      if (pairs.a.length >= MOST_PAIRS) break;
    }
    const link = robots[0].links.length - 1;
    rows.push([
      set,
      pairs.a.length,
      `${((100 * pairs.apart) / pairs.a.length).toFixed(0)} %`,
      1e6 * fastest(repeats, () => testAll(pairs)) * (1 / pairs.a.length),
      ...(['interval', 'taylor', 'both'] as const).map((kind) => 1e3 * bodyBoundsCost(chain, link, kind, repeats)),
      1e3 * relativeCost(bounds.motion(link), placed[0].motion, repeats),
    ]);
  }
  progress('continuous box tests', start);
  return {
    tables: [
      {
        file: 'box-tests',
        title: 'The continuous test of two oriented boxes',
        note:
          `Puma among pipes, time cut into ${PARTS} parts, pairs of boxes as a traversal meets them; nanoseconds a test, bounds being there. The paper: about 1 000 ns. ` +
          'Beside it microseconds to bound the last link over one interval of time (pose, rate, and pose at the middle; whole chain, nothing shared), and to bound one pair from its two bodies.',
        columns: ['angle', 'box pairs', 'apart', 'ns a test', 'link: interval µs', 'taylor µs', 'both µs', 'pair µs'],
        rows,
      },
    ],
  };
}

/** Milliseconds, the least of several. */
function fastest(repeats: number, work: () => void): number {
  let best = Infinity;
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function testAll({ nodesA, nodesB, a, b, bounds }: BoxPairs): number {
  let apart = 0;
  for (let i = 0; i < a.length; i++) if (boxesApart(nodesA[i], a[i], nodesB[i], b[i], bounds[i], 0, 0)) apart++;
  return apart;
}

/** Walks both trees over the span and notes every test. */
function collect(treeA: ObbTree, motionA: IntervalMotion, treeB: ObbTree, motionB: IntervalMotion, span: Span, pairs: BoxPairs): void {
  const bodies = new Float64Array(2 * BODY_SIZE);
  const bounds = new Float64Array(RELATIVE_SIZE);
  writeBodyBounds(motionA, span, bodies, 0);
  writeBodyBounds(motionB, span, bodies, BODY_SIZE);
  writeRelativeBounds(bodies, 0, bodies, BODY_SIZE, span, bounds, 0);
  const [A, B] = [treeA.nodes, treeB.nodes];
  const stack: [number, number][] = [[0, 0]];
  for (let top = stack.pop(); top !== undefined && pairs.a.length < MOST_PAIRS; top = stack.pop()) {
    const [a, b] = top;
    pairs.nodesA.push(A);
    pairs.nodesB.push(B);
    pairs.a.push(a);
    pairs.b.push(b);
    pairs.bounds.push(bounds);
    if (boxesApart(A, a, B, b, bounds, 0, 0)) {
      pairs.apart++;
      continue;
    }
    const [childA, childB] = [A[a + OBB_CHILD], B[b + OBB_CHILD]];
    if (childA < 0 && childB < 0) continue;
    if (childB < 0 || (childA >= 0 && A[a + OBB_SIZE] >= B[b + OBB_SIZE]))
      stack.push([OBB_STRIDE * childA, b], [OBB_STRIDE * (childA + 1), b]);
    else stack.push([a, OBB_STRIDE * childB], [a, OBB_STRIDE * (childB + 1)]);
  }
}

const SPANS = 256;

/** Milliseconds to bound a link over one interval of time, each interval new. */
export function bodyBoundsCost(chain: Chain, link: number, kind: BoundsKind, repeats: number): number {
  const motion = new ChainBounds(chain, { kind, base: chain.robot.base }).motion(link);
  const span = new Span();
  const out = new Float64Array(BODY_SIZE);
  const all = () => {
    for (let i = 0; i < SPANS; i++) {
      span.set(i / SPANS, (i + 1) / SPANS);
      writeBodyBounds(motion, span, out, 0);
    }
  };
  return fastest(repeats, all) / SPANS;
}

function relativeCost(motionA: IntervalMotion, motionB: IntervalMotion, repeats: number): number {
  const bodies = new Float64Array(2 * BODY_SIZE);
  const out = new Float64Array(RELATIVE_SIZE);
  const span = new Span();
  span.set(0, 1 / SPANS);
  writeBodyBounds(motionA, span, bodies, 0);
  writeBodyBounds(motionB, span, bodies, BODY_SIZE);
  const all = () => {
    for (let i = 0; i < SPANS; i++) writeRelativeBounds(bodies, 0, bodies, BODY_SIZE, span, out, 0);
  };
  return fastest(repeats, all) / SPANS;
}
