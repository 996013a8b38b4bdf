/** Robots of urdf-loader, made of its own classes: its parser needs a DOM, which Node has not. */
import * as THREE from 'three';
import { URDFCollider, URDFJoint, URDFLink, URDFMimicJoint, URDFRobot } from 'urdf-loader/src/URDFClasses.js';
import type { Random } from '../../../src/index.ts';
import type { UrdfLoaderRobot } from '../../../src/three/index.ts';

interface JointSpec {
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
  readonly xyz?: readonly [number, number, number];
  readonly quaternion?: readonly [number, number, number, number];
  readonly axis?: readonly [number, number, number];
  readonly limit?: readonly [number, number];
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number };
}

export function urdfRobot(name: string, root: string, joints: readonly JointSpec[]): UrdfLoaderRobot {
  // biome-ignore lint/suspicious/noExplicitAny: its declarations leave out what its own parser writes
  const robot: any = new URDFRobot();
  robot.robotName = name;
  robot.name = robot.urdfName = root;
  robot.links = { [root]: robot };
  robot.joints = {};
  for (const { name: own, type, parent, child, xyz = [0, 0, 0], quaternion = [0, 0, 0, 1], axis, limit = [-2, 2], mimic } of joints) {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const joint: any = mimic === undefined ? new URDFJoint() : new URDFMimicJoint();
    joint.name = joint.urdfName = own;
    joint.jointType = type;
    joint.position.set(...xyz);
    joint.quaternion.set(...quaternion);
    if (axis !== undefined) joint.axis = new THREE.Vector3(...axis).normalize();
    [joint.limit.lower, joint.limit.upper] = limit;
    if (mimic !== undefined) Object.assign(joint, { mimicJoint: mimic.joint, multiplier: mimic.multiplier, offset: mimic.offset });
    const link = new URDFLink();
    link.name = link.urdfName = child;
    joint.add(link);
    robot.links[parent].add(joint);
    robot.links[child] = link;
    robot.joints[own] = joint;
  }
  for (const { name: own, mimic } of joints) if (mimic !== undefined) robot.joints[mimic.joint].mimicJoints.push(robot.joints[own]);
  return robot;
}

/** A shape of a link, as urdf-loader makes them. */
export function collider(
  robot: UrdfLoaderRobot,
  link: string,
  geometry: THREE.BufferGeometry,
  place?: (group: THREE.Object3D) => void,
): THREE.Mesh {
  const group = new URDFCollider();
  const mesh = new THREE.Mesh(geometry);
  group.add(mesh);
  place?.(group);
  robot.links[link].add(group);
  return mesh;
}

/** A chain with a joint of every kind at random places, one following another. */
export function randomRobot(random: Random): UrdfLoaderRobot {
  const types = ['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating', 'revolute', 'prismatic'];
  const joints = types.map((type, i): JointSpec => {
    const isLast = i >= 6;
    return {
      ...{ name: `j${i}`, type, parent: i === 0 ? 'base' : `l${i - (isLast ? 3 : 1)}`, child: `l${i}` },
      xyz: [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)],
      quaternion: random.quaternion(),
      ...(type === 'planar' ? {} : { axis: random.direction() }),
      ...(isLast ? { mimic: { joint: i === 6 ? 'j0' : 'j6', multiplier: random.range(-0.4, 0.4), offset: random.range(-0.2, 0.2) } } : {}),
    };
  });
  const robot = urdfRobot('random', 'base', joints);
  for (const name of Object.keys(robot.links))
    collider(robot, name, new THREE.BoxGeometry(0.1, 0.2, 0.3), (group) => group.position.set(0.1, 0, random.range(-0.2, 0.2)));
  return robot;
}

/** An arm of two axes that turn about z and a slide, as jogged by sliders. */
export function planarArm(): UrdfLoaderRobot {
  const robot = urdfRobot('arm', 'base', [
    { name: 'shoulder', type: 'revolute', parent: 'base', child: 'upper', axis: [0, 0, 1], limit: [-3, 3] },
    { name: 'elbow', type: 'revolute', parent: 'upper', child: 'fore', axis: [0, 0, 1], xyz: [1, 0, 0], limit: [-2.5, 2.5] },
    { name: 'lift', type: 'prismatic', parent: 'fore', child: 'hand', axis: [0, 0, 1], xyz: [0.8, 0, 0], limit: [-0.3, 0.3] },
  ]);
  collider(robot, 'base', new THREE.CylinderGeometry(0.15, 0.15, 0.3, 12), (group) => group.rotation.set(Math.PI / 2, 0, 0));
  collider(robot, 'upper', new THREE.BoxGeometry(0.7, 0.1, 0.1), (group) => group.position.set(0.55, 0, 0));
  collider(robot, 'fore', new THREE.BoxGeometry(0.6, 0.08, 0.08), (group) => group.position.set(0.45, 0, 0));
  collider(robot, 'hand', new THREE.SphereGeometry(0.06, 8, 6));
  return robot;
}
