// Vertices against the tree of faces, edges against that of edges, edges at the start against that of faces. What the
// filter cannot rule out is listed; the list may be too short, then its count says so.

@group(0) @binding(5) var<storage, read> order: array<u32>;
@group(0) @binding(6) var<storage, read> nodes: array<vec2f>;
// the first of the items asked for, how many
@group(0) @binding(7) var<uniform> work: vec4u;

struct Near {
  count: atomic<u32>,
  spare: array<u32, 3>,
  // a with the kind, b
  pairs: array<vec2u>,
}
@group(0) @binding(8) var<storage, read_write> near: Near;

// where so many did not fit, nobody counts on: the count is not to begin anew
const ENOUGH: u32 = 0x80000000u;

fn report(kind: u32, a: u32, b: u32) {
  if (atomicLoad(&near.count) >= ENOUGH) { return; }
  let at = atomicAdd(&near.count, 1u);
  if (at < scene.capacity) { near.pairs[at] = vec2u((kind << KIND_SHIFT) | a, b); }
}

fn meets(node: u32, low: vec3f, high: vec3f) -> bool {
  let x = nodes[3u * node];
  let y = nodes[3u * node + 1u];
  let z = nodes[3u * node + 2u];
  return x.x <= high.x && y.y >= low.x && x.y <= high.y && z.x >= low.y && y.x <= high.z && z.y >= low.z;
}

// Where a walk through a tree is: a node of a level. Nodes come parents first; what does not meet is passed over.
struct Walk {
  level: u32,
  at: u32,
}

fn pass_(walk: Walk, leaves: u32, top: u32) -> Walk {
  var next = Walk(walk.level, walk.at + 1u);
  while (next.level < top && ((next.at & ((1u << BITS) - 1u)) == 0u || next.at >= levelCount(leaves, next.level))) {
    next = Walk(next.level + 1u, ((next.at - 1u) >> BITS) + 1u);
  }
  return next;
}

fn hasVertex(c: vec3u, v: u32) -> bool {
  return any(c == vec3u(v));
}

fn testVertexFace(v: u32, face: u32) {
  let c = faceCorners(face);
  if (hasVertex(c, v)) { return; }
  let bodyA = bodyAt(v);
  let bodyB = bodyAt(c.x);
  if (!areTested(bodyA, bodyB)) { return; }
  let keep = (reachOf(bodyA) + reachOf(bodyB)) * UP;
  let p0 = atStart(v);
  let p1 = atEnd(v);
  let a0 = atStart(c.x);
  let b0 = atStart(c.y);
  let c0 = atStart(c.z);
  let a1 = atEnd(c.x);
  let b1 = atEnd(c.y);
  let c1 = atEnd(c.z);
  let low0 = min(min(a0, b0), c0);
  let high0 = max(max(a0, b0), c0);
  let low1 = min(min(a1, b1), c1);
  let high1 = max(max(a1, b1), c1);
  if (apartOnAxis(p0, p0, low0, high0, p1, p1, low1, high1, keep)) { return; }
  if (!isFreeAtOnce(hullOfVertexFace(p0, a0, b0, c0, p1, a1, b1, c1, keep))) { report(VERTEX_FACE, v, face); }
}

fn testEdges(e: u32, f: u32) {
  let i = edgeEnds(e);
  let j = edgeEnds(f);
  if (i.x == j.x || i.x == j.y || i.y == j.x || i.y == j.y) { return; }
  let bodyA = bodyAt(i.x);
  let bodyB = bodyAt(j.x);
  if (!areTested(bodyA, bodyB)) { return; }
  let keep = (reachOf(bodyA) + reachOf(bodyB)) * UP;
  let a0 = atStart(i.x);
  let b0 = atStart(i.y);
  let c0 = atStart(j.x);
  let d0 = atStart(j.y);
  let a1 = atEnd(i.x);
  let b1 = atEnd(i.y);
  let c1 = atEnd(j.x);
  let d1 = atEnd(j.y);
  if (apartOnAxis(min(a0, b0), max(a0, b0), min(c0, d0), max(c0, d0), min(a1, b1), max(a1, b1), min(c1, d1), max(c1, d1), keep)) {
    return;
  }
  if (!isFreeAtOnce(hullOfEdges(a0, b0, c0, d0, a1, b1, c1, d1, keep))) { report(EDGE_EDGE, e, f); }
}

fn testPiercing(e: u32, face: u32) {
  let i = edgeEnds(e);
  let c = faceCorners(face);
  if (hasVertex(c, i.x) || hasVertex(c, i.y) || !areTested(bodyAt(i.x), bodyAt(c.x))) { return; }
  if (mayPierce(atStart(i.x), atStart(i.y), atStart(c.x), atStart(c.y), atStart(c.z))) { report(EDGE_FACE, e, face); }
}

@compute @workgroup_size(64)
fn searchVertices(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let k = (group.x + group.y * WIDE) * 64u + lane;
  if (k >= work.y) { return; }
  let v = order[scene.faces + scene.edges + work.x + k] - scene.faces - scene.edges;
  let pad = vec3f(reachOf(bodyAt(v))) + scene.grow;
  let low = min(atStart(v), atEnd(v)) - pad;
  let high = max(atStart(v), atEnd(v)) + pad;
  var walk = Walk(scene.faceTop, 0u);
  loop {
    if (meets(levelOffset(false, walk.level) + walk.at, low, high)) {
      if (walk.level > 0u) {
        walk = Walk(walk.level - 1u, walk.at << BITS);
        continue;
      }
      testVertexFace(v, order[walk.at]);
    }
    walk = pass_(walk, scene.faces, scene.faceTop);
    if (walk.level == scene.faceTop && walk.at > 0u) { return; }
  }
}

@compute @workgroup_size(64)
fn searchEdges(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let k = (group.x + group.y * WIDE) * 64u + lane;
  if (k >= work.y) { return; }
  let place = work.x + k;
  let e = order[scene.faces + place] - scene.faces;
  let i = edgeEnds(e);
  let pad = vec3f(reachOf(bodyAt(i.x))) + scene.grow;
  let low = min(min(atStart(i.x), atEnd(i.x)), min(atStart(i.y), atEnd(i.y))) - pad;
  let high = max(max(atStart(i.x), atEnd(i.x)), max(atStart(i.y), atEnd(i.y))) + pad;
  var walk = Walk(scene.edgeTop, 0u);
  loop {
    // every pair once: with those that come later in the list
    let last = ((walk.at + 1u) << (BITS * walk.level)) - 1u;
    if (last > place && meets(levelOffset(true, walk.level) + walk.at, low, high)) {
      if (walk.level > 0u) {
        walk = Walk(walk.level - 1u, walk.at << BITS);
        continue;
      }
      testEdges(e, order[scene.faces + walk.at] - scene.faces);
    }
    walk = pass_(walk, scene.edges, scene.edgeTop);
    if (walk.level == scene.edgeTop && walk.at > 0u) { return; }
  }
}

@compute @workgroup_size(64)
fn searchPiercing(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let k = (group.x + group.y * WIDE) * 64u + lane;
  if (k >= work.y) { return; }
  let e = order[scene.faces + work.x + k] - scene.faces;
  let i = edgeEnds(e);
  let low = min(atStart(i.x), atStart(i.y)) - scene.grow;
  let high = max(atStart(i.x), atStart(i.y)) + scene.grow;
  var walk = Walk(scene.faceTop, 0u);
  loop {
    if (meets(levelOffset(false, walk.level) + walk.at, low, high)) {
      if (walk.level > 0u) {
        walk = Walk(walk.level - 1u, walk.at << BITS);
        continue;
      }
      testPiercing(e, order[walk.at]);
    }
    walk = pass_(walk, scene.faces, scene.faceTop);
    if (walk.level == scene.faceTop && walk.at > 0u) { return; }
  }
}
