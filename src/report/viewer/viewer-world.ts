/** Gives: world, null on other pages, else what a recorded world holds: marksAt(t), linesAt(t), rate. */
export const WORLD_SCRIPT: string = `
const world = scene.world ? (() => {
  const { curves } = scene.world, lasts = scene.segments;
  const [when, points, sizes] = ['marks', 'points', 'sizes'].map((key) => new Float32Array(bytesOf(scene.world[key]))), counts = new Uint32Array(bytesOf(scene.world.counts));
  // World time a second: as it is, but a short world takes 3 s and a long one 20 s.
  const rate = Math.max(1, lasts / 20) * Math.min(1, lasts / 3);
  const digits = Math.max(2, Math.ceil(2 - Math.log10(lasts)));
  // The latest contacts, smaller and smaller for a fifth of a second.
  function marksAt(t) {
    const last = 0.2 * rate, marks = [];
    for (let i = passed(when, t * (1 + 1e-6) + 1e-9) - 1; i >= 0 && t - when[i] < last && marks.length < 250; i--) marks.push({ point: points.subarray(3 * i, 3 * i + 3), size: sizes[i] * Math.min(1, 1 - (t - when[i]) / last) });
    return marks;
  }
  function linesAt(t) {
    const i = Math.max(0, passed(scene.times, t + 1e-6 * lasts) - 1);
    return [['hit', counts[i].toLocaleString('en') + (counts[i] === 1 ? ' contact so far' : ' contacts so far')], ...curves.map(({ label, unit, values }) => ['', label + ' ' + Number(values[i].toPrecision(4)).toLocaleString('en') + (unit && ' ' + unit)])];
  }
  return { marksAt, linesAt, rate, timeText: (t) => t.toFixed(digits) + ' s' };
})() : null;
`;
