/** Fields of ROS messages as they are printed: lists, or maps of their parts. */
import type { Quat, Vec3 } from '../../math/pose.ts';
import type { Located } from './located-value.ts';

/** [x, y, z], or { x, y, z }, where what is left out is 0 as in a message. */
export function vectorOf(field: Located): Vec3 {
  if (field.isList()) return field.numbers(3) as unknown as Vec3;
  if (!field.isMap()) throw field.wrong('[x, y, z] or { x, y, z }');
  field.onlyKeys(['x', 'y', 'z']);
  const [x, y, z] = ['x', 'y', 'z'].map((key) => field.get(key)?.number() ?? 0);
  return [x, y, z];
}

/** The four numbers as they are written. */
export function quaternionNumbers(field: Located): Quat {
  if (!field.isMap()) return field.numbers(4) as unknown as Quat;
  field.onlyKeys(['x', 'y', 'z', 'w']);
  const [x, y, z, w] = ['x', 'y', 'z', 'w'].map((key) => field.get(key)?.number() ?? 0);
  return [x, y, z, w];
}
