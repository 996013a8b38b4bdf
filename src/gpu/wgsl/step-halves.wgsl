// The second filter: what the first one left, looked at by halves of halves of the time. What is left then is written
// with the time until which it is proven free.

struct NearPairs {
  count: u32,
  spare: array<u32, 3>,
  pairs: array<vec2u>,
}
@group(0) @binding(5) var<storage, read> near: NearPairs;

struct Left {
  count: atomic<u32>,
  spare: array<u32, 3>,
  // a with the kind, b, bits of the time; three numbers each
  pairs: array<u32>,
}
@group(0) @binding(6) var<storage, read_write> left: Left;

fn timeOf(pair: vec2u) -> f32 {
  let kind = pair.x >> KIND_SHIFT;
  let a = pair.x & NUMBER;
  if (kind == EDGE_FACE) { return 0.0; }
  if (kind == VERTEX_FACE) {
    let c = faceCorners(pair.y);
    let keep = (reachOf(bodyAt(a)) + reachOf(bodyAt(c.x))) * UP;
    let h = hullOfVertexFace(atStart(a), atStart(c.x), atStart(c.y), atStart(c.z), atEnd(a), atEnd(c.x), atEnd(c.y), atEnd(c.z), keep);
    return freeUntil(h, scene.deepest);
  }
  let i = edgeEnds(a);
  let j = edgeEnds(pair.y);
  let keep = (reachOf(bodyAt(i.x)) + reachOf(bodyAt(j.x))) * UP;
  let h = hullOfEdges(atStart(i.x), atStart(i.y), atStart(j.x), atStart(j.y), atEnd(i.x), atEnd(i.y), atEnd(j.x), atEnd(j.y), keep);
  return freeUntil(h, scene.deepest);
}

@compute @workgroup_size(64)
fn halve(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let count = min(near.count, scene.capacity);
  for (var k = group.x * 64u + lane; k < count; k += groups.x * 64u) {
    let pair = near.pairs[k];
    let time = timeOf(pair);
    if (time > 1.0) { continue; }
    let at = atomicAdd(&left.count, 1u);
    left.pairs[3u * at] = pair.x;
    left.pairs[3u * at + 1u] = pair.y;
    left.pairs[3u * at + 2u] = bitcast<u32>(time);
  }
}
