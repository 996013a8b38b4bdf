/**
 * A drill that a person moves over a shell that yields, frame by frame [Caby & Crosnier]: from the motion so far contact
 * is foretold, then the tool goes where it is asked to, and what it feels is reported. Knows neither page nor picture.
 */
import type { Pose, Quat, TriangleMesh, Vec3 } from 'inbetween';
import { ContactForecast, type ForecastLevel, PoseStream, ToolLoop, ToolQuery } from 'inbetween/tool';
import { Quaternion, Vector3 } from 'three';
import { HULL_LENGTH, HULL_WIDTH, hull, hullHeight } from '../../../scenes/soft/deforming-hull.ts';
import { DRILL_LENGTH, drill, endAt } from '../../../scenes/soft/drill-motion.ts';
import { hullLoopOptions } from '../../../scenes/soft/tool-session.ts';

/** Metres a second along the axes of the world, radians a second about them. */
export interface Velocity {
  readonly linear: Vec3;
  readonly turn: Vec3;
}

/** What one frame came to. */
export interface OperatedFrame {
  /** Where the operator has the tool, and where the simulated one is. */
  readonly asked: Required<Pose>;
  readonly pose: Pose;
  /** Newtons, on the tool. */
  readonly force: Vec3;
  /** Metres. */
  readonly depth: number;
  readonly level: ForecastLevel;
  /** Seconds; null: none is foretold, 0: now. */
  readonly timeToContact: number | null;
  /** Triangles of the workpiece that are touched, or will be. */
  readonly zone: readonly number[];
  /** Where the tool will touch; null: nowhere within the second that is looked ahead. */
  readonly predicted: Pose | null;
}

/** How far off the predicted tool may be and still count as right, metres. */
const FORGIVEN = 0.005;
/** Milliseconds. */
const LOOK_AHEAD = 4;
const HIGHEST = 0.14;
/** How far the end may be asked to go below the workpiece at rest, as the arm of a device ends somewhere. */
const DEEPEST = 0.01;
/** How far from the middle, as a share of its size: the rim is clamped. */
const ASIDE = 0.4;
const START_HEIGHT = 0.04;
/** A frame is no longer than this, however long the page was away: the tool must not jump. */
const LONGEST_FRAME = 1 / 15;

export class OperatedTool {
  readonly tool: TriangleMesh = drill();
  readonly workpiece: TriangleMesh;
  private readonly loop: ToolLoop;
  private readonly forecast: ContactForecast<{ readonly time: number; readonly pose: Required<Pose> }, Required<Pose>>;
  private asked: Required<Pose>;
  private time = 0;

  /** Triangles of the workpiece: 400 and 1,600 are the paper's. Milliseconds that the look ahead may take of a frame. */
  constructor(triangles: number, lookAhead = LOOK_AHEAD) {
    this.workpiece = hull(triangles);
    const bodies = [{ shape: this.tool }, { shape: this.workpiece }] as const;
    const query = new ToolQuery(...bodies);
    this.loop = new ToolLoop(...bodies, hullLoopOptions(triangles));
    const stream = new PoseStream({ radius: DRILL_LENGTH, degree: 1, memory: 0.1 });
    this.forecast = new ContactForecast(stream, query.checkSegment(this.loop.workpiece.positions), {
      scale: FORGIVEN,
      maxMilliseconds: lookAhead,
    });
    this.asked = endAt(0, 0, START_HEIGHT);
  }

  /** Positions of the workpiece now, x y z a vertex. */
  get positions(): Float64Array {
    return this.loop.workpiece.positions;
  }

  /** Goes on with that velocity for so many seconds. */
  advance({ linear, turn }: Velocity, seconds: number): OperatedFrame {
    const dt = Math.max(1e-3, Math.min(LONGEST_FRAME, seconds));
    this.time += dt;
    this.asked = moved(this.asked, linear, turn, dt);
    const { asked } = this;
    const found = this.forecast.update({ time: this.time, pose: asked });
    const { pose, force, depth, zone, contact } = this.loop.advance(asked, dt);
    const touches = contact || found.level === 'contact';
    return {
      asked,
      pose,
      force,
      depth,
      level: touches ? 'contact' : found.level,
      timeToContact: touches ? 0 : found.timeToContact,
      zone: contact ? zone : found.zone,
      predicted: touches ? null : found.predicted,
    };
  }
}

/** The pose moved on, kept above the workpiece and near it. */
function moved({ position, quaternion }: Required<Pose>, linear: Vec3, turn: Vec3, dt: number): Required<Pose> {
  const within = (x: number, most: number): number => Math.max(-most, Math.min(most, x));
  const x = within(position[0] + dt * linear[0], ASIDE * HULL_LENGTH);
  const y = within(position[1] + dt * linear[1], ASIDE * HULL_WIDTH);
  const lowest = hullHeight(x, y) + DRILL_LENGTH / 2 - DEEPEST;
  return {
    position: [x, y, Math.max(lowest, Math.min(HIGHEST, position[2] + dt * linear[2]))],
    quaternion: turned(quaternion, turn, dt),
  };
}

function turned(quaternion: Quat, turn: Vec3, dt: number): Quat {
  const axis = new Vector3(...turn);
  const angle = axis.length() * dt;
  const by = new Quaternion().setFromAxisAngle(axis.normalize(), angle);
  const { x, y, z, w } = by.multiply(new Quaternion(...quaternion)).normalize();
  return [x, y, z, w];
}
