/**
 * Which records can be given to the package? Found from the types alone: every parameter of exported functions, constructors
 * and public methods of exported classes, and what hangs on these by properties, lists and names. A record is an object type
 * with named properties that is declared in this repository. What has methods is no record but an object with behaviour
 * (a motion, a robot, a broad phase), and what a callback is given comes from the package itself; what it returns is given.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { sourceProgram } from './source-program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A record, by the name of its type (`Owner.key` where it has none of its own), with its keys and one place where it is given. */
export interface FoundRecord {
  readonly name: string;
  readonly keys: readonly string[];
  readonly given: string;
}

/** Every record that can be given through the files `entries` (paths from the repository, or absolute), once each. */
export function collectRecords(entries: readonly string[], program: ts.Program = sourceProgram(entries)): FoundRecord[] {
  const files = entries.map((entry) => resolve(ROOT, entry));
  const checker = program.getTypeChecker();
  const isOurs = (node: ts.Node): boolean => !node.getSourceFile().isDeclarationFile;

  const found = new Map<string, FoundRecord>();
  const visited = new Set<ts.Type>();

  const visitSignature = (signature: ts.Signature, owner: string): void => {
    for (const parameter of signature.getParameters()) visit(checker.getTypeOfSymbol(parameter), `${owner}(${parameter.name})`);
  };

  const visit = (type: ts.Type, path: string): void => {
    // `A & { key }` is one record, not two
    if (type.isUnion()) {
      for (const part of type.types) visit(part, path);
      return;
    }
    const constraint = type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : undefined;
    if (constraint !== undefined) {
      visit(constraint, path);
      return;
    }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || visited.has(type)) return;
    visited.add(type);
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      for (const item of checker.getTypeArguments(type as ts.TypeReference)) visit(item, path);
      return;
    }
    if (type.isClass()) return;
    for (const signature of type.getCallSignatures()) visit(signature.getReturnType(), `${path}()`);
    if (type.getCallSignatures().length > 0) return;
    for (const info of checker.getIndexInfosOfType(type)) visit(info.type, path);
    // what is indexed by numbers is a list
    if (checker.getIndexInfoOfType(type, ts.IndexKind.Number) !== undefined) return;
    const properties = type.getProperties();
    const declared = properties.flatMap((property) => property.declarations ?? []);
    if (properties.length === 0 || !declared.every((declaration) => isOurs(declaration))) return;
    if (declared.some((declaration) => !ts.isPropertySignature(declaration))) {
      for (const property of properties)
        for (const signature of checker.getTypeOfSymbol(property).getCallSignatures())
          visit(signature.getReturnType(), `${nameOf(type) ?? path}.${property.name}()`);
      return;
    }
    const name = nameOf(type) ?? path;
    const keys = new Set([...(found.get(name)?.keys ?? []), ...properties.map((property) => property.name)]);
    found.set(name, { name, keys: [...keys], given: path });
    for (const property of properties) visit(checker.getTypeOfSymbol(property), `${name}.${property.name}`);
  };

  for (const file of files) {
    const source = program.getSourceFile(file);
    const door = source && checker.getSymbolAtLocation(source);
    if (door === undefined) throw new Error(`${file} exports nothing`);
    for (const alias of checker.getExportsOfModule(door)) {
      const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
      if (!(symbol.flags & ts.SymbolFlags.Value)) continue;
      const type = checker.getTypeOfSymbol(symbol);
      for (const signature of type.getCallSignatures()) visitSignature(signature, alias.name);
      if (!(symbol.flags & ts.SymbolFlags.Class)) continue;
      if (!isTypeOnly(alias)) for (const signature of type.getConstructSignatures()) visitSignature(signature, `new ${alias.name}`);
      const members = [...checker.getDeclaredTypeOfSymbol(symbol).getProperties(), ...type.getProperties()];
      for (const member of members) {
        if (member.valueDeclaration === undefined || !isPublic(member)) continue;
        for (const signature of checker.getTypeOfSymbol(member).getCallSignatures())
          visitSignature(signature, `${alias.name}.${member.name}`);
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of `export type { Name }`: who imports it can make none. */
function isTypeOnly(alias: ts.Symbol): boolean {
  return (alias.declarations ?? []).some(
    (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyImportOrExportDeclaration(declaration),
  );
}

/** Of `Pick<Name, …>` and the like, `Name`. */
function nameOf(type: ts.Type): string | undefined {
  const { aliasSymbol, aliasTypeArguments: [whole] = [] } = type;
  const isOfLibrary = aliasSymbol?.declarations?.every((declaration) => declaration.getSourceFile().isDeclarationFile) ?? false;
  if (isOfLibrary) return whole === undefined ? undefined : nameOf(whole);
  const name = aliasSymbol?.name ?? type.symbol?.name;
  return name === undefined || name.startsWith('__') ? undefined : name;
}

function isPublic(member: ts.Symbol): boolean {
  if (member.getJsDocTags().some(({ name }) => name === 'internal')) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (member.declarations ?? []).every((declaration) => !(ts.getCombinedModifierFlags(declaration) & hidden));
}
