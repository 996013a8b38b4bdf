import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName } from '../../math/shown-name.ts';
import type { AllowedPair, AllowedReason } from '../../robot/allowed-pairs.ts';
import type { JointOptions } from '../../robot/joint.ts';
import { JOINT_KINDS, type JointType } from '../../robot/joint-types.ts';
import type { JointGroup, NamedState } from '../../robot/robot-model.ts';
import { counted } from '../text/counted.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { SrdfChain, SrdfGroup, SrdfModel, SrdfState, SrdfVirtualJoint } from './parse-srdf.ts';
import type { UrdfModel } from './urdf-model.ts';

/** Reasons that the core has words for; MoveIt writes them with a capital. */
const KNOWN_REASONS: readonly string[] = ['adjacent', 'always', 'never', 'default', 'user'] satisfies AllowedReason[];

/** Groups within groups. */
const DEEPEST = 512;

/** Units of work of a joint that comes into a group, and of a pair of links that is not tested: both are kept. */
const MEMBER_UNITS = 128;
const PAIR_UNITS = 128;
/** Names that are not known, of which a likely spelling is looked for among all that are. */
const MOST_HELPED = 64;

/** What an SRDF adds to a robot, in the robot's own words. */
export interface ResolvedSrdf {
  readonly allowed: readonly AllowedPair[];
  readonly groups: readonly JointGroup[];
  readonly states: readonly NamedState[];
  /** Links of its end effectors. */
  readonly tool: readonly string[];
  /** The joint of the root link; fixed without a name where there is no virtual joint. */
  readonly rootJoint: JointOptions;
  readonly warnings: readonly string[];
}

/**
 * Judges an SRDF against its URDF. What names something that the URDF does not know is left out, as MoveIt does it,
 * with a warning for each such name.
 */
export function resolveSrdf(srdf: SrdfModel, urdf: UrdfModel, work: WorkMeter): ResolvedSrdf {
  return new Resolution(srdf, urdf, work).result();
}

interface KnownJoint {
  readonly name: string;
  readonly type: JointType;
  readonly parent?: string;
  readonly mimics: boolean;
}

/** Something that is left out, and in how many lines. */
interface Omission {
  readonly line: number;
  readonly help: string;
  lines: number;
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
  private readonly omissions: Map<string, Omission> = new Map();
  private readonly rootJoint: JointOptions;
  private readonly work: WorkMeter;

  constructor(srdf: SrdfModel, urdf: UrdfModel, work: WorkMeter) {
    this.srdf = srdf;
    this.work = work;
    this.groups = new Map(srdf.groups.map((group) => [group.name, group]));
    this.links = new Set(urdf.links.map(({ name }) => name));
    const known = urdf.joints.map(({ name, type, parent, mimic }) => ({ name, type, parent, mimics: mimic !== undefined }));
    this.joints = new Map(known.map((joint) => [joint.name, joint]));
    this.above = new Map(urdf.joints.map(({ child }, i) => [child, known[i]]));
    for (const warning of srdf.warnings ?? []) this.warnings.push(warning);
    this.rootJoint = this.readRootJoint(urdf);
    if (srdf.name !== undefined && srdf.name !== urdf.name)
      this.warnings.push(`${srdf.file}: is for the robot ${shownName(srdf.name)}, the URDF is of ${shownName(urdf.name)}`);
  }

  result(): ResolvedSrdf {
    const { srdf } = this;
    for (const { name, line } of srdf.passiveJoints) this.knownJoint(name, line, 'passive_joint');
    const groups = srdf.groups.map((group) => ({ name: group.name, joints: this.movedJoints(group) }));
    for (const { name, parentLink, group, line } of srdf.endEffectors)
      if (this.isLink(parentLink, line, `end effector ${shownName(name)}`)) this.isGroup(group, line, `end effector ${shownName(name)}`);
    const states = srdf.states.flatMap((state) => this.readState(state));
    const allowed = this.readAllowed();
    const tool = this.toolLinks();
    return { allowed, groups, states, tool, rootJoint: this.rootJoint, warnings: [...this.warnings, ...this.omitted()] };
  }

  private fault(message: string, line: number): InputError {
    return new InputError(message, { file: this.srdf.file, line });
  }

  private warn(message: string, line: number): void {
    this.warnings.push(`${this.srdf.file}, line ${line}: ${message}`);
  }

  /** One warning for all lines that say the same; the spelling help behind it is looked for once. */
  private leaveOut(message: string, line: number, help: () => string = () => ''): void {
    const known = this.omissions.get(message);
    if (known === undefined) this.omissions.set(message, { line, lines: 1, help: this.omissions.size < MOST_HELPED ? help() : '' });
    else known.lines++;
  }

  private omitted(): readonly string[] {
    return [...this.omissions].map(([message, { line, lines, help }]) => {
      const more = lines === 1 ? '' : `, as in ${counted(lines - 1, 'more line')}`;
      return `${this.srdf.file}, line ${line}: ${message}${help}; it is left out${more}`;
    });
  }

  private isLink(name: string, line: number, what: string): boolean {
    if (!this.links.has(name)) this.leaveOut(`${what}: ${shownName(name)} is no link of the robot`, line, () => meant(name, this.links));
    return this.links.has(name);
  }

  private isGroup(name: string, line: number, what: string): boolean {
    if (!this.groups.has(name)) this.leaveOut(`${what}: there is no group ${shownName(name)}`, line, () => meant(name, this.groups.keys()));
    return this.groups.has(name);
  }

  private knownJoint(name: string, line: number, what: string): KnownJoint | undefined {
    const joint = this.joints.get(name);
    if (joint === undefined)
      this.leaveOut(`${what}: ${shownName(name)} is no joint of the robot`, line, () => meant(name, this.joints.keys()));
    return joint;
  }

  private readRootJoint(urdf: UrdfModel): JointOptions {
    const joints = this.srdf.virtualJoints.filter(({ name, childLink, line }) =>
      this.isLink(childLink, line, `virtual joint ${shownName(name)}`),
    );
    for (const joint of joints) if (joint.childLink !== urdf.root) this.belowRoot(joint, urdf.root);
    const [joint, second] = joints.filter(({ childLink }) => childLink === urdf.root);
    if (joint === undefined) return { type: 'fixed' };
    if (second !== undefined)
      this.leaveOut(`a second virtual joint ${shownName(second.name)} of the root; the first is ${shownName(joint.name)}`, second.line);
    const { name, type, childLink, line } = joint;
    if (this.joints.has(name)) {
      const fault = `virtual joint ${shownName(name)}: the URDF has a joint of that name`;
      if (type !== 'fixed') throw this.fault(fault, line);
      // one that fixes the root changes nothing
      this.leaveOut(fault, line);
      return { type };
    }
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
  private belowRoot({ name, type, childLink, line }: SrdfVirtualJoint, root: string): void {
    this.warn(
      `virtual joint ${shownName(name)} (${type}) is left out: ${shownName(childLink)} has a parent already, only the root ${shownName(root)} can have one`,
      line,
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
    const what = `group ${shownName(group.name)}`;
    within.add(group.name);
    const out = new Set<string>();
    const place = { file: this.srdf.file, line: group.line };
    for (const chain of group.chains) for (const joint of this.chainJoints(chain, what)) out.add(joint);
    for (const { name, line } of group.joints) if (this.knownJoint(name, line, what) !== undefined) out.add(name);
    for (const { name, line } of group.links) {
      const joint = this.isLink(name, line, what) ? this.above.get(name) : undefined;
      if (joint !== undefined) out.add(joint.name);
    }
    for (const { name, line } of group.subgroups) {
      const subgroup = this.isGroup(name, line, what) ? this.groups.get(name) : undefined;
      if (subgroup === undefined) continue;
      if (within.has(name)) {
        this.leaveOut(`${what}: contains itself, by way of ${shownName(name)}`, line);
        continue;
      }
      if (within.size >= DEEPEST) throw this.fault(`${what}: groups are nested more than ${DEEPEST} deep`, line);
      const inner = this.jointsOf(subgroup, within);
      this.work.spend(MEMBER_UNITS * inner.size, place);
      for (const joint of inner) out.add(joint);
    }
    within.delete(group.name);
    this.groupJoints.set(group.name, out);
    return out;
  }

  /** Links of the end effectors, group by group: those that the group names, and those that its joints hold. */
  private toolLinks(): readonly string[] {
    const held = new Map<string, { readonly link: string; readonly order: number }>();
    for (const [link, joint] of this.above) held.set(joint.name, { link, order: held.size });
    const out = new Set<string>();
    for (const { group, line } of this.srdf.endEffectors) {
      const joints = this.groupJoints.get(group);
      if (joints === undefined) continue;
      const named = this.groups.get(group)?.links ?? [];
      this.work.spend(MEMBER_UNITS * (joints.size + named.length), { file: this.srdf.file, line });
      for (const { name } of named) if (this.links.has(name)) out.add(name);
      const below = [...joints].flatMap((joint) => held.get(joint) ?? []);
      for (const { link } of below.sort((a, b) => a.order - b.order)) out.add(link);
    }
    return [...out];
  }

  /** Joints from base to tip; where the base is not above the tip, those of both branches up to where they meet. */
  private chainJoints({ base, tip, line }: SrdfChain, what: string): readonly string[] {
    if (![base, tip].every((link) => this.isLink(link, line, `${what}: chain`))) return [];
    const down = this.jointsToRoot(tip, line);
    const up = this.jointsToRoot(base, line);
    while (down.length > 0 && down.at(-1) === up.at(-1)) {
      down.pop();
      up.pop();
    }
    if (up.length > 0) this.warn(`${what}: chain: the tip ${shownName(tip)} is not below the base ${shownName(base)}`, line);
    return [...up, ...down.reverse()];
  }

  private jointsToRoot(link: string, line: number): string[] {
    const out: string[] = [];
    for (let joint = this.above.get(link); joint !== undefined; ) {
      this.work.spend(MEMBER_UNITS, { file: this.srdf.file, line });
      out.push(joint.name);
      joint = joint.parent === undefined ? undefined : this.above.get(joint.parent);
    }
    return out;
  }

  private readState({ name, group, joints, line }: SrdfState): readonly NamedState[] {
    const what = `state ${shownName(name)}`;
    if (!this.isGroup(group, line, what)) return [];
    const values: Record<string, readonly number[]> = {};
    for (const joint of joints) {
      const known = this.knownJoint(joint.name, joint.line, what);
      // MoveIt's own files list fixed and mimic joints too, whose values follow from the others.
      const size = known === undefined || known.mimics ? 0 : JOINT_KINDS[known.type].size;
      if (known === undefined || size === 0) continue;
      if (joint.values.length !== size) {
        const has = `takes ${counted(size, 'value')}, got ${joint.values.length}`;
        this.leaveOut(`${what}: joint ${shownName(joint.name)} (${known.type}) ${has}`, joint.line);
        continue;
      }
      if (!this.groupJoints.get(group)?.has(joint.name))
        this.warn(`${what} moves ${shownName(joint.name)}, which is not in group ${shownName(group)}`, joint.line);
      // Not by assignment: a joint may be called __proto__.
      Object.defineProperty(values, joint.name, { value: joint.values, enumerable: true });
    }
    return [{ name, group, values }];
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
      if (!this.isLink(name, line, 'disable_default_collisions')) continue;
      this.work.spend(PAIR_UNITS * this.links.size, { file: this.srdf.file, line });
      for (const other of this.links) if (other !== name) pairs.set(key(name, other), { a: name, b: other, reason: 'default' });
    }
    for (const [list, what] of [
      [enabled, 'enable_collisions'],
      [disabled, 'disable_collisions'],
    ] as const) {
      for (const { link1, link2, reason, line } of list) {
        const known = [link1, link2].map((link) => this.isLink(link, line, what));
        if (known.includes(false)) continue;
        if (list === enabled) pairs.delete(key(link1, link2));
        else pairs.set(key(link1, link2), { a: link1, b: link2, reason: inOurWords(reason) });
      }
    }
    return [...pairs.values()];
  }
}

function meant(name: string, known: Iterable<string>): string {
  const near = nearestName(name, known);
  return near === undefined ? '' : ` (is ${shownName(near)} meant?)`;
}

function inOurWords(reason: string | undefined): string | undefined {
  const word = reason?.toLowerCase();
  return word !== undefined && KNOWN_REASONS.includes(word) ? word : reason;
}
