import { expect, test } from 'vitest';
import { viewLink } from '../../src/cli/view/view-link.ts';
import type { Source } from '../../viewer/src/source/opened.ts';
import { linkOf, sourceOf, sumOf, wantedOf } from '../../viewer/src/source/source-link.ts';

test.each<[Source, string]>([
  [{ kind: 'gallery', id: 'puma-pipes' }, '#source=gallery&id=puma-pipes'],
  [{ kind: 'address', main: 'files/cell.json', path: null }, '#source=address&main=files/cell.json'],
  [
    { kind: 'address', main: 'files/cell.json', path: 'a.csv', more: ['b.csv', 'c.csv'] },
    '#source=address&main=files/cell.json&path=a.csv&path=b.csv&path=c.csv',
  ],
  [
    { kind: 'address', main: 'cells/a b&c.json', path: 'ways/ü#1.csv' },
    '#source=address&main=cells/a%20b%26c.json&path=ways/%C3%BC%231.csv',
  ],
  [
    { kind: 'address', main: 'files/urdf/arm.urdf', path: null, packages: { arm_description: 'files', tool: 'files/tools/grip' } },
    '#source=address&main=files/urdf/arm.urdf&package=arm_description%3Afiles&package=tool%3Afiles/tools/grip',
  ],
])('there and back: %j', (source, link) => {
  expect(linkOf(source)).toBe(link);
  expect(sourceOf(link)).toEqual(source);
  expect(sourceOf(link.slice(1))).toEqual(source);
  expect(sourceOf(`${link}&t=0.5&layers=ghosts`)).toEqual(source);
  // the command makes the same links
  if (source.kind === 'address') {
    const { main, path, more = [], packages = {} } = source;
    const folders = Object.entries(packages).map(([name, folder]) => `${name}:${folder}`);
    expect(viewLink(main, path === null ? [] : [path, ...more], folders)).toBe(link);
  }
});

test('a link says which dropped files it is about, holds none of them, and knows them in whatever folder they lie', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = { 'arm/a.urdf': bytes('<robot/>'), 'arm/b.stl': bytes('b'), 'arm/way.csv': bytes('1') };
  const source = { kind: 'files', files, main: 'arm/a.urdf', path: 'arm/way.csv', geometry: 'visual', beside: ['arm/b.stl'] } as const;
  const link = linkOf(source);
  const { files: own, kind, ...rest } = source;
  expect(wantedOf(link)).toEqual({ ...rest, sum: sumOf(files) });
  expect([sourceOf(link), link.includes('robot')]).toEqual([null, false]);
  const moved = Object.fromEntries(Object.entries(files).map(([path, content]) => [path.slice('arm/'.length), content]));
  expect([sumOf(moved), sumOf({ ...files, 'arm/b.stl': bytes('c') }) === sumOf(files)]).toEqual([sumOf(files), false]);
  const { sum, ...plain } = wantedOf('#source=files&main=cell.json&sum=1f') ?? {};
  expect([plain, sum]).toEqual([{ main: 'cell.json', path: null, geometry: 'collision' }, '1f']);
  for (const bad of ['#source=files&main=a', '#source=files&sum=1', '#source=files&main=a&sum=../b', '#source=address&main=a&sum=1'])
    expect(wantedOf(bad)).toBe(null);
});

test.each(['', '#', '#t=1', '#source=gallery', '#source=gallery&id=', '#source=files&main=a', '#source=address', '#source=address&main='])(
  '%j names nothing',
  (hash) => {
    expect(sourceOf(hash)).toBe(null);
  },
);

test.each([
  'https://evil.example/cell.json',
  '//evil.example/cell.json',
  '/etc/passwd',
  '../cell.json',
  'a/../../cell.json',
  './cell.json',
  'a\\..\\b',
  'data:,x',
  'blob:x',
  'a\0b',
  'a//b',
  ' https:evil.example/cell.json',
  '%2e%2e/cell.json',
  'a/.%2E/%2e./cell.json',
])('%j is not below the page', (path) => {
  const given = encodeURIComponent(path);
  expect(sourceOf(`#source=address&main=${given}`)).toBe(null);
  expect(sourceOf(`#source=address&main=cell.json&path=${given}`)).toBe(null);
  expect(sourceOf(`#source=address&main=cell.json&package=arm:${given}`)).toBe(null);
});
