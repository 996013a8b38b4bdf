import { CAMERA_SCRIPT } from './viewer-camera.ts';
import { GEOMETRY_SCRIPT } from './viewer-geometry.ts';
import { RENDERER_SCRIPT } from './viewer-renderer.ts';

// The page's program, as text: it runs in whatever browser opens the file, from a file:// address, with nothing beside it.
// The parts share one scope; each says at its head what it gives to the others.

const CONTROLS_SCRIPT = `
const hasContact = scene.status === 'contact' || scene.status === 'overlap';
const { segments, seconds } = scene;
let now = scene.shownTime, playing = false, playedAt = 0, flight = null, pending = false;
const on = (id, type, act) => { const element = find(id); if (element) element.addEventListener(type, act); };
const isOn = (id) => find(id) ? find(id).checked : undefined;

// Path time a second: as the path says where it is timed, hastened to 20 s at most.
function rateAt(t) {
  if (!seconds) return segments / (segments === 1 ? 4 : Math.min(15, Math.max(5, 1.2 * segments)));
  const k = Math.min(segments - 1, Math.floor(t)), whole = seconds[segments] - seconds[0];
  return Math.max(1, whole / 20) * Math.min(1, whole / 3) / (seconds[k + 1] - seconds[k]);
}
function draw() {
  pending = false;
  const moment = performance.now();
  if (playing) {
    now += (moment - playedAt) / 1000 * rateAt(now);
    playedAt = moment;
    const end = scene.status === 'contact' ? scene.time : segments;
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
  if (renderer) renderer.draw(now, camera, { ghosts: isOn('ghosts'), glass: isOn('glass'), trace: isOn('trace'), rest: isOn('rest') });
  if (playing || flight) redraw();
}
function redraw() { if (!pending) { pending = true; requestAnimationFrame(draw); } }
function fly(to) { flight = { from: { ...camera }, to, begun: performance.now() }; redraw(); }

function setPlaying(on) {
  playing = on;
  find('play').textContent = on ? '❚❚' : '▶';
  find('play').setAttribute('aria-label', on ? 'pause' : 'play the motion');
}
function setTime(t) { setPlaying(false); now = Math.max(0, Math.min(segments, t)); find('time').value = now; showTime(); redraw(); }
function distanceAt(t) {
  const { times, distances } = scene.curve;
  const i = sampleBefore(times, t), span = times[i + 1] - times[i], u = span > 0 ? (t - times[i]) / span : 0;
  return distances[i] + u * (distances[i + 1] - distances[i]);
}
// The closest two at the sample nearest to t.
function whoAt(t) {
  const { times, pairs, names } = scene.curve;
  if (!pairs) return '';
  const i = sampleBefore(times, t), nearer = t - times[i] > times[i + 1] - t ? i + 1 : i;
  return pairs[nearer] < 0 ? '' : names[pairs[nearer]].join(' – ');
}
const distanceText = (t) => { const d = distanceAt(t); return d > 0 ? 'distance ≈ ' + Number(d.toPrecision(3)) + (scene.unit && ' ' + scene.unit) : 'in contact'; };
function stretchText(t) {
  const k = Math.min(segments - 1, Math.floor(t)), part = 'segment ' + k + ', ' + Math.round(100 * (t - k)) + ' %';
  return seconds ? part + ' · ' + (seconds[k] + (t - k) * (seconds[k + 1] - seconds[k])).toFixed(3) + ' s' : part;
}
function showTime() {
  const at = find('now'), x = now / segments * 1000;
  at.setAttribute('x1', x); at.setAttribute('x2', x);
  const isHit = hasContact && Math.abs(now - scene.time) < 1e-4;
  const told = scene.curve.pairs ? distanceText(now) : '';
  const lines = isHit ? [['hit', scene.status === 'overlap' ? 'in contact' : 'first contact']]
    : hasContact && now > scene.time ? [['', 'past the first contact'], ['', told]]
    : scene.status === 'unresolved' && now > scene.time ? [['', 'not decided'], ['', told]] : [['', distanceText(now)]];
  if (scene.curve.pairs) { lines.unshift(['', stretchText(now)]); lines.push(['who', whoAt(now)]); }
  const time = document.createElement('b');
  time.textContent = 't = ' + now.toFixed(4);
  find('now-text').replaceChildren(time, ...lines.filter(([, words]) => words).map(([kind, words]) => {
    const text = document.createElement('span');
    text.className = kind;
    text.textContent = words;
    return text;
  }));
}

on('time', 'input', (event) => setTime(Number(event.target.value)));
find('play').addEventListener('click', () => {
  setPlaying(!playing);
  if (playing && (now >= segments || (scene.status === 'contact' && now >= scene.time))) now = 0;
  playedAt = performance.now();
  redraw();
});
for (const id of ['ghosts', 'glass', 'trace', 'rest']) on(id, 'change', redraw);
on('whole', 'click', () => fly(wholeView()));
on('all', 'click', () => fly(viewOfAll()));
find('closer').hidden = !spot;
on('closer', 'click', () => {
  setTime(scene.shownTime);
  fly({ ...camera, target: spot.point, distance: 0.3 * fitDistance(1) });
});
// On the curve: what it says where the pointer is, and a press goes there.
const timeUnder = (event) => { const box = find('curve').getBoundingClientRect(); return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * segments; };
on('curve', 'click', (event) => setTime(timeUnder(event)));
on('curve', 'pointermove', (event) => {
  const tip = find('tip'), t = timeUnder(event);
  if (!tip) return;
  tip.hidden = false;
  tip.textContent = ['t = ' + t.toFixed(3) + ' (' + stretchText(t) + ')', distanceText(t), whoAt(t)].filter(Boolean).join('\\n');
  const part = t / segments;
  tip.style.left = (100 * part) + '%';
  tip.style.transform = 'translateX(' + (-100 * part) + '%)';
});
on('curve', 'pointerleave', () => { if (find('tip')) find('tip').hidden = true; });
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
