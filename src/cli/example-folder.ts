import { fileURLToPath } from 'node:url';

/** The built-in Puma cell; it lies two folders up in the sources as in the package. */
export const PUMA_CELL_FOLDER: string = fileURLToPath(new URL('../../examples/puma-cell', import.meta.url));
