import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, UNIT_SLACK } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';

const turned = (length: number, q: Quat): Quat => q.map((x) => x * length) as unknown as Quat;

describe('a pose that is given', () => {
  test('comes back as a copy with its defaults, quaternions as they are, seed pose-1', () => {
    const random = new Random('pose-1');
    expect(checkedPose(undefined, 'crate')).toEqual({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] });
    for (let i = 0; i < 50; i++) {
      const quaternion = turned(1 + 0.99 * random.range(-UNIT_SLACK, UNIT_SLACK), random.quaternion());
      const given = { position: random.direction(), quaternion };
      const taken = checkedPose(given, 'crate');
      expect(taken).toEqual(given);
      given.position[0] = 7;
      expect(taken.position[0]).not.toBe(7);
    }
  });

  test.each<[unknown, RegExp]>([
    [{ position: [1, 2] }, /^crate: position must be three numbers/],
    [{ position: [1, 2, 3, 4] }, /^crate: position must be three numbers/],
    [{ position: [1, Number.NaN, 3] }, /^crate: position/],
    [{ position: [1, '2', 3] }, /^crate: position/],
    [{ position: [1, null, 3] }, /^crate: position/],
    [{ position: new Array(3) }, /^crate: position/],
    [{ position: [0, 0, 2 ** 301] }, /^crate: position/],
    [{ quaternion: [0, 0, 1] }, /^crate: quaternion must be four numbers/],
    [{ quaternion: turned(1 + 2 * UNIT_SLACK, [0.5, 0.5, 0.5, 0.5]) }, /^crate: quaternion .* has length 1\.000002/],
    [{ quaternion: turned(1 - 2 * UNIT_SLACK, [0.5, 0.5, 0.5, 0.5]) }, /normalise it/],
    [{ quaternion: [0, 0, 0, 0] }, /has length 0/],
    [{ rotation: [0, 0, 0, 1] }, /rotation/],
    ['here', /crate/],
  ])('%j is refused', (pose, words) => {
    const ask = (): unknown => checkedPose(pose as Pose, 'crate');
    expect(ask).toThrow(InputError);
    expect(ask).toThrow(words);
  });

  test('numbers of any list are counted and looked at, the largest that are taken too', () => {
    expect(() => checkNumbers(Float64Array.of(2 ** 300, -(2 ** 300), 0), 3, 'axis')).not.toThrow();
    for (const wrong of [undefined, null, [], [1, 2], [1, 2, Infinity], 'abc' as unknown as number[]])
      expect(() => checkNumbers(wrong, 3, 'axis')).toThrow(/^axis must be three numbers/);
  });
});
