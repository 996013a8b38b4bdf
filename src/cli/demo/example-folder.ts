import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_ROOT } from '../package-root.ts';

export const PUMA_CELL_FOLDER: string = join(PACKAGE_ROOT, 'examples/puma-cell');

/** A simulator of tossed coins, to be imported. */
export const COIN_TOSS: string = pathToFileURL(join(PACKAGE_ROOT, 'examples/coin-toss/simulator.mjs')).href;

/** A drill's motion and its workpiece. */
export const HAND_GUIDED_FOLDER: string = join(PACKAGE_ROOT, 'examples/hand-guided');
