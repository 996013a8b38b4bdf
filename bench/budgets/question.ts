import { type Pose, type Random, TriangleMesh } from '../../src/index.ts';

/** What came of a question within its time. */
export interface Told {
  /** The time ran out before all of it was answered. */
  readonly cut: boolean;
  /** The verdict, in a word. */
  readonly status: string;
}

/** A question that takes a budget: made once, asked with so many milliseconds. */
export interface Question {
  /** Which class is asked. */
  readonly kind: string;
  /** Method and question. */
  readonly name: string;
  /** Comes before every call, outside of the budget. */
  prepare?(): void;
  ask(maxMilliseconds: number): Told | Promise<Told>;
}

/** Makes one when it is wanted: meshes and their trees take longer than most questions. */
export type Prepared = () => Question;

/** How large and how hard a question is. */
export interface Hardness {
  /** Triangles of a large mesh. */
  readonly triangles: number;
  /** Links of a robot, bodies of a world. */
  readonly members: number;
}

export function told({ status, reason }: { readonly status: string; readonly reason?: string }): Told {
  return { cut: reason === 'milliseconds', status };
}

/** A ball with dents, of about so many triangles: no two places alike, closed, turning alike. */
export function dentedBall(triangles: number, radius: number, dents: number, random: Random, solid = false): TriangleMesh {
  const rows = Math.max(4, Math.round(Math.sqrt(triangles / 4)));
  const columns = 2 * rows;
  const phase = random.range(0, 6);
  const positions: number[] = [0, 0, radius];
  for (let i = 1; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const polar = (Math.PI * i) / rows;
      const around = (2 * Math.PI * j) / columns;
      const r = radius * (1 + dents * Math.sin(7 * polar + phase) * Math.cos(5 * around));
      positions.push(r * Math.sin(polar) * Math.cos(around), r * Math.sin(polar) * Math.sin(around), r * Math.cos(polar));
    }
  positions.push(0, 0, -radius);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number): number => (i === 0 ? 0 : i === rows ? last : 1 + (i - 1) * columns + (j % columns));
  const indices: number[] = [];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      if (i > 0) indices.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i < rows - 1) indices.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  return new TriangleMesh(positions, indices, { name: 'ball', solid });
}

/** A square sheet of about so many triangles in the plane z = 0, with waves of this height. */
export function sheet(triangles: number, side: number, waves: number): TriangleMesh {
  const n = Math.max(2, Math.round(Math.sqrt(triangles / 2)));
  const positions: number[] = [];
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++)
      positions.push(side * (i / n - 0.5), side * (j / n - 0.5), waves * Math.sin((9 * i) / n) * Math.cos((7 * j) / n));
  const indices: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
    }
  return new TriangleMesh(positions, indices, { name: 'sheet' });
}

/** Loose triangles in a cube of side 2, each so large. */
export function soup(triangles: number, size: number, random: Random): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < triangles; i++) {
    const centre = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
    for (let corner = 0; corner < 3; corner++) for (let k = 0; k < 3; k++) positions.push(centre[k] + random.range(-size, size));
  }
  return new TriangleMesh(
    positions,
    Array.from({ length: 3 * triangles }, (_, i) => i),
    { name: 'soup' },
  );
}

export function somewhere(random: Random, reach: number): Pose {
  return {
    position: [random.range(-reach, reach), random.range(-reach, reach), random.range(-reach, reach)],
    quaternion: random.quaternion(),
  };
}
