/**
 * Bodies that robots take, carry and lay down. A path falls into phases: in each, every such body stands somewhere or
 * is a link of the robot that holds it, with the pose in which it was taken [held-phases.ts].
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** A moment of a path: the number of a waypoint of the holding robot's own path, or a second of the clock. */
export type Moment = number | { readonly second: number };

/** One time that a body is held. */
export interface Hold {
  /** The link that holds it: its name, or `robot/link`. */
  readonly by: string;
  /** When it is taken, with the pose that the two have to each other then. Default 0, the start of the path. */
  readonly from?: Moment;
  /** When it is laid down, where it stands from then on. Default: never, it is held to the end. */
  readonly to?: Moment;
  /**
   * Further links of that robot that may touch it: while they hold it, when they have come to take it and until they
   * have left it. Default: none.
   */
  readonly touches?: readonly string[];
  /** What it is laid onto, by name: it may touch that from its last approach on. Default: nothing. */
  readonly onto?: readonly string[];
}

/** What happens to a body that robots take and lay down, made by `heldMotion`. */
export class HeldMotion {
  /** Holds in the order of time. */
  readonly holds: readonly Hold[];

  /** Use `heldMotion`, which checks what it is given. */
  constructor(holds: readonly Hold[]) {
    this.holds = holds;
  }
}

const HOLD_KEYS: readonly string[] = ['by', 'from', 'to', 'touches', 'onto'];

/**
 * The motion of a body that is taken, carried and laid down, once or several times. It stands at its pose until it is
 * taken; from then on it may touch what it stood on until it has left that, and `touches` as long as it is held; after
 * it was laid down it is an obstacle there. A link that comes to take it may touch it from its last approach on only.
 * @example
 * const part = heldMotion([{ by: 'gripper', from: 2, to: 5, touches: ['finger'], onto: ['tray'] }]);
 * const hit = scene.firstContact({ arm: arm.path(waypoints), part });
 */
export function heldMotion(holds: readonly Hold[]): HeldMotion {
  if (!Array.isArray(holds) || holds.length === 0) throw new InputError('heldMotion: needs a list of at least one time that it is held');
  (holds as readonly Hold[]).forEach((hold, i) => {
    const what = `heldMotion: [${i}]`;
    checkRecord(hold, HOLD_KEYS, what);
    if (typeof hold.by !== 'string' || hold.by === '')
      throw new InputError(`${what}: by must be the name of a link, got ${shownValue(hold.by)}`);
    for (const key of ['from', 'to'] as const) if (hold[key] !== undefined) checkMoment(hold[key], `${what}: ${key}`);
    for (const key of ['touches', 'onto'] as const) {
      const names: unknown = hold[key] ?? [];
      if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
        throw new InputError(`${what}: ${key} must be a list of names, got ${shownValue(names)}`);
    }
    if (hold.to === undefined && i + 1 < holds.length) throw new InputError(`${what}: is held to the end, but is taken again after it`);
  });
  return new HeldMotion(holds);
}

function checkMoment(moment: unknown, what: string): void {
  if (typeof moment === 'number' && Number.isInteger(moment) && moment >= 0) return;
  if (typeof moment === 'object' && moment !== null) {
    checkRecord(moment, ['second'], what);
    if (Number.isFinite((moment as { second: unknown }).second)) return;
  }
  throw new InputError(`${what} must be the number of a waypoint or { second }, got ${shownValue(moment)}`);
}
