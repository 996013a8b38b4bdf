// Where a chain of joints puts a body, and bounds over parts of its motion. Derivations: docs/notes/gpu.md, "Chains" and "Parts of the time".

/// Columns of the rotation, and the place.
struct Pose {
  x: vec3f,
  y: vec3f,
  z: vec3f,
  p: vec3f,
}

fn place(pose: Pose, v: vec3f) -> vec3f {
  return pose.x * v.x + pose.y * v.y + pose.z * v.z + pose.p;
}

/// (sine, cosine) of an angle in radians plus quarter turns, for |angle| ≤ 64, off by at most 5U in all.
fn sineCosine(angle: f32, quarters: u32) -> vec2f {
  let k = round(angle * 0.63661975);
  let r = (angle - k * 1.57080078125) + k * 4.454455e-6;
  let z = r * r;
  let s = r + r * z * (-0.16666648 + z * (0.0083318017 + z * -0.00019473836));
  let c = (1.0 - 0.5 * z) + z * z * (0.041666642 + z * (-0.0013887128 + z * 2.4411127e-5));
  let quarter = (u32(i32(k)) + quarters) & 3u;
  let turned = select(vec2f(s, c), vec2f(c, -s), (quarter & 1u) == 1u);
  return select(turned, -turned, quarter >= 2u);
}

fn frameOf(at: u32) -> Pose {
  return Pose(vector(at), vector(at + 3u), vector(at + 6u), vector(at + 9u));
}

/// How far the joint of a step has gone at time t of the motion whose words begin at `motion`: (sine, cosine), or a length.
fn gone(step: u32, motion: u32, t: f32) -> vec2f {
  let kind = model[step + STEP_KIND];
  let at = motion + model[step + STEP_VALUE];
  let forth = value(at) + t * value(at + 1u);
  let v = select(forth, -forth, (kind & BACKWARDS) != 0u);
  if ((kind & KIND) != TURN) { return vec2f(v, 0.0); }
  let counted = motions[motion + model[step + STEP_QUARTERS]] >> model[step + STEP_BIT];
  return sineCosine(v, select(counted, 4u - (counted & 3u), (kind & BACKWARDS) != 0u));
}

/// By the joint of a step.
fn moved(pose: ptr<function, Pose>, step: u32, motion: u32, t: f32) {
  let kind = model[step + STEP_KIND] & KIND;
  if (kind == STILL) { return; }
  let sc = gone(step, motion, t);
  if (kind == TURN) {
    let x = (*pose).x;
    let y = (*pose).y;
    (*pose).x = sc.y * x + sc.x * y;
    (*pose).y = sc.y * y - sc.x * x;
  } else {
    (*pose).p += sc.x * (*pose).z;
  }
}

/// The rotation of the fixed frame of a step, as columns.
fn turnOf(step: u32, motion: u32, kind: u32) -> mat3x3f {
  let own = model[step + STEP_OWN];
  if (own == 0u) { return mat3x3f(vector(step + STEP_FRAME), vector(step + STEP_FRAME + 3u), vector(step + STEP_FRAME + 6u)); }
  let m = motion + own;
  let turn = mat3x3f(
    value(m), value(m + 1u), value(m + 2u), value(m + 3u), value(m + 4u), value(m + 5u), value(m + 6u), value(m + 7u), value(m + 8u),
  );
  if ((kind & REVERSED) != 0u) { return transpose(turn); }
  return turn;
}

/// By the fixed frame of a step.
fn framed(pose: ptr<function, Pose>, step: u32, motion: u32) {
  let kind = model[step + STEP_KIND];
  if ((kind & HAS_PLACE) != 0u) {
    let p = vector(step + STEP_FRAME + 9u);
    (*pose).p += (*pose).x * p.x + (*pose).y * p.y + (*pose).z * p.z;
  }
  if ((kind & HAS_TURN) != 0u) {
    let f = turnOf(step, motion, kind);
    let x = (*pose).x;
    let y = (*pose).y;
    let z = (*pose).z;
    (*pose).x = x * f[0].x + y * f[0].y + z * f[0].z;
    (*pose).y = x * f[1].x + y * f[1].y + z * f[1].z;
    (*pose).z = x * f[2].x + y * f[2].y + z * f[2].z;
  }
}

fn poseAt(task: u32, motion: u32, t: f32) -> Pose {
  var pose = frameOf(task + TASK_START);
  let count = model[task + TASK_STEP_COUNT];
  var step = model[task + TASK_STEPS];
  for (var i = 0u; i < count; i++) {
    moved(&pose, step, motion, t);
    framed(&pose, step, motion);
    step += STEP;
  }
  return pose;
}

/// Bounds over a part of a motion.
struct Bounds {
  /// |acceleration| ≤ a0 + a1 ρ of points within ρ of the origin.
  a0: f32,
  a1: f32,
  /// How far computed points of the body are from the true ones at most; how far its turn is off, and what placing one
  /// of its points adds.
  error: f32,
  turned: f32,
  rounded: f32,
  /// No computed coordinate is larger.
  size: f32,
  /// Where the body's origin is halfway, and how far it is from there at most.
  middle: vec3f,
  way: f32,
}

/// An upper bound of |v|: a root that is checked, else the sum of the components.
fn lengthBound(v: vec3f) -> f32 {
  let q = dot(v, v);
  let all = abs(v.x) + abs(v.y) + abs(v.z);
  if (q < 1e-30) { return all + 1e-15; }
  let g = q * inverseSqrt(q) * 1.00001;
  return select(all * 1.00001, g, g * g >= q * 1.000004 && g < all * 1.01);
}

/// Of the times within `half` of t: from the body back to the base, where its origin is as each joint sees it.
fn boundsOf(task: u32, motion: u32, t: f32, half: f32) -> Bounds {
  let count = model[task + TASK_STEP_COUNT];
  let first = model[task + TASK_STEPS];
  let radius = number(task + TASK_RADIUS);
  var turning = 0.0;
  var length = radius;
  for (var i = 0u; i < count; i++) {
    let step = first + i * STEP;
    length += number(step + STEP_LENGTH);
    let kind = model[step + STEP_KIND] & KIND;
    if (kind == STILL) { continue; }
    let at = motion + model[step + STEP_VALUE];
    let rate = abs(value(at + 1u));
    if (kind == TURN) { turning += rate; } else { length += abs(value(at)) + rate; }
  }
  let size = number(task + TASK_START_LENGTH) + length;
  var out = Bounds(0.0, turning * turning, 0.0, 0.0, 0.0, size, vec3f(0.0), 0.0);
  // what rounding may have done to the origin
  let blur = (f32(count + 1u) * 64.0 + 3.0 * turning) * U * size;
  var before = turning;
  var q = vec3f(0.0);
  var rest = radius;
  var error = 0.5 * U * (number(task + TASK_START_LENGTH) + 1.7320509 * length);
  for (var k = 0u; k < count; k++) {
    let step = first + (count - 1u - k) * STEP;
    let kind = model[step + STEP_KIND];
    let span = number(step + STEP_LENGTH);
    error += rest * number(step + STEP_ROUNDING) + U * (6.7 * span + size);
    out.turned += number(step + STEP_ROUNDING);
    rest += span;
    if ((kind & HAS_TURN) != 0u) {
      let f = turnOf(step, motion, kind);
      q = f[0] * q.x + f[1] * q.y + f[2] * q.z;
    }
    if ((kind & HAS_PLACE) != 0u) { q += vector(step + STEP_FRAME + 9u); }
    if ((kind & KIND) == STILL) { continue; }
    let at = motion + model[step + STEP_VALUE];
    let rate = abs(value(at + 1u));
    let sc = gone(step, motion, t);
    if ((kind & KIND) == TURN) {
      before -= rate;
      let D = min(number(step + STEP_BEYOND), lengthBound(vec3f(q.xy, 0.0)) + out.way + blur);
      out.a0 += rate * (rate + 2.0 * max(before, 0.0) + 8.0 * U * turning) * D;
      out.way += half * rate * D;
      let turned = U * (9.8 + 2.5 * rate);
      error += rest * turned;
      out.turned += turned;
      q = vec3f(sc.y * q.x - sc.x * q.y, sc.x * q.x + sc.y * q.y, q.z);
    } else {
      let most = abs(value(at)) + rate;
      out.a0 += 2.0 * rate * (max(before, 0.0) + 8.0 * U * turning);
      out.way += half * rate;
      rest += most;
      error += U * (5.0 * most + size);
      q.z += sc.x;
    }
  }
  out.middle = place(frameOf(task + TASK_START), q);
  out.way *= 1.001;
  out.turned = 1.01 * out.turned + 0.87 * U;
  out.rounded = 1.01 * U * (6.7 * radius + size);
  error += out.rounded;
  out.a0 *= 1.001;
  out.a1 *= 1.001;
  out.error = 1.01 * error;
  return out;
}
