import { atRest, type Body, type RigidMotion, rigidMotion, TriangleMesh, type Vec3 } from '../index.ts';

// The built-in motion, in millimetres: a gear wheel tumbles onto a torus knot. Coordinates are rounded to six decimals, so that
// an engine's own last digits of sin and cos do not show.

export interface DemoBody extends Body {
  readonly name: string;
  readonly motion: RigidMotion;
}

export interface DemoScene {
  readonly a: DemoBody;
  readonly b: DemoBody;
  readonly tolerance: number;
}

export function demoScene(): DemoScene {
  const from = { position: [112, -30, 92] as Vec3, quaternion: turned([1, 0.3, 0.2], 0.5) };
  const to = { position: [-92, 14, -52] as Vec3, quaternion: turned([0.5, 1, 0.35], 2.5) };
  return {
    a: { name: 'gear wheel', mesh: gearWheel(), motion: rigidMotion(from, to) },
    b: { name: 'torus knot', mesh: torusKnot(), motion: atRest() },
    tolerance: 1e-4,
  };
}

const TURN = 2 * Math.PI;
const TEETH = 18;
const STEPS_A_TOOTH = 16;
/** Of the wheel's rim without teeth, its tooth height, and its bore. */
const ROOT = 36;
const TOOTH = 7;
const BORE = 11;

/** Once around the wheel's cross-section: fraction of the way from bore to rim, and height. Chamfered, with a thinner web. */
// biome-ignore format: one loop
const SECTION: readonly (readonly [fraction: number, height: number])[] = [
  [1, -5.5], [1, -2], [1, 2], [1, 5.5], [0.96, 7], [0.86, 7], [0.76, 7], [0.72, 3], [0.55, 3], [0.38, 3], [0.34, 9],
  [0.2, 9], [0.04, 9], [0, 8], [0, 3], [0, -3], [0, -8], [0.04, -9], [0.2, -9], [0.34, -9], [0.38, -3], [0.55, -3], [0.72, -3],
  [0.76, -7], [0.86, -7], [0.96, -7],
];

function gearWheel(): TriangleMesh {
  const around = TEETH * STEPS_A_TOOTH;
  return closedGrid('gear wheel', around, SECTION.length, (i, j) => {
    const angle = (i / around) * TURN;
    const [fraction, height] = SECTION[j];
    // only the outer part follows the teeth, so that web and hub stay round
    const toothed = smoothStep(0.7, 0.96, fraction);
    const radius = BORE + (ROOT - BORE) * fraction + TOOTH * toothed * toothHeight((i % STEPS_A_TOOTH) / STEPS_A_TOOTH);
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  });
}

/** 0 between two teeth, 1 on top of one. */
function toothHeight(phase: number): number {
  return smoothStep(0.22, 0.42, 1 - Math.abs(2 * phase - 1));
}

const TUBE = 9;
const KNOT_SIZE = 19;

/** A tube around the (2, 3) torus knot. */
function torusKnot(): TriangleMesh {
  const along = 260;
  const around = 22;
  return closedGrid('torus knot', along, around, (i, j) => {
    const [before, here, after] = [-1, 0, 1].map((step) => knotLine((i + 0.01 * step) / along));
    const tangent = unit([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
    const side = unit(cross(tangent, here));
    const out = cross(side, tangent);
    const angle = (j / around) * TURN;
    const [c, s] = [TUBE * Math.cos(angle), TUBE * Math.sin(angle)];
    return [0, 1, 2].map((k) => here[k] + c * out[k] - s * side[k]) as unknown as Vec3;
  });
}

function knotLine(u: number): Vec3 {
  const a = u * TURN;
  const radius = KNOT_SIZE * (2 + Math.cos(3 * a));
  return [radius * Math.cos(2 * a), radius * Math.sin(2 * a), -1.15 * KNOT_SIZE * Math.sin(3 * a)];
}

/** A surface closed both ways, two triangles a cell. */
function closedGrid(name: string, n: number, m: number, at: (i: number, j: number) => Vec3): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      positions.push(...at(i, j).map((x) => Math.round(x * 1e6) / 1e6 + 0));
      const [a, b] = [i * m + j, ((i + 1) % n) * m + j];
      const [c, d] = [((i + 1) % n) * m + ((j + 1) % m), i * m + ((j + 1) % m)];
      indices.push(a, b, c, a, c, d);
    }
  }
  return new TriangleMesh(positions, indices, { name });
}

function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

function turned(axis: Vec3, angle: number): [number, number, number, number] {
  const [x, y, z] = unit(axis).map((u) => u * Math.sin(angle / 2));
  return [x, y, z, Math.cos(angle / 2)];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Vec3): Vec3 {
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return [a[0] / length, a[1] / length, a[2] / length];
}
