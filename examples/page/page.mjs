// The page: makes shapes, hands them to the worker, asks whenever a slider moves, and draws.
import { Asker } from './asker.mjs';
import { knotCurve, ringCurve, tube } from './shapes.mjs';

const asker = new Asker(new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' }));
const element = (id) => document.getElementById(id);
const knot = tube(knotCurve, 0.12, 900, 32);
const ring = tube(ringCurve, 0.1, 400, 32);
const dots = { knot: someOf(knot.positions, 4000), ring: someOf(ring.positions, 2500) }; // before they are handed over
const FROM = { position: [-2, 0, 0], quaternion: [0, 0, 0, 1] };

let drawn = { hit: null, to: null };
watchFrames();
draw();

try {
  const transfer = [knot, ring].flatMap(({ positions, indices }) => [positions.buffer, indices.buffer]);
  const { building, warming } = await asker.ask({ ask: 'build', a: { name: 'knot', ...knot }, b: { name: 'ring', ...ring } }, transfer);
  element('work').value = `trees of 83,200 triangles built in ${building.toFixed(0)} ms, warmed up in ${warming.toFixed(0)} ms, in the worker`;
  for (const id of ['up', 'turn']) element(id).addEventListener('input', askAgain);
  await askAgain();
  document.body.dataset.state = 'ready';
} catch (error) {
  element('verdict').value = error.message;
  document.body.dataset.state = 'failed';
}

function askAgain() {
  const half = Number(element('turn').value) / 2;
  const to = { position: [2, 0, Number(element('up').value)], quaternion: [Math.sin(half), 0, 0, Math.cos(half)] };
  // What takes longer than this is told as unresolved, with the time up to which it is proven free.
  return asker.askNewest({ ask: 'firstContact', from: FROM, to, options: { maxMilliseconds: 200, contacts: 'first' } }, show);
}

function show({ hit, milliseconds }, { to }) {
  const [contact] = hit.contacts;
  const where = contact === undefined ? '' : `, at ${contact.point.map((x) => x.toFixed(4)).join(', ')}`;
  element('verdict').value = `${hit.status}, t = ${hit.time.toFixed(6)}${where}; proven in ${milliseconds.toFixed(2)} ms`;
  drawn = { hit, to };
  draw();
}

/** The longest pause between two frames: what a blocked page would show. */
function watchFrames() {
  let [before, longest, count] = [performance.now(), 0, 0];
  requestAnimationFrame(function frame(now) {
    count++;
    if (count > 5) longest = Math.max(longest, now - before); // the first ones load the page
    before = now;
    element('frames').value = `page: ${count} frames, the longest ${longest.toFixed(0)} ms`;
    requestAnimationFrame(frame);
  });
}

function draw() {
  const canvas = document.querySelector('canvas');
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { hit, to } = drawn;
  const points = (positions, pose, colour, size = 1.5) => {
    context.fillStyle = colour;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = placed(pose, positions[i], positions[i + 1], positions[i + 2]);
      // seen from the side, slightly from above and behind
      context.fillRect(canvas.width / 2 + 165 * (x + 0.45 * y), canvas.height / 2 - 165 * (z - 0.25 * y), size, size);
    }
  };
  points(dots.ring, {}, '#8a8a8a');
  points(dots.knot, FROM, '#b9d3ee');
  if (to !== null) points(dots.knot, to, hit.status === 'free' ? '#2e8b57' : '#e3e3e3');
  if (hit?.status === 'contact') points(dots.knot, hit.poses[0], '#1f5fa8');
  for (const { point } of hit?.contacts ?? []) points(point, {}, '#d3122b', 9);
}

function placed({ position = [0, 0, 0], quaternion: [a, b, c, w] = [0, 0, 0, 1] }, x, y, z) {
  // v + 2 q × (q × v + w v)
  const [u, v, t] = [b * z - c * y + w * x, c * x - a * z + w * y, a * y - b * x + w * z];
  return [x + 2 * (b * t - c * v) + position[0], y + 2 * (c * u - a * t) + position[1], z + 2 * (a * v - b * u) + position[2]];
}

function someOf(positions, count) {
  const every = Math.max(1, Math.floor(positions.length / 3 / count));
  return Float64Array.from({ length: 3 * Math.floor(positions.length / 3 / every) }, (_, i) => positions[3 * every * Math.floor(i / 3) + (i % 3)]);
}
