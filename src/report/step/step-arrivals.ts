import type { StepFirstContact } from '../../soft/step-result.ts';
import { shownCount, shownDown } from '../../words/shown-number.ts';

/** Size of the drawing, in its own units. */
const WIDTH = 1000;
const HEIGHT = 100;
/** More corners than this nobody sees. */
const MOST_CORNERS = 400;

/** How many contacts have come by each time, as a staircase; the certified time of the first is marked. */
export function arrivalDrawing({ status, time, contacts }: StepFirstContact): string {
  const count = contacts.length;
  const x = (t: number) => (t * WIDTH).toFixed(1);
  const y = (n: number) => (HEIGHT - (n / Math.max(1, count)) * 0.92 * HEIGHT).toFixed(1);
  const stride = Math.ceil(count / MOST_CORNERS);
  const corners = contacts.flatMap((contact, i) =>
    i % stride === 0 || i === count - 1 ? [`${x(contact.time)},${y(i)}`, `${x(contact.time)},${y(i + 1)}`] : [],
  );
  const line = `0,${HEIGHT} ${corners.join(' ')} ${WIDTH},${y(count)}`;
  const stairs = count > 1 ? `<polygon class="area" points="${line} ${WIDTH},${HEIGHT}"/><polyline class="curve" points="${line}"/>` : '';
  const isMarked = status !== 'free';
  const after = isMarked ? `<rect class="after" x="${x(time)}" y="0" width="${x(1 - time)}" height="${HEIGHT}"/>` : '';
  const mark = isMarked ? `<line class="mark" x1="${x(time)}" x2="${x(time)}" y1="0" y2="${HEIGHT}"/>` : '';
  const label = count === 0 ? 'no contact is known' : `${shownCount(count)} contacts over time, the first at ${shownDown(time, 4)}`;
  return `<svg id="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${after}${stairs}${mark}<line x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}" class="waypoint"/>
<line class="now" id="now" x1="0" x2="0" y1="0" y2="${HEIGHT}"/></svg>`;
}
