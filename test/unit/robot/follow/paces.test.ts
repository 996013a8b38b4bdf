import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import type { ToolMove, ToolPathOptions } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { gantry } from './gantry.ts';

const robot = gantry();
const from = [0, 0, 0, 0, 0, 0];
const follow = (moves: readonly ToolMove[], more: Partial<ToolPathOptions> = {}): RobotPath =>
  toolPath(robot, { link: 'c', from, moves, ...more });
const endOf = (path: RobotPath): number => path.times?.at(-1) as number;
const movesOf = (path: RobotPath): readonly number[] => [...new Set(path.pieces?.map(({ of }) => of?.move ?? -1))];
const about = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;

describe('a move that gives only turnSpeed and does not turn goes as its path says', () => {
  const far = { position: [1, 0, 0] } as const;
  const kinds: readonly (readonly [kind: string, length: number, moves: readonly ToolMove[], count: number])[] = [
    ['line', 1, [{ line: far, turnSpeed: 0.5 }], 1],
    ['arc', Math.PI / 2, [{ arc: far, through: [0.5, 0.5, 0], turnSpeed: 0.5 }], 1],
    ['spline', 1, [{ spline: [{ position: [0.4, 0, 0] }, far], turnSpeed: 0.5 }], 1],
    [
      'blend',
      1,
      [
        { line: { position: [0.5, 0, 0] }, blend: 0.1, turnSpeed: 0.5 },
        { line: far, turnSpeed: 0.5 },
      ],
      2,
    ],
  ];

  test.each(kinds)('%s', (_, length, moves, count) => {
    const path = follow([...moves, { wait: 0.5 }], { pace: { speed: 0.2 } });
    expect(endOf(path)).toBeCloseTo(length / 0.2 + 0.5, 9);
    expect(movesOf(path)).toHaveLength(count + 1);
    const wall = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape: box([0.01, 1, 1]), pose: { position: [0.5, 0, 0] } }] });
    expect(wall.firstContact({ gantry: path }).status).toBe('contact');
  });

  test.each(kinds)('%s without a speed anywhere is refused', (_, _length, moves) => {
    expect(() => follow([...moves, { wait: 0.5 }])).toThrow(/moves\[0\]: goes .* far and does not turn: give it a speed/);
  });

  test('a turn or a way that is only rounding decides nothing', () => {
    const line = { position: [0.05, 0, 0], quaternion: about(1e-15) } as const;
    expect(() => follow([{ line, turnSpeed: 1 }])).toThrow(/moves\[0\]: goes 0\.05/);
    expect(endOf(follow([{ line, turnSpeed: 1 }], { pace: { speed: 0.1 } }))).toBeCloseTo(0.5, 9);
    // six digits of a quaternion
    expect(() => follow([{ line: { position: [0.05, 0, 0], quaternion: [1e-6, 1e-6, 1e-6, 1] }, turnSpeed: 1 }])).toThrow(/goes 0\.05/);
    const turn = { position: [1e-10, 0, 0], quaternion: about(1) } as const;
    expect(() => follow([{ line: turn, speed: 1 }])).toThrow(/moves\[0\]: only turns/);
    expect(endOf(follow([{ line: turn, speed: 1, turnSpeed: 0.5 }]))).toBeCloseTo(2, 9);
    // how fast it gets fast does not jump where the way becomes rounding
    const lasts = [0, 1e-10, 1e-4].map((x) =>
      endOf(follow([{ line: { ...turn, position: [x, 0, 0] } }], { pace: { speed: 0.2, turnSpeed: 1, acceleration: 0.4 } })),
    );
    for (const seconds of lasts) expect(seconds).toBeCloseTo(1.5, 3);
  });
});

test("a move lasts as long as the slower of its way and its turn, by its own limits or its path's (seed 'slower')", () => {
  const random = new Random('slower');
  const some = (key: string, low: number, high: number): Record<string, number> =>
    random.next() < 0.5 ? {} : { [key]: random.range(low, high) };
  let own = 0;
  for (let k = 0; k < 200; k++) {
    const pace = { speed: random.range(0.1, 1), turnSpeed: random.range(0.1, 2), ...some('acceleration', 0.2, 3) };
    const given = { ...some('speed', 0.1, 1), ...some('turnSpeed', 0.1, 2), ...some('acceleration', 0.2, 3) };
    own += Object.keys(given).length;
    const length = random.range(0.05, 0.5);
    const turn = random.next() < 0.2 ? 0 : random.range(0.05, 1.5);
    const move = { line: { position: [length, 0, 0], quaternion: about(turn) } } as const;
    const { speed, turnSpeed, acceleration } = { ...pace, ...given } as { speed: number; turnSpeed: number; acceleration?: number };
    const way = Math.max(length, (turn / turnSpeed) * speed);
    // triangle or trapezoid
    const rest =
      acceleration === undefined
        ? way / speed
        : way < (speed * speed) / acceleration
          ? 2 * Math.sqrt(way / acceleration)
          : way / speed + speed / acceleration;
    expect(endOf(follow([{ ...move, ...given }], { pace }))).toBeCloseTo(rest, 8);
  }
  expect(own).toBeGreaterThan(200);
});

describe('no move is dropped', () => {
  test('moves that go nowhere have no pieces, all others have theirs in order', () => {
    const moves: readonly ToolMove[] = [
      { line: { position: [0, 0, 0] } },
      { line: { position: [0.1, 0, 0] } },
      { joints: {}, speed: 1 },
      { line: { position: [0.1, 0, 0] } },
      { line: { position: [0.1, 0.1, 0] } },
    ];
    const path = follow(moves, { pace: { speed: 1 } });
    expect(movesOf(path)).toEqual([1, 4]);
    expect(path.configurationAt(path.segments)[1]).toBeCloseTo(0.1, 9);
  });

  test('a tool that stays while another joint moves is no move without seconds', () => {
    const seven = gantry(0.02, [{ name: 'side', parent: 'z', joint: { name: 'side', type: 'revolute', axis: [1, 0, 0] } }]);
    const make = (more: { readonly seconds?: number }) =>
      toolPath(seven, {
        ...{ link: 'c', from: [...from, 0], joints: ['x', 'y', 'z', 'a', 'b', 'c'], pace: { speed: 1 } },
        moves: [{ line: { position: [0, 0, 0] }, spare: { side: 1 }, ...more }, { line: { position: [0.1, 0, 0] } }],
      });
    expect(() => make({})).toThrow(/moves\[0\]: the tool stays, and joint 'side' moves: give it seconds/);
    expect(make({ seconds: 2 }).times?.at(-1)).toBeCloseTo(2.1, 9);
  });

  test('seconds that the clock cannot tell are refused', () => {
    expect(() => follow([{ line: { position: [0.1, 0, 0] }, seconds: 1e-12 }], { startsAt: 1e6 })).toThrow(
      /moves\[0\]: takes no time that can be told/,
    );
  });
});

test('seconds beside a speed, and an acceleration of what only turns, are refused', () => {
  const line = { position: [0.1, 0, 0] } as const;
  expect(() => follow([{ line, seconds: 1, speed: 1 }])).toThrow(/moves\[0\]: has seconds and speed/);
  expect(() => follow([{ line, seconds: 1, turnSpeed: 1 }])).toThrow(/moves\[0\]: has seconds and turnSpeed/);
  const turn = { quaternion: about(1) } as const;
  expect(() => follow([{ line: turn, seconds: 1, acceleration: 1 }])).toThrow(/moves\[0\]: acceleration: only turns/);
  expect(() => follow([{ line: turn, turnSpeed: 1, acceleration: 1 }])).toThrow(/moves\[0\]: acceleration: only turns/);
});

test('seconds are kept, however short the way is for the acceleration', () => {
  const turn = { quaternion: about(1) } as const;
  const pace = { speed: 1, acceleration: 100 };
  const moves: readonly (readonly [seconds: number, move: ToolMove])[] = [
    [1000, { line: { position: [0.01, 0, 0] }, seconds: 1000 }],
    [100, { line: { ...turn, position: [1e-11, 0, 0] }, seconds: 100 }],
    [3600, { joints: { x: 1e-3 }, seconds: 3600, acceleration: 1000 }],
  ];
  for (const [seconds, move] of moves) expect(endOf(follow([move], { pace })) / seconds).toBeCloseTo(1, 12);
});

test('a small move of joints of a long arm is none that does nothing', () => {
  const [reach, angle] = [1e6, 5e-7];
  const arm = new Robot({
    name: 'arm',
    links: [
      { name: 'base', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] } },
      {
        ...{ name: 'tip', parent: 'base', shapes: [{ shape: sphere(0.02) }] },
        joint: { name: 'nod', type: 'revolute', axis: [0, 1, 0], origin: { position: [reach, 0, 0] } },
      },
    ],
  });
  const path = toolPath(arm, {
    ...{ link: 'tip', at: { position: [1, 0, 0] }, from: [0, 0], jointPace: { speed: 1e-6 } },
    moves: [{ joints: { turn: angle } }, { wait: 0.5 }],
  });
  expect(movesOf(path)).toEqual([0, 1]);
  expect(endOf(path)).toBeCloseTo(1, 9);
  // half of the way, 0.25 from the start
  const obstacles = [{ name: 'pin', shape: sphere(0.001), pose: { position: [reach, 0.25, 0] as const } }];
  expect(new Scene({ robots: [arm], obstacles, tolerance: 1e-4 }).firstContact({ arm: path }).status).toBe('contact');
});

test('startsAt is for paths in seconds', () => {
  const line = { position: [0.1, 0, 0] } as const;
  expect(() => follow([{ line }], { startsAt: 2 })).toThrow(/startsAt: has no times, but is to begin at 2 s/);
  expect(follow([{ line }], { startsAt: 2, pace: { speed: 1 } }).times?.[0]).toBe(2);
});
