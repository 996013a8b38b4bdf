/** Gives: camera, spot, fitDistance(radius), wholeView(), viewOfAll(), cutAt(camera), viewOf(camera, aspect), steer(canvas, camera, changed, reset). */
export const CAMERA_SCRIPT: string = `
const FIELD = 0.56;
const camera = { azimuth: 0.6, elevation: 0.4, distance: 4, target: [0, 0, 0] };
const directionOf = ({ azimuth, elevation }) => [Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation)];
const aspectOf = () => { const stage = find('stage'); return Math.max(0.2, stage.clientWidth / Math.max(1, stage.clientHeight)); };
const fitDistance = (radius) => radius / Math.sin(FIELD / 2) / Math.min(1, aspectOf());

// Around all that moves (or both bodies) at the chosen time, and at others as far as these do not make them tiny.
const watched = scene.bodies.some((body) => !body.obstacle) ? scene.bodies.filter((body) => !body.obstacle && !(body.still && body.radius > 2)) : scene.bodies;
const sphereAt = (t) => (body) => ({ centre: poseAt(body, t).o, radius: body.radius });
// What deforms may be long and thin: its farthest points in many directions say more than a ball.
const cloudOf = (body) => {
  const { columns: [ex, ey, ez], o } = poseAt(body, 0), { positions, later = positions } = meshes[body.mesh];
  return Array.from({ length: 120 }, (_, i) => {
    const z = (i + 0.5) / 60 - 1, r = Math.sqrt(1 - z * z), x = r * Math.cos(2.4 * i), y = r * Math.sin(2.4 * i), p = i % 2 ? later : positions;
    let best = 0, most = -Infinity;
    for (let v = 0; v < p.length; v += 3) { const along = x * p[v] + y * p[v + 1] + z * p[v + 2]; if (along > most) { most = along; best = v; } }
    return { centre: add(add(add(o, ex, p[best]), ey, p[best + 1]), ez, p[best + 2]), radius: 0.01 };
  });
};
// Of a session: the workpiece, and the tool's vertices at some times.
const toolCloud = () => scene.ghosts.flatMap((t) => { const { columns: [x, y, z], o } = poseAt(scene.bodies[1], t), p = meshes[1].positions; return Array.from({ length: p.length / 3 }, (_, v) => ({ centre: add(add(add(o, x, p[3 * v]), y, p[3 * v + 1]), z, p[3 * v + 2]), radius: 0.01 })); });
// Of a world: what moves at some times, and what stands.
const worldCloud = () => [...scene.ghosts.flatMap((t) => watched.map(sphereAt(t))), ...scene.bodies.filter(({ obstacle }) => obstacle).flatMap(cloudOf)];
const cloud = world ? worldCloud() : session ? [...cloudOf(scene.bodies[0]), ...toolCloud()] : isStep ? watched.filter((body) => meshes[body.mesh].later || watched.length === 1).flatMap(cloudOf) : [];
const spheres = cloud.length > 0 ? cloud : [scene.shownTime, ...scene.ghosts].flatMap((t) => watched.map(sphereAt(t)));
const everything = scene.bodies.map(sphereAt(scene.shownTime));
const reach = Math.max(...[...spheres, ...everything].map(({ centre, radius }) => Math.hypot(...centre) + radius), 1e-6);
const middle = (p, q) => p.map((x, k) => (x + q[k]) / 2);
// Where the eye should go: the contact, or the two closest points.
const spot = scene.spot || scene.contacts[0] || (scene.nearest && { point: middle(...scene.nearest), normal: unit(sub(scene.nearest[1], scene.nearest[0])) });
// How far in front of the target the surroundings begin: about the ball of all that moves, nearer from nearby and in a thicket. Of a world nothing is cut.
const depth = scene.bodies.length > 100 ? 0.5 : 1.1;
const cutAt = (camera) => world ? 1e9 : dot(camera.target, directionOf(camera)) + Math.min(depth, 0.55 * camera.distance) + Math.max(0, camera.distance - 12);

// From the side, as seen from the contact's normal; with the motion in the plane of the picture; nothing in front of the contact.
let chosen = null;
function chooseDirection() {
  if (chosen || scene.view) return chosen || scene.view;
  const moving = scene.bodies.find((body) => body.motion && !body.still), parts = watched.filter((body) => body.track !== undefined).slice(0, 40);
  const way = moving ? unit(sub(poseAt(moving, 1).o, poseAt(moving, 0).o)) : [0, 0, 0];
  let best = -Infinity;
  for (const elevation of [0.16, 0.36, 0.6]) for (let i = 0; i < 20; i++) {
    const view = { azimuth: 0.3 + i * Math.PI / 10, elevation }, v = directionOf(view);
    let score = -0.5 * Math.abs(dot(way, v)) - 0.5 * Math.abs(elevation - 0.36);
    if (spot) score -= 0.6 * Math.abs(dot(spot.normal, v)) + (isHidden(spot.point, v, scene.bodies) ? 1 : 0);
    const hidden = parts.filter((body) => isHidden(poseAt(body, scene.shownTime).o, v, scene.bodies.filter(({ still }) => still)));
    if (parts.length > 0) score -= hidden.length / parts.length;
    if (cloud.length > 0) score += spread(v);
    if (score > best) { best = score; chosen = view; }
  }
  return chosen;
}
// How wide and high the points are in the picture.
function spread(v) {
  const right = unit(cross([0, 0, 1], v)), up = cross(v, right);
  return [right, up].map((axis) => cloud.map(({ centre }) => dot(axis, centre))).reduce((sum, along) => sum + Math.max(...along) - Math.min(...along), 0) / 2;
}
function isHidden(point, direction, by, from = 0.02, most = 30000) {
  return by.some((body) => {
    const { columns, o } = poseAt(body, scene.shownTime), { shown: p, indices } = meshes[body.mesh];
    const to = sub(o, point), ahead = dot(to, direction);
    if (ahead < -body.radius || dot(to, to) - ahead * ahead > body.radius * body.radius) return false;
    const local = (v) => columns.map((column) => dot(column, v));
    const d = local(direction), s = add(local(sub(point, o)), d, from);
    const stride = 3 * Math.ceil(indices.length / 3 / most);
    for (let i = 0; i < indices.length; i += stride) {
      const a = 3 * indices[i], b = 3 * indices[i + 1], c = 3 * indices[i + 2];
      const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
      const hx = d[1] * vz - d[2] * vy, hy = d[2] * vx - d[0] * vz, hz = d[0] * vy - d[1] * vx;
      const det = ux * hx + uy * hy + uz * hz;
      if (det === 0) continue;
      const wx = s[0] - p[a], wy = s[1] - p[a + 1], wz = s[2] - p[a + 2];
      const m = (wx * hx + wy * hy + wz * hz) / det;
      if (m < 0 || m > 1) continue;
      const qx = wy * uz - wz * uy, qy = wz * ux - wx * uz, qz = wx * uy - wy * ux;
      const n = (d[0] * qx + d[1] * qy + d[2] * qz) / det;
      if (n >= 0 && m + n <= 1 && (vx * qx + vy * qy + vz * qz) / det > 0) {
        const far = (vx * qx + vy * qy + vz * qz) / det;
        if (!body.obstacle || dot(point, direction) + far < depth) return true;
      }
    }
    return false;
  });
}
function wholeView() {
  const view = chooseDirection();
  return viewAround(spheres, view, aspectOf() < 1 ? 2.8 : 1.9, cloud.length > 0 ? [[1e9, -1e9], [1e9, -1e9]] : [[-1, 1], [-1, 1]]);
}
function viewOfAll() {
  const { azimuth, elevation } = camera;
  return viewAround(everything, { azimuth, elevation: Math.max(0.45, elevation) }, 1e9, [[0, 0], [0, 0]]);
}
function viewAround(spheres, view, limit, box) {
  const v = directionOf(view);
  const right = unit(cross([0, 0, 1], v)), up = cross(v, right);
  // The box of all spheres in the plane of the picture, as long as it is not too large for the bodies at the chosen time.
  // A narrow picture has room for little else than the way: there the limit is wider.
  const aspect = aspectOf();
  for (const { centre, radius } of spheres) [right, up].forEach((axis, k) => {
    const x = dot(axis, centre);
    box[k][0] = Math.max(-limit, Math.min(box[k][0], x - radius));
    box[k][1] = Math.min(limit, Math.max(box[k][1], x + radius));
  });
  const [x, y] = box.map(([low, high]) => (low + high) / 2), [w, h] = box.map(([low, high]) => (high - low) / 2);
  const slope = Math.tan(FIELD / 2);
  // What is nearer to the eye than the target looks larger: (|offset| + radius) / (distance - depth) ≤ slope · aspect.
  const sideways = spheres.map(({ centre, radius }) => 1.04 * Math.min(w, Math.abs(dot(right, centre) - x) + radius) / (slope * aspect) + Math.min(limit, dot(v, centre)));
  const upward = cloud.length === 0 ? [0.97 * h / slope + 0.35] : spheres.map(({ centre }) => 1.15 * Math.abs(dot(up, centre) - y) / slope + dot(v, centre));
  return { ...view, target: add(add([0, 0, 0], right, x), up, y), distance: Math.max(0.05, ...upward, ...sideways) };
}
function viewOf({ distance, target, ...angles }, aspect) {
  const v = directionOf(angles), right = unit(cross([0, 0, 1], v)), up = cross(v, right), eye = add(target, v, distance);
  const far = distance + Math.hypot(...target) + reach, near = Math.max(0.01 * distance, distance - Math.hypot(...target) - reach);
  const f = 1 / Math.tan(FIELD / 2), a = (far + near) / (near - far), b = 2 * far * near / (near - far);
  const row = (axis, s) => [...axis.map((x) => x * s), -dot(axis, eye) * s];
  const x = row(right, f / aspect), y = row(up, f), z = row(v, 1);
  const columns = [0, 1, 2, 3].map((j) => [x[j], y[j], a * z[j] + (j === 3 ? b : 0), -z[j]]);
  return { matrix: new Float32Array(columns.flat()), eye, right, up };
}

function steer(canvas, camera, changed, reset) {
  const fingers = new Map();
  const clampZoom = (d) => Math.min(12 * reach, Math.max(0.01, d));
  canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); fingers.set(event.pointerId, event); });
  for (const type of ['pointerup', 'pointercancel']) canvas.addEventListener(type, (event) => fingers.delete(event.pointerId));
  canvas.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
      const apart = (e) => Math.hypot(e.clientX - other.clientX, e.clientY - other.clientY) || 1;
      camera.distance = clampZoom(camera.distance * apart(before) / apart(event));
      shift(dx / 2, dy / 2);
    } else if (event.shiftKey || event.buttons === 2) shift(dx, dy);
    else {
      camera.azimuth -= dx * 0.008;
      camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + dy * 0.008));
    }
    fingers.set(event.pointerId, event);
    changed();
  });
  function shift(dx, dy) {
    const { right, up } = viewOf(camera, 1), length = 2 * camera.distance * Math.tan(FIELD / 2) / canvas.clientHeight;
    camera.target = add(add(camera.target, right, -dx * length), up, dy * length);
  }
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    camera.distance = clampZoom(camera.distance * Math.exp(Math.max(-200, Math.min(200, event.deltaY * lines)) * 0.0015));
    changed();
  }, { passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('dblclick', reset);
  canvas.addEventListener('keydown', (event) => {
    const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[event.key];
    const zoom = { '+': 0.87, '=': 0.87, '-': 1.15 }[event.key];
    if (!turns && !zoom) return;
    event.preventDefault();
    if (turns) { camera.azimuth += turns[0]; camera.elevation = Math.max(-1.55, Math.min(1.55, camera.elevation + turns[1])); }
    if (zoom) camera.distance = clampZoom(camera.distance * zoom);
    changed();
  });
}
`;
