import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { heldMotion } from '../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import type { SceneMethod } from '../../../src/scene/search/scene-method.ts';
import { add, times } from '../../support/brute-force.ts';
import { BruteRobot, compose, type Frame, inverse, type RobotMotionSpec } from '../../support/brute-robot.ts';
import { BrutePairOfScene, type BruteSide, Soup } from '../../support/brute-scene.ts';
import { rounds } from '../../support/rounds.ts';
import { STRANGER } from '../../support/strangers-method.ts';
import { libraryPath, linkSoup, randomRobot } from '../random-robots.ts';

// A body that is taken and laid down, judged by the judge's own kinematics: before, it stands; while it is held, it follows the link that
// holds it; after, it stands where it was laid down.

const ORIGIN: Vec3 = [0, 0, 0];
const SEGMENTS = 3;

/** A pair, the time in which it counts, and whether it may touch at the end of that. */
interface Judged {
  readonly pair: BrutePairOfScene;
  readonly from: number;
  readonly to: number;
  readonly arrives: boolean;
  readonly leaves: boolean;
}

function side(key: string, soup: Soup, frame: (time: number, segment: number) => Frame, fastest: (segment: number) => number): BruteSide {
  return { key, soup, frame, fastest };
}

function randomCell(random: Random, flies: boolean) {
  const spec = randomRobot(random, 'arm', {
    kinds: ['path'],
    segments: SEGMENTS,
    links: 2 + random.integer(2),
    most: 4,
    bare: 0,
    mimic: 0,
    turn: 0.8,
  });
  const robot = new Robot(spec.options);
  const brute = new BruteRobot(spec);
  const hand = random.pick(spec.options.links).name;
  const from = random.integer(3);
  const to = random.next() < 0.3 ? SEGMENTS : from + 1 + random.integer(SEGMENTS - from);
  const handAt = (time: number) => brute.frame(hand, time, ORIGIN, Math.min(Math.floor(time), SEGMENTS - 1));
  const grasp = handAt(from);
  // near the hand when it is taken, or right in it
  const pose = { p: add(grasp.p, times(random.direction(), random.range(0, 1))), q: random.quaternion() };
  const relative = compose(inverse(grasp), pose);
  const laid = compose(handAt(to), relative);
  const part = linkSoup(random, 'part', 4, 0);
  const obstacles = Array.from({ length: 3 }, (_, i) => ({
    name: `o${i}`,
    shape: linkSoup(random, `o${i}`, 4, 0),
    pose: { position: times(random.direction(), random.range(0.6, 2)), quaternion: random.quaternion() },
  }));
  // laid onto something: it may touch that
  if (random.next() < 0.5) obstacles[0].pose.position = add(laid.p, times(random.direction(), random.range(0, 0.5)));
  const kite = flies ? randomKite(random) : undefined;
  const scene = new Scene({
    robots: [robot],
    obstacles,
    bodies: [{ name: 'part', shape: part, pose: { position: pose.p, quaternion: pose.q } }, ...(kite?.bodies ?? [])],
    self: false,
  });
  const hold = { by: hand, from, ...(to === SEGMENTS && random.next() < 0.5 ? {} : { to }), onto: ['o0'] };
  const isLaid = 'to' in hold;
  const links = spec.options.links.map(({ name, shapes = [] }) => {
    const soup = new Soup(shapes.map(({ shape: mesh, pose: own }) => ({ mesh, pose: own })));
    const frame = (time: number, segment: number) => brute.frame(name, time, ORIGIN, segment);
    return { name, side: side(`arm/${name}`, soup, frame, (segment) => brute.fastest(name, segment, soup.reach)) };
  });
  const soup = new Soup([{ mesh: part }]);
  const standing = (key: string, own: Soup, frame: Frame) =>
    side(
      key,
      own,
      () => frame,
      () => 0,
    );
  const reach = soup.reach + Math.hypot(...relative.p);
  const carried = side(
    'arm/part',
    soup,
    (time, segment) => compose(brute.frame(hand, time, ORIGIN, segment), relative),
    (segment) => brute.fastest(hand, segment, reach),
  );
  const around = obstacles.map(({ name, shape, pose: { position, quaternion } }) =>
    standing(name, new Soup([{ mesh: shape }]), { p: position, q: quaternion }),
  );
  const judged: Judged[] = [];
  const judge = (a: BruteSide, b: BruteSide, first: number, last: number, arrives = false, leaves = false) => {
    if (last > first) judged.push({ pair: new BrutePairOfScene(a, b, SEGMENTS), from: first, to: last, arrives, leaves });
  };
  for (const { name, side: link } of links) {
    for (const other of around) judge(link, other, 0, SEGMENTS);
    judge(link, standing('part', soup, pose), 0, from, name === hand);
    judge(link, standing('part', soup, laid), to, SEGMENTS, false, name === hand);
    if (kite !== undefined) judge(link, kite.side, 0, SEGMENTS);
  }
  if (kite !== undefined) {
    for (const other of around) judge(kite.side, other, 0, SEGMENTS);
    judge(kite.side, standing('part', soup, pose), 0, from);
    judge(kite.side, carried, from, to);
    judge(kite.side, standing('part', soup, laid), to, SEGMENTS);
  }
  for (const other of around) judge(carried, other, from, to, other.key === 'o0' && isLaid, true);
  const arm = libraryPath(robot, spec.motion as RobotMotionSpec);
  return { scene, motions: { arm, part: heldMotion([hold]), ...kite?.motions }, judged };
}

/** A body that goes straight from corner to corner without turning, through where the others are. */
function randomKite(random: Random) {
  const shape = linkSoup(random, 'kite', 4, 0);
  const soup = new Soup([{ mesh: shape }]);
  const q = random.quaternion();
  const corners = Array.from({ length: SEGMENTS + 1 }, () => times(random.direction(), random.range(1.5, 4)));
  const ways = corners.slice(1).map((corner, k): Vec3 => add(corner, times(corners[k], -1)));
  const frame = (time: number, segment: number) => ({ p: add(corners[segment], times(ways[segment], time - segment)), q });
  return {
    bodies: [{ name: 'kite', shape }],
    motions: { kite: ways.map((way, k) => translationMotion({ position: corners[k], quaternion: q }, way)) },
    side: side('kite', soup, frame, (segment) => Math.hypot(...ways[segment])),
  };
}

const ASKED: readonly (readonly [what: string, flies: boolean, method: SceneMethod | undefined, rounds: number])[] = [
  ['holding', false, undefined, 150],
  ['holding beside one that flies', true, undefined, 100],
  ['holding, by a method from outside', true, STRANGER, 20],
];

test.each(ASKED)("taken, carried and laid down: none missed, late or false (seed '%s')", (seed, flies, method, count) => {
  const random = new Random(seed);
  const all = rounds(count, count / 2);
  const tolerance = 1e-4;
  const seen: Record<string, number> = { free: 0, contact: 0, overlap: 0, arrived: 0, left: 0, kite: 0 };
  for (let round = 0; round < all; round++) {
    const { scene, motions, judged } = randomCell(random, flies);
    const what = `round ${round}`;
    const answer = scene.firstContact(motions, { tolerance, ...(method && { method }) });
    const { status, time, pair, arrivals = [], initial } = answer;
    seen[status] = (seen[status] ?? 0) + 1;
    const keyOf = ({ body, link }: { readonly body: string; readonly link?: string }) => (link === undefined ? body : `${body}/${link}`);
    const isPair = (
      one: Judged,
      a: { readonly body: string; readonly link?: string },
      b: { readonly body: string; readonly link?: string },
    ) => [keyOf(a), keyOf(b)].includes(one.pair.a.key) && [keyOf(a), keyOf(b)].includes(one.pair.b.key);
    for (const one of judged) {
      if (status === 'overlap') break;
      const until = Math.min(one.to, time);
      const begin = one.leaves ? initial.filter(({ a, b, left }) => left !== undefined && isPair(one, a, b)) : [];
      const left = begin.length === 0 ? one.from : (begin[0].left ?? Infinity);
      if (begin.length > 0) {
        seen.left++;
        expect(one.pair.distance(one.from, one.from), what).toBeLessThanOrEqual(tolerance + 1e-9);
        if (left < SEGMENTS)
          expect(one.pair.distance(left, Math.min(Math.floor(left), SEGMENTS - 1)), what).toBeGreaterThan(tolerance * 0.99);
      }
      if (left >= until) continue;
      const slack = 1e-12 * one.pair.size;
      const arrival = one.arrives ? arrivals.find(({ a, b }) => isPair(one, a, b)) : undefined;
      const allowedFrom = arrival?.time ?? Infinity;
      const hit = one.pair.firstBelow(-slack, left, Math.min(until, allowedFrom));
      expect(hit === null || hit >= Math.min(until, allowedFrom), `${what}: ${one.pair.key} at ${hit}, told ${status} ${time}`).toBe(true);
      if (allowedFrom === Infinity || time < one.to) continue;
      seen.arrived++;
      // in contact when told, and from then on: no two neighbours of a fine grid are apart
      const at = Math.min(Math.floor(allowedFrom), SEGMENTS - 1);
      expect(one.pair.distance(allowedFrom, at), what).toBeLessThanOrEqual(tolerance + 1e-9);
      let apart = 0;
      for (let t = allowedFrom; t <= one.to; t += 1 / 400) {
        apart = one.pair.distance(t, Math.min(Math.floor(t), SEGMENTS - 1)) > tolerance * 1.01 + 1e-9 ? apart + 1 : 0;
        expect(apart, `${what}: ${one.pair.key} leaves at ${t}`).toBeLessThan(3);
      }
    }
    if (status !== 'contact' || pair === null) continue;
    if (pair.some(({ body }) => body === 'kite')) seen.kite++;
    const told = judged.filter((one) => isPair(one, pair[0], pair[1]) && time >= one.from && time <= one.to);
    const distances = told.map((one) => one.pair.distance(time, Math.min(Math.floor(time), SEGMENTS - 1)));
    expect(Math.min(...distances), `${what}: ${JSON.stringify(pair)}`).toBeLessThanOrEqual(tolerance + 1e-9);
  }
  expect(seen.unresolved ?? 0).toBe(0);
  if (flies) expect(seen.kite).toBeGreaterThan(all / 20);
  else expect(Math.min(seen.free, seen.arrived, seen.left)).toBeGreaterThan(1);
  expect(seen.contact).toBeGreaterThan(1);
});
