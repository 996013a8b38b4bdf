/** The first contact of a step, told as any other first contact: by triangles and their corners and edges. */
import type { PairFirstContact, TriangleContact, TriangleSide } from '../contact/result.ts';
import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { stepRounding } from './step-contact.ts';
import type { StepContact, StepFirstContact, StepSide } from './step-result.ts';

interface Named {
  readonly name: string;
  /** Its name in the step, where that is another. */
  readonly step?: string;
  readonly mesh: TriangleMesh;
}

/** a and b: the bodies of the contact (a twice where a mesh touches itself); in the step, b is the later of the two. */
export function makePairAnswer(step: StepFirstContact, clearance: number, a: Named, b: Named, silent: boolean): PairFirstContact {
  const { status, time, contacts, tolerance, complete, stats } = step;
  const rounding = contacts.length > 0 ? stepRounding(contacts[0], a.mesh, b.mesh) : 0;
  const result: { -readonly [K in keyof PairFirstContact]: PairFirstContact[K] } = {
    status,
    time,
    gap: step.gap,
    excess: a.mesh.excess + b.mesh.excess,
    rounding,
    tolerance,
    initial: status === 'overlap' ? [{ a: { body: a.name }, b: { body: b.name }, gap: [0, clearance] }] : [],
    contacts: silent ? [] : contacts.map((contact) => makeTriangleContact(contact, a, b)),
    complete: complete && !silent,
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
function makeTriangleContact(contact: StepContact, a: Named, b: Named): TriangleContact {
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
function sideOf({ feature, index, vertices }: StepSide, body: Named): TriangleSide {
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
