// One pass of a stable sort by four bits: how often each digit occurs in every block, where each block's digits begin,
// and there they go. A block has 1,024 pairs of a key and an item, four a thread.

struct Pass {
  count: u32,
  shift: u32,
  blocks: u32,
  spare: u32,
}

const LANES: u32 = 256u;
const EACH: u32 = 4u;
const DIGITS: u32 = 16u;

@group(0) @binding(0) var<uniform> sorting: Pass;
@group(0) @binding(1) var<storage, read> keysIn: array<u32>;
@group(0) @binding(2) var<storage, read> itemsIn: array<u32>;
@group(0) @binding(3) var<storage, read_write> keysOut: array<u32>;
@group(0) @binding(4) var<storage, read_write> itemsOut: array<u32>;
// by digit, then by block
@group(0) @binding(5) var<storage, read_write> begins: array<u32>;

var<workgroup> tally: array<atomic<u32>, 16>;

@compute @workgroup_size(256)
fn countDigits(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x + group.y * 32768u;
  if (lane < DIGITS) { atomicStore(&tally[lane], 0u); }
  workgroupBarrier();
  for (var k = 0u; k < EACH; k++) {
    let i = block * LANES * EACH + k * LANES + lane;
    if (i < sorting.count) { atomicAdd(&tally[(keysIn[i] >> sorting.shift) & 15u], 1u); }
  }
  workgroupBarrier();
  if (lane < DIGITS && block < sorting.blocks) { begins[lane * sorting.blocks + block] = atomicLoad(&tally[lane]); }
}

var<workgroup> sums: array<u32, 256>;

// one workgroup alone
@compute @workgroup_size(256)
fn sumDigits(@builtin(local_invocation_index) lane: u32) {
  let total = DIGITS * sorting.blocks;
  let share = (total + LANES - 1u) / LANES;
  let first = min(total, lane * share);
  let last = min(total, first + share);
  var sum = 0u;
  for (var i = first; i < last; i++) { sum += begins[i]; }
  sums[lane] = sum;
  workgroupBarrier();
  for (var step = 1u; step < LANES; step <<= 1u) {
    var before = 0u;
    if (lane >= step) { before = sums[lane - step]; }
    workgroupBarrier();
    sums[lane] += before;
    workgroupBarrier();
  }
  var running = sums[lane] - sum;
  for (var i = first; i < last; i++) {
    let own = begins[i];
    begins[i] = running;
    running += own;
  }
}

// sixteen counts of 16 bits a thread, in two halves; a block has too few pairs for a carry
var<workgroup> lower: array<vec4u, 256>;
var<workgroup> upper: array<vec4u, 256>;

fn one(digit: u32) -> vec4u {
  let word = (digit & 7u) >> 1u;
  let unit = 1u << ((digit & 1u) << 4u);
  return select(vec4u(0u), vec4u(unit), vec4u(0u, 1u, 2u, 3u) == vec4u(word));
}

fn countOf(digit: u32, low: vec4u, high: vec4u) -> u32 {
  let words = select(high, low, digit < 8u);
  return (words[(digit & 7u) >> 1u] >> ((digit & 1u) << 4u)) & 0xffffu;
}

@compute @workgroup_size(256)
fn moveDigits(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let block = group.x + group.y * 32768u;
  let first = (block * LANES + lane) * EACH;
  var low = vec4u(0u);
  var high = vec4u(0u);
  var key: array<u32, 4>;
  for (var k = 0u; k < EACH; k++) {
    if (first + k >= sorting.count) { continue; }
    key[k] = keysIn[first + k];
    let digit = (key[k] >> sorting.shift) & 15u;
    if (digit < 8u) { low += one(digit); } else { high += one(digit); }
  }
  lower[lane] = low;
  upper[lane] = high;
  workgroupBarrier();
  for (var step = 1u; step < LANES; step <<= 1u) {
    var lowBefore = vec4u(0u);
    var highBefore = vec4u(0u);
    if (lane >= step) {
      lowBefore = lower[lane - step];
      highBefore = upper[lane - step];
    }
    workgroupBarrier();
    lower[lane] += lowBefore;
    upper[lane] += highBefore;
    workgroupBarrier();
  }
  // those of the threads before, then one more for each of the own
  low = lower[lane] - low;
  high = upper[lane] - high;
  for (var k = 0u; k < EACH; k++) {
    if (first + k >= sorting.count) { continue; }
    let digit = (key[k] >> sorting.shift) & 15u;
    let to = begins[digit * sorting.blocks + block] + countOf(digit, low, high);
    keysOut[to] = key[k];
    itemsOut[to] = itemsIn[first + k];
    if (digit < 8u) { low += one(digit); } else { high += one(digit); }
  }
}
