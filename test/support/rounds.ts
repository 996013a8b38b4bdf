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

/** Numbers of rounds, as `rounds` says; where these are few, as many more of the usual ones as it takes until all is met that is expected. */
export function* roundsUntil(isMet: () => boolean, usual: number, few: number): Generator<number> {
  for (let round = 0; round < rounds(usual, few) || (isFew && round < usual && !isMet()); round++) yield round;
}
