// Proofs that two triangles are in contact at an instant. Derivations: docs/notes/gpu.md, "Contact".

fn taxicab(v: vec3f) -> f32 {
  return abs(v.x) + abs(v.y) + abs(v.z);
}

/// How far computed corners are off: all corners of one body together, and each by itself beside that.
struct Off {
  together: f32,
  alone: f32,
}

/// The sign of the volume of x, y, z, 0 where it is in doubt; `swept`: the area over which it changes when one body is
/// moved against the other.
fn certainSign(x: vec3f, y: vec3f, z: vec3f, swept: vec3f, off: Off) -> f32 {
  let v = dot(x, cross(y, z));
  let a = taxicab(x);
  let b = taxicab(y);
  let c = taxicab(z);
  let doubt = 1.01 * (off.together * taxicab(swept) + off.alone * (a * b + b * c + c * a)) + 12.0 * U * a * b * c;
  return select(0.0, sign(v), abs(v) > doubt);
}

/// Corner k of three.
fn cornerOf(a: vec3f, b: vec3f, c: vec3f, k: u32) -> vec3f {
  return select(select(c, b, k == 1u), a, k == 0u);
}

/// Does the edge p → q of one body certainly go through the triangle a b c of the other?
fn pierces(p: vec3f, q: vec3f, a: vec3f, b: vec3f, c: vec3f, off: Off) -> bool {
  let d = q - p;
  var signs = vec3f(0.0);
  for (var i = 0u; i < 5u; i++) {
    // on which side of the triangle its ends are, then on which side of its edges it goes by
    let isEnd = i < 2u;
    let k = i - 2u;
    let x = select(d, select(q, p, i == 0u) - a, isEnd);
    let y = select(cornerOf(a, b, c, k) - p, b - a, isEnd);
    let z = select(cornerOf(b, c, a, k) - p, c - a, isEnd);
    let v = certainSign(x, y, z, select(cross(z - y, d), cross(y, z), isEnd), off);
    if (v == 0.0) { return false; }
    if (i == 0u) { signs.x = v; }
    if (i == 1u && v == signs.x) { return false; }
    if (i == 2u) { signs.y = v; }
    if (i > 2u && v != signs.y) { return false; }
  }
  return true;
}

/// Surfaces that go through each other: an edge of one through the other.
fn trianglesCross(a0: vec3f, a1: vec3f, a2: vec3f, e1: vec3f, e2: vec3f, off: Off) -> bool {
  let o = vec3f(0.0);
  for (var i = 0u; i < 6u; i++) {
    let first = i < 3u;
    let k = i % 3u;
    let l = (i + 1u) % 3u;
    let p = select(cornerOf(o, e1, e2, k), cornerOf(a0, a1, a2, k), first);
    let q = select(cornerOf(o, e1, e2, l), cornerOf(a0, a1, a2, l), first);
    if (pierces(p, q, select(a0, o, first), select(a1, e1, first), select(a2, e2, first), off)) { return true; }
  }
  return false;
}

/// Whether v is certainly not longer than `most`, its parts off by a little.
fn isWithin(v: vec3f, most: f32, off: f32) -> bool {
  let room = most - off - 4.0 * U * taxicab(v);
  return room > 0.0 && dot(v, v) * (1.0 + 8.0 * U) < room * room * (1.0 - 8.0 * U);
}

fn shareOf(x: f32) -> f32 {
  return clamp(x, 0.0, 1.0);
}

/// Some point of the triangle near the origin; any of its points would do for a proof.
fn pointNear(a: vec3f, e: vec3f, f: vec3f) -> vec3f {
  let n = cross(e, f);
  let q = dot(n, n);
  var s = 1.0 / 3.0;
  var t = 1.0 / 3.0;
  if (q > 1e-30) {
    s = shareOf(dot(cross(f, a), n) / q);
    t = shareOf(dot(cross(a, e), n) / q);
    let over = s + t;
    if (over > 1.0) { s = s / over; t = t / over; }
  }
  return a + s * e + t * f;
}

/// A vector between some points of two edges p → p + d and r → r + e, near each other.
fn betweenEdges(p: vec3f, d: vec3f, r: vec3f, e: vec3f) -> vec3f {
  let w = p - r;
  let a = dot(d, d);
  let b = dot(d, e);
  let c = dot(e, e);
  let x = dot(d, w);
  let y = dot(e, w);
  let q = a * c - b * b;
  var s = 0.5;
  if (q > 1e-6 * a * c && q > 1e-30) { s = shareOf((b * y - c * x) / q); }
  var t = 0.5;
  if (c > 1e-30) { t = shareOf((b * s + y) / c); }
  if (a > 1e-30) { s = shareOf((b * t - x) / a); }
  return w + s * d - t * e;
}

/// A vector between some points of two triangles that are near each other: the first six by a corner and a face, nine
/// more by two edges.
fn betweenTriangles(a0: vec3f, a1: vec3f, a2: vec3f, e1: vec3f, e2: vec3f, i: u32) -> vec3f {
  let o = vec3f(0.0);
  let k = i % 3u;
  if (i < 6u) {
    let face = i < 3u;
    let a = select(a0 - cornerOf(o, e1, e2, k), -cornerOf(a0, a1, a2, k), face);
    return pointNear(a, select(a1 - a0, e1, face), select(a2 - a0, e2, face));
  }
  let l = (i - 6u) / 3u;
  let p = cornerOf(a0, a1, a2, k);
  let r = cornerOf(o, e1, e2, l);
  return betweenEdges(p, cornerOf(a1, a2, a0, k) - p, r, cornerOf(e1, e2, o, l) - r);
}

/// Triangles that come nearer than `most` to each other: by some corner and face, or some two edges.
fn trianglesWithin(a0: vec3f, a1: vec3f, a2: vec3f, e1: vec3f, e2: vec3f, most: f32, off: f32) -> bool {
  for (var i = 0u; i < 15u; i++) {
    if (isWithin(betweenTriangles(a0, a1, a2, e1, e2, i), most, off)) { return true; }
  }
  return false;
}

/// Apart along what is between their nearest points, halfway. Where a distance is to be kept or bodies are round, no
/// other direction may do: those of `trianglesApart` only tell whether something touches.
fn apartBetween(pair: ptr<function, Pair>) -> bool {
  let a0 = (*pair).a0 + (*pair).b0;
  let a1 = (*pair).a1 + (*pair).b1;
  let a2 = (*pair).a2 + (*pair).b2;
  let e1 = 2.0 * (*pair).e1;
  let e2 = 2.0 * (*pair).e2;
  var shortest = betweenTriangles(a0, a1, a2, e1, e2, 0u);
  for (var i = 1u; i < 15u; i++) {
    let v = betweenTriangles(a0, a1, a2, e1, e2, i);
    if (dot(v, v) < dot(shortest, shortest)) { shortest = v; }
  }
  return apartAlong(shortest, pair);
}
