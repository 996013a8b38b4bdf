/**
 * How often a property is tried, always the same cases first. INBETWEEN_SEEDS=few, which `npm test` sets, tries the `few` that reach
 * every path, where a test that takes long says how many these are; a number, which `npm run nightly` sets, that many times as many.
 */
const { INBETWEEN_SEEDS } = globalThis.process?.env ?? {};
const isFew = INBETWEEN_SEEDS === 'few';
const more = isFew ? 1 : Number(INBETWEEN_SEEDS ?? 1);
if (!(more >= 1)) throw new Error(`INBETWEEN_SEEDS must be 'few' or a number of at least 1, got ${INBETWEEN_SEEDS}`);

export const IS_NIGHTLY: boolean = more > 1;

export function rounds(usual: number, few: number = usual): number {
  return isFew ? few : Math.round(usual * more);
}
