import { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

export interface Soup {
  readonly name: string;
  readonly mesh: TriangleMesh;
}

/** A bumpy closed-ish sheet with shared vertices: what real meshes look like. */
export function wavySheet(side: number, scale = 1, shift: readonly number[] = [0, 0, 0]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= side; i++) {
    for (let j = 0; j <= side; j++) {
      const x = i / side - 0.5;
      const y = j / side - 0.5;
      const z = 0.3 * x * x - 0.2 * y * y * y + 0.05 * ((i * 7 + j * 3) % 5);
      positions.push(scale * x + shift[0], scale * y + shift[1], scale * z + shift[2]);
      if (i === side || j === side) continue;
      const v = i * (side + 1) + j;
      indices.push(v, v + 1, v + side + 1, v + 1, v + side + 2, v + side + 1);
    }
  }
  return new TriangleMesh(positions, indices);
}

function soup(random: Random, count: number, corner: (triangle: number) => number[], radius: number | number[] = 0): TriangleMesh {
  const positions: number[] = [];
  for (let i = 0; i < count; i++) positions.push(...corner(i), ...corner(i), ...corner(i));
  void random;
  return new TriangleMesh(positions, undefined, { radius });
}

/** Everything that has ever upset a fit: degenerate, duplicate, sliver, huge, tiny, far away, thick. */
export function hardSoups(seed: number): Soup[] {
  const random = new Random(seed);
  const unit = (): number => random.range(-1, 1);
  const point = (scale = 1): number[] => [scale * unit(), scale * unit(), scale * unit()];
  const soups: Soup[] = [];
  const add = (name: string, mesh: TriangleMesh): void => {
    soups.push({ name, mesh });
  };
  for (const scale of [1, 1e-100, 1e90, 2 ** 300, 1e-300, 5e-324, 1e-30]) {
    add(
      `random, scale ${scale}`,
      soup(random, 40, () => point(scale)),
    );
  }
  for (const scale of [1e-100, 1e80]) add(`sheet, scale ${scale}`, wavySheet(5, scale));
  add('sheet of 200 triangles', wavySheet(10));
  add('sheet at 10^6 radii', wavySheet(6, 1, [1e6, -2e6, 3e5]));
  add('sheet at 10^15 radii', wavySheet(6, 1, [1e15, 0, 0]));
  add(
    'one triangle',
    soup(random, 1, () => point()),
  );
  add('one point', new TriangleMesh(new Array(9).fill(0.1)));
  add('one point at the origin', new TriangleMesh(new Array(9).fill(0)));
  add('one segment', new TriangleMesh([0.1, 0.2, 0.3, 1.1, -0.7, 0.9, 0.1, 0.2, 0.3]));
  add(
    'two triangles',
    soup(random, 2, () => point()),
  );
  const copy = [...point(), ...point(), ...point()];
  add('one triangle 37 times', new TriangleMesh(Array.from({ length: 37 }, () => copy).flat()));
  const spot = point();
  add(
    'all points equal',
    soup(random, 20, () => spot),
  );
  add('points', new TriangleMesh(Array.from({ length: 30 }, () => point()).flatMap((p) => [...p, ...p, ...p])));
  const direction = point();
  const onLine = (): number[] => {
    const t = unit();
    return direction.map((d) => 0.3 + t * d);
  };
  add('all on a line', soup(random, 30, onLine));
  add(
    'all in a plane',
    soup(random, 50, () => [unit(), unit(), 0.25]),
  );
  add(
    'all in a tilted plane',
    soup(random, 50, () => {
      const [s, t] = [unit(), unit()];
      return [s + t, s - 0.3 * t, 0.7 * t + 0.1];
    }),
  );
  let base = point();
  let corner = 0;
  add(
    'slivers',
    soup(random, 40, () => {
      if (corner++ % 3 === 0) base = point();
      return base.map((x, k) => x + direction[k] * unit() + 1e-14 * unit());
    }),
  );
  add(
    'few huge among tiny',
    soup(random, 40, (i) => point(i % 10 === 0 ? 1e9 : 1e-9)),
  );
  add(
    'clusters of any size',
    soup(random, 60, (i) => point(2 ** (-10 * i))),
  );
  add(
    'powers of two along a line',
    soup(random, 100, (i) => [2 ** -i * (1 + 0.1 * unit()), 0, 0]),
  );
  add(
    'thick, one radius',
    soup(random, 30, () => point(), 0.1),
  );
  add(
    'thick, any radius',
    soup(
      random,
      30,
      () => point(),
      Array.from({ length: 30 }, () => random.range(0, 0.5)),
    ),
  );
  add(
    'thick, huge radius',
    soup(random, 10, () => point(), 1e6),
  );
  add(
    'spheres',
    new TriangleMesh(
      Array.from({ length: 12 }, () => point()).flatMap((p) => [...p, ...p, ...p]),
      undefined,
      { radius: Array.from({ length: 12 }, () => random.range(0.01, 0.4)) },
    ),
  );
  add(
    'capsules at scale 1e-100',
    soup(
      random,
      12,
      () => point(1e-100),
      Array.from({ length: 12 }, () => 1e-101 * random.range(0.1, 1)),
    ),
  );
  return soups;
}
