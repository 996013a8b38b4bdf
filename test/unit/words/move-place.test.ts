import { expect, test } from 'vitest';
import type { PathPiece } from '../../../src/robot/robot-path.ts';
import { movePlace, movesOf } from '../../../src/words/move-place.ts';

const none = new Float64Array(0);
const piece = (of?: PathPiece['of']): PathPiece => ({ coefficients: none, errors: none, ...(of && { of }) });
const arm = {
  pieces: [
    piece({ move: 0, kind: 'line', from: 0, to: 0.25 }),
    piece({ move: 0, kind: 'line', from: 0.25, to: 1 }),
    piece({ move: 0, kind: 'blend', from: 0, to: 1 }),
  ],
};

test('which move, and how much of it is done', () => {
  expect(movePlace(arm, 1.5)).toEqual({ move: 0, kind: 'line', share: 0.625 });
  expect(movePlace(arm, 3)).toEqual({ move: 0, kind: 'blend', share: 1 });
  expect(movePlace({ pieces: null }, 0)).toBe(null);
  expect(movePlace({ pieces: [piece()] }, 0)).toBe(null);
});

test('in words, of the robot that is named or of the only one that has moves', () => {
  const moves = movesOf({ arm, other: { pieces: null } });
  expect(moves?.(undefined, 0.5)).toBe('in moves[0] (line), 12.5 % of it');
  expect(moves?.('arm', 2.5)).toBe('in the blend after moves[0], 50 % of it');
  expect(moves?.('other', 0)).toBe(undefined);
  expect(moves?.('toString', 0)).toBe(undefined);
  expect(movesOf({ a: arm, b: arm })?.(undefined, 0)).toBe(undefined);
  expect(movesOf({ other: { pieces: null } })).toBe(undefined);
  const looped = movesOf({
    looped: { pieces: [piece({ move: 2, kind: 'path', from: 0, to: 0.5 }), piece({ move: 2, kind: 'path', from: 0.5, to: 1 })] },
  });
  expect(looped?.(undefined, 0)).toBe('at waypoint 2');
  expect(looped?.(undefined, 0.5)).toBe('on the way from waypoint 2 to waypoint 3, 25 % of it');
  expect(looped?.(undefined, 2)).toBe('at waypoint 3');
});
