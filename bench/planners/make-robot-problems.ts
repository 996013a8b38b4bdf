// The scenes of MotionBenchMaker before other arms than the Panda, so that nothing is tuned on one robot: what stands in a problem of the Panda is put
// before the arm where the Panda's base would be, and the tool is to go where the Panda's hand went. Which problems are taken, and by which of its
// configurations the goal is reached, is drawn from a seed; what is in contact at its start, or out of reach, is passed over.

import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inverseKinematics, Scene, sampledPairs } from '../../src/index.ts';
import { readMotionRequest, readPlanningScene, readUrdf } from '../../src/io/index.ts';
import type { Pose } from '../../src/math/pose.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import { composed, whole, writeProblem, writeRobot } from './make-problems.ts';
import { readProblem } from './problem.ts';

/** An arm that stands in for the Panda. */
interface StandIn {
  readonly title: string;
  /** Files, from the folder of public robots. */
  readonly urdf: string;
  readonly srdf?: string;
  readonly packages: Readonly<Record<string, string>>;
  /** What is planned, and where it starts; what else stands elsewhere than at 0. */
  readonly home: Readonly<Record<string, number>>;
  readonly rest?: Readonly<Record<string, number>>;
  /** The Panda's base in the world of this robot, so that its shoulder is where the Panda's is, about. */
  readonly mount: Pose;
  /** What takes things: a frame whose z points at them, at the place that comes to where the Panda's fingers meet. */
  readonly tool: { readonly link: string; readonly at: Pose };
}

const HALF = Math.SQRT1_2;
const EXAMPLES = 'urdf/example-robot-data/robots';

export const STAND_INS: Readonly<Record<string, StandIn>> = {
  fetch: {
    title: 'Fetch, torso and arm',
    urdf: 'urdf/fetch_description/robots/fetch.urdf',
    packages: { fetch_description: 'urdf/fetch_description' },
    home: {
      torso_lift_joint: 0.1,
      shoulder_pan_joint: 1.32,
      shoulder_lift_joint: 1.4,
      upperarm_roll_joint: -0.2,
      elbow_flex_joint: 1.72,
      forearm_roll_joint: 0,
      wrist_flex_joint: 1.66,
      wrist_roll_joint: 0,
    },
    mount: { position: [0.15, 0, 0.45] },
    tool: { link: 'gripper_link', at: { position: [0.1, 0, 0], quaternion: [0, HALF, 0, HALF] } },
  },
  ur5: {
    title: 'UR5',
    urdf: `${EXAMPLES}/ur_description/urdf/ur5_robot.urdf`,
    srdf: `${EXAMPLES}/ur_description/srdf/ur5.srdf`,
    packages: { 'example-robot-data': 'urdf/example-robot-data' },
    home: {
      shoulder_pan_joint: 0,
      shoulder_lift_joint: -2,
      elbow_joint: 1.8,
      wrist_1_joint: -1.4,
      wrist_2_joint: -1.57,
      wrist_3_joint: 0,
    },
    mount: { position: [0, 0, -0.15] },
    tool: { link: 'tool0', at: { position: [0, 0, 0.14] } },
  },
  baxter: {
    title: 'Baxter, left arm',
    urdf: `${EXAMPLES}/baxter_description/urdf/baxter.urdf`,
    srdf: `${EXAMPLES}/baxter_description/srdf/baxter_manipulation.srdf`,
    packages: { 'example-robot-data': 'urdf/example-robot-data' },
    home: { left_s0: 0, left_s1: -0.55, left_e0: 0, left_e1: 0.75, left_w0: 0, left_w1: 1.26, left_w2: 0 },
    rest: { right_s1: -0.55, right_e1: 0.75, right_w1: 1.26 },
    mount: { position: [0.064, 0.26, 0.07], quaternion: [0, 0, 0.2, Math.sqrt(0.96)] },
    tool: { link: 'left_gripper', at: { position: [0, 0, 0.12] } },
  },
};

/** Where the Panda's fingers meet, from its hand. */
const FINGERS: Pose = { position: [0, 0, 0.1034] };
/** Where what stands around is in the way of the start, or out of reach, it is put so many metres farther ahead. */
const AHEAD: readonly number[] = [0, 0.15, 0.3];
/** So many configurations that reach a goal are looked for, from so many beginnings; one of them is drawn. */
const SOLUTIONS = 4;
const BEGINNINGS = 60;

/** Writes `perSet` problems of each family for one robot; gives how many there are. */
export async function makeRobotProblems(shared: string, name: string, out: string, perSet: number, seed: number): Promise<number> {
  // One piece: each problem takes what was read once, and the next numbers of its family's generator.
  const { urdf, srdf, packages, home, rest, mount, tool } = STAND_INS[name];
  mkdirSync(out, { recursive: true });
  const robots = files(join(shared, 'data', 'public-robots'));
  const robot = await readUrdf(robots, urdf, { ...(srdf && { srdf }), packages, name });
  const allowed = [...robot.allowed.list(), ...sampledPairs(robot, { samples: 300, seed: 1 }).allowed];
  const ignore = allowed.map(({ a, b }) => [a, b] as const);
  writeRobot(out, robot, name);
  const data = join(shared, 'data', 'mbm-panda');
  const panda = await readUrdf(files(data), 'panda.urdf', { srdf: 'panda.srdf', packages: { meshes: 'meshes' } });
  const hands = new Scene({ robots: [panda] });
  const start = robot.configuration({ ...rest, ...home });
  const joints = Object.keys(home);
  let count = 0;
  for (const set of readdirSync(join(data, 'problems')).sort()) {
    const family = set.replace(/_panda$/, '');
    const random = new Random(`${name} ${family} ${seed}`);
    const open = readdirSync(join(data, 'problems', set))
      .flatMap((file) => /^scene(\d+)\.yaml$/.exec(file)?.[1] ?? [])
      .sort();
    for (let made = 0; made < perSet && open.length > 0; ) {
      const [number] = open.splice(random.integer(open.length), 1);
      const at = join('problems', set);
      const cell = await readPlanningScene(files(data), join(at, `scene${number}.yaml`), panda, { matrix: 'robot' });
      const request = await readMotionRequest(files(data), join(at, `request${number}.yaml`), panda, { rest: cell.starts[0] });
      const [taken] = request.configurations;
      const path = panda.path([taken, taken]);
      const { position, quaternion } = hands.linkPoses({ [panda.name]: path }, 0)[panda.name].panda_hand;
      const fingers = composed({ position, quaternion }, whole(FINGERS));
      for (const ahead of AHEAD) {
        const { position: base, quaternion: turn } = whole(mount);
        const placed = { position: [base[0] + ahead, base[1], base[2]] as const, quaternion: turn };
        const obstacles = cell.obstacles.map((one) => ({ ...one, pose: composed(placed, whole(one.pose)) }));
        const scene = new Scene({ robots: [robot], obstacles, allowed: ignore });
        if (!scene.isFree({ [name]: start })) continue;
        const { solutions } = inverseKinematics(
          robot,
          { ...tool, pose: composed(placed, fingers), free: ['rz'] },
          {
            rest: start,
            near: start,
            joints,
            seed: `${name} ${set} ${number} ${seed}`,
            solutions: SOLUTIONS,
            attempts: BEGINNINGS,
            accept: (goal) => scene.isFree({ [name]: goal }),
          },
        );
        if (solutions.length === 0) continue;
        const goal = solutions[random.integer(solutions.length)];
        // planners that know no angles without end are given half a turn either way
        for (const { slot, kind, limits } of robot.joints)
          if (kind.moves === 'turn' && limits.lower === undefined) goal[slot] -= 2 * Math.PI * Math.round(goal[slot] / (2 * Math.PI));
        const title = `${family}_${name}-${number}`;
        writeProblem(out, title, `${family}_${name}`, Number(number), { robot, obstacles, ignore, joints, start, goal }, name);
        if (await isGood(join(out, `${title}.json`))) {
          made++;
          break;
        }
        for (const ending of ['json', 'obj']) rmSync(join(out, `${title}.${ending}`));
      }
    }
    count += readdirSync(out).filter((file) => file.startsWith(`${family}_${name}-`) && file.endsWith('.json')).length;
  }
  return count;
}

/** As its file says it: what is round there has flat sides. */
async function isGood(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const { scene, content, from, to } = await readProblem(file);
  const [{ name }] = content.robots;
  return scene.isFree({ [name]: from }) && scene.isFree({ [name]: to });
}
