import { CAMERA_SCRIPT } from './viewer-camera.ts';
import { GEOMETRY_SCRIPT } from './viewer-geometry.ts';
import { RENDERER_SCRIPT } from './viewer-renderer.ts';
import { SESSION_SCRIPT } from './viewer-session.ts';
import { WORLD_SCRIPT } from './viewer-world.ts';

// The page's program, as text: it runs in whatever browser opens the file, from a file:// address, with nothing beside it.
// The parts share one scope; each says at its head what it gives to the others.

const CONTROLS_SCRIPT = `
const hasContact = scene.status === 'contact' || scene.status === 'overlap';
const { segments, seconds } = scene;
const playedTo = scene.status === 'contact' && !isStep ? scene.time : segments;
const hasPairs = Boolean(scene.curve && scene.curve.pairs), arrivals = isStep && new Float64Array(bytesOf(scene.arrivals));
let now = scene.shownTime, playing = false, playedAt = 0, flight = null, pending = false;
const on = (id, type, act) => { const element = find(id); if (element) element.addEventListener(type, act); };
const isOn = (id) => find(id) ? find(id).checked : undefined;

// Path time a second: as the path says where it is timed, hastened to 20 s at most.
function rateAt(t) {
  if (session || world) return (isOn('slow') ? 0.2 : 1) * (world ? world.rate : 1);
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
    if (now >= playedTo) { now = playedTo; setPlaying(false); }
    find('time').value = now;
    showTime();
  }
  if (flight) {
    const u = Math.min(1, (moment - flight.begun) / 450), s = u * u * (3 - 2 * u);
    for (const key of ['azimuth', 'elevation', 'distance']) camera[key] = flight.from[key] + s * (flight.to[key] - flight.from[key]);
    camera.target = flight.from.target.map((x, k) => x + s * (flight.to.target[k] - x));
    if (u === 1) flight = null;
  }
  if (renderer) renderer.draw(now, camera, { ghosts: isOn('ghosts'), glass: isOn('glass'), trace: isOn('trace'), rest: isOn('rest'), open: isOn('open'), ahead: isOn('ahead'), boxes: isOn('boxes') });
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
  if (!hasPairs) return '';
  const { times, pairs, names } = scene.curve;
  const i = sampleBefore(times, t), nearer = t - times[i] > times[i + 1] - t ? i + 1 : i;
  return pairs[nearer] < 0 ? '' : names[pairs[nearer]].join(' – ');
}
// Of a step, what has come so far; of the others, how far apart they are.
const arrivedText = (t) => { const n = passed(arrivals, t); return arrivals.length > 1 ? n.toLocaleString('en') + (scene.isPart ? ' of the listed' : n === 1 ? ' contact so far' : ' contacts so far') : ''; };
const distanceText = (t) => { const d = distanceAt(t); return d > 0 ? 'distance ≈ ' + Number(d.toPrecision(3)) + (scene.unit && ' ' + scene.unit) : 'in contact'; };
function stretchText(t) {
  const k = Math.min(segments - 1, Math.floor(t)), part = 'segment ' + k + ', ' + Math.round(100 * (t - k)) + ' %';
  return seconds ? part + ' · ' + (seconds[k] + (t - k) * (seconds[k + 1] - seconds[k])).toFixed(3) + ' s' : part;
}
function showTime() {
  const at = find('now'), x = now / segments * 1000;
  at.setAttribute('x1', x); at.setAttribute('x2', x);
  const isHit = hasContact && Math.abs(now - scene.time) < (isStep ? 1e-6 : 1e-4);
  const told = arrivals ? arrivedText(now) : hasPairs ? distanceText(now) : '';
  if (session) session.warn(now);
  const lines = session || world ? (session || world).linesAt(now) : isHit ? [['hit', scene.status === 'overlap' ? 'in contact' : 'first contact'], ['', arrivals ? told : '']]
    : hasContact && now > scene.time ? [['', 'past the first contact'], ['', told]]
    : scene.status === 'unresolved' && now > scene.time ? [['', 'not decided'], ['', told]] : [['', arrivals ? 'proven free so far' : distanceText(now)]];
  if (hasPairs) { lines.unshift(['', stretchText(now)]); lines.push(['who', whoAt(now)]); }
  const time = document.createElement('b');
  time.textContent = world ? world.timeText(now) : session ? now.toFixed(2) + ' s' : 't = ' + now.toFixed(4);
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
  if (playing && now >= playedTo) now = 0;
  playedAt = performance.now();
  redraw();
});
for (const id of ['ghosts', 'glass', 'trace', 'rest', 'open', 'ahead', 'boxes']) on(id, 'change', redraw);
on('whole', 'click', () => { if (find('open')) find('open').checked = false; fly(wholeView()); });
on('all', 'click', () => fly(viewOfAll()));
find('closer').hidden = !spot;
// What is in front of it is cut away where the page can do that.
function approach(point, time) {
  setTime(time);
  if (find('open')) find('open').checked = isHidden(point, directionOf(camera), scene.bodies, 0.1 * scene.closeUp, 1e9);
  fly({ ...camera, target: point, distance: (scene.closeUp || 0.3) * fitDistance(1) });
}
on('closer', 'click', () => approach(spot.point, spot.time === undefined ? scene.shownTime : spot.time));
// A row of the table: its time and place.
for (const button of document.querySelectorAll('[data-show]')) button.addEventListener('click', () => {
  const { point, time } = scene.rows[button.dataset.show];
  approach(point, time);
  find('stage').scrollIntoView({ block: 'nearest', behavior: 'smooth' });
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
${GEOMETRY_SCRIPT}${SESSION_SCRIPT}${WORLD_SCRIPT}${CAMERA_SCRIPT}${RENDERER_SCRIPT}${CONTROLS_SCRIPT}})();
`;
