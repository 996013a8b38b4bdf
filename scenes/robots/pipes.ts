import type { Vec3 } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { length, scaled, subtract } from '../../src/math/vec3.ts';
import { partMesh, quarterBend, swept } from '../part-surfaces.ts';
import { placed } from '../placed.ts';
import { latticePath } from './lattice-path.ts';
import type { Obstacle } from './robot-scene.ts';

const PIPES = 55;
const SECTORS = 10;
/** Of all pipes together: 38,000 triangles [Redon et al. 2004, §6], two a sector. */
const RINGS = 1900;
/** After each pipe the rings so far may be off their share by this many. */
const SLACK = 10;
const RADII: readonly number[] = [0.015, 0.02, 0.025, 0.035, 0.05];
const ELBOW_STEPS = 4;
/** Distance of two rings on a straight run, about. */
const RING_SPACING = 0.16;

/** A dense thicket of pipes with elbows and flanges around a Puma at the origin. 55 pipes, about 38,000 triangles. */
export function pipes(seed = 'pipes'): Obstacle[] {
  const random = new Random(seed);
  const out: Obstacle[] = [];
  let rings = 0;
  while (out.length < PIPES) {
    const { line, radii } = pipeLine(random, random.pick(RADII));
    const due = (RINGS * (out.length + 1)) / PIPES;
    if (line.length === 0 || Math.abs(rings + line.length - due) > SLACK) continue;
    const name = `pipe-${out.length}`;
    out.push({ name, shape: partMesh(name, swept(SECTORS, line, radii)), pose: placed([0, 0, 0]) });
    rings += line.length;
  }
  return out;
}

/** The rings of one pipe; none where its path got stuck. */
function pipeLine(random: Random, radius: number): { line: Vec3[]; radii: number[] } {
  const corners = latticePath(random, { cell: 0.1, low: [-1.2, -1.2, 0.1], high: [1.2, 1.2, 1.8], longestRun: 14, radius }) ?? [];
  const line: Vec3[] = [];
  const radii: number[] = [];
  const ring = (p: Vec3, r = radius) => {
    line.push(p);
    radii.push(r);
  };
  const bends = corners.map((_, i) => bendRadius(corners, i, radius));
  for (const [i, corner] of corners.entries()) {
    const [before, after] = [corners[i - 1], corners[i + 1]];
    if (before && after) quarterBend(before, corner, after, bends[i], ELBOW_STEPS).forEach((p) => void ring(p));
    else ring(corner);
    if (!after) continue;
    const way = subtract(after, corner);
    const size = length(way);
    const straight = size - bends[i] - bends[i + 1];
    const pieces = Math.floor(straight / RING_SPACING);
    const flange = random.next() < 0.35 && pieces > 2 ? 1 + random.integer(pieces - 1) : -1;
    for (let k = 1; k < pieces; k++) {
      const at = (offset: number) => along(corner, way, (bends[i] + (k / pieces) * straight + offset) / size);
      if (k !== flange) ring(at(0));
      else for (const [offset, collar] of FLANGE) ring(at(offset), radius + collar);
    }
  }
  return { line, radii };
}

/** A collar on the pipe: offset along it, height over it. */
const FLANGE: readonly (readonly [offset: number, collar: number])[] = [
  [-0.012, 0],
  [-0.0115, 0.015],
  [0.0115, 0.015],
  [0.012, 0],
];

/** Elbows take at most half of the runs on both sides; 0.99 keeps two of them apart. */
function bendRadius(corners: readonly Vec3[], i: number, radius: number): number {
  if (i === 0 || i === corners.length - 1) return 0;
  const [before, after] = [length(subtract(corners[i], corners[i - 1])), length(subtract(corners[i + 1], corners[i]))];
  return 0.99 * Math.min(Math.max(0.045, 2 * radius), before / 2, after / 2);
}

function along(from: Vec3, way: Vec3, t: number): Vec3 {
  const [x, y, z] = scaled(way, t);
  return [from[0] + x, from[1] + y, from[2] + z];
}
