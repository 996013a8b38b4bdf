import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../src/math/pose.ts';
import { box, sphere } from '../../src/mesh/primitives.ts';
import { expectAll, expectContactAt, going, judgedContacts, moving, rest, soup, surface } from './judged-contacts.ts';

const tolerance = 1e-6;
const plain = surface(box(2));

describe('pure translation along a face', () => {
  test.each([1e-3, 1e-6, 1e-9])('over a face all the way, %d above it: free, however near', (above) => {
    const slider = surface(box(0.5));
    const a = moving(slider, [-0.7, 0.1, 1.25 + above], [1.4, -0.2, 0]);
    expectAll(judgedContacts(a, rest(plain), { tolerance: Math.min(tolerance, above / 8) }), 'free');
    // also where the tolerance is larger than the gap: it started there, and comes no nearer
    expectAll(judgedContacts(a, rest(plain), { tolerance }), 'free');
  });

  test('along the very plane of the face, towards it', () => {
    // bottom at z = 1, the height of the other's top; the sides meet at x = −1
    const a = moving(surface(box(0.5)), [-3.25, 0, 1.25], [4, 0, 0]);
    expectContactAt(judgedContacts(a, rest(plain), { tolerance }), 0.5, tolerance);
  });

  test('along the plane of the face, past it', () => {
    const a = moving(surface(box(0.5)), [-3.25, 1.25 + 1e-4, 1.25], [8, 0, 0]);
    expectAll(judgedContacts(a, rest(plain), { tolerance }), 'free');
    const touching = moving(surface(box(0.5)), [-3.25, 1.25, 1.25], [8, 0, 0]);
    expectContactAt(judgedContacts(touching, rest(plain), { tolerance }), 0.25, tolerance);
  });
});

describe('sliding contact', () => {
  test('in touch from the start on: overlap, at once', () => {
    const a = moving(surface(box(0.5)), [-0.5, 0, 1.25], [1, 0, 0]);
    expectAll(judgedContacts(a, rest(plain), { tolerance }), 'overlap');
  });

  test('comes down along a slope until it slides', () => {
    // d(t) = 0.25 − t/2 while over the face, then 0: equations of contact vanish identically
    const a = moving(surface(box(0.5)), [-0.5, 0, 1.5], [0.4, 0, -0.5]);
    expectContactAt(judgedContacts(a, rest(plain), { tolerance }), 0.5, 2 * tolerance);
  });

  test('a circle that touches a plane from above and rolls off again', () => {
    // the lowest point of the disc's way is at 0 exactly, for an instant
    const a = going(soup([0, 0, 0], [0, 0, 0], [0, 0, 0]), {
      kind: 'rotation',
      pose: { position: [-1, 0, 1] },
      axis: [0, -1, 0],
      angle: Math.PI,
      centre: [0, 0, 1],
    });
    const floor = soup([-5, -5, 0], [5, -5, 0], [0, 8, 0]);
    const results = judgedContacts(a, rest(floor), { tolerance });
    expectAll(results, 'contact');
    for (const { time } of results) expect(Math.abs(time - 0.5)).toBeLessThan(1e-3);
  });
});

describe('features that meet exactly', () => {
  const triangle = soup([0, 0, 0], [1, 0, 0], [0, 1, 0]);

  test('vertex on vertex', () => {
    const spike = soup([0, 0, 0], [0.5, -1, 1], [-1, 0.5, 1]);
    const a = moving(spike, [-1, -1, 2], [2, 2, -4]);
    expectContactAt(judgedContacts(a, rest(triangle), { tolerance }), 0.5, tolerance);
  });

  test('vertex on edge', () => {
    const spike = soup([0, 0, 0], [0.25, -1, 1], [-0.25, -1, 1]);
    expectContactAt(judgedContacts(moving(spike, [0.5, 0, 2], [0, 0, -4]), rest(triangle), { tolerance }), 0.5, tolerance);
    // from the side, in the triangle's own plane
    const flat = soup([0, 0, 0], [0.25, -1, 0], [-0.25, -1, 0]);
    expectContactAt(judgedContacts(moving(flat, [0.5, -2, 0], [0, 4, 0]), rest(triangle), { tolerance }), 0.5, tolerance);
  });

  test('vertex on face, edge on edge, edge in face', () => {
    expectContactAt(
      judgedContacts(moving(soup([0, 0, 0], [1, 0, 1], [0, 1, 1]), [0.25, 0.25, 1], [0, 0, -2]), rest(triangle), { tolerance }),
      0.5,
      tolerance,
    );
    expectContactAt(
      judgedContacts(moving(soup([0.5, -1, 0], [0.5, 1, 0], [0.5, 0, 3]), [0, -0.5, 1], [0, 0, -2]), rest(triangle), { tolerance }),
      0.5,
      tolerance,
    );
    expectContactAt(
      judgedContacts(moving(soup([0.1, 0.1, 0], [0.6, 0.2, 0], [0.3, 0.1, 2]), [0, 0, 1], [0, 0, -2]), rest(triangle), { tolerance }),
      0.5,
      tolerance,
    );
  });

  test('coplanar faces: in their plane, onto each other, and through each other', () => {
    const other = soup([0, 0, 0], [-1, 0, 0], [0, -1, 0]);
    // corner towards corner in one plane
    expectContactAt(judgedContacts(moving(other, [-1, -1, 0], [2, 2, 0]), rest(triangle), { tolerance }), 0.5, tolerance);
    // face flat onto face
    expectContactAt(judgedContacts(moving(triangle, [0.2, 0.2, 1], [0, 0, -2]), rest(triangle), { tolerance }), 0.5, tolerance);
    // the same triangle onto itself
    expectContactAt(judgedContacts(moving(triangle, [0, 0, 1], [0, 0, -2]), rest(triangle), { tolerance }), 0.5, tolerance);
    // side by side in one plane, never nearer than a quarter
    expectAll(judgedContacts(moving(other, [-0.25, 2, 0], [0, -4, 0]), rest(triangle), { tolerance }), 'free');
  });

  test('parallel edges', () => {
    const roof = soup([0, 0, 0], [1, 0, 0], [0.5, 0, 1]);
    const keel = soup([0, 0, 0], [1, 0, 0], [0.5, 0, -1]);
    expectContactAt(judgedContacts(moving(roof, [0, 0, 1], [0, 0, -2]), rest(keel), { tolerance }), 0.5, tolerance);
    // shifted along the edge, at a slant, and end to end
    expectContactAt(judgedContacts(moving(roof, [0.75, -0.5, 0.5], [0, 1, -1]), rest(keel), { tolerance }), 0.5, 2 * tolerance);
    expectContactAt(judgedContacts(moving(roof, [2, 0, 0], [-2, 0, 0]), rest(keel), { tolerance }), 0.5, tolerance);
    // along each other at a distance
    expectAll(judgedContacts(moving(roof, [-3, 0.01, 0], [6, 0, 0]), rest(keel), { tolerance }), 'free');
  });
});

describe('slivers with area 0', () => {
  const floor = soup([-5, -5, 0], [5, -5, 0], [0, 8, 0]);
  const point: Vec3 = [0.25, 0.5, 0.125];
  const slivers: [string, ReturnType<typeof soup>, number][] = [
    ['a point', soup(point, point, point), 0.125],
    ['a segment', soup(point, [1, 1, 1], [1, 1, 1]), 0.125],
    ['a segment by the other corners', soup(point, point, [1, 1, 1]), 0.125],
    ['three corners on a line', soup([0, 0, 0.25], [1, 1, 1.25], [0.5, 0.5, 0.75]), 0.25],
    ['a needle', soup([0, 0, 0.25], [1, 1, 1.25], [0.5, 0.5 + 1e-17, 0.75]), 0.25],
  ];

  test.each(slivers)('%s, on a face', (_, sliver, lowest) => {
    const a = moving(sliver, [0, 0, 1 - lowest], [0, 0, -2]);
    expectContactAt(judgedContacts(a, rest(floor), { tolerance }), 0.5, tolerance);
  });

  test.each(slivers)('%s, turning, against its like', (_, sliver) => {
    const a = going(sliver, {
      kind: 'in-between',
      from: { position: [-3, 0, 0] },
      to: { position: [3, 0.01, 0], quaternion: [0, 0.6, 0, 0.8] },
    });
    // whatever it does, the judge agrees
    judgedContacts(a, rest(sliver), { tolerance: 1e-4 });
  });

  test('duplicates and slivers among others change nothing', () => {
    const positions: Vec3[] = [
      [-5, -5, 0],
      [5, -5, 0],
      [0, 8, 0],
    ];
    const many = soup(
      ...positions,
      ...positions,
      point,
      point,
      point,
      positions[0],
      positions[1],
      positions[0],
      [0, 0, -3],
      [0, 0, -4],
      [0, 0, -5],
    );
    const a = moving(sphere(0.5), [1, 1, 2.5], [0, 0, -4]);
    expectContactAt(judgedContacts(a, rest(many), { tolerance }), 0.5, tolerance);
  });
});

describe('a mesh of one triangle', () => {
  const triangle = soup([0, 0, 0], [1, 0, 0], [0, 1, 0]);
  test('against one triangle and against many', () => {
    expectContactAt(judgedContacts(moving(triangle, [0.1, 0.1, 2], [0, 0, -4]), rest(triangle), { tolerance }), 0.5, tolerance);
    expectContactAt(judgedContacts(moving(triangle, [0, 0, 3], [0, 0, -4]), rest(plain), { tolerance }), 0.5, tolerance);
    expectAll(judgedContacts(moving(triangle, [0, 0, 3], [0, 0, -1.9]), rest(plain), { tolerance }), 'free');
  });
});

describe('a thin plate crossed at high speed', () => {
  const plate = soup([0, -1, -1], [0, 1, -1], [0, 0, 2]);
  test.each([10, 1e3, 1e6, 1e9])('by a way of %d', (way) => {
    const triangle = soup([0, 0, 0], [-0.01, 0.01, 0], [-0.01, 0, 0.01]);
    const a = moving(triangle, [-way / 4, 0, 0], [way, 0, 0]);
    expectContactAt(judgedContacts(a, rest(plate), { tolerance: 1e-4 }), 0.25, Math.max(1e-4 / way, 1e-15));
    // and just beside it
    expectAll(judgedContacts(moving(triangle, [-way / 4, 2, 0], [way, 0, 0]), rest(plate), { tolerance: 1e-4 }), 'free');
  });

  test('turning while it flies', () => {
    const needle = soup([-0.01, 0, 0], [0.01, 0, 0], [0, 0.001, 0]);
    const a = going(needle, {
      kind: 'in-between',
      from: { position: [-250, 0, 0] },
      to: { position: [750, 0, 0], quaternion: [0.6, 0, 0.8, 0] },
    });
    expectContactAt(judgedContacts(a, rest(plate), { tolerance: 1e-5 }), 0.25 + 1e-5, 3e-5);
  });
});

describe('grazing at tolerance', () => {
  const graze = (apart: number) => judgedContacts(moving(sphere(1), [-4, 0, 2 + apart], [8, 0, 0]), rest(sphere(1)), { tolerance });

  test('passes at twice the tolerance: free', () => expectAll(graze(2 * tolerance), 'free'));
  test('passes just above the tolerance: free', () => expectAll(graze(1.001 * tolerance), 'free'));
  test('touches exactly, for one instant: contact', () => {
    const results = graze(0);
    expectAll(results, 'contact');
    for (const { time } of results) expect(Math.abs(time - 0.5)).toBeLessThan(1e-3);
  });
  test('in the grey band either is right, and judged', () => {
    for (const part of [0.01, 0.25, 0.5, 0.75, 0.99]) {
      for (const { status } of graze(part * tolerance)) expect(['free', 'contact']).toContain(status);
    }
  });
  test('cuts in by a hair: contact', () => expectAll(graze(-1e-9), 'contact'));

  test('with a clearance', () => {
    const options = { tolerance, clearance: 0.5 };
    const pass = (apart: number) => judgedContacts(moving(sphere(1), [-4, 0, 2.5 + apart], [8, 0, 0]), rest(sphere(1)), options);
    expectAll(pass(2 * tolerance), 'free');
    expectAll(pass(0), 'contact');
    expectAll(pass(-1e-9), 'contact');
  });

  test('an edge that grazes an edge while it turns', () => {
    const edge = soup([-1, 0, 0], [1, 0, 0], [0, 0, -1]);
    const a = going(soup([-1, 0, 0], [1, 0, 0], [0, 0, 1]), {
      kind: 'rotation',
      pose: { position: [0, 0, 1e-3] },
      axis: [0, 0, 1],
      angle: 7,
    });
    expectAll(judgedContacts(a, rest(edge), { tolerance }), 'free');
  });
});
