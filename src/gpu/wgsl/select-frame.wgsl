// What all programs of a selection know about the call: sizes, and where numbers lie in buffers that may be the
// application's.

struct Frame {
  vertices: u32,
  planes: u32,
  // 1 where vertices move
  moving: u32,
  triangles: u32,
  // where the first vertex begins, and from one to the next, in words; at the start and at the end
  first0: u32,
  stride0: u32,
  first1: u32,
  stride1: u32,
  // of the indices, in words
  firstIndex: u32,
  // triangles whose corners are written, at most
  room: u32,
  // of this call: an answer that has another one is not its answer
  token: u32,
  // of 1,024 triangles
  blocks: u32,
}

struct Found {
  count: u32,
  token: u32,
  list: array<u32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// workgroups in a row
const WIDE = 32768u;
