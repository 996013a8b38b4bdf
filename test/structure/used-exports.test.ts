import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importGraph } from './import-circles.ts';
import { sourceFiles } from './source-files.ts';
import { importsOf } from './source-rules.ts';
import { namesTaken, unreachable, valuesExported } from './used-exports.ts';

const src = sourceFiles(['src']);
const entries = src
  .map(([file]) => file)
  .filter((file) =>
    /^src\/(index|[a-z]+\/index|cli\/main|node\/thread|page\/worker|report\/viewer\/program\/(theme-)?main)\.ts$/.test(file),
  );

/** Files that nothing in the package needs yet, and why they stay. */
const KEPT_FILES = [
  'src/gpu/wgsl/wgsl-files.d.ts', // says what an import of a program gives; nothing imports it
];

/** Rows of the capability table, which are shown and asked by tests (test/conformance). */
const ROWS = /-capabilities\.ts( [A-Z_]+_CAPABILITIES)?$/;

/** What only its own file and tests use, and why it is exported. */
const KEPT_EXPORTS = [
  'src/batch/motion-rows.ts sceneMotionsAt', // names of what it is given, tested by themselves
  'src/broad/motion-box.ts STRAIGHT_AXES', // a default that tests give as well
  'src/cli/batch/proof-folder.ts fileNameOf', // names of files, tested by themselves
  'src/cli/demo/tool-session.ts rimOf', // held against a slower way
  'src/convex/contact-patch.ts PATCH_GAP',
  'src/convex/trackers/gjk.ts GJK_LOWER', // slots of what others may read
  'src/convex/trackers/gjk.ts GJK_ROUNDING',
  'src/gpu/batch/batch-runner.ts BATCH_PROGRAM', // parts of it are tested by themselves
  'src/gpu/batch/batch-runner.ts queueItems', // packed words, which tests fill beyond what they hold
  'src/gpu/batch/batch-trees.ts leafLink',
  'src/gpu/step/step-device.ts levelsOf',
  'src/gpu/twin/visible-twin.ts drawTriangle', // the lemma of visibility is tested with it
  'src/hierarchy/fit-swept-sphere.ts fitDown', // compiled by name, by scripts/bundle-programs.mjs
  'src/hierarchy/triangle-tree.ts checkedLeaves', // the greatest number has no memory to be tested by
  'src/math/trig.ts ANGLE_ERROR', // a guarantee
  'src/math/trig.ts COS_POLYNOMIAL', // coefficients whose error tests prove
  'src/math/trig.ts SIN_POLYNOMIAL',
  'src/mesh/inspect-mesh.ts hasZeroArea', // exact, tested by itself
  'src/motion/state-bounds.ts LaterBounds', // the bounds of a motion of one's own, tested by themselves
  'src/node/job/answerer.ts inThisThread', // tests answer without threads
  'src/node/job/run/cut-chunks.ts MOST_CHUNK_BYTES', // a limit that tests go beyond
  'src/report/viewer/program/line-of-sight.ts rayMeetsTriangle', // tested by themselves
  'src/report/viewer/program/markers.ts pointAlong',
  'src/scene/answers/sampled-pairs.ts randomConfiguration', // the same are judged by brute force
];

describe('this repository', () => {
  test('everything in the package is reached from one of its doors', () => {
    expect(entries.length).toBeGreaterThan(3);
    const graph = importGraph(src.map(([file, text]) => [file, importsOf(file, text)]));
    expect(unreachable(graph, entries).filter((file) => !ROWS.test(file))).toEqual(KEPT_FILES);
  });

  test('what a file exports is used by another one', () => {
    const used = new Set(
      [...src, ...sourceFiles(['bench', 'scenes', 'scripts', 'examples'])].flatMap(([file, text]) =>
        namesTaken(file, text).map(([specifier, name]) => `${posix.join(posix.dirname(file), specifier)} ${name}`),
      ),
    );
    const unused = src
      .filter(([file]) => !entries.includes(file) && !used.has(`${file} *`))
      .flatMap(([file, text]) => valuesExported(file, text).map((name) => `${file} ${name}`))
      .filter((value) => !used.has(value) && !ROWS.test(value));
    expect(unused.sort()).toEqual(KEPT_EXPORTS);
  });
});

describe('the finder of what is unused', () => {
  test('follows imports from the entries', () => {
    const graph = importGraph([
      ['src/index.ts', ['./a.ts']],
      ['src/a.ts', ['./b.ts']],
      ['src/b.ts', ['./a.ts']],
      ['src/c.ts', ['./a.ts']],
    ]);
    expect(unreachable(graph, ['src/index.ts'])).toEqual(['src/c.ts']);
  });

  test('sees values that are exported, and no types', () => {
    const text = `export const a = 1, b = 2; export function c() {} export class D {} export abstract class E {}
      export interface F {} export type G = 1; const h = 3; export { i } from './i.ts';`;
    expect(valuesExported('x.ts', text)).toEqual(['a', 'b', 'c', 'D', 'E']);
  });

  test('sees names that are taken', () => {
    const text = `import { a, type B, c as d } from './a.ts'; export { e } from './e.ts'; export * from './f.ts'; import * as g from './g.ts';
      const h = await import('./h.ts');`;
    expect(namesTaken('x.ts', text).map((pair) => pair.join(' '))).toEqual([
      './a.ts a',
      './a.ts B',
      './a.ts c',
      './e.ts e',
      './f.ts *',
      './g.ts *',
      './h.ts *',
    ]);
  });
});
