// Triangles with a radius, seen along an axis of the world, one pixel at a time: which pixels does one touch, and how near
// or far can it be there? Drawn as a rectangle that surely covers those pixels; all else is decided here, in numbers with
// derived margins (docs/notes/gpu-visibility.md), and by nothing that a rasteriser interpolates.
// Claim: a pixel whose square meets the projection of triangle and radius gets a fragment, and its depth is at most
// (view.far = -1) or at least (+1) that of every point of the triangle over that square.

struct View {
  // of the window, in the world
  centre: vec3f,
  // pixels per unit of length, a power of two
  scale: f32,
  // which coordinates go to the right, up, and away: 0, 1, 2
  right: u32,
  up: u32,
  away: u32,
  // pixels of the window in a row
  size: f32,
  // +1 or -1: seen from below or from above
  side: f32,
  // depth per pixel, a power of two
  perPixel: f32,
  // +1: the farthest that a triangle can be; -1: the nearest
  far: f32,
  // half a pixel
  half: f32,
  // margins
  covering: f32,
  separating: f32,
  sloping: f32,
  storing: f32,
}

@group(0) @binding(0) var<uniform> view: View;
// ten numbers each: three corners, the radius
@group(0) @binding(1) var<storage, read> triangles: array<f32>;

struct Seen {
  @builtin(position) position: vec4f,
  @location(0) @interpolate(flat) a: vec3f,
  @location(1) @interpolate(flat) b: vec3f,
  @location(2) @interpolate(flat) c: vec3f,
  // slopes, highest residual, highest corner
  @location(3) @interpolate(flat) plane: vec4f,
  @location(4) @interpolate(flat) radius: f32,
}

// of a corner, in pixels from the middle of the window; away is the depth, turned so that larger is what is asked for
fn placed(o: u32) -> vec3f {
  let x = (triangles[o + view.right] - view.centre[view.right]) * view.scale;
  let y = (triangles[o + view.up] - view.centre[view.up]) * view.scale;
  let z = (triangles[o + view.away] - view.centre[view.away]) * view.scale;
  return vec3f(x, y, z * view.side * view.far);
}

@vertex
fn seeTriangle(@builtin(vertex_index) corner: u32, @builtin(instance_index) triangle: u32) -> Seen {
  let o = 10u * triangle;
  let a = placed(o);
  let b = placed(o + 3u);
  let c = placed(o + 6u);
  let radius = triangles[o + 9u] * view.scale;
  // slopes need no accuracy: the residuals say what they are off
  let u = b - a;
  let v = c - a;
  let p = u.x * v.y;
  let q = u.y * v.x;
  let area = p - q;
  let broad = abs(area) > 0.0009765625 * (abs(p) + abs(q));
  let by = select(1.0, area, broad);
  var slope = vec2f((u.z * v.y - v.z * u.y) / by, (u.x * v.z - v.x * u.z) / by);
  if (!(broad && abs(slope.x) < 64.0 && abs(slope.y) < 64.0)) { slope = vec2f(0.0, 0.0); }
  let residual = max(max(a.z, b.z - slope.x * u.x - slope.y * u.y), c.z - slope.x * v.x - slope.y * v.y);
  let highest = max(max(a.z, b.z), c.z);
  // the rectangle, not farther out than a little beyond the window
  let pad = view.half + radius + view.covering;
  let edge = 0.5 * view.size + 2.0;
  let low = clamp(min(min(a.xy, b.xy), c.xy) - pad, vec2f(-edge), vec2f(edge));
  let high = clamp(max(max(a.xy, b.xy), c.xy) + pad, vec2f(-edge), vec2f(edge));
  let x = select(low.x, high.x, corner == 1u || corner == 2u || corner == 4u);
  let y = select(low.y, high.y, corner == 2u || corner == 4u || corner == 5u);
  var seen: Seen;
  // y of the window runs down, and so does ours
  seen.position = vec4f(x * (2.0 / view.size), -y * (2.0 / view.size), 0.5, 1.0);
  seen.a = a;
  seen.b = b;
  seen.c = c;
  seen.plane = vec4f(slope, residual, highest);
  seen.radius = radius;
  return seen;
}

// is the pixel's square, grown by the radius, apart from the triangle along the normal of the edge from p to q?
fn apart(at: vec2f, p: vec2f, q: vec2f, r: vec2f, grown: f32) -> bool {
  let edge = q - p;
  let other = r - p;
  let n = vec2f(-edge.y, edge.x);
  let to = at - p;
  let size = abs(n);
  // so short that products could vanish: it says nothing
  if (!(size.x + size.y > 9.094947e-13)) { return false; }
  let reach = (size.x + size.y) * grown;
  let error = view.separating * (size.x * (abs(at.x) + abs(to.x) + abs(edge.x) + abs(other.x)) + size.y * (abs(at.y) + abs(to.y) + abs(edge.y) + abs(other.y)) + reach);
  let here = n.x * to.x + n.y * to.y;
  let first = n.x * edge.x + n.y * edge.y;
  let second = n.x * other.x + n.y * other.y;
  return here - reach - error > max(max(first, second), 0.0) || here + reach + error < min(min(first, second), 0.0);
}

@fragment
fn judgePixel(seen: Seen) -> @builtin(frag_depth) f32 {
  let at = floor(seen.position.xy) + vec2f(0.5) - vec2f(0.5 * view.size);
  let grown = view.half + seen.radius;
  if (apart(at, seen.a.xy, seen.b.xy, seen.c.xy, grown) || apart(at, seen.b.xy, seen.c.xy, seen.a.xy, grown) ||
      apart(at, seen.c.xy, seen.a.xy, seen.b.xy, grown)) {
    discard;
  }
  let slope = seen.plane.xy;
  let to = at - seen.a.xy;
  let steep = abs(slope.x) + abs(slope.y);
  let spread = max(max(abs(seen.a), abs(seen.b)), abs(seen.c));
  let error = view.sloping * (spread.z + abs(slope.x) * (abs(to.x) + 2.0 * spread.x) + abs(slope.y) * (abs(to.y) + 2.0 * spread.y) + steep * grown + seen.radius);
  let sloped = seen.plane.z + slope.x * to.x + slope.y * to.y + steep * grown + seen.radius + error;
  let level = seen.plane.w + seen.radius + view.sloping * (abs(seen.plane.w) + seen.radius);
  let depth = 0.5 + view.far * (min(sloped, level) * view.perPixel + view.storing);
  return clamp(depth, 0.0, 0.9999990463256836);
}
