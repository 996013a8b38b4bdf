// Real arms that somebody pushes against what stands around them, in joint space as sliders do: what one step costs, and how far it gets within a budget.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setClock } from '../../src/contact/budget.ts';
import { box, DragLoop, type DragOptions, type Robot, Scene } from '../../src/index.ts';
import { readPlanningScene, readUrdf } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import { processorClock } from '../shared/processor-time.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';

/** A joint's push, in radians or units of length, at most. */
const PUSH = 0.5;
/** From one place on, so many pushes follow each other. */
const IN_A_ROW = 5;
/** What is further from contact at the start is not pushed against anything. */
const NEAR = 0.05;
const KEEP = 1e-3;

interface Place {
  readonly scene: Scene;
  /** Of the robot; what is no angle and no length stays as it is here. */
  readonly rest: readonly number[];
}

interface Arm {
  readonly name: string;
  readonly places: readonly Place[];
}

/** A push: from where to where, and how far a step without a budget comes. */
interface Push {
  readonly scene: Scene;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly far: number;
}

const WAYS: readonly (readonly [string, Partial<DragOptions>])[] = [
  ['slides: 6, the default', {}],
  ['slides: 2', { slides: 2 }],
  ['slide: false', { slide: false }],
  ['maxMilliseconds: 8', { maxMilliseconds: 8 }],
];

export async function armsTable(root: string, pushes: number): Promise<Table> {
  const rows: Cell[][] = [];
  for (const { name, places } of await arms(root)) {
    const asked = pushesOf(places, pushes, new Random(`pushes of the ${name}`));
    // budgets go by it too: what else the machine does makes no difference
    setClock(processorClock);
    for (const [way, options] of WAYS) rows.push([name, way, ...measured(asked, options)]);
    setClock(undefined);
  }
  return {
    file: 'dragging',
    title: 'Pushed arms',
    note:
      `${pushes} seeded pushes a row that something blocks, up to ${PUSH} a joint, ${IN_A_ROW} in a row, keep ${KEEP}; milliseconds of processor time a step, once every scene was asked. ` +
      "A step got somewhere where it moved any joint by more than a thousandth of its push, or stood as near already as one without a budget; 'way': the share of the way of one without a budget, the mean.",
    columns: ['arm', 'options', 'median ms', '95 %', 'worst', 'contact', 'unresolved', 'got somewhere %', 'way %'],
    rows,
  };
}

async function arms(root: string): Promise<Arm[]> {
  const data = join(root, '..', 'shared', 'data');
  const out: Arm[] = [];
  const panda = join(data, 'mbm-panda');
  if (existsSync(panda)) {
    const robot = await readUrdf(files(panda), 'panda.urdf', { srdf: 'panda.srdf', packages: { meshes: 'meshes' } });
    const places: Place[] = [];
    for (const set of ['bookshelf_small', 'box', 'cage', 'table_pick']) {
      const cell = await readPlanningScene(files(panda), `problems/${set}_panda/scene0003.yaml`, robot);
      places.push({ scene: new Scene(cell), rest: [...cell.starts[0]] });
    }
    out.push({ name: 'Panda', places });
  }
  const abb = join(data, 'public-robots', 'urdf', 'abb_irb2400_support');
  if (existsSync(abb)) {
    const robot = await readUrdf(files(join(abb, '..')), 'abb_irb2400_support/urdf/irb2400.urdf', {
      packages: { abb_irb2400_support: 'abb_irb2400_support', abb_resources: 'abb_resources' },
    });
    out.push({
      name: 'ABB IRB 2400',
      places: [0, 1, 2, 3].map((k) => ({
        scene: boxesAround(robot, new Random(`boxes ${k}`)),
        rest: new Array<number>(robot.size).fill(0),
      })),
    });
  }
  return out;
}

/** A floor and a dozen boxes where it reaches. */
function boxesAround(robot: Robot, random: Random): Scene {
  const boxes = Array.from({ length: 12 }, (_, k) => {
    const [x, y] = random.direction();
    const size = Math.sqrt(x * x + y * y);
    const far = random.range(0.7, 1.5);
    return {
      name: `box ${k}`,
      shape: box([random.range(0.1, 0.4), random.range(0.1, 0.4), random.range(0.1, 0.4)]),
      pose: { position: [(far * x) / size, (far * y) / size, random.range(0, 1.8)] as const, quaternion: random.quaternion() },
    };
  });
  const floor = { name: 'floor', shape: box([4, 4, 0.1], [0, 0, -0.06]) };
  // its base stands there, and two links of its wrist touch wherever they are
  const allowed = [
    ['base_link', 'floor'],
    ['link_1', 'floor'],
    ['link_4', 'link_6'],
  ] as const;
  return new Scene({ robots: [robot], obstacles: [...boxes, floor], allowed });
}

/** Pushes that something blocks, in walks that begin somewhere free. */
function pushesOf(places: readonly Place[], count: number, random: Random): Push[] {
  const out: Push[] = [];
  while (out.length < count) {
    const { scene, rest } = random.pick(places);
    const [robot] = scene.robots;
    const start = changed(robot, rest, (_, lower, upper) => random.range(Math.max(-3, lower), Math.min(3, upper)));
    const { distance } = scene.distanceAt({ [robot.name]: start }, 0, { cutoff: 2 * NEAR });
    if (!(distance > 2 * KEEP && distance < NEAR) || !scene.isFree(start)) continue;
    const drag = new DragLoop(scene, { [robot.name]: start }, { keep: KEEP });
    for (let k = 0; k < IN_A_ROW && out.length < count; k++) {
      const from = drag.places[robot.name] as readonly number[];
      const to = changed(robot, from, (x, lower, upper) => Math.min(upper, Math.max(lower, x + random.range(-PUSH, PUSH))));
      const { status, places } = drag.move({ [robot.name]: to });
      if (status === 'contact') out.push({ scene, from, to, far: wayOf(from, places[robot.name] as readonly number[]) });
    }
  }
  return out;
}

/** Values of joints of one value, within their limits, changed. */
function changed(robot: Robot, from: readonly number[], change: (x: number, lower: number, upper: number) => number): number[] {
  const out = [...from];
  for (const { slot, size, limits } of robot.joints)
    if (size === 1) out[slot] = change(out[slot], limits.lower ?? -Infinity, limits.upper ?? Infinity);
  return out;
}

function measured(pushes: readonly Push[], options: Partial<DragOptions>): Cell[] {
  const told = { free: 0, contact: 0, unresolved: 0 };
  const times: number[] = [];
  let useful = 0;
  let share = 0;
  for (const { scene, from, to, far } of pushes) {
    const [{ name }] = scene.robots;
    const drag = new DragLoop(scene, { [name]: from }, { keep: KEEP, ...options });
    const start = processorClock();
    const { status, places } = drag.move({ [name]: to });
    times.push(processorClock() - start);
    told[status]++;
    const way = wayOf(from, places[name] as readonly number[]);
    if (way > 1e-3 * wayOf(from, to) || way >= far) useful++;
    share += far > 0 ? Math.min(1, way / far) : 1;
  }
  const { median, p95, max } = summarize(times);
  return [median, p95, max, told.contact, told.unresolved, (100 * useful) / pushes.length, (100 * share) / pushes.length];
}

function wayOf(from: readonly number[], to: readonly number[]): number {
  return Math.max(...from.map((x, i) => Math.abs(to[i] - x)));
}
