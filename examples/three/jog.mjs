// A robot of urdf-loader among its cell: sliders ask for joint values, and get what can be reached without touching anything.
import { ContactMarks, DragController, robotOf } from 'inbetween/three';
import { BoxGeometry, LoadingManager } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import URDFLoader from 'urdf-loader';
import { slider, stage, thing, told } from './stage.mjs';

const { scene, orbit } = stage(1.2, -2.6, 1.9);
orbit.target.set(0, 0, 0.5);
orbit.update();
const manager = new LoadingManager();
const loaded = new Promise((done) => (manager.onLoad = done));
const loader = new URDFLoader(manager);
loader.parseCollision = true;
loader.loadMeshCb = (path, _, __, done) => new OBJLoader(manager).load(path, (group) => done(thing('', group.children[0].geometry, '#8fa3bf')));
const puma = await loader.loadAsync('../puma-cell/puma.urdf');
await loaded;
puma.traverse((node) => (node.visible = !node.isURDFCollider));

const cell = [
  thing('floor', new BoxGeometry(3, 3, 0.02), '#e6e8ec', [0, 0, -0.05]),
  thing('post', new BoxGeometry(0.1, 0.1, 1.2), '#b98a4a', [0.1, 0.7, 0.6]),
  thing('shelf', new BoxGeometry(0.5, 0.5, 0.04), '#a8b0bd', [0.6, -0.7, 0.75]),
];
const marks = new ContactMarks({ size: 0.015 });
scene.add(puma, ...cell, marks);

const robot = robotOf(puma);
const controller = new DragController({ dragged: [{ object: puma, robot }], obstacles: cell, keep: 0.002, slide: false });
for (const { name, limits } of robot.joints) slider(name, limits.lower ?? -3, limits.upper ?? 3, 0, (value) => jog(name, value));

function jog(name, value) {
  puma.setJointValue(name, value);
  const { status, hit } = controller.update();
  marks.update(hit?.contacts ?? []);
  told.value = hit?.pair ? `${status}: ${hit.pair.map(({ body, link }) => link ?? body).join(' and ')}` : status;
}
told.value = 'ready';
Object.assign(window, { puma, robot, controller });
