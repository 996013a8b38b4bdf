/** Where on a program of tool moves, or between waypoints that are in pieces, a path is. */
import type { PieceKind, RobotPath } from '../robot/robot-path.ts';
import { entryOf } from './entries.ts';
import { shown } from './shown-number.ts';

/** A place on a path of tool moves. */
export interface MovePlace {
  /** The move's number, from 0; of waypoints, the one before. */
  readonly move: number;
  readonly kind: PieceKind;
  /** How much of it is done. */
  readonly share: number;
}

type Pieces = Pick<RobotPath, 'pieces'>;

/** Null: the path is none of moves. */
export function movePlace({ pieces }: Pieces, time: number): MovePlace | null {
  if (pieces == null) return null;
  const segment = Math.max(0, Math.min(pieces.length - 1, Math.floor(time)));
  const { of } = pieces[segment];
  if (of === undefined) return null;
  const { move, kind, from, to } = of;
  return { move, kind, share: from + Math.min(1, time - segment) * (to - from) };
}

/** 'in moves[2] (line), 37 % of it', of the robot's own path; undefined: its segments are those it was given. */
export type MovesAt = (robot: string | undefined, time: number) => string | undefined;

/** Undefined where no robot has moves. Without a robot's name, of the only one that has. */
export function movesOf(paths: Readonly<Record<string, Pieces>>): MovesAt | undefined {
  const moving = Object.keys(paths).filter((name) => movePlace(entryOf(paths, name), 0) !== null);
  if (moving.length === 0) return undefined;
  return (robot, time) => {
    const name = robot ?? (moving.length === 1 ? moving[0] : undefined);
    const place = name === undefined || !Object.hasOwn(paths, name) ? null : movePlace(entryOf(paths, name), time);
    return place === null ? undefined : placeText(place);
  };
}

/** The waypoints around it, or null where it is in a move. */
export function placeWaypoints({ move, kind, share }: MovePlace): readonly [before: number, after: number] | null {
  return kind === 'path' ? [share === 1 ? move + 1 : move, share === 0 ? move : move + 1] : null;
}

function placeText(place: MovePlace): string {
  const { move, kind, share } = place;
  const [before, after] = placeWaypoints(place) ?? [];
  if (before !== undefined && before === after) return `at waypoint ${before}`;
  if (before !== undefined) return `on the way from waypoint ${before} to waypoint ${after}, ${shown(100 * share, 3)} % of it`;
  const where = kind === 'blend' ? `in the blend after moves[${move}]` : `in moves[${move}] (${kind})`;
  return `${where}, ${shown(100 * share, 3)} % of it`;
}
