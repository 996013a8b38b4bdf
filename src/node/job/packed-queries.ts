/**
 * A scene of two bodies as bytes that travel: both meshes, where B stands, and from where to where A moves in every
 * query. What comes from elsewhere is checked as it is opened: by its form here, by its values where meshes and motions
 * are made of it.
 */
import { pack, unpack } from '../../batch/packed.ts';
import { refuseMore } from '../../batch/refuse-more.ts';
import { InputError, type Pose, TriangleMesh } from '../../index.ts';
import type { FullPose, LoadedRigidScene } from '../../io/index.ts';
import { fieldsOf, float64sOf, listOf, packedSurface, textOf, uint32sOf } from './packed-fields.ts';

const FORMAT = 'inbetween-queries/1';
/** Numbers of a pose: position and quaternion. */
const POSE = 7;

/** What is asked about: A moves against B, query by query. */
export interface Queries {
  readonly names: readonly [string, string];
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  readonly poseB: Pose;
  readonly count: number;
  /** Where A starts and ends. */
  ends(query: number): { readonly from: Pose; readonly to: Pose };
}

/** `names`: what results call the two. */
export function packQueries(scene: LoadedRigidScene, names: readonly [string, string]): Uint8Array {
  // what is asked of them travels with their chunks, results give them their own numbers
  const { a, b, poseB, queries, name, meshA, meshB, touch, ...rest } = scene;
  refuseMore(rest, 'packed queries');
  const ends = new Float64Array(2 * POSE * queries.length);
  queries.forEach(({ from, to, id, trajectory, ref, ...more }, i) => {
    refuseMore(more, 'packed queries: a query');
    ends.set([...flat(from), ...flat(to)], 2 * POSE * i);
  });
  const other = b === a ? null : packedSurface(b);
  return pack({ format: FORMAT, names: [...names], a: packedSurface(a), b: other, poseB: Float64Array.from(flat(poseB)), ends });
}

function flat({ position, quaternion, ...rest }: FullPose): number[] {
  refuseMore(rest, 'packed queries: a pose');
  return [...position, ...quaternion];
}

export function openQueries(bytes: Uint8Array): Queries {
  const content = fieldsOf(unpack(bytes), ['names', 'a', 'b', 'poseB', 'ends'], FORMAT);
  const names = listOf(content.names, 'names').map((name) => textOf(name, 'names'));
  if (names.length !== 2) throw new InputError(`${FORMAT}: names must be two`);
  const mesh = (value: unknown, name: string): TriangleMesh => {
    const { positions, indices } = fieldsOf(value, ['positions', 'indices']);
    return new TriangleMesh(float64sOf(positions, 'positions'), uint32sOf(indices, 'indices'), { name });
  };
  const a = mesh(content.a, names[0]);
  const ends = float64sOf(content.ends, 'ends');
  const poseB = float64sOf(content.poseB, 'poseB');
  if (ends.length % (2 * POSE) !== 0 || poseB.length !== POSE) throw new InputError(`${FORMAT}: poses must have ${POSE} numbers each`);
  return {
    names: [names[0], names[1]],
    a,
    b: content.b === null ? a : mesh(content.b, names[1]),
    poseB: poseAt(poseB, 0),
    count: ends.length / (2 * POSE),
    ends: (query) => ({ from: poseAt(ends, 2 * POSE * query), to: poseAt(ends, 2 * POSE * query + POSE) }),
  };
}

function poseAt(values: Float64Array, at: number): Pose {
  const [x, y, z, qx, qy, qz, qw] = values.subarray(at, at + POSE);
  return { position: [x, y, z], quaternion: [qx, qy, qz, qw] };
}
