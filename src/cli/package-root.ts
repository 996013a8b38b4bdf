import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of this package, with its examples and package.json; in the sources it lies elsewhere above than in what
 * is built.
 */
export const PACKAGE_ROOT: string = rootAbove(dirname(fileURLToPath(import.meta.url)));

/** Where there is none above, the folder itself. */
function rootAbove(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (isPackage(join(above, 'package.json'))) return above;
    if (above === dirname(above)) return folder;
  }
}

function isPackage(manifest: string): boolean {
  if (!existsSync(manifest)) return false;
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).name === 'inbetween';
  } catch {
    return false;
  }
}
