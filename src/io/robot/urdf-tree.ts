import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { JOINT_KINDS } from '../../robot/joint-types.ts';
import type { UrdfJoint, UrdfLink } from './urdf-model.ts';

/**
 * The root of the tree that links and joints form; throws, with the line of the culprit, where they do not form one.
 */
export function checkTree(links: readonly UrdfLink[], joints: readonly UrdfJoint[], file: string): string {
  const names = new Set(links.map(({ name }) => name));
  const above = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    const fault = (message: string): InputError => new InputError(`joint ${shownName(joint.name)}: ${message}`, { file, line: joint.line });
    for (const role of ['parent', 'child'] as const)
      if (!names.has(joint[role])) throw fault(`the ${role} '${joint[role]}' is no link of this robot`);
    if (joint.parent === joint.child) throw fault(`${shownName(joint.child)} is its own parent; links must form a tree`);
    const other = above.get(joint.child);
    if (other !== undefined)
      throw fault(
        `${shownName(joint.child)} has two parents, ${shownName(joint.parent)} here and ${shownName(other.parent)} by joint ${shownName(other.name)} of line ${other.line}`,
      );
    above.set(joint.child, joint);
  }
  refuseLoops(links, above, file);
  const [root, second] = links.filter(({ name }) => !above.has(name));
  if (second !== undefined) {
    const message = `no joint moves ${shownName(root.name)} (line ${root.line}) nor ${shownName(second.name)}; all links but one must be children, join them by a fixed joint`;
    throw new InputError(message, { file, line: second.line });
  }
  checkMimics(joints, file);
  return root.name;
}

function refuseLoops(links: readonly UrdfLink[], above: ReadonlyMap<string, UrdfJoint>, file: string): void {
  const isRooted = new Set<string>();
  for (const { name } of links) {
    const path = new Set<string>();
    let at: string | undefined = name;
    for (; at !== undefined && !isRooted.has(at); at = above.get(at)?.parent) {
      if (path.has(at)) {
        const loop = [...path].slice([...path].indexOf(at)).reverse();
        const shownLoop = loop.length > 6 ? [...loop.slice(0, 5), '…'] : loop;
        const message = `the links run in a loop, ${[...shownLoop, loop[0]].join(' → ')}; they must form a tree`;
        throw new InputError(message, { file, line: above.get(at)?.line });
      }
      path.add(at);
    }
    for (const link of path) isRooted.add(link);
  }
}

/** Longer than any mechanism's, and short enough that following every joint's chain takes no time. */
const LONGEST_MIMIC = 512;

function checkMimics(joints: readonly UrdfJoint[], file: string): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  /** How many joints away the one is that finally gives the value. */
  const distances = new Map<UrdfJoint, number>();
  const fault = (message: string, { name, line }: UrdfJoint): InputError =>
    new InputError(`joint ${shownName(name)} ${message}`, { file, line });
  for (const joint of joints) {
    const path = new Set<UrdfJoint>();
    let at = joint;
    while (at.mimic !== undefined && !distances.has(at)) {
      if (path.has(at)) throw fault(path.size === 1 ? 'mimics itself' : `mimics itself, by way of ${shownName(at.mimic.joint)}`, at);
      path.add(at);
      const next = byName.get(at.mimic.joint);
      if (next === undefined) throw fault(`mimics ${shownName(at.mimic.joint)}, which is no joint of this robot`, at);
      if (JOINT_KINDS[next.type].size !== 1)
        throw fault(`mimics ${shownName(next.name)}, a ${next.type} joint; only single values can be followed`, at);
      at = next;
    }
    let distance = distances.get(at) ?? 0;
    for (const follower of [...path].reverse()) {
      distances.set(follower, ++distance);
      if (distance > LONGEST_MIMIC) throw fault(`mimics another one by way of more than ${LONGEST_MIMIC} joints`, follower);
    }
  }
}
