/** What moves of a tool are, as they are given. */
import type { Pose, Vec3 } from '../../math/pose.ts';
import type { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { Configuration } from '../robot-model.ts';
import type { RobotPath } from '../robot-path.ts';
import type { MovePace } from './pace.ts';

/** A frame that moves, as a belt or another robot's table does, on the clock of the path. */
export interface MovingFrame {
  /** What moves by the clock: a body, or another robot. */
  readonly on: BodyTrajectory | RobotPath;
  /** The link that carries the frame, of another robot. */
  readonly link?: string;
  /** The frame in the body's or link's own. Default: that itself. */
  readonly at?: Pose;
}

/** Straight in joint values. */
export interface JointsMove extends Omit<MovePace, 'turnSpeed'> {
  /** Where it ends; joints that are not named keep their values. */
  readonly joints: Configuration;
}

/** Straight in joint values, to where the tool is at a pose: of several ways, the one nearest to where it begins. */
export interface PoseMove extends Omit<MovePace, 'turnSpeed'> {
  /** Where the tool ends. */
  readonly pose: Pose;
  /** What the pose is in. Default: that of the path. */
  readonly frame?: Pose;
}

/** The frame's origin goes straight, and it turns evenly about one axis, by the shorter way. */
export interface LineMove extends MovePace {
  /** Where the tool ends; or the joint values that it ends with. */
  readonly line: Pose | { readonly joints: Configuration };
  /** What the pose is in, and the line is straight in. Default: that of the path. */
  readonly frame?: Pose | MovingFrame;
  /** Values at its end of joints that do not follow, which go there evenly. Default: they keep their values. */
  readonly spare?: Readonly<Record<string, number>>;
  /** How far from its end on it may go over into the next line. Default 0: it comes to its end. */
  readonly blend?: number;
}

/** The frame's origin goes along a circle, and it turns evenly about one axis, by the shorter way. */
export interface ArcMove extends MovePace {
  /** Where the tool ends. */
  readonly arc: Pose;
  /** A place that its origin comes through. */
  readonly through: Vec3;
  /** What both are in, and the circle is one in. Default: that of the path. */
  readonly frame?: Pose | MovingFrame;
  /** As of a line. */
  readonly spare?: Readonly<Record<string, number>>;
}

/**
 * The frame's origin goes through places on the natural cubic spline over the lengths of the straight ways between
 * them; between two of the poses it turns evenly about one axis, by the shorter way. It begins and ends at its speed.
 */
export interface SplineMove extends Omit<MovePace, 'acceleration'> {
  /** What it comes through, one after the other, and where it ends: two poses at least. */
  readonly spline: readonly Pose[];
  /** What they are in. Default: that of the path. */
  readonly frame?: Pose | MovingFrame;
  /** As of a line. */
  readonly spare?: Readonly<Record<string, number>>;
}

/** Nothing moves for a while. */
export interface WaitMove {
  /** Seconds. */
  readonly wait: number;
}

/** One move of a tool. */
export type ToolMove = JointsMove | PoseMove | LineMove | ArcMove | SplineMove | WaitMove;

/**
 * What controllers do in a blend: 'parabola', the curve that ABB documents, and nothing but it; 'pilz', what the Pilz
 * planner of MoveIt does with lines that slow down to rest and speed up from it, in seconds, which needs a speed and an
 * acceleration; 'triangle', whatever stays between entry, corner and exit, as a path.
 */
export type BlendKind = 'parabola' | 'pilz' | 'triangle';

/** What is moved, from where, and how. */
export interface ToolPathOptions {
  /** Name of the link that carries the tool. */
  readonly link: string;
  /** A frame fixed in the link, such as the point of the tool, that goes on the lines. Default: the link's own. */
  readonly at?: Pose;
  /** Where it begins; this also says in which of several ways the joints follow. */
  readonly from: Configuration;
  /** One after the other. */
  readonly moves: readonly ToolMove[];
  /**
   * Joints that follow, by name, six at most. Default: all between the base and the link, which must be six or fewer,
   * those that float or move in a plane left out. Where there are loops: of those that are driven.
   */
  readonly joints?: readonly string[];
  /**
   * 'orientation': only the place of the tool is led, and it turns as it has to; for machines with too few joints to
   * turn it. Default: nothing, it is turned as poses say.
   */
  readonly free?: readonly 'orientation'[];
  /** What poses are in. Default: the world. */
  readonly frame?: Pose;
  /** For moves that do not say it themselves: how fast the tool goes and turns. Default: without seconds. */
  readonly pace?: Omit<MovePace, 'seconds'>;
  /** The same for moves of joints. */
  readonly jointPace?: Pick<MovePace, 'speed' | 'acceleration'>;
  /**
   * How far a joint that slides may go while one that turns goes by a radian, for speeds of moves of joints, as where
   * these are degrees and millimetres. Default: 1 unit of length.
   */
  readonly slideUnit?: number;
  /** Seconds at which it begins, of a path in seconds. Default 0. */
  readonly startsAt?: number;
  /** What the robot does in blends. Default 'parabola'. */
  readonly blends?: BlendKind;
  /** What to do where a joint goes beyond its limits on the way: 'refuse' (the default) or 'ignore'. */
  readonly limits?: 'refuse' | 'ignore';
  /**
   * How far the tool may be from where the polynomials have it, in the unit of length. Default: 1e-6 / 16 of the
   * smallest link's radius, a sixteenth of the tolerance of a scene of this robot alone; a scene whose tolerance is not
   * well above it answers `unresolved`, for reason of precision.
   */
  readonly accuracy?: number;
}
