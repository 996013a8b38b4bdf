// Machines with loops whose tool goes on lines, and a judge of such lines: kinematics and least squares of the tests' own over the loops and the tool
// together, followed from the start in steps.
import type { Pose, Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { hca, interval } from '../../../../src/methods/index.ts';
import { LoopedRobot } from '../../../../src/robot/follow/looped-robot.ts';
import type { ToolPathOptions } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, minus, norm, times, turned } from '../../../support/brute-force.ts';
import { compose, type Frame, frameOf } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, Soup } from '../../../support/brute-scene.ts';
import { about } from './arms.ts';
import { LoopJudge } from './loop-judge.ts';
import { MECHANISMS } from './mechanisms.ts';

export interface Led {
  readonly robot: LoopedRobot;
  readonly tool: Pick<ToolPathOptions, 'link' | 'at' | 'free'>;
  /** How far lines go, and by how much they turn. */
  readonly far: Vec3;
  readonly turn: number;
  readonly judge: LoopJudge;
  /** What the judge's tool is to be at. */
  readonly aim: { frame: Frame };
}

function led(name: string, tool: Led['tool'], far: Vec3, turn = 0): Led {
  const { options } = MECHANISMS[name];
  const links = tool.link === 'flange' ? [...options.links, FLANGE] : options.links;
  const robot = new LoopedRobot({ ...options, links });
  const aim = { frame: frameOf(undefined) };
  const points: readonly Vec3[] = tool.free
    ? [[0, 0, 0]]
    : [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]; // prettier-ignore
  const judge = new LoopJudge({ ...options, links }, robot.valueNames(), (frames) => {
    const at = compose(frames.get(tool.link) as Frame, frameOf(tool.at));
    return points.flatMap((x) => [...minus(add(at.p, turned(at.q, x)), add(aim.frame.p, turned(aim.frame.q, x)))]);
  });
  return { robot, tool, far, turn, judge, aim };
}

/** The fourth axis of a palletiser. */
const FLANGE = {
  name: 'flange',
  parent: 'wrist',
  joint: { name: 'spin', type: 'revolute', axis: [0, 0, 1], origin: { position: [0, 0, -0.15] } },
} as const; // prettier-ignore

export const LED: Readonly<Record<string, Led>> = {
  'five-bar': led('five-bar', { link: 'left-fore', at: { position: [0.35, 0, 0] }, free: ['orientation'] }, [0.08, 0.08, 0]),
  delta: led('delta', { link: 'plate', at: { position: [0, 0, -0.05] } }, [0.1, 0.1, 0.05]),
  palletiser: led('palletiser', { link: 'flange' }, [0.15, 0.15, 0.1], 0),
  'palletiser, by its wrist': led('palletiser', { link: 'wrist', free: ['orientation'] }, [0.15, 0.15, 0.1]),
  stewart: led('stewart', { link: 'plate', at: { position: [0, 0, 0.04] } }, [0.06, 0.06, 0.04], 0.15),
};

export const toolAt = ({ judge, tool }: Led, values: ArrayLike<number>): Frame =>
  compose(judge.frames(values).get(tool.link) as Frame, frameOf(tool.at));
export const posed = ({ p, q }: Frame): Pose => ({ position: p, quaternion: q as never });

/** A pose beside another one. */
function beside({ far, turn }: Led, { p, q }: Frame, random: Random): Frame {
  const there = add(p, far.map((x) => random.range(-x, x)) as unknown as Vec3);
  return turn === 0
    ? { p: there, q }
    : { p: there, q: compose({ p: [0, 0, 0], q: about(random.direction(), turn * random.next()) }, { p: [0, 0, 0], q }).q };
}

/** Where a line's tool is at a share of it: straight, turning about one axis. */
function between(from: Frame, to: Frame, share: number): Frame {
  const p = add(from.p, times(minus(to.p, from.p), share));
  const [x, y, z, w] = from.q;
  const back = compose({ p: [0, 0, 0], q: to.q }, { p: [0, 0, 0], q: [-x, -y, -z, w] }).q;
  const axis: Vec3 = back[3] < 0 ? [-back[0], -back[1], -back[2]] : [back[0], back[1], back[2]];
  const angle = 2 * Math.atan2(norm(axis), Math.abs(back[3]));
  if (angle < 1e-12) return { p, q: from.q };
  return { p, q: compose({ p: [0, 0, 0], q: about(axis, share * angle) }, { p: [0, 0, 0], q: from.q }).q };
}

/** Where a piece's time is in its move. */
function shareOf({ pieces }: RobotPath, segment: number, t: number): number {
  const { from = 0, to = 1 } = (pieces ?? [])[segment].of ?? {};
  return from + t * (to - from);
}

/** Two lines from where it is closed: how many values were compared, which are outside of their errors, and the most of one that was used. */
export function judgedLines(own: Led, random: Random) {
  const { robot, tool, judge, aim } = own;
  const from = toolAt(own, robot.closed);
  const goals = [beside(own, from, random), beside(own, from, random)];
  const path = toolPath(robot, { ...tool, from: {}, moves: goals.map((goal) => ({ line: posed(goal) })), limits: 'ignore' });
  const outside: string[] = [];
  let [nearest, values] = [0, 0];
  let here: ArrayLike<number> = robot.closed;
  for (let k = 0; k < path.segments; k++) {
    const { of, errors } = (path.pieces ?? [])[k];
    const [a, b] = of?.move === 0 ? [from, goals[0]] : [goals[0], goals[1]];
    for (let t = 0; t <= 1; t += 1 / 8) {
      aim.frame = between(a, b, shareOf(path, k, t));
      const truth = judge.solved(here);
      if (truth === null) throw new Error('the judge loses its way');
      here = truth;
      const told = path.configurationAt(k + t);
      truth.forEach((x, s) => {
        // doubles of the judge are off by some 1e-15
        const off = Math.max(0, Math.abs(x - told[s]) - 1e-14);
        if (!(off <= errors[s])) outside.push(`segment ${k}, t ${t}, ${judge.names[s]}`);
        nearest = Math.max(nearest, off / errors[s]);
        values++;
      });
    }
  }
  return { path, outside, nearest, values };
}

/** A line beside a plate of a millimetre, one of the links against it: the answers of every method, and what is wrong with them. */
export function judgedPlate(own: Led, random: Random) {
  const { robot, tool, judge, aim } = own;
  const links = robot.links.filter(({ shapes, joint }) => shapes.length > 0 && joint.kind.size > 0);
  const seen: string[] = [];
  const wrong: string[] = [];
  const from = toolAt(own, robot.closed);
  const to = beside(own, from, random);
  const path = toolPath(robot, { ...tool, from: {}, moves: [{ line: posed(to) }], limits: 'ignore' });
  const link = links[random.integer(links.length)];
  const known = new Map<number, Frame>();
  const frameAt = (time: number): Frame => {
    const found = known.get(time);
    if (found !== undefined) return found;
    const segment = Math.min(path.segments - 1, Math.floor(time));
    aim.frame = between(from, to, shareOf(path, segment, time - segment));
    const frame = judge.frames(judge.solved(path.configurationAt(time)) as Float64Array).get(link.name) as Frame;
    known.set(time, frame);
    return frame;
  };
  const tip = [...link.shapes[0].shape.positions.slice(3, 6)] as unknown as Vec3;
  const { p, q } = frameAt(path.segments * random.range(0.3, 1));
  const shape = box([0.15, 0.15, 0.001]);
  const pose = {
    position: add(add(p, turned(q, tip)), times(random.direction(), random.range(0, 0.1))),
    quaternion: random.quaternion(),
  };
  const others = robot.links.filter((one) => one !== link).map((one) => [one.name, 'wall'] as const);
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'wall', shape, pose }], self: false, allowed: others });
  const moved = (k: number): number => {
    const [a, b] = [frameAt(k), frameAt(k + 0.5)];
    return Math.max(...[tip, [0, 0, 0] as Vec3].map((x) => 2 * norm(minus(add(b.p, turned(b.q, x)), add(a.p, turned(a.q, x))))));
  };
  const speeds = Array.from({ length: path.segments }, (_, k) => 1.5 * Math.max(moved(k), moved(k + 0.5)) + 1e-3);
  const pair = new BrutePairOfScene(
    { key: link.name, soup: new Soup(link.shapes.map(({ shape: mesh }) => ({ mesh }))), frame: frameAt, fastest: (k) => speeds[k] },
    { key: 'plate', soup: new Soup([{ mesh: shape }]), frame: () => ({ p: pose.position, q: pose.quaternion }), fastest: () => 0 },
    path.segments,
  );
  for (const method of [undefined, hca(), interval()]) {
    const answer = scene.firstContact({ [robot.name]: path }, { tolerance: 1e-5, ...(method && { method }) });
    const what = `${link.name}, ${method?.name ?? 'auto'}: ${answer.status} at ${answer.time}`;
    seen.push(answer.status);
    if (answer.status === 'overlap') continue;
    const hit = pair.firstBelow(0, 0, answer.time, 40);
    if (hit !== null && hit < answer.time - 1e-9) wrong.push(`${what}, touched at ${hit}`);
    const apart = answer.status === 'contact' ? pair.distance(answer.time, Math.min(Math.floor(answer.time), path.segments - 1)) : 0;
    if (!(apart <= 1.001e-5)) wrong.push(`${what}, ${apart} apart`);
  }
  return { seen, wrong };
}
