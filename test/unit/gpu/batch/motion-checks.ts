/** What the programs say about whole motions of random scenes, and what the scene says. */
import type { Random } from '../../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { randomScene, type SceneShape } from '../../../property/random-robots.ts';
import { moved, redrawn, scaled } from '../../../property/redrawn-scenes.ts';
import { times } from '../../../support/brute-force.ts';
import type { SceneSpec } from '../../../support/brute-scene.ts';
import { ManyMotions, type MotionAnswer, variants } from './many-motions.ts';

export interface Family extends SceneShape {
  readonly primitives?: boolean;
}

export const FAMILIES: readonly (readonly [string, Family])[] = [
  ['one arm', { links: 4, types: ['revolute', 'continuous', 'prismatic'], mimic: 0.4, obstacles: 5 }],
  ['all joints', { links: 3, obstacles: 4 }],
  ['two robots', { robots: 2, links: 2, obstacles: 2, types: ['revolute', 'prismatic'] }],
  ['bodies', { links: 2, bodies: 2, obstacles: 2 }],
  ['thick', { links: 3, radius: 0.1, types: ['revolute', 'planar', 'prismatic'], obstacles: 3 }],
  ['boxes, balls and capsules', { links: 3, types: ['revolute', 'prismatic'], obstacles: 4, primitives: true }],
  ['many turns', { links: 3, turn: 20, types: ['revolute'], obstacles: 3 }],
  ['floating', { links: 2, types: ['floating', 'revolute'], obstacles: 5 }],
];
/** Of every scene. */
export const MOTIONS = 24;

export function sceneOf(random: Random, { primitives, ...shape }: Family): SceneSpec {
  const spec = randomScene(random, { most: 5, clear: 0.02, ...shape, segments: 1, kinds: ['path'] });
  return primitives ? redrawn(spec, random, primitive) : spec;
}

function primitive({ name }: TriangleMesh, random: Random): TriangleMesh {
  const length = random.range(0.1, 0.6);
  switch (random.integer(3)) {
    case 0:
      return sphere(0.5 * length, [0.1, 0, 0], name);
    case 1:
      return capsule([-length, 0, 0.1], [length, 0.1, 0], 0.2 * length, name);
    default: {
      const { positions, indices } = box([length, 0.5 * length, 0.3 * length]);
      // what is wholly inside of a solid is not looked for here
      return new TriangleMesh(positions, indices, { name });
    }
  }
}

/** Contradictions, how often each status was seen, and how many brackets are wide. */
export interface MotionCheck {
  readonly faults: readonly string[];
  readonly seen: Readonly<Record<MotionAnswer['status'], number>>;
  readonly wide: number;
}

/** By the device, or by whoever else answers. */
export async function checkMotions(
  ask: (many: ManyMotions, isBracket: boolean, slices: number) => Promise<MotionAnswer[]> | MotionAnswer[],
  random: Random,
  family: Family,
  scenes: number,
): Promise<MotionCheck> {
  const faults: string[] = [];
  const seen = { free: 0, contact: 0, unproven: 0 };
  let wide = 0;
  for (let s = 0; s < scenes; s++) {
    const unit = random.pick([1, 1e-3, 1e3]);
    const [turn, shift] = [random.quaternion(), times(random.direction(), unit * random.pick([0, 0, 100]))];
    const specs = variants(random, sceneOf(random, family), MOTIONS, family.turn ?? random.pick([0.2, 1.5])).map((one) =>
      moved(scaled(one, unit), turn, shift),
    );
    const clearance = random.pick([0, 0, 0.03]) * unit;
    const tolerance = random.pick([1e-6, 1e-4]) * unit;
    const many = new ManyMotions(specs, clearance, tolerance);
    const isBracket = s % 2 === 0;
    const answers = await ask(many, isBracket, random.pick([1, 4]));
    answers.forEach(({ status, until, hit }, i) => {
      const truth = many.scene.firstContact(many.motions[i], { clearance, tolerance, contacts: 'none' });
      seen[status]++;
      if (truth.status === 'unresolved') return;
      const isWrong = (status === 'free' && truth.status !== 'free') || (status === 'contact' && truth.status === 'free');
      const isOutside = isBracket && status === 'contact' && (until > truth.time || hit < truth.time);
      if (isWrong || isOutside) faults.push(`scene ${s}, motion ${i}: ${status}, ${until} to ${hit}, but ${truth.status} at ${truth.time}`);
      if (isBracket && status === 'contact' && hit - until > 1e-3) wide++;
    });
  }
  return { faults, seen, wide };
}
