/**
 * What is opened, as the part of an address behind its #, so that a link opens it again; viewer/README.md tells the
 * keys. Other keys stand beside these, and are not looked at here.
 */
import { crc32 } from './crc32.ts';
import type { FileSet } from './file-set.ts';
import type { Source } from './opened.ts';

type FilesSource = Extract<Source, { kind: 'files' }>;

/** Files that somebody dropped are in no link: it says which are meant, and whoever opens it is asked for them. */
export interface WantedFiles extends Omit<FilesSource, 'kind' | 'files'> {
  /** A checksum of all of them, whatever their folders are called. */
  readonly sum: string;
}

/** The link, with the #. */
export function linkOf(source: Source): string {
  const several = (key: string, values: readonly string[]) => values.map((value) => part(key, value)).join('');
  if (source.kind === 'files') {
    const { files, main, path, geometry, beside = [] } = source;
    const shapes = geometry === 'visual' ? '&geometry=visual' : '';
    return `#source=files${part('main', main)}&sum=${sumOf(files)}${several('path', path === null ? [] : [path])}${shapes}${several('beside', beside)}`;
  }
  if (source.kind === 'gallery') return `#source=gallery${part('id', source.id)}`;
  const { main, path, more = [], packages = {} } = source;
  const paths = path === null ? more : [path, ...more];
  const folders = Object.entries(packages).map(([name, folder]) => `${name}:${folder}`);
  return `#source=address${part('main', main)}${several('path', paths)}${several('package', folders)}`;
}

/** `hash` with or without its #. Null: it names nothing, or something that is not below the page. */
export function sourceOf(hash: string): Source | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const kind = given.get('source');
  const id = given.get('id');
  if (kind === 'gallery') return id === null || id === '' ? null : { kind, id };
  const main = given.get('main');
  const paths = given.getAll('path');
  const packages = given.getAll('package').map((one) => /^([^:]+):(.*)$/s.exec(one));
  const folders = packages.map((found) => found?.[2] ?? '');
  if (kind !== 'address' || main === null || ![main, ...paths, ...folders].every(isBelow)) return null;
  const [path = null, ...more] = paths;
  const named = Object.fromEntries(packages.map((found) => [found?.[1] ?? '', found?.[2] ?? '']));
  return { kind, main, path, ...(more.length === 0 ? {} : { more }), ...(packages.length === 0 ? {} : { packages: named }) };
}

/** Null: it is no link to files that somebody dropped. */
export function wantedOf(hash: string): WantedFiles | null {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [main, sum, path] = ['main', 'sum', 'path'].map((key) => given.get(key));
  if (given.get('source') !== 'files' || !main || !/^[0-9a-f]{1,8}$/.test(sum ?? '')) return null;
  const beside = given.getAll('beside');
  const geometry = given.get('geometry') === 'visual' ? 'visual' : 'collision';
  return { main, path, geometry, ...(beside.length === 0 ? {} : { beside }), sum: sum as string };
}

/** A link follows everything that is shown: files are summed once. */
const SUMS: WeakMap<FileSet, string> = new WeakMap();

export function sumOf(files: FileSet): string {
  const sums = () => Uint32Array.from(Object.values(files), crc32).sort();
  const sum = SUMS.get(files) ?? crc32(new Uint8Array(sums().buffer)).toString(16);
  SUMS.set(files, sum);
  return sum;
}

/** Slashes stay as they are, for people. */
function part(key: string, value: string): string {
  return `&${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`;
}

/** A link comes from anybody: it names no other server and no folder above, however browsers would spell that. */
function isBelow(path: string): boolean {
  const isPlain = (name: string) => !/^(?:\.|%2e){0,2}$/i.test(name);
  // spaces before a scheme are no part of it, for browsers
  return !/^\s*[a-z][a-z0-9+.-]*:|[\\\p{Cc}]/iu.test(path) && path.split('/').every(isPlain);
}
