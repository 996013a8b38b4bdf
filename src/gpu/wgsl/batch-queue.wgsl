// Between two dispatches: how many workgroups the items that are left need.
@group(0) @binding(0) var<storage, read_write> left: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;
@group(0) @binding(2) var<storage, read_write> groups: array<u32>;

const WIDE = 32768u;

@compute @workgroup_size(1)
fn plan() {
  let needed = (min(left[0], (arrayLength(&left) - 4u) / 5u) + 63u) / 64u;
  groups[0] = min(needed, WIDE);
  groups[1] = (needed + WIDE - 1u) / WIDE;
  groups[2] = 1u;
  next[0] = 0u;
}
