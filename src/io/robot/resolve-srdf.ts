import { InputError } from '../../math/input-error.ts';
import type { AllowedPair, AllowedReason } from '../../robot/allowed-pairs.ts';
import type { JointOptions } from '../../robot/joint.ts';
import { JOINT_KINDS, type JointType } from '../../robot/joint-types.ts';
import type { JointGroup, NamedState } from '../../robot/robot-model.ts';
import { counted } from '../text/counted.ts';
import type { SrdfChain, SrdfGroup, SrdfModel, SrdfState, SrdfVirtualJoint } from './parse-srdf.ts';
import type { UrdfModel } from './urdf-model.ts';

/** Reasons that the core has words for; MoveIt writes them with a capital. */
const KNOWN_REASONS: readonly string[] = ['adjacent', 'always', 'never', 'default', 'user'] satisfies AllowedReason[];

/** Groups within groups. */
const DEEPEST = 512;

/** That of 1,400 links; each is kept in memory. */
const MOST_PAIRS: number = 2 ** 20;

/** What an SRDF adds to a robot, in the robot's own words. */
export interface ResolvedSrdf {
  readonly allowed: readonly AllowedPair[];
  readonly groups: readonly JointGroup[];
  readonly states: readonly NamedState[];
  /** The joint of the root link; fixed without a name where there is no virtual joint. */
  readonly rootJoint: JointOptions;
  readonly warnings: readonly string[];
}

/** Judges an SRDF against its URDF; a name that the URDF does not know is a fault, with the SRDF's line. */
export function resolveSrdf(srdf: SrdfModel, urdf: UrdfModel): ResolvedSrdf {
  return new Resolution(srdf, urdf).result();
}

interface KnownJoint {
  readonly name: string;
  readonly type: JointType;
  readonly parent?: string;
  readonly mimics: boolean;
}

class Resolution {
  private readonly srdf: SrdfModel;
  private readonly links: ReadonlySet<string>;
  private readonly joints: Map<string, KnownJoint>;
  /** The joint above each link; the root has one only if it is virtual. */
  private readonly above: Map<string, KnownJoint>;
  private readonly groups: ReadonlyMap<string, SrdfGroup>;
  private readonly groupJoints: Map<string, ReadonlySet<string>> = new Map();
  private readonly warnings: string[] = [];
  private readonly rootJoint: JointOptions;

  constructor(srdf: SrdfModel, urdf: UrdfModel) {
    this.srdf = srdf;
    this.groups = new Map(srdf.groups.map((group) => [group.name, group]));
    this.links = new Set(urdf.links.map(({ name }) => name));
    const known = urdf.joints.map(({ name, type, parent, mimic }) => ({ name, type, parent, mimics: mimic !== undefined }));
    this.joints = new Map(known.map((joint) => [joint.name, joint]));
    this.above = new Map(urdf.joints.map(({ child }, i) => [child, known[i]]));
    this.warnings.push(...(srdf.warnings ?? []));
    this.rootJoint = this.readRootJoint(urdf);
    if (srdf.name !== undefined && srdf.name !== urdf.name)
      this.warnings.push(`${srdf.file}: is for the robot '${srdf.name}', the URDF is of '${urdf.name}'`);
  }

  result(): ResolvedSrdf {
    const { srdf } = this;
    for (const { name, line } of srdf.passiveJoints) this.knownJoint(name, line, 'passive_joint');
    const groups = srdf.groups.map((group) => ({ name: group.name, joints: this.movedJoints(group) }));
    for (const { name, parentLink, group, parentGroup, line } of srdf.endEffectors) {
      this.checkLink(parentLink, line, `end effector '${name}'`);
      for (const other of parentGroup === undefined ? [group] : [group, parentGroup])
        this.checkGroup(other, line, `end effector '${name}'`);
    }
    const states = srdf.states.map((state) => this.readState(state));
    return { allowed: this.readAllowed(), groups, states, rootJoint: this.rootJoint, warnings: this.warnings };
  }

  private fault(message: string, line: number): InputError {
    return new InputError(message, { file: this.srdf.file, line });
  }

  private checkLink(name: string, line: number, what: string): void {
    if (!this.links.has(name)) throw this.fault(`${what}: '${name}' is no link of the robot`, line);
  }

  private checkGroup(name: string, line: number, what: string): void {
    if (!this.groupJoints.has(name)) throw this.fault(`${what}: there is no group '${name}'`, line);
  }

  private knownJoint(name: string, line: number, what: string): KnownJoint {
    const joint = this.joints.get(name);
    if (joint === undefined) throw this.fault(`${what}: '${name}' is no joint of the robot`, line);
    return joint;
  }

  private readRootJoint(urdf: UrdfModel): JointOptions {
    for (const joint of this.srdf.virtualJoints) this.checkLink(joint.childLink, joint.line, `virtual joint '${joint.name}'`);
    for (const joint of this.srdf.virtualJoints) if (joint.childLink !== urdf.root) this.leaveOut(joint, urdf.root);
    const [joint, second] = this.srdf.virtualJoints.filter(({ childLink }) => childLink === urdf.root);
    if (joint === undefined) return { type: 'fixed' };
    if (second !== undefined) throw this.fault(`a second virtual joint '${second.name}'; the one root link has one joint`, second.line);
    const { name, type, childLink, line } = joint;
    if (this.joints.has(name)) throw this.fault(`virtual joint '${name}': the URDF has a joint of that name`, line);
    const known: KnownJoint = { name, type, mimics: false };
    this.joints.set(name, known);
    this.above.set(childLink, known);
    // MoveIt's planar joint moves in x and y and turns about z.
    return { name, type, axis: [0, 0, 1] };
  }

  /**
   * As MoveIt does, whose published configurations fix links that the URDF has fixed already; groups and states may
   * name it.
   */
  private leaveOut({ name, type, childLink, line }: SrdfVirtualJoint, root: string): void {
    this.warnings.push(
      `${this.srdf.file}, line ${line}: virtual joint '${name}' (${type}) is left out: '${childLink}' has a parent already, only the root '${root}' can have one`,
    );
    if (!this.joints.has(name)) this.joints.set(name, { name, type: 'fixed', mimics: false });
  }

  /** The joints of a group that have values of their own, in the order of the file. */
  private movedJoints(group: SrdfGroup): readonly string[] {
    return [...this.jointsOf(group, new Set())].filter((name) => {
      const joint = this.joints.get(name) as KnownJoint;
      return JOINT_KINDS[joint.type].size > 0 && !joint.mimics;
    });
  }

  private jointsOf(group: SrdfGroup, within: Set<string>): ReadonlySet<string> {
    const ready = this.groupJoints.get(group.name);
    if (ready !== undefined) return ready;
    const what = `group '${group.name}'`;
    within.add(group.name);
    const out = new Set<string>();
    for (const chain of group.chains) for (const joint of this.chainJoints(chain, what)) out.add(joint);
    for (const { name, line } of group.joints) out.add(this.knownJoint(name, line, what).name);
    for (const { name, line } of group.links) {
      this.checkLink(name, line, what);
      const joint = this.above.get(name);
      if (joint !== undefined) out.add(joint.name);
    }
    for (const { name, line } of group.subgroups) {
      const subgroup = this.groups.get(name);
      if (subgroup === undefined) throw this.fault(`${what}: there is no group '${name}'`, line);
      if (within.has(name)) throw this.fault(`${what}: contains itself, by way of '${name}'`, line);
      if (within.size >= DEEPEST) throw this.fault(`${what}: groups are nested more than ${DEEPEST} deep`, line);
      for (const joint of this.jointsOf(subgroup, within)) out.add(joint);
    }
    within.delete(group.name);
    this.groupJoints.set(group.name, out);
    return out;
  }

  /** From base to tip; where the base is not above the tip, the joints of both branches up to where they meet. */
  private chainJoints({ base, tip, line }: SrdfChain, what: string): readonly string[] {
    for (const link of [base, tip]) this.checkLink(link, line, `${what}: chain`);
    const down = this.jointsToRoot(tip);
    const up = this.jointsToRoot(base);
    while (down.length > 0 && down.at(-1) === up.at(-1)) {
      down.pop();
      up.pop();
    }
    if (up.length > 0)
      this.warnings.push(`${this.srdf.file}, line ${line}: ${what}: chain: the tip '${tip}' is not below the base '${base}'`);
    return [...up, ...down.reverse()];
  }

  private jointsToRoot(link: string): string[] {
    const out: string[] = [];
    for (
      let joint = this.above.get(link);
      joint !== undefined;
      joint = joint.parent === undefined ? undefined : this.above.get(joint.parent)
    )
      out.push(joint.name);
    return out;
  }

  private readState({ name, group, joints, line }: SrdfState): NamedState {
    const what = `state '${name}'`;
    this.checkGroup(group, line, what);
    const values: Record<string, readonly number[]> = {};
    for (const joint of joints) {
      const known = this.knownJoint(joint.name, joint.line, what);
      // MoveIt's own files list fixed and mimic joints too, whose values follow from the others.
      const { size } = JOINT_KINDS[known.type];
      if (known.mimics || size === 0) continue;
      if (joint.values.length !== size)
        throw this.fault(
          `${what}: joint '${joint.name}' (${known.type}) takes ${counted(size, 'value')}, got ${joint.values.length}`,
          joint.line,
        );
      if (!this.groupJoints.get(group)?.has(joint.name))
        this.warnings.push(`${this.srdf.file}, line ${joint.line}: ${what} moves '${joint.name}', which is not in group '${group}'`);
      // Not by assignment: a joint may be called __proto__.
      Object.defineProperty(values, joint.name, { value: joint.values, enumerable: true });
    }
    return { name, group, values };
  }

  /**
   * Links off by default first, then what is switched on again, and last of all what is switched off, as MoveIt does
   * it.
   */
  private readAllowed(): readonly AllowedPair[] {
    const { disabled, disabledByDefault, enabled } = this.srdf;
    const pairs = new Map<string, AllowedPair>();
    const key = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a]);
    for (const { name, line } of disabledByDefault) {
      this.checkLink(name, line, 'disable_default_collisions');
      if (pairs.size > MOST_PAIRS) throw this.fault(`disable_default_collisions: more than ${MOST_PAIRS} pairs of links are off`, line);
      for (const other of this.links) if (other !== name) pairs.set(key(name, other), { a: name, b: other, reason: 'default' });
    }
    for (const [list, what] of [
      [enabled, 'enable_collisions'],
      [disabled, 'disable_collisions'],
    ] as const) {
      for (const { link1, link2, reason, line } of list) {
        for (const link of [link1, link2]) this.checkLink(link, line, what);
        if (list === enabled) pairs.delete(key(link1, link2));
        else pairs.set(key(link1, link2), { a: link1, b: link2, reason: inOurWords(reason) });
      }
    }
    return [...pairs.values()];
  }
}

function inOurWords(reason: string | undefined): string | undefined {
  const word = reason?.toLowerCase();
  return word !== undefined && KNOWN_REASONS.includes(word) ? word : reason;
}
