/**
 * A point of the unit ball in any dimension, all equally likely, by +, −, ×, ÷ and √ alone. Squared lengths of pairs of
 * coordinates on a sphere of even dimension are the gaps between sorted random numbers; of odd dimension one coordinate
 * more is drawn and left out before the length is made 1. The largest of n random numbers is distributed as a radius.
 */
import type { Random } from '../../math/random.ts';

export function pointInBall(random: Random, dimension: number, out: Float64Array): void {
  const pairs = (dimension + 1) >> 1;
  const cuts = new Float64Array(pairs + 1);
  cuts[pairs] = 1;
  for (let k = 1; k < pairs; k++) cuts[k] = random.next();
  cuts.sort();
  let square = 0;
  for (let k = 0; k < pairs; k++) {
    const [x, y] = onCircle(random);
    const radius = Math.sqrt(cuts[k + 1] - cuts[k]);
    out[2 * k] = radius * x;
    square += out[2 * k] * out[2 * k];
    if (2 * k + 1 >= dimension) continue;
    out[2 * k + 1] = radius * y;
    square += out[2 * k + 1] * out[2 * k + 1];
  }
  let radius = 0;
  for (let k = 0; k < dimension; k++) radius = Math.max(radius, random.next());
  const scale = square > 0 ? radius / Math.sqrt(square) : 0;
  for (let k = 0; k < dimension; k++) out[k] *= scale;
}

function onCircle(random: Random): [x: number, y: number] {
  for (;;) {
    const x = 2 * random.next() - 1;
    const y = 2 * random.next() - 1;
    const square = x * x + y * y;
    if (square > 1 || square < 2 ** -40) continue;
    const length = Math.sqrt(square);
    return [x / length, y / length];
  }
}
