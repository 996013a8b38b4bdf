// What all programs of a step share: the scene in f32 and how it is numbered. Coordinates are relative to a centre and
// scaled by a power of two, so that none is beyond 1; each is within eps2 / 2 of the true one.

struct Scene {
  faces: u32,
  edges: u32,
  vertices: u32,
  bodies: u32,
  // levels of the trees above their leaves
  faceTop: u32,
  edgeTop: u32,
  // pairs that a list has room for
  capacity: u32,
  // how often the second filter halves the time at most
  deepest: u32,
  // what the difference of two coordinates may be off by, by axis
  eps2: vec3f,
  spare0: u32,
  // what boxes are widened by on every side, for coordinates and rounding
  grow: vec3f,
  spare1: u32,
  // where in `nodes` each level begins
  faceLevels: array<vec4u, 4>,
  edgeLevels: array<vec4u, 4>,
}

const VERTEX_FACE: u32 = 0u;
const EDGE_EDGE: u32 = 1u;
const EDGE_FACE: u32 = 2u;
// the kind of a pair stands in the upper bits of its first number
const KIND_SHIFT: u32 = 30u;
const NUMBER: u32 = 0x3fffffffu;

// a node of the trees has so many children: 1 << BITS
const BITS: u32 = 2u;

// workgroups in a row of a dispatch
const WIDE: u32 = 32768u;

@group(0) @binding(0) var<uniform> scene: Scene;
// x y z at the start, x y z at the end
@group(0) @binding(1) var<storage, read> positions: array<f32>;
// three vertices a face, then two an edge
@group(0) @binding(2) var<storage, read> corners: array<u32>;

fn atStart(v: u32) -> vec3f {
  return vec3f(positions[6u * v], positions[6u * v + 1u], positions[6u * v + 2u]);
}

fn atEnd(v: u32) -> vec3f {
  return vec3f(positions[6u * v + 3u], positions[6u * v + 4u], positions[6u * v + 5u]);
}

fn faceCorners(face: u32) -> vec3u {
  return vec3u(corners[3u * face], corners[3u * face + 1u], corners[3u * face + 2u]);
}

fn edgeEnds(edge: u32) -> vec2u {
  let o = 3u * scene.faces + 2u * edge;
  return vec2u(corners[o], corners[o + 1u]);
}

fn levelOffset(ofEdges: bool, level: u32) -> u32 {
  if (ofEdges) { return scene.edgeLevels[level >> 2u][level & 3u]; }
  return scene.faceLevels[level >> 2u][level & 3u];
}

fn levelCount(leaves: u32, level: u32) -> u32 {
  return (leaves + (1u << (BITS * level)) - 1u) >> (BITS * level);
}
