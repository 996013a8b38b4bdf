// Cells with loops and their programs, wrong in one place each: one error that says what, with file, line, and the number of the move.
import { expect, test } from 'vitest';
import { readCellMotions } from '../../../../src/io/cell/cell-motions.ts';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import type { Files } from '../../../../src/io/files.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { FIVE_BAR_CELL, FIVE_BAR_URDF } from '../../robot/follow/looped-cell.ts';

const [LOOP] = FIVE_BAR_CELL.robot.loops;
const LINE = { line: { position: [0, 0.45, 0.03] } };
const LED = { link: 'left-fore', at: { position: [0.35, 0, 0] }, free: ['orientation'] };

async function made(robot: object, program: object): Promise<unknown> {
  const cell = { ...FIVE_BAR_CELL, robot: { ...FIVE_BAR_CELL.robot, ...robot } };
  const texts: Readonly<Record<string, string>> = {
    'five.urdf': FIVE_BAR_URDF,
    'cell.json': JSON.stringify(cell, null, 1),
    'p.json': JSON.stringify({ format: 'inbetween-program/1', ...LED, moves: [LINE, LINE], ...program }, null, 1),
  };
  const files: Files = {
    read: async (name) => {
      if (!Object.hasOwn(texts, name)) throw new InputError('no such file', { file: name });
      return new TextEncoder().encode(texts[name]);
    },
  };
  return readCellMotions(files, await readCell(files, 'cell.json'), 'p.json');
}

/** After a move that can be made. */
const then = (move: unknown) => ({ moves: [LINE, move] });

const programs: readonly (readonly [what: string, program: object, says: RegExp])[] = [
  ['no move', then(null), /moves\[1\] should be a move.*got null/],
  ['a text for a number', then({ line: { position: ['a', 0, 0] } }), /moves\[1\]\.line\.position\[0\] should be a finite number, got "a"/],
  ['far beyond', then({ line: { position: [1e300, 0, 0] } }), /moves\[1\]\.line: position must be three numbers up to 2\^300/],
  ['no turn at all', then({ line: { ...LINE.line, quaternion: [0, 0, 0, 0] } }), /moves\[1\]\.line: quaternion .* has length 0/],
  ['a joint that follows', then({ joints: { elbow1: 1 } }), /moves\[1\]: joint 'elbow1' is given as 1, but it follows, and is at -1\.4/],
  ['too few values', then({ joints: [2.2, 0.9] }), /moves\[1\]: .*must have 4 values \(motor1, elbow1, motor2, elbow2\), got 2/],
  ['a wait without seconds elsewhere', then({ wait: 1 }), /moves\[0\]: has no speed and no seconds/],
  ['out of the plane', then({ line: { position: [0, 0.45, 0.2] } }), /moves\[1\]: .*cannot keep the tool on it: off by up to 0\.17/],
  [
    'out of reach',
    then({ line: { position: [0, 0.9, 0.03] } }),
    /moves\[1\]: the line can be followed up to 31\.\d+ % of it: .*out of reach/,
  ],
  [
    'turned as it cannot be',
    { free: undefined },
    /moves\[0\]: .*cannot keep the tool on it: .*free: \['orientation'\] leads its place alone/,
  ],
  ['a frame of its own', then({ ...LINE, frame: 'right' }), /moves\[1\]: frame: 'right' moves with the robot itself/],
  [
    'spare values of what follows',
    then({ ...LINE, spare: { motor1: 1 } }),
    /moves\[1\]: spare: motor1, motor2 follow, and cannot be given/,
  ],
  [
    'joints that follow as leaders',
    { joints: ['elbow1'] },
    /joints: 'elbow1' is none that turns or slides the link; there are motor1, motor2/,
  ],
  ['an accuracy that nothing has', { accuracy: 1e-300 }, /moves\[0\]: the line can be followed up to 0\.000 % of it/],
];
test.each(programs)('%s', async (_, program, says) => {
  const error = await made({}, program).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toMatch(/^p\.json, line \d+: /);
  expect((error as Error).message).toMatch(says);
});

const robots: readonly (readonly [what: string, robot: object, says: RegExp])[] = [
  ['a loop of no link', { loops: [{ ...LOOP, a: { link: 'nope' } }] }, /robot 'five-bar' has no link 'nope'/],
  [
    'a loop that keeps nothing',
    { loops: [{ ...LOOP, keeps: 'line' }] },
    /loops\[0\]\.keeps should be "point", "axis" or "whole", got "line"/,
  ],
  ['a loop of one link', { loops: [{ ...LOOP, b: LOOP.a }] }, /loops\[0\]: both frames are of link 'left-fore'/],
  ['a number for loops', { loops: 5 }, /robot\.loops should be a list of loops, or the name of a YAML file, got 5/],
  ['a file that is not there', { loops: 'nope.yaml' }, /robot\.loops: nope\.yaml: no such file/],
  ['nobody drives', { driven: [] }, /nothing says where motor1, elbow1, motor2, elbow2 go: .*Name 2 more as driven/],
  ['all drive', { driven: ['motor1', 'motor2', 'elbow1', 'elbow2'] }, /driven: all joints of its loops are, none is left to follow/],
  ['no list', { driven: 'motor1' }, /robot\.driven should be a list of texts, got "motor1"/],
  ['open', { start: undefined }, /loop 'tip' does not close at the start: it is open by 0\.200 there/],
];
test.each(robots)('%s', async (_, robot, says) => {
  const error = await made(robot, {}).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toMatch(/^cell\.json, line \d+: /);
  expect((error as Error).message).toMatch(says);
});
