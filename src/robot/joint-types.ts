/**
 * How a link moves against its parent. The values of a configuration that belong to a joint:
 * fixed none; revolute, continuous and helical an angle (radians); prismatic a length; planar x y and an angle about
 * the plane's normal; floating x y z and a quaternion qx qy qz qw.
 */
export type JointType = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'helical' | 'planar' | 'floating';

/**
 * What the values of a joint do to the link: nothing; turn it about the axis; slide it along the axis; turn it and
 * slide it along the axis as the thread of a screw does; move it in the plane whose normal the axis is; anything.
 */
export type JointMove = 'not' | 'turn' | 'slide' | 'screw' | 'plane' | 'space';

/**
 * What there is to know of a type of joint; nothing but file formats asks which type it is. Lengths come before what
 * turns. Whoever computes with `moves` has a case for every one of them, so that a new one does not compile before all
 * know it.
 */
export interface JointKind {
  /** How many values of a configuration belong to it. */
  readonly size: number;
  /** What its values are; a single one goes by the joint's own name, several by `name/part`. */
  readonly parts: readonly string[];
  /** Which of its values is an angle about the axis; −1: none. */
  readonly angle: number;
  /** What its values do to the link. */
  readonly moves: JointMove;
  /** Which of its values begins a quaternion, neutral at 0 0 0 1; −1: none. */
  readonly orientation: number;
  /** Whether it has an axis, that is, whether a direction must be given for it. */
  readonly hasAxis: boolean;
  /** Whether its value keeps between a lower and an upper limit; false of joints of several values. */
  readonly hasLimits: boolean;
  /** Whether URDF has it. */
  readonly inUrdf: boolean;
}

const TURNING = { size: 1, parts: ['angle'], angle: 0, orientation: -1, hasAxis: true } as const;

/** By type, in the order in which messages list them. To add a type: a record here, its name above. */
export const JOINT_KINDS: Readonly<Record<JointType, JointKind>> = {
  fixed: { size: 0, parts: [], angle: -1, moves: 'not', orientation: -1, hasAxis: false, hasLimits: false, inUrdf: true },
  revolute: { ...TURNING, moves: 'turn', hasLimits: true, inUrdf: true },
  continuous: { ...TURNING, moves: 'turn', hasLimits: false, inUrdf: true },
  prismatic: { size: 1, parts: ['length'], angle: -1, moves: 'slide', orientation: -1, hasAxis: true, hasLimits: true, inUrdf: true },
  helical: { ...TURNING, moves: 'screw', hasLimits: true, inUrdf: false },
  planar: { size: 3, parts: ['x', 'y', 'theta'], angle: 2, moves: 'plane', orientation: -1, hasAxis: true, hasLimits: false, inUrdf: true },
  floating: {
    size: 7,
    parts: ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'],
    angle: -1,
    moves: 'space',
    orientation: 3,
    hasAxis: false,
    hasLimits: false,
    inUrdf: true,
  },
};

export const JOINT_TYPES: readonly JointType[] = Object.keys(JOINT_KINDS) as JointType[];

/** Those that URDF has. */
export function urdfTypes(): readonly JointType[] {
  return JOINT_TYPES.filter((type) => JOINT_KINDS[type].inUrdf);
}
