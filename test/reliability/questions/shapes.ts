import { pointCloud } from '../../../src/cloud/point-cloud.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { coordinate, scaledVector, vector } from './numbers.ts';

/** A shape as data. */
export type ShapeSpec =
  | { readonly soup: readonly number[]; readonly radius?: number; readonly solid?: boolean }
  | { readonly cloud: readonly number[]; readonly radius: number }
  | { readonly box: Vec3; readonly centre: Vec3 }
  | { readonly sphere: number }
  | { readonly capsule: readonly [Vec3, Vec3]; readonly radius: number };

/** Up to `most` triangles, needles and points among them, some with common corners or in one plane. */
export function soup(random: Random, most: number, wild: number): readonly number[] {
  const positions: number[] = [];
  const flat = random.next() < 0.15;
  for (let k = 1 + random.integer(most); k > 0; k--) {
    const size = random.range(0.02, 0.8);
    const middle = vector(random, 1);
    const corner = (): number[] => {
      // a corner that is there already: neighbours, doubled triangles
      if (positions.length > 0 && random.next() < 0.25) {
        const at = 3 * random.integer(positions.length / 3);
        return positions.slice(at, at + 3);
      }
      const offset = vector(random, size);
      return wild > 0
        ? [coordinate(random, wild), coordinate(random, wild), flat ? 0.25 : coordinate(random, wild)]
        : [middle[0] + offset[0], middle[1] + offset[1], flat ? 0.25 : middle[2] + offset[2]];
    };
    const [a, b, c] = [corner(), corner(), corner()];
    const kind = random.next();
    if (kind < 0.04) positions.push(...a, ...a, ...a);
    else if (kind < 0.08) positions.push(...a, ...b, ...b);
    else positions.push(...a, ...b, ...c);
  }
  return positions;
}

export function shape(random: Random, most: number, wild: number): ShapeSpec {
  const size = (): number => random.range(0.05, 1);
  switch (random.integer(8)) {
    case 0:
      return { box: [size(), size(), random.pick([size(), size(), 2 ** -20])], centre: vector(random, 0.3) };
    case 1:
      return { sphere: size() };
    case 2:
      return { capsule: [vector(random, 1), vector(random, 1)], radius: size() / 4 };
    case 3:
      return { soup: soup(random, most, wild), radius: random.range(0, 0.2) };
    default:
      return { soup: soup(random, most, wild) };
  }
}

export function cloud(random: Random, most: number, wild: number): ShapeSpec {
  const count = 1 + random.integer(most);
  const same = random.next() < 0.1;
  const first = [0.125, 0.25, -0.5];
  const points = Array.from({ length: 3 * count }, (_, i) => (same ? first[i % 3] : coordinate(random, wild)));
  return { cloud: points, radius: random.pick([0, 0.01, 0.1]) };
}

export function meshOf(spec: ShapeSpec, name: string): TriangleMesh {
  if ('soup' in spec) return new TriangleMesh(spec.soup, undefined, { name, radius: spec.radius ?? 0, solid: spec.solid ?? false });
  if ('cloud' in spec) return pointCloud(spec.cloud, { radius: spec.radius, name });
  if ('box' in spec) return box(spec.box, spec.centre, name);
  if ('sphere' in spec) return sphere(spec.sphere, [0, 0, 0], name);
  return capsule(spec.capsule[0], spec.capsule[1], spec.radius, name);
}

export function scaledShape(spec: ShapeSpec, factor: number): ShapeSpec {
  const all = (numbers: readonly number[]): number[] => numbers.map((x) => x * factor);
  if ('soup' in spec) return { ...spec, soup: all(spec.soup), ...(spec.radius === undefined ? {} : { radius: spec.radius * factor }) };
  if ('cloud' in spec) return { cloud: all(spec.cloud), radius: spec.radius * factor };
  if ('box' in spec) return { box: scaledVector(spec.box, factor), centre: scaledVector(spec.centre, factor) };
  if ('sphere' in spec) return { sphere: spec.sphere * factor };
  return { capsule: [scaledVector(spec.capsule[0], factor), scaledVector(spec.capsule[1], factor)], radius: spec.radius * factor };
}
