// Random programs in a scene, and their judge: an arm on lines, arcs, joint moves and lines on a belt, with a part in its hand that it lays
// down, a second robot by the same clock, a block on the belt and a thin plate. The judge has its own laws of time, ways, kinematics,
// Newton and distances; of the library it takes what was asked, and near which joint values to look for the true ones.
import { InputError } from '../../../../src/math/input-error.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { bodyTrajectory } from '../../../../src/motion/body-trajectory.ts';
import type { ToolMove } from '../../../../src/robot/follow/tool-moves.ts';
import { toolPath } from '../../../../src/robot/follow/tool-path.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import type { SceneOptions } from '../../../../src/scene/content/content-options.ts';
import { heldMotion } from '../../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { add, cross, dot, minus, norm, times } from '../../../support/brute-force.ts';
import { compose, type Frame, inverse } from '../../../support/brute-robot.ts';
import { BrutePairOfScene, type BruteSide, Soup } from '../../../support/brute-scene.ts';
import { ARMS, type Arm, about, solved, toolAt } from './arms.ts';

type Course = (second: number) => Frame;

/** What the judge knows of one move: when it ends, and where the tool is before that. */
interface Stage {
  readonly from: number;
  readonly to: number;
  readonly at: Course;
}

export interface Judged {
  readonly status: string;
  /** What is wrong with the answer; null: nothing. */
  readonly wrong: string | null;
  readonly moves: readonly string[];
}

const UPRIGHT: Quat = [0, 0, 0, 1];
const TOLERANCE = 1e-5;
const HAND = 'link5';
const WRIST = 'link3';
const HOME = [0.2, -1.2, 1.6, -1, -1.4, 0.3];

/** The shorter way from one orientation to another, at a share. */
function between(a: Quat, b: Quat, share: number): Quat {
  const q = compose({ p: [0, 0, 0], q: b }, inverse({ p: [0, 0, 0], q: a })).q;
  const sign = q[3] < 0 ? -1 : 1;
  const sine = Math.hypot(q[0], q[1], q[2]);
  if (sine < 1e-14) return a;
  const angle = 2 * Math.atan2(sine, sign * q[3]);
  return compose({ p: [0, 0, 0], q: about([sign * q[0], sign * q[1], sign * q[2]], share * angle) }, { p: [0, 0, 0], q: a }).q;
}

/** Share of the way at a second: evenly, or from rest to rest with an acceleration. */
function shareAt(t: number, seconds: number, length: number, acceleration?: number): number {
  if (acceleration === undefined) return t / seconds;
  const speed = (acceleration * (seconds - Math.sqrt(seconds * seconds - (4 * length) / acceleration))) / 2;
  const ramp = speed / acceleration;
  if (t < ramp) return (0.5 * acceleration * t * t) / length;
  if (t > seconds - ramp) return 1 - (0.5 * acceleration * (seconds - t) ** 2) / length;
  return (0.5 * speed * ramp + speed * (t - ramp)) / length;
}

/** The place on the circle from a through b to c, at a share of its angle. */
function onCircle(a: Vec3, b: Vec3, c: Vec3, share: number): Vec3 {
  const [u, v] = [minus(b, a), minus(c, a)];
  const n = cross(u, v);
  const centre = add(a, times(cross(minus(times(v, dot(u, u)), times(u, dot(v, v))), n), 1 / (2 * dot(n, n))));
  const r = minus(a, centre);
  const side = times(cross(n, r), 1 / norm(n));
  const end = minus(c, centre);
  const turn = Math.atan2(dot(end, side), dot(end, r));
  const angle = share * (turn <= 0 ? turn + 2 * Math.PI : turn);
  return add(centre, add(times(r, Math.cos(angle)), times(side, Math.sin(angle))));
}

/** Moves one after the other, as they are asked for and as the judge goes them. */
class Program {
  readonly moves: ToolMove[] = [];
  readonly kinds: string[] = [];
  private readonly stages: Stage[] = [];
  private here: Frame;
  private second = 0;

  constructor(start: Frame) {
    this.here = start;
  }

  line(random: Random, far: number): void {
    const goal = this.somewhere(random, far);
    const seconds = random.range(0.5, 1.2);
    const length = norm(minus(goal.p, this.here.p));
    const acceleration = random.next() < 0.4 ? ((4 * length) / (seconds * seconds)) * random.range(1.1, 3) : undefined;
    const begin = this.here;
    this.push('line', seconds, goal, (t) => {
      const share = shareAt(t, seconds, length, acceleration);
      return { p: add(begin.p, times(minus(goal.p, begin.p), share)), q: between(begin.q, goal.q, share) };
    });
    this.moves.push({ line: { position: goal.p, quaternion: goal.q }, seconds, ...(acceleration !== undefined && { acceleration }) });
  }

  /** Straight and even as something that moves sees it. */
  lineOn(random: Random, far: number, belt: Course, on: ReturnType<typeof bodyTrajectory>): void {
    const seconds = random.range(0.5, 1);
    const [from, goal] = [this.second, this.somewhere(random, far)];
    const [a, b] = [compose(inverse(belt(from)), this.here), compose(inverse(belt(from + seconds)), goal)];
    this.push('belt', seconds, goal, (t) =>
      compose(belt(from + t), {
        p: add(a.p, times(minus(b.p, a.p), t / seconds)),
        q: between(a.q, b.q, t / seconds),
      }),
    );
    this.moves.push({ line: { position: b.p, quaternion: b.q }, frame: { on }, seconds });
  }

  arc(random: Random, far: number): void {
    const [begin, goal] = [this.here, this.somewhere(random, far)];
    const through = add(times(add(begin.p, goal.p), 0.5), times(random.direction(), 0.5 * far));
    const seconds = random.range(0.5, 1.2);
    this.push('arc', seconds, goal, (t) => ({
      p: onCircle(begin.p, through, goal.p, t / seconds),
      q: between(begin.q, goal.q, t / seconds),
    }));
    this.moves.push({ arc: { position: goal.p, quaternion: goal.q }, through, seconds });
  }

  /** Straight in joint values, from those that the judge finds at its beginning. */
  joints(random: Random, arm: Arm, near: (second: number) => Float64Array): void {
    const seconds = random.range(0.5, 1);
    const [begin, from] = [this.here, this.second];
    const values = HOME.map((x) => x + random.range(-0.15, 0.15));
    let start: Float64Array | null = null;
    this.push('joints', seconds, toolAt(arm, values), (t) => {
      start ??= solved(arm, near(from), begin) ?? new Float64Array(6).fill(Number.NaN);
      const own = start;
      return toolAt(
        arm,
        values.map((x, k) => own[k] + (x - own[k]) * (t / seconds)),
      );
    });
    this.moves.push({ joints: Object.fromEntries(values.map((x, k) => [`joint${k}`, x])), seconds });
  }

  wait(random: Random): void {
    const { here } = this;
    const seconds = random.range(0.1, 0.4);
    this.push('wait', seconds, here, () => here);
    this.moves.push({ wait: seconds });
  }

  get seconds(): number {
    return this.second;
  }

  at(second: number): Frame {
    const stage = this.stages.find(({ to }) => second <= to) ?? this.stages[this.stages.length - 1];
    return stage.at(Math.max(0, Math.min(stage.to, second) - stage.from));
  }

  private somewhere(random: Random, far: number): Frame {
    const turned = compose({ p: [0, 0, 0], q: about(random.direction(), random.range(0, 0.4)) }, { p: [0, 0, 0], q: this.here.q }).q;
    return { p: add(this.here.p, times(random.direction(), random.range(0.3, 1) * far)), q: turned };
  }

  private push(kind: string, seconds: number, end: Frame, at: Course): void {
    this.stages.push({ from: this.second, to: this.second + seconds, at });
    this.kinds.push(kind);
    this.second += seconds;
    this.here = end;
  }
}

/** One program in a scene of its own; null: it cannot be followed, or the scene begins in contact. */
export function judgedProgram(random: Random, method?: NonNullable<Parameters<Scene['firstContact']>[1]>['method']): Judged | null {
  const arm = { ...ARMS.ur5, at: {} };
  const other = { ...ARMS.gantry, at: {} };
  const begin = toolAt(arm, HOME);
  let path: RobotPath | null = null;
  const near = (second: number): Float64Array => configurationAt(path as RobotPath, second);
  // the belt comes by where the tool begins
  const [speed, beltFrom] = [times(random.direction(), random.range(0.05, 0.2)), add(begin.p, times(random.direction(), 0.2))];
  const belt: Course = (second) => ({ p: add(beltFrom, times(speed, second)), q: UPRIGHT });
  const on = bodyTrajectory([0, 8].map((time) => ({ time, pose: { position: belt(time).p } })));
  const program = new Program(begin);
  for (let k = 2 + random.integer(3); k > 0; k--) {
    const kind = random.next();
    if (kind < 0.35) program.line(random, 0.15);
    else if (kind < 0.6) program.lineOn(random, 0.12, belt, on);
    else if (kind < 0.75) program.arc(random, 0.1);
    else if (kind < 0.9) program.joints(random, arm, near);
    else program.wait(random);
  }
  const followed = (name: Arm, from: ArrayLike<number>, { moves }: Program): RobotPath | null => {
    try {
      return toolPath(name.robot, { link: HAND, from: Float64Array.from(from), limits: 'ignore', moves });
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  };
  const own = followed(arm, HOME, program);
  if (own === null) return null;
  path = own;
  const values = Float64Array.from(other.starts, ([lo, hi]) => random.range(lo, hi));
  const passed = add(program.at(random.range(0.2, 0.9) * program.seconds).p, times(random.direction(), random.range(0.08, 0.25)));
  toolAt(other, values).p.forEach((x, k) => {
    values[k] += passed[k] - x;
  });
  const second = new Program(toolAt(other, values));
  for (let k = 0; k < 2; k++) second.line(random, 0.2);
  const otherPath = followed(other, values, second);
  if (otherPath === null) return null;

  const inTool: Frame = { p: [0, 0, 0.07], q: UPRIGHT };
  const part = compose(begin, inTool);
  const laid = random.range(0.2, 1) * program.seconds;
  const plate: Frame = {
    p: add(program.at(random.range(0.2, 1) * program.seconds).p, times(random.direction(), random.range(0.07, 0.2))),
    q: random.quaternion(),
  };
  const shapes = { hand: box([0.05, 0.04, 0.06]), part: box([0.04, 0.04, 0.05]), block: box(0.05), plate: box([0.12, 0.12, 0.001]) };
  const options: SceneOptions = {
    robots: [arm.robot, other.robot],
    bodies: [
      { name: 'block', shape: shapes.block },
      { name: 'part', shape: shapes.part, pose: { position: part.p, quaternion: part.q } },
    ],
    obstacles: [{ name: 'plate', shape: shapes.plate, pose: { position: plate.p, quaternion: plate.q } }],
    self: false,
  };
  const judged: readonly (readonly [string, string])[] = [
    [`ur5/${HAND}`, 'block'],
    [`ur5/${HAND}`, 'plate'],
    [`ur5/${WRIST}`, 'plate'],
    [`ur5/${HAND}`, `gantry/${HAND}`],
    ['part', 'block'],
    ['part', 'plate'],
    ['part', `gantry/${HAND}`],
  ];
  const names = [...[arm, other].flatMap(({ robot }) => robot.links.map(({ name }) => `${robot.name}/${name}`)), 'block', 'part', 'plate'];
  const allowed = names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => (judged.some((pair) => pair.includes(a) && pair.includes(b)) ? [] : [[a, b] as const])),
  );
  const scene = new Scene({ ...options, allowed });
  const motions = { ur5: own, gantry: otherPath, block: on, part: heldMotion([{ by: `ur5/${HAND}`, from: 0, to: { second: laid } }]) };
  const answer = scene.firstContact(motions, { tolerance: TOLERANCE, ...(method && { method }) });
  if (answer.status === 'overlap' || answer.initial.length > 0) return null;

  const { segments, secondsAt } = scene.clock(motions);
  const clock = (time: number): number => secondsAt(time) ?? 0;
  const side = (key: string, mesh: TriangleMesh, at: Course): BruteSide => {
    const soup = new Soup([{ mesh }]);
    const frame = (time: number) => at(clock(time));
    const fastest = Array.from({ length: segments }, (_, s) => 1.5 * fastestOf(frame, s, soup.reach));
    return { key, soup, frame, fastest: (s) => fastest[s] };
  };
  const wrist: Course = (at) => {
    const true6 = solved(arm, near(at), program.at(at));
    return toolAt(arm, true6 ?? new Float64Array(6).fill(Number.NaN), 4);
  };
  const sides: Readonly<Record<string, BruteSide>> = Object.fromEntries(
    [
      side(`ur5/${HAND}`, shapes.hand, (at) => program.at(at)),
      side(`ur5/${WRIST}`, shapes.hand, wrist),
      side(`gantry/${HAND}`, shapes.hand, (at) => second.at(at)),
      side('block', shapes.block, belt),
      side('part', shapes.part, (at) => compose(program.at(Math.min(at, laid)), inTool)),
      side('plate', shapes.plate, () => plate),
    ].map((one) => [one.key, one]),
  );
  let [wrong, least]: [string | null, number] = [null, Infinity];
  for (const [a, b] of judged) {
    const pair = new BrutePairOfScene(sides[a], sides[b], segments);
    const until = answer.status === 'unresolved' ? 0 : answer.time;
    const hit = pair.firstBelow(0, 0, until, 60);
    if (hit !== null && hit < until - 1e-9) wrong = `${answer.status} ${answer.time}, but ${a} and ${b} touch at ${hit}`;
    least = Math.min(least, pair.distance(answer.time, Math.min(segments - 1, Math.floor(answer.time)), 0.01));
  }
  if (answer.status === 'contact' && !(least <= TOLERANCE * 1.001)) wrong = `contact ${answer.time}, but nothing is nearer than ${least}`;
  return { status: answer.status, wrong, moves: program.kinds };
}

/** How fast points within a reach of a frame go over a segment, by samples. */
function fastestOf(frame: (time: number) => Frame, segment: number, reach: number): number {
  let most = 0;
  const parts = 6;
  let before = frame(segment);
  for (let k = 1; k <= parts; k++) {
    const now = frame(segment + k / parts);
    const { q } = compose(now, inverse(before));
    const turned = 2 * Math.atan2(Math.hypot(q[0], q[1], q[2]), Math.abs(q[3]));
    most = Math.max(most, parts * (norm(minus(now.p, before.p)) + turned * reach));
    before = now;
  }
  return most;
}

/** What a path says at a second, to look for the truth near it. */
function configurationAt(path: RobotPath, second: number): Float64Array {
  const clock = path.times as readonly number[];
  const k = Math.max(
    0,
    Math.min(
      path.segments - 1,
      clock.findLastIndex((x) => x <= second),
    ),
  );
  return path.configurationAt(k + Math.max(0, Math.min(1, (second - clock[k]) / (clock[k + 1] - clock[k]))));
}
