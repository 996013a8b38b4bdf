// Coins tossed on a floor come to rest: a small simulator on top of `World`, which finds all contacts in the order of time and asks what happens at each.
//   node simulator.mjs [coins]
//
// `bounce` answers: impulses at the points where two bodies touch, restitution, friction, rest. Between contacts everything flies, so that a coin at rest makes
// hops as high as the tolerance; one that stays in its place falls asleep, until it is hit hard or a coin that it touches has moved.
// Energy, kinetic and potential: beyond what is lost, a hop lends a coin HOP · weight until it lands. So the sum stays below that of the start, and from line to
// line it grows by no more than HOP · weight for each coin.
import { pathToFileURL } from 'node:url';
import { Random } from 'inbetween';
import { convexBox, convexPrism } from 'inbetween/convex';
import { bounce, massProperties, World } from 'inbetween/world';

// metres, kilograms, seconds
const RADIUS = 0.012;
const HEIGHT = 0.002;
const MASS = 0.007;
const GRAVITY = 9.81;
const TOLERANCE = 3e-5;
const RESTITUTION = 0.4;
const FRICTION = 0.3;

const COIN = convexPrism(12, RADIUS, HEIGHT);
const COIN_MASS = massProperties(COIN, { mass: MASS });
const times = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Kinetic and potential. The coin's axis in the world is its z, turned; about it and across it moments of inertia differ. */
function energyOf({ position, quaternion: [x, y, z, w], velocity, angularVelocity }) {
  const [across, , , , , , , , along] = COIN_MASS.inertia;
  const spin = dot([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)], angularVelocity) ** 2;
  const turning = across * (dot(angularVelocity, angularVelocity) - spin) + along * spin;
  return MASS * GRAVITY * position[2] + 0.5 * (MASS * dot(velocity, velocity) + turning);
}

/** Tosses coins until all are at rest; `onLine` is shown the state every `every` seconds, `onContact` each contact before it is answered. */
export function tossCoins({ count = 100, seed = 'coins', until = 20, every = 0.05, onLine = () => {}, onContact = () => {} } = {}) {
  const random = new Random(seed);
  const side = Math.ceil(Math.sqrt(count / 4));
  const bodies = [{ name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true }];
  for (let i = 0; i < count; i++) {
    const cell = [(i % side) - side / 2, (Math.floor(i / side) % side) - side / 2, Math.floor(i / side ** 2) + 1];
    const pose = { position: cell.map((k) => 0.05 * k + random.range(-0.005, 0.005)), quaternion: random.quaternion() };
    const thrown = { velocity: times(random.direction(), 0.3), angularVelocity: times(random.direction(), 20) };
    bodies.push({ name: `coin ${i}`, shape: COIN, mass: COIN_MASS, pose, ...thrown });
  }
  const world = new World({ bodies, gravity: [0, 0, -GRAVITY], tolerance: TOLERANCE });
  const reported = { contact: 0, overlap: 0, unresolved: 0 };
  const bounced = bounce(RESTITUTION, FRICTION);
  const answer = (event) => {
    reported[event.status]++;
    onContact(event);
    return bounced(event, world);
  };
  const line = () => {
    const coins = world.names.slice(1).map((name) => world.state(name));
    const resting = coins.filter(({ velocity, acceleration }) => [...velocity, ...acceleration].every((x) => x === 0)).length;
    const energy = coins.reduce((sum, coin) => sum + energyOf(coin), 0);
    return { time: world.time, resting, energy, reported, checks: world.stats.checks, world, bodies };
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
  const onLine = (now) => print(now.time.toFixed(2), now.resting, (1e3 * now.energy).toFixed(3), now.reported.contact, now.checks);
  const end = tossCoins({ count, onLine });
  console.log(`${end.resting} of ${count} coins lie still after ${end.time.toFixed(2)} s; ${end.reported.overlap + end.reported.unresolved} went through others.`);
}
