import { fileURLToPath } from 'node:url';

/** The built-in examples lie two folders up in the sources as in the package. The Puma cell. */
export const PUMA_CELL_FOLDER: string = fileURLToPath(new URL('../../../examples/puma-cell', import.meta.url));

/** A simulator of tossed coins, to be imported. */
export const COIN_TOSS: string = new URL('../../../examples/coin-toss/simulator.mjs', import.meta.url).href;

/** A drill's motion and its workpiece. */
export const HAND_GUIDED_FOLDER: string = fileURLToPath(new URL('../../../examples/hand-guided', import.meta.url));
