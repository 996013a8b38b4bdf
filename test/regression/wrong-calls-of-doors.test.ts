import { expect, test } from 'vitest';
import { InputError } from '../../src/index.ts';
import * as io from '../../src/io/index.ts';
import * as node from '../../src/node/index.ts';
import * as report from '../../src/report/index.ts';

// Whatever is given to a door that reads or tells: where it is wholly wrong an InputError says so, and no engine's words.

const BYTES = new TextEncoder().encode('v 0 0 0');
const FILES: io.Files = { read: async () => BYTES };
const WRONG = [undefined, null, {}, [], [null], 'x', '', 5, true, () => {}, new Map()];
const BEFORE = [[], [FILES], [FILES, 'x'], [BYTES, 'x'], ['x', 'x'], [{}], [[]]];
/** What starts threads that nobody ends here. */
const LEFT = ['threads'];

const doors = Object.entries({ io, node, report }).flatMap(([door, its]) =>
  Object.entries(its).flatMap(([name, what]) =>
    typeof what === 'function' && !LEFT.includes(name) ? [[`${door}: ${name}`, what] as const] : [],
  ),
);

test.each(doors)('%s', async (name, what) => {
  const isClass = /: [A-Z]/.test(name);
  for (const before of BEFORE)
    for (const wrong of WRONG)
      for (const after of [[], [null], [{}]]) {
        const args = [...before, wrong, ...after];
        const told = await (async () => (isClass ? Reflect.construct(what, args) : Reflect.apply(what, undefined, args)))().catch(
          (error: unknown) => error,
        );
        if (told instanceof Error && !(name.endsWith('Error') && isClass)) expect(told).toBeInstanceOf(InputError);
      }
});
