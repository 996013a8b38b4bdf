import {
  BufferGeometry,
  type ColorRepresentation,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';
import type { Contact, ContactSide, TriangleSide } from '../../contact/result.ts';
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Vec3 } from '../../math/pose.ts';
import type { ContactTriangle } from './contact-triangles.ts';

/** How contacts are drawn. */
export interface ContactMarksOptions {
  /** Radius of the balls, in the unit of length; normals are eight times as long. */
  readonly size: number;
  /** Default 0xd3122b, a red. */
  readonly color?: ColorRepresentation;
}

const OPTIONS: readonly string[] = ['size', 'color'];
const NORMAL_LENGTH = 8;

/**
 * Contacts of an answer: a ball at each and its normal from the first body to the second, in front of everything, since
 * contacts lie between two bodies; and the triangles that touch.
 *
 * @example
 * ```ts
 * const marks = new ContactMarks({ size: 0.01 });
 * scene.add(marks);
 * marks.update(hit.contacts, contactTriangles(cell, motions, hit.time));
 * ```
 */
export class ContactMarks extends Group {
  /** Which kind of object it is, as three.js calls them. */
  override readonly type: string = 'ContactMarks';
  private readonly size: number;
  private readonly balls: MeshBasicMaterial;
  private readonly lines: LineBasicMaterial;
  private readonly faces: MeshBasicMaterial;
  private readonly ball: SphereGeometry;

  /** Draws nothing until it is updated. */
  constructor(options: ContactMarksOptions) {
    super();
    checkRecord(options, OPTIONS, 'ContactMarks');
    const { size, color = 0xd3122b } = options;
    if (!(typeof size === 'number' && size > 0 && size < Infinity))
      throw new InputError(`ContactMarks: size must be a length above 0, got ${shownValue(size)}`);
    this.size = size;
    const front = { color, depthTest: false, transparent: true };
    this.balls = new MeshBasicMaterial(front);
    this.lines = new LineBasicMaterial(front);
    // on the surfaces that they are part of, a little in front of these
    const onSurface = { polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1, depthWrite: false, side: DoubleSide };
    this.faces = new MeshBasicMaterial({ color, transparent: true, opacity: 0.4, ...onSurface });
    this.ball = new SphereGeometry(size, 16, 12);
    this.renderOrder = 1;
  }

  /** Draws these contacts instead; `triangles`: what finds the triangles that touch, as `contactTriangles` gives it. */
  update(contacts: readonly Contact<ContactSide>[], triangles?: ContactTriangle): void {
    this.empty();
    if (contacts.length === 0) return;
    const balls = new InstancedMesh(this.ball, this.balls, contacts.length);
    contacts.forEach(({ point }, i) => {
      balls.setMatrixAt(i, new Matrix4().makeTranslation(point[0], point[1], point[2]));
    });
    const normals = contacts.flatMap(({ point, normal }) => [...point, ...point.map((x, k) => x + NORMAL_LENGTH * this.size * normal[k])]);
    this.add(balls, new LineSegments(geometryFrom(normals), this.lines));
    // once each, else they are drawn over each other
    const faces = new Map(contacts.flatMap((contact) => touching(contact, triangles)).map((face) => [face.join(' '), face]));
    const corners = [...faces.values()].flat();
    if (corners.length > 0) this.add(new Mesh(geometryFrom(corners), this.faces));
    for (const child of this.children) child.renderOrder = 1;
  }

  /** Frees what the graphics hardware holds of it. */
  override dispose(): void {
    super.dispose?.(); // older ones have none
    this.empty();
    for (const part of [this.balls, this.lines, this.faces, this.ball]) part.dispose();
  }

  private empty(): void {
    for (const child of [...this.children] as (Mesh | LineSegments | InstancedMesh)[]) {
      if (child.geometry !== this.ball) child.geometry.dispose();
      if (child instanceof InstancedMesh) child.dispose();
    }
    this.clear();
  }
}

function touching({ a, b, pointA, pointB }: Contact, find: ContactTriangle = () => null): (readonly number[])[] {
  const side = (own: ContactSide, point: Vec3): readonly number[] | null => ('triangle' in own ? find(own as TriangleSide, point) : null);
  return [side(a, pointA), side(b, pointB)].filter((face) => face !== null);
}

function geometryFrom(positions: readonly number[]): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
}
