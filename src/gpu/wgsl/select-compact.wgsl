// Triangles whose corners share no bit, as an ascending list: flags of 1,024 triangles a workgroup, sums of their
// counts, then each triangle to the place that the sums give it. The same list at every run.

@group(0) @binding(1) var<storage, read> indices: array<u32>;
@group(0) @binding(2) var<storage, read> codes: array<u32>;
// 32 words a block, a bit for each triangle that is kept
@group(0) @binding(3) var<storage, read_write> flags: array<u32>;
// of each block: how many it keeps, after `addUp` how many come before it
@group(0) @binding(4) var<storage, read_write> before: array<u32>;
@group(0) @binding(5) var<storage, read_write> found: Found;

const BLOCK = 1024u;
const LANES = 256u;

var<workgroup> words: array<atomic<u32>, 32>;
var<workgroup> total: atomic<u32>;

@compute @workgroup_size(256)
fn flagKept(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x + group.y * WIDE;
  if (block >= frame.blocks) { return; }
  for (var at = lane; at < BLOCK; at += LANES) {
    let triangle = block * BLOCK + at;
    if (triangle >= frame.triangles) { break; }
    let o = frame.firstIndex + 3u * triangle;
    if ((codes[indices[o]] & codes[indices[o + 1u]] & codes[indices[o + 2u]]) == 0u) {
      atomicOr(&words[at >> 5u], 1u << (at & 31u));
    }
  }
  workgroupBarrier();
  if (lane < 32u) {
    let word = atomicLoad(&words[lane]);
    flags[32u * block + lane] = word;
    atomicAdd(&total, countOneBits(word));
  }
  workgroupBarrier();
  if (lane == 0u) { before[block] = atomicLoad(&total); }
}

var<workgroup> sums: array<u32, 256>;

// one workgroup: each lane adds up a row of blocks, the rows are added up, each lane writes its row
@compute @workgroup_size(256)
fn addUp(@builtin(local_invocation_index) lane: u32) {
  let row = (frame.blocks + LANES - 1u) / LANES;
  let first = min(lane * row, frame.blocks);
  let end = min(first + row, frame.blocks);
  var sum = 0u;
  for (var i = first; i < end; i++) { sum += before[i]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var way = 1u; way < LANES; way <<= 1u) {
    var other = 0u;
    if (lane >= way) { other = sums[lane - way]; }
    workgroupBarrier();
    sums[lane] += other;
    workgroupBarrier();
  }
  var running = sums[lane] - sum;
  for (var i = first; i < end; i++) {
    let count = before[i];
    before[i] = running;
    running += count;
  }
  if (lane == LANES - 1u) {
    found.count = running;
    found.token = frame.token;
  }
}

var<workgroup> kept: array<u32, 32>;
var<workgroup> ahead: array<u32, 32>;

@compute @workgroup_size(256)
fn writeList(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x + group.y * WIDE;
  if (block >= frame.blocks) { return; }
  if (lane < 32u) { kept[lane] = flags[32u * block + lane]; }
  workgroupBarrier();
  if (lane < 32u) {
    var sum = before[block];
    for (var i = 0u; i < lane; i++) { sum += countOneBits(kept[i]); }
    ahead[lane] = sum;
  }
  workgroupBarrier();
  for (var at = lane; at < BLOCK; at += LANES) {
    let word = kept[at >> 5u];
    let bit = 1u << (at & 31u);
    if ((word & bit) != 0u) { found.list[ahead[at >> 5u] + countOneBits(word & (bit - 1u))] = block * BLOCK + at; }
  }
}
