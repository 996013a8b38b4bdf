/** What a robot is given, checked: its shapes, its lists of records, and the values of a configuration. */

import { checkList, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { checkedPose, UNIT_SLACK } from '../math/pose.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { LinkShape, RobotModel } from './robot-model.ts';

const SHAPE_KEYS: readonly string[] = ['shape', 'pose', 'name'];
/** Squares of lengths stay finite, and angles are reduced quickly. */
const LARGEST_LENGTH: number = 2 ** 300;
const LARGEST_ANGLE: number = 2 ** 20;

/** Written out: this runs for every waypoint of every query. */
export function checkValues(robot: RobotModel, q: Float64Array): void {
  const { joints } = robot;
  for (let i = 0; i < q.length; i++) {
    if (!(Math.abs(q[i]) <= LARGEST_LENGTH))
      throw new InputError(`${asked(robot)}: value ${i} (${robot.valueNames()[i]}) must be a finite number, got ${q[i]}${limitHint(q[i])}`);
  }
  for (let j = 0; j < joints.length; j++) {
    const { kind, name, slot } = joints[j];
    const angle = slot + kind.angle;
    if (kind.angle >= 0 && Math.abs(q[angle]) > LARGEST_ANGLE)
      throw new InputError(`${asked(robot)}: joint '${name}' is turned by ${q[angle]} radians; ${LARGEST_ANGLE} are the most`);
    if (kind.orientation < 0) continue;
    const at = slot + kind.orientation;
    const square = q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3];
    if (Math.abs(Math.sqrt(square) - 1) <= UNIT_SLACK) continue;
    throw new InputError(
      `${asked(robot)}: joint '${name}': quaternion [${[...q.subarray(at, at + 4)]}] has length ${Math.sqrt(square)}; normalise it (x y z w order)`,
    );
  }
}

function asked({ name }: RobotModel): string {
  return `robot '${name}': configuration`;
}

export function checkedShapes({ name, shapes }: { readonly name: string; readonly shapes?: readonly LinkShape[] }): readonly LinkShape[] {
  const list = checkedList(shapes, SHAPE_KEYS, `link '${name}': shapes`);
  for (const { shape, pose } of list) {
    if (!(shape instanceof TriangleMesh)) throw new InputError(`link '${name}': a shape needs a mesh, got ${shownValue(shape)}`);
    checkedPose(pose, `link '${name}': shape`);
  }
  return list;
}

export function checkedList<T>(list: readonly T[] | undefined, keys: readonly string[], what: string): readonly T[] {
  if (list === undefined) return [];
  checkList(list, `${what}:`);
  list.forEach((record, i) => {
    checkRecord(record, keys, `${what}[${i}]`);
  });
  return list;
}

/** What of robots with loops is not made of their own paths. */
export const NO_LOOPS = 'has loops: only its own path and trajectory keep them closed';
/** Where a configuration is wanted. */
export const TAKES_NO_PATH = 'takes values of joints, not a path';

/** For what moves joints by themselves, where a robot has joints that follow others. */
export function refuseLoops({ name, loops }: RobotModel, what: string): void {
  if (loops !== undefined) throw new InputError(`${what}: robot '${name}' ${NO_LOOPS}`);
}
