// Colours are linear inside the shader. Light comes over the viewer's left shoulder, with a cool fill from the right and more from above than below.
const VERTEX_SHADER = `
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
const FRAGMENT_SHADER = `
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

/** Gives: makeRenderer(canvas), which is null without WebGL, else draws a moment: draw(t, camera, shown). */
export const RENDERER_SCRIPT: string = `
function makeRenderer(canvas) {
  const wish = { antialias: true, alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true };
  const gl = canvas.getContext('webgl2', wish) || canvas.getContext('webgl', wish);
  if (!gl) return null;
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, ${JSON.stringify(VERTEX_SHADER)}], [gl.FRAGMENT_SHADER, ${JSON.stringify(FRAGMENT_SHADER)}]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  const inputs = ['position', 'normal', 'laterPosition', 'laterNormal'], MODEL = inputs.length, columns = [0, 1, 2, 3];
  [...inputs, 'model'].forEach((name, i) => gl.bindAttribLocation(program, i, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('the shaders do not link');
  gl.useProgram(program);
  const at = Object.fromEntries(['view', 'eye', 'right', 'up', 'color', 'alpha', 'edge', 'plain', 'cut', 'morph'].map((name) => [name, gl.getUniformLocation(program, name)]));
  inputs.forEach((_, i) => gl.enableVertexAttribArray(i));
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);

  const bufferOf = (corners) => {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    return buffer;
  };
  const stored = (corners, later) => ({ buffer: bufferOf(corners), later: later && bufferOf(later), count: corners.length / 6 });
  const surfaces = meshes.map((mesh) => [surfaceOf(mesh), mesh.later && surfaceOf({ positions: mesh.later, indices: mesh.indices })]);
  const shapes = surfaces.map((surface) => stored(...surface));
  // Triangles in colour, each from its time on.
  const marked = (scene.marked || []).map(({ body, triangles, times }) => {
    const chosen = new Uint32Array(bytesOf(triangles));
    const picked = (corners) => { const out = new Float32Array(18 * chosen.length); chosen.forEach((t, i) => out.set(corners.subarray(18 * t, 18 * t + 18), 18 * i)); return out; };
    return { body: scene.bodies[body], times: new Float64Array(bytesOf(times)), shape: stored(...surfaces[scene.bodies[body].mesh].map((corners) => corners && picked(corners))) };
  });
  let morph = 0;
  // Of a session: the workpiece and its triangles in contact are stored anew for every moment.
  const zone = session && stored(new Float32Array(0)), net = session && { ...stored(new Float32Array(0)), mode: gl.LINES }, swept = session && shapes[2];
  function storeMoment(t, eye) {
    session.deform(t);
    const corners = surfaceOf(meshes[0]), touched = session.zoneAt(t), picked = new Float32Array(18 * touched.length);
    touched.forEach((triangle, i) => picked.set(corners.subarray(18 * triangle, 18 * triangle + 18), 18 * i));
    for (const [shape, data] of [[shapes[0], corners], [zone, picked], [net, session.outline(eye)]]) {
      gl.bindBuffer(gl.ARRAY_BUFFER, shape.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
      shape.count = data.length / 6;
    }
  }
  const ball = stored(ballShape()), arrow = stored(arrowShape()), rod = stored(rodShape());
  const moving = scene.bodies.filter((body) => !body.still).map((body) => ({ body, path: body.isTip === false ? [] : wayOf(body) }));
  const standing = new Map(scene.bodies.filter((body) => body.still).map((body) => [body, matrixOf(poseAt(body, 0))]));
  const placeAt = (body, t) => standing.get(body) || matrixOf(poseAt(body, t));
  const surroundings = scene.bodies.filter((body) => body.obstacle), others = scene.bodies.filter((body) => !body.obstacle);

  const colors = {};
  function readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of new Set(['hit', 'fine', ...(session ? ['doubt', 'a', 'mover'] : []), ...scene.bodies.map(({ color }) => color)])) {
      const hex = style.getPropertyValue('--' + name).trim();
      colors[name] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
    }
  }
  readColors();

  // Many bodies of one shape follow each other: its buffers stay bound.
  let bound = null;
  function bind(shape) {
    bound = shape;
    gl.bindBuffer(gl.ARRAY_BUFFER, shape.buffer);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 24, 0);
    gl.vertexAttribPointer(1, 3, gl.FLOAT, false, 24, 12);
    if (shape.later) gl.bindBuffer(gl.ARRAY_BUFFER, shape.later);
    gl.vertexAttribPointer(2, 3, gl.FLOAT, false, 24, 0);
    gl.vertexAttribPointer(3, 3, gl.FLOAT, false, 24, 12);
  }
  function dress(shape, color, alpha, edge = 0, plain = 0) {
    if (shape !== bound) bind(shape);
    gl.uniform1f(at.morph, shape.later ? morph : 0);
    gl.uniform3fv(at.color, color);
    gl.uniform1f(at.alpha, alpha); gl.uniform1f(at.edge, edge); gl.uniform1f(at.plain, plain);
  }
  function paint(shape, model, ...look) {
    dress(shape, ...look);
    for (const k of columns) gl.vertexAttrib4fv(MODEL + k, model.subarray(4 * k, 4 * k + 4));
    gl.drawArrays(shape.mode === undefined ? gl.TRIANGLES : shape.mode, 0, shape.count);
  }
  // One shape at many places: at once where the browser can.
  const places = gl.createBuffer();
  function paintMany(shape, models, ...look) {
    if (models.length < 4 || !gl.drawArraysInstanced) { for (const model of models) paint(shape, model, ...look); return; }
    const packed = new Float32Array(16 * models.length);
    models.forEach((model, i) => packed.set(model, 16 * i));
    dress(shape, ...look);
    gl.bindBuffer(gl.ARRAY_BUFFER, places);
    gl.bufferData(gl.ARRAY_BUFFER, packed, gl.DYNAMIC_DRAW);
    for (const k of columns) { gl.enableVertexAttribArray(MODEL + k); gl.vertexAttribPointer(MODEL + k, 4, gl.FLOAT, false, 64, 16 * k); gl.vertexAttribDivisor(MODEL + k, 1); }
    gl.drawArraysInstanced(gl.TRIANGLES, 0, shape.count, models.length);
    for (const k of columns) gl.disableVertexAttribArray(MODEL + k);
  }
  function paintParts(parts, ...look) {
    for (const shape of new Set(parts.map((part) => part.shape))) paintMany(shape, parts.filter((part) => part.shape === shape).map(({ model }) => model), ...look);
  }
  // Only the nearest layer of a see-through body: first its depth, then its colour.
  function paintGlass(shape, model, color, alpha) {
    gl.colorMask(false, false, false, false);
    paint(shape, model, color, 1);
    gl.colorMask(true, true, true, true);
    gl.depthMask(false); gl.depthFunc(gl.EQUAL);
    paint(shape, model, color, alpha, 1);
    gl.depthMask(true); gl.depthFunc(gl.LEQUAL);
  }
  // What lies behind a body still shows, faintly: all of that first, so that markers do not shine through each other.
  function paintThrough(parts, color) {
    gl.depthMask(false); gl.depthFunc(gl.GREATER);
    paintParts(parts, color, 0.5, 0, 0.6);
    gl.depthMask(true); gl.depthFunc(gl.LEQUAL);
    paintParts(parts, color, 1, 0, 0.35);
  }
  // Just in front of the body they belong to.
  function paintMarked(t) {
    const parts = marked.map(({ body, times, shape }) => ({ shape: { ...shape, count: 3 * passed(times, t) }, model: placeAt(body, t) })).filter(({ shape }) => shape.count > 0);
    if (session && zone.count > 0) parts.push({ shape: zone, model: placeAt(scene.bodies[0], t) });
    if (parts.length === 0) return;
    gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(-1, -8);
    gl.depthMask(false); gl.depthFunc(gl.GREATER);
    for (const { shape, model } of parts) paint(shape, model, colors.hit, 0.3, 0, 0.6);
    gl.depthMask(true); gl.depthFunc(gl.LEQUAL);
    for (const { shape, model } of parts) paint(shape, model, colors.hit, 1, 0, 0.15);
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }
  const scaled = (size, o) => new Float32Array([size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0, ...o, 1]);
  function alongNormal(n, size, o, thick = size) {
    const x = unit(cross(Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], n)), y = cross(n, x);
    return new Float32Array([...x.map((c) => c * thick), 0, ...y.map((c) => c * thick), 0, ...n.map((c) => c * size), 0, ...o, 1]);
  }
  // The closest two points, and the way between them.
  function between([p, q], size) {
    const way = sub(q, p), long = Math.hypot(...way);
    const ends = [p, q].map((o) => ({ shape: ball, model: scaled(0.006 * size, o) }));
    return long > 0 ? [...ends, { shape: rod, model: alongNormal(unit(way), long, p, 0.003 * size) }] : ends;
  }

  // Where the tool will be, in the colour of the warning; the force on it as an arrow at its far end; what it sweeps.
  const LEVELS = { clear: 'fine', considered: 'doubt', reflex: 'a', contact: 'hit' };
  function paintSession(t, camera, { ahead, boxes }) {
    gl.depthMask(false);
    paint(net, scaled(1, [0, 0, 0]), [0, 0, 0], 0.2, 0, 1);
    gl.depthMask(true);
    const tool = scene.bodies[1], here = poseAt(tool, t), { level, force, newtons } = session.stepAt(t);
    // Where they coincide, the tool itself is seen.
    gl.enable(gl.POLYGON_OFFSET_FILL); gl.polygonOffset(2, 8);
    if (ahead) session.aheadAt(t).forEach((packed, k) => {
      const pose = placedPose(packed, tool.centre);
      if (Math.hypot(...sub(pose.o, here.o)) > 0.01) paintGlass(shapes[1], matrixOf(pose), colors[LEVELS[level]], 0.34 - 0.05 * k);
    });
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (newtons > 0.05) {
      const n = unit(force), p = meshes[1].positions;
      let far = 0;
      for (let v = 0; v < p.length; v += 3) far = Math.max(far, dot(n, add(add(add([0, 0, 0], here.columns[0], p[v]), here.columns[1], p[v + 1]), here.columns[2], p[v + 2])));
      paintThrough([{ shape: arrow, model: alongNormal(n, 0.08 + 0.3 * newtons / session.largest, add(here.o, n, far + 0.01), 0.4) }], colors.hit);
    }
    if (boxes) paintGlass(swept, scaled(1, [0, 0, 0]), colors.mover, 0.3);
  }

  function draw(t, camera, { ghosts, trace = ghosts, glass, rest = true, open, ahead, boxes }) {
    const sharpness = Math.min(2, devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * sharpness)), height = Math.max(1, Math.round(canvas.clientHeight * sharpness));
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST); gl.depthFunc(gl.LEQUAL);
    const { matrix, eye, right, up } = viewOf(camera, width / height);
    gl.uniformMatrix4fv(at.view, false, matrix);
    gl.uniform3fv(at.eye, eye); gl.uniform3fv(at.right, right); gl.uniform3fv(at.up, up);

    // Small things in front of what moves are left out whole, large ones are cut.
    const toward = directionOf(camera), limit = cutAt(camera);
    const near = surroundings.filter((body) => body.radius > 1 || dot(toward, standing.get(body).subarray(12, 15)) < limit);
    // Cut open: nothing of any body in front of the target.
    const opening = dot(camera.target, toward) + 0.01 * camera.distance;
    const cutOf = (body) => open ? opening : body.obstacle && body.radius > 1 ? limit : 1e9;
    const solid = (list) => {
      const crowds = new Map();
      for (const body of list) {
        const key = body.mesh + body.color + cutOf(body);
        if (!crowds.has(key)) crowds.set(key, []);
        crowds.get(key).push(body);
      }
      for (const crowd of crowds.values()) { gl.uniform1f(at.cut, cutOf(crowd[0])); paintMany(shapes[crowd[0].mesh], crowd.map((body) => placeAt(body, t)), colors[crowd[0].color], 1); }
      gl.uniform1f(at.cut, 1e9);
    };
    const seeThrough = (list, alpha) => { for (const body of list) { gl.uniform1f(at.cut, cutOf(body)); paintGlass(shapes[body.mesh], placeAt(body, t), colors[body.color], alpha); } gl.uniform1f(at.cut, 1e9); };
    morph = t;
    if (session) storeMoment(t, eye);
    if (rest && !glass) solid(near);
    // With surroundings, only these become glass.
    const clears = glass && surroundings.length === 0;
    if (!clears) solid(others);
    paintMarked(t);
    if (trace) for (const { path, body } of moving) for (const o of path) paint(ball, scaled(0.0035 * camera.distance, o), colors[body.color], 0.8, 0, 1);
    if (ghosts) {
      // Many of them are in the way of a close look, and those that nearly coincide with the body only blur it.
      const isCrowd = scene.ghosts.length > 2, faint = isCrowd ? 0.08 * Math.max(0, Math.min(1, camera.distance - 1.4)) : 0.2;
      const isElsewhere = (body, moment) => isCrowd ? Math.hypot(...sub(poseAt(body, moment).o, poseAt(body, t).o)) > 0.1 : Math.abs(moment - t) > 0.004;
      if (faint > 0) for (const moment of scene.ghosts) for (const { body } of moving) if (isElsewhere(body, moment)) { morph = moment; paintGlass(shapes[body.mesh], matrixOf(poseAt(body, moment)), colors[body.color], faint); }
      morph = t;
    }
    if (session) paintSession(t, camera, { ahead, boxes });
    if (world) paintThrough(world.marksAt(t).map(({ point, size }) => ({ shape: ball, model: scaled(size, point) })), colors.hit);
    if (clears) seeThrough(others, 0.35);
    if (rest && glass) seeThrough(near, 0.12);
    const come = scene.contacts.filter(({ time }) => time === undefined || time <= t);
    paintThrough(come.flatMap(({ point, normal, plain }) => [
      ...(plain ? [] : [{ shape: arrow, model: alongNormal(normal, 0.085 * camera.distance, point) }]),
      { shape: ball, model: scaled((plain ? 0.0045 : 0.009) * camera.distance, point) },
    ]), colors.hit);
    if (scene.status === 'free' && scene.nearest && Math.abs(t - scene.shownTime) < 1e-4 * scene.segments) paintThrough(between(scene.nearest, camera.distance), colors.fine);
  }
  return { draw, readColors };
}
`;
