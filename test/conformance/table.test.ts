import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { doors } from '../../scripts/doors.mjs';
import { sourceProgram } from '../structure/source-program.ts';
import { capabilitiesPage } from './page.ts';
import { LIBRARY_ROWS, THREE_ROWS } from './registry.ts';

/** What a question is about: whoever takes one of these asks it, or hands it on. */
const ASKED = ['Scene', 'SceneMotions', 'SceneOptions'];

/** Exports that take a scene or its motions, by door. */
function takers(): string[] {
  const entries = doors();
  const program = sourceProgram(entries.map(({ entry }) => entry));
  const checker = program.getTypeChecker();
  const isAsked = (type: ts.Type, depth: number): boolean => {
    const name = (type.aliasSymbol ?? type.symbol)?.name;
    if (name !== undefined && ASKED.includes(name)) return true;
    if (type.isUnionOrIntersection()) return type.types.some((one) => isAsked(one, depth));
    // options of their own: a record that has one
    if (depth === 0 || (type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0) return false;
    return type.getProperties().some((property) => isAsked(checker.getTypeOfSymbol(property), depth - 1));
  };
  return entries.flatMap(({ name, entry }) => {
    const file = program.getSourceFile(new URL(`../../${entry}`, import.meta.url).pathname) as ts.SourceFile;
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol);
    return exported.flatMap((symbol) => {
      const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      if ((own.flags & ts.SymbolFlags.Value) === 0) return [];
      const type = checker.getTypeOfSymbol(own);
      const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
      const takes = signatures.some(({ parameters }) => parameters.some((one) => isAsked(checker.getTypeOfSymbol(one), 1)));
      return takes ? [`${name} ${symbol.name}`] : [];
    });
  });
}

/** What takes a scene and asks it nothing of its own, and why. */
const ASKS_NOTHING = [
  'inbetween/methods stagesOf', // what each stage leaves to the next; a verdict has nobody before the last
  'inbetween/report cellIndexPage', // pictures of answers that are there already
  'inbetween/report cellReportPage',
  'inbetween/report planReportPage',
  'inbetween/report verdictRows',
  'inbetween/three contactTriangles',
];

describe('the capability table', () => {
  test('has a row for every exported query that takes a scene', () => {
    const rows = new Set(Object.keys({ ...LIBRARY_ROWS, ...THREE_ROWS }).map((name) => name.replace(/\..*$/, '')));
    const found = takers();
    expect(found.filter((name) => !rows.has(name.replace(/^.* /, ''))).sort()).toEqual([...ASKS_NOTHING].sort());
    expect(found.length).toBeGreaterThan(12);
  });

  test('is in no bundle: only sentences that are thrown are', async () => {
    const entries = [
      ['index', 'Scene, Robot, MotionChecker, DragLoop, sampledPairs'],
      ['plan/index', 'plan, planOnLines, timed, Roadmap'],
      ['batch/index', 'Batch'],
      ['prove/index', 'recordProof'],
    ];
    const contents = entries.map(([file, names]) => `export { ${names} } from './src/${file}.ts';`).join('\n');
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: fileURLToPath(new URL('../../', import.meta.url)) },
      ...{ bundle: true, write: false, minify: true, treeShaking: true, format: 'esm', platform: 'neutral' },
    });
    const [{ text }] = outputFiles;
    expect(text).toContain('not for scenes with soft bodies');
    expect(text).not.toContain('bodiesByRows');
  });

  test('is the page of the guides, which this test writes where it is deleted', async () => {
    await expect(capabilitiesPage()).toMatchFileSnapshot('../../docs/guides/capabilities.md');
  });
});
