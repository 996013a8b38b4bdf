// All small faults that can be put into a source file, one at a time: the mutants that its tests have to notice.
import ts from 'typescript';

const K = ts.SyntaxKind;

/** By operator, what a slip of the pen makes of it. */
const SLIPS = new Map([
  [K.LessThanToken, ['<=', '>=']],
  [K.LessThanEqualsToken, ['<', '>']],
  [K.GreaterThanToken, ['>=', '<=']],
  [K.GreaterThanEqualsToken, ['>', '<']],
  [K.EqualsEqualsEqualsToken, ['!==']],
  [K.ExclamationEqualsEqualsToken, ['===']],
  [K.AmpersandAmpersandToken, ['||']],
  [K.BarBarToken, ['&&']],
  [K.PlusToken, ['-']],
  [K.MinusToken, ['+']],
  [K.AsteriskToken, ['/']],
  [K.SlashToken, ['*']],
  [K.AsteriskAsteriskToken, ['*']],
  [K.PercentToken, ['*']],
  [K.PlusEqualsToken, ['-=']],
  [K.MinusEqualsToken, ['+=']],
]);

/**
 * The mutants of a text: where (offset, line, the name of the function or constant around it), `from`, `to`, and the
 * whole text with that one change. `names`: only those functions, methods and constants; undefined: everything.
 */
export function mutantsOf(text, fileName, names) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const replace = (start, end, to, around) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    const mutated = text.slice(0, start) + to + text.slice(end);
    found.push({ file: fileName, line, around, from: text.slice(start, end), to, text: mutated });
  };

  const visit = (node, outer) => {
    if (isOnlyType(node)) return;
    const around = nameOf(node) ?? outer;
    const wanted = names === undefined || names.includes(around);
    if (wanted) for (const [part, to] of slipsAt(node)) replace(part.getStart(source), part.getEnd(), to, around);
    ts.forEachChild(node, (child) => visit(child, wanted ? around : (nameOf(child) ?? outer)));
  };
  visit(source, '');
  return found;
}

function* slipsAt(node) {
  if (ts.isBinaryExpression(node)) {
    for (const to of SLIPS.get(node.operatorToken.kind) ?? []) yield [node.operatorToken, to];
  } else if (ts.isPrefixUnaryExpression(node)) yield* slipsOfPrefix(node);
  else if (ts.isPostfixUnaryExpression(node)) yield [node, `${node.operand.getText()}${node.operator === K.PlusPlusToken ? '--' : '++'}`];
  else if (node.kind === K.TrueKeyword) yield [node, 'false'];
  else if (node.kind === K.FalseKeyword) yield [node, 'true'];
  else if (ts.isNumericLiteral(node)) yield* slipsOfNumber(node);
  else if (ts.isStringLiteral(node)) yield [node, node.text === '' ? "'?'" : "''"];
  else if (ts.isIdentifier(node) && node.text === 'Infinity') yield [node, '0'];
  else if (ts.isPropertyAccessExpression(node)) yield* slipsOfExtremes(node);
  else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
    const condition = node.expression ?? node.condition;
    yield [condition, 'true'];
    yield [condition, 'false'];
  } else if (ts.isWhileStatement(node)) yield [node.expression, 'false'];
  else if (ts.isForStatement(node) && node.condition !== undefined) yield [node.condition, 'false'];
  else if (isRemovable(node)) yield [node, ts.isBlock(node.parent) ? '' : ';'];
}

function* slipsOfPrefix({ operator, operand }) {
  const rest = operand.getText();
  const node = operand.parent;
  if (operator === K.ExclamationToken || operator === K.MinusToken) yield [node, rest];
  if (operator === K.PlusPlusToken) yield [node, `--${rest}`];
  if (operator === K.MinusMinusToken) yield [node, `++${rest}`];
}

function* slipsOfNumber(node) {
  const value = Number(node.text);
  yield [node, String(value + 1)];
  if (value > 1) yield [node, '0'];
}

function* slipsOfExtremes(node) {
  if (node.expression.getText() !== 'Math') return;
  if (node.name.text === 'min') yield [node, 'Math.max'];
  if (node.name.text === 'max') yield [node, 'Math.min'];
}

/** What can be left out without another fault: a call, an assignment, an early way out. */
function isRemovable(node) {
  if (ts.isExpressionStatement(node) || ts.isContinueStatement(node) || ts.isBreakStatement(node)) return true;
  return ts.isReturnStatement(node) && !isLastOfFunction(node);
}

/** The last return of a function with a result leaves nothing sensible behind; it is changed in its expression. */
function isLastOfFunction(node) {
  const block = node.parent;
  if (!ts.isBlock(block) || !ts.isFunctionLike(block.parent)) return false;
  return block.statements.at(-1) === node && node.expression !== undefined;
}

function isOnlyType(node) {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node))
    return true;
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === K.DeclareKeyword);
}

function nameOf(node) {
  const named = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node);
  if (named || (ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent))) return node.name.getText();
  return undefined;
}
