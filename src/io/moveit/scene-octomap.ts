/** The octomap of a planning scene, `octomap_msgs/OctomapWithPose`: its data are what follows the header of a .bt. */
import { parseOctomap } from '../map/parse-octomap.ts';
import type { SceneObstacle } from '../scene/read-robot-scene.ts';
import type { Located } from '../text/located-value.ts';
import { composed, type Frames } from './frames.ts';
import { frameOf, poseOf, textIn, type Warn } from './message.ts';

/** Name of the octomap in matrices of MoveIt. */
const NAME = '<octomap>';

/** None where the scene has none, or an empty one. */
export function octomapObstacle(world: Located | undefined, frames: Frames, warn: Warn): SceneObstacle[] {
  const field = world?.get('octomap');
  const map = field?.get('octomap');
  const data = map?.get('data');
  if (field === undefined || map === undefined || data === undefined) return [];
  const numbers = data.numbers();
  if (numbers.length === 0) return [];
  if (map.get('binary')?.boolean() === false)
    throw map.error('holds probabilities (binary: false), which are not read; save the map as .bt, or send binary maps');
  const bytes = Uint8Array.from(numbers, (value) => {
    if (!Number.isInteger(value) || value < -128 || value > 255) throw data.wrong('bytes, from -128 to 127');
    return value & 255;
  });
  const id = textIn(map, 'id') || 'OcTree';
  const header = `# Octomap OcTree binary file\nid ${id}\nsize 0\nres ${map.field('resolution').positive()}\ndata\n`;
  const head = new TextEncoder().encode(header);
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  const { name, place } = frameOf(field);
  const pose = composed(frames.get(name, place), poseOf(field.get('origin'), warn));
  return [{ name: NAME, shape: data.locateErrors(() => parseOctomap(content, map.file, { name: NAME, maxWork: data.work })), pose }];
}
