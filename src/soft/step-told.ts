/** The first contact of a step, told as any other first contact: by triangles and their corners and edges. */
import type { Contact, ContactSide, PairFirstContact } from '../contact/result.ts';
import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { StepContact, StepFeature, StepFirstContact } from './step-result.ts';

interface Named {
  readonly name: string;
  /** Its name in the step, where that is another. */
  readonly step?: string;
  readonly mesh: TriangleMesh;
}

const ROUNDING = 2 ** -46;

function reach([x, y, z]: Vec3): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}

/** a and b: the bodies of the contact (a twice where a mesh touches itself); in the step, b is the later of the two. */
export function stepTold(step: StepFirstContact, tolerance: number, clearance: number, a: Named, b: Named, silent: boolean): PairFirstContact {
  const { status, time, contacts, stats } = step;
  // corners are placed within 4u of their coordinates, and the distance kernel adds 64u of the features' size
  const rounding =
    contacts.length > 0
      ? ROUNDING * (reach(contacts[0].pointA) + reach(contacts[0].pointB) + boundingRadius(a.mesh) + boundingRadius(b.mesh))
      : 0;
  const result: { -readonly [K in keyof PairFirstContact]: PairFirstContact[K] } = {
    status,
    time,
    gap: contacts.length > 0 ? [status === 'contact' ? clearance : 0, Math.max(clearance, contacts[0].distance + rounding)] : null,
    rounding,
    tolerance,
    initial: status === 'overlap' ? [{ a: a.name, b: b.name, gap: [0, clearance] }] : [],
    contacts: silent ? [] : contacts.map((contact) => told(contact, a, b)),
    poses: [],
    stats: {
      method: 'auto',
      nodes: stats.boxes,
      triangles: stats.triangles,
      poses: 0,
      iterations: stats.vertexFace + stats.edgeEdge,
      steps: 0,
      frontNodes: 0,
    },
  };
  if (step.reason !== undefined) result.reason = step.reason;
  return result;
}

/** A vertex against a face may have its vertex on b: then the sides change places. */
function told(contact: StepContact, a: Named, b: Named): Contact {
  const swapped = contact.a.body !== (a.step ?? a.name);
  const first = sideOf(swapped ? contact.b : contact.a, a);
  const second = sideOf(swapped ? contact.a : contact.b, b);
  const [x, y, z] = contact.normal;
  return {
    kind: `${first.feature}-${second.feature}`,
    a: first,
    b: second,
    pointA: swapped ? contact.pointB : contact.pointA,
    pointB: swapped ? contact.pointA : contact.pointB,
    point: contact.point,
    normal: swapped ? [0 - x, 0 - y, 0 - z] : contact.normal,
    distance: contact.distance,
  };
}

/** The first triangle that has the feature, and the feature's number in it. */
function sideOf({ feature, index, vertices }: StepFeature, body: Named): ContactSide {
  const { indices } = body.mesh;
  if (feature === 'face') return { body: body.name, triangle: index, feature, index: 0 };
  for (let side = 0; side < indices.length; side++) {
    const next = indices[side % 3 === 2 ? side - 2 : side + 1];
    const is = indices[side];
    if (feature === 'vertex' ? is === index : vertices.includes(is) && vertices.includes(next) && is !== next)
      return { body: body.name, triangle: Math.floor(side / 3), feature, index: side % 3 };
  }
  throw new InputError(`${body.name}: no triangle has ${feature} ${index}`);
}
