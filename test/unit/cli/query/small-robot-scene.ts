import { CUBE_OBJ, type TemporaryFolder } from './small-scene.ts';

const UPRIGHT = [0, 0, 0, 1];
const moved = (x: number) => ({ q: UPRIGHT, t: [x, 0, 0] });
const slides = { type: 'prismatic', origin: moved(0), axis: [1, 0, 0] };

/**
 * Two carts on a rail along x, cubes with edges of length 2 that start at 0 and -5, between two blocks of that size at -12 and
 * 12. In 0 the cart reaches the right block at x = 10 of 20; in 1 it moves away from everything; in 2 the tail follows it and
 * reaches it at 3 of 4; 3 is as 1 but has a wrong reference.
 */
export const SMALL_ROBOT_SCENE = {
  format: 'ccd-robot-scene/1',
  name: 'rail',
  self: true,
  touch: 0.001,
  robots: [
    {
      name: 'carts',
      base: moved(0),
      links: [
        { name: 'rail', parent: -1, mesh: null, joint: { type: 'fixed', origin: moved(0) } },
        { name: 'cart', parent: 0, mesh: 'cube.obj', joint: slides },
        { name: 'tail', parent: 0, mesh: 'cube.obj', joint: { ...slides, origin: moved(-5) } },
      ],
    },
  ],
  environment: [{ name: 'blocks', mesh: 'blocks.obj', pose: moved(0) }],
  ignore: [],
  queries: [
    { id: 0, from: [0, 0], to: [20, 0], set: 'far', ref: { collide: true, lo: 0.4999, hi: 0.5, d0: 1, pair: ['cart', 'blocks/right'] } },
    { id: 1, from: [0, 0], to: [2, 0], set: 'near', ref: { collide: false, lo: 1, hi: 1, d0: 1 } },
    { id: 2, from: [0, 0], to: [0, 4], set: 'near', ref: { collide: true, lo: 0.7498, hi: 0.75, d0: 1, pair: ['cart', 'tail'] } },
    { id: 3, from: [0, 0], to: [2, 0], set: 'near', ref: { collide: true, lo: 0.1, hi: 0.2, d0: 1, pair: ['cart', 'tail'] } },
  ],
};

/** Writes the scene and its meshes and gives the scene's path. */
export function writeRobotScene(folder: TemporaryFolder, change: object = {}): string {
  folder.write('cube.obj', CUBE_OBJ);
  const vertices = (shift: number) => CUBE_OBJ.replace(/^v (\S+)/gm, (_, x) => `v ${Number(x) + shift}`);
  const shiftedFaces = vertices(12).replace(/^f .*$/gm, (face) => face.replace(/\d+/g, (n) => String(Number(n) + 8)));
  folder.write('blocks.obj', `o left\n${vertices(-12)}o right\n${shiftedFaces}`);
  return folder.write('robots.json', { ...SMALL_ROBOT_SCENE, ...change });
}
