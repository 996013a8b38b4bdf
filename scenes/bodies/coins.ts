import { convexBox, convexPrism } from '../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import type { WorldBody } from '../../src/world/world-options.ts';
import { type BodyScene, GRAVITY } from './body-scene.ts';
import type { Mass } from './impulses.ts';

const RADIUS = 0.012;
const THICKNESS = 0.002;
const MASS = 0.007;
const SIDES = 16;
/** Of the grid from which they are tossed; wide enough for every orientation. */
const SPACING = 0.036;

/** Coins tossed on a floor, as in [Mirtich 1997, Figure 4], where they are eight. */
export function coins(count = 8, seed = 'coins'): BodyScene {
  const random = new Random(seed);
  const coin = convexPrism(SIDES, RADIUS, THICKNESS, [0, 0, 0], 'coin');
  const layers = Math.ceil((count / 4) ** (1 / 3));
  const side = Math.ceil(Math.sqrt(count / layers));
  const across = (MASS * (3 * RADIUS * RADIUS + THICKNESS * THICKNESS)) / 12;
  const mass: Mass = { mass: MASS, inertia: [across, across, (MASS * RADIUS * RADIUS) / 2] };
  const floor = side * SPACING + 1.5;
  const bodies: WorldBody[] = [{ name: 'floor', shape: convexBox([floor, floor, 0.1], [0, 0, -0.05], 'floor'), fixed: true }];
  const masses = new Map<string, Mass>();
  for (let i = 0; i < count; i++) {
    const name = `coin ${i + 1}`;
    const place: Vec3 = [i % side, Math.floor(i / side) % side, Math.floor(i / (side * side))];
    const jitter = () => random.range(-0.005, 0.005);
    const velocity = random.direction();
    const spin = random.direction();
    bodies.push({
      name,
      shape: coin,
      pose: {
        position: [
          (place[0] - (side - 1) / 2) * SPACING + jitter(),
          (place[1] - (side - 1) / 2) * SPACING + jitter(),
          0.06 + place[2] * SPACING + jitter(),
        ],
        quaternion: random.quaternion(),
      },
      velocity: [0.3 * velocity[0], 0.3 * velocity[1], 0.3 * velocity[2]],
      angularVelocity: [20 * spin[0], 20 * spin[1], 20 * spin[2]],
    });
    masses.set(name, mass);
  }
  return { name: `coins, ${count}`, bodies, masses, gravity: GRAVITY, tolerance: 1e-5, restitution: 0.4, friction: 0.3, duration: 1 };
}
