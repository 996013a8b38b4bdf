// A plate turns its way through a gap: where it is along the way, what it sweeps, and where it first touches.
import { Scene } from 'inbetween';
import { bodyOf, ContactMarks, contactTriangles, Ghosts, motionBetween, placesAlong, SweptVolumes } from 'inbetween/three';
import { BoxGeometry } from 'three';
import { slider, stage, thing, told } from './stage.mjs';

const { scene } = stage(1, -7, 4);
const plate = thing('plate', new BoxGeometry(0.9, 0.7, 0.12), '#1f5fa8', [-2, 0, 0]);
const walls = [-1, 1].map((side) => thing(side < 0 ? 'near' : 'far', new BoxGeometry(0.1, 1.4, 2), '#b98a4a', [0, 1.05 * side, 0]));
const goal = thing('goal', plate.geometry, '#2e8b57', [2, 0, 0]);
const marks = new ContactMarks({ size: 0.03 });
const ghosts = new Ghosts(plate, { clearance: { near: 0, far: 0.3 }, opacity: 0.5 });
const volumes = new SweptVolumes({ opacity: 0.12 });
scene.add(plate, goal, ...walls, marks, ghosts, volumes);

const cell = new Scene({ bodies: [bodyOf(plate)], obstacles: walls.map((wall) => bodyOf(wall, { solid: true })) });
slider('aside', -1, 1, 0.1, (y) => goal.position.setY(y) && ask()).focus();
slider('turn', -3, 3, 1.5, (angle) => goal.rotation.set(angle, 0, 0) && ask());
goal.rotation.x = 1.5;
goal.position.y = 0.1;

function ask() {
  const motions = { plate: motionBetween(plate, goal) };
  const hit = cell.firstContact(motions);
  marks.update(hit.contacts, contactTriangles(cell, motions, hit.time));
  const distances = Array.from({ length: 11 }, (_, i) => cell.distanceAt(motions, i / 10).gap[0]);
  ghosts.update(placesAlong(motions.plate, 11).slice(1, -1), distances.slice(1, -1));
  volumes.update([{ ...bodyOf(plate), pose: undefined, motion: motions.plate }]);
  const where = hit.pair ? `, with ${hit.pair[1].body}` : ', proven';
  told.value = `${hit.status}${hit.status === 'free' ? '' : ` at t = ${hit.time.toFixed(6)}`}${where}; swept volume drawn to ${volumes.error.toFixed(4)}`;
}
ask();
