// The doors of the package: what anybody can import, as package.json `exports` lists it, and the source behind each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** Doors that are not named after their room. */
const ROOM_OF = { trees: 'hierarchy' };

/** Name as it is imported ('inbetween/soft') and entry file from the repository ('src/soft/index.ts'), in the order of package.json. */
export function doors() {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return (
    Object.keys(exports)
      // files as they are and the program of a worker are no doors
      .filter((path) => typeof exports[path] !== 'string' && path !== './page/worker')
      .map((path) => {
        const room = path.slice(2);
        const entry = room === '' ? 'src/index.ts' : `src/${ROOM_OF[room] ?? room}/index.ts`;
        if (!existsSync(join(ROOT, entry))) throw new Error(`package.json exports ${path}, but ${entry} is not there (scripts/doors.mjs)`);
        return { name: name + path.slice(1), entry };
      })
  );
}
