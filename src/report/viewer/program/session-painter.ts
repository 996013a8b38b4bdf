import type { ForecastLevel } from '../../../forecast/forecast-result.ts';
import { fromFrame, type Placed, placeAt, placePacked, writeMatrix } from './body-pose.ts';
import type { Scene } from './decode-scene.ts';
import { type Markers, scaleTo } from './markers.ts';
import type { Color, Painter, Shape } from './painter.ts';
import { FAINT, type Session } from './session.ts';
import { smoothSurface } from './smooth-surface.ts';
import { add, dot, measure, normalise, subtract, type Triple } from './vectors.ts';

/** Names of colours. */
const LEVELS: Readonly<Record<ForecastLevel, string>> = {
  clear: 'fine',
  unknown: 'doubt',
  considered: 'doubt',
  reflex: 'a',
  contact: 'hit',
};
export const SESSION_COLORS: readonly string[] = ['doubt', 'a', 'mover'];

/** Paints a session: body and mesh 0 are the workpiece, 1 the tool; mesh 2 is what the tool sweeps. */
export class SessionPainter {
  /** Triangles in contact. */
  readonly zone: Shape;
  private readonly net: Shape;
  private readonly scene: Scene;
  private readonly session: Session;
  private readonly painter: Painter;
  private readonly shapes: readonly Shape[];

  constructor(scene: Scene, session: Session, painter: Painter, shapes: readonly Shape[]) {
    this.scene = scene;
    this.session = session;
    this.painter = painter;
    this.shapes = shapes;
    this.zone = painter.store(new Float32Array(0));
    this.net = { ...painter.store(new Float32Array(0)), isLines: true };
  }

  /** Workpiece and triangles in contact are stored anew for every moment. */
  store(t: number, eye: Triple): void {
    const { session, painter, scene, shapes } = this;
    session.deform(t);
    const corners = smoothSurface(scene.meshes[0]);
    painter.restore(shapes[0], corners);
    painter.restore(this.zone, pickTriangles(corners, session.zoneAt(t)));
    painter.restore(this.net, session.outline(eye));
  }

  /**
   * Where the tool will be, in the colour of the warning; the force on it as an arrow at its far end; what it sweeps.
   */
  paint(t: number, markers: Markers, colors: Readonly<Record<string, Color>>, shown: { ahead?: boolean; boxes?: boolean }): void {
    const { painter, scene, session, shapes } = this;
    const { gl } = painter;
    gl.depthMask(false);
    painter.paint({ shape: this.net, model: scaleTo(1, [0, 0, 0]) }, [0, 0, 0], 0.2, 0, 1);
    gl.depthMask(true);
    const tool = scene.data.bodies[1];
    const here = placeAt(scene, tool, t);
    const { level, force, newtons } = session.stepAt(t);
    // Where they coincide, the tool itself is seen.
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(2, 8);
    for (const [k, packed] of shown.ahead ? session.aheadAt(t).entries() : []) {
      const placed = placePacked(packed, tool.centre);
      if (measure(subtract(placed.centre, here.centre)) > 0.01)
        painter.paintGlass({ shape: shapes[1], model: writeMatrix(placed) }, colors[LEVELS[level]], 0.34 - 0.05 * k);
    }
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (newtons > FAINT) {
      const n = normalise(force);
      const end = add(here.centre, n, farthestAlong(scene.meshes[1].positions, here, n) + 0.01);
      painter.paintThrough([markers.placeArrow(n, 0.08 + (0.3 * newtons) / session.largest, end, 0.4)], colors.hit);
    }
    if (shown.boxes) painter.paintGlass({ shape: shapes[2], model: scaleTo(1, [0, 0, 0]) }, colors.mover, 0.3);
  }
}

/** The corners of some triangles. */
export function pickTriangles(corners: Float32Array, triangles: Uint32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(18 * triangles.length);
  for (const [i, t] of triangles.entries()) out.set(corners.subarray(18 * t, 18 * t + 18), 18 * i);
  return out;
}

/** How far from its centre a body reaches along n. */
function farthestAlong(p: Float32Array, { columns }: Placed, n: Triple): number {
  let far = 0;
  for (let v = 0; v < p.length; v += 3) far = Math.max(far, dot(n, fromFrame(columns, [0, 0, 0], [p[v], p[v + 1], p[v + 2]])));
  return far;
}
