// Questions as users ask them, drawn at random: each kind says what it is about and asks it. Budgets keep what runs away from running for ever.

import { bumpyBlob } from '../../scenes/rigid/bumpy-blob.ts';
import { cloth } from '../../scenes/soft/cloth.ts';
import { ConvexQuery, convexBox, convexHull, convexPrism } from '../../src/convex/index.ts';
import {
  box,
  capsule,
  cylinder,
  PairQuery,
  type Pose,
  pointCloud,
  type Random,
  type RigidMotion,
  Robot,
  rigidMotion,
  rotationMotion,
  Scene,
  sphere,
  TriangleMesh,
  type Vec3,
} from '../../src/index.ts';
import { linearMotion, StepQuery } from '../../src/soft/index.ts';
import { bounce, World, type WorldBody } from '../../src/world/index.ts';
import { tube } from './tube.ts';

export interface RandomQuestion {
  readonly what: string;
  ask(): { readonly answer: string; readonly work: number };
}

const MOST_MS = 10_000;

export const KINDS: Readonly<Record<string, (random: Random) => RandomQuestion>> = {
  turning: pairThatTurns,
  within: partInAPart,
  wrist: wristInItsHousing,
  stretches,
  clearance: clearanceOfAnArm,
  world: thrownBodies,
  cloud: partInACloud,
  convex: hullsThatTurn,
  deforming: clothAndBall,
};

function vector(random: Random, most: number): Vec3 {
  return [random.range(-most, most), random.range(-most, most), random.range(-most, most)];
}

/** Something of about that size, up to a few thousand triangles. */
function part(random: Random, size = 1): { readonly name: string; readonly shape: TriangleMesh } {
  const [a, b, c] = [size * random.range(0.1, 1), size * random.range(0.1, 1), size * random.range(0.02, 1)];
  const sides = random.pick([16, 48]);
  switch (random.integer(6)) {
    case 0:
      return { name: 'box', shape: box([a, b, c]) };
    case 1:
      return { name: 'cylinder', shape: cylinder(0.5 * a, c, { segments: sides }) };
    case 2:
      return { name: 'tube', shape: tube(0.4 * a, 0.5 * a, c, sides, 8) };
    case 3:
      return { name: 'capsule', shape: capsule([0, 0, 0], [0, 0, a], 0.2 * b) };
    case 4:
      return { name: 'blob', shape: scaledTo(bumpyBlob('blob', 2 * sides, sides, `blob ${random.integer(4)}`).mesh, 0.5 * size) };
    default:
      return { name: 'sphere', shape: sphere(0.5 * a) };
  }
}

/** A mesh whose farthest coordinate is that far out. */
function scaledTo({ positions, indices }: TriangleMesh, size: number): TriangleMesh {
  const most = positions.reduce((far, x) => Math.max(far, Math.abs(x)), 0);
  return new TriangleMesh(
    positions.map((x) => (x * size) / most),
    indices,
  );
}

function poseNear(random: Random, distance: number): Required<Pose> {
  const [x, y, z] = random.direction();
  return { position: [distance * x, distance * y, distance * z], quaternion: random.quaternion() };
}

/** Past the other one, to about the other side, with up to half a turn; or about an axis, with up to a whole one. */
function motionPast(random: Random): RigidMotion {
  const from = poseNear(random, random.range(0.6, 2));
  if (random.next() < 0.3) return rotationMotion(from, random.direction(), random.range(-Math.PI, Math.PI), vector(random, 1));
  const miss = vector(random, 0.8);
  const to: Vec3 = [miss[0] - from.position[0], miss[1] - from.position[1], miss[2] - from.position[2]];
  return rigidMotion(from, { position: to, quaternion: random.quaternion() });
}

function pairThatTurns(random: Random): RandomQuestion {
  const [a, b] = [part(random), part(random)];
  const motion = motionPast(random);
  const clearance = random.pick([0, 0, 0.01]);
  const query = new PairQuery({ ...a, name: 'a' }, { ...b, name: 'b' });
  return {
    what: `${a.name} past ${b.name}${clearance > 0 ? ', clearance' : ''}`,
    ask: () => {
      const { status, stats } = query.firstContact({ a: motion }, { clearance, maxMilliseconds: MOST_MS });
      return { answer: status, work: stats.nodes + stats.triangles };
    },
  };
}

/** Something round in something hollow around it, a little air between, turning about an axis that may be off or tilted. */
function partInAPart(random: Random): RandomQuestion {
  const air = 10 ** random.range(-4, -1.3);
  const sides = random.pick([24, 64]);
  const outer = tube(0.5, 0.6, random.range(0.2, 1.5), sides, random.pick([4, 12]));
  const within = 0.5 - air;
  const radius = within * Math.cos(Math.PI / sides);
  const kind = random.integer(3);
  const inner =
    kind === 0 ? tube(0.5 * radius, radius, 0.5, sides, 8) : kind === 1 ? sphere(radius) : cylinder(radius, 0.5, { segments: sides });
  const tilt = random.next() < 0.5 ? 0 : random.range(0, 0.5) * air;
  const axis: Vec3 = [tilt, random.range(-1, 1) * tilt, 1];
  const length = Math.sqrt(axis[0] ** 2 + axis[1] ** 2 + 1);
  const angle = random.range(0.2, 2 * Math.PI);
  const motion = rotationMotion({}, [axis[0] / length, axis[1] / length, axis[2] / length], angle);
  const query = new PairQuery({ name: 'inner', shape: inner }, { name: 'outer', shape: outer });
  return {
    what: `${['tube', 'sphere', 'cylinder'][kind]} in a tube, air ${air.toExponential(1)}, ${angle.toFixed(1)} rad${tilt > 0 ? ', tilted' : ''}`,
    ask: () => {
      const { status, stats } = query.firstContact({ a: motion }, { maxMilliseconds: MOST_MS });
      return { answer: status, work: stats.nodes + stats.triangles };
    },
  };
}

const AXES: readonly Vec3[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];

/** An arm of capsules or cylinders that ends in a wrist: a shaft that turns in a bore of the link before it. */
function wristInItsHousing(random: Random): RandomQuestion {
  const air = 10 ** random.range(-3.7, -1.7);
  const sides = random.pick([24, 64]);
  const shaft = 0.05 / Math.cos(Math.PI / sides);
  const arm = armOf(random, 2 + random.integer(2), [
    { name: 'housing', shapes: [{ shape: tube(shaft + air, 0.09, 0.12, sides, 6) }] },
    { name: 'shaft', shapes: [{ shape: tube(0.03, 0.05, random.range(0.08, 0.2), sides, 6) }] },
  ]);
  const scene = new Scene({ robots: [arm], obstacles: thingsAround(random, random.integer(4)) });
  const path = arm.path([values(random, arm, 2), values(random, arm, 2)]);
  return {
    what: `wrist, air ${air.toExponential(1)}, sides ${sides}`,
    ask: () => {
      const { status, stats } = scene.firstContact({ arm: path }, { maxMilliseconds: MOST_MS });
      return { answer: status, work: stats.nodes + stats.triangles };
    },
  };
}

interface Tip {
  readonly name: string;
  readonly shapes: readonly { readonly shape: TriangleMesh }[];
}

/** Links end to end along z; neighbours overlap and are allowed, but not the tips. */
function armOf(random: Random, count: number, tips: readonly Tip[] = []): Robot {
  const links: Tip[] = Array.from({ length: count }, (_, i) => ({
    name: `link ${i}`,
    shapes: [{ shape: random.next() < 0.5 ? capsule([0, 0, 0.06], [0, 0, 0.24], 0.05) : cylinder(0.05, 0.3, { centre: [0, 0, 0.15] }) }],
  }));
  for (const tip of tips) links.push(tip);
  const origin = (i: number): Vec3 => [0, 0, i >= count ? (i === count ? 0.4 : 0) : 0.3];
  return new Robot({
    name: 'arm',
    links: links.map((link, i) => ({
      ...link,
      ...(i === 0
        ? {}
        : {
            parent: links[i - 1].name,
            joint: {
              name: `joint ${i}`,
              type: 'revolute' as const,
              axis: i > count ? AXES[0] : random.pick(AXES),
              origin: { position: origin(i) },
            },
          }),
    })),
    allowed: links.slice(1, count + 1).map(({ name }, i) => ({ a: links[i].name, b: name })),
  });
}

function values(random: Random, arm: Robot, turn: number): Record<string, number> {
  return Object.fromEntries(arm.joints.map(({ name }) => [name, random.range(-turn, turn)]));
}

function thingsAround(random: Random, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const { shape } = part(random, 0.4);
    return { name: `thing ${i}`, shape, pose: poseNear(random, random.range(0.3, 1)) };
  });
}

function stretches(random: Random): RandomQuestion {
  const arm = armOf(random, 3 + random.integer(4));
  const things = thingsAround(random, random.integer(6));
  const scene = new Scene({ robots: [arm], obstacles: things });
  const segments = 1 + random.integer(4);
  const path = arm.path(Array.from({ length: segments + 1 }, () => values(random, arm, 1.5)));
  const byPair = random.next() < 0.5;
  return {
    what: `${arm.links.length} links, ${things.length} things, segments: ${segments}${byPair ? ', by pair' : ''}`,
    ask: () => {
      const { intervals, complete } = scene.contactIntervals({ arm: path }, { maxMilliseconds: MOST_MS, byPair });
      return { answer: `${intervals.length} stretches${complete ? '' : ', not complete'}`, work: Number.NaN };
    },
  };
}

function clearanceOfAnArm(random: Random): RandomQuestion {
  const arm = armOf(random, 3 + random.integer(4));
  const things = thingsAround(random, 1 + random.integer(6));
  const scene = new Scene({ robots: [arm], obstacles: things });
  const path = arm.path([values(random, arm, 1), values(random, arm, 1)]);
  return {
    what: `${arm.links.length} links, ${things.length} things`,
    ask: () => {
      const { gap, complete } = scene.clearance({ arm: path }, { maxMilliseconds: MOST_MS });
      return { answer: `${gap[0].toPrecision(3)}${complete ? '' : ', not complete'}`, work: Number.NaN };
    },
  };
}

function thrownBodies(random: Random): RandomQuestion {
  const count = 2 + random.integer(12);
  const bodies: WorldBody[] = [{ name: 'floor', shape: convexBox([10, 10, 0.2], [0, 0, -0.1]), fixed: true }];
  for (let i = 0; i < count; i++) {
    const size = random.range(0.1, 0.4);
    const shape =
      random.next() < 0.5
        ? convexBox([size, size, random.range(0.1, 1) * size])
        : convexPrism(random.pick([6, 24]), 0.5 * size, 0.3 * size);
    const position: Vec3 = [random.range(-0.3, 0.3), random.range(-0.3, 0.3), 0.4 + 0.6 * i];
    bodies.push({
      name: `body ${i}`,
      shape,
      pose: { position, quaternion: random.quaternion() },
      velocity: vector(random, 1),
      angularVelocity: vector(random, 6),
    });
  }
  const tolerance = random.pick([1e-4, 1e-5]);
  const restitution = random.pick([0, 0.3, 0.8]);
  const seconds = random.pick([0.5, 1.5]);
  return {
    what: `${count} bodies, ${seconds} s, tolerance ${tolerance}, restitution ${restitution}`,
    ask: () => {
      const world = new World({ bodies, gravity: [0, 0, -9.81], tolerance });
      const { complete } = world.advance(seconds, bounce(restitution, 0.3), { maxMilliseconds: MOST_MS });
      return { answer: `${world.stats.events} contacts${complete ? '' : ', not complete'}`, work: world.stats.checks };
    },
  };
}

function partInACloud(random: Random): RandomQuestion {
  const { name, shape } = part(random);
  const count = 100 * 2 ** random.integer(7);
  const points: number[] = [];
  // a room, seen by a sensor: points of its walls and of a ball in it
  for (let i = 0; i < count; i++) {
    const [x, y, z] = random.direction();
    const wall = 1.5 / Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const r = random.next() < 0.7 ? wall : 0.3;
    points.push(r * x + random.range(-0.01, 0.01), r * y, r * z);
  }
  const cloud = { name: 'cloud', shape: pointCloud(points, { radius: random.pick([0, 0.01]) }) };
  const query = new PairQuery({ name: 'part', shape }, cloud);
  const motion = motionPast(random);
  return {
    what: `${name} in a cloud of ${count}`,
    ask: () => {
      const { status, stats } = query.firstContact({ a: motion }, { maxMilliseconds: MOST_MS });
      return { answer: status, work: stats.nodes + stats.triangles };
    },
  };
}

function hullsThatTurn(random: Random): RandomQuestion {
  const hull = () => {
    const n = random.pick([8, 32, 128]);
    if (random.next() < 0.3) return convexPrism(n, random.range(0.2, 0.6), random.range(0.02, 0.6));
    return convexHull(Array.from({ length: n }, () => random.direction()).flatMap(([x, y, z]) => [0.5 * x, 0.5 * y, 0.3 * z]));
  };
  const [a, b] = [hull(), hull()];
  const motion = motionPast(random);
  return {
    what: `hulls of ${a.vertexCount} and ${b.vertexCount} corners`,
    ask: () => {
      const query = new ConvexQuery({ name: 'a', shape: a, motion }, { name: 'b', shape: b });
      const { status, stats } = query.firstContact({}, { maxMilliseconds: MOST_MS });
      return { answer: status, work: stats.checks };
    },
  };
}

function clothAndBall(random: Random): RandomQuestion {
  const triangles = random.pick([200, 800, 3200]);
  const { mesh, positions0, positions1 } = cloth(triangles, { seed: `${random.integer(1000)}`, touching: random.next() < 0.5 });
  const share = random.range(0, 1);
  const end = positions1.map((x, i) => positions0[i] + share * (x - positions0[i]));
  const all = random.next() < 0.3;
  const clearance = random.pick([0, 0, 1e-3]);
  return {
    what: `cloth of ${triangles}, ${all ? 'all contacts' : 'the first'}${clearance > 0 ? ', clearance' : ''}`,
    ask: () => {
      const query = new StepQuery([{ name: 'cloth', shape: mesh }]);
      const motions = linearMotion(positions0, end);
      const options = { clearance, maxMilliseconds: MOST_MS };
      const { status, stats } = all ? query.contacts(motions, options) : query.firstContact(motions, options);
      return { answer: status, work: stats.vertexFace + stats.edgeEdge };
    },
  };
}
