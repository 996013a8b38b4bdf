import { InputError } from '../../math/input-error.ts';
import { besidePath, type PackageFolder } from '../files.ts';

/** Where packages lie, by name: folders as seen from the root of the Files, or addresses. */
export type Packages = Readonly<Record<string, string>>;

/** One of the places where a mesh may lie. */
export interface MeshPlace {
  readonly path: string;
  /** The folder that stands for its package; absent where it is called by a path. */
  readonly package?: PackageFolder;
}

/**
 * Where a mesh that a URDF names may lie, the likeliest first. `package://name/rest` (and `model://`) is looked for in
 * the folder given for the package. Without one: in a folder of that name above the URDF, beside the URDF with and
 * without the package's name, in the folder above the URDF's (where packages keep `urdf/` and `meshes/`), and in a
 * folder of that name beside one of those above. `package:///rest` names no package: then beside the URDF and above,
 * unless `rest` begins with a package for which a folder is given.
 */
export function meshPlaces(urdf: string, filename: string, packages: Packages = {}): readonly MeshPlace[] {
  const name = filename.replaceAll('\\', '/');
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(name)?.[1].toLowerCase();
  if (scheme === undefined) return [{ path: flattened(besidePath(urdf.replaceAll('\\', '/'), name)) }];
  if (scheme === 'file') return [{ path: filePath(name) }];
  if (scheme !== 'package' && scheme !== 'model') return [{ path: name }];
  const [, packageName, rest] = /^[a-z]+:\/\/([^/]*)\/+([^/].*)$/i.exec(name) ?? [];
  if (packageName === undefined || !rest || packageName.startsWith('.'))
    throw new InputError(`should be ${scheme}://name-of-package/path-in-it`);
  // package:///meshes/a.stl: of a package without a name, whose root is the URDF's folder or one above; or one slash
  // too many
  if (packageName === '') {
    const slash = rest.indexOf('/');
    const named = slash > 0 && Object.hasOwn(packages, rest.slice(0, slash)) ? meshPlaces(urdf, `${scheme}://${rest}`, packages) : [];
    return [...named, ...foldersAbove(urdf.replaceAll('\\', '/')).map((folder) => placeIn({ folder, given: false }, rest))];
  }
  if (Object.hasOwn(packages, packageName)) return [placeIn({ folder: packages[packageName], given: true, name: packageName }, rest)];
  const folders = foldersAbove(urdf.replaceAll('\\', '/'));
  const inside = folders.filter((folder) => folder.split('/').at(-1) === packageName);
  const [own, ...above] = folders;
  const roots = [...inside, own, joined(own, packageName), ...above.slice(0, 1), ...above.map((folder) => joined(folder, packageName))];
  return [...new Set(roots)].map((root) => placeIn({ folder: root, given: false, name: packageName }, rest));
}

function placeIn(own: PackageFolder, rest: string): MeshPlace {
  return { path: joined(own.folder, rest), package: own };
}

/**
 * The URDF's folder and those above it, up to the root of the Files ('') or of the disk; at least two above, by `..`
 * where need be.
 */
function foldersAbove(path: string): readonly string[] {
  const out: string[] = [];
  for (let folder = folderOf(flattened(path)); folder !== undefined; folder = folderOf(folder)) {
    if (out.length > 2 && folder.startsWith('..')) break;
    out.push(folder);
  }
  return out;
}

function folderOf(path: string): string | undefined {
  if (path === '' || /(^|\/)\.\.$/.test(path)) return path === '' ? '..' : `${path}/..`;
  if (path === '/' || /^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?$/i.test(path)) return undefined;
  const slash = path.lastIndexOf('/');
  return slash === 0 ? '/' : path.slice(0, Math.max(0, slash));
}

function joined(folder: string, rest: string): string {
  return flattened(folder === '' || folder.endsWith('/') ? folder + rest : `${folder}/${rest}`);
}

/** file:///folder/a.stl and file://host/a.stl; also C:/folder/a.stl of Windows. */
function filePath(name: string): string {
  const path = name.slice('file://'.length);
  const decoded = path.includes('%') ? decodedPath(path) : path;
  return decoded.replace(/^\/([a-z]:)/i, '$1');
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path without `.` and `name/..`, so that places of files which know nothing of folders find it too. */
function flattened(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) return path;
  const out: string[] = [];
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && out.length > 0)) continue;
    if (part === '..' && out.length > 0 && out.at(-1) !== '..' && out.at(-1) !== '') out.pop();
    else if (part !== '' || path.startsWith('/')) out.push(part);
  }
  return out.join('/');
}
