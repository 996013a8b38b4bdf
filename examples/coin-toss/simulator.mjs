// Coins tossed on a floor come to rest: a small simulator on top of `World`, which finds all contacts in the order of time and asks what happens at each.
//   node simulator.mjs [coins]
//
// At a contact, impulses act at the points where two bodies touch: Newton's restitution along the normal, Coulomb's friction across it.
// Between contacts everything flies, so that a coin at rest makes hops as high as the tolerance. One that stays in its place for a while, or for many contacts,
// falls asleep: it hangs where it is, without weight, until it is hit hard or a coin that it touches has moved.
// Energy, kinetic and potential: beyond what is lost, a hop lends a coin HOP · weight until it lands. So the sum stays below that of the start, and from line to
// line it grows by no more than HOP · weight for each coin.
import { pathToFileURL } from 'node:url';
import { Random } from 'inbetween';
import { convexBox, convexPrism } from 'inbetween/convex';
import { World } from 'inbetween/world';

// metres, kilograms, seconds
const RADIUS = 0.012;
const HEIGHT = 0.002;
const MASS = 0.007;
const GRAVITY = 9.81;
const TOLERANCE = 3e-5;
const RESTITUTION = 0.4;
const FRICTION = 0.3;
/** Height of a hop: out of the tolerance, so that the world tells the coin's landing as a new contact. */
const HOP = 1.25 * TOLERANCE;
/** Below this speed nothing bounces and nothing wakes. */
const SLOW = 0.1;
/** A coin that has moved by less than STAYED in a time of WHILE, or in more contacts than OFTEN, falls asleep. */
const STAYED = 0.05 * RADIUS;
const WHILE = 0.1;
const OFTEN = 30;
/** Times that all points of a contact get their impulses in turn. */
const SWEEPS = 4;

/** Moments of inertia about a diameter and about the axis. */
const ACROSS = (MASS * (3 * RADIUS ** 2 + HEIGHT ** 2)) / 12;
const ALONG = (MASS * RADIUS ** 2) / 2;
const ZERO = [0, 0, 0];
const STILL = { velocity: ZERO, angularVelocity: ZERO, acceleration: ZERO };
const plus = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = (a) => Math.sqrt(dot(a, a));
/** The coin's axis in the world: its z, turned. */
const axisOf = ([x, y, z, w]) => [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
/** I⁻¹ v: what an angular impulse adds to the angular velocity. */
const spin = (axis, v) => plus(times(v, 1 / ACROSS), axis, dot(axis, v) * (1 / ALONG - 1 / ACROSS));

/** Impulses at all points of a contact in turn, until each parts as fast as it should; changes v and w of the sides. */
function collide({ contacts, normal, gap }, sides) {
  const hop = Math.sqrt(2 * GRAVITY * Math.max(0, HOP - gap[0]));
  const pushed = contacts.map(() => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    contacts.forEach(({ speed }, i) => {
      let velocity = ZERO;
      for (const { v, w, arms, sign } of sides) velocity = plus(velocity, plus(v, cross(w, arms[i])), sign);
      /** Speed along d that an impulse of 1 along d adds. */
      const ease = (d) => sides.reduce((sum, { arms, axis }) => sum + 1 / MASS + dot(cross(spin(axis, cross(arms[i], d)), arms[i]), d), 0);
      const parting = dot(velocity, normal);
      const wanted = Math.max(hop, speed > SLOW ? RESTITUTION * speed : 0);
      // what an earlier sweep pushed too hard is taken back, but nothing is ever pulled
      const push = Math.max(-pushed[i], (wanted - parting) / ease(normal));
      pushed[i] += push;
      let impulse = times(normal, push);
      const slide = plus(velocity, normal, -parting);
      const sliding = length(slide);
      if (sliding > 0 && push > 0) {
        const along = times(slide, 1 / sliding);
        impulse = plus(impulse, along, -Math.min(FRICTION * push, sliding / ease(along)));
      }
      for (const side of sides) {
        side.v = plus(side.v, impulse, side.sign / MASS);
        side.w = plus(side.w, spin(side.axis, cross(side.arms[i], impulse)), side.sign);
      }
    });
  }
}

/** Tosses coins until all are at rest; `onLine` is shown the state every `every` seconds, `onContact` each contact before it is answered. */
export function tossCoins({ count = 100, seed = 'coins', until = 20, every = 0.05, onLine = () => {}, onContact = () => {} } = {}) {
  const gravity = [0, 0, -GRAVITY];
  const random = new Random(seed);
  const shape = convexPrism(12, RADIUS, HEIGHT);
  const side = Math.ceil(Math.sqrt(count / 4));
  const bodies = [{ name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true }];
  /** Of each coin: where it last was when it had moved, when that was, how many contacts ago, and whom it has touched since. */
  const coins = new Map();
  for (let i = 0; i < count; i++) {
    const name = `coin ${i}`;
    const cell = [(i % side) - side / 2, (Math.floor(i / side) % side) - side / 2, Math.floor(i / side ** 2) + 1];
    const pose = { position: cell.map((k) => 0.05 * k + random.range(-0.005, 0.005)), quaternion: random.quaternion() };
    bodies.push({ name, shape, pose, velocity: times(random.direction(), 0.3), angularVelocity: times(random.direction(), 20) });
    coins.set(name, { name, asleep: false, place: pose.position, axis: axisOf(pose.quaternion), since: 0, met: 0, touched: new Set() });
  }
  const world = new World({ bodies, gravity, tolerance: TOLERANCE });
  const told = { contact: 0, overlap: 0, unresolved: 0 };

  function wake(coin) {
    Object.assign(coin, { asleep: false, since: world.time, met: 0 });
    world.set(coin.name, { acceleration: gravity });
  }

  function answer(event) {
    told[event.status]++;
    onContact(event);
    if (event.status !== 'contact') return undefined;
    const pair = [coins.get(event.a), coins.get(event.b)];
    // those that can move: not the floor, and none asleep unless it is hit hard
    const sides = pair.flatMap((coin, k) => {
      if (coin === undefined || (coin.asleep && event.speed < SLOW)) return [];
      if (coin.asleep) wake(coin);
      const { position, quaternion, velocity, angularVelocity } = world.state(coin.name);
      const arms = event.contacts.map(({ pointA, pointB }) => plus(k === 0 ? pointA : pointB, position, -1));
      return [{ coin, sign: 2 * k - 1, position, axis: axisOf(quaternion), arms, v: velocity, w: angularVelocity }];
    });
    collide(event, sides);
    for (const { coin, position, axis } of sides) {
      if (length(plus(position, coin.place, -1)) + RADIUS * length(plus(axis, coin.axis, -1)) > STAYED) {
        for (const neighbour of coin.touched) if (neighbour.asleep) wake(neighbour);
        Object.assign(coin, { place: position, axis, since: event.time, met: 0, touched: new Set() });
      } else coin.asleep = ++coin.met > OFTEN || event.time - coin.since > WHILE;
    }
    if (pair[0] !== undefined && pair[1] !== undefined) pair.forEach((coin, k) => coin.touched.add(pair[1 - k]));
    const flight = ({ v, w }) => ({ velocity: v, angularVelocity: w, acceleration: gravity });
    return Object.fromEntries(sides.map((side) => [side.coin.name, side.coin.asleep ? STILL : flight(side)]));
  }

  const energyOf = ({ position, quaternion, velocity, angularVelocity: w }) => {
    const along = dot(axisOf(quaternion), w) ** 2;
    return MASS * GRAVITY * position[2] + 0.5 * (MASS * dot(velocity, velocity) + ACROSS * (dot(w, w) - along) + ALONG * along);
  };
  const line = () => {
    const resting = [...coins.values()].filter(({ asleep }) => asleep).length;
    const energy = [...coins.keys()].reduce((sum, name) => sum + energyOf(world.state(name)), 0);
    return { time: world.time, resting, energy, told, checks: world.stats.checks, world, bodies };
  };
  for (let k = 0; ; k++) {
    world.advance(k * every, answer);
    const now = line();
    onLine(now);
    if (now.resting === count || (k + 1) * every > until) return now;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = Number(process.argv[2] ?? 100);
  const print = (...cells) => console.log(cells.map((cell) => `${cell}`.padStart(11)).join(''));
  print('time', 'resting', 'energy/mJ', 'contacts', 'checks');
  const onLine = (now) => print(now.time.toFixed(2), now.resting, (1e3 * now.energy).toFixed(3), now.told.contact, now.checks);
  const end = tossCoins({ count, onLine });
  console.log(`${end.resting} of ${count} coins lie still after ${end.time.toFixed(2)} s; ${end.told.overlap + end.told.unresolved} went through others.`);
}
