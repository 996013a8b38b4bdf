// Which bodies are tested, and how far around them something counts as contact.

// for each body the distance, as bits of f32; then one bit a pair of bodies
@group(0) @binding(3) var<storage, read> rules: array<u32>;
@group(0) @binding(4) var<storage, read> bodyOf: array<u32>;

fn bodyAt(vertex: u32) -> u32 {
  if (scene.bodies == 1u) { return 0u; }
  return bodyOf[vertex];
}

fn reachOf(body: u32) -> f32 {
  return bitcast<f32>(rules[body]);
}

fn areTested(a: u32, b: u32) -> bool {
  let bit = a * scene.bodies + b;
  return ((rules[scene.bodies + (bit >> 5u)] >> (bit & 31u)) & 1u) == 1u;
}
