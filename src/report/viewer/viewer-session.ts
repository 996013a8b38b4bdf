/** Gives: session, null on other pages, else what a recorded session of a tool holds: deform(t), outline(eye), zoneAt(t), aheadAt(t), stepAt(t), linesAt(t), warn(t). */
export const SESSION_SCRIPT: string = `
const session = scene.session ? (() => {
  const { quantum, horizon, levels, forces, depths, foretold, times, largest } = scene.session;
  const mesh = meshes[0], rest = mesh.positions.slice(), moved = new Int16Array(bytesOf(scene.session.moved));
  const listsOf = ({ values, starts }, kind) => {
    const all = new kind(bytesOf(values)), at = new Uint32Array(bytesOf(starts));
    return (i) => all.subarray(at[i], at[i + 1]);
  };
  const zones = listsOf(scene.session.zones, Uint32Array), poses = listsOf(scene.session.ahead, Float32Array);
  const frameAt = (t) => passed(scene.times, t + 1e-6) - 1;
  // The workpiece at t, straight between two frames.
  function deform(t) {
    const i = frameAt(t), j = Math.min(i + 1, scene.times.length - 1), span = scene.times[j] - scene.times[i];
    const u = span > 0 ? (t - scene.times[i]) / span : 0, n = rest.length;
    for (let k = 0; k < n; k++) mesh.positions[k] = rest[k] + quantum * ((1 - u) * moved[i * n + k] + u * moved[j * n + k]);
  }
  // Its edges as lines, a little towards the eye.
  const edges = Array.from(new Set(Array.from(mesh.indices, (v, i) => { const w = mesh.indices[i % 3 === 2 ? i - 2 : i + 1]; return Math.min(v, w) * 1e6 + Math.max(v, w); })), (key) => [Math.floor(key / 1e6), key % 1e6]);
  function outline(eye) {
    const lines = new Float32Array(12 * edges.length), p = mesh.positions;
    edges.flat().forEach((v, i) => {
      const at = [p[3 * v], p[3 * v + 1], p[3 * v + 2]], to = unit(sub(eye, at));
      lines.set([...add(at, to, 0.004), ...to], 6 * i);
    });
    return lines;
  }
  const stepAt = (t) => {
    const i = passed(times, t + 1e-6) - 1;
    return { level: levels[i], force: forces[i], newtons: Math.hypot(...forces[i]), depth: depths[i], foretold: foretold[i] };
  };
  const aheadAt = (t) => { const all = poses(frameAt(t)); return Array.from({ length: all.length / 7 }, (_, k) => all.subarray(7 * k, 7 * k + 7)); };
  const inTime = (seconds) => seconds < 0.0995 ? Math.round(1000 * seconds) + ' ms' : seconds.toFixed(2) + ' s';
  const WORDS = {
    clear: () => ['clear', 'no contact within ' + horizon + ' s'],
    considered: ({ foretold }) => ['contact in ' + inTime(foretold), 'time to decide'],
    reflex: ({ foretold }) => ['contact in ' + inTime(foretold), 'time only to flinch'],
    contact: ({ newtons }) => ['contact', newtons < 0.05 ? 'hardly any force' : newtons.toFixed(1) + ' N on the hand'],
  };
  function warn(t) {
    const step = stepAt(t), badge = find('warning'), [what, more] = WORDS[step.level](step);
    badge.className = 'warning ' + step.level;
    badge.querySelector('b').textContent = what;
    badge.querySelector('span').textContent = more;
  }
  function linesAt(t) {
    const { level, newtons, depth } = stepAt(t), count = zones(frameAt(t)).length;
    return level === 'contact' ? [['hit', newtons.toFixed(1) + ' N'], ['', depth.toFixed(2) + ' mm deep'], ['', count === 1 ? '1 triangle' : count + ' triangles']] : [['', level === 'clear' ? 'clear' : 'level: ' + level], ['', '0.0 N']];
  }
  return { deform, outline, zoneAt: (t) => zones(frameAt(t)), aheadAt, stepAt, linesAt, warn, largest };
})() : null;
`;
