/**
 * The last place on a way, as far as it is found, at which a share is at least 1, as it is at 0: what was proven to
 * stop by `close` stops there. Only places that were looked at are returned, so that nothing rests on how the share
 * runs between.
 *
 * Shares are distances, the least of several: about constant along one surface and falling before the next. So the line
 * through the last two places beyond says where it falls below 1, better than one between both sides.
 */

/** Looks at most; and how sharply, of the way on which it falls. */
const LOOKS = 32;
const SHARP: number = 2 ** -11;
/** Share of what is between, before its end, that is looked at where nothing is known of how the share falls. */
const STEP_BACK: number = 2 ** -3;
/** How many times as long the next stride is; how many looks in a row may shrink what is between by less than half. */
const STRIDES = 16;
const MOST_STUCK = 5;

/** At `close` itself `least` is enough. Where a share is −∞, it is given up. */
export function farthestOn(close: number, least: number, shareAt: (t: number) => number): number {
  if (!(close > 0)) return 0;
  let safe = 0;
  let [far, low] = [close, shareAt(close)];
  if (low >= least) return close;
  let [beyond, lowest] = [Infinity, -Infinity];
  let stride = 0;
  let stuck = 0;
  for (let look = 0; look < LOOKS && low > -Infinity; look++) {
    const wide = far - safe;
    if (wide <= SHARP * (close - far) || wide <= 2 ** -24 * close) break;
    const falls = far - ((1 - low) * (beyond - far)) / (low - lowest);
    const beside = (SHARP / 4) * (close - falls);
    // a little before it, and where that was right, on in strides that grow
    const aimed = stride > 0 ? safe + Math.max(stride, beside) : falls - beside;
    const guess = aimed > safe && aimed < far ? aimed : far - STEP_BACK * wide;
    const t = stuck > MOST_STUCK ? safe + wide / 2 : guess;
    const share = shareAt(t);
    stride = share >= 1 && t === aimed ? Math.max(STRIDES * stride, 4 * beside) : 0;
    if (share >= 1) safe = t;
    else [beyond, lowest, far, low] = [far, low, t, share];
    stuck = far - safe > wide / 2 ? stuck + 1 : 0;
  }
  return safe;
}
