/** Opens what the viewer shows. The same function runs in the page and in the worker; both get scenes alike. */
import { InputError } from 'inbetween';
import { galleryEntry } from './gallery.ts';
import type { Opened, Source } from './opened.ts';

/** `page`: the address that an 'address' is below; a worker has another one than its page and must be told. */
export async function openSource(source: Source, page?: string): Promise<Opened> {
  if (source.kind === 'gallery') {
    const entry = galleryEntry(source.id);
    if (entry === undefined) throw new InputError(`the gallery has nothing called '${source.id}'`);
    return { ...(await entry.open()), frame: entry.frame };
  }
  // readers of files are not needed for the gallery's first picture
  const { openFiles, openAddress } = await import('./open-files.ts');
  return source.kind === 'files' ? openFiles(source) : openAddress(source, page ?? pageAddress());
}

function pageAddress(): string {
  const { document, location } = globalThis as { document?: { baseURI: string }; location?: { href: string } };
  return document?.baseURI ?? location?.href ?? '';
}
