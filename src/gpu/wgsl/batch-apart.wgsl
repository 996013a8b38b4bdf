// Proofs that two triangles stay apart while one of them moves. Derivations: docs/notes/gpu.md, "Apart".
// Over an interval of time every point stays within a bound of its chord, so along any direction what moves lies between
// the extremes of both its ends, widened by that bound. Directions need no accuracy: only dot products carry the proof.

/// The pair at hand: corners of the moving triangle at both ends, relative to the first corner of the standing one, and
/// the two edges of that.
struct Pair {
  a0: vec3f,
  a1: vec3f,
  a2: vec3f,
  b0: vec3f,
  b1: vec3f,
  b2: vec3f,
  e1: vec3f,
  e2: vec3f,
  /// Rounding of the corners that stand.
  standing: f32,
  /// Distance that must be exceeded, and the rounding of a dot product with a unit vector.
  need: f32,
}

fn largest(v: vec3f) -> f32 {
  return max(abs(v.x), max(abs(v.y), abs(v.z)));
}

fn apartAlong(n: vec3f, pair: ptr<function, Pair>) -> bool {
  let q = dot(n, n);
  if (q < 1e-30 || q > 1e30) { return false; }
  let d = n * inverseSqrt(q);
  // ≥ |d|: the root of s is at most (1 + s)/2
  let norm = 0.5000005 + 0.5 * dot(d, d);
  let x0 = dot(d, (*pair).a0);
  let x1 = dot(d, (*pair).a1);
  let x2 = dot(d, (*pair).a2);
  let y0 = dot(d, (*pair).b0);
  let y1 = dot(d, (*pair).b1);
  let y2 = dot(d, (*pair).b2);
  let z1 = dot(d, (*pair).e1);
  let z2 = dot(d, (*pair).e2);
  let low = min(min(min(x0, x1), x2), min(min(y0, y1), y2));
  let high = max(max(max(x0, x1), x2), max(max(y0, y1), y2));
  let need = norm * (*pair).need;
  return low - max(0.0, max(z1, z2)) > need || min(0.0, min(z1, z2)) - high > need;
}

/// Some edge of three that begin with a and b.
fn edgeOf(a: vec3f, b: vec3f, k: u32) -> vec3f {
  return select(select(b - a, b, k == 1u), a, k == 0u);
}

/// Along the normals, the middles, the products of edges, and across the edges in their planes. One direction after the
/// other in a loop: written out, the program takes a minute to compile in software.
fn trianglesApart(pair: ptr<function, Pair>) -> bool {
  let e1 = (*pair).e1;
  let e2 = (*pair).e2;
  let f1 = (*pair).a1 - (*pair).a0;
  let f2 = (*pair).a2 - (*pair).a0;
  let g1 = (*pair).b1 - (*pair).b0;
  let g2 = (*pair).b2 - (*pair).b0;
  let h1 = f1 + g1;
  let h2 = f2 + g2;
  let n = cross(e1, e2);
  let m = cross(f1, f2) + cross(g1, g2);
  for (var i = 0u; i < 18u; i++) {
    var d = n;
    if (i == 1u) {
      d = m;
    } else if (i == 2u) {
      d = (*pair).a0 + (*pair).a1 + (*pair).a2 + (*pair).b0 + (*pair).b1 + (*pair).b2 - 2.0 * (e1 + e2);
    } else if (i > 2u) {
      let k = i - 3u;
      let row = k / 3u;
      let column = k % 3u;
      let e = edgeOf(e1, e2, select(column, row, row < 3u));
      let h = edgeOf(h1, h2, column);
      d = cross(select(select(m, n, row == 3u), e, row < 3u), select(h, e, row == 3u));
    }
    if (apartAlong(d, pair)) { return true; }
  }
  return false;
}
