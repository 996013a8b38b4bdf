import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './installed-package.ts';

/** What package.json lets anybody import. */
export interface Door {
  /** As imported: 'inbetween/soft'. */
  readonly name: string;
  /** Its JavaScript and its declarations, from the root of the package. */
  readonly file: string;
  readonly types: string;
  /** Whether it needs neither a package nor Node nor the DOM. */
  readonly isCore: boolean;
}

type Exports = Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;

const OUTER: readonly string[] = ['./io', './report', './gpu', './node', './page', './three'];

export const DOORS: readonly Door[] = Object.entries(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: Exports }).exports,
).flatMap(([subpath, target]) =>
  typeof target === 'string' || subpath === './page/worker' // a program, no door
    ? []
    : [
        {
          name: subpath.replace('.', 'inbetween'),
          file: target.default.slice(2),
          types: target.types.slice(2),
          isCore: !OUTER.includes(subpath),
        },
      ],
);

export const CORE_DOORS: readonly Door[] = DOORS.filter(({ isCore }) => isCore);

export function doorNamed(name: string): Door {
  const found = DOORS.find((door) => door.name === name);
  if (found === undefined) throw new Error(`package.json exports no ${name}`);
  return found;
}
