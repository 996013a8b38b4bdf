import { convexBox, convexSphere } from '../../src/convex/polyhedra.ts';
import { Random } from '../../src/math/random.ts';
import type { WorldBody } from '../../src/world/world-options.ts';
import { sixDecimals } from '../surface.ts';
import { type BodyScene, GRAVITY } from './body-scene.ts';
import type { Mass } from './impulses.ts';

const RADIUS = 0.004;
const WALLS = 5;

/** Bullets of 1 to 1,000 m/s against walls of 10 cm to 0.01 mm. */
export function bullets(count = 32, seed = 'bullets'): BodyScene {
  const random = new Random(seed);
  const bodies: WorldBody[] = [];
  for (let k = 0; k < WALLS; k++) {
    const thickness = 0.1 * 10 ** -k;
    bodies.push({ name: `wall ${k + 1}`, shape: convexBox([thickness, 3, 3], [0.4 * (k + 1), 0, 0], 'wall'), fixed: true });
  }
  const masses = new Map<string, Mass>();
  const round = 0.4 * 0.002 * RADIUS * RADIUS;
  const side = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const name = `bullet ${i + 1}`;
    const speed = sixDecimals(10 ** random.range(0, 3));
    const [, y, z] = random.direction();
    bodies.push({
      name,
      shape: convexSphere(RADIUS, [0, 0, 0], 'bullet'),
      pose: { position: [0, 0.1 * ((i % side) - side / 2), 0.1 * (Math.floor(i / side) - side / 2)] },
      velocity: [speed, 0.05 * speed * y, 0.05 * speed * z],
    });
    masses.set(name, { mass: 0.002, inertia: [round, round, round] });
  }
  return { name: `bullets, ${count}`, bodies, masses, gravity: GRAVITY, tolerance: 1e-6, restitution: 0.5, friction: 0, duration: 0.5 };
}
