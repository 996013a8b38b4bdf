import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { CORE_ROOMS, importFault, layerOf, ROOMS, roomOf } from './room-order.ts';
import { sourceFiles } from './source-files.ts';
import { engineFaults, formFaults, importsOf } from './source-rules.ts';

const src = sourceFiles(['src']);
const all = sourceFiles(['src', 'test', 'bench', 'scenes', 'scripts', 'viewer']);

describe('this repository', () => {
  test('rooms import only from the rooms they may know', () => {
    expect(src.length).toBeGreaterThan(3);
    const faults = [...src, ...sourceFiles(['viewer'])].flatMap(([file, text]) =>
      importsOf(file, text).flatMap((specifier) => importFault(file, specifier)?.replace(/^/, `${file}: `) ?? []),
    );
    expect(faults).toEqual([]);
  });

  test('every room of src is in docs/rooms.json, and sees only rooms before it', () => {
    const rooms = new Set(src.map(([file]) => roomOf(file)));
    const listed = ROOMS.map(({ room }) => room);
    expect([...rooms].filter((room) => room !== 'src/index.ts').sort()).toEqual([...listed].sort());
    const backwards = ROOMS.flatMap(({ room, sees }, i) =>
      sees.filter((other) => !listed.slice(0, i).includes(other)).map((other) => `${room}: ${other}`),
    );
    expect(backwards).toEqual([]);
  });

  test('every file of a room is in one of its layers, and every layer has files', () => {
    const faults = ROOMS.flatMap((room) => {
      const layers = src.filter(([file]) => roomOf(file) === room.room).map(([file]) => [file, layerOf(room, file)] as const);
      const empty = (room.layers ?? []).filter((_, i) => !layers.some(([, layer]) => layer === i));
      return [...layers.filter(([, layer]) => Number.isNaN(layer)).map(([file]) => file), ...empty.map((name) => `${room.room}: ${name}`)];
    });
    expect(faults).toEqual([]);
  });

  test('the table of docs/architecture.md is docs/rooms.json', () => {
    const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \| (.*) \|$/gm)].map(([, room, knows, sees]) => ({ room, knows, sees }));
    const expected = ROOMS.map(({ room, knows, sees, doors }) => ({
      room,
      knows,
      sees: [...(doors ? ['the doors'] : []), ...sees].join(', ') || 'nothing',
    }));
    expect(rows).toEqual(expected);
  });

  test('no folder has more than 25 entries', () => {
    const folders = new Map<string, Set<string>>();
    for (const [file] of all) {
      const parts = file.split('/');
      for (let k = 1; k < parts.length; k++) {
        const folder = parts.slice(0, k).join('/');
        folders.set(folder, (folders.get(folder) ?? new Set<string>()).add(parts[k]));
      }
    }
    // their entries are the rooms, which docs/rooms.json lists
    for (const rooms of ['src', 'test/unit']) folders.delete(rooms);
    const full = [...folders].filter(([, entries]) => entries.size > 25);
    expect(full.map(([folder, { size }]) => `${folder}: ${size}`)).toEqual([]);
  });

  test('the core computes the same bits in every engine', () => {
    const core = src.filter(([file]) => CORE_ROOMS.includes(roomOf(file)) || file === 'src/index.ts');
    expect(core.flatMap(([file, text]) => engineFaults(file, text))).toEqual([]);
  });

  test('names, lengths and forms of all source files', () => {
    expect(all.flatMap(([file, text]) => formFaults(file, text))).toEqual([]);
  });
});

describe('the import rule', () => {
  test.each([
    ['src/contact/methods/best-first.ts', '../../motion/rigid-motion.ts'],
    ['src/contact/methods/best-first.ts', './front.ts'],
    ['src/geometry/sphere.ts', '../math/vec3.ts'],
    ['src/io/read-obj.ts', '../mesh/triangle-mesh.ts'],
    ['src/io/mesh/obj.ts', '../work-meter.ts'],
    ['src/io/mesh/obj.ts', '../text/lines.ts'],
    ['src/scene/scene.ts', './answers/state-check.ts'],
    ['src/scene/drag/drag-loop.ts', '../scene.ts'],
    ['src/scene/search/deeper/x.ts', '../scene-search.ts'],
    ['src/plan/race-service.ts', './plan.ts'],
    ['src/plan/index.ts', './race-service.ts'],
    ['src/io/read-scene.ts', '../motion/motion.ts'],
    ['src/io/robot/read-urdf.ts', 'saxes'],
    ['src/cli/query/query.ts', '../../index.ts'],
    ['src/cli/query/query.ts', '../../io/index.ts'],
    ['src/cli/demo/tool-demo.ts', '../../tool/index.ts'],
    ['src/cli/query/query.ts', './table.ts'],
    ['src/cli/main.ts', 'commander'],
    ['src/node/files.ts', 'node:fs'],
    ['src/node/files.ts', '../io/index.ts'],
    ['src/index.ts', './contact/first-contact.ts'],
    ['viewer/main.ts', 'inbetween'],
  ])('%s may import %s', (file, specifier) => {
    expect(importFault(file, specifier)).toBeNull();
  });

  test.each([
    ['src/math/vec3.ts', '../geometry/sphere.ts'],
    ['src/hierarchy/build.ts', '../contact/methods/best-first.ts'],
    ['src/convex/trackers/gjk.ts', '../../robot/link.ts'],
    ['src/broad/hash.ts', '../robot/link.ts'],
    ['src/mesh/triangle-mesh.ts', '../index.ts'],
    ['src/contact/methods/best-first.ts', '../../node/files.ts'],
    ['src/contact/methods/best-first.ts', '../../io/read-obj.ts'],
    ['src/contact/methods/best-first.ts', '../../gpu/cull.ts'],
    ['src/contact/methods/best-first.ts', 'node:fs'],
    ['src/contact/methods/best-first.ts', 'robust-predicates'],
    ['src/contact/methods/best-first.ts', '../../../scenes/rigid/gear.ts'],
    ['src/io/read-obj.ts', '../hierarchy/build.ts'],
    ['src/io/read-obj.ts', 'node:fs'],
    ['src/node/files.ts', '../cli/main.ts'],
    ['src/cli/query/query.ts', '../../mesh/triangle-mesh.ts'],
    ['src/cli/query/query.ts', '../../../bench/run.ts'],
    ['src/index.ts', './node/index.ts'],
    ['src/index.ts', 'commander'],
    ['src/newroom/x.ts', '../math/vec3.ts'],
    ['src/scene/search/scene-engine.ts', '../answers/scene-answer.ts'],
    ['src/scene/content/scene-content.ts', '../scene.ts'],
    ['src/scene/scene.ts', './drag/drag-loop.ts'],
    ['src/plan/plan.ts', './race-service.ts'],
    ['src/plan/race/race.ts', '../plan.ts'],
    ['src/plan/plan.ts', './index.ts'],
    ['src/io/formats/obj.ts', './x.ts'],
    ['src/math/deeper/x.ts', '../vec3.ts'],
    ['viewer/main.ts', '../src/index.ts'],
  ])('%s must not import %s', (file, specifier) => {
    expect(importFault(file, specifier)).not.toBeNull();
  });

  test('every way to import is seen, and nothing in strings or comments', () => {
    const text = `import a from './a.ts'; import './b.ts'; import type { C } from './c.ts'; export * from './d.ts';
      export { e } from './e.ts'; const f = await import('./f.ts'); type G = import('./g.ts').G; const n = await import(name);
      // import h from './h.ts'
      const s = "import i from './i.ts'"; export { a };`;
    expect(importsOf('x.ts', text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.ts', '<computed: name>']);
  });
});

describe('the rule of exact arithmetic', () => {
  test.each([
    'Math.sin(x)',
    'Math.hypot(x, y)',
    'Math.random()',
    'Math.fround(x)',
    'Math["cos"](x)',
    'const { tan } = Math',
    'const M = Math; M.exp(1)',
    'x ** 2',
    '2 ** n',
    '10 ** -3',
    'x **= 2',
    'Date.now()',
    'new Date()',
    'performance.now()',
    'globalThis.performance.now()',
    'x.toLocaleString()',
  ])('%s is a fault', (text) => {
    expect(engineFaults('src/math/x.ts', text)).toHaveLength(1);
  });

  test.each([
    'Math.sqrt(x) + Math.abs(y) - Math.min(a, Math.max(b, c)) * Math.floor(d)',
    'const half = 2 ** -1, big = 2 ** 300, paren = 2 ** (-1074)',
    '// Math.sin and Date are only named here',
    '"Math.cos(x) ** 2"',
    'x * x',
  ])('%s is fine', (text) => {
    expect(engineFaults('src/math/x.ts', text)).toEqual([]);
  });

  test('a fault names file and line', () => {
    expect(engineFaults('src/math/x.ts', '\n\nMath.cos(1);')).toEqual(['src/math/x.ts:3: Math.cos depends on the engine']);
  });

  test('only the file of budgets may look at the clock', () => {
    expect(engineFaults('src/contact/budget.ts', 'performance.now()')).toEqual([]);
    expect(engineFaults('src/contact/budget.ts', 'Math.sin(1)')).toHaveLength(1);
  });
});

describe('the rule of form', () => {
  test.each([
    ['src/math/Vec3.ts', ''],
    ['src/math/vec_3.ts', ''],
    ['src/math/utils.ts', ''],
    ['src/mesh/mesh-helpers.ts', ''],
    ['src/common/vec3.ts', ''],
    ['test/misc.test.ts', ''],
    ['src/math/vec3.ts', 'export enum Kind { A }'],
    ['src/math/vec3.ts', 'const enum Kind { A }'],
    ['test/math/vec3.test.ts', 'beforeAll(() => {}, 60_000);'],
    ['src/math/vec3.ts', '\n'.repeat(601)],
    ['src/math/vec3.ts', `// ${'x'.repeat(118)}\nconst a = 1;`],
    ['src/math/vec3.ts', `/** ${'x'.repeat(114)} */\nconst a = 1;`],
    ['src/math/vec3.ts', `function f() {\n  /*\n   * ${'x'.repeat(116)}\n   */\n  return 1;\n}`],
    ['src/math/vec3.ts', `const a = 1;\n// ${'x'.repeat(118)}`],
    ['src/math/vec3.ts', 'interface State {\n  /** Of its origin. */\n  readonly velocity: Vec3;\n}'],
    ['src/math/vec3.ts', '/**\n * Shares.\n * Of the size.\n */\nconst a = 1;'],
    ['viewer/src/app.ts', '// Of both.\nconst a = 1;'],
  ])('%s is a fault', (file, text) => {
    expect(formFaults(file, text)).toHaveLength(1);
  });

  test('good files pass', () => {
    expect(formFaults('src/geometry/vertex-face.ts', "export type Kind = 'vertex-face' | 'edge-edge';\n")).toEqual([]);
    expect(formFaults('test/math/vec3.test.ts', '\n'.repeat(600))).toEqual([]);
    expect(formFaults('src/geometry/commonplace.ts', '')).toEqual([]);
    expect(formFaults('scripts/chromium.d.mts', '')).toEqual([]);
    const wide = 'x'.repeat(130);
    expect(formFaults('src/math/vec3.ts', `// ${'ẋ'.normalize('NFC').repeat(117)}\nconst a = '${wide}'; // ${wide}`)).toEqual([]);
    expect(formFaults('src/math/vec3.ts', `const a = \`\n// ${wide}\n\`;`)).toEqual([]);
    expect(formFaults('test/math/vec3.test.ts', `// ${wide}`)).toEqual([]);
    expect(formFaults('src/math/vec3.ts', '/** Velocity of both. Of their origins. */\nconst a = `\n// Of a text.\n`;')).toEqual([]);
  });
});

/** Lines of a function: of one that searches, and of any other. */
const LONGEST_SEARCH = 100;
const LONGEST = 60;
/** Where searches are. */
const SEARCHES = /\/(methods|search|cast)\/|search[^/]*\.ts$/;
/** How a longer one begins: with the reason why it is not divided. */
const REASON = /^\{\s*\/\/ One piece: \S.*\.$/m;

/** Functions that are too long for their file and do not say why: `file:line: lines`. */
function unexplained(file: string, text: string): string[] {
  const most = SEARCHES.test(file) ? LONGEST_SEARCH : LONGEST;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const out: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const from = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const lines = source.getLineAndCharacterOfPosition(node.end).line - from + 1;
      const begin = (node.body as ts.Node).getText().split('\n', 2).join('\n');
      if (lines > most && !REASON.test(begin)) out.push(`${file}:${from + 1}: ${lines} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return out;
}

test('functions are short, or begin with the reason why they are one piece', () => {
  const files = sourceFiles(['src', 'viewer/src'], /(?<!\.d)\.ts$/);
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap(([file, text]) => unexplained(file, text))).toEqual([]);
});

describe('the finder of long functions', () => {
  const long = (lines: number, first = '') => `function f() {\n${first}${'x();\n'.repeat(lines)}}`;
  const reason = '  // One piece: the numbers of all cases are shared.\n';

  test('counts the lines, more of them for a search', () => {
    expect(unexplained('src/io/a.ts', long(58))).toEqual([]);
    expect(unexplained('src/io/a.ts', long(59))).toEqual(['src/io/a.ts:1: 61 lines']);
    expect(unexplained('src/soft/step-search.ts', long(98))).toEqual([]);
    expect(unexplained('src/methods/hca/a.ts', long(99))).toEqual(['src/methods/hca/a.ts:1: 101 lines']);
  });

  test('takes a sentence at its beginning for the reason, and nothing else', () => {
    expect(unexplained('src/io/a.ts', long(60, reason))).toEqual([]);
    expect(unexplained('src/io/a.ts', long(60, '  // One piece:\n'))).toHaveLength(1);
    expect(unexplained('src/io/a.ts', long(60, `y();\n${reason}`))).toHaveLength(1);
    expect(unexplained('src/io/a.ts', `const o = { m: () => {\n${'x();\n'.repeat(60)}} };`)).toHaveLength(1);
  });
});
