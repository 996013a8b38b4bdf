// Whether something may be inside a solid at the start: where no surfaces touch, that stays as it is. A solid has a map of
// cells that are certainly outside of it; a point of every connected part is looked up there.

@group(0) @binding(5) var<storage, read_write> answers: array<atomic<u32>>;

const WIDE = 32768u;
const ANSWER = 3u;
const UNPROVEN = 1u;
const NEVER = 0xffffffffu;
const STACK = 64u;
const NO_MAPS = 0u;

// A solid: how many planes, four numbers each, then 0 or 1 and a map: its corner, cells a length, cells along x, y, z,
// then one bit a cell, 1: may be inside.
const MAP_BITS = 7u;

/// Is the point, off by so much, certainly outside of all solids of a list: their number, then where they stand?
fn isOutside(list: u32, p: vec3f, off: f32) -> bool {
  for (var i = 1u; i <= model[list]; i++) {
    if (!isOutsideOf(model[list + i], p, off)) { return false; }
  }
  return true;
}

/// Beyond a plane, or in a cell all around which is outside. Derivation: docs/notes/gpu.md, "Solids".
fn isOutsideOf(solid: u32, p: vec3f, off: f32) -> bool {
  let most = abs(p.x) + abs(p.y) + abs(p.z);
  let end = solid + 1u + 4u * model[solid];
  for (var at = solid + 1u; at < end; at += 4u) {
    let bound = number(at + 3u);
    if (dot(vector(at), p) - bound > 1.01 * off + 8.0 * U * (most + abs(bound))) { return true; }
  }
  if (model[end] == 0u) { return false; }
  let map = end + 1u;
  let perLength = number(map + 3u);
  let size = vec3f(f32(model[map + 4u]), f32(model[map + 5u]), f32(model[map + 6u]));
  let cell = (p - vector(map)) * perLength;
  // cells all around pay for what is less than one
  if ((off + 8.0 * U * most) * perLength > 0.9 || any(cell < vec3f(0.0)) || any(cell > size - vec3f(1.0))) { return false; }
  let c = vec3u(cell);
  let bit = c.x + model[map + 4u] * (c.y + model[map + 5u] * c.z);
  return ((model[map + MAP_BITS + bit / 32u] >> (bit % 32u)) & 1u) == 0u;
}

/// Where a point of the standing frame is in the moving one.
fn back(pose: Pose, p: vec3f) -> vec3f {
  let d = p - pose.p;
  return vec3f(dot(pose.x, d), dot(pose.y, d), dot(pose.z, d));
}

fn partsOutside(task: u32, pose: Pose, off: f32) -> bool {
  let list = model[task + TASK_STANDING_MAPS];
  if (list == NO_MAPS) { return true; }
  let first = model[task + TASK_MOVING_POINTS];
  for (var i = 0u; i < model[task + TASK_MOVING_POINT_COUNT]; i++) {
    if (!isOutside(list, place(pose, vector(first + 3u * i)), off)) { return false; }
  }
  return true;
}

fn othersOutside(task: u32, pose: Pose, off: f32) -> bool {
  let list = model[task + TASK_MOVING_MAPS];
  if (list == NO_MAPS) { return true; }
  let reach = number(task + TASK_RADIUS) * 1.01 + 2.0 * off;
  var stack: array<u32, STACK>;
  var top = 1u;
  stack[0] = model[task + TASK_STANDING_POINTS];
  while (top > 0u) {
    top--;
    let node = nodes[stack[top]];
    let away = max(abs(node.c - pose.p) - node.h, vec3f(0.0));
    if (any(away > vec3f(reach))) { continue; }
    if ((node.link & LEAF) != 0u) {
      let first = node.link & LEAF_FIRST;
      for (var i = first; i <= first + ((node.link >> LEAF_COUNT) & 7u); i++) {
        if (!isOutside(list, back(pose, corners[3u * i].xyz), off)) { return false; }
      }
      continue;
    }
    if (top + 2u > STACK) { return false; }
    stack[top] = node.link;
    stack[top + 1u] = node.link + 1u;
    top += 2u;
  }
  return true;
}

@compute @workgroup_size(64)
fn look(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let id = (group.x + group.y * WIDE) * 64u + lane;
  if (id >= params.motions * params.tasks) { return; }
  let motion = id % params.motions;
  let task = (id / params.motions) * TASK;
  if (model[task + TASK_STANDING_MAPS] == NO_MAPS && model[task + TASK_MOVING_MAPS] == NO_MAPS) { return; }
  let pose = poseAt(task, motion * params.stride, 0.0);
  let bounds = boundsOf(task, motion * params.stride, 0.0, 0.5);
  let off = number(task + TASK_DOUBLES) + bounds.error;
  let offBack = 1.02 * off + 2.1 * bounds.turned * number(task + TASK_RADIUS) + 16.0 * U * bounds.size;
  if (!(partsOutside(task, pose, off) && othersOutside(task, pose, offBack))) { atomicMax(&answers[ANSWER * motion + UNPROVEN], NEVER); }
}
