import { ConvexHierarchy } from '../../src/convex/convex-hierarchy.ts';
import { convexBox, convexPrism, convexWedge } from '../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { PI, sinCos } from '../../src/math/trig.ts';
import type { WorldBody } from '../../src/world/world-options.ts';
import type { Shape } from '../../src/world/world-shape.ts';
import { type BodyScene, GRAVITY } from './body-scene.ts';
import type { Mass } from './impulses.ts';

const TOLERANCE = 1e-5;
/** Plates that fall to the right and to the left in turn, under this angle. */
const SLOPE = (24 * PI) / 180;
const PLATES = 3;
const PLATE: Vec3 = [0.4, 0.16, 0.01];
/** Heights of the plates' middles. */
const STOREY = 0.17;

/** A part with its mass, as if it were the box that it fills. */
interface Part {
  readonly name: string;
  readonly shape: Shape;
  readonly size: Vec3;
}

/** Parts of four kinds that slide and tumble down inclined plates, over their edges, into a tray. */
export function partChute(count = 16, seed = 'part chute'): BodyScene {
  const random = new Random(seed);
  const parts = kinds();
  const bodies: WorldBody[] = [
    { name: 'tray', shape: convexBox([1, PLATE[1], 0.02], [0, 0, -0.01], 'tray'), fixed: true },
    { name: 'front', shape: convexBox([1, 0.01, 1.2], [0, -PLATE[1] / 2 - 0.005, 0.6], 'front'), fixed: true },
    { name: 'back', shape: convexBox([1, 0.01, 1.2], [0, PLATE[1] / 2 + 0.005, 0.6], 'back'), fixed: true },
    { name: 'left end', shape: convexBox([0.01, PLATE[1], 1.2], [-0.3, 0, 0.6], 'left end'), fixed: true },
    { name: 'right end', shape: convexBox([0.01, PLATE[1], 1.2], [0.3, 0, 0.6], 'right end'), fixed: true },
  ];
  for (let k = 0; k < PLATES; k++) {
    const side = k % 2 === 0 ? 1 : -1;
    bodies.push({
      name: `plate ${k + 1}`,
      shape: convexBox(PLATE, [0, 0, 0], 'plate'),
      pose: { position: [-0.08 * side, 0, 0.12 + STOREY * (PLATES - 1 - k)], quaternion: aboutY(side * SLOPE) },
      fixed: true,
    });
  }
  const masses = new Map<string, Mass>();
  const above: Vec3 = [-0.12, 0, 0.12 + STOREY * (PLATES - 1) + 0.16];
  for (let i = 0; i < count; i++) {
    const { name: kind, shape, size } = parts[i % parts.length];
    const name = `${kind} ${i + 1}`;
    const spin = random.direction();
    bodies.push({
      name,
      shape,
      pose: {
        position: [
          above[0] + random.range(-0.02, 0.02) + (i % 2) * 0.07,
          random.range(-0.01, 0.01) + ((i >> 1) % 2) * 0.07 - 0.035,
          above[2] + 0.06 * (i >> 2),
        ],
        quaternion: random.quaternion(),
      },
      angularVelocity: [5 * spin[0], 5 * spin[1], 5 * spin[2]],
    });
    const mass = 7800 * 0.6 * size[0] * size[1] * size[2];
    const [x, y, z] = size.map((edge) => (mass * edge * edge) / 12);
    masses.set(name, { mass, inertia: [y + z, x + z, x + y] });
  }
  return {
    name: `part chute, ${count}`,
    bodies,
    masses,
    gravity: GRAVITY,
    tolerance: TOLERANCE,
    restitution: 0.3,
    friction: 0.15,
    duration: 1.2,
  };
}

function kinds(): Part[] {
  const bolt = new ConvexHierarchy(
    [convexPrism(6, 0.012, 0.008, [0, 0, 0.016], 'head'), convexPrism(8, 0.006, 0.03, [0, 0, -0.003], 'shank')],
    {
      name: 'bolt',
    },
  );
  const bracket = new ConvexHierarchy(
    [convexBox([0.036, 0.02, 0.005], [0, 0, -0.01], 'foot'), convexBox([0.005, 0.02, 0.03], [-0.0155, 0, 0.0075], 'arm')],
    {
      name: 'bracket',
    },
  );
  return [
    { name: 'nut', shape: convexPrism(6, 0.013, 0.01, [0, 0, 0], 'nut'), size: [0.022, 0.022, 0.01] },
    { name: 'bolt', shape: bolt, size: [0.014, 0.014, 0.038] },
    { name: 'bracket', shape: bracket, size: [0.036, 0.02, 0.035] },
    { name: 'wedge', shape: convexWedge([0.03, 0.018, 0.014], [0, 0, 0], 'wedge'), size: [0.03, 0.018, 0.014] },
  ];
}

function aboutY(angle: number): Quat {
  const turn = new Float64Array(2);
  sinCos(angle / 2, turn, 0);
  return [0, turn[0], 0, turn[1]];
}
