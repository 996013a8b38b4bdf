import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { ROOT, sourceProgram } from './source-program.ts';

/** A public name without a sentence: the door it can be imported from, its name there, and where it is declared. */
export interface UndocumentedName {
  readonly door: string;
  readonly name: string;
  readonly place: string;
}

export interface Entry {
  /** As it is imported. */
  readonly name: string;
  /** File, from the repository. */
  readonly entry: string;
}

/**
 * Every exported function, class, type and constant, and every public member of exported classes and interfaces, that has no
 * sentence where an editor looks for it: in a JSDoc comment directly before its declaration, or before what it implements.
 * A name that several doors export is listed once, at the first of them. `known`: a program that has all doors.
 */
export function undocumentedNames(entries: readonly Entry[], known?: ts.Program): UndocumentedName[] {
  const files = entries.map(({ entry }) => resolve(ROOT, entry));
  const program = known ?? sourceProgram(files);
  const checker = program.getTypeChecker();
  const seen = new Set<ts.Symbol>();
  return entries.flatMap(({ name: door }, i) => {
    const source = program.getSourceFile(files[i]);
    const exported = source && checker.getSymbolAtLocation(source);
    if (exported === undefined) throw new Error(`${files[i]} exports nothing`);
    return checker.getExportsOfModule(exported).flatMap((alias) => {
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
      if (seen.has(symbol)) return [];
      seen.add(symbol);
      const lacking = [
        ...(hasSentence(symbol, checker) ? [] : [{ name: alias.name, symbol }]),
        ...silentMembers(alias.name, symbol, checker),
      ];
      return lacking.map(({ name, symbol }) => ({ door, name, place: placeOf(symbol) }));
    });
  });
}

/** One line a name: door, name, file and line. */
export function listed(names: readonly UndocumentedName[]): string {
  const width = (key: 'door' | 'name') => Math.max(0, ...names.map((entry) => entry[key].length));
  return names.map(({ door, name, place }) => `${door.padEnd(width('door'))}  ${name.padEnd(width('name'))}  ${place}`).join('\n');
}

/** Members declared in this repository; of a type only where it is a record written out. */
function silentMembers(owner: string, symbol: ts.Symbol, checker: ts.TypeChecker): { name: string; symbol: ts.Symbol }[] {
  const declarations = symbol.declarations ?? [];
  const members = declarations.flatMap((declaration): ts.NodeArray<ts.ClassElement | ts.TypeElement> | never[] => {
    if (ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) return declaration.members;
    return ts.isTypeAliasDeclaration(declaration) && ts.isTypeLiteralNode(declaration.type) ? declaration.type.members : [];
  });
  const symbols = members.flatMap((member) => {
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    if (member.name === undefined || ts.isPrivateIdentifier(member.name) || ts.getCombinedModifierFlags(member) & hidden) return [];
    return checker.getSymbolAtLocation(member.name) ?? [];
  });
  return [...new Set(symbols)]
    .filter((member) => !hasSentence(member, checker) && !inheritsSentence(symbol, member, checker))
    .map((member) => ({ name: `${owner}.${member.name}`, symbol: member }));
}

/** A word or two that end nowhere count: it is the reader of a change who judges whether they help. */
function hasSentence(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (isInternal(symbol)) return true;
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() !== '';
}

/** What typedoc leaves out too: there for other rooms, not for users. */
function isInternal(symbol: ts.Symbol): boolean {
  return symbol.getJsDocTags().some(({ name }) => name === 'internal');
}

/** An editor shows the sentence of the class extended or the interface implemented. */
function inheritsSentence(owner: ts.Symbol, member: ts.Symbol, checker: ts.TypeChecker): boolean {
  const clauses = (owner.declarations ?? []).flatMap((declaration) =>
    ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration) ? [...(declaration.heritageClauses ?? [])] : [],
  );
  return clauses
    .flatMap(({ types }) => types.map((type) => checker.getTypeAtLocation(type).getProperty(member.name)))
    .some((parent) => parent !== undefined && hasSentence(parent, checker));
}

function placeOf(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? [];
  const source = declaration.getSourceFile();
  const file = relative(ROOT, source.fileName).replaceAll('\\', '/');
  return `${file}:${source.getLineAndCharacterOfPosition(declaration.getStart()).line + 1}`;
}
