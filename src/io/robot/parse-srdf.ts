import { checkRecord } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName } from '../../math/shown-name.ts';
import type { MeshSource } from '../mesh-source.ts';
import { parseXml } from '../text/xml.ts';
import { refuseXacro, shown, type XmlElement } from '../text/xml-element.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';

// SRDF as data: what MoveIt says about a robot beside its URDF. Whether the names exist is judged against the URDF, in
// `resolveSrdf`. As MoveIt does, an element that says nothing sensible is left out and the rest is read: leaving one
// out can only make more pairs be tested. Each is a warning.

/** Something that an SRDF names, and where it does so. */
export interface SrdfName {
  /** Name as written. */
  readonly name: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** All joints between two links. */
export interface SrdfChain {
  /** Name of the link that it begins at. */
  readonly base: string;
  /** Name of the link that it ends in. */
  readonly tip: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A group of joints, as the file composes it. */
export interface SrdfGroup extends SrdfName {
  /** Links whose joints belong to it. */
  readonly links: readonly SrdfName[];
  /** Joints that belong to it. */
  readonly joints: readonly SrdfName[];
  /** Chains whose joints belong to it. */
  readonly chains: readonly SrdfChain[];
  /** Groups that belong to it with all they have. */
  readonly subgroups: readonly SrdfName[];
}

/** Named values of the joints of a group, such as `home`. */
export interface SrdfState extends SrdfName {
  /** Name of the group whose joints it is about. */
  readonly group: string;
  /** Joints with their values, radians or metres, and the line of the file. */
  readonly joints: readonly { readonly name: string; readonly values: readonly number[]; readonly line: number }[];
}

/** How the robot's root is joined to the world. */
export interface SrdfVirtualJoint extends SrdfName {
  /** How it moves. */
  readonly type: 'fixed' | 'planar' | 'floating';
  /** Name of the frame outside of the robot. */
  readonly parentFrame: string;
  /** Name of the robot's link. */
  readonly childLink: string;
}

/** A group that is an end effector, and what holds it. */
export interface SrdfEndEffector extends SrdfName {
  /** Name of the group that it is. */
  readonly group: string;
  /** Name of the link that holds it. */
  readonly parentLink: string;
  /** Name of the group that holds it; absent: the file does not say. */
  readonly parentGroup?: string;
}

/** Two links that are not tested against each other, or are. */
export interface SrdfPair {
  /** Name of the one link. */
  readonly link1: string;
  /** Name of the other link. */
  readonly link2: string;
  /** Why, as written: 'Adjacent', 'Never', …; absent: the file does not say. */
  readonly reason?: string;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** An SRDF as data. Names are not compared with a URDF yet; `buildRobot` does that. */
export interface SrdfModel {
  /** Name of the robot; absent: the file has none. */
  readonly name?: string;
  /** Name of the file, for errors. */
  readonly file: string;
  /** Groups of joints. */
  readonly groups: readonly SrdfGroup[];
  /** Named states of the groups. */
  readonly states: readonly SrdfState[];
  /** Groups that are end effectors. */
  readonly endEffectors: readonly SrdfEndEffector[];
  /** How the root is joined to the world. */
  readonly virtualJoints: readonly SrdfVirtualJoint[];
  /** Joints that nothing drives. */
  readonly passiveJoints: readonly SrdfName[];
  /** Pairs of links that are not to be tested. */
  readonly disabled: readonly SrdfPair[];
  /** Links that are tested against none but those in `enabled`. */
  readonly disabledByDefault: readonly SrdfName[];
  /** Pairs that are tested in spite of `disabledByDefault`. */
  readonly enabled: readonly SrdfPair[];
  /** Sentences about elements that are not known or say nothing sensible, and so are not obeyed. */
  readonly warnings?: readonly string[];
}

const VIRTUAL_TYPES: readonly SrdfVirtualJoint['type'][] = ['fixed', 'planar', 'floating'];

/** Reads an SRDF at hand; `file` is its name, for errors. */
export function parseSrdf(source: MeshSource, file: string, options: ReadOptions = {}): SrdfModel {
  checkRecord(options, ['maxWork'], 'parseSrdf');
  const robot = parseXml(source, file, meterOf(options.maxWork));
  if (robot.name !== 'robot') throw robot.fault(`the root element should be <robot>, got <${robot.name}>`);
  refuseXacro(robot, 'srdf');
  if (robot.all('link').length > 0)
    throw robot.all('link')[0].fault('has <link>; this looks like a URDF file, not like the SRDF beside it');
  const reading = new Reading();
  return {
    name: robot.attributes.get('name') || undefined,
    file,
    groups: reading.differing(robot.all('group'), 'group', (group) => readGroup(group, reading)),
    states: readStates(robot, reading),
    endEffectors: reading.differing(robot.all('end_effector'), 'end effector', readEndEffector),
    virtualJoints: reading.differing(robot.all('virtual_joint'), 'virtual joint', (joint) => readVirtualJoint(joint, reading)),
    passiveJoints: reading.each(robot.all('passive_joint'), (joint) => readName(joint)),
    disabled: reading.each(robot.all('disable_collisions'), readPair),
    disabledByDefault: reading.each(robot.all('disable_default_collisions'), (element) => readName(element, 'link')),
    enabled: reading.each(robot.all('enable_collisions'), readPair),
    warnings: [...reading.warnings, ...[robot, ...robot.all('group'), ...robot.all('group_state')].flatMap(unknownElements)],
  };
}

/** Reads element by element, and leaves out with a warning what is faulty. */
class Reading {
  readonly warnings: string[] = [];

  warn({ file, line }: XmlElement, message: string): void {
    this.warnings.push(`${file}, line ${line}: ${message}`);
  }

  each<T>(elements: readonly XmlElement[], read: (element: XmlElement) => T): T[] {
    return elements.flatMap((element) => {
      try {
        return [read(element)];
      } catch (cause) {
        if (!(cause instanceof InputError)) throw cause;
        this.warnings.push(`${cause.message}; it is left out`);
        return [];
      }
    });
  }

  /** Where several have one name the first counts, as with MoveIt. */
  differing<T extends SrdfName>(elements: readonly XmlElement[], what: string, read: (element: XmlElement) => T): T[] {
    const seen = new Map<string, number>();
    return this.each(elements, (element) => {
      const one = read(element);
      const first = seen.get(one.name);
      if (first !== undefined) throw element.fault(`two ${what}s are named ${shownName(one.name)}, here and in line ${first}`);
      seen.set(one.name, one.line);
      return one;
    });
  }
}

/** What may stand in an element, also where it says nothing about groups, states and collisions. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  robot: [
    'group',
    'group_state',
    'end_effector',
    'virtual_joint',
    'passive_joint',
    'joint_property',
    'disable_collisions',
    'disable_default_collisions',
    'enable_collisions',
    'link_sphere_approximation',
  ],
  // MoveIt's own files have passive joints in groups.
  group: ['link', 'joint', 'chain', 'group', 'passive_joint'],
  group_state: ['joint'],
};

function unknownElements(parent: XmlElement): readonly string[] {
  const known = entryOf(KNOWN, parent.name);
  return parent.children
    .filter(({ name }) => !known.includes(name))
    .map(({ name, file, line }) => {
      const near = nearestName(name, known);
      return `${file}, line ${line}: <${name}> in <${parent.name}> is not known and not obeyed${near === undefined ? '' : `; is <${near}> meant?`}`;
    });
}

function readName(element: XmlElement, attribute = 'name'): SrdfName {
  return { name: element.attribute(attribute), line: element.line };
}

function readGroup(group: XmlElement, reading: Reading): SrdfGroup {
  return {
    ...readName(group),
    links: reading.each(group.all('link'), (link) => readName(link)),
    joints: reading.each(group.all('joint'), (joint) => readName(joint)),
    chains: reading.each(group.all('chain'), (chain) => {
      return { base: chain.attribute('base_link'), tip: chain.attribute('tip_link'), line: chain.line };
    }),
    subgroups: reading.each(group.all('group'), (subgroup) => readName(subgroup)),
  };
}

/** Where two states have one name, mostly as states of two groups ("home"), the last counts, as with MoveIt. */
function readStates(robot: XmlElement, reading: Reading): readonly SrdfState[] {
  const states = new Map<string, SrdfState>();
  reading.each(robot.all('group_state'), (element) => {
    const name = element.attribute('name');
    const group = element.attribute('group');
    const key = JSON.stringify([name, group]);
    const first = states.get(key);
    if (first !== undefined)
      reading.warn(
        element,
        `two states of group ${shownName(group)} are named ${shownName(name)}, here and in line ${first.line}; this one counts`,
      );
    // one value that cannot be read, and the state is another one than meant: all of it is left out
    const given = element.all('joint');
    const values = new Map(given.map((joint) => [joint, { ...readName(joint), values: joint.numbers('value') }]));
    const joints = reading.differing(given, 'joint', (joint) => values.get(joint) ?? { ...readName(joint), values: [] });
    states.set(key, { name, group, joints, line: element.line });
  });
  return [...states.values()];
}

function readEndEffector(element: XmlElement): SrdfEndEffector {
  return {
    ...readName(element),
    group: element.attribute('group'),
    parentLink: element.attribute('parent_link'),
    parentGroup: element.attributes.get('parent_group') || undefined,
  };
}

function readVirtualJoint(element: XmlElement, reading: Reading): SrdfVirtualJoint {
  const given = element.attribute('type') as SrdfVirtualJoint['type'];
  const type = VIRTUAL_TYPES.includes(given) ? given : 'fixed';
  if (type !== given)
    reading.warn(element, `type ${shown(given)} of <virtual_joint> is none of ${VIRTUAL_TYPES.join(', ')}; it is taken as fixed`);
  return { ...readName(element), type, parentFrame: element.attribute('parent_frame'), childLink: element.attribute('child_link') };
}

function readPair(element: XmlElement): SrdfPair {
  const link1 = element.attribute('link1');
  const link2 = element.attribute('link2');
  if (link1 === link2) throw element.fault(`<${element.name}> pairs '${link1}' with itself`);
  return { link1, link2, reason: element.attributes.get('reason') || undefined, line: element.line };
}
