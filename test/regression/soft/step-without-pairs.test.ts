import { expect, test } from 'vitest';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';

// A query that ended early because it found a contact soon left a mark. The next one, with no pair of bodies to test, never cleared it
// and fitted its boxes again without end.
const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 1];
const still = linearMotion(Float64Array.from(corners), Float64Array.from(corners));

test('a query with nothing to test, after one that found a contact at the start', () => {
  const query = new StepQuery([{ shape: new TriangleMesh(corners, [0, 1, 2, 3, 4, 5]) }]);
  expect(query.firstContact(still)).toMatchObject({ status: 'overlap', time: 0, contactCount: 1 });
  expect(query.firstContact(still, { self: false })).toMatchObject({ status: 'free', time: 1, contactCount: 0 });
  expect(query.contacts(still, { self: false }).status).toBe('free');
  expect(query.maxStep(still, { self: false })).toBe(1);
});

test('the same with two bodies that may touch each other', () => {
  const a = new TriangleMesh(corners.slice(0, 9), [0, 1, 2], { name: 'a' });
  const b = new TriangleMesh(corners.slice(9), [0, 1, 2], { name: 'b' });
  const bodies = [{ shape: a }, { shape: b }];
  expect(new StepQuery(bodies).firstContact({}).status).toBe('overlap');
  expect(new StepQuery(bodies, { allowed: [['a', 'b']] }).firstContact({}, { self: false })).toMatchObject({ status: 'free', time: 1 });
});
