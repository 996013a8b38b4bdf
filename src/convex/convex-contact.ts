/** Contacts of convex polyhedra as plain data: the features a tracker found, and what lies between two points. */
import type { Contact, ContactSide } from '../contact/result.ts';
import type { Vec3 } from '../math/pose.ts';
import { type ConvexTracker, FEATURE_NAMES } from './convex-tracker.ts';

/** The closest features, by the names of their bodies. */
export function featuresOf(tracker: ConvexTracker, nameA: string, nameB: string): Pick<Contact, 'kind' | 'a' | 'b'> {
  const { kindA, indexA, kindB, indexB } = tracker;
  const a: ContactSide = { body: nameA, feature: FEATURE_NAMES[kindA], index: indexA };
  const b: ContactSide = { body: nameB, feature: FEATURE_NAMES[kindB], index: indexB };
  return { kind: KINDS[3 * kindA + kindB], a, b };
}

const KINDS: readonly Contact['kind'][] = FEATURE_NAMES.flatMap((a) => FEATURE_NAMES.map((b): Contact['kind'] => `${a}-${b}`));

/** Midway between two points, and how far apart they are along the normal. */
export function between(a: Vec3, b: Vec3, n: Vec3): Pick<Contact, 'point' | 'distance'> {
  return {
    point: [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])],
    distance: (b[0] - a[0]) * n[0] + (b[1] - a[1]) * n[1] + (b[2] - a[2]) * n[2],
  };
}
