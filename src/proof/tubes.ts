/** Tubes: what may turn by more than told, and by how much corners are off for it along a direction. */
import { abs, BITS, rootUp } from './fixed.ts';
import { type Frames, rotate } from './motion.ts';
import type { Side } from './question.ts';

/**
 * How far along n corners of a node may be off at an instant because of each turning, to first order: φ |n·(u × v)|, or
 * φ |n × v| about any axis. `length`: |n|, from above. [docs/proof.md, "How much a point can bend"]
 */
export function offAlong(
  frames: Frames,
  { shape, frame }: Side,
  node: number,
  seenFrom: number,
  n: readonly bigint[],
  length: bigint,
  t: bigint,
): readonly bigint[] {
  const turnings = frames.turnings(frame, seenFrom);
  if (turnings.length === 0) return [];
  const { R, p, eR, ep } = frames.poseAt(frame, seenFrom, t);
  const corners = shape.hullOf(node).map((x) => rotate(R, x).map((y, k) => y + p[k]));
  return turnings.map(({ frame: at, axis, angle }) => {
    const own = frames.poseAt(at, seenFrom, t);
    const c = axis === null ? null : cross(n, rotate(own.R, axis));
    const doubt = ep + own.ep + ((shape.lever * eR) >> BITS) + 10n;
    let most = 0n;
    for (const y of corners) {
      const v = y.map((x, k) => x - own.p[k]);
      const size = abs(v[0]) + abs(v[1]) + abs(v[2]);
      const along = c === null ? rootUp(lengthSquared(cross(n, v))) << BITS : abs(c[0] * v[0] + c[1] * v[1] + c[2] * v[2]);
      const bound = along + length * (doubt + (((own.eR + 8n) * size) >> BITS));
      if (bound > most) most = bound;
    }
    return ((angle * most) >> BITS) + 1n;
  });
}

function cross(a: readonly bigint[], b: readonly bigint[]): bigint[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function lengthSquared([x, y, z]: readonly bigint[]): bigint {
  return x * x + y * y + z * z;
}
