// Files of every format, whole and damaged: they are read, or refused with an InputError that names the file; nothing else may happen, and soon.
import {
  type Files,
  parseCloud,
  parseHeightField,
  parseMesh,
  parseMotionRequest,
  parseOctomap,
  parsePaths,
  readCell,
  readCellMotions,
  readFloorMap,
  readPlanningScene,
  readRigidScene,
  readRobotScene,
  readStepFile,
  readUrdf,
} from '../../../src/io/index.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Random } from '../../../src/math/random.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { Joint } from '../../../src/robot/joint.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { slidingArm } from '../../unit/io/moveit/small-arm.ts';
import { mutated } from './mutate-text.ts';
import type { Question } from './question.ts';
import { difference, plain } from './same.ts';
import { BESIDE, bytesOfText, SEED_FILES } from './seed-files.ts';

interface FileCase {
  readonly file: string;
  readonly content: string;
}

type Reader = (bytes: Uint8Array, file: string, files: Files) => unknown;

const mesh: Reader = (bytes, file) => parseMesh(bytes, file);
const paths: Reader = (bytes, file) => parsePaths(bytes, file);
const quiet = { onWarning: () => {} };

const READERS: Readonly<Record<string, Reader>> = {
  urdf: (_, file, files) => readUrdf(files, file, quiet),
  srdf: (_, file, files) => readUrdf(files, 'arm.urdf', { ...quiet, srdf: file }),
  collada: mesh,
  obj: mesh,
  stl: mesh,
  ply: mesh,
  off: mesh,
  gltf: mesh,
  glb: mesh,
  pcd: (bytes, file) => parseCloud(bytes, file, quiet),
  points: (bytes, file) => parseCloud(bytes, file, quiet),
  pgm: (_, __, files) => readFloorMap(files, 'map.yaml', { height: 2, unknown: 'free' }),
  map: (_, file, files) => readFloorMap(files, file, { height: 2, unknown: 'occupied' }),
  octomap: (bytes, file) => parseOctomap(bytes, file),
  heights: (bytes, file) => parseHeightField(bytes, file, { spacing: 1 }),
  yaml: paths,
  json: paths,
  csv: paths,
  npy: paths,
  trajectory: paths,
  'planning-scene': (_, file, files) => readPlanningScene(files, file, slidingArm()),
  request: (bytes, file) => parseMotionRequest(bytes, file, slidingArm()),
  cell: async (_, file, files) => {
    const cell = await readCell(files, file);
    const { paths: read } = await readCellMotions(files, cell);
    return { cell, segments: Object.values(read).map((path) => path.points?.length) };
  },
  'rigid-scene': (_, file, files) => readRigidScene(files, file),
  'robot-scene': (_, file, files) => readRobotScene(files, file),
  step: (_, file, files) => readStepFile(files, file),
};

export const READER_QUESTIONS: readonly Question<FileCase>[] = Object.keys(READERS).map((format) => ({
  kind: format,
  make: (random: Random): FileCase => {
    const seeds = SEED_FILES[format];
    const [file, content] = random.pick(seeds);
    return { file, content: random.next() < 0.1 ? content : mutated(content, random, () => random.pick(seeds)[1]) };
  },
  answer: (given: FileCase) => read(format, given),
  doubt: async (given: FileCase) => {
    const told = await read(format, given);
    return difference(plain(told), plain(await read(format, given)), 'read again');
  },
}));

/** What was read, as data; an InputError goes on. */
async function read(format: string, { file, content }: FileCase): Promise<unknown> {
  const beside: Record<string, string> = { 'map.yaml': SEED_FILES.map[0][1], ...BESIDE, [file]: content };
  const files: Files = {
    read: async (path) => {
      if (!Object.hasOwn(beside, path)) throw new InputError('no such file', { file: path });
      return bytesOfText(beside[path]);
    },
  };
  return told(await READERS[format](bytesOfText(content), file, files));
}

/** Meshes and robots by what they are made of. */
function told(value: unknown): unknown {
  if (value instanceof TriangleMesh) {
    const { name, positions, indices, radii, solid } = value;
    return { name, positions, indices, radii, solid };
  }
  if (value instanceof Robot) {
    const { name, size, base, joints, groups, states, tool, links } = value;
    const own = links.map(({ joint, ...link }) => told({ ...link, joint: toldJoint(joint) }));
    return { name, size, base, joints: joints.map(toldJoint), groups, states, tool, links: own };
  }
  if (Array.isArray(value)) return value.map(told);
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, told(item)]));
}

/** In the words in which the hashes of answers know joints. */
function toldJoint({ kind: { moves, inUrdf, ...kind }, pitch, ...joint }: Joint): object {
  const slides = { not: 'nowhere', turn: 'nowhere', slide: 'axis', screw: 'screw', plane: 'plane', space: 'space' }[moves];
  return { ...joint, kind: { ...kind, slides, ...(inUrdf ? {} : { inUrdf }) }, ...(pitch === 0 ? {} : { pitch }) };
}
