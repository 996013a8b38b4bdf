import type { BodyData } from '../scene-data.ts';
import { countPassed } from './ascending-times.ts';
import { placeAt, traceWay, writeMatrix } from './body-pose.ts';
import { type Camera, directionOf, project } from './camera.ts';
import { decodeBytes, type Scene } from './decode-scene.ts';
import type { Framing } from './framing.ts';
import { Discs, Markers, scaleTo } from './markers.ts';
import { type Color, type Graphics, Painter, type Part, type Shape } from './painter.ts';
import { SearchedPainter } from './searched-painter.ts';
import type { Session } from './session.ts';
import { pickTriangles, SESSION_COLORS, SessionPainter } from './session-painter.ts';
import { smoothSurface } from './smooth-surface.ts';
import { dot, measure, subtract, type Vector } from './vectors.ts';
import type { World } from './world.ts';

/** The switches; undefined where a page has none. */
export interface Shown {
  readonly ghosts?: boolean;
  readonly trace?: boolean;
  readonly glass?: boolean;
  readonly rest?: boolean;
  readonly open?: boolean;
  readonly ahead?: boolean;
  readonly boxes?: boolean;
  readonly searched?: boolean;
  /** The pair of a proof whose separating plane is drawn. */
  readonly plane?: number;
}

export interface Recorded {
  readonly session: Session | null;
  readonly world: World | null;
}

interface Marked {
  readonly body: BodyData;
  readonly times: Float64Array;
  readonly shape: Shape;
}

/** Surroundings larger than this are cut, smaller ones left out whole. */
const LARGE = 1;
const UNCUT = 1e9;

/** Null without WebGL. */
export function makeRenderer(canvas: HTMLCanvasElement, scene: Scene, framing: Framing, recorded: Recorded): Renderer | null {
  const wish = { antialias: true, alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true };
  const gl = (canvas.getContext('webgl2', wish) ?? canvas.getContext('webgl', wish)) as Graphics | null;
  return gl === null ? null : new Renderer(canvas, new Painter(gl), scene, framing, recorded);
}

/** Draws the scene at a time, as a camera sees it. */
export class Renderer {
  private readonly canvas: HTMLCanvasElement;
  private readonly painter: Painter;
  private readonly scene: Scene;
  private readonly framing: Framing;
  private readonly world: World | null;
  private readonly session: SessionPainter | null;
  private readonly markers: Markers;
  private readonly searched: SearchedPainter;
  private readonly discs: Discs | null;
  /** Shapes of the meshes, in their order. */
  private readonly shapes: readonly Shape[];
  private readonly marked: readonly Marked[];
  private readonly moving: readonly { readonly body: BodyData; readonly path: readonly Vector[] }[];
  private readonly standing: ReadonlyMap<BodyData, Float32Array>;
  private readonly surroundings: readonly BodyData[];
  private readonly others: readonly BodyData[];
  private readonly colors: Record<string, Color> = {};

  constructor(canvas: HTMLCanvasElement, painter: Painter, scene: Scene, framing: Framing, { session, world }: Recorded) {
    const { bodies, marked = [] } = scene.data;
    this.canvas = canvas;
    this.painter = painter;
    this.scene = scene;
    this.framing = framing;
    this.world = world;
    const surfaces = scene.meshes.map(({ positions, later, indices }) => ({
      corners: smoothSurface({ positions, indices }),
      later: later && smoothSurface({ positions: later, indices }),
    }));
    this.shapes = surfaces.map(({ corners, later }) => painter.store(corners, later));
    this.marked = marked.map(({ body, triangles, times }): Marked => {
      const chosen = new Uint32Array(decodeBytes(triangles));
      const { corners, later } = surfaces[bodies[body].mesh];
      const shape = painter.store(pickTriangles(corners, chosen), later && pickTriangles(later, chosen));
      return { body: bodies[body], times: new Float64Array(decodeBytes(times)), shape };
    });
    this.session = session && new SessionPainter(scene, session, painter, this.shapes);
    this.markers = new Markers(painter);
    this.searched = new SearchedPainter(painter, scene.data.searched ?? []);
    this.discs = scene.data.proof === undefined ? null : new Discs(scene.data.proof, scene.data.segments);
    this.moving = bodies.filter(({ still }) => !still).map((body) => ({ body, path: body.isTip === false ? [] : traceWay(scene, body) }));
    this.standing = new Map(bodies.filter(({ still }) => still).map((body) => [body, writeMatrix(placeAt(scene, body, 0))]));
    this.surroundings = bodies.filter(({ obstacle }) => obstacle);
    this.others = bodies.filter(({ obstacle }) => !obstacle);
    this.readColors();
  }

  /** Reads colours from the page's style, which the theme changes. */
  readColors(): void {
    const style = getComputedStyle(document.documentElement);
    const own = this.scene.data.bodies.map(({ color }) => color);
    for (const name of new Set(['hit', 'fine', ...(this.session === null ? [] : SESSION_COLORS), ...this.searched.colors, ...own])) {
      const hex = style.getPropertyValue(`--${name}`).trim();
      const part = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16) / 255;
      this.colors[name] = [part(1), part(3), part(5)];
    }
  }

  draw(t: number, camera: Camera, { ghosts, trace = ghosts, glass, rest = true, open, ahead, boxes, searched, plane }: Shown): void {
    const { canvas, painter, framing, colors } = this;
    const sharpness = Math.min(2, devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * sharpness));
    const height = Math.max(1, Math.round(canvas.clientHeight * sharpness));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const view = project(camera, width / height, framing.reach);
    painter.begin(width, height, view);

    // Small things in front of what moves are left out whole, large ones are cut.
    const toward = directionOf(camera);
    const limit = framing.cutAt(camera);
    const near = this.surroundings.filter((body) => body.radius > LARGE || dot(toward, this.modelAt(body, t).subarray(12, 15)) < limit);
    // Cut open: nothing of any body in front of the target.
    const opening = dot(camera.target, toward) + 0.01 * camera.distance;
    const cutOf = (body: BodyData) => (open ? opening : body.obstacle && body.radius > LARGE ? limit : UNCUT);
    painter.morph = t;
    this.session?.store(t, view.eye);
    if (rest && !glass) this.paintSolid(near, t, cutOf);
    // With surroundings, only these become glass.
    const clears = glass && this.surroundings.length === 0;
    if (!clears) this.paintSolid(this.others, t, cutOf);
    this.paintMarked(t);
    if (searched) this.searched.paint(colors);
    if (trace) this.paintTrace(camera);
    if (ghosts) this.paintGhosts(t, camera);
    this.session?.paint(t, this.markers, colors, { ahead, boxes });
    if (this.world !== null) {
      const marks = this.world.marksAt(t).map(({ point, size }) => this.markers.placeBall(size, point));
      painter.paintThrough(marks, colors.hit);
    }
    if (clears) this.paintSeeThrough(this.others, t, cutOf, 0.35);
    if (rest && glass) this.paintSeeThrough(near, t, cutOf, 0.12);
    this.paintContacts(t, camera);
    const disc = plane === undefined ? null : (this.discs?.at(plane, t) ?? null);
    if (disc !== null)
      this.painter.paintGlass(this.markers.placeDisc(disc.normal, disc.radius, disc.place, camera.distance), colors.fine, 0.5);
  }

  private modelAt(body: BodyData, t: number): Float32Array {
    return this.standing.get(body) ?? writeMatrix(placeAt(this.scene, body, t));
  }

  /** Paints bodies, those of one shape, colour and cut at once. */
  private paintSolid(bodies: readonly BodyData[], t: number, cutOf: (body: BodyData) => number): void {
    const alike = new Map<string, BodyData[]>();
    for (const body of bodies) {
      const key = `${body.mesh} ${body.color} ${cutOf(body)}`;
      const group = alike.get(key);
      if (group === undefined) alike.set(key, [body]);
      else group.push(body);
    }
    for (const group of alike.values()) {
      const [first] = group;
      const models = group.map((body) => this.modelAt(body, t));
      this.painter.cut(cutOf(first));
      this.painter.paintMany(this.shapes[first.mesh], models, this.colors[first.color], 1);
    }
    this.painter.cut();
  }

  private paintSeeThrough(bodies: readonly BodyData[], t: number, cutOf: (body: BodyData) => number, alpha: number): void {
    for (const body of bodies) {
      this.painter.cut(cutOf(body));
      this.painter.paintGlass({ shape: this.shapes[body.mesh], model: this.modelAt(body, t) }, this.colors[body.color], alpha);
    }
    this.painter.cut();
  }

  /** Triangles in contact by then. */
  private paintMarked(t: number): void {
    const parts: Part[] = this.marked.map(({ body, times, shape }) => ({
      shape: { ...shape, count: 3 * countPassed(times, t) },
      model: this.modelAt(body, t),
    }));
    if (this.session !== null) parts.push({ shape: this.session.zone, model: this.modelAt(this.scene.data.bodies[0], t) });
    const shown = parts.filter(({ shape }) => shape.count > 0);
    if (shown.length > 0) this.painter.paintOnto(shown, this.colors.hit);
  }

  private paintTrace({ distance }: Camera): void {
    for (const { path, body } of this.moving) {
      const models = path.map((place) => scaleTo(0.0035 * distance, place));
      this.painter.paintMany(this.markers.dot, models, this.colors[body.color], 0.8, 0, 1);
    }
  }

  /** Many of them are in the way of a close look, and those that nearly coincide with the body only blur it. */
  private paintGhosts(t: number, camera: Camera): void {
    const { scene, painter } = this;
    const { ghosts } = scene.data;
    const areMany = ghosts.length > 2;
    const faint = areMany ? 0.08 * Math.max(0, Math.min(1, camera.distance - 1.4)) : 0.2;
    if (!(faint > 0)) return;
    const isElsewhere = (body: BodyData, moment: number) =>
      areMany ? measure(subtract(placeAt(scene, body, moment).centre, placeAt(scene, body, t).centre)) > 0.1 : Math.abs(moment - t) > 0.004;
    for (const moment of ghosts)
      for (const { body } of this.moving) {
        if (!isElsewhere(body, moment)) continue;
        painter.morph = moment;
        const part = { shape: this.shapes[body.mesh], model: writeMatrix(placeAt(scene, body, moment)) };
        painter.paintGlass(part, this.colors[body.color], faint);
      }
    painter.morph = t;
  }

  private paintContacts(t: number, { distance }: Camera): void {
    const { contacts, status, nearest, shownTime, segments } = this.scene.data;
    const come = contacts.filter(({ time }) => time === undefined || time <= t);
    this.painter.paintThrough(
      come.flatMap((contact) => this.markers.placeContact(contact, distance)),
      this.colors.hit,
    );
    if (status !== 'free' || nearest === undefined || !(Math.abs(t - shownTime) < 1e-4 * segments)) return;
    this.painter.paintThrough(this.markers.placeBetween(nearest[0], nearest[1], distance), this.colors.fine);
  }
}
