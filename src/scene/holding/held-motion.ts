/** Makes the motions of bodies that robots take, which bring along what a scene needs to follow them. */
import { checkList, checkNames, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { HeldMotion, type Hold } from '../../motion/held-motion.ts';
import { HeldPath } from './held-path.ts';
import { PhaseScenes } from './phase-scenes.ts';

/** What a held motion brings along. */
export interface Holding {
  readonly HeldPath: typeof HeldPath;
  readonly PhaseScenes: typeof PhaseScenes;
}

const HOLDING: Holding = { HeldPath, PhaseScenes };
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
  checkList(holds, 'heldMotion:');
  (holds as readonly Hold[]).forEach((hold, i) => {
    const what = `heldMotion: [${i}]`;
    checkRecord(hold, HOLD_KEYS, what);
    if (typeof hold.by !== 'string' || hold.by === '')
      throw new InputError(`${what}: by must be the name of a link, got ${shownValue(hold.by)}`);
    for (const key of ['from', 'to'] as const) if (hold[key] !== undefined) checkMoment(hold[key], `${what}: ${key}`);
    for (const key of ['touches', 'onto'] as const) {
      if (hold[key] !== undefined) checkNames(hold[key], `${what}: ${key}`);
    }
    if (hold.to === undefined && i + 1 < holds.length) throw new InputError(`${what}: is held to the end, but is taken again after it`);
  });
  return new HeldMotion(holds, HOLDING);
}

function checkMoment(moment: unknown, what: string): void {
  if (typeof moment === 'number' && Number.isInteger(moment) && moment >= 0) return;
  if (typeof moment === 'object' && moment !== null) {
    checkRecord(moment, ['second'], what);
    if (Number.isFinite((moment as { second: unknown }).second)) return;
  }
  throw new InputError(`${what} must be the number of a waypoint or { second }, got ${shownValue(moment)}`);
}
