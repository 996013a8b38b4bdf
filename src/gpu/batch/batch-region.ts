/**
 * Where things move: what the numbers of a model are made for. Places are counted from its middle, and what stands is
 * cut there into triangles no larger than it, because what float32 loses grows with both [docs/notes/gpu.md, "Large and
 * far"].
 */
import type { BatchEnds, Ends } from '../../batch/motion-rows.ts';
import { largestOf } from '../../math/extreme.ts';
import type { Vec3 } from '../../math/pose.ts';
import { length } from '../../math/vec3.ts';
import type { RobotModel } from '../../robot/robot-model.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { LooseTriangles } from './batch-trees.ts';
import { Channels, downTo } from './chain-elements.ts';

/** A box; empty where low is above high. */
export class Region {
  readonly low: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly high: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  take(p: ArrayLike<number>, radius: number, at = 0): void {
    for (let k = 0; k < 3; k++) {
      this.low[k] = Math.min(this.low[k], p[at + k] - radius);
      this.high[k] = Math.max(this.high[k], p[at + k] + radius);
    }
  }

  get isEmpty(): boolean {
    return !(this.low[0] <= this.high[0]);
  }

  /** Its longest side. */
  get size(): number {
    return Math.max(0, this.high[0] - this.low[0], this.high[1] - this.low[1], this.high[2] - this.low[2]);
  }

  get middle(): Vec3 {
    return [(this.low[0] + this.high[0]) / 2, (this.low[1] + this.high[1]) / 2, (this.low[2] + this.high[2]) / 2];
  }

  /** The largest coordinate. */
  get far(): number {
    return this.isEmpty ? 0 : largestOf([...this.low, ...this.high].map(Math.abs));
  }

  holds({ low, high }: Region): boolean {
    return low.every((x, k) => x >= this.low[k]) && high.every((x, k) => x <= this.high[k]);
  }

  /** The same in the unit and from the middle of a model, wider by a share of its size. */
  around(middle: Vec3, scale: number, share: number): Region {
    const out = new Region();
    const more = share * this.size;
    if (!this.isEmpty)
      for (const corner of [this.low, this.high])
        out.take(
          corner.map((x, k) => scale * (x - middle[k])),
          scale * more,
        );
    return out;
  }
}

/** Where robots, and bodies whose places are given, may be: by their joints and by those places. */
export function movingRegion(pairs: ScenePairs, ends: BatchEnds | null): Region {
  const region = new Region();
  pairs.moving.forEach(({ mesh, robot, link }, body) => {
    const radius = radiusOf(mesh.positions);
    if (robot >= 0) region.take(pairs.chains[robot].robot.base.position, radius + lengthTo(pairs.chains[robot].robot, robot, link, ends));
    else if (ends !== null) takeRows(region, ends.bodies[body], 0, radius);
  });
  return region;
}

/** Where the places of one body, or of a joint that goes freely, are. */
export function placesRegion(ends: BatchEnds, owner: number, slot: number): Region {
  const region = new Region();
  takeRows(region, endsOf(ends, owner), slot, 0);
  return region;
}

function takeRows(region: Region, { from, to, size }: Ends, slot: number, radius: number): void {
  for (const rows of [from, to]) for (let at = slot; at < rows.length; at += size) region.take(rows, radius, at);
}

/** Robots by number, bodies by −1 − number. */
export function endsOf({ robots, bodies }: BatchEnds, owner: number): Ends {
  return owner >= 0 ? robots[owner] : bodies[-1 - owner];
}

/** No chain from the base to the link is longer. */
function lengthTo(robot: RobotModel, owner: number, link: number, ends: BatchEnds | null): number {
  const channels = new Channels();
  // the first frame is the base's
  const [, ...elements] = downTo(robot, owner, link, -1, channels, () => [0, 0, 0]);
  let sum = 0;
  for (const element of elements) if (element.kind === 'frame') sum += length(element.frame.place);
  for (const { kind, slot, multiplier, offset } of channels.list) {
    if (ends === null || (kind !== 'length' && kind !== 'place')) continue;
    const { from, to, size } = endsOf(ends, owner);
    let most = 0;
    for (const rows of [from, to])
      for (let at = slot; at < rows.length; at += size) most = Math.max(most, Math.abs(multiplier * rows[at] + offset));
    sum += most;
  }
  return sum;
}

/** How far the farthest of these points is from the origin. */
export function radiusOf(positions: Float64Array): number {
  let square = 0;
  for (let v = 0; v < positions.length; v += 3)
    square = Math.max(square, positions[v] ** 2 + positions[v + 1] ** 2 + positions[v + 2] ** 2);
  return Math.sqrt(square);
}

/** What is cut is no larger than this share of the region. */
const FINEST = 0.25;

/** Triangles of which those that meet the region are smaller than it: halved along their longest edges. */
export function cutWithin({ corners, radii }: LooseTriangles, region: Region): LooseTriangles {
  const most = (FINEST * region.size) ** 2;
  const out: number[] = [];
  const outRadii: number[] = [];
  const stack: number[][] = [];
  for (let i = 0; i < radii.length; i++) {
    stack.push(Array.from(corners.subarray(9 * i, 9 * i + 9)));
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      const squares = [0, 3, 6].map((a) => [0, 1, 2].reduce((sum, k) => sum + (t[a + k] - t[((a + 3) % 9) + k]) ** 2, 0));
      const a = 3 * squares.indexOf(largestOf(squares));
      const isNear = [0, 1, 2].every(
        (k) =>
          Math.min(t[k], t[k + 3], t[k + 6]) - radii[i] <= region.high[k] && Math.max(t[k], t[k + 3], t[k + 6]) + radii[i] >= region.low[k],
      );
      if (!(squares[a / 3] > most && isNear && most > 0)) {
        for (const x of t) out.push(x);
        outRadii.push(radii[i]);
        continue;
      }
      const b = (a + 3) % 9;
      const halves = [t.slice(), t.slice()];
      for (let k = 0; k < 3; k++) halves[0][b + k] = halves[1][a + k] = t[a + k] / 2 + t[b + k] / 2;
      for (const half of halves) stack.push(half);
    }
  }
  return { corners: Float64Array.from(out), radii: Float64Array.from(outRadii) };
}
