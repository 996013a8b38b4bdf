import { describe, expect, test } from 'vitest';
import { elementary } from '../../../src/contact/elementary/elementary.ts';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { JointStream } from '../../../src/forecast/joint-stream.ts';
import { PoseStream } from '../../../src/forecast/pose-stream.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../src/methods/index.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { StepQuery } from '../../../src/soft/step-query.ts';
import { BarWorkpiece } from '../../../src/tool/force/bar-workpiece.ts';
import { PenaltyForce } from '../../../src/tool/force/penalty-force.ts';
import { ToolLoop } from '../../../src/tool/force/tool-loop.ts';
import { sweptVolumeOf } from '../../../src/tool/swept-volume-of.ts';
import { ToolQuery } from '../../../src/tool/tool-query.ts';

// Options left out or misspelt, motions of the wrong kind, names that are no pairs: each was a TypeError, was accepted, or was told as something else.
// A misspelt `limit` left the force on a device without any.

const garbage = <T>(value: unknown): T => value as T;
const tool = box(0.2);
const cloth = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { name: 'cloth' });
const floor = new TriangleMesh([0, 0, -1, 1, 0, -1, 0, 1, -1], [0, 1, 2], { name: 'floor' });
const deforms = linearMotion(cloth.positions, cloth.positions);
const rigid = rigidMotion({ position: [0, 0, 1] }, { position: [0, 0, 2] });
const bars = { density: 1, stiffness: 1 };
const penalty = { stiffness: 1 };
const scene = new Scene({ bodies: [{ name: 'tool', shape: tool }], soft: [{ shape: cloth }] });
const points = [...cloth.positions, ...cloth.positions, ...cloth.positions.slice(0, 6)];

const calls: readonly (readonly [string, () => unknown, RegExp])[] = [
  [
    'a loop without options',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage(undefined)),
    /^tool loop: must be an object .*got undefined/,
  ],
  ['a loop without penalty', () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ bars })), /penalty is missing/],
  ['a loop without bars', () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty })), /bars is missing/],
  ['penalty: null', () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty: null, bars })), /^penalty: must be an object/],
  [
    'a misspelt limit',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, { penalty: garbage({ ...penalty, lmit: 5 }), bars }),
    /unknown key 'lmit'; did you mean 'limit'\?/,
  ],
  [
    'a misspelt loop option',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars, strid: 1 })),
    /tool loop: unknown key 'strid'; did you mean 'stride'\?/,
  ],
  [
    'a misspelt bar option',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars: { ...bars, dampng: 1 } })),
    /bars: unknown key 'dampng'/,
  ],
  [
    'a misspelt solver option',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars, solver: { newtn: 1 } })),
    /solver: unknown key 'newtn'/,
  ],
  [
    'solver: null',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars, solver: null })),
    /solver: must be an object/,
  ],
  [
    'detect: a text',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars, detect: 'no' })),
    /detect must be a function, got 'no'/,
  ],
  [
    'anchors: null',
    () => new ToolLoop({ shape: tool }, { shape: cloth }, garbage({ penalty, bars: { ...bars, anchors: null } })),
    /anchors must be a list/,
  ],
  ['a force without options', () => new PenaltyForce(tool, cloth, garbage(undefined)), /^penalty: must be an object/],
  ['a workpiece without options', () => new BarWorkpiece(cloth), /density must be a finite number > 0, got undefined/],
  ['a stiffness of text', () => new PenaltyForce(tool, cloth, { stiffness: garbage('1') }), /stiffness must be .*got '1'/],
  ['the swept volume of a deformation', () => sweptVolumeOf(cloth, garbage(deforms)), /swept volume: the motion deforms.*a tool is rigid/],
  [
    'the swept volume of motions',
    () => sweptVolumeOf(tool, garbage([rigid, rigid])),
    /of one motion or of a list of poses; of several motions, ask for each/,
  ],
  [
    'a misspelt option of it',
    () => sweptVolumeOf(tool, rigid, garbage({ step: 2 })),
    /unknown key 'step'; did you mean 'steps'\? Known are steps, boxes, margin/,
  ],
  ['steps of text', () => sweptVolumeOf(tool, rigid, { steps: garbage('2') }), /got '2'/],
  ['a misspelt stream option', () => new PoseStream(garbage({ degre: 1 })), /unknown key 'degre'/],
  ['a misspelt option of joints', () => new JointStream(2, garbage({ limit: [] })), /unknown key 'limit'/],
  [
    'a rigid motion of a step',
    () => new StepQuery([{ shape: cloth }]).firstContact(garbage(rigid)),
    /must be made by linearMotion\(positions0, positions1\)/,
  ],
  [
    'a rigid motion by name',
    () => new StepQuery([{ shape: cloth }]).firstContact(garbage({ cloth: rigid })),
    /'cloth' must be made by linearMotion/,
  ],
  [
    'a pair that deforms',
    () => new PairQuery({ shape: tool }, { shape: cloth }).firstContact({ a: garbage(deforms) }),
    /motion deforms.*ask firstContact\(a, b\), a Scene or a StepQuery/,
  ],
  [
    'a tool that deforms',
    () => new ToolQuery({ shape: tool }, { shape: cloth }).firstContact({ tool: garbage(deforms) }),
    /motion deforms/,
  ],
  [
    'a rigid body that deforms',
    () => new Scene({ bodies: [{ name: 'a', shape: cloth }] }).firstContact({ a: deforms }),
    /'a' is rigid, but its motion deforms; list it under soft/,
  ],
  ['a soft body that is none', () => new Scene({ soft: [{ shape: cloth }, garbage(null)] }), /soft\[1\]/],
  ['a soft body without a mesh', () => new Scene({ soft: [garbage({ name: 'a' })] }), /soft\[0\]: needs a shape/],
  ['a soft body with a misspelt key', () => new Scene({ soft: [garbage({ shape: cloth, slef: false })] }), /soft\[0\]: unknown key 'slef'/],
  [
    'a method for rigid things',
    () => scene.firstContact({ cloth: deforms }, { method: hca }),
    /method hca: not for scenes with soft bodies/,
  ],
  [
    'allowed names that are no pairs',
    () => new StepQuery([{ shape: cloth }, { shape: floor }], { allowed: garbage(['cloth', 'floor']) }),
    /two names, \['a', 'b'\], got 'cloth'/,
  ],
  [
    'an allowed pair of one',
    () => new StepQuery([{ shape: cloth }, { shape: floor }], { allowed: garbage([['cloth']]) }),
    /two names.*got \['cloth'\]/,
  ],
  [
    'an allowed pair of the same',
    () => new StepQuery([{ shape: cloth }], { allowed: [['cloth', 'cloth']] }),
    /names 'cloth' twice; self: false/,
  ],
  [
    'a clearance of text',
    () => new StepQuery([{ shape: cloth }]).contacts(deforms, { clearance: garbage('1') }),
    /clearance must be .*got '1'/,
  ],
  ['elementary, no tolerance', () => elementary('vertex-face', points, { clearance: 1, tolerance: 0 }), /tolerance must be above 0/],
];

describe('an InputError that says what is wrong', () => {
  test.each(calls)('%s', (_, call, says) => {
    expect(call).toThrow(InputError);
    expect(call).toThrow(says);
  });
});

test('a soft body goes by the name of its mesh', () => {
  const motion = linearMotion(
    cloth.positions,
    cloth.positions.map((x, i) => (i % 3 === 2 ? x - 2 : x)),
  );
  const two = new Scene({ soft: [{ shape: cloth }, { shape: floor, self: false }] });
  const found = two.firstContact({ cloth: motion, floor: linearMotion(floor.positions, floor.positions) });
  expect(found).toMatchObject({ status: 'contact', pair: [{ body: 'cloth' }, { body: 'floor' }] });
});

test('the workpiece of a tool may be where any array says', () => {
  const query = new ToolQuery({ shape: tool }, { shape: cloth });
  const lowered = cloth.positions.map((x, i) => (i % 3 === 2 ? x - 4 : x));
  const down = rigidMotion({ position: [0.2, 0.2, 1] }, { position: [0.2, 0.2, -1] });
  for (const [from, to] of [
    [cloth.positions, lowered],
    [lowered, lowered],
    [lowered, cloth.positions],
  ]) {
    const exact = query.firstContact({ tool: down, workpiece: { positions0: from, positions1: to } });
    expect(query.firstContact({ tool: down, workpiece: { positions0: Float32Array.from(from), positions1: Array.from(to) } })).toEqual(
      exact,
    );
    expect(query.firstContact({ tool: down, workpiece: Float32Array.from(from) })).toEqual(
      query.firstContact({ tool: down, workpiece: from }),
    );
  }
  expect(query.firstContact({ tool: down, workpiece: cloth.positions }).status).toBe('contact');
  expect(() => query.firstContact({ tool: down, workpiece: new Float32Array(6) })).toThrow(/3 vertices; its frame must be 9 numbers/);
});
