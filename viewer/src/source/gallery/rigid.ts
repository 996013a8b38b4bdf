/** Two rigid bodies, one of which flies: the pairs of [Tang et al. 2013, Table 1]. */
import { rigidMotion, Scene } from 'inbetween';
import { rigidScenes } from '../../../../scenes/index.ts';
import type { Opened, OpenedPath } from '../opened.ts';

interface Pair {
  readonly title: string;
  /** Name of the scene in scenes/. */
  readonly scene: string;
  readonly flying: string;
  readonly standing: string;
  /** Motions of the scene by number, the first contact of the first in its middle, the last one free where there is one. */
  readonly motions: readonly number[];
}

export function torusKnots(): Opened {
  return pair({ title: 'Torus knots', scene: 'torusknot', flying: 'flying knot', standing: 'standing knot', motions: [0, 4, 8, 7] });
}

export function gears(): Opened {
  return pair({ title: 'Gears', scene: 'gear', flying: 'flying gear', standing: 'standing gear', motions: [9, 2, 4, 0] });
}

export function hammerAndPiece(): Opened {
  return pair({ title: 'Hammer and CAD piece', scene: 'hammer', flying: 'hammer', standing: 'piece', motions: [6, 1, 10, 2] });
}

export function blobs(): Opened {
  return pair({ title: 'Two bumpy blobs', scene: 'bunny', flying: 'flying blob', standing: 'standing blob', motions: [7, 1, 11, 0] });
}

export function clubs(): Opened {
  return pair({ title: 'Clubs', scene: 'club', flying: 'flying club', standing: 'standing club', motions: [0, 4, 8] });
}

function pair({ title, scene: name, flying, standing, motions }: Pair): Opened {
  const { meshA, meshB, poseB, touch, queries } = rigidScenes[name]({ queries: 1 + Math.max(...motions) });
  const paths: OpenedPath[] = motions.map((k) => ({
    name: `Throw ${k + 1}`,
    motions: { [flying]: rigidMotion(queries[k].pose0, queries[k].pose1) },
  }));
  const scene = new Scene({
    trees: 'later',
    bodies: [{ name: flying, shape: meshA, pose: queries[motions[0]].pose0 }],
    obstacles: [{ name: standing, shape: meshB, pose: poseB }],
    tolerance: touch,
  });
  return { title, scene, paths, starts: [], states: {}, problem: null, up: 'z', warnings: [] };
}
