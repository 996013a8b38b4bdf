import ts from 'typescript';
import type { Graph } from './import-circles.ts';
import { parsed } from './source-rules.ts';

/** Files that no way of imports leads to from the entries. */
export function unreachable(graph: Graph, entries: readonly string[]): string[] {
  const reached = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(graph.get(file) ?? []));
  }
  return [...graph.keys()].filter((file) => !reached.has(file)).sort();
}

/** Functions, constants and classes that a file exports. Types are not looked at: they stand beside what they describe. */
export function valuesExported(file: string, text: string): string[] {
  return parsed(file, text).statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
    const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isValue && statement.name !== undefined ? [statement.name.text] : [];
  });
}

/** What a file takes by name from others: pairs of specifier and name; `*` where it takes everything. */
export function namesTaken(file: string, text: string): [specifier: string, name: string][] {
  const taken: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (ts.isStringLiteralLike(argument)) taken.push([argument.text, '*']);
    }
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return;
    const from = node.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteralLike(from)) return;
    const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    if (bindings !== undefined && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings)))
      for (const { name, propertyName } of bindings.elements) taken.push([from.text, (propertyName ?? name).text]);
    else taken.push([from.text, '*']);
  };
  visit(parsed(file, text));
  return taken;
}
