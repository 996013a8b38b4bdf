import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/**
 * Where files come from: a folder on disk, a web server, a zip in memory. Paths use forward slashes. Who wraps one
 * hands `named` on, or what files name cannot be distinguished from what the person names.
 */
export interface Files {
  /**
   * The content of a file. Rejects with an InputError that names the path when there is nothing to read. `named`: which
   * files led to it; absent where the person names it.
   */
  read(path: string, named?: NamedBy): Promise<Uint8Array>;
}

/** How a file came to be named, where the person did not: a place of files may refuse what lies elsewhere. */
export interface NamedBy {
  /** The files that led to it, each named by the one before, the first of them by the person. */
  readonly by: readonly string[];
  /** Where the package lies by whose name it is called; absent where it is called by a path. */
  readonly package?: PackageFolder;
}

/** The folder that stands for a package. */
export interface PackageFolder {
  /** Folder from the root of the Files, or an address. */
  readonly folder: string;
  /** Whether the person says so; else it was found by its name, or a file says it. */
  readonly given: boolean;
  /** What the package is called; absent where it is called by no name. */
  readonly name?: string;
}

/** A file named by another is not read, because of where it lies. */
export class OutsideError extends InputError {}

/** The same files as one of them names them: what is read counts as coming from there. */
export function namedBy(files: Files, file: string): Files {
  return {
    read: (path, named) => {
      const by = [file, ...(named?.by ?? [])];
      // what a file says of packages is no word of the person
      const found = named?.package === undefined ? {} : { package: { ...named.package, given: false } };
      return files.read(path, { by, ...found });
    },
  };
}

/** The file that the person names; an InputError where `files` is nothing to read from. `reader`: who asks. */
export async function namedFile(files: Files, path: string, reader: string): Promise<Uint8Array> {
  if (typeof files?.read !== 'function')
    throw new InputError(
      `${reader}(files, path): the first argument says where from, files('folder') in Node, fetched(url), or { read(path) } of your own`,
    );
  if (typeof path !== 'string') throw new InputError(`${reader}(files, path): the path must be text, got ${shownValue(path)}`);
  return files.read(path);
}

/** What may be fetched. */
export interface FetchedOptions {
  /** Whether files may name others anywhere. Default false: of their own servers, and of packages that are given. */
  readonly outside?: boolean;
}

/**
 * Files below an address, read by `fetch`: for pages. A relative address is taken from the page. What files name is
 * fetched from the servers that the program names only.
 */
export function fetched(baseUrl: string, options: FetchedOptions = {}): Files {
  checkRecord(options, ['outside'], 'fetched');
  const { outside = false } = options;
  const folder = folderAddress(baseUrl);
  return {
    async read(path: string, named?: NamedBy): Promise<Uint8Array> {
      if (named !== undefined && !outside && !isOnKnownServer(path, named, folder))
        throw new OutsideError(
          `is on another server than ${named.by.at(-1)}, which names it; fetched(url, { outside: true }) fetches it all the same`,
          { file: path },
        );
      try {
        const response = await fetch(new URL(path, folder));
        if (response.ok) return new Uint8Array(await response.arrayBuffer());
        throw new InputError(`cannot be fetched: ${response.status} ${response.statusText}`, { file: path });
      } catch (cause) {
        if (cause instanceof InputError) throw cause;
        throw new InputError(`cannot be fetched: ${(cause as Error).message}`, { file: path });
      }
    },
  };
}

/** Whether it is on the server of the base, of a file that led here, or of a given package; `data:` is no server. */
function isOnKnownServer(path: string, { by, package: own }: NamedBy, base: URL): boolean {
  const address = addressOf(path, base);
  if (address === undefined || address.protocol === 'data:') return true;
  const known = [base.href, ...by, ...(own?.given ? [own.folder] : [])];
  return known.some((name) => addressOf(name, base)?.origin === address.origin);
}

/** Undefined where it is none: fetching says so. */
function addressOf(path: string, base: URL): URL | undefined {
  try {
    return new URL(path, base);
  } catch {
    return undefined;
  }
}

function folderAddress(baseUrl: string): URL {
  try {
    return new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`, pageAddress());
  } catch {
    throw new InputError(`${JSON.stringify(baseUrl)} is no address to fetch from; outside of a page it must be absolute`);
  }
}

function pageAddress(): string | undefined {
  const { document, location } = globalThis as { document?: { baseURI: string }; location?: { href: string } };
  return document?.baseURI ?? location?.href;
}

/**
 * A path named inside the file `from`, as seen from the root of the Files: both in the same folder unless it says
 * otherwise.
 */
export function besidePath(from: string, path: string): string {
  const slash = Math.max(from.lastIndexOf('/'), from.lastIndexOf('\\'));
  const isAbsolute = /^([a-z][a-z0-9+.-]*:|[/\\])/i.test(path);
  return slash < 0 || isAbsolute ? path : from.slice(0, slash + 1) + path;
}
