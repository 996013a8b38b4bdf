import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { JOINT_KINDS } from '../../../src/robot/joint-types.ts';
import { sourceFiles } from '../../structure/source-files.ts';
import { ROOT, sourceProgram } from '../../structure/source-program.ts';

// A new type of joint, a new way to move and a new property of joints do not compile before all who must know them do: each is put into the
// source in memory, and the compiler names the places.

/** Where joints are computed with, written and read. */
const PLACES = [
  'src/robot/joint-types.ts',
  'src/robot/joint.ts',
  'src/robot/joint-template.ts',
  'src/plan/space/axes.ts',
  'src/plan/roadmap/prints.ts',
  'src/gpu/batch/chain-elements.ts',
  'src/io/moveit/robot-state.ts',
  'src/io/scene/robot-scene.ts',
  'viewer/src/source/robot-text.ts',
  'bench/planners/make-problems.ts',
] as const;

let last: ts.Program | undefined;

/** The places that do not compile when a file says something else. */
function broken(file: string, from: string, to: string): string[] {
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  expect(text.split(from).length, `'${from}' in ${file}`).toBe(2);
  const program = sourceProgram(PLACES, new Map([[file, text.replace(from, to)]]), last);
  last = program;
  return PLACES.filter((place) => {
    const source = program.getSourceFiles().find(({ fileName }) => relative(ROOT, fileName) === place);
    return program.getSemanticDiagnostics(source).some(({ category }) => category === ts.DiagnosticCategory.Error);
  });
}

describe('what does not compile', () => {
  test('nothing, as it is', () => {
    expect(broken('src/robot/joint-types.ts', 'export type JointMove', 'export type JointMove')).toEqual([]);
  });

  test('a way to move that is new: kinematics, what a value slides, planning, graphics hardware, messages of MoveIt, problems for planners', () => {
    expect(broken('src/robot/joint-types.ts', "= 'not' | 'turn'", "= 'wobble' | 'not' | 'turn'")).toEqual([
      'src/robot/joint.ts',
      'src/robot/joint-template.ts',
      'src/plan/space/axes.ts',
      'src/gpu/batch/chain-elements.ts',
      'src/io/moveit/robot-state.ts',
      'bench/planners/make-problems.ts',
    ]);
  });

  test('a type that is new: its record, and the formats that know some of them', () => {
    expect(broken('src/robot/joint-types.ts', "= 'fixed' | 'revolute'", "= 'ball' | 'fixed' | 'revolute'")).toEqual([
      'src/robot/joint-types.ts',
      'src/io/scene/robot-scene.ts',
      'viewer/src/source/robot-text.ts',
    ]);
  });

  test('an option that is new: what makes the robot anew, as threads and graspers do', () => {
    expect(broken('src/robot/joint.ts', '  readonly pitch?: number;', '  readonly pitch?: number;\n  readonly slack?: number;')).toEqual([
      'src/robot/joint.ts',
    ]);
  });

  test('a property that is new: who makes joints, and the prints by which roadmaps know robots', () => {
    expect(broken('src/robot/joint.ts', '  readonly pitch: number;', '  readonly pitch: number;\n  readonly slack: number;')).toEqual([
      'src/robot/joint.ts',
      'src/plan/roadmap/prints.ts',
    ]);
  });
});

test('who asks for one way to move alone is known: whatever else there will be is not it', () => {
  const asks = new RegExp(
    `\\bmoves [!=]== '(${Object.values(JOINT_KINDS)
      .map(({ moves }) => moves)
      .join('|')})'`,
  );
  const found = sourceFiles(['src', 'viewer/src']).flatMap(([file, text]) => (asks.test(text) ? [file] : []));
  // which joints have a pitch; which may be given one beside a URDF; which of urdf-loader's need their axis along z
  expect(found.sort()).toEqual(['src/io/robot/build-robot.ts', 'src/robot/joint.ts', 'src/three/robot-of.ts']);
});
