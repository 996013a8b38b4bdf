/**
 * The names between the slashes of an address, decoded; undefined where one of them could lead elsewhere than down:
 * `..`, a slash or backslash in disguise, NUL, the colon of Windows' drives and streams.
 */
export function sitePath(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    const names = path.slice(1).split('/').map(decodeURIComponent);
    return names.every(isPlain) ? names : undefined;
  } catch {
    return undefined; // a % with nothing behind it
  }
}

function isPlain(name: string): boolean {
  const disguised = process.platform === 'win32' ? /[\\/:\p{Cc}]/u : /[\\/\p{Cc}]/u;
  return name !== '' && name !== '.' && name !== '..' && !disguised.test(name);
}
