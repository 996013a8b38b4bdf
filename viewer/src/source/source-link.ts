/**
 * What is opened, as the part of an address behind its #, so that a link opens it again; viewer/README.md tells the
 * keys. Other keys stand beside these, and are not looked at here.
 */
import type { Source } from './opened.ts';

/** The link, with the #. Null: files that somebody dropped are in no link. */
export function linkOf(source: Source): string | null {
  if (source.kind === 'files') return null;
  if (source.kind === 'gallery') return `#source=gallery${part('id', source.id)}`;
  const { main, path, more = [], packages = {} } = source;
  const paths = path === null ? more : [path, ...more];
  const folders = Object.entries(packages).map(([name, folder]) => `${name}:${folder}`);
  const several = (key: string, values: readonly string[]) => values.map((value) => part(key, value)).join('');
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
