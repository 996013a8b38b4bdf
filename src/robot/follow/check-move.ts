/** Checks of moves, each by itself, before any of them is made. */
import { checkHas, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { isMoving } from './moving-frame.ts';
import { checkPace, type MovePace, PACE_KEYS } from './pace.ts';
import type { LineMove, SplineMove, ToolMove, WaitMove } from './tool-moves.ts';

/** The keys that say what a move is. */
type MoveKind = 'joints' | 'pose' | 'line' | 'arc' | 'spline' | 'wait';

const MOVE_KEYS: Readonly<Record<MoveKind, readonly string[]>> = {
  joints: ['joints', 'seconds', 'speed', 'acceleration'],
  pose: ['pose', 'frame', 'seconds', 'speed', 'acceleration'],
  line: ['line', 'frame', 'spare', 'blend', ...PACE_KEYS],
  arc: ['arc', 'through', 'frame', 'spare', ...PACE_KEYS],
  spline: ['spline', 'frame', 'spare', 'seconds', 'speed', 'turnSpeed'],
  wait: ['wait'],
};
const KINDS = Object.keys(MOVE_KEYS) as readonly MoveKind[];

/** Throws where a move is none; `next`: the one after it. */
export function checkMove(move: ToolMove, next: ToolMove | undefined, what: string): void {
  const kinds = move !== null && typeof move === 'object' ? KINDS.filter((key) => key in move) : [];
  if (kinds.length > 1) throw new InputError(`${what}: has ${kinds.join(' and ')}; a move is one of them`);
  checkRecord(move, MOVE_KEYS[kinds[0] ?? 'line'], what);
  if (kinds.length === 0) throw new InputError(`${what}: must have one of ${KINDS.join(', ')}, got ${shownValue(move)}`);
  if (kinds[0] === 'arc') checkHas(move, ['through'], what);
  if (kinds[0] === 'spline') {
    const { spline } = move as SplineMove;
    if (!Array.isArray(spline) || spline.length < 2)
      throw new InputError(`${what}: spline must be a list of poses, two at least, got ${shownValue(spline)}`);
    checkList(spline, `${what}: spline`);
  }
  if (
    kinds[0] === 'wait' &&
    !(typeof (move as WaitMove).wait === 'number' && (move as WaitMove).wait > 0 && (move as WaitMove).wait < 2 ** 50)
  )
    throw new InputError(`${what}: wait must be a number of seconds above 0, got ${shownValue((move as WaitMove).wait)}`);
  else if (kinds[0] !== 'wait') checkPace(move as MovePace, what);
  const { blend } = move as LineMove;
  if (blend === undefined) return;
  if (!(typeof blend === 'number' && blend >= 0 && blend < Infinity))
    throw new InputError(`${what}: blend must be a length, got ${shownValue(blend)}`);
  if (blend > 0 && !(next !== undefined && next !== null && typeof next === 'object' && 'line' in next))
    throw new InputError(
      `${what}: blend: only lines go over into lines, and ${next === undefined ? 'it is the last move' : 'the next move is none'}`,
    );
  if (blend > 0 && [move, next].some((one) => isMoving((one as LineMove).frame)))
    throw new InputError(`${what}: blend: a frame moves; only lines that stand go over into one another`);
}

export function kindOf(move: ToolMove): MoveKind {
  return KINDS.find((key) => key in move) as MoveKind;
}
