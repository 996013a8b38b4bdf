/** What is shown of something opened: which path, at what time, or where somebody jogged it to. */
import { HeldMotion, type Hold, RobotPath, type Scene, type SceneClock, type SceneMotions, type Vec3 } from 'inbetween';
import type { AskedPath } from '../ask/protocol.ts';
import type { Opened } from '../source/opened.ts';
import { bodyName, keyOf, type PlacedPose, type Placement, placedPose } from './parts.ts';
import { type Playback, placeAmong } from './playback.ts';

export interface ShownPath {
  readonly name: string;
  /** The one that the motions are for. */
  readonly scene: Scene;
  readonly motions: SceneMotions;
  /** What the worker is asked about; null: nothing moves. */
  readonly asked: AskedPath | null;
}

/** Played for so long where motions have no seconds. */
const LEAST_PLAY = 4;
const MOST_PLAY = 14;
/** More waypoints than these are not marked. */
const MOST_KNOTS = 200;

/** A path that is played: its clock, and where everything is. */
export class PathPlayback implements Playback {
  readonly path: ShownPath;
  readonly clock: SceneClock;
  private readonly scene: Scene;

  constructor(path: ShownPath) {
    this.scene = path.scene;
    this.path = path;
    this.clock = path.scene.clock(path.motions);
  }

  get end(): number {
    return this.clock.segments;
  }

  get moves(): boolean {
    return this.path.asked !== null;
  }

  get knots(): readonly number[] {
    const { segments } = this.clock;
    return segments <= MOST_KNOTS ? Array.from({ length: segments - 1 }, (_, k) => k + 1) : [];
  }

  get duration(): number {
    const { seconds, segments } = this.clock;
    return seconds === null ? Math.min(MOST_PLAY, Math.max(LEAST_PLAY, 1.5 * segments)) : seconds[segments] - seconds[0];
  }

  secondsAt(time: number): number | null {
    return this.clock.secondsAt(time);
  }

  shareAt(time: number): number {
    const { seconds, segments } = this.clock;
    if (seconds === null) return time / segments;
    const long = seconds[segments] - seconds[0];
    return long > 0 ? ((this.clock.secondsAt(time) ?? 0) - seconds[0]) / long : time / segments;
  }

  timeAt(share: number): number {
    const { seconds, segments } = this.clock;
    const within = Math.min(1, Math.max(0, share));
    if (seconds === null || !(seconds[segments] > seconds[0])) return within * segments;
    return placeAmong(seconds, seconds[0] + within * (seconds[segments] - seconds[0]));
  }

  placementAt(time: number): Placement {
    return placementOf(this.scene, this.path.motions, Math.min(this.end, Math.max(0, time)));
  }

  /** Joint values of a robot; null where its links are given poses of their own. */
  configurationAt(robot: string, time: number): readonly number[] | null {
    const motion = this.path.motions[robot];
    const model = this.scene.robots.find(({ name }) => name === robot);
    if (motion === undefined || model === undefined) return null;
    const own = this.clock.ownTimesAt(time)[robot] ?? time;
    if (motion instanceof RobotPath) return [...motion.configurationAt(Math.min(own, motion.segments))];
    if (Array.isArray(motion) && typeof motion[0] === 'object') {
      const path = model.path(motion as readonly number[][]);
      return [...path.configurationAt(Math.min(own, path.segments))];
    }
    if ((Array.isArray(motion) && typeof motion[0] === 'number') || motion instanceof Float64Array)
      return [...model.configuration(motion as readonly number[])];
    return null;
  }

  /** When so many waypoints of a robot's path are reached, or moves done, on its own path; never: more than it has. */
  private knotOf(robot: string, moment: number): number {
    const motion = this.path.motions[robot];
    const pieces = motion instanceof RobotPath ? motion.pieces : null;
    const most = pieces?.at(-1)?.of?.move;
    if (pieces === null || most === undefined) return moment;
    return moment > most + 1 ? Infinity : pieces.filter(({ of }) => of !== undefined && of.move < moment).length;
  }

  /** What robots carry then. */
  carriedAt(time: number): readonly Carried[] {
    const own = this.clock.ownTimesAt(time);
    const second = this.clock.secondsAt(time);
    return Object.entries(this.path.motions).flatMap(([body, motion]) => {
      if (!(motion instanceof HeldMotion)) return [];
      return motion.holds.flatMap(({ by, from = 0, to = Infinity, touches = [] }) => {
        const robot = this.scene.robots.find(({ name, links }) => links.some((link) => by === link.name || by === `${name}/${link.name}`));
        if (robot === undefined) return [];
        const isSince = (moment: NonNullable<Hold['from']>) =>
          typeof moment === 'number' ? (own[robot.name] ?? time) >= this.knotOf(robot.name, moment) : (second ?? time) >= moment.second;
        const link = by.startsWith(`${robot.name}/`) ? by.slice(robot.name.length + 1) : by;
        return isSince(from) && !isSince(to) ? [{ body, robot: robot.name, link, touches }] : [];
      });
    });
  }
}

/** What a link carries at some time. */
export interface Carried {
  readonly body: string;
  readonly robot: string;
  readonly link: string;
  /** Further links that may touch it. */
  readonly touches: readonly string[];
}

/** Where everything that may move is. */
export function placementOf(scene: Scene, motions: SceneMotions, time: number): Placement {
  const out = new Map<string, PlacedPose>();
  const links = scene.linkPoses(motions, time);
  for (const [body, poses] of Object.entries(links)) for (const [link, pose] of Object.entries(poses)) out.set(keyOf({ body, link }), pose);
  for (const [body, pose] of Object.entries(scene.bodyPoses(motions, time))) out.set(body, pose);
  return out;
}

/** Where everything is that stands. */
export function standingPlacement(scene: Scene): Placement {
  return new Map(scene.obstacles.map((body) => [bodyName(body), placedPose(body.pose)]));
}

/** All paths of something opened; one that stands still where it has none. */
export function pathsOf({ scene, paths, starts }: Opened): readonly ShownPath[] {
  if (paths.length > 0) return paths.map(({ name, motions }, number) => ({ name, scene, motions, asked: { number } }));
  const motions = Object.fromEntries(scene.robots.map(({ name }, i) => [name, starts[i]]));
  return [{ name: 'it stands', scene, motions, asked: null }];
}

/** Links whose traces are worth a line: those that carry nothing that moves. */
export function tipsOf(scene: Scene): readonly { readonly key: string; readonly robot: string; readonly link: string }[] {
  return scene.robots.flatMap((robot) => {
    const carries = new Set<number>();
    const moving = robot.links.filter(({ joint }) => joint.size > 0 || joint.mimic !== null);
    for (const { parent } of moving) for (let at = parent; at >= 0; at = robot.links[at].parent) carries.add(at);
    // a tool that is fixed to the last link that moves goes where that goes
    const last = moving.filter(({ index }) => !carries.has(index));
    return last.slice(0, 6).map(({ name }) => ({ key: keyOf({ body: robot.name, link: name }), robot: robot.name, link: name }));
  });
}

/** The traces of some keys, so many points each; of a path of tool moves, that of the tool itself comes along. */
export function tracesOf(playback: PathPlayback, keys: readonly string[], points: number): readonly (readonly Vec3[])[] {
  const placements = Array.from({ length: points }, (_, i) => playback.placementAt((i * playback.end) / (points - 1)));
  const track = (key: string) => placements.flatMap((placement) => placement.get(key) ?? []);
  const tools = Object.values(playback.path.motions).flatMap((motion) => {
    if (!(motion instanceof RobotPath) || motion.tool === null) return [];
    const { link, at } = motion.tool;
    return [track(keyOf({ body: motion.robot.name, link })).map((pose) => placedPoint(pose, at.position))];
  });
  return [...keys.map((key) => track(key).map(({ position }) => position)), ...tools];
}

/** Where a point of a body is. */
function placedPoint({ position, quaternion: [x, y, z, w] }: PlacedPose, [a, b, c]: Vec3): Vec3 {
  // p + 2w (v × a) + 2 v × (v × a)
  const [i, j, k] = [y * c - z * b, z * a - x * c, x * b - y * a];
  const turned = [a + 2 * (w * i + y * k - z * j), b + 2 * (w * j + z * i - x * k), c + 2 * (w * k + x * j - y * i)];
  return [position[0] + turned[0], position[1] + turned[1], position[2] + turned[2]];
}
