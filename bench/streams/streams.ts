// Motions that follow each other, as simulations and dragging hands ask them: each step cold, beside steps that begin where the search
// of the last one ended (method `coherent`), in turn.

import { PairQuery } from '../../src/contact/pair-query.ts';
import type { Pose, Quat, Vec3 } from '../../src/math/pose.ts';
import { multiply } from '../../src/math/quat.ts';
import { Random } from '../../src/math/random.ts';
import { coherent } from '../../src/methods/coherent.ts';
import { type RigidMotion, rigidMotion } from '../../src/motion/rigid-motion.ts';
import { blobBody } from '../casts/cast-scenes.ts';
import { parseCommandLine, UsageError } from '../shared/command-line.ts';
import { progress } from '../shared/part.ts';
import { processorTime } from '../shared/processor-time.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const STREAMS_USAGE = `streams  steps of two meshes that stay near each other, asked one after the other: cold, and with method \`coherent\`, in turn
  --quick                a look whether it runs`;

const STEPS = 400;
const ROUNDS = 6;

interface Stream {
  readonly triangles: number;
  readonly step: number;
  readonly motions: readonly RigidMotion[];
}

export async function streams(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const rows: Cell[][] = [];
  for (const triangles of quick ? [200] : [1000, 25_000]) {
    const { mesh } = blobBody(triangles);
    const query = new PairQuery({ shape: mesh }, { name: 'other', shape: mesh });
    for (const step of quick ? [0.003] : [0.0003, 0.001, 0.003, 0.01, 0.03]) {
      const since = performance.now();
      rows.push(measure(query, { triangles, step, motions: streamOf(query, step, quick ? 20 : STEPS) }, quick ? 1 : ROUNDS));
      progress(`${triangles} triangles, steps of ${step}`, since);
    }
  }
  console.log(
    toMarkdown({
      file: 'streams',
      title: 'Streams of small steps',
      note: 'Two lobed blobs of radius 1 that slide about each other at a thousandth of it, and touch now and then. A step: how far a point moves at most, of the radius. Pairs of nodes and microseconds of processor time a step; contacts not listed.',
      columns: ['triangles', 'step', 'contacts', 'cold: nodes', 'coherent: nodes', 'fewer', 'cold, µs', 'coherent, µs', 'faster'],
      rows,
    }),
  );
}

/** Steps that follow each other, begun where the bodies nearly touch; after a contact a little is drawn back. */
function streamOf(query: PairQuery, size: number, count: number): RigidMotion[] {
  const random = new Random(`stream ${size}`);
  const inwards: Vec3 = [-1, 0, 0];
  const reached = query.firstContact({ a: rigidMotion({ position: [3, 0, 0] }, { position: [0, 0, 0] }) }, { contacts: 'none' });
  let pose: Required<Pose> = { position: along(reached.poses[0].position as Vec3, inwards, -1e-3), quaternion: [0, 0, 0, 1] };
  const motions: RigidMotion[] = [];
  // a way that keeps its direction for a while, as a hand's does
  let aside = random.direction();
  let axis = random.direction();
  while (motions.length < count) {
    if (motions.length % 40 === 0) {
      aside = random.direction();
      axis = random.direction();
    }
    const turn = turnAbout(axis, size / 4);
    const way = along(along([0, 0, 0], aside, size / 2), inwards, size * random.range(-0.1, 0.15));
    const next = { position: along(pose.position, way, 1), quaternion: multiply(turn, pose.quaternion) };
    const motion = rigidMotion(pose, next);
    motions.push(motion);
    const { status, poses } = query.firstContact({ a: motion }, { contacts: 'none' });
    pose = status === 'free' ? next : { position: along(poses[0].position as Vec3, inwards, -size / 4), quaternion: pose.quaternion };
  }
  return motions;
}

function measure(query: PairQuery, { triangles, step, motions }: Stream, rounds: number): Cell[] {
  const nodes = [0, 0];
  let contacts = 0;
  const ask = (method: typeof coherent | undefined): void => {
    for (const a of motions) query.firstContact({ a }, { method, contacts: 'none' });
  };
  for (const a of motions) {
    const cold = query.firstContact({ a }, { contacts: 'none' });
    nodes[0] += cold.stats.nodes;
    if (cold.status !== 'free') contacts++;
  }
  for (const a of motions) nodes[1] += query.firstContact({ a }, { method: coherent, contacts: 'none' }).stats.nodes;
  const works = [undefined, coherent].map((method) => ({ count: motions.length, run: () => ask(method) }));
  const [cold, followed] = processorTime(works, rounds).map((ms) => 1000 * ms);
  const [before, after] = nodes.map((n) => n / motions.length);
  return [triangles, step, contacts, before, after, before / after, cold, followed, cold / followed];
}

function along(from: Vec3, way: Vec3, s: number): Vec3 {
  return [from[0] + s * way[0], from[1] + s * way[1], from[2] + s * way[2]];
}

function turnAbout(axis: Vec3, angle: number): Quat {
  const s = Math.sin(angle / 2);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)];
}
