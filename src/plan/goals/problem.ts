/** What a request means for a scene: the space to search in, its start and its goals as flat lists. */

import { checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { largestOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import type { Vec3 } from '../../math/pose.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { Constraints } from '../constraints/constraints.ts';
import { NOT_AROUND_MOVERS } from '../plan-capabilities.ts';
import { type Axis, type BoundingBox, type Bounds, boxOf, floatingAxes, jointAxes } from '../space/axes.ts';
import { LoopedSpace } from '../space/looped-space.ts';
import { StateSpace, type States } from '../space/state-space.ts';
import type { AnyOf, Goal, LinkGoal } from './goals.ts';
import { isLinkGoal, linkParts, linkStates } from './link-goal.ts';
import type { PlanRequest } from './plan-options.ts';
import { type PlanState, partName, type ReadState, SceneLayout } from './plan-state.ts';

export interface Problem {
  readonly layout: SceneLayout;
  readonly space: StateSpace;
  readonly start: States;
  /** For each leg, the states any of which ends it, each with the number of the goal it is of. */
  readonly legs: readonly (readonly EndState[])[];
  /** What must hold all along; null: nothing. */
  readonly constraints: Constraints | null;
  /** Why a leg has no such state, as the end of a sentence on the goal; null where it has. */
  readonly faults: readonly (string | null)[];
}

/** A state that ends a leg, and which of its goals that is. */
export interface EndState {
  readonly state: States;
  readonly goal: number;
}

/** Bodies that the scene moves itself; what is no scene is refused by whoever uses it. */
export function refuseMovers(scene: Scene): void {
  const moved = Object.keys(scene?.bodyMotions ?? {});
  if (moved.length > 0) throw new InputError(`plan: bodies that move by themselves (${moved.join(', ')}) ${NOT_AROUND_MOVERS}`);
}

export function problemOf(
  scene: Scene,
  request: PlanRequest,
  isFree: (state: States) => boolean,
  left: () => number = () => Infinity,
): Problem {
  const layout = new SceneLayout(scene);
  if (layout.size === 0) throw new InputError('plan: nothing in the scene can move');
  refuseMovers(scene);
  const start = layout.read(request.from, 'plan: from', null);
  const asked = [...(request.through ?? []), request.to].map((goal, k, all) => {
    const what = k === all.length - 1 ? 'plan: to' : `plan: through, goal ${k}`;
    return alternatives(goal).map((one, i, list) => readGoal(layout, one, list.length > 1 ? `${what}, ${i}` : what, start.state));
  });
  const named = new Set(asked.flat().flatMap((goal) => [...goal.named]));
  const moving = movingParts(layout, request, named);
  for (const { read } of asked.flat()) if (read !== null) checkOnly(layout, moving, start, read);
  const constraints = constraintsOf(layout, moving, request.constraints === undefined ? [] : request.constraints);
  const given = asked.flat().flatMap(({ read }) => (read === null ? [] : [read.state]));
  const places = asked.flat().flatMap(({ link }) => (link?.pose?.position === undefined ? [] : [link.pose.position]));
  let size = -1;
  const around = (at: number): BoundingBox => {
    if (size < 0) size = sizeOf(layout, places);
    return boxAround([start.state, ...given], at, size);
  };
  const axes = axesOf(layout, moving, request.bounds ?? {}, around);
  const space = layout.hasLoops ? new LoopedSpace(start.state, axes, layout.robots) : new StateSpace(start.state, axes);
  if (space.dimension === 0) throw new InputError('plan: nothing moves: no joint or body is named by the goals, group or moving');
  const accepts = (state: States): boolean =>
    (space.beyond(state, 0) ?? space.astray(state, 0)) === undefined && (constraints === null || constraints.holds(state)) && isFree(state);
  const faults: (string | null)[] = [];
  const legs = asked.map((goals) => {
    const whys: string[] = [];
    const ends = goals.flatMap(({ read, link, what }, goal): EndState[] => {
      if (read !== null) return [{ state: read.state, goal }];
      const time = left();
      if (time === 0) return [];
      const found = linkStates(layout, link as LinkGoal, start.state, moving, accepts, request.seed ?? 0, time, what);
      if (found.why !== null) whys.push(found.why);
      return found.states.map((state) => ({ state, goal }));
    });
    faults.push(ends.length > 0 ? null : whys.join('; '));
    return ends;
  });
  return { layout, space, start: start.state, legs, constraints, faults };
}

/** Projections move what moves, and nothing else. */
function constraintsOf(layout: SceneLayout, moving: ReadonlySet<string>, given: readonly Constraint[]): Constraints | null {
  if (Array.isArray(given) && given.length === 0) return null;
  const joints = layout.robots.map(({ robot }) => {
    const own = robot.joints.map(({ name }) => name).filter((name) => moving.has(partName(robot.name, name)));
    return [robot.name, own] as const;
  });
  return new Constraints(layout.scene, given, { joints: Object.fromEntries(joints) });
}

/** A goal as it was given: a state, or the pose of a link. */
interface AskedGoal {
  readonly what: string;
  readonly read: ReadState | null;
  readonly link: LinkGoal | null;
  readonly named: Iterable<string>;
}

function readGoal(layout: SceneLayout, goal: PlanState | LinkGoal, what: string, start: States): AskedGoal {
  if (isLinkGoal(goal)) return { what, read: null, link: goal, named: linkParts(layout, goal, what) };
  const read = layout.read(goal, what, start);
  return { what, read, link: null, named: read.named };
}

function alternatives(goal: Goal): readonly (PlanState | LinkGoal)[] {
  if (goal === null || typeof goal !== 'object' || !('anyOf' in goal)) return [goal as PlanState];
  checkRecord(goal, ['anyOf'], 'plan: a goal with anyOf');
  const { anyOf } = goal as AnyOf;
  checkList(anyOf, 'plan: anyOf');
  if (anyOf.length === 0) throw new InputError('plan: anyOf must be a list of goals, one at least');
  return anyOf;
}

/** Joints and bodies that move, see `partName`. */
function movingParts(layout: SceneLayout, { group, moving }: PlanRequest, named: ReadonlySet<string>): ReadonlySet<string> {
  if (group === undefined && moving === undefined) return named;
  const out = new Set<string>();
  if (group !== undefined) for (const part of groupParts(layout, group)) out.add(part);
  for (const name of moving ?? []) {
    const owners = layout.robots.filter(({ robot }) => robot.joints.some((joint) => joint.name === name));
    const robot = layout.robots.find((one) => one.robot.name === name)?.robot;
    if (robot !== undefined) for (const joint of robot.joints) out.add(partName(name, joint.name));
    else if (layout.bodies.some((body) => body.name === name)) out.add(partName(name));
    else if (owners.length === 1 && !owners[0].passive.has(name)) out.add(partName(owners[0].robot.name, name));
    else {
      const known = [
        ...layout.robots.flatMap((one) => [one.robot.name, ...one.robot.joints.map((joint) => joint.name)]),
        ...layout.bodies.map((body) => body.name),
      ];
      const meant = nearestName(name, known);
      const follows =
        layout.robots.flatMap((one) =>
          one.robot.links.flatMap(({ joint }) => (joint.name === name && joint.mimic ? [joint.mimic.joint] : [])),
        )[0] ?? null;
      if (owners.length === 1)
        throw new InputError(`plan: moving: joint '${name}' follows, to keep loops closed; name joints that are driven`);
      throw new InputError(
        owners.length > 1
          ? `plan: moving: several robots have a joint '${name}'; name the robot, or a group`
          : follows !== null
            ? `plan: moving: joint '${name}' follows '${follows}'; name that one`
            : `plan: moving: there is no robot, joint or body '${name}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`,
      );
    }
  }
  return out;
}

function groupParts(layout: SceneLayout, group: string): string[] {
  const found = layout.robots.flatMap(({ robot }) => {
    const one = robot.groups.find(({ name }) => name === group);
    return one === undefined ? [] : [{ robot, joints: one.joints }];
  });
  if (found.length === 0) {
    const known = layout.robots.flatMap(({ robot }) => robot.groups.map(({ name }) => name));
    throw new InputError(`plan: no group ${shownValue(group)}; ${known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`}`);
  }
  if (found.length > 1) throw new InputError(`plan: several robots have a group '${group}'; use moving`);
  const [{ robot, joints }] = found;
  const own = joints.filter((name) => robot.joint(name).size > 0);
  if (own.length === 0) throw new InputError(`plan: group '${group}' of robot '${robot.name}' has no joint that moves`);
  return own.map((name) => partName(robot.name, name));
}

/** What does not move must be at the goal as at the start. */
function checkOnly(layout: SceneLayout, moving: ReadonlySet<string>, start: ReadState, goal: ReadState): void {
  const differs = (at: number, size: number): boolean => {
    for (let k = 0; k < size; k++) if (start.state[at + k] !== goal.state[at + k]) return true;
    return false;
  };
  for (const { robot, at, passive } of layout.robots) {
    for (const { name, slot, size } of robot.joints)
      if (!passive.has(name) && !moving.has(partName(robot.name, name)) && differs(at + slot, size))
        throw new InputError(`plan: the goal moves joint '${name}' of '${robot.name}', which is not among what moves`);
  }
  for (const { name, at } of layout.bodies)
    if (!moving.has(partName(name)) && differs(at, 7))
      throw new InputError(`plan: the goal moves '${name}', which is not among what moves`);
}

function axesOf(layout: SceneLayout, moving: ReadonlySet<string>, bounds: Bounds, around: (at: number) => BoundingBox): Axis[] {
  const axes: Axis[] = [];
  const known = new Set<string>();
  for (const { robot, at, passive, driving } of layout.robots) {
    for (const joint of robot.joints) {
      const { name } = joint;
      known.add(name);
      if (passive.has(name) || !moving.has(partName(robot.name, name))) continue;
      for (const axis of jointAxes(robot, joint, at, bounds, around, driving.has(name))) axes.push(axis);
    }
  }
  for (const { name, at } of layout.bodies) {
    known.add(name);
    if (!moving.has(partName(name))) continue;
    const body = layout.scene.bodies.find((one) => one.name === name);
    const radius = body === undefined ? 1 : boundingRadius(body.shape);
    const axesHere = floatingAxes(at, radius > 0 ? radius : 1, name, boxOf(entryOf(bounds, name), name) ?? around(at));
    for (const axis of axesHere) axes.push(axis);
  }
  if (bounds === null || typeof bounds !== 'object')
    throw new InputError(`plan: bounds must be an object by name, got ${shownValue(bounds)}`);
  for (const name of Object.keys(bounds)) {
    if (known.has(name)) continue;
    const meant = nearestName(name, [...known]);
    throw new InputError(`plan: bounds: there is no joint or body '${name}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`);
  }
  return axes;
}

/** How far apart things are in the world, with some room: what has no bounds may go as far from where it is. */
function sizeOf({ scene, robots }: SceneLayout, places: readonly Vec3[]): number {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let reach = 0;
  const include = (place: Vec3, radius: number): void => {
    place.forEach((value, k) => {
      min[k] = Math.min(min[k], value - radius);
      max[k] = Math.max(max[k], value + radius);
    });
  };
  for (const { shape, pose } of scene.obstacles) include(pose?.position ?? [0, 0, 0], boundingRadius(shape));
  for (const { shape, pose } of scene.bodies) {
    reach = Math.max(reach, boundingRadius(shape));
    include(pose?.position ?? [0, 0, 0], boundingRadius(shape));
  }
  for (const { robot } of robots) {
    include(robot.base.position, 0);
    for (const { shapes } of robot.links) for (const { shape } of shapes) reach = Math.max(reach, boundingRadius(shape));
  }
  for (const place of places) include(place, 0);
  const [x, y, z] = max.map((most, k) => Math.max(0, most - min[k]));
  return Math.sqrt(x * x + y * y + z * z) + 4 * reach;
}

/** So far around three values that states have from a place on. */
function boxAround(states: readonly States[], at: number, size: number): BoundingBox {
  const end = (k: number, sign: 1 | -1): number => sign * largestOf(states.map((state) => sign * state[at + k])) + sign * size;
  return { min: [end(0, -1), end(1, -1), end(2, -1)], max: [end(0, 1), end(1, 1), end(2, 1)] };
}
