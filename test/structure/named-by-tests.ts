import { posix } from 'node:path';
import ts from 'typescript';
import { parsed } from './source-rules.ts';
import { namesTaken, valuesExported } from './used-exports.ts';

type Files = readonly (readonly [file: string, text: string])[];

/** By file of src: the files that take one of its functions, constants or classes by name, from itself or by way of a door. */
export function takersOf(src: Files, others: Files): ReadonlyMap<string, ReadonlySet<string>> {
  const own = new Map(src.map(([file, text]) => [file, new Set(valuesExported(file, text))]));
  const handed = new Map(src.map(([file, text]) => [file, handedOn(file, text)]));
  const takers = new Map(src.map(([file]) => [file, new Set<string>()]));
  const home = (file: string, name: string): string | undefined => {
    if (own.get(file)?.has(name)) return file;
    const [from, old] = handed.get(file)?.get(name) ?? [];
    return from === undefined || old === undefined ? undefined : home(from, old);
  };
  for (const [file, text] of [...src, ...others]) {
    for (const [specifier, name] of namesTaken(file, text)) {
      const from = posix.join(posix.dirname(file), specifier);
      const target = name === '*' ? from : home(from, name);
      if (target !== file && target !== undefined) takers.get(target)?.add(file);
    }
  }
  return takers;
}

/** `export { a as b } from './c.ts'`: b, and what it is called where. */
function handedOn(file: string, text: string): ReadonlyMap<string, readonly [from: string, name: string]> {
  const names = new Map<string, readonly [string, string]>();
  for (const statement of parsed(file, text).statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) continue;
    const { exportClause, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause) || !ts.isStringLiteralLike(moduleSpecifier)) continue;
    const from = posix.join(posix.dirname(file), moduleSpecifier.text);
    for (const { name, propertyName } of exportClause.elements) names.set(name.text, [from, (propertyName ?? name).text]);
  }
  return names;
}

/** Whether there is anything in it to be wrong: a function with a body. Types, constants and doors have none. */
export function computes(file: string, text: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(parsed(file, text));
  return found;
}

/**
 * The one file of its folder, taken by a test, that all ways to this one lead through: it is a part of that, and
 * answers by it. Undefined where there are several, or one elsewhere.
 */
export function partOf(file: string, takers: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const wholes = new Set<string>();
  const seen = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const taker of takers.get(at) ?? []) {
      if (seen.has(taker)) continue;
      seen.add(taker);
      if (isNamed(taker, takers) || posix.dirname(taker) !== posix.dirname(file)) wholes.add(taker);
      else open.push(taker);
    }
  }
  const [whole, second] = wholes;
  return second === undefined && whole !== undefined && posix.dirname(whole) === posix.dirname(file) ? whole : undefined;
}

/** Whether a test, or what tests share, takes something of it. */
export function isNamed(file: string, takers: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [...(takers.get(file) ?? [])].some((taker) => taker.startsWith('test/'));
}
