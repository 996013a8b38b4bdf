// Colours are linear inside the shader. Light comes over the viewer's left shoulder, with a cool fill from the right
// and more from above than below.

export const VERTEX_SHADER: string = `
attribute vec3 position, normal, laterPosition, laterNormal;
attribute mat4 model;
uniform mat4 view;
uniform float morph;
varying vec3 place, facing;
void main() {
  vec4 world = model * vec4(mix(position, laterPosition, morph), 1.0);
  place = world.xyz;
  facing = mat3(model) * mix(normal, laterNormal, morph);
  gl_Position = view * world;
}`;
export const FRAGMENT_SHADER: string = `
precision highp float;
uniform vec3 eye, right, up, color;
uniform float alpha, edge, plain, cut;
varying vec3 place, facing;
void main() {
  // In front of what moves, the surroundings are cut away.
  if (dot(place, cross(right, up)) > cut) discard;
  vec3 v = normalize(eye - place);
  vec3 n = normalize(facing + 1e-9 * v);
  if (dot(n, v) < 0.0) n = -n;
  vec3 base = pow(color, vec3(2.2));
  vec3 key = normalize(v * 0.75 - right * 0.6 + up * 0.85);
  vec3 fill = normalize(v * 0.5 + right * 0.9 - up * 0.1);
  float grazing = pow(1.0 - max(dot(n, v), 0.0), 3.0);
  vec3 light = vec3(0.24 + 0.12 * n.z) + vec3(1.0, 0.97, 0.92) * 0.82 * max(dot(n, key), 0.0) + vec3(0.75, 0.85, 1.0) * 0.24 * max(dot(n, fill), 0.0);
  float shine = pow(max(dot(n, normalize(key + v)), 0.0), 42.0);
  vec3 lit = base * light + vec3(0.16 * shine) + base * 0.25 * grazing;
  vec3 shade = pow(mix(lit, base, plain), vec3(1.0 / 2.2));
  float a = mix(alpha, min(1.0, alpha + 0.55), edge * pow(1.0 - max(dot(n, v), 0.0), 2.0));
  gl_FragColor = vec4(shade * a, a);
}`;
