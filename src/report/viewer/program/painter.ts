import { FRAGMENT_SHADER, VERTEX_SHADER } from './shaders.ts';

export type Graphics = WebGL2RenderingContext | WebGLRenderingContext;
export type Color = readonly [red: number, green: number, blue: number];

/** Corners with normals, stored for drawing. */
export interface Shape {
  readonly buffer: WebGLBuffer;
  /** Corners at the end, where the shape deforms. */
  readonly later?: WebGLBuffer;
  /** Number of corners. */
  count: number;
  readonly isLines?: boolean;
}

/** A shape and where it is. */
export interface Part {
  readonly shape: Shape;
  readonly model: Float32Array;
}

/** `edge`: how much denser a see-through shape is where it turns away; `plain`: how little the light matters. */
export type Look = readonly [color: Color, alpha: number, edge?: number, plain?: number];

const INPUTS = ['position', 'normal', 'laterPosition', 'laterNormal'] as const;
const MODEL = INPUTS.length;
const COLUMNS = [0, 1, 2, 3] as const;
const UNIFORMS = ['view', 'eye', 'right', 'up', 'color', 'alpha', 'edge', 'plain', 'cut', 'morph'] as const;
/** Bytes of a corner and of its position. */
const CORNER = 24;
const POSITION = 12;
/** Fewer are drawn one by one. */
const FEWEST_AT_ONCE = 4;
/** Beyond everything. */
const UNCUT = 1e9;

/** Draws shapes. */
export class Painter {
  readonly gl: Graphics;
  /** How far shapes that deform have come, from 0 to 1. */
  morph = 0;
  private readonly at: Readonly<Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>>;
  private readonly places: WebGLBuffer;
  /** Many bodies of one shape follow each other: its buffers stay bound. */
  private bound: Shape | null = null;

  constructor(gl: Graphics) {
    this.gl = gl;
    const program = gl.createProgram();
    for (const [type, text] of [
      [gl.VERTEX_SHADER, VERTEX_SHADER],
      [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
    ] as const) {
      const shader = gl.createShader(type);
      if (shader === null) throw new Error('the context is lost');
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    for (const [i, name] of [...INPUTS, 'model'].entries()) gl.bindAttribLocation(program, i, name);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('the shaders do not link');
    gl.useProgram(program);
    this.at = Object.fromEntries(UNIFORMS.map((name) => [name, gl.getUniformLocation(program, name)])) as Painter['at'];
    for (const i of INPUTS.keys()) gl.enableVertexAttribArray(i);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.places = gl.createBuffer();
  }

  store(corners: Float32Array<ArrayBuffer>, later?: Float32Array<ArrayBuffer>): Shape {
    const buffer = this.storeBuffer(corners);
    return { buffer, ...(later === undefined ? {} : { later: this.storeBuffer(later) }), count: corners.length / 6 };
  }

  /** Gives a shape other corners. */
  restore(shape: Shape, corners: Float32Array<ArrayBuffer>): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, shape.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.DYNAMIC_DRAW);
    shape.count = corners.length / 6;
  }

  /** Begins a picture. */
  begin(width: number, height: number, view: { matrix: Float32Array; eye: number[]; right: number[]; up: number[] }): void {
    const { gl, at } = this;
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.uniformMatrix4fv(at.view, false, view.matrix);
    gl.uniform3fv(at.eye, view.eye);
    gl.uniform3fv(at.right, view.right);
    gl.uniform3fv(at.up, view.up);
  }

  /** Nothing is drawn beyond that, along the direction to the eye; without a value, all is. */
  cut(beyond: number = UNCUT): void {
    this.gl.uniform1f(this.at.cut, beyond);
  }

  paint({ shape, model }: Part, ...look: Look): void {
    const { gl } = this;
    this.dress(shape, look);
    for (const k of COLUMNS) gl.vertexAttrib4fv(MODEL + k, model.subarray(4 * k, 4 * k + 4));
    gl.drawArrays(shape.isLines ? gl.LINES : gl.TRIANGLES, 0, shape.count);
  }

  /** One shape at many places: at once where the browser can. */
  paintMany(shape: Shape, models: readonly Float32Array[], ...look: Look): void {
    const { gl } = this;
    if (models.length < FEWEST_AT_ONCE || !('drawArraysInstanced' in gl)) {
      for (const model of models) this.paint({ shape, model }, ...look);
      return;
    }
    const packed = new Float32Array(16 * models.length);
    for (const [i, model] of models.entries()) packed.set(model, 16 * i);
    this.dress(shape, look);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.places);
    gl.bufferData(gl.ARRAY_BUFFER, packed, gl.DYNAMIC_DRAW);
    for (const k of COLUMNS) {
      gl.enableVertexAttribArray(MODEL + k);
      gl.vertexAttribPointer(MODEL + k, 4, gl.FLOAT, false, 64, 16 * k);
      gl.vertexAttribDivisor(MODEL + k, 1);
    }
    gl.drawArraysInstanced(gl.TRIANGLES, 0, shape.count, models.length);
    for (const k of COLUMNS) gl.disableVertexAttribArray(MODEL + k);
  }

  /** Only the nearest layer of a see-through shape: first its depth, then its colour. */
  paintGlass(part: Part, color: Color, alpha: number): void {
    const { gl } = this;
    gl.colorMask(false, false, false, false);
    this.paint(part, color, 1);
    gl.colorMask(true, true, true, true);
    gl.depthMask(false);
    gl.depthFunc(gl.EQUAL);
    this.paint(part, color, alpha, 1);
    gl.depthMask(true);
    gl.depthFunc(gl.LEQUAL);
  }

  /**
   * What lies behind a body still shows, faintly: all of that first, so that markers do not shine through each other.
   */
  paintThrough(parts: readonly Part[], color: Color): void {
    this.paintBehind(() => this.paintParts(parts, color, 0.5, 0, 0.6));
    this.paintParts(parts, color, 1, 0, 0.35);
  }

  /** Just in front of the bodies they belong to. */
  paintOnto(parts: readonly Part[], color: Color): void {
    const { gl } = this;
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(-1, -8);
    this.paintBehind(() => {
      for (const part of parts) this.paint(part, color, 0.3, 0, 0.6);
    });
    for (const part of parts) this.paint(part, color, 1, 0, 0.15);
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }

  /** Only where something else is in front. */
  private paintBehind(paint: () => void): void {
    const { gl } = this;
    gl.depthMask(false);
    gl.depthFunc(gl.GREATER);
    paint();
    gl.depthMask(true);
    gl.depthFunc(gl.LEQUAL);
  }

  private paintParts(parts: readonly Part[], ...look: Look): void {
    for (const shape of new Set(parts.map((part) => part.shape))) {
      const models = parts.filter((part) => part.shape === shape).map(({ model }) => model);
      this.paintMany(shape, models, ...look);
    }
  }

  private dress(shape: Shape, [color, alpha, edge = 0, plain = 0]: Look): void {
    const { gl, at } = this;
    if (shape !== this.bound) this.bind(shape);
    gl.uniform1f(at.morph, shape.later === undefined ? 0 : this.morph);
    gl.uniform3f(at.color, ...color);
    gl.uniform1f(at.alpha, alpha);
    gl.uniform1f(at.edge, edge);
    gl.uniform1f(at.plain, plain);
  }

  private bind(shape: Shape): void {
    const { gl } = this;
    this.bound = shape;
    gl.bindBuffer(gl.ARRAY_BUFFER, shape.buffer);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, CORNER, 0);
    gl.vertexAttribPointer(1, 3, gl.FLOAT, false, CORNER, POSITION);
    if (shape.later !== undefined) gl.bindBuffer(gl.ARRAY_BUFFER, shape.later);
    gl.vertexAttribPointer(2, 3, gl.FLOAT, false, CORNER, 0);
    gl.vertexAttribPointer(3, 3, gl.FLOAT, false, CORNER, POSITION);
  }

  private storeBuffer(corners: Float32Array<ArrayBuffer>): WebGLBuffer {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    return buffer;
  }
}
