import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { computes, isNamed, partOf, takersOf } from './named-by-tests.ts';
import { sourceFiles } from './source-files.ts';

/** Folders whose files decide by themselves: an error in one is a wrong verdict. A test takes something of each by name. */
const BY_NAME: readonly string[] = [
  'math',
  'geometry',
  'mesh',
  'hierarchy',
  'motion',
  'contact/elementary',
  'words',
  'gpu/twin',
  'io/map',
  'io/robot',
  'io/scene',
  'io/text',
];

/** Folders of which a file may instead be part of a single one that is: the header of a format, the solver of a search. */
const OR_PART: readonly string[] = ['methods/interval', 'contact/many-turns/profile', 'cloud', 'tool', 'io/cloud', 'io/mesh', 'io/path'];

/** Files of these folders that no test takes by name, and why. */
const EXCEPTIONS: readonly string[] = [
  'src/io/text/counted.ts', // one line of words, which the messages of all readers are compared with
];

const src = sourceFiles(['src']);

describe('this repository', () => {
  const takers = takersOf(src, sourceFiles(['test']));
  const folderOf = (file: string): string => file.slice('src/'.length, file.lastIndexOf('/'));

  test('what decides a verdict by itself is taken by name by a test', () => {
    const unnamed = src
      .filter(([file, text]) => !file.endsWith('/index.ts') && computes(file, text))
      .map(([file]) => file)
      .filter((file) => !isNamed(file, takers))
      .filter((file) => BY_NAME.includes(folderOf(file)) || (OR_PART.includes(folderOf(file)) && partOf(file, takers) === undefined));
    expect(unnamed).toEqual(EXCEPTIONS);
  });

  test('the folders that are held to it are those of CONTRIBUTING.md, and are there', () => {
    const held = [...BY_NAME, ...OR_PART];
    const folders = new Set(src.map(([file]) => folderOf(file)));
    expect(held.filter((folder) => !folders.has(folder))).toEqual([]);
    const row = /^\| `test\/unit` \|(.*)\|$/m.exec(readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8'))?.[1] ?? '';
    const [, listed] = row.split(':');
    expect([...listed.matchAll(/`([a-z/-]+)`/g)].map(([, folder]) => folder).sort()).toEqual([...held].sort());
  });
});

describe('the finder of what tests name', () => {
  const FILES: [string, string][] = [
    ['src/io/index.ts', "export { a, b as c } from './a.ts';"],
    ['src/io/a.ts', "import { part } from './part.ts'; export function a() { return part(); } export const b = () => 1;"],
    ['src/io/part.ts', "import { deep } from './deep.ts'; export const part = () => deep();"],
    ['src/io/deep.ts', 'export const deep = () => 1;'],
    ['src/io/shared.ts', 'export const shared = () => 1;'],
    ['src/io/d.ts', "import { shared } from './shared.ts'; export const d = () => shared();"],
    ['src/io/e.ts', "import { shared } from './shared.ts'; export const e = () => shared();"],
    ['src/cli/own.ts', "import { lent } from '../io/lent.ts'; export const own = () => lent();"],
    ['src/io/lent.ts', 'export const lent = () => 1;'],
    ['src/io/alone.ts', 'export const alone = () => 1;'],
  ];
  const TESTS: [string, string][] = [
    ['test/unit/io/a.test.ts', "import { c } from '../../../src/io/index.ts';"],
    ['test/unit/io/d.test.ts', "import { d } from '../../../src/io/d.ts'; import { e } from '../../../src/io/e.ts';"],
    ['test/unit/cli/own.test.ts', "import * as own from '../../../src/cli/own.ts'; import type { T } from '../../../src/io/alone.ts';"],
  ];
  const takers = takersOf(FILES, TESTS);

  test.each([
    ['src/io/a.ts', true], // by another name, through a door
    ['src/io/d.ts', true],
    ['src/cli/own.ts', true],
    ['src/io/part.ts', false],
    ['src/io/alone.ts', false], // only a type of it
  ])('%s is taken by a test: %s', (file, named) => {
    expect(isNamed(file, takers)).toBe(named);
  });

  test.each([
    ['src/io/part.ts', 'src/io/a.ts'],
    ['src/io/deep.ts', 'src/io/a.ts'], // by way of a part
    ['src/io/shared.ts', undefined], // of two
    ['src/io/lent.ts', undefined], // of one elsewhere
    ['src/io/alone.ts', undefined], // of none
  ])('%s is part of %s', (file, whole) => {
    expect(partOf(file, takers)).toBe(whole);
  });

  test.each([
    ['export interface A { f(): void } export type B = () => void; export const c = 3;', false],
    ['export abstract class A { abstract f(): void; }', false],
    ['export const f = (x: number) => x;', true],
    ['export class A { get b() { return 1; } }', true],
  ])('%s computes: %s', (text, found) => {
    expect(computes('src/a.ts', text)).toBe(found);
  });
});
