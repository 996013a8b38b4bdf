/** Lines in the world: the way of the tool, the tree of a planner, the axes of frames. */
import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial, LineSegments, Matrix4, Vector3 } from 'three';
import { matrixOf } from './part-meshes.ts';
import type { PlacedPose } from './parts.ts';

/** Ways of points, one line each. */
export class Traces {
  readonly group: Group = new Group();
  private readonly material: LineBasicMaterial = new LineBasicMaterial();

  paint(colour: Color): void {
    this.material.color.copy(colour);
  }

  show(traces: readonly (readonly (readonly number[])[])[]): void {
    this.clear();
    for (const trace of traces) {
      const line = new Line(pointsGeometry(trace.flat()), this.material);
      line.raycast = () => {};
      this.group.add(line);
    }
  }

  clear(): void {
    disposeChildren(this.group);
  }
}

/** A tree that grows: pairs of points are added to one buffer. */
export class GrowingLines {
  readonly lines: LineSegments;
  private places: Float32Array = new Float32Array(3 * 2048);
  private used = 0;
  private readonly material: LineBasicMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.75 });

  constructor() {
    this.lines = new LineSegments(new BufferGeometry(), this.material);
    this.lines.frustumCulled = false;
    this.lines.raycast = () => {};
    this.attach();
  }

  paint(colour: Color): void {
    this.material.color.copy(colour);
  }

  add(from: readonly number[], to: readonly number[]): void {
    if (this.used + 6 > this.places.length) {
      const more = new Float32Array(2 * this.places.length);
      more.set(this.places);
      this.places = more;
      this.attach();
    }
    this.places.set([...from, ...to], this.used);
    this.used += 6;
    this.lines.geometry.setDrawRange(0, this.used / 3);
    this.lines.geometry.getAttribute('position').needsUpdate = true;
  }

  /** How many pairs. */
  get count(): number {
    return this.used / 6;
  }

  clear(): void {
    this.used = 0;
    this.lines.geometry.setDrawRange(0, 0);
  }

  private attach(): void {
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(this.places, 3));
    this.lines.geometry.setDrawRange(0, this.used / 3);
  }
}

const AXES: readonly { readonly axis: Vector3; readonly colour: Color }[] = [
  { axis: new Vector3(1, 0, 0), colour: new Color('#d6453d') },
  { axis: new Vector3(0, 1, 0), colour: new Color('#3d9a4a') },
  { axis: new Vector3(0, 0, 1), colour: new Color('#3f73d6') },
];

/** x red, y green, z blue. */
export class FrameAxes {
  readonly lines: LineSegments;
  private readonly material: LineBasicMaterial = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });

  constructor() {
    this.lines = new LineSegments(new BufferGeometry(), this.material);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 5;
    this.lines.raycast = () => {};
  }

  show(frames: readonly PlacedPose[], size: number): void {
    const places: number[] = [];
    const colours: number[] = [];
    const matrix = new Matrix4();
    const at = new Vector3();
    for (const frame of frames) {
      matrixOf(frame, matrix);
      for (const { axis, colour } of AXES) {
        places.push(...frame.position, ...at.copy(axis).multiplyScalar(size).applyMatrix4(matrix).toArray());
        colours.push(...colour.toArray(), ...colour.toArray());
      }
    }
    this.lines.geometry.dispose();
    this.lines.geometry = pointsGeometry(places);
    this.lines.geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colours), 3));
  }
}

export function pointsGeometry(places: readonly number[]): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(places), 3));
}

export function disposeChildren(group: Group): void {
  for (const child of group.children) if (child instanceof Line) child.geometry.dispose();
  group.clear();
}
