// Where are the corners of the triangles found? For positions that only the graphics device has: nine words a triangle,
// eighteen where it moves, as many triangles as there is room for.

@group(0) @binding(1) var<storage, read> indices: array<u32>;
@group(0) @binding(2) var<storage, read> positions0: array<u32>;
@group(0) @binding(3) var<storage, read> positions1: array<u32>;
@group(0) @binding(4) var<storage, read> found: Found;
@group(0) @binding(5) var<storage, read_write> corners: array<u32>;

@compute @workgroup_size(256)
fn writeCorners(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = (group.x + group.y * WIDE) * 256u + lane;
  if (at >= min(found.count, frame.room)) { return; }
  let ends = select(1u, 2u, frame.moving != 0u);
  for (var corner = 0u; corner < 3u; corner++) {
    let vertex = indices[frame.firstIndex + 3u * found.list[at] + corner];
    for (var k = 0u; k < 3u; k++) {
      corners[9u * ends * at + 3u * corner + k] = positions0[frame.first0 + vertex * frame.stride0 + k];
      if (ends == 2u) { corners[18u * at + 9u + 3u * corner + k] = positions1[frame.first1 + vertex * frame.stride1 + k]; }
    }
  }
}
