/** Files in memory as the readers of the library want them, and the packages among them. */
import { InputError } from 'inbetween';
import { type Files, parseUrdf } from 'inbetween/io';
import { fileKind } from './file-kinds.ts';

export type FileSet = Readonly<Record<string, Uint8Array>>;

const NOT_THERE = 'is not among the files';

export function filesOf(set: FileSet): Files {
  return {
    read: async (path) => {
      const plain = plainPath(path);
      if (Object.hasOwn(set, plain)) return set[plain];
      throw new InputError(NOT_THERE, { file: plain });
    },
  };
}

/** The path without `.`, `..` and empty parts. */
export function plainPath(path: string): string {
  const out: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') out.pop();
    else if (part !== '' && part !== '.') out.push(part);
  }
  return out.join('/');
}

/** A robot names packages that are not among the files. */
export class MissingPackages extends InputError {
  readonly names: readonly string[];

  constructor(names: readonly string[], file: string, line?: number) {
    const what =
      names.length === 1
        ? `the package ${names[0]}, which is missing; drop its folder too`
        : `packages that are missing: ${names.join(', ')}`;
    super(`names meshes of ${what}`, { file, line });
    this.names = names;
  }
}

/** Whether dropping what is missing mends it. */
export function isMissingFile(error: Error): boolean {
  return error instanceof MissingPackages || error.message.includes(NOT_THERE);
}

/**
 * The folders of the packages whose meshes a URDF names: by package.xml, else by the name of a folder. Throws where one
 * is nowhere, because the reader would look for it in one place after the other, and tell all of them.
 */
export function packagesOf(set: FileSet, urdf: string, geometry: 'collision' | 'visual'): Readonly<Record<string, string>> {
  const bytes = set[plainPath(urdf)];
  if (bytes === undefined) return {};
  const model = parseUrdf(bytes, urdf, geometry);
  const found: Record<string, string> = {};
  const missing = new Map<string, number | undefined>();
  for (const link of model.links)
    for (const { shape, line } of link[geometry]) {
      const [, name, rest] = (shape.type === 'mesh' && /^(?:package|model):\/\/([^/]+)\/+(.+)$/.exec(shape.filename)) || [];
      if (name === undefined || Object.hasOwn(found, name)) continue;
      const folder = packageFolder(set, urdf, name, rest);
      if (folder === undefined) missing.set(name, missing.get(name) ?? line);
      else found[name] = folder;
    }
  const names = [...missing.keys()].filter((name) => !Object.hasOwn(found, name));
  if (names.length > 0) throw new MissingPackages(names, urdf, missing.get(names[0]));
  return found;
}

function packageFolder(set: FileSet, urdf: string, name: string, rest: string): string | undefined {
  const paths = Object.keys(set);
  const declared = paths.filter((path) => /(^|\/)package\.xml$/.test(path) && packageName(set[path]) === name).map(folderOf);
  const named = new Set(paths.flatMap((path) => foldersOf(path).filter((folder) => folder.split('/').at(-1) === name)));
  // who drops what lies inside of a package drops neither its folder nor its name
  const around = foldersOf(urdf).reverse();
  const candidates = [...declared, ...named, ...around, ''];
  return candidates.find((folder) => Object.hasOwn(set, plainPath(`${folder}/${rest}`))) ?? [...declared, ...named][0];
}

function packageName(bytes: Uint8Array): string | undefined {
  return /<name>\s*([^<\s]+)\s*<\/name>/.exec(new TextDecoder().decode(bytes))?.[1];
}

/** The SRDF of a robot: of the same name, or the only one. */
export function srdfOf(set: FileSet, urdf: string): string | undefined {
  const all = Object.keys(set).filter((path) => fileKind(path, set[path]) === 'srdf');
  const ownName = robotName(set[urdf]);
  const ofRobot = all.filter((path) => robotName(set[path]) === ownName);
  return ofRobot.find((path) => stem(path) === stem(urdf)) ?? ofRobot[0] ?? (all.length === 1 ? all[0] : undefined);
}

function robotName(bytes: Uint8Array): string | undefined {
  return /<robot\b[^>]*\bname\s*=\s*["']([^"']*)["']/.exec(new TextDecoder().decode(bytes))?.[1];
}

export function shortName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The name of a file without its extension. */
export function stem(path: string): string {
  return shortName(path).replace(/(?<=.)\.[^.]*$/, '');
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folders that a file is in, the outermost first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, k) => parts.slice(0, k + 1).join('/'));
}

/** The last one would be no entry of a record. */
const UNUSABLE: ReadonlySet<string> = new Set(['', '.', '..', '__proto__']);

/** A path that stays where it is: relative, without `..`, of characters that can be shown. */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > 1000 || /^([/\\]|[a-z]:)/i.test(path) || [...path].some((letter) => letter < ' ')) return false;
  const parts = path.split('/');
  return parts.length <= 32 && parts.every((part) => !UNUSABLE.has(part));
}
