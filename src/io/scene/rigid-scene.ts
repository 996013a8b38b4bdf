import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Quat, type Vec3 } from '../../math/pose.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { besidePath, type Files, namedBy, namedFile } from '../files.ts';
import { readMesh } from '../mesh/read-mesh.ts';
import { sizeOf } from '../mesh-source.ts';
import { plainJson } from '../text/parse-json.ts';
import { shownJson } from '../text/shown-json.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';

// The scene file `ccd-scene/1`: one moving body A, one resting body B, many motions of A, optionally with the bracket
// in which a reference found the first contact. Fields it does not know are left alone.

/** Units of work of a query. */
const QUERY_UNITS = 64;

/** Where a rigid body is: x ↦ quaternion · x + position, both given. */
export interface FullPose {
  /** Position of its origin, in the unit of length. */
  readonly position: Vec3;
  /** Its orientation, x y z w, of unit length. */
  readonly quaternion: Quat;
}

/** What somebody else found of a query. */
export interface RigidReference {
  /** Whether there is contact. */
  readonly collide: boolean;
  /** A right time of contact is about this or later, as a share of the motion. */
  readonly lo: number;
  /** A right time of contact is about this or earlier, as a share of the motion. */
  readonly hi: number;
  /** Distance at the start, in the unit of length; absent: not known. */
  readonly d0?: number;
}

/** One motion of body A, from pose to pose. */
export interface RigidQuery {
  /** Its number in the file. */
  readonly id: number;
  /** Queries with the same number follow each other in time. */
  readonly trajectory?: number;
  /** Where A starts. */
  readonly from: FullPose;
  /** Where A ends; between the two it moves by the in-between motion. */
  readonly to: FullPose;
  /** What somebody else found; absent: nobody did. */
  readonly ref?: RigidReference;
}

/** A scene file `ccd-scene/1` as data: a moving body A, a resting body B, many motions of A. */
export interface RigidScene {
  /** What to call the scene. */
  readonly name: string;
  /** Path of A's mesh as written, beside the scene file. */
  readonly meshA: string;
  /** Path of B's mesh as written, beside the scene file. */
  readonly meshB: string;
  /** Where B stands. */
  readonly poseB: FullPose;
  /** The distance that counts as contact, in the unit of length; absent: the file does not say. */
  readonly touch?: number;
  /** The motions of A, in the order of the file. */
  readonly queries: readonly RigidQuery[];
}

/** A scene of two bodies with its meshes. */
export interface LoadedRigidScene extends RigidScene {
  /** The mesh of A. */
  readonly a: TriangleMesh;
  /** The mesh of B; the same object as `a` where both name one file. */
  readonly b: TriangleMesh;
}

/** Reads a scene file `ccd-scene/1` and its meshes, which lie beside it. */
export async function readRigidScene(files: Files, path: string, options: ReadOptions = {}): Promise<LoadedRigidScene> {
  checkRecord(options, ['maxWork'], 'readRigidScene');
  const maxWork = meterOf(options.maxWork);
  const scene = parseRigidScene(await namedFile(files, path, 'readRigidScene'), path, { maxWork });
  const named = namedBy(files, path);
  const a = await readMesh(named, besidePath(path, scene.meshA), { maxWork });
  const b = scene.meshB === scene.meshA ? a : await readMesh(named, besidePath(path, scene.meshB), { maxWork });
  return { ...scene, a, b };
}

/** Reads a scene file `ccd-scene/1` at hand, without its meshes; `file` is its name, for errors. */
export function parseRigidScene(source: Uint8Array | string, file: string, options: ReadOptions = {}): RigidScene {
  checkRecord(options, ['maxWork'], 'parseRigidScene');
  const work = meterOf(options.maxWork);
  work.open(file, sizeOf(source, file));
  const scene = new Fields(plainJson(source, file, work), '', file);
  const format = scene.get('format');
  if (format !== 'ccd-scene/1') throw scene.error('format', 'should be "ccd-scene/1"', format);
  const motion = scene.get('motion');
  if (motion !== undefined && motion !== 'linear-origin+constant-axis') {
    throw scene.error('motion', 'should be "linear-origin+constant-axis", the only one known', motion);
  }
  const queries = scene.get('queries');
  if (!Array.isArray(queries) || queries.length === 0) throw scene.error('queries', 'should be a list of at least one query', queries);
  work.spend(QUERY_UNITS * queries.length, { file });
  const poseB = scene.get('poseB') === undefined ? undefined : scene.fields('poseB');
  const touch = scene.optionalNumber('touch');
  if (touch !== undefined && !(touch > 0)) throw scene.error('touch', 'should be a number > 0', touch);
  return {
    name: scene.get('name') === undefined ? file : scene.text('name'),
    meshA: scene.text('meshA'),
    meshB: scene.text('meshB'),
    poseB: poseB === undefined ? { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } : poseB.pose('q', 't'),
    touch,
    queries: queries.map((query, i) => readQuery(new Fields(query, `queries[${i}]`, file))),
  };
}

function readQuery(query: Fields): RigidQuery {
  const id = query.number('id');
  if (!Number.isSafeInteger(id)) throw query.error('id', 'should be an integer', id);
  return {
    id,
    trajectory: query.optionalNumber('trajectory'),
    from: query.pose('q0', 't0'),
    to: query.pose('q1', 't1'),
    ref: query.get('ref') === undefined ? undefined : readReference(query.fields('ref')),
  };
}

function readReference(ref: Fields): RigidReference {
  const collide = ref.get('collide');
  if (typeof collide !== 'boolean') throw ref.error('collide', 'should be true or false', collide);
  return { collide, lo: ref.number('lo'), hi: ref.number('hi'), d0: ref.optionalNumber('d0') };
}

/** The fields of one JSON object, with its place in the file for the errors. */
class Fields {
  private readonly object: Readonly<Record<string, unknown>>;
  private readonly place: string;
  private readonly file: string;

  constructor(value: unknown, place: string, file: string) {
    this.place = place;
    this.file = file;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new InputError(`${place || 'the content'} should be an object, got ${shownJson(value)}`, { file });
    }
    this.object = value as Record<string, unknown>;
  }

  /** Undefined where the file has nothing, or null. */
  get(key: string): unknown {
    return Object.hasOwn(this.object, key) ? (this.object[key] ?? undefined) : undefined;
  }

  error(key: string, expectation: string, value: unknown): InputError {
    const fault = value === undefined ? `${expectation}, but is missing` : `${expectation}, got ${shownJson(value)}`;
    return new InputError(`${this.path(key)} ${fault}`, { file: this.file });
  }

  text(key: string): string {
    const value = this.get(key);
    if (typeof value !== 'string' || value === '') throw this.error(key, 'should be a text', value);
    return value;
  }

  number(key: string): number {
    const value = this.get(key);
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.error(key, 'should be a finite number', value);
    return value;
  }

  optionalNumber(key: string): number | undefined {
    return this.get(key) === undefined ? undefined : this.number(key);
  }

  fields(key: string): Fields {
    return new Fields(this.get(key), this.path(key), this.file);
  }

  pose(quaternionKey: string, positionKey: string): FullPose {
    const quaternion = this.numbers(quaternionKey, 4) as unknown as Quat;
    const position = this.numbers(positionKey, 3) as unknown as Vec3;
    try {
      return checkedPose({ position, quaternion }, this.path(`${quaternionKey}, ${positionKey}`));
    } catch (cause) {
      throw new InputError((cause as Error).message, { file: this.file });
    }
  }

  private numbers(key: string, count: number): number[] {
    const value = this.get(key);
    if (!Array.isArray(value) || value.length !== count || !value.every((x) => typeof x === 'number' && Number.isFinite(x))) {
      throw this.error(key, `should be ${count} finite numbers`, value);
    }
    return value;
  }

  private path(key: string): string {
    return this.place === '' ? key : `${this.place}.${key}`;
  }
}
