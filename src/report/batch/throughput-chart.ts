import { largestOf } from '../../math/extreme.ts';
import { rateText, spanText } from '../../words/job-words.ts';

/** Size of the drawing, in its own units. */
const WIDTH = 1000;
const HEIGHT = 100;
/** Stretches of time that have a rate each. */
const STRETCHES = 60;

interface Sample {
  readonly seconds: number;
  readonly items: number;
}

/** Items a second over the time of a run, as HTML; '' where it was too short to tell. */
export function throughputChart(samples: readonly Sample[], seconds: number): string {
  const rates = ratesOf(samples, seconds);
  const top = 1.1 * largestOf(rates);
  if (!(top > 0)) return '';
  const width = WIDTH / rates.length;
  const y = (rate: number) => (HEIGHT * (1 - rate / top)).toFixed(1);
  const points = rates
    .flatMap((rate, i) => [`${(i * width).toFixed(1)},${y(rate)}`, `${((i + 1) * width).toFixed(1)},${y(rate)}`])
    .join(' ');
  const mean = samples[samples.length - 1].items / seconds;
  return `<div class="chart tall"><p><i></i>items a second, <i class="proven"></i>over all: ${rateText(mean, 1)}</p>
<div class="plot"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="throughput over time">
<polygon class="area" points="0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}"/>
<polyline class="curve" points="${points}"/>
<line class="proven" x1="0" x2="${WIDTH}" y1="${y(mean)}" y2="${y(mean)}"/>
</svg></div>
<p>from 0 to ${spanText(seconds)}; the highest is ${rateText(top / 1.1, 1)}</p></div>`;
}

/** Items a second in stretches of equal time; between samples they are taken to have come evenly. */
function ratesOf(samples: readonly Sample[], seconds: number): number[] {
  if (samples.length < 2 || !(seconds > 0)) return [];
  const count = Math.min(STRETCHES, samples.length);
  let at = 0;
  const doneAt = (time: number): number => {
    while (at < samples.length && samples[at].seconds < time) at++;
    const [before, after] = [samples[at - 1] ?? { seconds: 0, items: 0 }, samples[at]];
    if (after === undefined) return before.items;
    const share = (time - before.seconds) / Math.max(1e-9, after.seconds - before.seconds);
    return before.items + Math.max(0, Math.min(1, share)) * (after.items - before.items);
  };
  let done = 0;
  return Array.from({ length: count }, (_, i) => {
    const now = doneAt(((i + 1) * seconds) / count);
    const rate = Math.max(0, ((now - done) * count) / seconds);
    done = now;
    return rate;
  });
}
