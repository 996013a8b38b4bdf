// The page's program: it runs in whatever browser opens the file, from a file:// address, with nothing beside it.
// scripts/bundle-programs.mjs makes one string of it, which page-shell.ts puts into every page.
import type { SceneData } from '../scene-data.ts';
import { directionOf, fitDistance } from './camera.ts';
import { decodeScene } from './decode-scene.ts';
import { Framing } from './framing.ts';
import { isHidden } from './line-of-sight.ts';
import { find, listen, need, setTicked } from './page-elements.ts';
import { Player } from './player.ts';
import { Readout } from './readout.ts';
import { makeRenderer, type Recorded } from './renderer.ts';
import { Session } from './session.ts';
import { steer } from './steering.ts';
import { prefersDark, switchTheme } from './theme.ts';
import type { Triple } from './vectors.ts';
import { World } from './world.ts';

const data = JSON.parse(need('scene-data').textContent ?? '') as SceneData;
const { bodies, rows = [], segments, shownTime, closeUp } = data;
const scene = decodeScene(data);
const recorded: Recorded = {
  session: data.session === undefined ? null : new Session(scene, data.session),
  world: data.world === undefined ? null : new World(scene, data.world),
};
const stage = need('stage');
const canvas = need<HTMLCanvasElement>('picture');
const aspectOf = () => Math.max(0.2, stage.clientWidth / Math.max(1, stage.clientHeight));
const framing = new Framing(scene, aspectOf);
const { spot } = framing;
const readout = new Readout(scene, recorded);
const player = new Player(scene, recorded, readout, { azimuth: 0.6, elevation: 0.4, distance: 4, target: [0, 0, 0] });
const { camera } = player;

/** What is in front of it is cut away where the page can do that. */
function approach(point: Triple, time: number): void {
  player.setTime(time);
  const isCovered = () => isHidden(scene, point, directionOf(camera), bodies, { from: 0.1 * (closeUp ?? 0), most: 1e9 });
  if (find('open') !== null) setTicked('open', isCovered());
  player.fly({ ...camera, target: [point[0], point[1], point[2]], distance: (closeUp || 0.3) * fitDistance(1, aspectOf()) });
}

/** The time that a place on the curve stands for. */
function timeUnder({ clientX }: MouseEvent): number {
  const { left, width } = need('curve').getBoundingClientRect();
  return Math.max(0, Math.min(1, (clientX - left) / width)) * segments;
}

function showTip(event: MouseEvent): void {
  const tip = find('tip');
  if (tip === null) return;
  const t = timeUnder(event);
  const part = (100 * t) / segments;
  tip.hidden = false;
  tip.textContent = readout.writeTip(t);
  tip.style.left = `${part}%`;
  tip.style.transform = `translateX(${-part}%)`;
}

function hideTip(): void {
  const tip = find('tip');
  if (tip !== null) tip.hidden = true;
}

function recolor(): void {
  player.renderer?.readColors();
  player.redraw();
}

function goWithoutPicture(why: string): void {
  player.renderer = null;
  stage.classList.add('without-picture');
  const message = need('message');
  message.hidden = false;
  message.textContent = `${why} All results are below.`;
}

listen('time', 'input', () => player.setTime(Number(need<HTMLInputElement>('time').value)));
listen('play', 'click', () => player.togglePlaying());
for (const id of ['ghosts', 'glass', 'trace', 'rest', 'open', 'ahead', 'boxes', 'searched', 'plane', 'proof'])
  listen(id, 'change', () => player.redraw());
listen('whole', 'click', () => {
  setTicked('open', false);
  player.fly(framing.viewWhole());
});
listen('all', 'click', () => player.fly(framing.viewEverything(camera)));
need('closer').hidden = spot === undefined;
if (spot !== undefined) listen('closer', 'click', () => approach(spot.point, spot.time ?? shownTime));
for (const button of document.querySelectorAll<HTMLElement>('[data-show]'))
  button.addEventListener('click', () => {
    const { point, time } = rows[Number(button.dataset.show)];
    approach(point, time);
    stage.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  });
listen('curve', 'click', (event) => player.setTime(timeUnder(event)));
listen('curve', 'pointermove', showTip);
listen('curve', 'pointerleave', hideTip);
listen('theme', 'click', () => {
  switchTheme();
  recolor();
});
prefersDark.addEventListener('change', recolor);

try {
  player.renderer = makeRenderer(canvas, scene, framing, recorded);
  if (player.renderer === null) goWithoutPicture('This browser offers no WebGL, so there is no picture.');
} catch (error) {
  goWithoutPicture(`The picture could not be drawn (${error instanceof Error ? error.message : error}).`);
}
canvas.addEventListener('webglcontextlost', (event) => {
  event.preventDefault();
  goWithoutPicture('The graphics system withdrew the picture; reload to see it.');
});
steer(canvas, {
  camera,
  reach: framing.reach,
  onChange: () => player.land(),
  onReset: () => player.fly(framing.viewWhole()),
});
Object.assign(camera, framing.viewWhole());
new ResizeObserver(() => player.redraw()).observe(stage);
player.showTime();
player.redraw();
