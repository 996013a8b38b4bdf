import { CAMERA_SCRIPT } from './viewer-camera.ts';
import { GEOMETRY_SCRIPT } from './viewer-geometry.ts';
import { RENDERER_SCRIPT } from './viewer-renderer.ts';

// The page's program, as text: it runs in whatever browser opens the file, from a file:// address, with nothing beside it.
// The parts share one scope; each says at its head what it gives to the others.

const CONTROLS_SCRIPT = `
const hasContact = scene.status === 'contact' || scene.status === 'overlap';
let now = scene.shownTime, playing = false, playedAt = 0, flight = null, pending = false;

function draw() {
  pending = false;
  const moment = performance.now();
  if (playing) {
    now += (moment - playedAt) / 4000;
    playedAt = moment;
    const end = scene.status === 'contact' ? scene.time : 1;
    if (now >= end) { now = end; setPlaying(false); }
    find('time').value = now;
    showTime();
  }
  if (flight) {
    const u = Math.min(1, (moment - flight.begun) / 450), s = u * u * (3 - 2 * u);
    for (const key of ['azimuth', 'elevation', 'distance']) camera[key] = flight.from[key] + s * (flight.to[key] - flight.from[key]);
    camera.target = flight.from.target.map((x, k) => x + s * (flight.to.target[k] - x));
    if (u === 1) flight = null;
  }
  if (renderer) renderer.draw(now, camera, { ghosts: find('ghosts').checked, glass: find('glass').checked });
  if (playing || flight) redraw();
}
function redraw() { if (!pending) { pending = true; requestAnimationFrame(draw); } }
function fly(to) { flight = { from: { ...camera }, to, begun: performance.now() }; redraw(); }

function setPlaying(on) {
  playing = on;
  find('play').textContent = on ? '❚❚' : '▶';
  find('play').setAttribute('aria-label', on ? 'pause' : 'play the motion');
}
function distanceAt(t) {
  const { times, distances } = scene.curve;
  let i = 1;
  while (i < times.length - 1 && times[i] < t) i++;
  const span = times[i] - times[i - 1], u = span > 0 ? (t - times[i - 1]) / span : 0;
  return distances[i - 1] + u * (distances[i] - distances[i - 1]);
}
function showTime() {
  const at = find('now');
  at.setAttribute('x1', now * 1000); at.setAttribute('x2', now * 1000);
  const isHit = hasContact && Math.abs(now - scene.time) < 1e-4;
  const d = distanceAt(now);
  const words = isHit ? ['hit', scene.status === 'overlap' ? 'in contact' : 'first contact']
    : hasContact && now > scene.time ? ['', 'past the first contact']
    : scene.status === 'unresolved' && now > scene.time ? ['', 'not decided'] : ['', 'distance ≈ ' + Number(d.toPrecision(3)) + (scene.unit && ' ' + scene.unit)];
  const text = document.createElement('span');
  text.className = words[0];
  text.textContent = words[1];
  const time = document.createElement('b');
  time.textContent = 't = ' + now.toFixed(4);
  find('now-text').replaceChildren(time, text);
}

find('time').addEventListener('input', (event) => { setPlaying(false); now = Number(event.target.value); showTime(); redraw(); });
find('play').addEventListener('click', () => {
  setPlaying(!playing);
  if (playing && (now >= 1 || (scene.status === 'contact' && now >= scene.time))) now = 0;
  playedAt = performance.now();
  redraw();
});
for (const id of ['ghosts', 'glass']) find(id).addEventListener('change', redraw);
find('whole').addEventListener('click', () => fly(wholeView()));
find('closer').hidden = scene.contacts.length === 0;
find('closer').addEventListener('click', () => {
  setPlaying(false);
  now = scene.time; find('time').value = now; showTime();
  fly({ ...camera, target: scene.contacts[0].point, distance: 0.3 * fitDistance(1) });
});
find('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  if (renderer) renderer.readColors();
  redraw();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (renderer) renderer.readColors(); redraw(); });

function withoutPicture(why) {
  renderer = null;
  find('stage').classList.add('without-picture');
  find('message').hidden = false;
  find('message').textContent = why + ' All results are below.';
}
let renderer = null;
try {
  renderer = makeRenderer(find('picture'));
  if (!renderer) withoutPicture('This browser offers no WebGL, so there is no picture.');
} catch (error) {
  withoutPicture('The picture could not be drawn (' + error.message + ').');
}
find('picture').addEventListener('webglcontextlost', (event) => { event.preventDefault(); withoutPicture('The graphics system withdrew the picture; reload to see it.'); });
steer(find('picture'), camera, () => { flight = null; redraw(); }, () => fly(wholeView()));
Object.assign(camera, wholeView());
new ResizeObserver(redraw).observe(find('stage'));
showTime();
redraw();
`;

export const VIEWER_SCRIPT: string = `(() => {
'use strict';
const find = (id) => document.getElementById(id);
const scene = JSON.parse(find('scene-data').textContent);
${GEOMETRY_SCRIPT}${CAMERA_SCRIPT}${RENDERER_SCRIPT}${CONTROLS_SCRIPT}})();
`;
