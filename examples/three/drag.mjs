// Drag the knot by its arrows and rings: it stops before the walls, slides along them, and lets go. Any controls will do.
import { restMotion } from 'inbetween';
import { ContactMarks, contactTriangles, DragController, poseOf } from 'inbetween/three';
import { BoxGeometry, TorusKnotGeometry } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { stage, thing, told } from './stage.mjs';

const { scene, camera, orbit, canvas } = stage(4, -7, 4);
const knot = thing('knot', new TorusKnotGeometry(0.5, 0.16, 160, 16), '#1f5fa8');
const walls = [
  thing('back', new BoxGeometry(6, 0.1, 3), '#d8dbe0', [0, 2, 0.5]),
  thing('left', new BoxGeometry(0.1, 4, 3), '#c8ccd4', [-3, 0, 0.5]),
  thing('floor', new BoxGeometry(6, 4, 0.1), '#e6e8ec', [0, 0, -1.05]),
  thing('post', new BoxGeometry(0.3, 0.3, 2), '#b98a4a', [1.5, 0, 0]),
];
const marks = new ContactMarks({ size: 0.03 });
scene.add(knot, ...walls, marks);

const controller = new DragController({ dragged: knot, obstacles: walls, keep: 0.005 });
const controls = new TransformControls(camera, canvas);
controls.attach(knot);
scene.add(controls.getHelper());
controls.addEventListener('dragging-changed', ({ value }) => (orbit.enabled = !value));
controls.addEventListener('objectChange', moved);
addEventListener('keydown', ({ key }) => (key === 't' || key === 'r') && controls.setMode(key === 't' ? 'translate' : 'rotate'));

export function moved() {
  const { status, hit } = controller.update(); // the knot is where it may be now
  const now = { knot: restMotion(poseOf(knot)) };
  const near = controller.scene.firstContact(now, { clearance: 0.006 }); // what it stands before, after all slides
  marks.update(near.contacts, contactTriangles(controller.scene, now, 0));
  told.value = hit?.pair ? `${status}: ${hit.pair.map(({ body }) => body).join(' and ')}` : `${status} — t moves, r turns`;
}

moved();
Object.assign(window, { knot, camera, moved, controller }); // to be tried in the console
