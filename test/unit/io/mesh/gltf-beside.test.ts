import { expect, test } from 'vitest';
import {
  type Files,
  readCell,
  readMesh,
  readPlanningScene,
  readRigidScene,
  readRobotScene,
  readStepFile,
  readUrdf,
} from '../../../../src/io/index.ts';
import { CHAIN, linkText, memoryFiles, robotText } from '../robot/urdf-text.ts';
import { GltfWriter } from './write-gltf.ts';

// Whatever reads a mesh by its name finds the numbers of a glTF in the .bin beside it.

const writer = new GltfWriter();
const position = writer.accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 'VEC3');
const document = writer.document({ meshes: [{ primitives: [{ attributes: { POSITION: position } }] }] });
const GLTF = JSON.stringify({ ...document, buffers: [{ byteLength: writer.buffer.length, uri: 'a.bin' }] });
const URDF = robotText(linkText('a', '<mesh filename="m/a.gltf"/>'));
const QUERY = { id: 1, t0: [0, 0, 3], q0: [0, 0, 0, 1], t1: [0, 0, 2], q1: [0, 0, 0, 1] };
const LINK = { name: 'l', parent: -1, joint: { type: 'revolute', axis: [0, 0, 1] }, mesh: 'm/a.gltf' };
const TEXTS = {
  'm/a.gltf': GLTF,
  'r.urdf': URDF,
  'chain.urdf': CHAIN,
  'cell.json': JSON.stringify({ format: 'inbetween-cell/1', robot: { urdf: 'chain.urdf' }, obstacles: [{ name: 'o', mesh: 'm/a.gltf' }] }),
  'scene.json': JSON.stringify({ format: 'ccd-scene/1', meshA: 'm/a.gltf', meshB: 'm/a.gltf', queries: [QUERY] }),
  'robots.json': JSON.stringify({
    format: 'ccd-robot-scene/1',
    robots: [{ name: 'r', links: [LINK] }],
    queries: [{ id: 0, from: [0], to: [1] }],
  }),
  'step.json': JSON.stringify({ format: 'inbetween-step/1', bodies: [{ name: 'b', frames: ['m/a.gltf'] }] }),
  'moveit.yaml': 'world: {collision_objects: [{id: o, meshes: [{resource: m/a.gltf}]}]}\n',
};
const files: Files = {
  read: (path, named) => (path === 'm/a.bin' ? Promise.resolve(writer.buffer) : memoryFiles(TEXTS).read(path, named)),
};

test.each<[string, () => Promise<{ readonly triangleCount: number }>]>([
  ['readMesh', () => readMesh(files, 'm/a.gltf')],
  ['readUrdf', async () => (await readUrdf(files, 'r.urdf')).links[0].shapes[0].shape],
  ['readCell', async () => (await readCell(files, 'cell.json')).obstacles[0].shape],
  ['readRigidScene', async () => (await readRigidScene(files, 'scene.json')).a],
  ['readRobotScene', async () => (await readRobotScene(files, 'robots.json')).robots[0].links[0].shapes[0].shape],
  ['readStepFile', async () => (await readStepFile(files, 'step.json')).bodies[0].mesh],
  [
    'readPlanningScene',
    async () => (await readPlanningScene(files, 'moveit.yaml', await readUrdf(files, 'chain.urdf'))).obstacles[0].shape,
  ],
])('%s', async (_, read) => {
  expect((await read()).triangleCount).toBe(1);
});

test('buffers that are given are taken, and no file is asked for', async () => {
  const alone = memoryFiles({ 'a.gltf': GLTF });
  expect((await readMesh(alone, 'a.gltf', { buffers: { 'a.bin': writer.buffer } })).triangleCount).toBe(1);
  expect((await readMesh(files, 'm/a.gltf', { buffers: undefined })).triangleCount).toBe(1);
});
