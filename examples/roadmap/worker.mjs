// Runs beside the page: makes the roadmap, asks the graphics hardware (or the processor) about its edges, part by part.
// Import maps do not reach workers, hence the paths; with a bundler write 'inbetween' and 'inbetween/gpu'.
import { GpuBatch } from '../../dist/gpu/index.js';
import { box, capsule, Random, Robot, Scene } from '../../dist/index.js';
import { HEIGHT, LINKS, OBSTACLES, TALL } from './cell.mjs';
import { roadmap } from './roadmap.mjs';

const up = [0, 0, 1];
const arm = new Robot({
  name: 'arm',
  base: { position: [0, 0, HEIGHT] },
  links: LINKS.map(({ name, joint, at, range: [lower, upper], bars }, i) => ({
    name,
    ...(i === 0 ? {} : { parent: LINKS[i - 1].name }),
    joint: { name: joint, type: 'revolute', axis: up, origin: { position: [...at, 0] }, limits: { lower, upper } },
    shapes: bars.map(({ from, to, radius }) => ({ shape: capsule([...from, 0], [...to, 0], radius) })),
  })),
  allowed: LINKS.slice(1).map(({ name }, i) => ({ a: LINKS[i].name, b: name })),
});

const poseOf = ({ place, angle = 0 }) => ({ position: [...place, 0], quaternion: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] });
const shapeOf = ({ size, radius }) =>
  size === undefined ? capsule([0, 0, 0], [0, 0, TALL], radius) : box([...size, TALL], [0, 0, TALL / 2]);
const scene = new Scene({
  robots: [arm],
  obstacles: OBSTACLES.map((one) => ({ name: one.name, shape: shapeOf(one), pose: poseOf(one) })),
});

/** How long a part should take: often enough to see it grow, and no oftener. */
const MILLISECONDS_A_PART = 120;

const random = new Random('roadmap');
let batch;
let nodes;
let edges;
let stop = new AbortController();

const answers = {
  async open({ gpu }) {
    batch = await GpuBatch.open(scene, { gpu });
    return { device: batch.name, why: batch.why };
  },

  async make({ edgeCount }) {
    stop.abort();
    const since = performance.now();
    ({ nodes, edges } = roadmap(LINKS.map(({ range }) => range), edgeCount, () => random.next()));
    return { nodes, edges, milliseconds: performance.now() - since };
  },

  /** Every edge; tells each part as it is done. A later call ends an earlier one. */
  async check({ crate, run }) {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    scene.moveObstacle('crate', poseOf(crate));
    const count = edges.length / 2;
    const since = performance.now();
    let [candidates, byDevice, why] = [0, 0, ''];
    for (let first = 0, part = 500; first < count; ) {
      const last = Math.min(count, first + part);
      const started = performance.now();
      const { free, candidates: left, gpu } = await batch.motionsAreFree(ends(first, last), { signal });
      if (gpu.used) byDevice += last - first;
      candidates += left;
      why = gpu.why;
      postMessage({ told: 'part', run, first, free, candidates, byDevice, why, done: last, milliseconds: performance.now() - since });
      part = Math.ceil(Math.min(8 * part, (part * MILLISECONDS_A_PART) / Math.max(1, performance.now() - started)));
      first = last;
    }
    return { candidates, byDevice, why, milliseconds: performance.now() - since };
  },

  /** One edge: when first, and where. */
  async look({ edge }) {
    const row = ({ length }, at) => Array.from({ length }, (_, k) => nodes[at * length + k]);
    const path = [row(LINKS, edges[2 * edge]), row(LINKS, edges[2 * edge + 1])];
    const { status, time, contacts, pair } = scene.firstContact({ arm: path }, { contacts: 'first' });
    return { status, time, point: contacts[0]?.point ?? null, who: pair?.map(({ link, body }) => link ?? body) ?? [] };
  },
};

/** Edges from `first` to `last` as the batch takes them: values of all joints at both ends, row by row. */
function ends(first, last) {
  const size = LINKS.length;
  const from = new Float32Array(size * (last - first));
  const to = new Float32Array(size * (last - first));
  for (let i = first; i < last; i++) {
    from.set(nodes.subarray(size * edges[2 * i], size * edges[2 * i] + size), size * (i - first));
    to.set(nodes.subarray(size * edges[2 * i + 1], size * edges[2 * i + 1] + size), size * (i - first));
  }
  return { from, to };
}

self.onmessage = async ({ data: { id, ask, ...question } }) => {
  try {
    postMessage({ id, answer: await answers[ask](question) });
  } catch (error) {
    postMessage({ id, error: error.name === 'AbortError' ? null : error.message });
  }
};
