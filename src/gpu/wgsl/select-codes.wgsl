// Which planes is each vertex certainly outside of? One bit a plane, into `codes`.
// A vertex x is outside of plane k where n·(x − c) − s > D, all in f32, s = volume.slack · |x − c|₁. Slack and D hold
// for every rounding, order and fusion that WGSL allows: docs/notes/gpu-tool.md. A vertex that moves must be outside
// at both ends of its way. Coordinates are looked at as bits first: what is no number, or too far away for products
// that surely are numbers, is outside of nothing.

struct Volume {
  centre: vec3f,
  slack: f32,
  // n x y z, D each
  planes: array<vec4f, 16>,
}

@group(0) @binding(1) var<uniform> volume: Volume;
@group(0) @binding(2) var<storage, read> positions0: array<u32>;
@group(0) @binding(3) var<storage, read> positions1: array<u32>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;

// the bits of 2^100
const FAR = 0x71800000u;

fn outside(x: u32, y: u32, z: u32) -> u32 {
  if (max(max(x & 0x7fffffffu, y & 0x7fffffffu), z & 0x7fffffffu) >= FAR) { return 0u; }
  let away = vec3f(bitcast<f32>(x), bitcast<f32>(y), bitcast<f32>(z)) - volume.centre;
  let slack = volume.slack * (abs(away.x) + abs(away.y) + abs(away.z));
  var code = 0u;
  for (var k = 0u; k < frame.planes; k++) {
    let plane = volume.planes[k];
    if (plane.x * away.x + plane.y * away.y + plane.z * away.z - slack > plane.w) { code |= 1u << k; }
  }
  return code;
}

@compute @workgroup_size(256)
fn writeCodes(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let vertex = (group.x + group.y * WIDE) * 256u + lane;
  if (vertex >= frame.vertices) { return; }
  let o = frame.first0 + vertex * frame.stride0;
  var code = outside(positions0[o], positions0[o + 1u], positions0[o + 2u]);
  if (frame.moving != 0u && code != 0u) {
    let p = frame.first1 + vertex * frame.stride1;
    code &= outside(positions1[p], positions1[p + 1u], positions1[p + 2u]);
  }
  codes[vertex] = code;
}
