import { describe, expect, test } from 'vitest';
import { circlesOf, folderGraph, importGraph } from './import-circles.ts';
import { sourceFiles } from './source-files.ts';
import { importsOf } from './source-rules.ts';

const graph = importGraph(sourceFiles(['src']).map(([file, text]) => [file, importsOf(file, text)]));

describe('this repository', () => {
  test('no file imports itself by way of others, not even a type', () => {
    expect(graph.size).toBeGreaterThan(100);
    expect(circlesOf(graph)).toEqual([]);
  });

  test('no folder of a room imports from itself by way of the folders beside it', () => {
    expect(circlesOf(folderGraph(graph))).toEqual([]);
  });
});

describe('the finder of circles', () => {
  const finds = (arrows: Readonly<Record<string, readonly string[]>>): string[][] => circlesOf(new Map(Object.entries(arrows)));

  test.each([
    ['two that know each other', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    ['a long way round', { a: ['b'], b: ['c'], c: ['d'], d: ['b'] }, [['b', 'c', 'd']]],
    ['one that names itself', { a: ['a'] }, [['a']]],
    [
      'two apart from each other',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['two that share a name', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['a', 'b', 'c']]],
  ])('finds %s', (_, arrows, circles) => {
    expect(finds(arrows)).toEqual(circles);
  });

  test('none where all ways go down, also by two ways to one place and out of the graph', () => {
    expect(finds({ a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: ['elsewhere'] })).toEqual([]);
  });

  test('imports lead from file to file', () => {
    expect([...importGraph([['src/a/x.ts', ['./y.ts', '../b/z.ts', 'saxes']]])]).toEqual([['src/a/x.ts', ['src/a/y.ts', 'src/b/z.ts']]]);
  });

  test('folders beside each other are judged, a room and what is inside it are not', () => {
    const folders = folderGraph(
      new Map([
        ['src/io/x.ts', ['src/io/mesh/y.ts']],
        ['src/io/mesh/y.ts', ['src/io/x.ts', 'src/io/text/z.ts', 'src/math/v.ts']],
        ['src/io/text/z.ts', ['src/io/mesh/y.ts']],
      ]),
    );
    expect(folders.get('src/io')).toEqual([]);
    expect(folders.get('src/io/mesh')).toEqual(['src/io/text']);
    expect(circlesOf(folders)).toEqual([['src/io/mesh', 'src/io/text']]);
  });
});
