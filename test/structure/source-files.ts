import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Path from the repository and text of every file below the folders whose name the pattern accepts. */
export function sourceFiles(folders: readonly string[], pattern: RegExp = /\.(ts|mts|mjs)$/): [file: string, text: string][] {
  return folders
    .filter((folder) => existsSync(ROOT + folder))
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    .filter((file) => pattern.test(file) && !/\/(node_modules|results)\/|\.generated\.(ts|mjs)$/.test(file))
    .sort()
    .map((file) => [file, readFileSync(ROOT + file, 'utf8')]);
}
