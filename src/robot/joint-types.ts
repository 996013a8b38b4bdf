/**
 * How a link moves against its parent. The values of a configuration that belong to a joint:
 * fixed none; revolute and continuous an angle (radians); prismatic a length; planar x y and an angle about the
 * plane's normal; floating x y z and a quaternion qx qy qz qw.
 */
export type JointType = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'planar' | 'floating';

/** What there is to know of a type of joint; nothing else asks which type it is. Lengths come before what turns. */
export interface JointKind {
  /** How many values of a configuration belong to it. */
  readonly size: number;
  /** What its values are; a single one goes by the joint's own name, several by `name/part`. */
  readonly parts: readonly string[];
  /** Which of its values is an angle about the axis; −1: none. */
  readonly angle: number;
  /** Where its lengths lead: along the axis, in the plane whose normal the axis is, or anywhere. */
  readonly slides: 'nowhere' | 'axis' | 'plane' | 'space';
  /** Which of its values begins a quaternion, neutral at 0 0 0 1; −1: none. */
  readonly orientation: number;
  /** Whether it has an axis, that is, whether a direction must be given for it. */
  readonly hasAxis: boolean;
  /** Whether its value keeps between a lower and an upper limit. */
  readonly hasLimits: boolean;
}

const TURNING = { size: 1, parts: ['angle'], angle: 0, slides: 'nowhere', orientation: -1, hasAxis: true } as const;

/** By type, in the order in which messages list them. To add a type: a record here, its name above. */
export const JOINT_KINDS: Readonly<Record<JointType, JointKind>> = {
  fixed: { size: 0, parts: [], angle: -1, slides: 'nowhere', orientation: -1, hasAxis: false, hasLimits: false },
  revolute: { ...TURNING, hasLimits: true },
  continuous: { ...TURNING, hasLimits: false },
  prismatic: { size: 1, parts: ['length'], angle: -1, slides: 'axis', orientation: -1, hasAxis: true, hasLimits: true },
  planar: { size: 3, parts: ['x', 'y', 'theta'], angle: 2, slides: 'plane', orientation: -1, hasAxis: true, hasLimits: false },
  floating: {
    size: 7,
    parts: ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'],
    angle: -1,
    slides: 'space',
    orientation: 3,
    hasAxis: false,
    hasLimits: false,
  },
};

export const JOINT_TYPES: readonly JointType[] = Object.keys(JOINT_KINDS) as JointType[];
