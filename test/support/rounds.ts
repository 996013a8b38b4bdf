/**
 * How often a property is tried. `npm test` tries enough to reach every path; `npm run nightly` sets INBETWEEN_SEEDS and tries
 * that many times as many cases of the same seeds.
 */
const { INBETWEEN_SEEDS } = globalThis.process?.env ?? {};
const more = Number(INBETWEEN_SEEDS ?? 1);
if (!(more >= 1)) throw new Error(`INBETWEEN_SEEDS must be a number of at least 1, got ${INBETWEEN_SEEDS}`);

export const IS_NIGHTLY: boolean = more > 1;

export function rounds(usual: number): number {
  return Math.round(usual * more);
}
