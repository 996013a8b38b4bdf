import { expect, test } from 'vitest';
import { marked } from '../../scripts/build/mark-pure.mjs';

test.each([
  ['const scratch = new Float64Array(12);', 'const scratch = /* @__PURE__ */ new Float64Array(12);'],
  ['export const KNOWN: Set<string> = new Set([A, B]);', 'export const KNOWN: Set<string> = /* @__PURE__ */ new Set([A, B]);'],
  ["const KEYS = Object.freeze({ a: 'b' }) as Keys;", "const KEYS = /* @__PURE__ */ Object.freeze({ a: 'b' }) as Keys;"],
  ['const ALL = new Set([...A]);', 'const ALL = /* @__PURE__ */ (() => (new Set([...A])))();'],
  ['const SIZE = 2 * STRIDE;', 'const SIZE = /* @__PURE__ */ (() => (2 * STRIDE))();'],
  ['const LARGEST = Number.MAX_VALUE;', 'const LARGEST = /* @__PURE__ */ (() => (Number.MAX_VALUE))();'],
  ['const PAIR = [new A(), new A()] as const;', 'const PAIR = /* @__PURE__ */ (() => ([new A(), new A()] as const))();'],
  ['class Root { static readonly ZERO: Root = new Root(); }', 'class Root { static readonly ZERO: Root = /* @__PURE__ */ new Root(); }'],
])('%s is marked', (text, expected) => {
  expect(marked('x.ts', text)).toBe(expected);
});

test.each([
  'const U = 2 ** -53 * (1 + 2 ** -52);',
  "const WORDS = ['a', -1, null, true] as const;",
  'const sum = (a: number) => Math.sqrt(a);',
  'export function make() { return new Set(); }',
  'class Box { readonly size = new Float64Array(3); }',
  'declare const performance: { now(): number };',
])('%s needs no mark', (text) => {
  expect(marked('x.ts', text)).toBe(text);
});

test('fields that the constructor sets whatever happens are not made before', () => {
  const fields = (body: string) =>
    `class A {\n  readonly a: number;\n  private b?: B;\n  c = 1;\n  #d: D;\n  constructor() {\n    ${body}\n  }\n}`;
  const declared = (text: string) => [...marked('x.ts', text).matchAll(/declare (?:readonly |private )?(\w+)/g)].map(([, name]) => name);
  expect(declared(fields('this.a = this.b = 1; this.c = 2; this.#d = 3;'))).toEqual(['a', 'b']);
  expect(declared(fields('this.a = 1; if (x) this.b = 1;'))).toEqual(['a']);
  expect(declared('class A {\n  a: number | undefined;\n  static b: B;\n}')).toEqual([]);
});

test('lines stay where they are', () => {
  expect(marked('x.ts', 'const a = f(\n  b,\n);\nconst c = [\n  g(),\n];\n').split('\n')).toHaveLength(7);
});
