/** Motions of single bodies as a proof tells them [docs/proof-format.md, "Segments"]: exactly, or not at all. */
import { InputError } from '../math/input-error.ts';
import type { Motion } from '../motion/motion.ts';
import { PartMotion } from '../motion/part-motion.ts';
import { poseAt } from '../motion/pose-at.ts';
import { RigidMotion, restMotion } from '../motion/rigid-motion.ts';
import { partsOf } from '../motion/rigid-parts.ts';

/** A motion as an entry of `motions`; a list: screws on one another. */
export function motionLine(motion: Motion, body: string): object {
  if (motion instanceof PartMotion && motion.from === motion.to) return restLine(motion.whole, motion.from, body);
  if (motion instanceof PartMotion) return { ...motionLine(motion.whole, body), part: [motion.from, motion.to] };
  if (!(motion instanceof RigidMotion))
    throw new InputError(
      `proof: the motion of '${body}' is none of rigidMotion, screwMotion, translationMotion, rotationMotion, restMotion`,
    );
  const parts = partsOf(motion);
  const pose = [...parts.slice(0, 3), ...parts.slice(12, 16)];
  if (motion.end !== null) return { between: [...pose, ...motion.end.position, ...motion.end.quaternion] };
  return { turn: { pose, way: parts.slice(3, 6), axis: parts.slice(16, 19), angle: motion.angle, offset: parts.slice(6, 9) } };
}

/** It stands where a motion begins or ends: exactly there, without rounding. */
function restLine(motion: Motion, at: number, body: string): object {
  if (!(motion instanceof RigidMotion) || (at !== 0 && at !== 1)) return motionLine(restMotion(poseAt(motion, at)), body);
  const parts = partsOf(motion);
  const [q, position, way, offset] = [parts.slice(12, 16), ...[0, 3, 6].map((o) => parts.slice(o, o + 3))];
  if (at === 0) return { turn: { pose: [...position, ...q] } };
  if (motion.end !== null) return { turn: { pose: [...motion.end.position, ...motion.end.quaternion] } };
  const still = [0, 0, 0, 1];
  const back = offset.map((x) => -x);
  return [
    { pose: [...position, ...still] },
    { pose: [...way, ...still] },
    { pose: [...offset, ...still], axis: parts.slice(16, 19), angle: [motion.angle] },
    { pose: [...back, ...q] },
  ];
}
