import type { SearchedLines } from '../scene-data.ts';
import { decodeBytes } from './decode-scene.ts';
import { scaleTo } from './markers.ts';
import type { Color, Painter, Shape } from './painter.ts';

interface Stored {
  readonly shape: Shape;
  readonly color: string;
  readonly alpha: number;
}

/** Trees and roadmaps as lines; what lies behind bodies still shows, faintly. */
export class SearchedPainter {
  /** Names of those it needs. */
  readonly colors: readonly string[];
  private readonly painter: Painter;
  private readonly stored: readonly Stored[];

  constructor(painter: Painter, searched: readonly SearchedLines[]) {
    this.painter = painter;
    this.colors = searched.map(({ color }) => color);
    this.stored = searched.map(({ color, proven, lines }) => ({
      shape: { ...painter.store(cornersOf(new Float32Array(decodeBytes(lines)))), isLines: true },
      color,
      alpha: proven ? 0.95 : 0.45,
    }));
  }

  paint(colors: Readonly<Record<string, Color>>): void {
    const { painter, stored } = this;
    const { gl } = painter;
    const model = scaleTo(1, [0, 0, 0]);
    gl.depthMask(false);
    for (const { shape, color, alpha } of stored) {
      gl.depthFunc(gl.GREATER);
      painter.paint({ shape, model }, colors[color], 0.25 * alpha, 0, 1);
      gl.depthFunc(gl.LEQUAL);
      painter.paint({ shape, model }, colors[color], alpha, 0, 1);
    }
    gl.depthMask(true);
  }
}

/** Lines have no normals. */
function cornersOf(points: Float32Array): Float32Array<ArrayBuffer> {
  const out = new Float32Array(2 * points.length);
  for (let i = 0; i < points.length; i += 3) out.set(points.subarray(i, i + 3), 2 * i);
  return out;
}
