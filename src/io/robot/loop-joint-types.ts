/**
 * Joints that a YAML file of closed chains replaces, as example-parallel-robots has it: `joint_name` lists joints of
 * the URDF, `joint_type` what each becomes: SPHERICAL, a universal joint UJOINT_XY (first about x, then about y), or
 * FIXED. They turn about the axes of the joint's own frame; axis and limits of the URDF do not count. What turns about
 * several axes becomes as many joints, named after these, with links without shapes between them.
 */
import { shownName } from '../../math/shown-name.ts';
import type { Located } from '../text/located-value.ts';
import type { UrdfJoint, UrdfLink, UrdfModel } from './urdf-model.ts';

/** A URDF with joints that were replaced. */
export interface ReplacedJoints {
  readonly urdf: UrdfModel;
  /** The joints that stand for one that turns about several axes now, by its name. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
}

const AXES = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] } as const;
type Axis = keyof typeof AXES;

export function replaceJoints(yaml: Located, urdf: UrdfModel): ReplacedJoints {
  const names = yaml.get('joint_name')?.items('a list of joints') ?? [];
  const types = yaml.get('joint_type')?.items('a list of types') ?? [];
  if (names.length !== types.length)
    throw yaml.error(`has ${names.length} in joint_name and ${types.length} in joint_type; each joint needs one type`);
  if (names.length === 0) return { urdf, parts: new Map() };
  const known = new Map(urdf.joints.map((joint) => [joint.name, joint]));
  const axes = new Map<string, readonly Axis[]>();
  for (const [k, place] of names.entries()) {
    const name = place.text();
    const joint = known.get(name);
    if (joint === undefined) throw place.error(`is ${shownName(name)}, which is no joint of ${urdf.file}`);
    if (joint.type === 'fixed') throw place.error(`is ${shownName(name)}, which is fixed in ${urdf.file}`);
    if (joint.mimic !== undefined) throw place.error(`is ${shownName(name)}, which follows another joint in ${urdf.file}`);
    if (axes.has(name)) throw place.error(`names ${shownName(name)} a second time`);
    axes.set(name, axesOf(types[k]));
  }
  const replaced = new Replacement(urdf, axes);
  return { urdf: replaced.urdf, parts: replaced.parts };
}

function axesOf(type: Located): readonly Axis[] {
  const word = type.text();
  if (word === 'FIXED') return [];
  if (word === 'SPHERICAL') return ['X', 'Y', 'Z'];
  const [, first, second] = /^UJOINT_([XYZ])([XYZ])$/.exec(word) ?? [];
  if (first === undefined || first === second) throw type.wrong('SPHERICAL, FIXED, or UJOINT_XY and the like with two different axes');
  return [first as Axis, second as Axis];
}

class Replacement {
  readonly urdf: UrdfModel;
  readonly parts: Map<string, readonly string[]> = new Map();
  private readonly links: UrdfLink[];
  private readonly joints: UrdfJoint[] = [];
  private readonly taken: Set<string>;

  constructor(urdf: UrdfModel, axes: ReadonlyMap<string, readonly Axis[]>) {
    this.links = [...urdf.links];
    this.taken = new Set([...urdf.links, ...urdf.joints].map(({ name }) => name));
    for (const joint of urdf.joints) {
      const own = axes.get(joint.name);
      if (own === undefined) this.joints.push(joint);
      else this.replace(joint, own);
    }
    this.urdf = { ...urdf, links: this.links, joints: this.joints };
  }

  private replace(joint: UrdfJoint, axes: readonly Axis[]): void {
    const { name, parent, child, origin, line } = joint;
    if (axes.length === 0) {
      this.joints.push({ name, type: 'fixed', parent, child, origin, line });
      return;
    }
    const parts = axes.map((axis) => this.freeName(`${name}_${axis}`));
    parts.forEach((part, k) => {
      const isLast = k === axes.length - 1;
      if (!isLast) this.links.push({ name: part, visual: [], collision: [], line });
      this.joints.push({
        name: part,
        type: 'continuous',
        parent: k === 0 ? parent : parts[k - 1],
        child: isLast ? child : part,
        origin: k === 0 ? origin : {},
        axis: AXES[axes[k]],
        line,
      });
    });
    this.parts.set(name, parts);
  }

  private freeName(wanted: string): string {
    let name = wanted;
    while (this.taken.has(name)) name += '_';
    this.taken.add(name);
    return name;
  }
}
