// The page: asks the worker for a roadmap and for its edges, shows what comes, and lets somebody look at single edges and move the crate.
// ?edges=2000 says how many edges, ?gpu=always or ?gpu=never who checks them; by itself whoever is faster.
import { OBSTACLES } from './cell.mjs';
import { CellView } from './cell-view.mjs';
import { SpaceView } from './space-view.mjs';

const element = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const number = (x) => Math.round(x).toLocaleString('en');
const crate = { ...OBSTACLES.find(({ name }) => name === 'crate') };
const space = new SpaceView(element('edges'), element('over'));
const cell = new CellView(element('cell'), crate);
/** A check that takes no longer is repeated while the crate is dragged, and its picture changes at once instead of growing. */
const AT_ONCE = 300;

const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
const waiting = new Map();
let lastId = 0;
worker.onmessage = ({ data }) => {
  if (data.told === 'part') return showPart(data);
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  // null: a later question ended this one, and whoever asked it is done
  if (data.error === undefined) resolve(data.answer);
  else if (data.error !== null) reject(new Error(data.error));
};
worker.onerror = ({ message }) => fail(new Error(message ?? 'the worker could not be loaded'));

function ask(what, question = {}) {
  return new Promise((resolve, reject) => {
    lastId++;
    waiting.set(lastId, { resolve, reject });
    worker.postMessage({ id: lastId, ask: what, ...question });
  });
}

let grows = true;
let took = Infinity;
let chosen = -1;
/** Parts of a check that a later one has ended may still be on their way. */
let run = 0;

async function make(edgeCount) {
  document.body.dataset.state = 'checking';
  chosen = -1;
  run++;
  element('checked').textContent = 'making the roadmap …';
  const { nodes, edges } = await ask('make', { edgeCount });
  space.take(nodes, edges);
  took = Infinity;
  await check();
}

async function check() {
  document.body.dataset.state = 'checking';
  grows = took > AT_ONCE;
  run++;
  space.begin(grows);
  const { milliseconds } = await ask('check', { crate, run });
  took = milliseconds;
  if (!grows) space.redraw();
  document.body.dataset.state = 'ready';
  look(chosen >= 0 ? chosen : space.longestFree());
}

function showPart({ run: ofRun, first, free, candidates, byDevice, why, done, milliseconds }) {
  if (ofRun !== run) return;
  space.tell(first, free, grows);
  const total = space.edgeCount;
  element('progress').value = done / total;
  element('checked').innerHTML = `${number(done)}<small>of ${number(total)} edges</small>`;
  element('free').innerHTML = `${number(space.freeCount)}<small>${((100 * space.freeCount) / done).toFixed(1)} %</small>`;
  element('rate').innerHTML = `${number((1000 * done) / milliseconds)}<small>${(milliseconds / 1000).toFixed(2)} s so far</small>`;
  if (done === total) element('rate').lastElementChild.textContent = `${(milliseconds / 1000).toFixed(2)} s in all`;
  const byWhom = element('by');
  byWhom.textContent = byDevice > 0 ? 'graphics hardware' : 'the processor';
  byWhom.append(Object.assign(document.createElement('small'), { textContent: why }));
  element('exact').innerHTML = byDevice > 0 ? `${number(candidates)}<small>${((100 * candidates) / done).toFixed(2)} %</small>` : 'all<small>one core</small>';
}

/** Shows one edge: the arm goes along it, up to where it is blocked. */
async function look(edge) {
  if (edge < 0) return;
  chosen = edge;
  space.mark(edge);
  const { status, time, point, who } = await ask('look', { edge });
  if (edge !== chosen) return;
  element('edge').textContent = `edge ${number(edge)}`;
  element('told').textContent =
    status === 'free' ? 'free, proven' : status === 'overlap' ? `${who.join(' and ')} touch at the start` : `${who.join(' touches ')}, t = ${time.toFixed(3)}`;
  cell.go(...space.endsOf(edge), status === 'free' ? 1 : time, point);
}

function fail(error) {
  element('by').textContent = error.message;
  document.body.dataset.state = 'failed';
}

/** Somewhere else within reach, not upon the arm's base or another obstacle. */
function moveCrate() {
  for (let i = 0; i < 200; i++) {
    const [angle, distance] = [2 * Math.PI * Math.random(), 0.75 + 0.85 * Math.random()];
    const place = [distance * Math.cos(angle), distance * Math.sin(angle)];
    const isNear = (one) => Math.hypot(one.place[0] - place[0], one.place[1] - place[1]) < 0.4 + Math.min(...(one.size ?? [one.radius]));
    if (OBSTACLES.some((one) => one.name !== 'crate' && isNear(one))) continue;
    Object.assign(crate, { place, angle });
    break;
  }
  cell.draw();
  return check();
}

element('move').onclick = () => moveCrate().catch(fail);
element('again').onclick = () => check().catch(fail);
element('count').onchange = ({ target }) => make(Number(target.value)).catch(fail);
cell.onCrate = (ended) => {
  if (ended || took <= AT_ONCE) check().catch(fail);
};
space.onPoint = (edge) => look(edge).catch(fail);
for (const id of ['slice', 'wrist'])
  element(id).oninput = () => {
    const isSlice = element('slice').checked;
    element('wrist').disabled = !isSlice;
    element('angle').value = isSlice ? `${((Number(element('wrist').value) * 180) / Math.PI).toFixed(0)}°` : '';
    space.slice(isSlice ? Number(element('wrist').value) : null);
  };
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  space.redraw();
  cell.draw();
});

try {
  const { device, why } = await ask('open', { gpu: asked.get('gpu') ?? 'auto' });
  // without graphics hardware each edge takes some hundred times as long
  const offered = device === null ? [3000, 30_000, 100_000] : [30_000, 100_000, 300_000];
  const edgeCount = Number(asked.get('edges')) || offered[1];
  const counts = [...new Set([...offered, edgeCount])].sort((a, b) => a - b);
  element('count').append(...counts.map((count) => new Option(number(count), count, false, count === edgeCount)));
  element('by').textContent = device ?? `the processor: ${why}`;
  for (const id of ['move', 'again', 'count']) element(id).disabled = false;
  await make(edgeCount);
} catch (error) {
  fail(error);
}
