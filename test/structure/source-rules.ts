import ts from 'typescript';

/** The functions of Math that ECMAScript defines to the last bit, and its constants. */
const EXACT_MATH = new Set([
  'sqrt',
  'abs',
  'min',
  'max',
  'floor',
  'ceil',
  'trunc',
  'round',
  'sign',
  'imul',
  'clz32',
  'PI',
  'SQRT2',
  'SQRT1_2',
]);

/** Names whose value depends on the machine, the clock or the country. */
const ENGINE_NAMES = new Set(['Date', 'performance', 'Intl', 'crypto', 'toLocaleString', 'localeCompare']);

/** The one place that may look at a clock: millisecond budgets are exempt from bit-identical results. */
const CLOCK_FILES = new Set(['src/contact/budget.ts']);

const LONGEST_FILE = 600;
/** Columns of a line of comment in src. */
const WIDEST_COMMENT = 120;
/** "Of its origin": a comment that leaves out what it is about. It should begin with the noun: "Velocity of its origin". */
const NO_NOUN = /^\s*(\/\/|\/?\*+) Of /;
/** What a line of comment begins with; one of a string may too. */
const LIKE_COMMENT = /^\s*(\/\/|\/?\*)/;
const VAGUE_NAME = /(^|[-/])(utils?|helpers?|common|misc)([-./]|$)/;
const KEBAB_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|d|config))?\.(ts|mts|mjs)$/;

/** What a file imports: static, re-exported, dynamic and in type position. */
export function importsOf(file: string, text: string): string[] {
  const found: string[] = [];
  walk(parsed(file, text), (node) => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (specifier === undefined) return;
    found.push(ts.isStringLiteralLike(specifier) ? specifier.text : `<computed: ${specifier.getText()}>`);
  });
  return found;
}

/** Faults of a core file that would make its results differ between engines or runs. */
export function engineFaults(file: string, text: string): string[] {
  const source = parsed(file, text);
  const faults: string[] = [];
  const report = (node: ts.Node, what: string) => {
    faults.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what}`);
  };
  walk(source, (node) => {
    if (ts.isIdentifier(node) && node.text === 'Math') {
      const parent = node.parent;
      const member = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parent.name.text : undefined;
      if (member === undefined) report(node, 'Math may only be used as Math.name');
      else if (!EXACT_MATH.has(member)) report(node, `Math.${member} depends on the engine`);
    }
    if (ts.isIdentifier(node) && ENGINE_NAMES.has(node.text) && !CLOCK_FILES.has(file)) {
      report(node, `${node.text} depends on the machine or the clock`);
    }
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      const isPower = operator === ts.SyntaxKind.AsteriskAsteriskToken && isInteger(node.right) && node.left.getText() === '2';
      if (operator === ts.SyntaxKind.AsteriskAsteriskEqualsToken || (operator === ts.SyntaxKind.AsteriskAsteriskToken && !isPower)) {
        report(node, `${node.getText()}: only a written power of two, 2 ** n, is exact in every engine`);
      }
    }
  });
  return faults;
}

/** Faults of form that hold for every source file of the repository. */
export function formFaults(file: string, text: string): string[] {
  const faults: string[] = [];
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (!KEBAB_NAME.test(name)) faults.push(`${file}: file names are kebab-case`);
  if (VAGUE_NAME.test(file)) faults.push(`${file}: say what is in it; not utils, helpers, common, misc`);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > LONGEST_FILE) faults.push(`${file}: ${lines} lines, ${LONGEST_FILE} is the most`);
  if (/^(src|viewer)\//.test(file)) {
    const isWide = (line: string) => file.startsWith('src/') && [...line].length > WIDEST_COMMENT;
    // where no line could be at fault nobody need know which of them are comments: finding that out takes as long as all else
    const isSuspect = text.split('\n').some((line) => NO_NOUN.test(line) || (LIKE_COMMENT.test(line) && isWide(line)));
    for (const [line, comment] of isSuspect ? commentLines(file, text) : []) {
      const width = [...comment].length;
      if (isWide(comment)) faults.push(`${file}:${line}: a comment of ${width} columns, ${WIDEST_COMMENT} are the most`);
      if (NO_NOUN.test(comment)) faults.push(`${file}:${line}: a comment begins with "Of"; say first what it is about`);
    }
  }
  // parsing every file of the repository takes longer than all else here
  if (!/\benum\b/.test(text) && !(file.startsWith('test/') && text.split('\n').some(isLikeLimit))) return faults;
  walk(parsed(file, text), (node) => {
    if (ts.isEnumDeclaration(node)) faults.push(`${file}: enum ${node.name.text}; use a union of strings`);
    if (file.startsWith('test/') && hasOwnLimit(node))
      faults.push(`${file}: a test or hook with a limit of its own; a busy machine breaks it`);
  });
  return faults;
}

/** What the last line of a test or hook with a limit looks like, as everything is formatted. */
function isLikeLimit(line: string): boolean {
  return (/, [\d_.e]+\);$/.test(line) && /^\s*\}|\b(test|before|after)/.test(line)) || /^\s*[\d_.e]+,$/.test(line);
}

const RUNNERS: readonly string[] = ['test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];

/** `beforeAll(work, 60_000)`: the limit of all, in vitest.config.ts, is what a slow machine needs. */
function hasOwnLimit(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !RUNNERS.includes(node.expression.text)) return false;
  const last = node.arguments.at(-1);
  return last !== undefined && ts.isNumericLiteral(last);
}

/** Number and text of every line that is nothing but comment; what looks like one inside a string is none. */
function commentLines(file: string, text: string): [line: number, comment: string][] {
  const source = parsed(file, text);
  const comments = new Map<number, number>();
  const note = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JSDoc) return;
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(pos, end);
    node.getChildren(source).forEach(note);
  };
  note(source);
  const lines = text.split('\n');
  return [...comments].flatMap(([pos, end]) => {
    const first = source.getLineAndCharacterOfPosition(pos).line;
    const last = source.getLineAndCharacterOfPosition(end).line;
    return lines.slice(first, last + 1).flatMap((line, i): [number, string][] => {
      const isAlone = LIKE_COMMENT.test(line) && (i + first < last || line.length === end - source.getLineStarts()[last]);
      return isAlone ? [[first + i + 1, line]] : [];
    });
  });
}

function isInteger(node: ts.Expression): boolean {
  return /^\(?-?\d+\)?$/.test(node.getText());
}

/** Many rules look at one file: it is parsed once. */
const trees = new Map<string, ts.SourceFile>();

export function parsed(file: string, text: string): ts.SourceFile {
  const known = trees.get(file);
  if (known?.text === text) return known;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  trees.set(file, tree);
  return tree;
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
