import { convexHull } from '../../src/convex/hull/convex-hull.ts';
import { convexBox } from '../../src/convex/polyhedra.ts';
import { PI, sinCos } from '../../src/math/trig.ts';
import { type BodyScene, GRAVITY } from './body-scene.ts';
import type { Mass } from './impulses.ts';

/** Half axes of the ellipsoid of which it is the lower half. */
const LENGTH = 0.1;
const WIDTH = 0.02;
const DEPTH = 0.018;
const MASS = 0.1;
/** The centre of mass of half an ellipsoid lies so deep. */
const CENTRE = (3 / 8) * DEPTH;
/** Its heavy ends are out of line by this angle: what makes it turn round. */
const SKEW = (8 * PI) / 180;
const RINGS = 12;
const SECTORS = 48;
const TOLERANCE = 1e-6;

/** A rattleback spinning on a floor, the wrong way round: it rocks on a thousand small facets, in many small contacts, and turns back. */
export function rattleback(spin = -6): BodyScene {
  const points: number[] = [];
  const [round, down] = [new Float64Array(2), new Float64Array(2)];
  points.push(0, 0, CENTRE - DEPTH);
  for (let i = 1; i <= RINGS; i++) {
    sinCos((PI * i) / (2 * RINGS), down, 0);
    for (let j = 0; j < SECTORS; j++) {
      sinCos((2 * PI * j) / SECTORS, round, 0);
      points.push(LENGTH * down[0] * round[1], WIDTH * down[0] * round[0], CENTRE - DEPTH * (i === RINGS ? 0 : down[1]));
    }
  }
  const top = (a: number, b: number): number => (MASS * (a * a + b * b)) / 5;
  const lowered = MASS * CENTRE * CENTRE;
  sinCos(SKEW / 2, round, 0);
  const mass: Mass = {
    mass: MASS,
    inertia: [top(WIDTH, DEPTH) - lowered, top(LENGTH, DEPTH) - lowered, top(LENGTH, WIDTH)],
    axes: [0, 0, round[0], round[1]],
  };
  return {
    name: 'rattleback',
    bodies: [
      { name: 'floor', shape: convexBox([1, 1, 0.1], [0, 0, -0.05], 'floor'), fixed: true },
      {
        name: 'rattleback',
        shape: convexHull(points, { name: 'rattleback' }),
        pose: { position: [0, 0, DEPTH - CENTRE + 4 * TOLERANCE] },
        angularVelocity: [0.02, 0.1, spin],
      },
    ],
    masses: new Map([['rattleback', mass]]),
    gravity: GRAVITY,
    tolerance: TOLERANCE,
    restitution: 0.1,
    friction: 0.9,
    duration: 2,
    tick: 1 / 500,
  };
}
