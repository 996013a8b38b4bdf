// Keys along a Hilbert curve, 10 bits an axis, of the middles of what faces, edges and vertices sweep; above them two
// bits for which of the three it is. On that curve neighbours in the list are neighbours in space, so that any run of
// it has a small box [Skilling 2004].

@group(0) @binding(3) var<storage, read_write> keys: array<u32>;
@group(0) @binding(4) var<storage, read_write> items: array<u32>;

fn spread(x: u32) -> u32 {
  var v = x & 0x3ffu;
  v = (v | (v << 16u)) & 0x030000ffu;
  v = (v | (v << 8u)) & 0x0300f00fu;
  v = (v | (v << 4u)) & 0x030c30c3u;
  return (v | (v << 2u)) & 0x09249249u;
}

fn hilbert(cell: vec3u) -> u32 {
  var x = cell.x;
  var y = cell.y;
  var z = cell.z;
  for (var q = 512u; q > 1u; q >>= 1u) {
    let p = q - 1u;
    if ((x & q) != 0u) { x ^= p; }
    if ((y & q) != 0u) { x ^= p; } else { let t = (x ^ y) & p; x ^= t; y ^= t; }
    if ((z & q) != 0u) { x ^= p; } else { let t = (x ^ z) & p; x ^= t; z ^= t; }
  }
  y ^= x;
  z ^= y;
  var t = 0u;
  for (var q = 512u; q > 1u; q >>= 1u) {
    if ((z & q) != 0u) { t ^= q - 1u; }
  }
  return (spread(x ^ t) << 2u) | (spread(y ^ t) << 1u) | spread(z ^ t);
}

@compute @workgroup_size(256)
fn writeKeys(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (group.x + group.y * WIDE) * 256u + lane;
  if (i >= scene.faces + scene.edges + scene.vertices) { return; }
  var low = vec3f(2.0);
  var high = vec3f(-2.0);
  var which = 0u;
  if (i < scene.faces) {
    let c = faceCorners(i);
    for (var k = 0u; k < 3u; k++) {
      low = min(low, min(atStart(c[k]), atEnd(c[k])));
      high = max(high, max(atStart(c[k]), atEnd(c[k])));
    }
  } else if (i < scene.faces + scene.edges) {
    let c = edgeEnds(i - scene.faces);
    for (var k = 0u; k < 2u; k++) {
      low = min(low, min(atStart(c[k]), atEnd(c[k])));
      high = max(high, max(atStart(c[k]), atEnd(c[k])));
    }
    which = 1u;
  } else {
    let v = i - scene.faces - scene.edges;
    low = min(atStart(v), atEnd(v));
    high = max(atStart(v), atEnd(v));
    which = 2u;
  }
  let cell = vec3u(clamp((0.5 * (low + high) + 1.0) * 512.0, vec3f(0.0), vec3f(1023.0)));
  keys[i] = (which << 30u) | hilbert(cell);
  items[i] = i;
}
