// Marks what a module computes when it is loaded as free of effects, so that bundlers can leave out what nobody uses:
// a published chunk holds many modules, and a bundler drops from it only statements of which it knows that.
// Sound because a module of this package only fills its own constants when it is loaded (test/package proves that all go).
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import ts from 'typescript';
import { makeInliner } from './inline-constants.mjs';

const MARK = '/* @__PURE__ */ ';

/** For esbuild: numbers written where they are used, then marks. Lines stay what they are, so that source maps point to the right ones. */
export const markPure = {
  name: 'mark-pure',
  setup(build) {
    const inlined = makeInliner();
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.split(sep).includes('node_modules')) return undefined;
      return { contents: marked(path, inlined(path, readFileSync(path, 'utf8'))), loader: 'ts' };
    });
  },
};

/**
 * The text of a module with marks on all initial values of its variables and of its classes' static fields. Fields that
 * a constructor sets are not made before: each would be there twice, a kilobyte of a scene's 107.
 */
export function marked(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const places = [
    ...source.statements.flatMap(initialisersOf).flatMap(marksFor),
    ...source.statements
      .filter(ts.isClassDeclaration)
      .flatMap(fieldsSet)
      .map((field) => ({ at: field.getStart(), words: 'declare ' })),
  ];
  let done = text;
  for (const { at, words } of places.sort((a, b) => b.at - a.at)) done = done.slice(0, at) + words + done.slice(at);
  return done;
}

function initialisersOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ initializer }) => initializer);
  if (ts.isClassDeclaration(statement)) return statement.members.filter(isStaticField).map(({ initializer }) => initializer);
  return [];
}

/** Fields without a value that the constructor sets whatever happens. */
function fieldsSet({ members }) {
  const statements = members.find(ts.isConstructorDeclaration)?.body?.statements ?? [];
  const set = new Set(statements.flatMap((statement) => (ts.isExpressionStatement(statement) ? targetsOf(statement.expression) : [])));
  return members.filter(
    (member) =>
      ts.isPropertyDeclaration(member) &&
      ts.isIdentifier(member.name) &&
      member.initializer === undefined &&
      !isStaticField(member) &&
      set.has(member.name.getText()),
  );
}

/** Names of what `this.a = this.b = …` sets. */
function targetsOf(expression) {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const { left, right } = expression;
  const own = ts.isPropertyAccessExpression(left) && left.expression.kind === ts.SyntaxKind.ThisKeyword ? [left.name.text] : [];
  return [...own, ...targetsOf(right)];
}

function isStaticField(member) {
  return ts.isPropertyDeclaration(member) && member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
}

/** A call is marked as it is; anything else that could do something becomes the value of a marked function. */
function marksFor(initialiser) {
  if (initialiser === undefined || isNumber(initialiser) || isPlain(initialiser)) return [];
  const value = bare(initialiser);
  const start = value.getStart();
  if (isCall(value) && (value.arguments ?? []).every(isPlain)) return [{ at: start, words: MARK }];
  return [
    { at: initialiser.getStart(), words: `${MARK}(() => (` },
    { at: initialiser.getEnd(), words: '))()' },
  ];
}

function isCall(node) {
  return ts.isNewExpression(node) || ts.isCallExpression(node);
}

/** Whether any bundler sees that to compute it does nothing else. */
function isPlain(expression) {
  const node = bare(expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlain);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.every((property) => ts.isPropertyAssignment(property) && isNamed(property) && isPlain(property.initializer));
  }
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  return ts.isIdentifier(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isLiteralExpression(node) || isWord(node);
}

function isNamed({ name }) {
  return !ts.isComputedPropertyName(name);
}

function isWord({ kind }) {
  return [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(kind);
}

/** Computed from written numbers alone, as 2 ** -53: a mark would be longer than what it may save. */
function isNumber(expression) {
  const node = bare(expression);
  if (ts.isPrefixUnaryExpression(node)) return isNumber(node.operand);
  if (ts.isBinaryExpression(node)) return isNumber(node.left) && isNumber(node.right);
  return ts.isNumericLiteral(node);
}

/** Without brackets, and without what is only for the compiler. */
function bare(node) {
  const wraps =
    ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node);
  return wraps ? bare(node.expression) : node;
}
