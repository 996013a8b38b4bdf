// Two trees of boxes, of faces and of edges, over the sorted lists: a node of a level has the next four of the level
// below. Boxes hold what is swept, widened by what counts as contact and by all rounding: docs/notes/gpu-steps.md, "Boxes".

@group(0) @binding(5) var<storage, read> order: array<u32>;
// three a node: low x y, low z and high x, high y z
@group(0) @binding(6) var<storage, read_write> nodes: array<vec2f>;
// x: the level
@group(0) @binding(7) var<uniform> work: vec4u;

fn putBox(node: u32, low: vec3f, high: vec3f) {
  nodes[3u * node] = low.xy;
  nodes[3u * node + 1u] = vec2f(low.z, high.x);
  nodes[3u * node + 2u] = high.yz;
}

@compute @workgroup_size(256)
fn writeLeaves(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (group.x + group.y * WIDE) * 256u + lane;
  if (i >= scene.faces + scene.edges) { return; }
  let item = order[i];
  let isEdge = i >= scene.faces;
  var c = vec3u(0u);
  if (isEdge) {
    let ends = edgeEnds(item - scene.faces);
    c = vec3u(ends, ends.y);
  } else {
    c = faceCorners(item);
  }
  let low = min(min(min(atStart(c.x), atEnd(c.x)), min(atStart(c.y), atEnd(c.y))), min(atStart(c.z), atEnd(c.z)));
  let high = max(max(max(atStart(c.x), atEnd(c.x)), max(atStart(c.y), atEnd(c.y))), max(atStart(c.z), atEnd(c.z)));
  let pad = vec3f(reachOf(bodyAt(c.x))) + scene.grow;
  let at = select(levelOffset(false, 0u) + i, levelOffset(true, 0u) + i - scene.faces, isEdge);
  putBox(at, low - pad, high + pad);
}

@compute @workgroup_size(256)
fn writeLevel(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let level = work.x;
  let ofFaces = select(0u, levelCount(scene.faces, level), level <= scene.faceTop);
  let ofEdges = select(0u, levelCount(scene.edges, level), level <= scene.edgeTop);
  let i = (group.x + group.y * WIDE) * 256u + lane;
  if (i >= ofFaces + ofEdges) { return; }
  let isEdge = i >= ofFaces;
  let at = select(i, i - ofFaces, isEdge);
  let below = levelOffset(isEdge, level - 1u);
  let first = at << BITS;
  let last = min(levelCount(select(scene.faces, scene.edges, isEdge), level - 1u), first + (1u << BITS));
  var low = vec3f(64.0);
  var high = vec3f(-64.0);
  for (var child = first; child < last; child++) {
    let x = nodes[3u * (below + child)];
    let y = nodes[3u * (below + child) + 1u];
    let z = nodes[3u * (below + child) + 2u];
    low = min(low, vec3f(x, y.x));
    high = max(high, vec3f(y.y, z));
  }
  putBox(levelOffset(isEdge, level) + at, low, high);
}
