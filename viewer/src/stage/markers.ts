/** Contacts: for each two that touch one mark, a dot with an arrow along the normal from a to b, and small dots where else they do; seen through everything, always of the same size. */
import type { PairSide, Vec3 } from 'inbetween';
import {
  type Color,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { keyOf } from './parts.ts';

/** Heights of the picture. */
const DOT = 0.009;
const ARROW = 0.11;
/** Further places of the same two, beside a mark. */
const SMALL = 0.5;
/** More than so many are one spot. */
const MOST = 60;

/** A place where two touch. */
export interface Touching {
  readonly a: PairSide;
  readonly b: PairSide;
  readonly point: Vec3;
  /** Null: it has none. */
  readonly normal: Vec3 | null;
}

const UP = new Vector3(0, 1, 0);

export class Markers {
  readonly group: Group = new Group();
  private readonly material: MeshBasicMaterial = new MeshBasicMaterial({ depthTest: false, transparent: true });
  private readonly dot: SphereGeometry = new SphereGeometry(1, 16, 12);
  private readonly shaft: CylinderGeometry = new CylinderGeometry(0.25, 0.25, 1, 10).translate(0, 0.5, 0);
  private readonly head: ConeGeometry = new ConeGeometry(0.8, 2, 14).translate(0, 1, 0);
  private readonly marks: Group[] = [];

  constructor() {
    this.group.renderOrder = 10;
  }

  paint(colour: Color): void {
    this.material.color.copy(colour);
  }

  show(contacts: readonly Touching[]): void {
    this.clear();
    const seen = new Set<string>();
    for (const { a, b, point, normal } of contacts) {
      const pair = [keyOf(a), keyOf(b)].join('\n');
      const isFirst = !seen.has(pair);
      seen.add(pair);
      // every two get their arrow, however many dots there are
      if (!isFirst && this.marks.length >= MOST) continue;
      const mark = this.mark(point, isFirst ? normal : null, isFirst ? 1 : SMALL);
      this.marks.push(mark);
      this.group.add(mark);
    }
  }

  private mark(point: Vec3, normal: Vec3 | null, size: number): Group {
    const mark = new Group();
    mark.position.set(...point);
    const add = (geometry: Mesh['geometry']) => {
      const mesh = new Mesh(geometry, this.material);
      mesh.renderOrder = 10;
      mesh.raycast = () => {};
      mark.add(mesh);
      return mesh;
    };
    add(this.dot).scale.setScalar(size);
    if (normal?.some((x) => x !== 0)) {
      const turn = new Quaternion().setFromUnitVectors(UP, new Vector3(...normal));
      const length = ARROW / DOT;
      const shaft = add(this.shaft);
      shaft.quaternion.copy(turn);
      shaft.scale.set(1, length - 2, 1);
      const head = add(this.head);
      head.quaternion.copy(turn);
      head.position.copy(
        UP.clone()
          .applyQuaternion(turn)
          .multiplyScalar(length - 2),
      );
    }
    return mark;
  }

  /** Scales the markers, to be called before every picture. */
  scaleFor(camera: PerspectiveCamera): void {
    const perLength = 2 * Math.tan((camera.fov * Math.PI) / 360);
    for (const mark of this.marks) mark.scale.setScalar(DOT * perLength * camera.position.distanceTo(mark.position));
  }

  get count(): number {
    return this.marks.length;
  }

  get arrows(): number {
    return this.marks.filter(({ children }) => children.length > 1).length;
  }

  clear(): void {
    this.group.clear();
    this.marks.length = 0;
  }

  dispose(): void {
    for (const one of [this.material, this.dot, this.shaft, this.head]) one.dispose();
  }
}
