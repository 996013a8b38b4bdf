// Sampling beside certified, at a thin wall: both are asked of the library, here in the page, and drawn step by step.
import { box, distance, firstContact, poseAt, rigidMotion } from 'inbetween';

const PLATE = [0.05, 0.3, 0.2] as const;
const WALL = [0.012, 1.1, 0.4] as const;
const half = 1.1;
const plate = { name: 'plate', shape: box(PLATE) };
const wall = { name: 'wall', shape: box(WALL) };
const motion = rigidMotion(
  { position: [-1.02, -0.2, 0] },
  { position: [1.12, 0.2, 0], quaternion: [0, 0, Math.sin(half), Math.cos(half)] },
);
const answer = firstContact({ ...plate, motion }, wall);

/** Times up to which the search has proven the way free, iteration by iteration; the last is the answer's. */
const proven: number[] = [0];
for (let most = 1; proven[proven.length - 1] < answer.time; most++) {
  const { time } = firstContact({ ...plate, motion }, wall, { maxIterations: most });
  if (time > proven[proven.length - 1]) proven.push(time);
}

const touches = (t: number): boolean => distance({ ...plate, pose: poseAt(motion, t) }, wall).distance <= 0;
const need = <Found extends Element>(selector: string) => document.querySelector(selector) as Found;
const SVG = 'http://www.w3.org/2000/svg';

function drawn(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The plate at a time, seen from above. */
function plateAt(t: number, className: string): SVGElement {
  const { position, quaternion } = poseAt(motion, t);
  const angle = (2 * Math.atan2(quaternion[2], quaternion[3]) * 180) / Math.PI;
  const [wide, tall] = PLATE;
  return drawn('rect', {
    class: className,
    x: -wide / 2,
    y: -tall / 2,
    width: wide,
    height: tall,
    transform: `translate(${position[0]} ${-position[1]}) rotate(${-angle})`,
  });
}

const X = (t: number) => -1.1 + 2.3 * t;
const BAR = 0.66;

/** One panel: what is drawn of the way up to a moment, and its bar of time. */
function paint(id: string, parts: readonly SVGElement[]): void {
  const [thin, tall] = WALL;
  const rail = drawn('line', { class: 'rail', x1: X(0), x2: X(1), y1: BAR, y2: BAR });
  need(`#${id}`).replaceChildren(drawn('rect', { class: 'wall', x: -thin / 2, y: -tall / 2, width: thin, height: tall }), rail, ...parts);
}

const count = need<HTMLInputElement>('#samples');

/** `share`: how much of the way has been shown, from 0 to 1. */
function show(share: number): void {
  const n = Number(count.value);
  const times = Array.from({ length: n + 1 }, (_, i) => i / n);
  const first = times.find(touches);
  const seen = times.filter((t) => t <= share && (first === undefined || t <= first));
  const dot = (t: number) => drawn('circle', { class: t === first ? 'hit' : 'fine', cx: X(t), cy: BAR, r: 0.018 });
  paint('sampled', [...seen.map((t) => plateAt(t, t === first ? 'plate hit' : 'plate ghost')), ...seen.map(dot)]);
  const late = first === undefined ? 0 : first - answer.time;
  need('#sampled-says').textContent =
    share < (first ?? 1)
      ? `${seen.length} of ${n + 1} samples looked at`
      : first === undefined
        ? `“free”, which is wrong: it went through the wall between two of ${n + 1} samples`
        : `contact at t = ${first.toFixed(4)}: late by ${late.toFixed(4)}, already inside`;
  need('#sampled-says').className = share < (first ?? 1) ? '' : 'wrong';
  count.setAttribute('aria-valuetext', `${n} samples`);
  need('#count').textContent = String(n);

  const done = proven.filter((t) => t <= share);
  const reached = share >= answer.time;
  const at = reached ? answer.time : share;
  const spans = proven
    .slice(1)
    .map((t, i) => drawn('line', { class: `span s${i % 2}`, x1: X(proven[i]), x2: X(Math.min(t, at)), y1: BAR, y2: BAR }))
    .filter((_, i) => proven[i] < at);
  const marks = reached
    ? answer.contacts.slice(0, 4).map(({ point }) => drawn('circle', { class: 'hit', cx: point[0], cy: -point[1], r: 0.022 }))
    : [];
  paint('certified', [...done.map((t) => plateAt(t, 'plate ghost')), plateAt(at, reached ? 'plate hit' : 'plate'), ...spans, ...marks]);
  need('#certified-says').textContent = reached
    ? `contact at t = ${answer.time.toFixed(6)}: proven free before, ${proven.length - 1} steps of proof`
    : `proven free from 0 to ${at.toFixed(4)}, every instant of it`;
  need('#certified-says').className = reached ? 'right' : '';
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const button = need<HTMLButtonElement>('#play');
let began: number | null = null;
function step(now: number): void {
  if (began === null) return;
  const share = Math.min(1, (now - began) / 6000);
  show(share);
  if (share < 1) requestAnimationFrame(step);
  else stop();
}
function stop(): void {
  began = null;
  button.textContent = '▶ Play';
}
function play(): void {
  began = performance.now();
  button.textContent = '❚❚ Stop';
  requestAnimationFrame(step);
}
button.addEventListener('click', () => {
  if (began === null) return play();
  stop();
  show(1);
});
count.addEventListener('input', () => {
  stop();
  show(1);
});
show(1);
document.documentElement.dataset.answered = `${answer.status} ${answer.time}`;
if (!still.matches) play();
