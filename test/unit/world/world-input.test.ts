import { describe, expect, test } from 'vitest';
import { convexSphere } from '../../../src/convex/polyhedra.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, FLOOR, GRAVITY } from './falling-balls.ts';

describe('malformed worlds', () => {
  // biome-ignore lint/suspicious/noExplicitAny: malformed on purpose
  const any = (x: unknown): any => x;
  const world = (): World => new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])] });
  const wrong: [string, () => unknown, RegExp][] = [
    ['unknown option', () => new World(any({ bodys: [] })), /bodys/],
    ['bodies', () => new World(any({ bodies: 3 })), /bodies/],
    ['no name', () => new World({ bodies: [any({ shape: convexSphere(1) })] }), /name/],
    ['two of a name', () => new World({ bodies: [FLOOR, FLOOR] }), /floor.*two/],
    ['no shape', () => new World({ bodies: [any({ name: 'x' })] }), /x: shape/],
    ['unknown key', () => new World({ bodies: [any({ ...FLOOR, weight: 3 })] }), /floor.*weight/],
    ['velocity', () => new World({ bodies: [ball('x', [0, 0, 0], { velocity: any([1, 2]) })] }), /x: velocity/],
    ['NaN', () => new World({ bodies: [ball('x', [0, Number.NaN, 0])] }), /x: .*position/],
    ['fixed and thrown', () => new World({ bodies: [{ ...FLOOR, velocity: [1, 0, 0] }] }), /floor: fixed and velocity/],
    ['motion', () => new World({ bodies: [any({ name: 'x', shape: convexSphere(1), motion: 3 })] }), /x: motion/],
    [
      'duration',
      () => new World({ bodies: [{ name: 'x', shape: convexSphere(1), motion: translationMotion({}, [1, 0, 0]), duration: 0 }] }),
      /x: duration/,
    ],
    [
      'a look-ahead that would never end',
      () =>
        new World({
          bodies: [
            any({
              name: 'x',
              shape: convexSphere(1),
              steering: { state: () => ({ pose: {} }), acceleration: 1, angularAcceleration: 1, lookAhead: 5e-324 },
            }),
          ],
        }),
      /x: steering\.lookAhead must be at least 0\.000001 seconds, got 5e-324/,
    ],
    ['steering', () => new World({ bodies: [any({ name: 'x', shape: convexSphere(1), steering: { acceleration: 1 } })] }), /x: steering/],
    ['gravity', () => new World({ gravity: any(9.81) }), /gravity/],
    ['tolerance', () => new World({ tolerance: 0 }), /tolerance/],
    ['clearance', () => new World({ clearance: -1 }), /clearance/],
    ['schedule', () => new World(any({ schedule: 'often' })), /often.*certified/],
    ['onOverlap', () => new World(any({ onOverlap: 'pass' })), /onOverlap: .pass. is none of tell, hold/],
    [
      'an answer that is none',
      () =>
        new World({ bodies: [FLOOR, ball('ball', [0, 0, 0.4])] }).advance(
          1,
          any(() => 'let go'),
        ),
      /answer: must be .*'hold'.* got .let go./,
    ],
    ['interval', () => new World({ interval: 0 }), /interval/],
    ['allowed', () => new World({ bodies: [FLOOR], allowed: [['floor', 'nobody']] }), /nobody/],
    ['state of nobody', () => world().state('nobody'), /nobody.*floor, ball/],
    ['remove nobody', () => world().remove('nobody'), /nobody/],
    ['set a fixed body', () => world().set('floor', { velocity: [0, 0, 1] }), /floor.*fixed/],
    ['set an unknown key', () => world().set('ball', any({ speed: 3 })), /ball.*speed/],
    ['back in time', () => [world()].map((w) => [w.advance(2), w.advance(1)]), /advance.*2/],
    ['answer', () => world().advance(1, any(3)), /answer/],
    ['advance within advance', () => [world()].map((w) => w.advance(9, () => any(w.advance(10)))), /advancing already/],
  ];

  test.each(wrong)('%s', (what, call, message) => {
    if (what === 'advance within advance') {
      const inner = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])], gravity: GRAVITY });
      expect(() => inner.advance(9, () => any(inner.advance(10)))).toThrow(message);
      // and the world can go on
      expect(inner.advance(9).time).toBe(9);
      return;
    }
    expect(call).toThrow(InputError);
    expect(call).toThrow(message);
  });
});
