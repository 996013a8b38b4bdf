import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { listed, undocumentedNames } from './documented-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'inbetween-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every public name has a sentence that an editor shows', () => {
  const names = undocumentedNames(doors());
  expect(names.length, `without a sentence directly before the export:\n${listed(names)}\n`).toBe(0);
});

test('names without a sentence are found, at the first door that has them', () => {
  const room = join(folder, 'room.ts');
  const door = join(folder, 'door.ts');
  const second = join(folder, 'second.ts');
  writeFileSync(
    room,
    `/** The head of the file, which stands before an import and explains nothing to who hovers. */
    import type { Buffer } from 'node:buffer';
    export function bare(b: Buffer): Buffer { return b; }
    /** Explained. */
    export interface Shape {
      /** Explained. */
      readonly size: number;
      readonly silent: number;
    }
    /** Explained. */
    export class Box implements Shape {
      readonly size: number = 1;
      readonly silent: number = 2;
      private hidden = 3;
      protected kept = 4;
      /** Explained. */
      get width(): number { return this.hidden + this.kept; }
      /** @internal */
      inner(): void {}
      open(): void {}
    }
    export type Record = {
      /** Explained. */
      a: number;
      b: number;
    };
    export const LIMIT = 1;`,
  );
  writeFileSync(door, `export { bare, Box, type Record } from './room.ts';`);
  writeFileSync(second, `export { bare, LIMIT as MOST, type Shape } from './room.ts';`);
  const names = undocumentedNames([
    { name: 'p', entry: door },
    { name: 'p/second', entry: second },
  ]);
  expect(names.map(({ door, name, place }) => [door, name, place.replace(/^.*\//, '')].join(' '))).toEqual([
    'p bare room.ts:3',
    'p Box.silent room.ts:13',
    'p Box.open room.ts:20',
    'p Record room.ts:22',
    'p Record.b room.ts:25',
    'p/second MOST room.ts:27',
    'p/second Shape.silent room.ts:8',
  ]);
  expect(listed(names).split('\n')[0]).toMatch(/^p {9}bare {10}\S+room\.ts:3$/);
});
