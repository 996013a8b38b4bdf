// Run by the build, in Node: the first picture of the front page as JSON, on standard output.
import { files } from 'inbetween/node';
import { sceneDrawn } from './drawn-answer.ts';
import { FrontCell, type FrontData, POST } from './front-cell.ts';

const cell = await FrontCell.read(files('examples/puma-cell'));
const { result, answer } = cell.ask(...POST);
const { data, relative } = sceneDrawn(cell.scene, cell.motions, {}, result);
const origin = relative([0, 0, 0]);
// the post is placed anew in every picture
const bodies = data.bodies.map((body, i) => (cell.names[i] === 'post' ? { ...body, still: false, isTip: false, obstacle: false } : body));
const front: FrontData = {
  data: { ...data, bodies, view: { azimuth: 0.35, elevation: 0.42 } },
  names: cell.names,
  origin,
  scale: relative([1, 0, 0])[0] - origin[0],
  answer: { ...answer, milliseconds: 0 },
};
process.stdout.write(JSON.stringify(front));
