// The live cell of the front page. The first picture was made by the build; the library comes after it, in a worker.
import { directionOf, FIELD, pictureAxes } from '../../src/report/viewer/program/camera.ts';
import { type FrontAnswer, type FrontData, POST } from './front-cell.ts';
import { Picture, playback } from './picture.ts';
import { rowsText } from './rows-text.ts';

type Pair = [x: number, y: number];
/** How far the post may be moved, metres. */
const LEAST: Pair = [0.1, 0.1];
const MOST: Pair = [0.95, 0.8];
/** The post is taken hold of within so many pixels. */
const NEAR = 34;
const HEIGHT = 1.2;

const need = <Found extends HTMLElement>(id: string) => document.getElementById(id) as Found;
const front = (await (await fetch(new URL('front.json', import.meta.url))).json()) as FrontData;
const { names, origin, scale } = front;
// written to: what is drawn follows
const data = front.data as unknown as {
  bodies: { color: string; pose: number[] }[];
  contacts: object[];
  status: string;
  time: number;
  shownTime: number;
  segments: number;
};
const plain = data.bodies.map(({ color }, i) =>
  /^[ab]$/.test(color) ? (names[i] === 'workpiece' ? 'mover' : names[i] === 'post' ? 'still1' : 'robot0') : color,
);
const post = data.bodies[names.indexOf('post')];
const toPicture = (point: readonly number[]) => point.map((x, k) => x * scale + origin[k]);

const canvas = need<HTMLCanvasElement>('picture');
const picture = new Picture(canvas, front.data);
if (!picture.isDrawn) need('stage').classList.add('without-picture');
const bar = playback(picture, data.segments, data.shownTime, () => (data.status === 'contact' ? data.time : data.segments));
need('stage').append(bar);
const slider = bar.querySelector('input') as HTMLInputElement;
document.documentElement.dataset.drawn = 'yes';

let place: Pair = [...POST];
let isBusy = true;
let asked: Pair | null = null;
const worker = new Worker(new URL('./front-worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data: answer }: MessageEvent<FrontAnswer>) => {
  isBusy = false;
  tell(answer);
  if (asked !== null) ask();
};
ask();

function ask(): void {
  isBusy = true;
  asked = null;
  worker.postMessage(place);
}

function tell({ status, time, pair, contacts, rows, milliseconds }: FrontAnswer): void {
  Object.assign(data, { status, time });
  data.contacts.splice(0, data.contacts.length, ...contacts.slice(0, 20).map(({ point, normal }) => ({ point: toPicture(point), normal })));
  for (const [i, body] of data.bodies.entries())
    body.color = pair === null ? plain[i] : names[i] === pair[0] ? 'a' : names[i] === pair[1] ? 'b' : plain[i];
  const verdict = need('verdict');
  verdict.className = status;
  verdict.textContent =
    status === 'contact' ? `Contact at t = ${time.toFixed(4)}` : status === 'free' ? 'Free, proven' : 'In contact at the start';
  need('who').textContent = rowsText(rows);
  need('took').textContent = `answered in ${milliseconds < 1 ? milliseconds.toFixed(2) : milliseconds.toFixed(1)} ms, in your browser`;
  const shown = status === 'free' ? Number(slider.value) : time;
  slider.value = String(shown);
  picture.recolor();
  picture.show(shown);
  document.documentElement.dataset.answered = `${status} ${time}`;
}

function move(x: number, y: number): void {
  place = [x, y].map((value, k) => Math.max(LEAST[k], Math.min(MOST[k], value))) as Pair;
  post.pose.splice(0, 3, ...toPicture([...place, 0]));
  for (const [k, id] of ['post-x', 'post-y'].entries()) need<HTMLInputElement>(id).value = String(place[k]);
  picture.redraw();
  asked = place;
  if (!isBusy) ask();
}

for (const [k, id] of ['post-x', 'post-y'].entries()) {
  const input = need<HTMLInputElement>(id);
  Object.assign(input, { min: LEAST[k], max: MOST[k], step: 0.005, value: POST[k] });
  input.addEventListener('input', () => {
    const next: Pair = [...place];
    next[k] = Number(input.value);
    move(...next);
  });
}

/** From the eye through a place of the canvas: where it meets the plane at a height of the world. */
function under({ clientX, clientY }: PointerEvent, height: number): Pair {
  const { left, top, width, height: tall } = canvas.getBoundingClientRect();
  const { camera } = picture;
  const v = directionOf(camera);
  const [right, up] = pictureAxes(v);
  const half = Math.tan(FIELD / 2);
  const across = ((2 * (clientX - left)) / width - 1) * half * (width / tall);
  const upward = (1 - (2 * (clientY - top)) / tall) * half;
  const eye = camera.target.map((x, k) => x + v[k] * camera.distance);
  const way = v.map((x, k) => -x + right[k] * across + up[k] * upward);
  const reach = (height * scale + origin[2] - eye[2]) / way[2];
  return [0, 1].map((k) => (eye[k] + reach * way[k] - origin[k]) / scale) as Pair;
}

/** Where a point of the world is on the canvas, from its corner. */
function onCanvas(point: readonly number[]): Pair {
  const { width, height } = canvas.getBoundingClientRect();
  const { camera } = picture;
  const v = directionOf(camera);
  const [right, up] = pictureAxes(v);
  const from = toPicture(point).map((x, k) => x - camera.target[k]);
  const along = (axis: readonly number[]) => axis.reduce((sum, x, k) => sum + x * from[k], 0);
  const size = height / 2 / Math.tan(FIELD / 2) / (camera.distance - along(v));
  return [width / 2 + along(right) * size, height / 2 - along(up) * size];
}

/** Height at which the post was taken hold of, and how far its foot is from there; null: it is not held. */
let held: { readonly height: number; readonly off: Pair; readonly finger: number } | null = null;
const grip = (event: PointerEvent): number | null => {
  const { left, top } = canvas.getBoundingClientRect();
  const heights = Array.from({ length: 13 }, (_, k) => (k / 12) * HEIGHT);
  const far = heights.map((z) => {
    const [x, y] = onCanvas([...place, z]);
    return Math.hypot(x - (event.clientX - left), y - (event.clientY - top));
  });
  const best = far.indexOf(Math.min(...far));
  return far[best] < NEAR ? heights[best] : null;
};
const stage = need('stage');
stage.addEventListener(
  'pointerdown',
  (event) => {
    const height = event.target === canvas ? grip(event) : null;
    if (height === null) return;
    const [x, y] = under(event, height);
    held = { height, off: [place[0] - x, place[1] - y], finger: event.pointerId };
    stage.setPointerCapture(event.pointerId);
    event.stopPropagation();
    event.preventDefault();
  },
  { capture: true },
);
stage.addEventListener(
  'pointermove',
  (event) => {
    canvas.classList.toggle('grips', held !== null || (event.buttons === 0 && grip(event) !== null));
    if (held === null || event.pointerId !== held.finger) return;
    event.stopPropagation();
    const [x, y] = under(event, held.height);
    move(x + held.off[0], y + held.off[1]);
  },
  { capture: true },
);
for (const type of ['pointerup', 'pointercancel'] as const) stage.addEventListener(type, () => (held = null));
