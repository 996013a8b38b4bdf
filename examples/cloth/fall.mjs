// A cloth falls on a ball, on the floor and on itself, and never goes through: the loop that a cloth simulator needs.
import { box } from 'inbetween';
import { convexGeodesicSphere } from 'inbetween/convex';
import { linearMotion, StepQuery } from 'inbetween/soft';
import { cloth, relax } from './threads.mjs';

const [STEP, THICK, FRICTION, ROUNDS] = [0.01, 0.006, 0.3, 6]; // metres and seconds; all vertices weigh the same
const ball = convexGeodesicSphere(0.2, 4, [0.05, 0.02, 0.25], 'ball').mesh;
const floor = box([4, 4, 0.1], [0, 0, -0.05], 'floor');
const bodies = [{ shape: cloth }, { shape: ball, self: false }, { shape: floor, self: false }];

/** Keeps two features from coming nearer: an impulse at their contact, which reaches each vertex by its weight. */
function respond({ a, b, normal, distance, time }, before, after) {
  const shares = ({ body, vertices, weights }, sign) => (body === 'cloth' ? vertices.map((v, i) => [3 * v, sign * weights[i]]) : []);
  const ends = [...shares(a, 1), ...shares(b, -1)];
  const way = [0, 1, 2].map((k) => ends.reduce((sum, [v, weight]) => sum + weight * (after[v + k] - before[v + k]), 0)); // of a against b
  const closing = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2];
  const push = closing + (time === 0 ? 0.2 * Math.max(0, THICK - distance) : 0); // who starts too near is led out slowly
  if (push <= 0) return;
  const slide = way.map((x, k) => x - closing * normal[k]);
  const rub = Math.min(1, (FRICTION * push) / Math.hypot(...slide, 1e-30)); // Coulomb
  const ease = ends.reduce((sum, [, weight]) => sum + weight * weight, 0);
  for (const [v, weight] of ends) for (let k = 0; k < 3; k++) after[v + k] -= (weight / ease) * (push * normal[k] + rub * slide[k]);
}

/** Lets the cloth fall, step by step. */
export function* fall(steps) {
  const query = new StepQuery(bodies, { allowed: [['ball', 'floor']] }); // made once, asked every step
  let before = cloth.positions;
  let velocity = new Float64Array(before.length);
  for (let n = 1; n <= steps; n++) {
    const after = before.map((x, i) => x + STEP * (0.99 * velocity[i] - (i % 3 === 2 ? 9.81 * STEP : 0)));
    relax(after);
    const met = { ball: 0, floor: 0, cloth: 0 };
    let first = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { contacts } = query.contacts({ cloth: linearMotion(before, after) }, { clearance: THICK });
      for (const contact of contacts) respond(contact, before, after);
      if (round === 0) first = contacts;
    }
    const step = linearMotion(before, after);
    const safe = query.maxStep({ cloth: step }); // what the rounds left over is cut off: this far is proven free
    const next = step.positionsAt(safe);
    velocity = next.map((x, i) => (x - before[i]) / STEP);
    for (const { a, b } of first) met[a.body === 'cloth' ? b.body : a.body]++;
    yield { time: n * STEP, before, after: next, safe, met, contacts: first, bodies };
    before = next;
  }
}
