// Two convex bodies, exact: how far apart, which features are closest, how deep inside each other, when they meet.
import { ballisticMotion } from 'inbetween';
import { ConvexQuery, convexBox, convexHull } from 'inbetween/convex';

const gem = convexHull([0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1]);
const query = new ConvexQuery({ shape: gem }, { shape: convexBox([4, 4, 1]) });

const apart = query.distance({ a: { position: [0, 0, 3] } });
console.log(`distance ${apart.distance}, between a ${apart.a.feature} and a ${apart.b.feature}`);
console.log(`depth ${query.penetration({ a: { position: [0, 0, 1] } }).depth.toFixed(6)} when it is set too low`);

// thrown for one second from a height of 3, turning as it flies
const flight = { pose: { position: [0, 0, 3] }, velocity: [1, 0, 0], angularVelocity: [0, 3, 0], acceleration: [0, 0, -9.81] };
const thrown = ballisticMotion(flight, 1);
const hit = query.firstContact({ a: thrown });
console.log(`${hit.status} at t = ${hit.time.toFixed(6)}`);

// Prints:
// distance 1.5, between a vertex and a face
// depth 0.500000 when it is set too low
// contact at t = 0.553754
