/** n doubles of all sizes and signs from the operations that the core allows, each depending on the one before. */
export function seededLoop(seed: number, n: number): Float64Array {
  const out = new Float64Array(n);
  let state = seed >>> 0;
  let x = 1;
  for (let i = 0; i < n; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const u = state / 4294967296 - 0.5;
    x = Math.sqrt(Math.abs(x * u + u)) / (u * x + 1.25) - u;
    out[i] = x * (i % 2 === 0 ? 1e-9 : 1e9);
  }
  return out;
}
