/** Loops of a robot as residuals of least squares over variables; none where it has no loops. */
import type { RobotModel } from '../robot-model.ts';
import type { Residuals } from './least-squares.ts';
import type { Variables } from './variables.ts';

export function loopResiduals(robot: RobotModel, { ofSlot, units }: Variables): readonly Residuals[] {
  const loops = robot.closing?.();
  if (loops === undefined) return [];
  return [{ rows: loops.rows, write: loops.write, writeRows: (J, at, count) => loops.writeRows(J, at, count, ofSlot, units) }];
}
