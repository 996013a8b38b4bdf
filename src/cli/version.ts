import { readFileSync } from 'node:fs';

/** From the package file, which lies two folders up in the sources as in the package. */
export function packageVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}
