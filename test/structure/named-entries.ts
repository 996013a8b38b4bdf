/**
 * Where is a record indexed by a name that a caller or a file chose? `record[name]` finds `constructor` where nobody put
 * it, and `record[name] = value` loses `__proto__`; `src/math/entries.ts` does neither. Found by types: an index that is any
 * text. What is asked by `Object.hasOwn` in the same statement, runs over the record's own keys, or is taken out, is fine.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The places that do it by hand, and the page's own program, whose names are its own. */
const EXEMPT = /^src\/(math\/(entries|check-record)\.ts|report\/viewer\/program\/)/;

/** 'file:line: text' of each index, each `name in record` and each Object.assign onto a record by names. */
export function foundByName(program: ts.Program): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    const file = relative(ROOT, source.fileName);
    if (source.isDeclarationFile || file.includes('node_modules') || EXEMPT.test(file)) continue;
    const visit = (node: ts.Node): void => {
      if (isByName(node, checker)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1}: ${node.getText().slice(0, 80)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function isByName(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (ts.isElementAccessExpression(node)) {
    const { expression, argumentExpression: name } = node;
    if (isCounted(name) || !isAnyText(checker.getTypeAtLocation(name)) || ts.isDeleteExpression(node.parent)) return false;
    return !isAsked(node, expression.getText(), name.getText());
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return !ts.isPrivateIdentifier(node.left) && isAnyText(checker.getTypeAtLocation(node.left));
  if (ts.isCallExpression(node) && node.expression.getText() === 'Object.assign') {
    const target = node.arguments[0];
    return target !== undefined && checker.getIndexInfoOfType(checker.getTypeAtLocation(target), ts.IndexKind.String) !== undefined;
  }
  return false;
}

/** Numbers, sums and counters of one or two letters are not asked for their types, which takes long. */
function isCounted(index: ts.Node): boolean {
  if (ts.isIdentifier(index)) return index.text.length < 3;
  return ts.isNumericLiteral(index) || ts.isStringLiteral(index) || ts.isBinaryExpression(index) || ts.isPostfixUnaryExpression(index);
}

/** A text that may be any: not one of a few words, nor a key of a type. */
function isAnyText(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isAnyText);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.Any)) !== 0;
}

/** Whether a statement around asks for the key by Object.hasOwn, is a loop over the keys, or replaces what a pattern found. */
function isAsked(node: ts.Node, record: string, name: string): boolean {
  const bare = record.replace(/^\(?(\w[\w.]*).*$/s, '$1');
  for (let around: ts.Node = node; around !== undefined && !ts.isBlock(around); around = around.parent) {
    if (ts.isCallExpression(around) && /\.replace\(\s*\/\[/.test(around.getText())) return true;
    if (ts.isStatement(around) || ts.isConditionalExpression(around) || ts.isBinaryExpression(around))
      if (around.getText().includes(`Object.hasOwn(${record}, ${name}`)) return true;
  }
  for (let around: ts.Node = node; around !== undefined; around = around.parent)
    if (ts.isForInStatement(around) && around.expression.getText() === bare && around.initializer.getText() === `const ${name}`)
      return true;
  return false;
}
