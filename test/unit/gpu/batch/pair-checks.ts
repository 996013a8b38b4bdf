/** What the programs say about pairs of triangles, case by case, against doubles and against their twin. */
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import type { Random } from '../../../../src/math/random.ts';
import { askKernel } from './kernel.ts';
import { PAIR_WORDS, type PairCase, packPair, pairCase } from './pair-cases.ts';
import { Float32 } from './twin/float32.ts';
import { PairTwin, spanOf } from './twin/pair-twin.ts';

const U = 2 ** -23;
const f = Math.fround;

/** As pairApart and pairTouches have their margins, of corners that are off by what the case says. */
const PAIR_ENTRY = `
  var pair: Pair;
  pair.a0 = point(c); pair.a1 = point(c + 3u); pair.a2 = point(c + 6u);
  pair.b0 = point(c + 9u); pair.b1 = point(c + 12u); pair.b2 = point(c + 15u);
  pair.e1 = point(c + 18u); pair.e2 = point(c + 21u);
  let span = spanOf(&pair);
  pair.need = 1.00001 * (cases[c + 24u] + 20.0 * U * span);
  let together = cases[c + 26u];
  let alone = 2.0 * cases[c + 27u] + 8.0 * U * span;
  let most = cases[c + 25u];
  let off = together + 2.0 * alone + 32.0 * U * span;
  out[o] = yes(trianglesApart(&pair));
  out[o + 1u] = yes(trianglesCross(pair.b0, pair.b1, pair.b2, pair.e1, pair.e2, Off(together, alone)));
  out[o + 2u] = yes(most > off && trianglesWithin(pair.b0, pair.b1, pair.b2, pair.e1, pair.e2, most, off));
  out[o + 3u] = yes(apartBetween(&pair));`;

/** What the twin says, with its margins. */
function byTwin(twin: PairTwin, { pair, keep, most, together, alone: each }: PairCase): readonly boolean[] {
  const { r } = twin.F;
  const span = spanOf(pair);
  const need = r(f(1.00001) * r(keep + r(f(20 * U) * span)));
  const alone = r(r(2 * each) + r(f(8 * U) * span));
  const off = r(r(together + r(2 * alone)) + r(f(32 * U) * span));
  return [
    twin.trianglesApart(pair, need),
    twin.trianglesCross(pair.b, pair.e1, pair.e2, { together, alone }),
    most > off && twin.trianglesWithin(pair.b, pair.e1, pair.e2, most, off),
    twin.apartBetween(pair, need),
  ];
}

const ANSWERS = ['apart', 'crossing', 'within', 'apart between nearest points'] as const;

/** Wrong proofs; how many are proven, by kind of proof, how many could be, and where the twin differs. */
export interface PairCheck {
  readonly faults: readonly string[];
  readonly proven: readonly number[];
  readonly could: readonly number[];
  readonly differ: readonly number[];
}

export async function checkPairs(gpu: Gpu, random: Random, count: number): Promise<PairCheck> {
  const faults: string[] = [];
  const twin = new PairTwin(new Float32());
  const proven = ANSWERS.map(() => 0);
  const could = ANSWERS.map(() => 0);
  const differ = ANSWERS.map(() => 0);
  for (let done = 0; done < count; done += 20_000) {
    const cases = Array.from({ length: Math.min(20_000, count - done) }, (_, i) => pairCase(random, i));
    const answers = await askKernel(gpu, PAIR_ENTRY, Float32Array.from(cases.flatMap(packPair)), PAIR_WORDS, ANSWERS.length);
    cases.forEach((one, i) => {
      const truth = [one.nearest > one.keep, one.overlap, one.distance <= one.most, one.nearest > one.keep];
      const device = [...answers.subarray(ANSWERS.length * i, ANSWERS.length * (i + 1))].map((x) => x === 1);
      const own = byTwin(twin, one);
      for (let k = 0; k < ANSWERS.length; k++) {
        const what = ANSWERS[k];
        if (device[k] && !truth[k]) faults.push(`case ${done + i} is not ${what}`);
        if (own[k] && !truth[k]) faults.push(`case ${done + i} is not ${what}, says the twin`);
        if (device[k]) proven[k]++;
        if (truth[k]) could[k]++;
        if (device[k] !== own[k]) differ[k]++;
      }
    });
  }
  // many of them are made to be too hard
  return { faults, proven, could, differ };
}
