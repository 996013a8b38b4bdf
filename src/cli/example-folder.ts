import { fileURLToPath } from 'node:url';

/** The built-in examples lie two folders up in the sources as in the package. The Puma cell. */
export const PUMA_CELL_FOLDER: string = fileURLToPath(new URL('../../examples/puma-cell', import.meta.url));

/** A drill's motion and its workpiece. */
export const HAND_GUIDED_FOLDER: string = fileURLToPath(new URL('../../examples/hand-guided', import.meta.url));
