import { expect, test } from 'vitest';
import type { Quat } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { PartMotion } from '../../../src/motion/part-motion.ts';
import { rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { motionLine } from '../../../src/prove/motion-lines.ts';
import { base64 } from '../proof/small-proof.ts';

const corners = base64(Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0));
const triangles = base64(Uint32Array.of(0, 1, 2));

/** What jumps between segments that tell these motions, of a body that nothing is near. */
async function gapOf(motions: readonly Motion[]): Promise<number> {
  const lines = [
    { kind: 'inbetween-proof/1', by: 't', question: 'q', segments: motions.length, clearance: 0, tolerance: 1e-6, inputs: [] },
    { kind: 'shape', corners, triangles },
    { kind: 'frame', parent: -1, moves: 'free' },
    { kind: 'frame', parent: -1, at: [0, 0, 1e3, 0, 0, 0, 1] },
    ...[0, 1].map((frame) => ({ kind: 'body', name: `${frame}`, shape: 0, frame })),
    { kind: 'pair', a: 0, b: 1 },
    ...motions.flatMap((motion) => [
      { kind: 'segment', motions: [motionLine(motion, 'body')] },
      { kind: 'proof', pair: 0, frame: -1, stream: base64(Uint8Array.of(0, 0, 0, 1)) },
    ]),
    { kind: 'verdict', status: 'free' },
  ];
  const { result, largestGap } = await verifyProof(lines.map((line) => JSON.stringify(line)));
  expect(result).toBe('proven');
  return largestGap;
}

test('a body that rests where its motion begins or ends jumps by nothing, not even by rounding (seed 46)', async () => {
  const random = new Random(46);
  const three = () => [random.range(-3, 3), random.range(-3, 3), random.range(-3, 3)] as const;
  for (let round = 0; round < 20; round++) {
    const pose = () => {
      const q = [...three(), random.range(-3, 3)];
      const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
      return { position: three(), quaternion: q.map((x) => x / length) as unknown as Quat };
    };
    const all = [
      rigidMotion(pose(), pose()),
      translationMotion(pose(), three()),
      rotationMotion(pose(), three(), random.range(-9, 9), three()),
      screwMotion(pose(), pose()),
    ];
    for (const motion of all) expect(await gapOf([new PartMotion(motion, 0, 0), motion, new PartMotion(motion, 1, 1)])).toBe(0);
  }
});
