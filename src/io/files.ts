import { InputError } from '../math/input-error.ts';

/** Where files come from: a folder on disk, a web server, a zip in memory. Paths use forward slashes. */
export interface Files {
  /** The content of a file. Rejects with an InputError that names the path when there is nothing to read. */
  read(path: string): Promise<Uint8Array>;
}

/** Files below an address, read by `fetch`: for pages. A relative address is taken from the page. */
export function fetched(baseUrl: string): Files {
  const folder = folderAddress(baseUrl);
  return {
    async read(path: string): Promise<Uint8Array> {
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
