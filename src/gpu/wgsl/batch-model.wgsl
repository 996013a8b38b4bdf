// What a batch of motions is about: numbers of the model, of the motions, trees and triangles.

/// One unit in the last place of 1: what one operation may be off by, relatively; WGSL fixes no direction of rounding.
const U = 1.1920929e-7;

struct Params {
  motions: u32,
  tasks: u32,
  slices: u32,
  /// 0: is it free; 1: when first in contact, too.
  bracket: u32,
  /// Words of a motion.
  stride: u32,
  /// Node tests after which a thread makes room for others.
  patience: u32,
  /// The time at which a PROBE looks for contacts.
  probe: u32,
  /// Which round it is: 0 takes all motions, others take what the one before has left.
  round: u32,
  /// What it does: walk along time, LOOK or PROBE.
  kind: u32,
  /// What is left is put in parts of this length; 0: in parts of what it is.
  part: u32,
}

/// A box c ± h; `link`: LEAF and so many triangles from a number on, or the first of two adjacent children; `reach`: no
/// point in it is farther from the origin.
struct Node {
  c: vec3f,
  link: u32,
  h: vec3f,
  reach: f32,
}

const LEAF = 0x80000000u;
/// Triangles of a leaf, less one, stand from this bit on.
const LEAF_COUNT = 28u;
const LEAF_FIRST = 0x0fffffffu;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> model: array<u32>;
@group(0) @binding(2) var<storage, read> nodes: array<Node>;
/// Three corners a triangle; w of the first: its radius, rounded up; of the second: rounded down.
@group(0) @binding(3) var<storage, read> corners: array<vec4f>;
@group(0) @binding(4) var<storage, read> motions: array<u32>;

fn number(at: u32) -> f32 {
  return bitcast<f32>(model[at]);
}

fn vector(at: u32) -> vec3f {
  return vec3f(number(at), number(at + 1u), number(at + 2u));
}

fn value(at: u32) -> f32 {
  return bitcast<f32>(motions[at]);
}

// A task: one moving body against one tree that stands still in the frame of the other.
const TASK = 32u;
const TASK_STEPS = 0u;
const TASK_STEP_COUNT = 1u;
const TASK_MOVING = 2u;
const TASK_STANDING = 3u;
/// Where the points of the moving body's parts stand, and how many; the tree of the points of the standing ones' parts.
const TASK_MOVING_POINTS = 23u;
const TASK_MOVING_POINT_COUNT = 24u;
const TASK_STANDING_POINTS = 25u;
/// Lists of maps of what is certainly outside of the solids of each; 0: it has none.
const TASK_MOVING_MAPS = 26u;
const TASK_STANDING_MAPS = 27u;
/// What doubles lost before anything was float32; KEEP has it already.
const TASK_DOUBLES = 4u;
/// Distance beyond which it is free; distance within which it is contact.
const TASK_KEEP = 5u;
const TASK_TOUCH = 6u;
/// No point of the moving body is farther from its origin, no corner of the standing one from its own.
const TASK_RADIUS = 7u;
const TASK_SIZE = 8u;
const TASK_START = 10u;
const TASK_START_LENGTH = 22u;

// A step of a chain: turn about z or slide along z, then a fixed frame.
const STEP = 24u;
const STEP_KIND = 0u;
const STEP_VALUE = 1u;
/// Where the quarter turns of the value stand: word, and bit.
const STEP_QUARTERS = 2u;
const STEP_BIT = 3u;
const STEP_LENGTH = 4u;
const STEP_ROUNDING = 5u;
/// Upper bound on how far the origin of the moving body can be from here.
const STEP_BEYOND = 6u;
/// Word of the motion at which its own frame stands, or 0: the frame here.
const STEP_OWN = 7u;
const STEP_FRAME = 8u;

const TURN = 0u;
const SLIDE = 1u;
/// The frame alone.
const STILL = 2u;
const KIND = 3u;
/// The frame turns, the frame moves, the motion's own frame is taken the other way round.
const HAS_TURN = 4u;
const HAS_PLACE = 8u;
const REVERSED = 16u;
/// The value is counted the other way round.
const BACKWARDS = 32u;
