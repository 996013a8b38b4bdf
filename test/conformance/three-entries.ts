/** Entry points of three.js: the cells as objects, and what drags them. */
import { BoxGeometry, BufferGeometry, Float32BufferAttribute, Group, type Object3D, Points, Mesh as ThreeMesh } from 'three';
import type { Pose } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { toolPath } from '../../src/robot/follow/tool-path.ts';
import type { Robot } from '../../src/robot/robot.ts';
import { RobotPath } from '../../src/robot/robot-path.ts';
import { Scene } from '../../src/scene/scene.ts';
import { bodyOf, DragController, meshOf, robotOf, setJoints, type UrdfLoaderRobot } from '../../src/three/index.ts';
import { collider, urdfRobot } from '../unit/three/urdf-robots.ts';
import { type AskedCell, ROBOT } from './asked-cells.ts';
import type { Entry } from './entry.ts';
import { dragged, isPlain } from './library-entries.ts';
import type { AskedScene } from './library-side.ts';
import type { THREE_ROWS } from './registry.ts';

/** A mesh whose triangles are these; of solids, boxes as three makes them. */
function drawn({ positions, indices, name }: TriangleMesh): ThreeMesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(Array.from(indices));
  const mesh = new ThreeMesh(geometry);
  mesh.name = name;
  return mesh;
}

function placed<T extends Object3D>(object: T, { position = [0, 0, 0], quaternion = [0, 0, 0, 1] }: Pose = {}): T {
  object.position.set(...(position as [number, number, number]));
  object.quaternion.set(...(quaternion as [number, number, number, number]));
  return object;
}

/** The robot as urdf-loader has it. */
function urdfOf({ links, feature }: AskedCell, types: (type: string) => string): UrdfLoaderRobot {
  const joints = links.slice(1).map(({ name, parent, joint }) => ({
    name: joint?.name as string,
    type: types(joint?.type as string),
    parent: parent as string,
    child: name,
    xyz: [...(joint?.origin?.position ?? [0, 0, 0])] as [number, number, number],
    axis: [...(joint?.axis ?? [1, 0, 0])] as [number, number, number],
    limit: [-9, 9] as const,
    ...(joint?.mimic === undefined || feature === 'closedChains'
      ? {}
      : { mimic: { joint: joint.mimic.joint, multiplier: joint.mimic.multiplier ?? 1, offset: joint.mimic.offset ?? 0 } }),
  }));
  const robot = urdfRobot(ROBOT, links[0].name, joints);
  robot.name = ROBOT;
  for (const { name, shapes = [] } of links)
    for (const { shape } of shapes) {
      const axes = [0, 1, 2].map((k) => Array.from(shape.positions.filter((_, i) => i % 3 === k)));
      const [low, high] = [Math.min, Math.max].map((pick) => axes.map((axis) => pick(...axis)));
      const size = high.map((x, k) => x - low[k]) as [number, number, number];
      collider(robot, name, new BoxGeometry(...size), (group) =>
        group.position.set(...(high.map((x, k) => (x + low[k]) / 2) as [number, number, number])),
      );
    }
  return robot;
}

function pathFor(robot: Robot, it: AskedScene): RobotPath {
  const path = it.motions[ROBOT] as RobotPath;
  if (it.asked.feature === 'toolPaths') {
    const moves = (it.asked.lines ?? []).slice(1).map((position) => ({ line: { position } }));
    return toolPath(robot, { link: 'l3', free: ['orientation'], from: [...it.asked.rows[0]], moves });
  }
  return new RobotPath(robot, path.waypoints, path.times, path.velocities, path.accelerations);
}

export const THREE: Readonly<Record<keyof typeof THREE_ROWS, Entry>> = {
  three: {
    segments: 2,
    compare: async (it) => {
      const { asked, content } = it;
      const allowed = it.robot.allowed.list().map(({ a, b }) => ({ a, b }));
      const options = asked.feature === 'closedChains' ? { loops: [] } : {};
      const bare = robotOf(
        urdfOf(asked, (type) => type),
        { name: ROBOT, allowed: allowed.filter(({ a, b }) => a !== 'tool' && b !== 'tool'), ...(options as object) },
      );
      const tool = it.robot.links.find(({ name }) => name === 'tool');
      const robot =
        tool === undefined
          ? bare
          : bare.attach({ name: 'tool', to: 'l3', shape: tool.shapes[0].shape, pose: { position: [0.28125, 0, 0] }, touches: ['l2'] });
      const obstacles = (content.obstacles ?? []).map(({ name, shape, pose }) => {
        if (shape.radii !== null) return bodyOf(placed(Object.assign(new Points(), { name }), pose));
        return bodyOf(placed(drawn(shape), pose), { name, solid: shape.solid });
      });
      const bodies = (content.bodies ?? []).map(({ name, shape, pose }) => ({
        name,
        shape: meshOf(drawn(shape), { name, solid: shape.solid }),
        pose,
      }));
      const scene = new Scene({ ...content, robots: [robot], obstacles, bodies });
      const { status, time } = scene.firstContact({ ...it.motions, [ROBOT]: pathFor(robot, it) }, asked.options);
      const whole = it.scene().firstContact(it.motions, asked.options);
      // kept in 32-bit numbers; how far is proven of what is not decided goes by the order of the search
      const isNear = Math.abs(time - whole.time) < 1e-5 || (status === 'unresolved' && whole.status === status);
      return { given: { status, time: isNear ? whole.time : time }, scene: { status: whole.status, time: whole.time } };
    },
  },
  DragController: {
    compare: async (it) => {
      const { asked } = it;
      const urdf = urdfOf(asked, (type) => (type === 'helical' ? 'revolute' : type));
      const things: Record<string, unknown> = {
        bodiesByScene: { bodyMotions: it.content.bodyMotions },
        heldParts: { bodyMotions: it.content.bodyMotions },
        clocks: { motions: it.motions },
        toolPaths: { motions: it.motions },
        uncertainty: { uncertainty: it.content.uncertainty },
        clearanceByGroups: { clearance: it.content.clearance },
        allowedPairs: { allowed: it.content.allowed },
        softBodies: { soft: it.content.soft },
      };
      const world = new Group();
      world.add(urdf);
      const states = [0, 1].map((k) => dragged(it, k));
      setJoints(urdf, it.robot, states[0].robot);
      const crates = (it.content.bodies ?? []).map(({ shape, pose }) => {
        const object = placed(drawn(shape), pose);
        world.add(object);
        return { object, shape };
      });
      const keep = 2 ** -8;
      const controller = new DragController({
        dragged: [{ object: urdf, robot: it.robot }, ...crates],
        obstacles: [...(it.content.obstacles ?? [])],
        keep,
        slide: false,
        ...(things[asked.feature] as object),
        ...(asked.options as object),
      });
      setJoints(urdf, it.robot, states[1].robot);
      for (const { object } of crates) placed(object, states[1].crate);
      const { status } = controller.update();
      const isFree = isPlain(it, keep);
      return isFree === null || status === 'unresolved' ? null : { given: status === 'free', scene: isFree };
    },
  },
};
