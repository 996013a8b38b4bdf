/** What is read, and loaded, for robots with loops only. */
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import type { RobotLoop } from '../../robot/robot-model.ts';
import type { Files } from '../files.ts';
import { textOf } from '../text/parse-json.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { BuildRobotOptions } from './build-robot.ts';
import { loopsBeside } from './urdf-loops.ts';
import type { UrdfModel } from './urdf-model.ts';

/** The URDF as its loops need it, and what `buildRobot` is told of them. */
export async function readLoops(
  files: Files,
  given: UrdfModel,
  loops: string | readonly RobotLoop[] | undefined,
  work: WorkMeter,
): Promise<{ readonly urdf: UrdfModel } & Pick<BuildRobotOptions, 'loops' | 'driven' | 'looped'>> {
  if (typeof loops !== 'string') return { urdf: given, looped: LoopedRobot, ...(loops && { loops }) };
  const bytes = await files.read(loops);
  work.open(loops, bytes.length);
  const [yaml, second] = parseYaml(textOf(bytes, loops), loops, work);
  if (yaml === undefined) throw new InputError('the file is empty; expected closed_loop, type, name_mot', { file: loops, line: 1 });
  if (second !== undefined) throw second.error('is a second document; expected one');
  const { idle, urdf, ...beside } = loopsBeside(yaml, given);
  const still = idle.map(
    (name) => `${urdf.file}: joint ${shownName(name)} turns about the axis of the joint that it is closed with; it is taken as fixed`,
  );
  const isIdle = new Set(idle);
  const joints = urdf.joints.map((joint) => (isIdle.has(joint.name) ? { ...joint, type: 'fixed' as const } : joint));
  return { urdf: { ...urdf, joints, warnings: [...urdf.warnings, ...still] }, looped: LoopedRobot, ...beside };
}
