import type { Vec3 } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { length, subtract } from '../../src/math/vec3.ts';

export interface LatticePathOptions {
  readonly cell: number;
  readonly low: Vec3;
  readonly high: Vec3;
  /** Longest straight run, in cells. */
  readonly longestRun: number;
  /** Kept free around the line, where the robot stands. */
  readonly radius: number;
  readonly start?: Vec3;
}

const TURNS = 5;
/** The Puma's column and shoulder, which no pipe may cross. */
const COLUMN_RADIUS = 0.36;
const COLUMN_HEIGHT = 1;

/** Corners of a random line along the axes that turns at every corner; undefined where it got stuck at once. */
export function latticePath(random: Random, options: LatticePathOptions): Vec3[] | undefined {
  const { cell, low, high, longestRun, radius } = options;
  const onLattice = (axis: number) => low[axis] + cell * Math.floor((random.next() * (high[axis] - low[axis])) / cell);
  const corners: Vec3[] = [options.start ?? [onLattice(0), onLattice(1), onLattice(2)]];
  const inside = (p: Vec3) => p.every((x, axis) => x >= low[axis] - 1e-9 && x <= high[axis] + 1e-9);
  let last = random.integer(3);
  for (let turn = 0; turn <= TURNS; turn++) {
    const axis = (last + 1 + random.integer(2)) % 3;
    const step = random.next() < 0.5 ? -cell : cell;
    const run = 1 + random.integer(longestRun);
    const from = corners[corners.length - 1];
    let to = from;
    for (let i = 0; i < run; i++) {
      const next = to.map((x, k) => (k === axis ? x + step : x)) as unknown as Vec3;
      if (!inside(next) || !clearOfColumn(to, next, radius)) break;
      to = next;
    }
    if (length(subtract(to, from)) < cell / 2) continue;
    corners.push(to);
    last = axis;
  }
  return corners.length > 2 ? corners : undefined;
}

/** Does a tube from a to b leave the Puma's column and shoulder free? */
export function clearOfColumn(a: Vec3, b: Vec3, radius: number): boolean {
  for (let i = 0; i <= 8; i++) {
    const [x, y, z] = a.map((c, k) => c + ((b[k] - c) * i) / 8);
    if (Math.sqrt(x * x + y * y) < COLUMN_RADIUS + radius && z < COLUMN_HEIGHT + radius) return false;
  }
  return true;
}
