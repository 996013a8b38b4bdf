// A key that a packer forgets is found by the cells of its feature: each is planted behind the packer, where its record is sent.

import { describe, expect, test } from 'vitest';
import { BATCH_CAPABILITIES, BATCH_ROWS_CAPABILITIES } from '../../src/batch/batch-capabilities.ts';
import { type Packable, pack, unpack } from '../../src/batch/packed.ts';
import type { Workers } from '../../src/batch/workers.ts';
import type { OpenEngine } from '../../src/cli/batch/engine.ts';
import { COMMAND_CAPABILITIES } from '../../src/cli/command-capabilities.ts';
import type { SceneCapability } from '../../src/motion/scene-capability.ts';
import { workersHere } from '../support/workers-here.ts';
import { hereEngine } from '../unit/cli/batch/captured-batch.ts';
import { batchOf } from './command-entries.ts';
import { cellFault } from './conformance.ts';
import { batchEntry, rowsEntry } from './library-entries.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of packers, whose keys are taken away
type Packed = any;
type Change = (packed: Packed) => Packed;

/** Questions that a fault has to be found in. */
const HITS = 12;

function changed(bytes: Uint8Array, change: Change): Uint8Array {
  return pack(change(unpack(bytes)) as Packable);
}

/** Workers to which a packer sends less than it should. */
function forgetful(subject: Change, payload: Change = (all) => all): Workers {
  const workers = workersHere(1);
  return {
    ...workers,
    shares: false,
    start: () => {
      const port = workers.start();
      return {
        ...port,
        post: (message: Packed) => {
          if (message.kind === 'subject') return port.post({ ...message, bytes: changed(message.bytes, subject) });
          return port.post(message.kind === 'task' ? { ...message, payload: payload(message.payload) } : message);
        },
      };
    },
  };
}

const same: Change = (packed) => packed;
const eachLink =
  (change: Change): Change =>
  (scene) => ({
    ...scene,
    robots: scene.robots.map((robot: Packed) => ({
      ...robot,
      bodies: null,
      options: { ...robot.options, links: robot.options.links.map(change) },
    })),
  });
const eachMesh =
  (change: Change): Change =>
  (scene) => ({ ...scene, meshes: scene.meshes.map((mesh: Packed) => ({ ...change(mesh), tree: null })), joined: [], top: null });
const eachPath =
  (change: Change): Change =>
  (task) =>
    task.motions?.kind === 'each'
      ? {
          ...task,
          motions: {
            ...task.motions,
            motions: task.motions.motions.map((one: Packed) =>
              Object.fromEntries(
                Object.entries(one).map(([name, path]: [string, Packed]) => [name, path.kind === 'path' ? change(path) : path]),
              ),
            ),
          },
        }
      : task;

/** By feature: what is forgotten of the scene. */
const OF_SCENES: Partial<Record<SceneCapability, Change>> = {
  bodiesByScene: (scene) => ({ ...scene, bodyMotions: {} }),
  heldParts: (scene) => ({ ...scene, bodyMotions: {} }),
  uncertainty: (scene) => ({ ...scene, uncertainty: undefined }),
  clearanceByGroups: (scene) => ({ ...scene, clearance: 0 }),
  allowedPairs: (scene) => ({ ...scene, allowed: [] }),
  softBodies: (scene) => ({ ...scene, soft: [] }),
  attachedBodies: eachLink((link) => (link.name === 'tool' ? { ...link, shapes: [] } : link)),
  mimicJoints: eachLink((link) => ({ ...link, joint: { ...link.joint, mimic: undefined } })),
  helicalJoints: eachLink((link) => ({ ...link, joint: { ...link.joint, pitch: link.joint.pitch === undefined ? undefined : 1e-9 } })),
  clouds: eachMesh((mesh) => ({ ...mesh, radii: mesh.radii === null ? null : mesh.radii.map(() => 0) })),
  solids: eachMesh((mesh) => ({ ...mesh, solid: false })),
};

describe('a packed scene that lacks', () => {
  test.each(Object.entries(OF_SCENES) as [SceneCapability, Change][])('%s is found', async (feature, change) => {
    expect(await fault(() => cellFault('Batch', BATCH_CAPABILITIES, batchEntry(forgetful(change)), feature, HITS))).not.toBeNull();
  });

  test('nothing is right', async () => {
    for (const feature of Object.keys(OF_SCENES) as SceneCapability[])
      expect(await cellFault('Batch', BATCH_CAPABILITIES, batchEntry(forgetful(same)), feature, 2)).toBeNull();
  });
});

/** What is forgotten of motions and options. */
const OF_TASKS: Partial<Record<SceneCapability, Change>> = {
  clocks: eachPath((path) => ({ ...path, velocities: null })),
  toolPaths: eachPath((path) => ({ ...path, pieces: null })),
  closedChains: eachPath((path) => ({ ...path, pieces: null })),
  initialContact: (task) => ({ ...task, options: { ...task.options, start: undefined } }),
  intendedContacts: (task) => ({ ...task, options: { ...task.options, arrive: undefined } }),
};

test.each(Object.entries(OF_TASKS) as [SceneCapability, Change][])(
  'packed motions and options that lack %s are found',
  async (feature, change) => {
    expect(await fault(() => cellFault('Batch', BATCH_CAPABILITIES, batchEntry(forgetful(same, change)), feature, HITS))).not.toBeNull();
  },
);

test('rows that give bodies without rows a pose are found', async () => {
  const posed: Change = (task) =>
    task.rows === undefined ? task : { ...task, rows: { ...task.rows, given: task.rows.bodies.map(() => true) } };
  const entry = rowsEntry(forgetful(same, posed));
  expect(await fault(() => cellFault('Batch.motionsAreFree', BATCH_ROWS_CAPABILITIES, entry, 'bodiesByScene', HITS))).not.toBeNull();
});

/** By feature: what is forgotten of a cell; its path and program are told apart from it. */
const OF_CELLS: Partial<Record<SceneCapability, Change>> = {
  ...Object.fromEntries(
    (['bodiesByScene', 'heldParts', 'uncertainty', 'clearanceByGroups', 'allowedPairs', 'clouds', 'solids'] as const).map((feature) => [
      feature,
      (cell: Packed) => ({ ...cell, scene: (OF_SCENES[feature] as Change)(cell.scene) }),
    ]),
  ),
};

test.each(Object.entries(OF_CELLS) as [SceneCapability, Change][])('a packed cell that lacks %s is found', async (feature, change) => {
  const engine: OpenEngine = async (wishes) => {
    const here = await hereEngine(wishes);
    return { ...here, packCell: (cell, plannedFor) => changed(here.packCell(cell, plannedFor), change) };
  };
  expect(await fault(() => cellFault('batch', COMMAND_CAPABILITIES.batch, batchOf(engine), feature, HITS))).not.toBeNull();
});

/** What a test would say; an error is one, too. */
async function fault(ask: () => Promise<string | null>): Promise<string | null> {
  return ask().catch((error: Error) => error.message);
}
