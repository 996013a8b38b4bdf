// Bodies that both turn and pass each other closely, again and again: two blades like those of a beater, and two wheels whose teeth mesh with some play.

import { box, firstContact, MotionChecker, Robot, rotationMotion, Scene, TriangleMesh, type Vec3 } from '../../src/index.ts';
import type { Cell } from '../shared/table.ts';
import { askedAgain } from './processor-time.ts';

const Z: Vec3 = [0, 0, 1];

/** Two blades side by side that never touch. */
export function beaters(angle: number): Cell[] {
  const shape = box([2, 0.1, 0.1]);
  const besides = { position: [1.5, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } as const;
  const { answer, first, again } = askedAgain(() =>
    firstContact(
      { shape, motion: rotationMotion({}, Z, angle) },
      { shape, motion: rotationMotion(besides, Z, -angle) },
      { tolerance: 1e-4, contacts: 'none' },
    ),
  );
  return [`beaters, ${angle} rad each`, answer.status, answer.stats.nodes + answer.stats.triangles, first, again];
}

/** Twelve round teeth, a tenth of the radius deep. */
function wheel(): TriangleMesh {
  const [teeth, rings] = [12, 4];
  const sides = 8 * teeth;
  const positions = Array.from({ length: (rings + 1) * sides }, (_, k) => {
    const angle = (2 * Math.PI * (k % sides)) / sides;
    const radius = 1 + 0.1 * Math.cos(teeth * angle);
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0.3 * (Math.floor(k / sides) / rings - 0.5)];
  });
  const indices = Array.from({ length: rings * sides }, (_, a) => {
    const b = a % sides === sides - 1 ? a + 1 - sides : a + 1;
    return [a, b, b + sides, a, b + sides, a + sides];
  });
  return new TriangleMesh(positions.flat(), indices.flat());
}

const PLAY = 0.006;
const HALF_A_TOOTH = Math.PI / 12;

/** Two such wheels, half a tooth apart, as a pair of bodies. */
export function wheels(angle: number): Cell[] {
  const shape = wheel();
  const besides = { position: [2 + PLAY, 0, 0], quaternion: [0, 0, Math.sin(HALF_A_TOOTH / 2), Math.cos(HALF_A_TOOTH / 2)] } as const;
  const { answer, first, again } = askedAgain(() =>
    firstContact(
      { shape, motion: rotationMotion({}, Z, angle) },
      { shape, motion: rotationMotion(besides, Z, -angle) },
      { contacts: 'none' },
    ),
  );
  return [`wheels that mesh, ${angle} rad each`, answer.status, answer.stats.nodes + answer.stats.triangles, first, again];
}

/** The same as links of a robot, asked by a planner: yes or no. */
export function meshingJoints(angle: number): Cell[] {
  const shapes = [{ shape: wheel() }];
  const joint = (name: string, position: Vec3) => ({ name, type: 'continuous', axis: Z, origin: { position } }) as const;
  const robot = new Robot({
    name: 'gear',
    links: [
      { name: 'frame' },
      { name: 'first', parent: 'frame', joint: joint('one', [0, 0, 0]), shapes },
      { name: 'second', parent: 'frame', joint: joint('two', [2 + PLAY, 0, 0]), shapes },
    ],
  });
  const scene = new Scene({ robots: [robot] });
  const [from, to] = [
    [0, HALF_A_TOOTH],
    [angle, HALF_A_TOOTH - angle],
  ];
  const checker = new MotionChecker(scene);
  const { answer, first, again } = askedAgain(() => checker.motionIsFree(from, to));
  const { stats } = scene.firstContact({ gear: robot.path([from, to]) });
  return [`the same, motionIsFree, ${angle} rad each`, answer ? 'free' : 'no', stats.nodes + stats.triangles, first, again];
}
