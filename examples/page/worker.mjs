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
    // The first questions run before the engine has compiled the code, many times slower: ask some that nobody waits for,
    // like those to come, through each other from all sides.
    const reach = query.treeA.radius + query.treeB.radius;
    for (let k = 0; performance.now() - built < 300; k++) {
      const [y, z] = [reach * Math.sin(k), reach * Math.cos(k)];
      query.firstContact({ a: rigidMotion({ position: [-reach, y, z] }, { position: [reach, -y, 0] }) }, { maxMilliseconds: 50 });
    }
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
