/** The picture. It is drawn when something changed, never otherwise. */
import {
  Box3,
  type Camera,
  type Color,
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as Picture,
  Plane,
  Raycaster,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Frame } from '../source/opened.ts';
import { type Colours, readColours } from './colours.ts';
import { Ghosts } from './ghosts.ts';
import { Ground } from './ground.ts';
import { FrameAxes, GrowingLines, Traces } from './lines.ts';
import { Markers } from './markers.ts';
import { PartMeshes } from './part-meshes.ts';
import type { Part, Placement } from './parts.ts';

/** Where one looks from, and at what. */
export interface View {
  readonly from: readonly [number, number, number];
  readonly at: readonly [number, number, number];
}

/** Milliseconds between two looks under the pointer. */
const HOVER_EVERY = 60;
/** Seen from the front right and above, in radians. */
const START_TURN = -0.95;
const START_TILT = 0.42;
/** Other sides that are looked from where something is hidden, the nearest first. */
const TURNS: readonly number[] = [0, 1, -1, 2, -2, 3, -3, 4].map((k) => (k * Math.PI) / 4);
/** So many obstacles, and more, hide things from every side. */
const CROWD = 20;
/** Pixels of the side of the picture that the sun sees. */
const SHADOW_PIXELS = 1024;
/** Where the sun is: almost overhead, so that shadows lie under what casts them; sideways of up, and a little to the front. */
const SUN_ASIDE = -0.34;
const SUN_FRONT = -0.22;
/** Parts whose middles should be seen. */
const LOOKED_AT = 4;

export class Stage {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly camera: PerspectiveCamera = new PerspectiveCamera(40, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly markers: Markers = new Markers();
  readonly contactGhosts: Ghosts = new Ghosts(0.35);
  readonly safeGhosts: Ghosts = new Ghosts(0.3);
  /** Where it was and will be. */
  readonly wayGhosts: Ghosts = new Ghosts(0.13);
  readonly traces: Traces = new Traces();
  readonly plannedTrace: Traces = new Traces();
  readonly tree: GrowingLines = new GrowingLines();
  readonly axes: FrameAxes = new FrameAxes();
  colours: Colours;
  /** What is under the pointer; null: nothing. */
  onHover: (part: Part | null) => void = () => {};
  onPick: (part: Part | null) => void = () => {};
  onView: () => void = () => {};
  /** Somebody turned or came nearer by hand. */
  onTouch: () => void = () => {};
  /** The graphics card took the picture away, or gave it back. */
  onLost: (lost: boolean) => void = () => {};
  /** Milliseconds of the page's own work for the last picture. */
  frameMilliseconds = 0;
  framesDrawn = 0;
  /** Calls to the graphics card for the last picture, its shadows too where something had moved. */
  drawCalls = 0;
  /** When what is open was drawn first, in milliseconds since the page was asked for; 0: not yet. */
  firstDrawn = 0;
  parts: PartMeshes | null = null;
  private readonly host: HTMLElement;
  private readonly resizes: ResizeObserver = new ResizeObserver(() => this.resize());
  private readonly renderer: WebGLRenderer;
  private readonly kept: Set<object> = new Set();
  private readonly picture: Picture = new Picture();
  private readonly sun: DirectionalLight = new DirectionalLight(0xffffff, 1.55);
  private readonly ground: Ground;
  private readonly sky: HemisphereLight;
  private readonly ray: Raycaster = new Raycaster();
  private readonly plane: Plane = new Plane();
  private up: Vector3 = new Vector3(0, 0, 1);
  private around: Sphere = new Sphere(new Vector3(), 1);
  private movers: Sphere = new Sphere(new Vector3(), 1);
  /** Around all that is no obstacle, where it stood when it was opened: the picture must not depend on what was done since. */
  standing: Box3 = new Box3();
  private lowest = 0;
  private asked = 0;
  private hoverTimer = 0;
  private pointer: Vector2 | null = null;
  private pressed: { readonly x: number; readonly y: number } | null = null;
  private cutaway = false;
  private readonly special: Map<string, Color> = new Map();
  private tinted: ReadonlyMap<string, Color> = new Map();
  private hovered: readonly string[] = [];
  /** Looked at before the parts: what of a layer is at a place of the picture, in its own pixels. */
  underFirst: (x: number, y: number) => Part | null = () => null;

  /** null where the browser has no WebGL. */
  static on(host: HTMLElement): Stage | null {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'high-performance' });
    return context === null ? null : new Stage(host, canvas, context);
  }

  private constructor(host: HTMLElement, canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.host = host;
    this.canvas = canvas;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    host.prepend(canvas);
    this.renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.colours = readColours(host);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => {
      this.onView();
      this.draw();
    });
    this.controls.addEventListener('start', () => this.onTouch());
    const { shadowMap } = this.renderer;
    shadowMap.enabled = true;
    shadowMap.type = PCFShadowMap;
    // only when something moved
    shadowMap.autoUpdate = false;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.radius = 4;
    this.sun.shadow.intensity = 0.8;
    // whoever looks has a little light with them: no side is black
    const lamp = new DirectionalLight(0xffffff, 0.55);
    lamp.position.set(0.3, 0.4, 1);
    this.camera.add(lamp);
    this.ground = new Ground(this.colours.soft);
    this.sky = new HemisphereLight(0xffffff, 0xb4b2ae, 1.75);
    this.picture.add(this.camera, this.sky, this.sun, this.sun.target, this.ground.mesh);
    const own: Object3D[] = [this.markers.group, this.contactGhosts.group, this.safeGhosts.group, this.wayGhosts.group];
    this.picture.add(...own, this.traces.group, this.plannedTrace.group, this.tree.lines, this.axes.lines);
    this.axes.lines.visible = false;
    this.resizes.observe(host);
    this.listen();
    this.resize();
  }

  /** Releases for good the context, which browsers have few of, and all that it holds. */
  dispose(): void {
    this.onLost = () => {};
    this.close();
    cancelAnimationFrame(this.asked);
    this.asked = -1;
    clearTimeout(this.hoverTimer);
    this.resizes.disconnect();
    this.controls.dispose();
    this.sun.dispose();
    for (const own of [this.ground, this.markers, this.contactGhosts, this.safeGhosts, this.wayGhosts]) own.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  add(...objects: Object3D[]): void {
    this.picture.add(...objects);
  }

  remove(...objects: Object3D[]): void {
    this.picture.remove(...objects);
  }

  /** Takes the place of what was shown before. */
  open(parts: readonly Part[], placement: Placement, up: 'y' | 'z'): void {
    this.close();
    this.firstDrawn = 0;
    this.parts = new PartMeshes(parts);
    this.picture.add(this.parts.group);
    this.parts.place(placement);
    this.up = up === 'z' ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
    this.camera.up.copy(this.up);
    const all = this.parts.bounds();
    all.getBoundingSphere(this.around);
    this.lowest = all.isEmpty() ? this.around.center.dot(this.up) - this.around.radius : all.min.dot(this.up);
    this.standing = this.parts.bounds(({ kind }) => kind !== 'obstacle');
    this.setMovers(this.standing);
    // one large thing is looked at from its other side; in a room full of them there is none
    this.cutaway = this.around.radius > 2.2 * this.movers.radius && parts.filter(({ kind }) => kind === 'obstacle').length >= CROWD;
    this.repaint();
    this.fit();
  }

  /** Sets the box around all that moves, also later. */
  setMovers(box: Box3): void {
    if (box.isEmpty()) this.movers.copy(this.around);
    else box.getBoundingSphere(this.movers);
    this.layGround();
  }

  close(): void {
    if (this.parts !== null) {
      this.picture.remove(this.parts.group);
      this.parts.dispose();
    }
    this.parts = null;
    this.special.clear();
    this.tinted = new Map();
    this.hovered = [];
    this.markers.clear();
    this.contactGhosts.clear();
    this.safeGhosts.clear();
    this.wayGhosts.clear();
    this.traces.clear();
    this.plannedTrace.clear();
    this.tree.clear();
    this.draw();
  }

  place(placement: Placement): void {
    this.parts?.place(placement);
    this.castShadows();
    this.draw();
  }

  private castShadows(): void {
    this.parts?.castShadows(this.cutaway);
    this.renderer.shadowMap.needsUpdate = true;
  }

  get isCutAway(): boolean {
    return this.cutaway;
  }

  cutAway(on: boolean): void {
    this.cutaway = on;
    this.castShadows();
    this.draw();
  }

  /** What is drawn in the colour of contact, by keys. */
  mark(keys: readonly string[]): void {
    this.special.clear();
    keys.forEach((key, i) => {
      this.special.set(key, i % 2 === 0 ? this.colours.a : this.colours.b);
    });
    this.marked = keys;
    this.paintParts();
  }

  /** What is marked now. */
  get markedKeys(): readonly string[] {
    return this.marked;
  }

  private marked: readonly string[] = [];

  /** Colours of a layer, by keys; what is marked has its own. */
  tint(colours: ReadonlyMap<string, Color>): void {
    if (colours.size === 0 && this.tinted.size === 0) return;
    this.tinted = colours;
    this.paintParts();
  }

  /** What a layer colours now. */
  get tintedKeys(): readonly string[] {
    return [...this.tinted.keys()];
  }

  hover(keys: readonly string[]): void {
    if (keys.join('\n') === this.hovered.join('\n')) return;
    this.hovered = keys;
    this.paintParts();
  }

  private paintParts(): void {
    const all = new Map([...this.special, ...this.tinted]);
    for (const key of this.hovered) all.set(key, (all.get(key) ?? this.colours.b).clone().lerp(this.colours.card, 0.35));
    this.parts?.paint(this.colours, all);
    this.draw();
  }

  /** After the theme changed. */
  repaint(): void {
    this.colours = readColours(this.host);
    this.markers.paint(this.colours.hit);
    this.contactGhosts.paint(this.colours.hit);
    this.safeGhosts.paint(this.colours.fine);
    this.wayGhosts.paint(this.colours.b);
    this.traces.paint(this.colours.b);
    this.plannedTrace.paint(this.colours.fine);
    this.tree.paint(this.colours.tree1);
    this.ground.paint(this.colours.soft);
    this.mark(this.marked);
  }

  /** Ground and sun for what is there: the one under it, the other over all of it. */
  private layGround(): void {
    const { around, movers, up, sun } = this;
    const all = around.clone().union(movers);
    const floor = this.lowest;
    // things that stand on the ground are given so that it is at 0, more often than not
    const height = Math.abs(floor) < 0.05 * around.radius ? Math.min(0, floor) : floor;
    const cell = roundLength(movers.radius / 2);
    const flat = movers.center.clone().addScaledVector(up, -movers.center.dot(up));
    const at = flat.divideScalar(cell).round().multiplyScalar(cell);
    this.ground.lay(at.addScaledVector(up, height - 1e-3 * around.radius), up, cell, all.radius);
    const aside = up.z === 1 ? new Vector3(SUN_ASIDE, SUN_FRONT, 0) : new Vector3(SUN_ASIDE, 0, -SUN_FRONT);
    sun.target.position.copy(all.center);
    sun.position.copy(all.center).addScaledVector(aside.add(up).normalize(), 3 * all.radius);
    this.sky.position.copy(up);
    const { camera } = sun.shadow;
    Object.assign(camera, { left: -all.radius, right: all.radius, top: all.radius, bottom: -all.radius, near: 0, far: 8 * all.radius });
    camera.updateProjectionMatrix();
    // one pixel and a half of the picture that the sun sees
    sun.shadow.normalBias = (3 * all.radius) / SHADOW_PIXELS;
    this.renderer.shadowMap.needsUpdate = true;
  }

  showGrid(shown: boolean): void {
    this.ground.isLined = shown;
    this.draw();
  }

  /** A length that frames and the like have. */
  get unit(): number {
    return this.movers.radius;
  }

  /** What moves fills the picture; all: everything does. */
  fit(all = false): void {
    const sphere =
      all || this.around.radius < 1.6 * this.movers.radius ? this.around : new Sphere(this.movers.center, 1.25 * this.movers.radius);
    const direction = all ? this.camera.position.clone().sub(this.controls.target).normalize() : this.direction(START_TURN, START_TILT);
    this.lookAt(sphere, direction.lengthSq() > 0 ? direction : this.direction(START_TURN, START_TILT));
  }

  /** As a frame says, which somebody found by eye. */
  frame({ at, radius, turn, tilt }: Frame): void {
    this.lookAt(new Sphere(new Vector3(...at), radius), this.direction((turn * Math.PI) / 180, (tilt * Math.PI) / 180));
  }

  private direction(turn: number, tilt: number): Vector3 {
    const flat = Math.cos(tilt);
    const [x, y, z] = [flat * Math.cos(turn), flat * Math.sin(turn), Math.sin(tilt)];
    return this.up.z === 1 ? new Vector3(x, y, z) : new Vector3(x, z, -y);
  }

  private lookAt({ center, radius }: Sphere, direction: Vector3): void {
    const half = Math.min(1, this.camera.aspect) * Math.tan((this.camera.fov * Math.PI) / 360);
    const distance = (1.08 * radius) / Math.sin(Math.atan(half));
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction, distance);
    this.controls.update();
    this.draw();
  }

  /** Turns to where a point is seen best, and then most of what moves. */
  turnTowards(point: readonly [number, number, number]): void {
    const { parts } = this;
    if (parts === null) return;
    const away = this.camera.position.distanceTo(this.controls.target);
    const tilts = [START_TILT, 0.75, 0.15, 1.1];
    const directions = tilts.flatMap((tilt) => TURNS.map((turn) => this.direction(START_TURN + turn, tilt)));
    const middles = parts.middles(({ kind }) => kind !== 'obstacle', LOOKED_AT);
    const at = new Vector3(...point);
    let best = directions[0];
    let least = Infinity;
    for (const direction of directions) {
      const eye = this.controls.target.clone().addScaledVector(direction, away);
      const others = middles.filter((middle) => this.hidden(parts, eye, middle) > 1).length;
      const hidden = 2 * Math.min(2, this.hidden(parts, eye, at)) + others;
      if (hidden >= least) continue;
      least = hidden;
      best = direction;
      if (least === 0) break;
    }
    this.camera.position.copy(this.controls.target).addScaledVector(best, away);
    this.controls.update();
    this.draw();
  }

  /** How many surfaces stand before a point, seen from there. */
  private hidden(parts: PartMeshes, eye: Vector3, at: Vector3): number {
    this.ray.set(eye, at.clone().sub(eye).normalize());
    return parts.hitsBetween(this.ray, this.cutaway ? this.cutDistance(eye) : 0, 0.97 * eye.distanceTo(at));
  }

  private cutDistance(eye: Vector3): number {
    return Math.max(0, eye.distanceTo(this.movers.center) - 1.15 * this.movers.radius);
  }

  get view(): View {
    return { from: this.camera.position.toArray(), at: this.controls.target.toArray() };
  }

  set view({ from, at }: View) {
    this.camera.position.set(...from);
    this.controls.target.set(...at);
    this.controls.update();
    this.draw();
  }

  draw(): void {
    if (this.asked !== 0) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.drawNow();
    });
  }

  private drawNow(): void {
    const started = performance.now();
    const distance = this.camera.position.distanceTo(this.around.center);
    this.camera.near = Math.max(1e-3 * this.movers.radius, 0.2 * (distance - 1.5 * this.around.radius), 1e-3 * distance);
    this.camera.far = distance + 4 * this.around.radius;
    this.camera.updateProjectionMatrix();
    if (this.cutaway) {
      const normal = this.camera.getWorldDirection(new Vector3());
      const at = this.camera.position.clone().addScaledVector(normal, this.cutDistance(this.camera.position));
      this.plane.setFromNormalAndCoplanarPoint(normal, at);
    }
    this.parts?.cut(this.cutaway ? this.plane : null);
    this.markers.scaleFor(this.camera);
    this.renderer.render(this.picture, this.camera);
    this.keepPrograms();
    this.frameMilliseconds = performance.now() - started;
    this.drawCalls = this.renderer.info.render.calls;
    this.framesDrawn++;
    if (this.parts !== null && this.firstDrawn === 0) this.firstDrawn = performance.now();
  }

  /** What no material uses any more three.js forgets; but the next scene, and the other theme, are drawn by the same few programs. */
  private keepPrograms(): void {
    for (const program of this.renderer.info.programs ?? []) {
      if (this.kept.has(program)) continue;
      this.kept.add(program);
      program.usedTimes++;
    }
  }

  /** Draws it at once, on the background of the page, as large as the canvas that is given. */
  paint(flat: HTMLCanvasElement): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.drawNow();
    const { width, height } = flat;
    const context = flat.getContext('2d') as CanvasRenderingContext2D;
    const style = getComputedStyle(this.host);
    const gradient = context.createLinearGradient(0, 0, 0, height);
    gradient.addColorStop(0, style.getPropertyValue('--stage-top').trim());
    gradient.addColorStop(1, style.getPropertyValue('--stage-bottom').trim());
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
    context.drawImage(this.canvas, 0, 0, width, height);
  }

  /** The picture as a file, twice as large as it is on the screen, where the graphics card can do that. */
  async png(): Promise<Blob> {
    const { renderer, canvas } = this;
    const ratio = renderer.getPixelRatio();
    const times = Math.min(2, renderer.capabilities.maxTextureSize / Math.max(canvas.width, canvas.height));
    const flat = document.createElement('canvas');
    try {
      renderer.setPixelRatio(times * ratio);
      Object.assign(flat, { width: canvas.width, height: canvas.height });
      this.paint(flat);
    } finally {
      renderer.setPixelRatio(ratio);
      this.drawNow();
    }
    return new Promise((resolve, reject) => {
      flat.toBlob((blob) => (blob === null ? reject(new Error('the picture could not be written')) : resolve(blob)), 'image/png');
    });
  }

  /** Where a point of the world is in the picture, in its own pixels. */
  onScreen(point: readonly [number, number, number]): { readonly x: number; readonly y: number } {
    this.camera.updateMatrixWorld();
    const { x, y } = new Vector3(...point).project(this.camera as Camera);
    return { x: ((x + 1) / 2) * this.host.clientWidth, y: ((1 - y) / 2) * this.host.clientHeight };
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  private listen(): void {
    this.canvas.addEventListener('webglcontextlost', (event) => {
      // else it does not come back
      event.preventDefault();
      this.onLost(true);
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.onLost(false);
      this.draw();
    });
    this.canvas.addEventListener('pointermove', (event) => {
      this.pointer = this.pointOf(event);
      if (event.buttons !== 0 || this.hoverTimer !== 0) return;
      this.hoverTimer = window.setTimeout(() => {
        this.hoverTimer = 0;
        this.onHover(this.partUnder(this.pointer));
      }, HOVER_EVERY);
    });
    this.canvas.addEventListener('pointerleave', () => {
      this.pointer = null;
      // it would say later that nothing is under the pointer, which may be over a list then
      clearTimeout(this.hoverTimer);
      this.hoverTimer = 0;
      this.onHover(null);
    });
    this.canvas.addEventListener('pointerdown', ({ clientX, clientY }) => {
      this.pressed = { x: clientX, y: clientY };
    });
    this.canvas.addEventListener('click', (event) => {
      const { pressed } = this;
      if (pressed === null || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4) return;
      this.onPick(this.partUnder(this.pointOf(event)));
    });
  }

  private pointOf({ clientX, clientY }: MouseEvent): Vector2 {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
  }

  private partUnder(point: Vector2 | null): Part | null {
    if (point === null || this.parts === null) return null;
    const { clientWidth, clientHeight } = this.host;
    const first = this.underFirst(((point.x + 1) / 2) * clientWidth, ((1 - point.y) / 2) * clientHeight);
    if (first !== null) return first;
    this.ray.setFromCamera(point, this.camera);
    const from = this.cutaway ? this.plane : null;
    return this.parts.hit(this.ray, from)?.part ?? null;
  }
}

/** 1, 2 or 5 times a power of ten, near a length. */
function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const lead = length / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
