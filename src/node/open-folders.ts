/**
 * Where on the disk may a file lie that another file names? A cell or a robot from a stranger must not reach what its
 * reader did not mean to hand over: keys, other people's parts. Open are, for every file that led there,
 *   its folder, and `meshes` beside that one, unless that is a link;
 *   its package: the nearest folder above with a package.xml, and the one above the nearest `urdf`;
 *   the folder that the name of a package found or that was given for it;
 * and what the program names. Judged is the real place, with all links followed, so that no link leads out; only of a
 * package whose files are links one by one (`colcon build --symlink-install`) is the package behind them open too.
 * What no package.xml calls a package may be any folder that happens to have the name, or that a cell calls one: only
 * mesh files in it are open, and it stands above or beside a folder above what names it, links followed, but is neither
 * the root of the disk, nor a folder right below it, nor the home folder. No link to one of these opens it either, and
 * no package.xml in one of them.
 */
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import type { NamedBy, PackageFolder } from '../io/files.ts';
import { isMeshFile } from '../io/mesh/mesh-format.ts';

const ROBOT = /\.(urdf|srdf)$/i;
const MANIFEST = 'package.xml';

/** The folders that are open to what files name. */
export class OpenFolders {
  private readonly root: string;
  private readonly always: readonly string[];
  /** Places that the person named. */
  private readonly named: Set<string> = new Set();
  private readonly known: Map<string, Promise<readonly string[]>> = new Map();
  private readonly real: Map<string, Promise<string | undefined>> = new Map();

  /** `root`: where paths start; `always`: folders that are open whoever names what is in them. */
  constructor(root: string, always: readonly string[]) {
    this.root = root;
    this.always = always;
  }

  /** What the person names may be named by files too. */
  async add(place: string): Promise<void> {
    this.named.add(place).add((await realOf(place)) ?? place);
  }

  /**
   * Where it really lies; undefined where that is not open. Rejects as the system does where it is open but missing.
   */
  async placeOf(path: string, { by, package: own }: NamedBy): Promise<string | undefined> {
    const place = resolve(this.root, path);
    const always = this.always.map((folder) => resolve(folder));
    const found = [
      ...(await Promise.all(by.map((file) => this.foldersOf(resolve(this.root, file))))).flat(),
      ...(own === undefined ? [] : await this.packageFolder(own, place, by)),
    ];
    const folders = [...always, ...(await this.withoutWideLinks(found))];
    const seemsOpen = folders.some((folder) => isBelow(folder, place)) || this.named.has(place);
    // A place on another machine is not even asked for: Windows would introduce itself there.
    if (!seemsOpen && /^[\\/]{2}/.test(place)) return undefined;
    let real: string;
    try {
      real = await realpath(place);
    } catch (cause) {
      if (seemsOpen) throw cause;
      return undefined;
    }
    const isOpen =
      (await this.someHolds(folders, real)) ||
      this.named.has(real) ||
      (seemsOpen && (await linkedPackageHolds(place, real))) ||
      (ROBOT.test(real) && (await packagesAbove(real)).length > 0);
    // Found by a name that anything could have: the file behind a link is a mesh too.
    return isOpen && (own === undefined || own.given || !isMeshFile(place) || isMeshFile(real)) ? real : undefined;
  }

  private async someHolds(folders: readonly string[], real: string): Promise<boolean> {
    for (const folder of folders) if (isBelow((await this.realOf(folder)) ?? folder, real)) return true;
    return false;
  }

  /** A link that a stranger laid into a folder must not open what many others put their things in. */
  private async withoutWideLinks(folders: readonly string[]): Promise<readonly string[]> {
    const isLink = await Promise.all(folders.map(async (folder) => !isWide(folder) && isWide((await this.realOf(folder)) ?? folder)));
    return folders.filter((_, i) => !isLink[i]);
  }

  private realOf(folder: string): Promise<string | undefined> {
    const place = this.real.get(folder) ?? realOf(folder);
    this.real.set(folder, place);
    return place;
  }

  /** Folders of a file that names others: where it is called to be, and where it really is. */
  private foldersOf(file: string): Promise<readonly string[]> {
    const ready = this.known.get(file);
    if (ready !== undefined) return ready;
    const found = (async () => {
      const places = [...new Set([file, (await realOf(file)) ?? file])];
      const lists = places.map(async (place) => {
        const folder = dirname(place);
        const meshes = join(dirname(folder), 'meshes');
        const isLink = (await realOf(meshes)) !== join((await realOf(dirname(folder))) ?? dirname(folder), 'meshes');
        return [folder, ...(isLink ? [] : [meshes]), ...(await packagesAbove(place))];
      });
      return (await Promise.all(lists)).flat();
    })();
    this.known.set(file, found);
    return found;
  }

  private async packageFolder({ folder, given }: PackageFolder, place: string, by: readonly string[]): Promise<readonly string[]> {
    const at = resolve(this.root, folder);
    if (given || (!isWide(at) && (await isFile(join(at, MANIFEST))))) return [at];
    const real = (await this.realOf(at)) ?? at;
    const files = await Promise.all(by.map(async (file) => (await this.realOf(resolve(this.root, file))) ?? resolve(this.root, file)));
    const isNear = [at, real].every((folder) => !isWide(folder)) && files.some((file) => isBelow(dirname(real), file));
    return isNear && isMeshFile(place) ? [at] : [];
  }
}

/** The nearest folder above with a package.xml, and the one above the nearest `urdf`. */
async function packagesAbove(file: string): Promise<readonly string[]> {
  const found: string[] = [];
  const above = foldersAbove(file);
  const urdf = above.find((folder) => basename(folder).toLowerCase() === 'urdf');
  if (urdf !== undefined && !isWide(dirname(urdf))) found.push(dirname(urdf));
  const own = await manifestAbove(file);
  return own === undefined ? found : [...found, dirname(own)];
}

async function manifestAbove(file: string): Promise<string | undefined> {
  for (const folder of foldersAbove(file)) if (!isWide(folder) && (await isFile(join(folder, MANIFEST)))) return join(folder, MANIFEST);
  return undefined;
}

/** Where a package's files are links, so is its package.xml: the folder of that one holds what the others lead to. */
async function linkedPackageHolds(place: string, real: string): Promise<boolean> {
  const manifest = await manifestAbove(place);
  const behind = manifest === undefined ? undefined : await realOf(manifest);
  return behind !== undefined && behind !== manifest && basename(behind) === MANIFEST && isBelow(dirname(behind), real);
}

function foldersAbove(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

/** What many others put their things in. */
export function isWide(folder: string): boolean {
  const { root } = parse(folder);
  return folder === root || dirname(folder) === root || folder === homedir();
}

/** Both by their absolute paths; a folder is below itself. */
export function isBelow(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function realOf(place: string): Promise<string | undefined> {
  return realpath(place).catch(() => undefined);
}

async function isFile(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isFile(),
    () => false,
  );
}
