/** What closures ask of sequences of steps beside what leaves do [closure.ts]. */
import { BITS, most, ONE, rootUp, square } from './fixed.ts';
import { after, HERE, type Polynomial, type Pose, type Step, shifted, stepAt } from './motion.ts';

/** Where points are that take steps one after the other. */
export function placeOf(steps: readonly Step[], t: bigint): Pose {
  return steps.reduce((pose, step) => after(stepAt(step, { m: t, e: 0n }), pose), HERE);
}

/** By step, what the steps after it do; and all of them. */
export function outward(steps: readonly Step[], t: bigint): { readonly poses: readonly Pose[]; readonly whole: Pose } {
  let whole = HERE;
  const poses = steps.map((_, k) => {
    const outer = whole;
    whole = after(whole, stepAt(steps[steps.length - 1 - k], { m: t, e: 0n }));
    return outer;
  });
  return { poses: poses.reverse(), whole };
}

/** On |p| at an instant, and on |p − p(middle)| for times up to `wide` from there, complex ones too. */
export function spread(p: readonly Polynomial[], middle: bigint, wide: bigint): readonly [bigint, bigint] {
  const about = p.map((one) => (one.length < 2 ? one : shifted(one, middle)));
  const degree = p.reduce((most, { length }) => (length > most ? length : most), 0);
  const sizes = [0n, 0n];
  let power = ONE;
  for (let m = 0; m < degree; m++) {
    let sum = 0n;
    for (const one of about) sum += m < one.length ? square(most(one[m])) : 0n;
    sizes[m === 0 ? 0 : 1] += ((rootUp(sum) * power) >> BITS) + 1n;
    power = ((power * wide) >> BITS) + 1n;
  }
  return [sizes[0], sizes[1]];
}
