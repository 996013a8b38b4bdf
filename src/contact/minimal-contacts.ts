/**
 * The fewest contacts that say the same: of those with (nearly) one normal in (nearly) one plane only the corners of
 * their convex hull are kept, and contacts at one point, as neighbouring triangles give them, are reported once.
 */
import type { Vec3 } from '../math/pose.ts';
import { cross, dot, subtract } from '../math/vec3.ts';
import type { Budget } from './budget.ts';
import type { Contact } from './result.ts';

/** Normals within about one degree are one. */
const SAME_NORMAL = 0.99985;
/** Comparisons of two contacts that are one unit of the budget: 2 to this power. */
const LOOKS_A_UNIT = 4;

/** Where the budget is late, of those that were looked at. */
export function minimalContacts<C extends Contact>(contacts: readonly C[], tolerance: number, budget: Budget): readonly C[] {
  const groups: C[][] = [];
  for (const contact of contacts) {
    const group = groups.find(
      ([first]) =>
        dot(first.normal, contact.normal) > SAME_NORMAL &&
        Math.abs(dot(first.normal, subtract(contact.point, first.point))) <= 2 * tolerance,
    );
    if (group === undefined) groups.push([contact]);
    else if (!group.some(({ point }) => isNear(point, contact.point, tolerance))) group.push(contact);
    if (budget.isLate(1 + ((groups.length + (group?.length ?? 0)) >> LOOKS_A_UNIT))) break;
  }
  return groups.flatMap((group) => hull(group, tolerance)).sort((a, b) => a.distance - b.distance);
}

function isNear(a: Vec3, b: Vec3, tolerance: number): boolean {
  const d = subtract(a, b);
  return dot(d, d) <= tolerance * tolerance;
}

/** The corners of the convex hull in the plane across the normal, by Andrew's monotone chain. */
function hull<C extends Contact>(group: readonly C[], tolerance: number): readonly C[] {
  if (group.length < 3) return group;
  const [{ normal, point: origin }] = group;
  const least = normal.map(Math.abs).indexOf(Math.min(...normal.map(Math.abs)));
  const u = cross(normal, [least === 0 ? 1 : 0, least === 1 ? 1 : 0, least === 2 ? 1 : 0]);
  const v = cross(normal, u);
  const flat = group
    .map((contact) => ({ contact, x: dot(u, subtract(contact.point, origin)), y: dot(v, subtract(contact.point, origin)) }))
    .sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (points: typeof flat): typeof flat => {
    const chain: typeof flat = [];
    for (const p of points) {
      while (chain.length > 1 && !turnsLeft(chain[chain.length - 2], chain[chain.length - 1], p, 0)) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return cornersOnly([...half(flat), ...half(flat.reverse())], tolerance).map(({ contact }) => contact);
}

interface Flat {
  readonly x: number;
  readonly y: number;
}

/**
 * Drops what lies on the side between its two neighbours, up to the tolerance; the chains keep what rounding moved out
 * of it.
 */
function cornersOnly<P extends Flat>(ring: P[], tolerance: number): P[] {
  for (let i = 0; i < ring.length && ring.length > 2; ) {
    const before = ring[(i + ring.length - 1) % ring.length];
    const after = ring[(i + 1) % ring.length];
    if (turnsLeft(before, ring[i], after, tolerance)) i++;
    else {
      ring.splice(i, 1);
      i = Math.max(0, i - 1);
    }
  }
  return ring;
}

/** q lies more than the tolerance to the right of the line p → r. */
function turnsLeft(p: Flat, q: Flat, r: Flat, tolerance: number): boolean {
  const area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  const length = Math.sqrt((r.x - p.x) * (r.x - p.x) + (r.y - p.y) * (r.y - p.y));
  return area > tolerance * length;
}
