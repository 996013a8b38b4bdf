// Questions that were once slow for no good reason, by counts that repeat exactly: docs/notes/slow-questions.md says why they were.

import { convexBox, convexPrism } from '../../src/convex/index.ts';
import { cylinder, Random, Robot, Scene, TriangleMesh, type Vec3 } from '../../src/index.ts';
import { bounce, World, type WorldBody } from '../../src/world/index.ts';
import { countOption, parseCommandLine, textOption } from '../shared/command-line.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';
import { beaters, meshingJoints, wheels } from './grazing.ts';
import { askedAgain, since } from './processor-time.ts';
import { slowest } from './slowest.ts';
import { tube } from './tube.ts';

export const SLOW_USAGE = `slow   questions that were once slow for no good reason: shafts in bores, beaters and wheels that mesh, links in
       flat contact, floors of many triangles, coins, prisms of many sides
  --quick      the smallest of each
  --random N   N random questions of each kind that users ask, and the slowest hundredth of each
  --seed S     another draw; default 'slow'
  --kind K     of one kind only`;

export async function slow(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'random', 'seed', 'kind']);
  if (line.options.has('random')) {
    console.log(toMarkdown(slowest(countOption(line, 'random', 1), textOption(line, 'seed') ?? 'slow', textOption(line, 'kind'))));
    return;
  }
  const quick = line.options.has('quick');
  const rows: Cell[][] = [];
  for (const air of quick ? [0.01] : [0.01, 0.001, 0.0002]) rows.push(shaftInBore(air));
  for (const angle of quick ? [10] : [100, 1000]) rows.push(beaters(angle));
  for (const angle of quick ? [1] : [3, 6]) rows.push(wheels(angle), meshingJoints(angle));
  for (const segments of quick ? [1] : [1, 10]) rows.push(linksEndToEnd(segments));
  for (const cells of quick ? [10] : [1, 100]) rows.push(armOverFloor(cells));
  for (const coins of quick ? [27] : [200, 1000]) rows.push(coinsThatFall(coins));
  for (const sides of quick ? [1024] : [1024, 65_536]) rows.push(prismOf(sides));
  console.log(
    toMarkdown({
      file: 'slow',
      title: 'Slow for no good reason',
      note: 'Work: pairs of nodes and triangles (bore, beaters, wheels, floor), stretches (links), looks (coins), faces (prisms). Milliseconds of processor time: the first time, compilation included, and asked again, the least of five.',
      columns: ['question', 'answer', 'work', 'ms', 'again'],
      rows,
    }),
  );
}

/** A shaft turns by 3 rad in a bore around it, both of 64 sides and 8 rings. */
function shaftInBore(air: number): Cell[] {
  const corner = 0.05 / Math.cos(Math.PI / 64);
  const robot = new Robot({
    name: 'wrist',
    links: [
      { name: 'housing', shapes: [{ shape: tube(corner + air, 0.08, 0.12, 64, 8) }] },
      {
        name: 'shaft',
        parent: 'housing',
        joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] },
        shapes: [{ shape: tube(0.03, 0.05, 0.1, 64, 8) }],
      },
    ],
  });
  const scene = new Scene({ robots: [robot] });
  const path = robot.path([{ turn: 0 }, { turn: 3 }]);
  const { answer, first, again } = askedAgain(() => scene.firstContact({ wrist: path }));
  return [`shaft in a bore, ${1000 * air} mm of air`, answer.status, answer.stats.nodes + answer.stats.triangles, first, again];
}

/** Six cylinders end to end, each touching the next one all the time. */
function linksEndToEnd(segments: number): Cell[] {
  const shapes = [{ shape: cylinder(0.05, 0.3, { centre: [0, 0, 0.15] }) }];
  const arm = new Robot({
    name: 'arm',
    links: Array.from({ length: 6 }, (_, i) => ({
      name: `link ${i}`,
      ...(i === 0 ? {} : { parent: `link ${i - 1}`, joint: jointOf(i) }),
      shapes,
    })),
  });
  const configuration = (s: number): Record<string, number> =>
    Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`joint ${i}`, s === 0 ? 0 : 0.5 * Math.sin(1.7 * s + i)]));
  const path = arm.path(Array.from({ length: segments + 1 }, (_, s) => configuration(s)));
  const begun = process.cpuUsage();
  const { intervals, complete } = new Scene({ robots: [arm] }).contactIntervals({ arm: path }, { maxMilliseconds: 60_000 });
  return [
    `stretches of six cylinders, segments: ${segments}`,
    complete ? 'complete' : 'not complete',
    intervals.length,
    since(begun),
    Number.NaN,
  ];
}

function jointOf(i: number): { name: string; type: 'revolute'; axis: Vec3; origin: { position: Vec3 } } {
  return { name: `joint ${i}`, type: 'revolute', axis: i % 2 === 1 ? [0, 0, 1] : [0, 1, 0], origin: { position: [0, 0, 0.3] } };
}

/** 400 motions of six cylinders end to end, a centimetre above a flat floor of so many squares a side. */
function armOverFloor(cells: number): Cell[] {
  const arm = new Robot({
    name: 'arm',
    links: Array.from({ length: 6 }, (_, i) => ({
      name: `link ${i}`,
      ...(i === 0 ? {} : { parent: `link ${i - 1}` }),
      joint: jointOf(i + 1),
      shapes: [{ shape: cylinder(0.05, 0.25, { centre: [0, 0, 0.135] }) }],
    })),
    base: { position: [0, 0, -0.3] },
  });
  const at = (k: number): Vec3 => [(4 * Math.floor(k / (cells + 1))) / cells - 2, (4 * (k % (cells + 1))) / cells - 2, 0];
  const corners = Array.from({ length: (cells + 1) ** 2 }, (_, k) => at(k)).flat();
  const squares = Array.from({ length: cells * cells }, (_, k) => Math.floor(k / cells) * (cells + 1) + (k % cells));
  const floor = new TriangleMesh(
    corners,
    squares.flatMap((a) => [a, a + cells + 1, a + cells + 2, a, a + cells + 2, a + 1]),
  );
  const scene = new Scene({ robots: [arm], obstacles: [{ name: 'floor', shape: floor }], self: false });
  const random = new Random('floor');
  const ways = Array.from({ length: 401 }, () => Array.from({ length: 6 }, () => random.range(-1.5, 1.5)));
  const ask = (k: number) => scene.firstContact({ arm: arm.path([ways[k], ways[k + 1]]) }, { contacts: 'none' });
  const { answer, first, again } = askedAgain(() => {
    let [free, work] = [0, 0];
    for (let k = 0; k < 400; k++) {
      const { status, stats } = ask(k);
      free += Number(status === 'free');
      work += stats.nodes + stats.triangles;
    }
    return { free, work };
  });
  return [`400 motions above a floor of ${2 * cells * cells} triangles`, `${answer.free} free`, answer.work, first, again];
}

/** Tumbling coins fall onto a floor and onto each other for a tenth of a second. */
function coinsThatFall(count: number): Cell[] {
  const random = new Random(7);
  const side = Math.ceil(Math.cbrt(count));
  const shape = convexPrism(32, 0.01, 0.002);
  const vector = (most: number): Vec3 => [random.range(-most, most), random.range(-most, most), random.range(-most, most)];
  const bodies: WorldBody[] = [{ name: 'floor', shape: convexBox([10, 10, 0.1], [0, 0, -0.05]), fixed: true }];
  for (let i = 0; i < count; i++) {
    const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
    const position: Vec3 = [0.025 * place[0], 0.025 * place[1], 0.02 + 0.025 * place[2]];
    bodies.push({
      name: `coin ${i}`,
      shape,
      pose: { position, quaternion: random.quaternion() },
      velocity: vector(0.3),
      angularVelocity: vector(20),
    });
  }
  const world = new World({ bodies, gravity: [0, 0, -9.81] });
  const begun = process.cpuUsage();
  world.advance(0.1, bounce(0.3, 0.3));
  return [`coins: ${count}, 0.1 s`, `${world.stats.events} contacts`, world.stats.checks, since(begun), Number.NaN];
}

function prismOf(sides: number): Cell[] {
  const begun = process.cpuUsage();
  const { faceCount } = convexPrism(sides, 1, 0.3);
  return [`prism, sides: ${sides}`, 'hull', faceCount, since(begun), Number.NaN];
}
