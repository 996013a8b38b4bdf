// One round of a soak: a fixed set of questions of every kind, asked of new objects and of some that live as long as the process does.
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import { World } from '../../../src/world/world.ts';
import { AnswerHash } from '../hashes/answer-hash.ts';
import { ALL_QUESTIONS } from '../questions/all-questions.ts';

/** Of each kind in a round; dear kinds are a share of it. */
const EACH = 12;
const DEAR: Readonly<Record<string, number>> = { pairs: 6, robots: 3, worlds: 3, soft: 8 };

/** Objects that are kept and asked again in every round, as an application has them. */
export class LongLived {
  private readonly pair: PairQuery = new PairQuery({ shape: box([1, 0.2, 0.3]) }, { shape: capsule([0, 0, 0], [1, 0, 0], 0.2) });
  private readonly robot: Robot = new Robot({
    name: 'arm',
    links: [
      { name: 'base' },
      {
        name: 'upper',
        parent: 'base',
        joint: { name: 'pan', type: 'revolute', axis: [0, 0, 1] },
        shapes: [{ shape: box([0.8, 0.1, 0.1], [0.4, 0, 0]) }],
      },
      {
        name: 'lower',
        parent: 'upper',
        joint: { name: 'bend', type: 'revolute', axis: [0, 1, 0], origin: { position: [0.9, 0, 0] } },
        shapes: [{ shape: sphere(0.15) }],
      },
    ],
  });
  private readonly scene: Scene = new Scene({
    robots: [this.robot],
    obstacles: [{ name: 'post', shape: box([0.1, 0.1, 2]), pose: { position: [0.6, 0.6, 0] } }],
  });
  private readonly cloth: TriangleMesh = grid(6);
  private readonly step: StepQuery = new StepQuery([{ name: 'cloth', shape: this.cloth }]);
  private readonly world: World = new World({
    bodies: [{ name: 'floor', shape: convexBox([10, 10, 1], [0, 0, -0.5]), fixed: true }],
    gravity: [0, 0, -9.81],
  });

  /** Answers that must be the same in every round. */
  answers(): unknown[] {
    const random = new Random('long lived');
    const out: unknown[] = [];
    for (let k = 0; k < 20; k++) {
      const [from, to] = [0, 1].map(() => ({
        position: [random.range(-2, 2), random.range(-2, 2), 0.1] as const,
        quaternion: random.quaternion(),
      }));
      out.push(this.pair.firstContact({ a: rigidMotion(from, to) }));
      const path = this.robot.path([0, 1, 2].map(() => [random.range(-3, 3), random.range(-1, 1)]));
      out.push(this.scene.firstContact({ arm: path }));
      const end = Array.from(this.cloth.positions, (x) => x + random.range(-0.4, 0.4));
      out.push(this.step.contacts(linearMotion(this.cloth.positions, end), { maxContacts: 20 }));
    }
    // an obstacle comes, moves and goes
    this.scene.addObstacle({ name: 'guest', shape: sphere(0.3), pose: { position: [0, -0.8, 0] } });
    this.scene.moveObstacle('guest', { position: [0, -0.7, 0] });
    out.push(
      this.scene.firstContact({
        arm: this.robot.path([
          [0, 0],
          [-2, 0],
        ]),
      }),
    );
    this.scene.removeObstacle('guest');
    return out;
  }

  /** A world that goes on: bodies come, bounce and go. Its clock runs, so that its numbers differ. */
  play(): void {
    const { world } = this;
    for (const [i, x] of [-1, 0, 1].entries())
      world.add({ name: `${i}`, shape: convexBox(0.3), pose: { position: [x, 0, 0.3] }, angularVelocity: [1, 2, x], mass: 1 });
    world.advance(world.time + 0.4, bounce(0.4, 0.3), { maxIterations: 5000 });
    for (let i = 0; i < 3; i++) world.remove(`${i}`);
  }
}

function grid(side: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < side * side; i++) positions.push(i % side, Math.floor(i / side), 0);
  for (let y = 0; y + 1 < side; y++)
    for (let x = 0; x + 1 < side; x++) {
      const a = y * side + x;
      indices.push(a, a + 1, a + side, a + 1, a + side + 1, a + side);
    }
  return new TriangleMesh(positions, indices, { name: 'cloth' });
}

export interface SoakRound {
  readonly questions: number;
  /** By kind, and of what is long-lived. */
  readonly hashes: Readonly<Record<string, string>>;
}

export async function soakRound(kept: LongLived, kinds: readonly string[] = ALL_QUESTIONS.map(({ kind }) => kind)): Promise<SoakRound> {
  const hashes: Record<string, string> = {};
  let questions = 0;
  for (const question of ALL_QUESTIONS.filter(({ kind }) => kinds.includes(kind))) {
    const hash = new AnswerHash();
    const count = DEAR[question.kind] ?? EACH;
    for (let i = 0; i < count; i++) {
      try {
        hash.add(await question.answer(question.make(new Random(`soak ${question.kind} ${i}`))));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        hash.add(error.message);
      }
      questions++;
    }
    hashes[question.kind] = hash.digest;
  }
  const answers = kept.answers();
  hashes['long-lived'] = new AnswerHash().add(answers).digest;
  kept.play();
  return { questions: questions + answers.length + 1, hashes };
}
