// Motions of many turns: what looking at the reach of a spinning body saves. Each question with it and, as if the motion knew nothing of its
// axis, without it: then turns are followed one by one, as everywhere else.

import { ballisticMotion, box, firstContact, type Motion, type Pose, rotationMotion, sphere, type TriangleMesh } from '../../src/index.ts';
import { METHODS, methodNamed, type PairMethodName } from '../../src/methods/index.ts';
import { encloseMotion } from '../../src/motion/state-bounds.ts';
import { processorTime } from '../shared/processor-time.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';

export const TURNS_USAGE = `turns  motions of 1 to 1,000,000 radians, bounded by the body's reach and turn by turn; some minutes
  --quick    once each, up to 1,000 radians`;

/** Steps after which a search is given up here, so that the table ends. */
const LIMIT: Readonly<Record<PairMethodName, number>> = { auto: 200_000, hca: 200_000, c2a: 5_000, interval: 50_000 };

interface Question {
  readonly a: TriangleMesh;
  readonly motionA: Motion;
  readonly b: TriangleMesh;
  readonly motionB?: Motion;
  readonly pose?: Pose;
}

const plate = box([1, 1, 0.1]);
const blade = box([2, 0.1, 0.1]);
const paddle = box([2, 0.1, 0.05]);
const besides: Pose = { position: [1.5, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };

const QUESTIONS: Readonly<Record<string, (angle: number) => Question>> = {
  'plates, 0.05 apart': (angle) => ({
    a: plate,
    motionA: rotationMotion({}, [0, 0, 1], angle),
    b: plate,
    pose: { position: [1.26, 0, 0] },
  }),
  'far away': (angle) => ({ a: plate, motionA: rotationMotion({}, [1, 2, 3], angle), b: plate, pose: { position: [50, 0, 0] } }),
  'paddle drifts onto a pin': (angle) => ({
    a: paddle,
    motionA: ballisticMotion({ velocity: [0, 0, 1], angularVelocity: [0, 0, angle] }, 1),
    b: sphere(0.005, [0.4, 0.55, 0.9]),
  }),
  'beaters, never in touch': (angle) => ({
    a: blade,
    motionA: rotationMotion({}, [0, 0, 1], angle),
    b: blade,
    motionB: rotationMotion(besides, [0, 0, 1], -angle),
  }),
};

/** The same motion, that tells nothing of its axis. */
function withoutSpin(motion: Motion): Motion {
  return {
    still: motion.still,
    turn: motion.turn,
    lever: motion.lever,
    writeState: (reference, out) => motion.writeState(reference, out),
    travel: (rho) => motion.travel(rho),
    startPosition: (out, offset) => motion.startPosition(out, offset),
    enclose: (reference) => encloseMotion(motion, reference),
  };
}

function ask({ a, motionA, b, motionB, pose }: Question, method: PairMethodName, known: boolean): ReturnType<typeof firstContact> {
  const spun = (motion: Motion): Motion => (known ? motion : withoutSpin(motion));
  const other = motionB === undefined ? { shape: b, ...(pose === undefined ? {} : { pose }) } : { shape: b, motion: spun(motionB) };
  return firstContact({ shape: a, motion: spun(motionA) }, other, {
    method: methodNamed(method),
    maxIterations: LIMIT[method],
    tolerance: 1e-4,
    contacts: 'none',
  });
}

export async function turns(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const rows: Cell[][] = [];
  for (const [name, make] of Object.entries(QUESTIONS)) {
    for (const angle of quick ? [1, 10, 100, 1000] : [1, 10, 100, 1000, 1e6]) {
      for (const method of METHODS) {
        const question = make(angle);
        const row: Cell[] = [name, angle, method];
        const works = [false, true].map((known) => ({ count: 1, run: () => void ask(question, method, known) }));
        const times = processorTime(works, quick ? 1 : 3);
        for (const known of [false, true]) {
          const { status, time, stats } = ask(question, method, known);
          const told = status === 'free' ? 'free' : `${status} ${time.toPrecision(4)}`;
          row.push(told, stats.nodes + stats.triangles, Number(times[known ? 1 : 0].toPrecision(3)));
        }
        rows.push(row);
      }
    }
  }
  console.log(
    toMarkdown({
      file: 'turns',
      title: 'Many turns',
      note: `Before: the motions do not tell their axis, turns are followed one by one. Pairs: of nodes, rings and triangles looked at. Milliseconds of processor time, the fastest of three. Tolerance 1e-4. Given up after ${LIMIT.auto} entries, ${LIMIT.interval} with interval, ${LIMIT.c2a} advancements with c2a.`,
      columns: ['question', 'radians', 'method', 'before', 'pairs', 'ms', 'now', 'pairs', 'ms'],
      rows,
    }),
  );
}
