// Writes the numbers that modules name (`const LEAF_STEP = 11`) where they are used, across modules. In a bundle top-level constants
// become variables, which engines do not fold: without this the published package was 3 to 30 % slower than its sources.
// The constants themselves become numbers too: bundlers leave out a number that nobody asks for, but not a power.
// Sound because only constants are taken whose value follows from written numbers by + − × ÷ ** <<, computed as they would be at run time.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

const NAME = /^[A-Z][A-Z0-9_]*$/;

/** Makes the replacement for one build: what a module names is looked up once. `read`: the text of a file. */
export function makeInliner(read = (path) => readFileSync(path, 'utf8')) {
  const known = new Map();
  const parsed = new Map();

  /** Each text once: half of what a build takes is this. */
  function sourceOf(path, text) {
    const found = parsed.get(path);
    if (found?.text === text) return found;
    const source = parse(path, text);
    parsed.set(path, source);
    return source;
  }

  /** What the constants of a module, and those it imports, are worth, by their names there. */
  function constantsOf(path) {
    const found = known.get(path);
    if (found !== undefined) return found;
    const values = new Map();
    known.set(path, values);
    const source = sourceOf(path, read(path));
    for (const statement of source.statements) {
      if (ts.isImportDeclaration(statement)) takeImports(statement, path, values);
      if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name) || !NAME.test(name.text) || initializer === undefined) continue;
        const value = evaluate(initializer, values);
        if (Number.isFinite(value) && !Object.is(value, -0)) values.set(name.text, value);
      }
    }
    return values;
  }

  function takeImports({ importClause, moduleSpecifier }, path, values) {
    const named = importClause?.namedBindings;
    if (!moduleSpecifier.text.startsWith('.') || !moduleSpecifier.text.endsWith('.ts') || named === undefined || !ts.isNamedImports(named))
      return;
    const theirs = named.elements.filter(({ name }) => NAME.test(name.text));
    if (theirs.length === 0) return;
    const from = constantsOf(resolve(dirname(path), moduleSpecifier.text));
    for (const { name, propertyName } of theirs) {
      const value = from.get((propertyName ?? name).text);
      if (value !== undefined) values.set(name.text, value);
    }
  }

  return (path, text) => {
    const values = constantsOf(path);
    if (values.size === 0) return text;
    const source = sourceOf(path, text);
    const shadowed = namesInside(source);
    const places = [];
    const visit = (node) => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) && values.has(node.text) && !shadowed.has(node.text) && isUse(node)) places.push({ node, name: node.text });
      ts.forEachChild(node, visit);
    };
    for (const statement of source.statements) {
      const own = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      if (own.length === 1 && values.has(own[0].name.text)) places.push({ node: own[0].initializer, name: own[0].name.text, isOwn: true });
      else visit(statement);
    }
    let done = text;
    for (const { node, name, isOwn = false } of places.reverse()) {
      const value = values.get(name);
      const lines = '\n'.repeat(node.getText().split('\n').length - 1);
      done = done.slice(0, node.getStart()) + (isOwn ? value : written(value)) + lines + done.slice(node.getEnd());
    }
    return done;
  };
}

/** Powers of two as such where that is shorter: engines fold them when they read them, as they do not fold variables. */
function written(value) {
  const power = `2 ** ${Math.round(Math.log2(value))}`;
  if (value > 0 && 2 ** Math.round(Math.log2(value)) === value && power.length < `${value}`.length) return `(${power})`;
  return value < 0 ? `(${value})` : `${value}`;
}

function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

/** Names that something other than a top-level constant of the file stands for, somewhere in it. */
function namesInside(source) {
  const names = new Set();
  const visit = (node) => {
    const isOwn = ts.isVariableDeclaration(node) && node.parent.parent.parent === source;
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && ts.isIdentifier(node.name) && !isOwn)
      names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Whether an identifier is read as a value, and may stand as a number. */
function isUse(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return parent.name !== node;
}

/** The value of an expression of written numbers and known names; NaN where it is anything else. */
function evaluate(node, values) {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isIdentifier(node)) return values.get(node.text) ?? Number.NaN;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression, values);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken) return -evaluate(node.operand, values);
  if (!ts.isBinaryExpression(node)) return Number.NaN;
  const a = evaluate(node.left, values);
  const b = evaluate(node.right, values);
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return a + b;
    case ts.SyntaxKind.MinusToken:
      return a - b;
    case ts.SyntaxKind.AsteriskToken:
      return a * b;
    case ts.SyntaxKind.SlashToken:
      return a / b;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return a ** b;
    case ts.SyntaxKind.LessThanLessThanToken:
      return Number.isNaN(a + b) ? Number.NaN : a << b;
    default:
      return Number.NaN;
  }
}
