// Can two features whose corners move linearly be nearer than `keep` at some time? Answers that they cannot are proven,
// whatever a device does with the last bits: docs/notes/gpu-steps.md, "The filter". The twin is twin/step-twin.ts.

// 32 units of 2⁻²³: more than the operations behind a coefficient of the cubic, a value interpolated from them, or a
// component of the normal
const CUBIC_ROUNDING: f32 = 3.8146973e-6;
// 24 units: the operations behind a height along a direction
const HEIGHT_ROUNDING: f32 = 2.861023e-6;
// 1 + 2⁻¹⁷: bounds are rounded too
const UP: f32 = 1.0000076;
// 2⁻¹⁰⁰, beyond what vanishes below 2⁻¹²⁶
const TINY: f32 = 7.888609e-31;
// directions are whole numbers up to this, so that no compiler can make two of one
const WHOLE: f32 = 2047.0;

// The points of the hull: d, d + e, d + f, of two edges d + e + f too; they move from those of 0 to those of 1. The
// features touch where it holds the origin.
struct Hull {
  d0: vec3f,
  e0: vec3f,
  f0: vec3f,
  d1: vec3f,
  e1: vec3f,
  f1: vec3f,
  // the larger magnitudes of each over both ends
  d: vec3f,
  e: vec3f,
  f: vec3f,
  edges: bool,
  keep: f32,
}

struct Cubic {
  // of the cubic (e × f)·d in Bernstein form
  b: vec4f,
  bound: f32,
}

fn crossOf(a: vec3f, b: vec3f) -> vec3f {
  return a.yzx * b.zxy - a.zxy * b.yzx;
}

fn permanent(a: vec3f, b: vec3f, c: vec3f) -> f32 {
  return dot(a, b.yzx * c.zxy + b.zxy * c.yzx);
}

// not below |v|: max + (√2 − 1)(the others) bounds the length
fn lengthBound(v: vec3f) -> f32 {
  let a = abs(v);
  return (0.585787 * max(a.x, max(a.y, a.z)) + 0.414214 * (a.x + a.y + a.z)) * UP;
}

fn hullOf(d0: vec3f, e0: vec3f, f0: vec3f, d1: vec3f, e1: vec3f, f1: vec3f, edges: bool, keep: f32) -> Hull {
  let d = max(abs(d0), abs(d1));
  let e = max(abs(e0), abs(e1));
  let f = max(abs(f0), abs(f1));
  return Hull(d0, e0, f0, d1, e1, f1, d, e, f, edges, keep);
}

// w = a − p, b − p, c − p
fn hullOfVertexFace(p0: vec3f, a0: vec3f, b0: vec3f, c0: vec3f, p1: vec3f, a1: vec3f, b1: vec3f, c1: vec3f, keep: f32) -> Hull {
  return hullOf(a0 - p0, b0 - a0, c0 - a0, a1 - p1, b1 - a1, c1 - a1, false, keep);
}

// w = a − c, b − c, b − d, a − d of the edges ab and cd
fn hullOfEdges(a0: vec3f, b0: vec3f, c0: vec3f, d0: vec3f, a1: vec3f, b1: vec3f, c1: vec3f, d1: vec3f, keep: f32) -> Hull {
  return hullOf(a0 - c0, b0 - a0, c0 - d0, a1 - c1, b1 - a1, c1 - d1, true, keep);
}

// On some axis, is all of one beyond all of the other at the start and at the end? low, high: of either, at both.
fn apartOnAxis(low0: vec3f, high0: vec3f, otherLow0: vec3f, otherHigh0: vec3f, low1: vec3f, high1: vec3f, otherLow1: vec3f, otherHigh1: vec3f, keep: f32) -> bool {
  // rounding keeps the order of coordinates: without a distance to keep, signs are enough
  let margin = select(vec3f(0.0), (scene.eps2 + keep) * UP, keep > 0.0);
  return any((low0 - otherHigh0 > margin) & (low1 - otherHigh1 > margin)) ||
    any((otherLow0 - high0 > margin) & (otherLow1 - high1 > margin));
}

fn cubicOf(h: Hull) -> Cubic {
  let n0 = crossOf(h.e0, h.f0);
  let n1 = crossOf(h.e1, h.f1);
  let nm = crossOf(h.e0, h.f1) + crossOf(h.e1, h.f0);
  let third = 0.33333334;
  let b = vec4f(
    dot(n0, h.d0),
    (dot(n0, h.d1) + dot(nm, h.d0)) * third,
    (dot(n1, h.d0) + dot(nm, h.d1)) * third,
    dot(n1, h.d1));
  let s = scene.eps2;
  let e = h.e + s;
  let f = h.f + s;
  let d = h.d + s;
  var bound = CUBIC_ROUNDING * permanent(h.e, h.f, h.d) + permanent(s, f, d) + permanent(e, s, d) + permanent(e, f, s);
  if (h.keep > 0.0) {
    let n = max(max(lengthBound(n0), lengthBound(n1)), 0.5 * lengthBound(nm));
    let one = vec3f(1.0);
    let off = CUBIC_ROUNDING * permanent(one, h.e, h.f) + permanent(one, s, f) + permanent(one, e, s);
    bound += h.keep * (n + off);
  }
  return Cubic(b, (bound + TINY) * UP);
}

// Proven not to vanish between the two times?
fn neverCoplanar(c: Cubic, t0: f32, t1: f32) -> bool {
  let s0 = 1.0 - t0;
  let s1 = 1.0 - t1;
  let p = s0 * c.b.xyz + t0 * c.b.yzw;
  let q = s0 * p.xy + t0 * p.yz;
  let r = s1 * p.xy + t1 * p.yz;
  let o = s1 * c.b.xyz + t1 * c.b.yzw;
  let v = s1 * o.xy + t1 * o.yz;
  let values = vec4f(s0 * q.x + t0 * q.y, s1 * q.x + t1 * q.y, s1 * r.x + t1 * r.y, s1 * v.x + t1 * v.y);
  return all(values > vec4f(c.bound)) || all(values < vec4f(-c.bound));
}

fn leastOf(h: Hull, d: f32, e: f32, f: f32) -> f32 {
  if (h.edges) { return d + (min(e, 0.0) + min(f, 0.0)); }
  return d + min(min(e, f), 0.0);
}

fn mostOf(h: Hull, d: f32, e: f32, f: f32) -> f32 {
  if (h.edges) { return d + (max(e, 0.0) + max(f, 0.0)); }
  return d + max(max(e, f), 0.0);
}

// Is the whole hull beyond the margin along the direction, at both times? It is linear in between.
fn separates(h: Hull, direction: vec3f, t0: f32, t1: f32) -> bool {
  let a = abs(direction);
  let most = max(a.x, max(a.y, a.z));
  if (!(most > TINY)) { return false; }
  let s = vec3f(vec3i(round(direction * (WHOLE / most))));
  let margin = (dot(abs(s), scene.eps2 + HEIGHT_ROUNDING * (h.d + h.e + h.f)) + h.keep * lengthBound(s) + TINY) * UP;
  let d0 = dot(s, h.d0);
  let d1 = dot(s, h.d1);
  let e0 = dot(s, h.e0);
  let e1 = dot(s, h.e1);
  let f0 = dot(s, h.f0);
  let f1 = dot(s, h.f1);
  let s0 = 1.0 - t0;
  let s1 = 1.0 - t1;
  let dA = s0 * d0 + t0 * d1;
  let dB = s1 * d0 + t1 * d1;
  let eA = s0 * e0 + t0 * e1;
  let eB = s1 * e0 + t1 * e1;
  let fA = s0 * f0 + t0 * f1;
  let fB = s1 * f0 + t1 * f1;
  return (leastOf(h, dA, eA, fA) > margin && leastOf(h, dB, eB, fB) > margin) ||
    (mostOf(h, dA, eA, fA) < -margin && mostOf(h, dB, eB, fB) < -margin);
}

// divided by its largest component, so that products of such neither vanish nor overflow; for directions only
fn sized(v: vec3f) -> vec3f {
  let most = max(abs(v.x), max(abs(v.y), abs(v.z)));
  if (!(most > TINY)) { return vec3f(0.0); }
  return v * (1.0 / most);
}

// In the plane of both features halfway: across the edges of the hull. `toCorner`: also towards its nearest corner.
fn separatedBetween(h: Hull, t0: f32, t1: f32, toCorner: bool) -> bool {
  let t = 0.5 * (t0 + t1);
  let s = 1.0 - t;
  let e = s * h.e0 + t * h.e1;
  let f = s * h.f0 + t * h.f1;
  let n = sized(crossOf(sized(e), sized(f)));
  if (separates(h, crossOf(n, sized(e)), t0, t1)) { return true; }
  if (separates(h, crossOf(n, sized(f)), t0, t1)) { return true; }
  if (!h.edges && separates(h, crossOf(n, sized(f - e)), t0, t1)) { return true; }
  if (!toCorner) { return false; }
  let d = s * h.d0 + t * h.d1;
  var w = d;
  if (dot(d + e, d + e) < dot(w, w)) { w = d + e; }
  if (dot(d + f, d + f) < dot(w, w)) { w = d + f; }
  if (h.edges && dot(d + e + f, d + e + f) < dot(w, w)) { w = d + e + f; }
  if (separates(h, w, t0, t1)) { return true; }
  let m = n * (1.0 / max(dot(n, n), TINY));
  return separates(h, w - dot(n, w) * m, t0, t1);
}

// The whole step at once; apartOnAxis is asked before.
fn isFreeAtOnce(h: Hull) -> bool {
  if (neverCoplanar(cubicOf(h), 0.0, 1.0)) { return true; }
  return separatedBetween(h, 0.0, 1.0, false);
}

// By halves of halves of the time: until when it is proven free; 2: all of it is.
fn freeUntil(h: Hull, deepest: u32) -> f32 {
  let cubic = cubicOf(h);
  var level = 1u;
  var k = 0u;
  loop {
    let size = bitcast<f32>((127u - level) << 23u);
    let t0 = f32(k) * size;
    let t1 = f32(k + 1u) * size;
    if (neverCoplanar(cubic, t0, t1) || separatedBetween(h, t0, t1, true)) {
      k += 1u;
      while (level > 0u && (k & 1u) == 0u) {
        k >>= 1u;
        level -= 1u;
      }
      if (level == 0u) { return 2.0; }
    } else {
      if (level >= deepest) { return t0; }
      level += 1u;
      k <<= 1u;
    }
  }
}

// Along the direction, is the edge from p to q beyond the face from 0 over e and f? `size`: of all of them, by axis.
fn passes(direction: vec3f, p: vec3f, q: vec3f, e: vec3f, f: vec3f, size: vec3f) -> bool {
  let a = abs(direction);
  let most = max(a.x, max(a.y, a.z));
  if (!(most > TINY)) { return false; }
  let s = vec3f(vec3i(round(direction * (WHOLE / most))));
  let margin = (dot(abs(s), scene.eps2 + HEIGHT_ROUNDING * size) + TINY) * UP;
  let low = min(min(dot(s, e), dot(s, f)), 0.0);
  let high = max(max(dot(s, e), dot(s, f)), 0.0);
  let here = dot(s, p);
  let there = dot(s, q);
  return min(here, there) - high > margin || low - max(here, there) > margin;
}

// At the start: can the edge pq go through the face abc?
fn mayPierce(p: vec3f, q: vec3f, a: vec3f, b: vec3f, c: vec3f) -> bool {
  let s = scene.eps2;
  if (any(min(p, q) > max(max(a, b), c)) || any(min(min(a, b), c) > max(p, q))) { return false; }
  // both ends on one side of the plane
  let e = b - a;
  let f = c - a;
  let n = crossOf(e, f);
  let pa = p - a;
  let qa = q - a;
  let high = max(abs(pa), abs(qa));
  let E = abs(e);
  let F = abs(f);
  let off = (CUBIC_ROUNDING * permanent(E, F, high) + permanent(s, F + s, high + s) + permanent(E + s, s, high + s) +
    permanent(E + s, F + s, s) + TINY) * UP;
  let heights = vec2f(dot(n, pa), dot(n, qa));
  if (all(heights > vec2f(off)) || all(heights < vec2f(-off))) { return false; }
  // past the face, as seen along the edge
  let r = q - p;
  let x = a - p;
  let y = b - p;
  let z = c - p;
  let R = abs(r);
  let far = max(max(abs(x), abs(y)), abs(z));
  let doubt = (CUBIC_ROUNDING * permanent(R, far, far) + permanent(s, far + s, far + s) + 2.0 * permanent(R + s, s, far + s) + TINY) * UP;
  let turns = vec3f(dot(r, crossOf(x, y)), dot(r, crossOf(y, z)), dot(r, crossOf(z, x)));
  if (any(turns > vec3f(doubt)) && any(turns < vec3f(-doubt))) { return false; }
  // all in one plane: beside each other in it
  let m = sized(crossOf(sized(e), sized(f)));
  let size = E + F + high;
  return !(passes(crossOf(m, sized(e)), pa, qa, e, f, size) || passes(crossOf(m, sized(f)), pa, qa, e, f, size) ||
    passes(crossOf(m, sized(f - e)), pa, qa, e, f, size) || passes(crossOf(m, sized(r)), pa, qa, e, f, size));
}
