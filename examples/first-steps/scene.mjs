// A robot among obstacles: an arm of two links swings past a post. Both ends of the way are free; is the way?
import { box, Robot, Scene } from 'inbetween';

const beam = (length) => [{ shape: box([length, 0.05, 0.05]), pose: { position: [length / 2, 0, 0] } }];
const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'upper', joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1] }, shapes: beam(0.5) },
    { name: 'lower', parent: 'upper', joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [0.5, 0, 0] } }, shapes: beam(0.4) },
  ],
  allowed: [{ a: 'upper', b: 'lower' }], // they meet at the elbow: not tested
});
const post = { name: 'post', shape: box([0.05, 0.05, 0.4]), pose: { position: [0.6, 0.4, 0] } };
const scene = new Scene({ robots: [arm], obstacles: [post] });

const stretched = arm.path([{ shoulder: 0, elbow: 0 }, { shoulder: 1.2, elbow: 0 }]); // radians
const hit = scene.firstContact({ arm: stretched });
const [a, b] = hit.pair;
console.log(`stretched: ${hit.status} at t = ${hit.time.toFixed(4)}, ${a.link} touches ${b.body}`);
const folded = arm.path([{ shoulder: 0, elbow: 2 }, { shoulder: 1.2, elbow: 2 }]);
console.log(`folded: ${scene.firstContact({ arm: folded }).status}`);

// Prints:
// stretched: contact at t = 0.4218, lower touches post
// folded: free
