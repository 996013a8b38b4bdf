/** Gives: vector functions, poseAt(body, t), placedPose(packed, centre), the decoded meshes, surfaceOf(mesh), wayOf(body), round shapes. */
export const GEOMETRY_SCRIPT: string = `
const add = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const sub = (a, b) => add(a, b, -1);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => { const n = Math.hypot(...a) || 1; return [a[0] / n, a[1] / n, a[2] / n]; };

function bytesOf(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}
// Of a step of deforming meshes: the times at which contacts arrive.
const isStep = scene.arrivals !== undefined;
// A mesh that deforms has \`later\` positions too, those at the end; \`shown\` are those at the time shown first.
const meshes = scene.meshes.map((mesh) => {
  const positions = new Float32Array(bytesOf(mesh.positions)), indices = new Uint32Array(bytesOf(mesh.indices));
  const later = mesh.later && new Float32Array(bytesOf(mesh.later));
  return { positions, later, indices, shown: later ? positions.map((x, i) => x + scene.shownTime * (later[i] - x)) : positions };
});
// How many of these ascending times have come.
const passed = (times, t) => { let low = 0, high = times.length; while (low < high) { const middle = (low + high) >> 1; if (times[middle] <= t) low = middle + 1; else high = middle; } return low; };

// Of a body that never moves, or one that is known at the scene's times: turned evenly from each to the next. With a quantum, whole numbers stand for its steps.
const tracks = (scene.tracks || []).map((text) => scene.quantum ? Float32Array.from(new Int16Array(bytesOf(text)), (x, i) => i % 7 < 3 ? x * scene.quantum : x / 32767) : new Float32Array(bytesOf(text)));
function sampleBefore(times, t) {
  let low = 0, high = times.length - 1;
  while (high - low > 1) { const middle = (low + high) >> 1; if (times[middle] <= t) low = middle; else high = middle; }
  return low;
}
function packedPose(body, t) {
  if (body.pose) return body.pose;
  const i = sampleBefore(scene.times, t), j = Math.min(i + 1, scene.times.length - 1), span = scene.times[j] - scene.times[i];
  const u = span > 0 ? Math.max(0, Math.min(1, (t - scene.times[i]) / span)) : 0;
  const a = tracks[body.track].subarray(7 * i, 7 * i + 7), b = tracks[body.track].subarray(7 * j, 7 * j + 7);
  const same = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const mixed = Array.from(a, (x, k) => x + u * ((k > 2 ? same : 1) * b[k] - x)), n = Math.hypot(...mixed.slice(3));
  return mixed.map((x, k) => k > 2 ? x / n : x);
}
const trackedPose = (body, t) => placedPose(packedPose(body, t), body.centre);
function placedPose([px, py, pz, x, y, z, w], m) {
  const columns = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)], [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)], [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]];
  return { columns, o: add(add(add([px, py, pz], columns[0], m[0]), columns[1], m[1]), columns[2], m[2]) };
}

// R(t) = R0 + sin φ [u]×R0 − (1 − cos φ)(I − uuᵀ)R0,  p(t) = p0 + t w + (1 − cos φ) e1 + sin φ e2
function poseAt(body, t) {
  if (!body.motion) return trackedPose(body, t);
  const { rotation: r, position, velocity, axis: u, angle, e1, e2 } = body.motion;
  const s = Math.sin(angle * t), h = Math.sin(angle * t / 2), v = 2 * h * h;
  const columns = [0, 1, 2].map((j) => {
    const c = [r[j], r[3 + j], r[6 + j]], along = dot(u, c), side = cross(u, c);
    return c.map((x, k) => x + s * side[k] - v * (x - u[k] * along));
  });
  const p = position.map((x, k) => x + t * velocity[k] + v * e1[k] + s * e2[k]);
  const m = body.centre;
  const o = p.map((x, k) => x + columns[0][k] * m[0] + columns[1][k] * m[1] + columns[2][k] * m[2]);
  return { columns, o };
}
const matrixOf = ({ columns: [x, y, z], o }) => new Float32Array([...x, 0, ...y, 0, ...z, 0, ...o, 1]);

// Points evenly along the way of a body's middle; of a short way, few.
function wayOf(body) {
  const fine = Array.from({ length: 1 + Math.min(2000, 400 * scene.segments) }, (_, k, n = Math.min(2000, 400 * scene.segments)) => poseAt(body, k / n * scene.segments).o);
  const steps = fine.map((o, k) => k === 0 ? 0 : Math.hypot(...sub(o, fine[k - 1])));
  const whole = steps.reduce((sum, step) => sum + step, 0), apart = Math.max(whole / 400, Math.min(0.035, whole / 40));
  let gone = 0;
  return fine.filter((_, k) => { gone += steps[k]; if (k > 0 && gone < apart) return false; gone = 0; return true; });
}

// Numbers vertices so that equal positions have equal numbers.
function weld(positions) {
  const count = positions.length / 3, bits = new Int32Array(positions.buffer);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const slots = new Int32Array(size).fill(-1), number = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    let slot = (Math.imul(bits[3 * v], 73856093) ^ Math.imul(bits[3 * v + 1], 19349663) ^ Math.imul(bits[3 * v + 2], 83492791)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    let other = slots[slot], tries = 0;
    while (other >= 0 && tries++ < 64 && !(bits[3 * v] === bits[3 * other] && bits[3 * v + 1] === bits[3 * other + 1] && bits[3 * v + 2] === bits[3 * other + 2])) {
      slot = (slot + 1) & (size - 1);
      other = slots[slot];
    }
    if (other < 0) { slots[slot] = v; number[v] = v; } else number[v] = tries > 64 ? v : other;
  }
  return number;
}

// Position and normal of every corner; smooth over edges flatter than 38°, sharp over the others.
function surfaceOf({ positions, indices }) {
  const count = indices.length / 3, number = weld(positions), normals = new Float32Array(3 * count);
  const start = new Uint32Array(positions.length / 3 + 1);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => { const v = 3 * indices[3 * t + k]; return [positions[v], positions[v + 1], positions[v + 2]]; });
    normals.set(cross(sub(b, a), sub(c, a)), 3 * t);
    for (let k = 0; k < 3; k++) start[number[indices[3 * t + k]] + 1]++;
  }
  for (let v = 1; v < start.length; v++) start[v] += start[v - 1];
  const next = start.slice(), around = new Uint32Array(3 * count);
  for (let i = 0; i < 3 * count; i++) around[next[number[indices[i]]]++] = i / 3 | 0;
  const lengths = new Float32Array(count);
  for (let t = 0; t < count; t++) lengths[t] = Math.hypot(normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]);
  const corners = new Float32Array(18 * count);
  for (let i = 0; i < 3 * count; i++) {
    const t = i / 3 | 0, v = indices[i], from = start[number[v]], to = start[number[v] + 1];
    const own = [normals[3 * t], normals[3 * t + 1], normals[3 * t + 2]];
    let x = own[0], y = own[1], z = own[2];
    if (to - from <= 256) for (let k = from; k < to; k++) {
      const f = around[k];
      if (f === t) continue;
      const nx = normals[3 * f], ny = normals[3 * f + 1], nz = normals[3 * f + 2];
      if (own[0] * nx + own[1] * ny + own[2] * nz > 0.788 * lengths[t] * lengths[f]) { x += nx; y += ny; z += nz; }
    }
    const n = Math.hypot(x, y, z) || 1;
    corners.set([positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], x / n, y / n, z / n], 6 * i);
  }
  return corners;
}

// A solid of revolution about z from a profile of [radius, height], with its normals.
function turnedShape(profile, sectors = 24) {
  const out = [];
  const point = (i, j) => {
    const [r, z] = profile[i], a = j / sectors * 2 * Math.PI;
    const [r0, z0] = profile[Math.max(0, i - 1)], [r1, z1] = profile[Math.min(profile.length - 1, i + 1)];
    const n = unit([z1 - z0, r0 - r1, 0]);
    return [r * Math.cos(a), r * Math.sin(a), z, n[0] * Math.cos(a), n[0] * Math.sin(a), n[1]];
  };
  for (let i = 0; i + 1 < profile.length; i++) for (let j = 0; j < sectors; j++) {
    const [a, b, c, d] = [point(i, j), point(i, j + 1), point(i + 1, j + 1), point(i + 1, j)];
    out.push(...a, ...b, ...c, ...a, ...c, ...d);
  }
  return new Float32Array(out);
}
const ballShape = () => turnedShape(Array.from({ length: 13 }, (_, i) => [Math.sin(i / 12 * Math.PI), -Math.cos(i / 12 * Math.PI)]));
const rodShape = () => turnedShape([[0, 0], [1, 0], [1, 0], [1, 1], [1, 1], [0, 1]]);
const arrowShape = () => turnedShape([[0, 0], [0.022, 0], [0.022, 0], [0.022, 0.74], [0.022, 0.74], [0.07, 0.74], [0.07, 0.74], [0, 1]]);
`;
