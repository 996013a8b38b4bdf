import { expect, it } from 'vitest';
import { hull } from '../../../../scenes/soft/deforming-hull.ts';
import { Random } from '../../../../src/math/random.ts';
import { addBarGradient, addShapeGradient, BAR_STRIDE, lineariseBars, lineariseShape } from '../../../../src/tool/force/bar-forces.ts';
import { barModel } from '../../../../src/tool/force/bar-model.ts';

it("the gradient of marked vertices is that of all, bit by bit, and the others are left alone (seed 'marked')", () => {
  const random = new Random('marked');
  const model = barModel(hull(400), { density: 3, stiffness: 2e5, shape: 1e7 });
  const count = model.masses.length;
  const x = model.rest.map((value) => value + 0.01 * random.range(-1, 1));
  // a bar crushed to a point
  const [p, q] = model.ends;
  for (let k = 0; k < 3; k++) x[3 * q + k] = x[3 * p + k];
  const before = Float64Array.from({ length: 3 * count }, () => random.range(-1, 1));
  const all = before.slice();
  const [bars, blocks] = [model.lengths.length, new Float64Array(6 * count)];
  lineariseBars(model, x, all, blocks, new Float64Array(BAR_STRIDE * bars), 0, bars);
  lineariseShape(model, x, all, blocks, 0, count);
  const marked = Uint8Array.from({ length: count }, (_, v) => (v === p || random.range(0, 1) < 0.2 ? 1 : 0));
  const some = before.slice();
  addBarGradient(model, x, marked, some, 0, bars);
  addShapeGradient(model, x, marked, some, 0, count);
  expect(some).toEqual(all.map((value, o) => (marked[Math.floor(o / 3)] === 1 ? value : before[o])));
  expect(some).not.toEqual(before);
});
