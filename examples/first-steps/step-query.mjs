// One step of a deforming mesh: every vertex moves straight from one frame to the next. How much of the step is safe?
import { TriangleMesh } from 'inbetween';
import { linearMotion, StepQuery } from 'inbetween/soft';

const cloth = new TriangleMesh([0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1], [0, 1, 2, 2, 1, 3], { name: 'cloth' });
const floor = new TriangleMesh([-9, -9, 0, 9, -9, 0, 0, 9, 0], [0, 1, 2], { name: 'floor' });
const query = new StepQuery([{ shape: cloth }, { shape: floor }]); // keep it: its tree is refitted every step

// the cloth falls by 2, one corner by 4
const after = cloth.positions.map((x, i) => (i === 2 ? x - 4 : i % 3 === 2 ? x - 2 : x));
const step = linearMotion(cloth.positions, after);

const first = query.firstContact({ cloth: step });
const [{ kind, a }] = first.contacts;
console.log(`${first.status} at t = ${first.time.toFixed(6)}: ${kind}, ${a.body} ${a.feature} ${a.index}`);
console.log(`${query.contacts({ cloth: step }).contacts.length} contacts in the whole step`);
console.log(`safe: ${query.maxStep({ cloth: step }).toFixed(6)} of the step`);

// Prints:
// contact at t = 0.250000: vertex-face, cloth vertex 0
// 4 contacts in the whole step
// safe: 0.250000 of the step
