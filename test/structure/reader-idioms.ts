import ts from 'typescript';
import { parsed } from './source-rules.ts';

/** Idioms whose cost grows with the square of what a file holds, or which fail for long lists. */

export interface Found {
  /** `src/io/a.ts: code` */
  readonly place: string;
  readonly line: number;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function found(source: ts.SourceFile, node: ts.Node): Found {
  const code = node.getText().replaceAll(/\s+/g, ' ');
  return {
    place: `${source.fileName}: ${code.length > 90 ? `${code.slice(0, 90)}…` : code}`,
    line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
  };
}

/** Calls that are handed a list as so many arguments: engines refuse somewhere above a hundred thousand. */
export function spreadCalls(file: string, text: string): Found[] {
  const source = parsed(file, text);
  const out: Found[] = [];
  walk(source, (node) => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && node.arguments?.some(ts.isSpreadElement)) out.push(found(source, node));
  });
  return out;
}

const SEARCHES = new Set(['indexOf', 'lastIndexOf', 'includes', 'find', 'findIndex', 'findLast', 'findLastIndex']);
const EACH = new Set(['forEach', 'map', 'flatMap', 'filter', 'some', 'every', 'find', 'findIndex', 'reduce', 'sort', 'from']);

function isLoop(node: ts.Node): boolean {
  return (
    ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)
  );
}

/** Whether the node is run again and again: in a loop, or in what is called for each item. */
function isRepeated(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (
      isLoop(parent) &&
      !(ts.isForOfStatement(parent) && parent.expression === at) &&
      !(ts.isForStatement(parent) && parent.initializer === at)
    )
      return true;
    const isCallback = (ts.isArrowFunction(at) || ts.isFunctionExpression(at)) && ts.isCallExpression(parent);
    if (isCallback && ts.isPropertyAccessExpression(parent.expression) && EACH.has(parent.expression.name.text)) return true;
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return false;
  }
  return false;
}

/** Texts that are written in the program, and constants, are as long as they are. */
function isConstant(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node) || ts.isArrayLiteralExpression(node)) return true;
  const name = ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';
  return /^[A-Z][A-Z_]*$/.test(name);
}

/** Lists that are searched from the front for every item of another. */
export function searchesInLoops(file: string, text: string): Found[] {
  const source = parsed(file, text);
  const out: Found[] = [];
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (SEARCHES.has(node.expression.name.text) && !isConstant(node.expression.expression) && isRepeated(node))
      out.push(found(source, node));
  });
  return out;
}

/** Lists that are copied to be one longer. */
export function copiesInLoops(file: string, text: string): Found[] {
  const source = parsed(file, text);
  const out: Found[] = [];
  walk(source, (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !isRepeated(node)) return;
    const left = node.left.getText();
    const isCopy =
      (ts.isArrayLiteralExpression(node.right) &&
        node.right.elements.some((one) => ts.isSpreadElement(one) && one.expression.getText() === left)) ||
      node.right.getText().startsWith(`${left}.concat(`);
    if (isCopy) out.push(found(source, node));
  });
  return out;
}

/** Regular expressions of a file. */
export function patternsOf(file: string, text: string): { readonly source: string; readonly flags: string; readonly place: string }[] {
  const parsedFile = parsed(file, text);
  const out: { source: string; flags: string; place: string }[] = [];
  walk(parsedFile, (node) => {
    if (node.kind !== ts.SyntaxKind.RegularExpressionLiteral) return;
    const literal = node.getText();
    const end = literal.lastIndexOf('/');
    out.push({ source: literal.slice(1, end), flags: literal.slice(end + 1), place: `${file}: ${literal}` });
  });
  return out;
}
