import { describe, expect, test } from 'vitest';
import { box, Random, Robot, Scene, sphere } from '../../../src/index.ts';
import { EdgeFilter } from '../../../src/plan/edges/edge-filter.ts';
import { Prover } from '../../../src/plan/edges/prover.ts';
import { problemOf } from '../../../src/plan/goals/problem.ts';
import { plan } from '../../../src/plan/index.ts';
import { Leg } from '../../../src/plan/search/leg.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { MotionChecker } from '../../../src/scene/check/motion-checker.ts';

/** Cells a side, how thick walls are, and how large the ball that goes through. */
const CELLS = 5;
const THICK = 0.001;
const BALL = 0.02;

interface Wall {
  readonly x: number;
  readonly y: number;
  readonly across: boolean;
}

/** A perfect maze, by walking at random: the walls that are left. Between any two cells there is one way. */
function mazeWalls(seed: string): Wall[] {
  const random = new Random(seed);
  const open = new Set<string>();
  const seen = new Set(['0 0']);
  const stack: [number, number][] = [[0, 0]];
  while (stack.length > 0) {
    const [x, y] = stack[stack.length - 1];
    const next = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].filter(([dx, dy]) => {
      const [nx, ny] = [x + dx, y + dy];
      return nx >= 0 && ny >= 0 && nx < CELLS && ny < CELLS && !seen.has(`${nx} ${ny}`);
    });
    if (next.length === 0) {
      stack.pop();
      continue;
    }
    const [dx, dy] = next[random.integer(next.length)];
    // the wall between both cells: right of the left one, or over the lower one
    open.add(dx === 0 ? `${x} ${Math.min(y, y + dy)} over` : `${Math.min(x, x + dx)} ${y} right`);
    seen.add(`${x + dx} ${y + dy}`);
    stack.push([x + dx, y + dy]);
  }
  const walls: Wall[] = [];
  for (let x = -1; x < CELLS; x++) {
    for (let y = -1; y < CELLS; y++) {
      if (y >= 0 && !open.has(`${x} ${y} right`)) walls.push({ x: x + 1, y, across: false });
      if (x >= 0 && !open.has(`${x} ${y} over`)) walls.push({ x, y: y + 1, across: true });
    }
  }
  return walls;
}

function mazeScene(walls: readonly Wall[]): Scene {
  const slide = (name: string, parent: string, axis: readonly [number, number, number]) => ({
    name,
    parent,
    joint: { name: `${name}_slide`, type: 'prismatic' as const, axis, limits: { lower: 0, upper: CELLS } },
  });
  const robot = new Robot({
    name: 'gantry',
    links: [{ name: 'foot' }, slide('x', 'foot', [1, 0, 0]), { ...slide('y', 'x', [0, 1, 0]), shapes: [{ shape: sphere(BALL) }] }],
  });
  const obstacles = walls.map(({ x, y, across }, k) => ({
    name: `wall${k}`,
    shape: across ? box([1 + THICK, THICK, 1]) : box([THICK, 1 + THICK, 1]),
    pose: { position: (across ? [x + 0.5, y, 0] : [x, y + 0.5, 0]) as [number, number, number] },
  }));
  return new Scene({ robots: [robot], obstacles });
}

/** How far the straight way between two points stays from a wall's middle line, by sampling both finely. */
function leastDistance(a: ArrayLike<number>, b: ArrayLike<number>, { x, y, across }: Wall): number {
  let least = Infinity;
  for (let k = 0; k <= 2000; k++) {
    const px = a[0] + (k / 2000) * (b[0] - a[0]);
    const py = a[1] + (k / 2000) * (b[1] - a[1]);
    const wx = across ? Math.max(x, Math.min(x + 1, px)) : x;
    const wy = across ? y : Math.max(y, Math.min(y + 1, py));
    least = Math.min(least, Math.hypot(px - wx, py - wy));
  }
  return least;
}

const FREE = { status: 'free', time: 1 } as SceneFirstContact;

describe('a maze of thin walls', () => {
  const walls = mazeWalls('maze');
  const scene = mazeScene(walls);
  const request = { from: [0.5, 0.5], to: [CELLS - 0.5, CELLS - 0.5], seed: 1, maxMilliseconds: 60_000 };

  test('states alone cross the walls', () => {
    const checker = new MotionChecker(scene);
    const { space, start, legs, layout } = problemOf(scene, request, () => true);
    const believing = new Prover(space, { motionIsFree: () => true }, () => ({ certificate: FREE, time: 1 }));
    const halt = { over: false, samples: 1e5 };
    const leg = new Leg(space, new EdgeFilter(space, checker), believing, new Random(1), halt, {
      shorten: true,
      constraints: null,
      throats: null,
      slider: null,
    });
    const work = leg.run(start, [legs[0][0].state]);
    let step = work.next();
    while (!step.done) step = work.next();
    const states = step.value?.states ?? [];
    expect(states.length).toBeGreaterThan(1);
    expect(scene.firstContact(layout.motions(states)).status).toBe('contact');
  });

  test('a plan never does', async () => {
    const found = await plan(scene, request);
    expect(found.status).toBe('found');
    const ways = found.states.slice(1).flatMap((to, k) => walls.map((wall) => leastDistance(found.states[k], to, wall)));
    expect(Math.min(...ways)).toBeGreaterThan(BALL);
  });
});
