import { ConvexHierarchy } from '../../src/convex/convex-hierarchy.ts';
import type { ConvexPolyhedron } from '../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../src/convex/hull/convex-hull.ts';
import { convexBox, convexSphere } from '../../src/convex/polyhedra.ts';
import { Random } from '../../src/math/random.ts';
import { PI, sinCos } from '../../src/math/trig.ts';
import type { WorldBody } from '../../src/world/world-options.ts';
import { type BodyScene, GRAVITY } from './body-scene.ts';
import type { Mass } from './impulses.ts';

const TOLERANCE = 2e-5;
const BALL_RADIUS = 0.108;
const BALL_MASS = 6.8;
const PIN_MASS = 1.5;
const PIN_HEIGHT = 0.38;
/** Height of a pin's centre of mass. */
const PIN_CENTRE = 0.147;
const SIDES = 12;
/** Radius and height of rings about a pin's axis. It is waisted: a convex body and a convex head. */
const BODY_RINGS: readonly (readonly [number, number])[] = [
  [0.026, 0],
  [0.05, 0.05],
  [0.0605, 0.115],
  [0.05, 0.18],
  [0.0235, 0.25],
];
const HEAD_RINGS: readonly (readonly [number, number])[] = [
  [0.0235, 0.25],
  [0.0323, 0.34],
  [0.026, 0.365],
  [0.012, PIN_HEIGHT],
];
const PIN_DISTANCE = 0.305;
const ROWS = 4;

/** A ball down a short lane against ten pins between two kickbacks and a cushion. */
export function bowling(seed = 'bowling'): BodyScene {
  const random = new Random(seed);
  const pin = new ConvexHierarchy([turned(BODY_RINGS), turned(HEAD_RINGS)], { name: 'pin' });
  const wall = (name: string, low: readonly number[], high: readonly number[]): WorldBody => ({
    name,
    shape: convexBox(
      [high[0] - low[0], high[1] - low[1], high[2] - low[2]],
      [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2],
      name,
    ),
    fixed: true,
  });
  const bodies: WorldBody[] = [
    wall('lane', [-3, -0.8, -0.1], [2, 0.8, 0]),
    wall('left kickback', [-0.5, 0.8, -0.1], [2, 0.9, 0.8]),
    wall('right kickback', [-0.5, -0.9, -0.1], [2, -0.8, 0.8]),
    wall('cushion', [2, -0.9, -0.1], [2.1, 0.9, 0.8]),
    {
      name: 'ball',
      shape: convexSphere(BALL_RADIUS),
      pose: { position: [-2.5, random.range(-0.02, 0.02), BALL_RADIUS + 4 * TOLERANCE] },
      velocity: [7, random.range(-0.05, 0.05), 0],
      angularVelocity: [0, 7 / BALL_RADIUS, 0],
    },
  ];
  const round = 0.4 * BALL_MASS * BALL_RADIUS * BALL_RADIUS;
  const masses = new Map<string, Mass>([['ball', { mass: BALL_MASS, inertia: [round, round, round] }]]);
  // as a cylinder of the belly's mean radius
  const across = PIN_MASS * (0.045 * 0.045 * 0.25 + (PIN_HEIGHT * PIN_HEIGHT) / 12);
  const pinMass: Mass = { mass: PIN_MASS, inertia: [across, across, 0.5 * PIN_MASS * 0.045 * 0.045] };
  for (let row = 0; row < ROWS; row++) {
    for (let k = 0; k <= row; k++) {
      const name = `pin ${(row * (row + 1)) / 2 + k + 1}`;
      const y = (k - row / 2) * PIN_DISTANCE;
      bodies.push({
        name,
        shape: pin,
        pose: { position: [row * PIN_DISTANCE * Math.sqrt(0.75), y, PIN_CENTRE + 4 * TOLERANCE] },
        // stands until it is hit
        acceleration: [0, 0, 0],
      });
      masses.set(name, pinMass);
    }
  }
  return { name: 'bowling', bodies, masses, gravity: GRAVITY, tolerance: TOLERANCE, restitution: 0.6, friction: 0.2, duration: 1.2 };
}

function turned(rings: readonly (readonly [radius: number, height: number])[]): ConvexPolyhedron {
  const points: number[] = [];
  const turn = new Float64Array(2);
  for (const [radius, height] of rings) {
    for (let i = 0; i < SIDES; i++) {
      sinCos((2 * PI * i) / SIDES, turn, 0);
      points.push(radius * turn[1], radius * turn[0], height - PIN_CENTRE);
    }
  }
  return convexHull(points, { name: 'pin' });
}
