/**
 * The files that the page may have: those that were read when the command looked at the cell, which is by the rules of
 * every command (src/node/open-folders.ts), and those of the cell's folder that could be part of a cell, so that one
 * can be changed and looked at again. A link leads out of that folder for nobody; hidden files stay hidden; of a
 * folder in which everybody puts everything, the home folder or the root of the disk, nothing else is open.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { InputError } from '../../index.ts';
import { type Files, isMeshFile, type NamedBy } from '../../io/index.ts';
import type { DiskFiles } from '../../node/index.ts';
import { isBelow, isWide } from '../../node/open-folders.ts';

/** What cells consist of beside meshes. */
const OF_CELLS = /\.(json|ya?ml|csv|tsv|txt|urdf|srdf|scene|bin|pcd|xyz|xyzn|xyzrgb|pts|asc|bt|ot|pgm|png|jpe?g)$/i;

/** Files that remember what was read of them: as it is called, and where it lies. */
export interface NotedFiles extends Files {
  /** Absolute paths; what is read by links lies elsewhere than it is called. */
  readonly places: ReadonlyMap<string, string>;
  /** The folders of packages, by name: absolute paths. */
  readonly packages: ReadonlyMap<string, string>;
}

export function notedFiles(files: DiskFiles): NotedFiles {
  const places = new Map<string, string>();
  const packages = new Map<string, string>();
  return {
    places,
    packages,
    async read(path: string, named?: NamedBy): Promise<Uint8Array> {
      const bytes = await files.read(path, named);
      places.set(resolve(path), await realpath(await files.place(path, named)));
      const { name, folder = '' } = named?.package ?? {};
      if (name !== undefined && !packages.has(name)) packages.set(name, resolve(folder));
      return bytes;
    },
  };
}

export class OpenFiles {
  /** Addresses are below it; not all that is below it is open. */
  private readonly root: string;
  /** Folder of the cell; null: only files that were read are open. */
  private readonly folder: string | null;
  private readonly places: ReadonlyMap<string, string>;

  private constructor(root: string, folder: string | null, places: ReadonlyMap<string, string>) {
    this.root = root;
    this.folder = folder;
    this.places = places;
  }

  /** `main`: the cell. */
  static async of(main: string, { places, packages }: NotedFiles): Promise<OpenFiles> {
    const folder = await realpath(dirname(resolve(main)));
    return new OpenFiles(commonFolder([...[...places.keys()].map(dirname), ...packages.values()]), isWide(folder) ? null : folder, places);
  }

  /** Address of a file: its path from the root, with forward slashes. */
  address(path: string): string {
    return relative(this.root, resolve(path)).split(sep).join('/');
  }

  /** Opens a file by the names of its folders and its own; undefined where it is not open, or not there. */
  async open(names: readonly string[]): Promise<FileHandle | undefined> {
    const place = join(this.root, names.join(sep));
    const noted = this.places.get(place);
    const real = await realpath(place).catch(() => undefined);
    if (real === undefined || (real !== noted && !this.isOfCell(names, real))) return undefined;
    // no further link, and no waiting for a pipe
    const handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
    if (handle === undefined || (await handle.stat()).isFile()) return handle;
    await handle.close();
    return undefined;
  }

  private isOfCell(names: readonly string[], real: string): boolean {
    if (this.folder === null || !isBelow(this.folder, real) || !(OF_CELLS.test(real) || isMeshFile(real))) return false;
    return ![...names, ...relative(this.folder, real).split(sep)].some((name) => name.startsWith('.'));
  }
}

/** The lowest folder that all of them are below, or are. */
function commonFolder(folders: readonly string[]): string {
  const [first, ...others] = folders;
  const holdsAll = (folder: string) => others.every((other) => isBelow(folder, other));
  for (let folder = first; ; folder = dirname(folder)) {
    if (holdsAll(folder)) return folder;
    if (folder === dirname(folder)) throw new InputError(`${first} and what belongs to it lie on several disks; bring them together`);
  }
}
