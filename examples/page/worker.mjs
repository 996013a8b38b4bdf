// Runs beside the page: builds the trees, answers questions. The page never waits for any of it.
// Import maps do not reach workers, hence the path; with a bundler write 'inbetween'.
import { PairQuery, rigidMotion, TriangleMesh } from '../../dist/index.js';

let query; // made by build

const answers = {
  /** Takes what the page transferred; a mesh copies its arrays. */
  build({ a, b }) {
    const start = performance.now();
    const body = ({ name, positions, indices, solid }) => ({ name, shape: new TriangleMesh(positions, indices, { name, solid }) });
    query = new PairQuery(body(a), body(b));
    const built = performance.now();
    // The first questions run before the engine has compiled the code: ask some that nobody waits for.
    for (let k = 0; k < 20; k++) query.firstContact({ a: rigidMotion({ position: [9, k, 0] }, { position: [0, 0, k] }) }, { maxMilliseconds: 20 });
    return { building: built - start, warming: performance.now() - built };
  },

  firstContact({ from, to, options }) {
    const start = performance.now();
    const hit = query.firstContact({ a: rigidMotion(from, to) }, options);
    return { hit, milliseconds: performance.now() - start };
  },
};

self.onmessage = ({ data: { id, ask, ...question } }) => {
  try {
    self.postMessage({ id, answer: answers[ask](question) }); // answers are plain data
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
