import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { weldByPosition } from '../../mesh/adjacency.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { besidePath, type Files, namedBy, namedFile } from '../files.ts';
import { MESH_KINDS } from '../mesh/mesh-kinds.ts';
import { besideMesh, meshFormat, parseMesh } from '../mesh/read-mesh.ts';
import { counted } from '../text/counted.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { bareName, parseStepFile, type StepFile, type StepFileBody } from './step-file.ts';

// Two frames of a mesh as one deforming body. Vertices and triangles keep the numbers they have in the file. Where a
// format has no numbers for vertices (STL), or repeats them for the sake of normals (COLLADA, glTF), vertices at
// exactly the same place in both frames become one, the first of them: otherwise neighbouring triangles would touch
// each other along every edge.

/** A deforming mesh of a step: where it starts, and where it ends. */
export interface StepMesh {
  /** What results call it. */
  readonly name: string;
  /** The mesh at the start; with vertices made one where `welded` is true. */
  readonly mesh: TriangleMesh;
  /** Positions at the end, x y z a vertex; null where it stands. */
  readonly end: Float64Array | null;
  /** Whether it is tested against itself; undefined: nobody said. */
  readonly self?: boolean;
  /** How many vertices of triangles lie exactly on others in both frames. */
  readonly coincident: number;
  /** Whether the coincident vertices were made one. */
  readonly welded: boolean;
  /** Corners of the triangles as the file numbers them, three a triangle. */
  readonly indices: Uint32Array;
}

/** How a mesh of a step is called and read. */
export interface StepMeshOptions extends ReadOptions {
  /** What results call it. Default: the name of the first file, without its extension. */
  readonly name?: string;
  /** Whether it is to be tested against itself; handed on. Default: not said. */
  readonly self?: boolean;
  /** Makes vertices at the same place in both frames one. Default: where the file does not number vertices for good. */
  readonly weld?: boolean;
}

/** A step file with the frames that it names. */
export interface LoadedStep extends Omit<StepFile, 'bodies'> {
  /** Bodies with their frames. */
  readonly bodies: readonly StepMesh[];
}

/** How the bodies of a step file are read. */
export interface ReadStepOptions extends ReadOptions {
  /**
   * Makes vertices at the same place in both frames one, for bodies of which the file does not say. Default: where
   * their format does not number vertices for good.
   */
  readonly weld?: boolean;
  /** Called before each body is read. Default: nobody is called. */
  readonly onBody?: (body: StepFileBody) => void;
}

/** Reads a step file `inbetween-step/1` and the frames it names, which lie beside it. */
export async function readStepFile(files: Files, path: string, options: ReadStepOptions = {}): Promise<LoadedStep> {
  checkRecord(options, ['weld', 'onBody', 'maxWork'], 'readStepFile');
  const { weld, onBody } = options;
  const maxWork = meterOf(options.maxWork);
  const { bodies, ...step } = parseStepFile(await namedFile(files, path, 'readStepFile'), path, { maxWork });
  const read: StepMesh[] = [];
  for (const body of bodies) {
    onBody?.(body);
    const frames = body.frames.map((frame) => besidePath(path, frame));
    const { name, self } = body;
    read.push(await readStepMesh(namedBy(files, path), frames as [string], { name, self, weld: body.weld ?? weld, maxWork }));
  }
  return { ...step, bodies: read };
}

/**
 * Reads a deforming mesh from the file of its start and that of its end, which must agree in everything but positions.
 * One file: it stands.
 */
export async function readStepMesh(
  files: Files,
  frames: readonly [start: string, end?: string],
  options: StepMeshOptions = {},
): Promise<StepMesh> {
  checkRecord(options, ['name', 'self', 'weld', 'maxWork'], 'readStepMesh');
  if (!Array.isArray(frames) || typeof frames[0] !== 'string')
    throw new InputError(`readStepMesh: frames must be one path or two, got ${shownValue(frames)}`);
  const work = meterOf(options.maxWork);
  const [from, to = from] = frames;
  const name = options.name ?? bareName(from);
  const start = await readFrame(files, from, name, work);
  const end = to === from ? null : await readFrame(files, to, name, work);
  if (end !== null) refuseDifference(start.mesh, from, end.mesh, to);
  const { mesh } = start;
  const first = firstAtPlace(mesh.positions, end?.mesh.positions ?? null);
  const coincident = countJoined(mesh.indices, first);
  const welded = coincident > 0 && (options.weld ?? !(start.numbered && (end ?? start).numbered));
  return {
    name,
    mesh: welded
      ? new TriangleMesh(
          mesh.positions,
          mesh.indices.map((v) => first[v]),
          { name },
        )
      : mesh,
    end: end?.mesh.positions ?? null,
    self: options.self,
    coincident,
    welded,
    indices: mesh.indices,
  };
}

interface Frame {
  readonly mesh: TriangleMesh;
  /** Whether equal vertices have equal numbers, as far as the format goes. */
  readonly numbered: boolean;
}

async function readFrame(files: Files, path: string, name: string, maxWork: WorkMeter): Promise<Frame> {
  const bytes = await namedFile(files, path, 'readStepMesh');
  const mesh = parseMesh(bytes, path, { ...(await besideMesh(files, bytes, path, maxWork)), name, weld: false, maxWork });
  return { mesh, numbered: MESH_KINDS[meshFormat(bytes, path)].numbered && !isSoup(mesh) };
}

/** No two triangles share a vertex. */
function isSoup({ indices, vertexCount, triangleCount }: TriangleMesh): boolean {
  if (triangleCount === 1 || vertexCount < indices.length) return false;
  const used = new Uint8Array(vertexCount);
  for (const v of indices) {
    if (used[v] === 1) return false;
    used[v] = 1;
  }
  return true;
}

/** Says what differs first. */
function refuseDifference(start: TriangleMesh, from: string, end: TriangleMesh, to: string): void {
  const fault = (what: string) => new InputError(`${what}; frames of one body differ in nothing but positions`, { file: to });
  if (start.triangleCount !== end.triangleCount)
    throw fault(`has ${counted(end.triangleCount, 'triangle')}, but ${from} has ${start.triangleCount}`);
  if (start.vertexCount !== end.vertexCount)
    throw fault(`has ${counted(end.vertexCount, 'vertex', 'vertices')}, but ${from} has ${start.vertexCount}`);
  const at = start.indices.findIndex((v, i) => v !== end.indices[i]);
  if (at < 0) return;
  const t = Math.floor(at / 3);
  const corners = ({ indices }: TriangleMesh) => [...indices.subarray(3 * t, 3 * t + 3)].join(', ');
  throw fault(`triangle ${t} has the vertices ${corners(end)}, but in ${from} it has ${corners(start)}`);
}

/** For each vertex the first one that is at exactly the same place in both frames. */
function firstAtPlace(start: Float64Array, end: Float64Array | null): Uint32Array {
  const first = weldByPosition(start);
  if (end === null) return first;
  // The numbers of both places make a place themselves.
  const firstAtEnd = weldByPosition(end);
  const both = new Float64Array(start.length);
  for (let v = 0; v < first.length; v++) {
    both[3 * v] = first[v];
    both[3 * v + 1] = firstAtEnd[v];
  }
  return weldByPosition(both);
}

function countJoined(indices: Uint32Array, first: Uint32Array): number {
  const used = new Uint8Array(first.length);
  for (const v of indices) used[v] = 1;
  let before = 0;
  for (const flag of used) before += flag;
  used.fill(0);
  let after = 0;
  for (const v of indices) {
    after += 1 - used[first[v]];
    used[first[v]] = 1;
  }
  return before - after;
}
