// Compiles functions of TypeScript to WebAssembly: such as compute with numbers, typed arrays and each other alone.
// What they give has the same bits, for the instructions are those of JavaScript: + − × ÷ √, min and max of doubles. A number is an integer of
// 32 bits where nothing that is assigned to it can have a fraction; kernels keep such numbers in range. An array is where it begins in memory,
// null is 0. Scratch arrays of modules are at the beginning of the memory, which whoever runs the kernels gives.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../run.mjs';

const { SyntaxKind: K } = ts;
/** Kinds of values: an integer, a double, and arrays of either, as their addresses. */
const BYTE_OF = { i: 0x7f, d: 0x7c, I: 0x7f, D: 0x7f };
const ARRAYS = { Float64Array: 'D', Int32Array: 'I', Uint32Array: 'I' };
const LOG_SIZE = { D: 3, I: 2 };
/** Instructions for integers and doubles. */
const ARITHMETIC = {
  [K.PlusToken]: { i: 0x6a, d: 0xa0, fold: (a, b) => a + b },
  [K.MinusToken]: { i: 0x6b, d: 0xa1, fold: (a, b) => a - b },
  [K.AsteriskToken]: { i: 0x6c, d: 0xa2, fold: (a, b) => a * b },
  [K.SlashToken]: { d: 0xa3, fold: (a, b) => a / b },
  [K.PercentToken]: { i: 0x6f },
  [K.AsteriskAsteriskToken]: { fold: (a, b) => a ** b },
  [K.AmpersandToken]: { i: 0x71 },
  [K.GreaterThanGreaterThanToken]: { i: 0x75 },
  [K.GreaterThanGreaterThanGreaterThanToken]: { i: 0x76 },
};
const COMPARISONS = {
  [K.EqualsEqualsEqualsToken]: { i: 0x46, d: 0x61 },
  [K.ExclamationEqualsEqualsToken]: { i: 0x47, d: 0x62 },
  [K.LessThanToken]: { i: 0x48, d: 0x63 },
  [K.GreaterThanToken]: { i: 0x4a, d: 0x64 },
  [K.LessThanEqualsToken]: { i: 0x4c, d: 0x65 },
  [K.GreaterThanEqualsToken]: { i: 0x4e, d: 0x66 },
};
const COMPOUND = {
  [K.PlusEqualsToken]: K.PlusToken,
  [K.MinusEqualsToken]: K.MinusToken,
  [K.AsteriskEqualsToken]: K.AsteriskToken,
  [K.SlashEqualsToken]: K.SlashToken,
};
const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const END = 0x0b;
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];

/**
 * `entries`: by file, the functions that shall be called from outside, and which of their numbers are doubles; all others are integers.
 * Gives the program, the first byte of memory that it leaves alone, and by function how JavaScript calls it: `args` in its own words.
 */
export function compileKernels(entries) {
  const modules = new Map();
  const functions = new Map();
  const arrays = new Map();
  let memoryEnd = 16;
  let changed = true;

  function moduleOf(file) {
    if (!modules.has(file)) {
      const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
      const names = new Map();
      for (const one of source.statements) {
        if (ts.isFunctionDeclaration(one)) names.set(one.name.text, { file, node: one });
        else if (ts.isVariableStatement(one))
          for (const { name, initializer } of one.declarationList.declarations) names.set(name.text, { file, node: initializer });
        else if (ts.isImportDeclaration(one) && one.moduleSpecifier.text.startsWith('.'))
          for (const { name } of one.importClause?.namedBindings?.elements ?? [])
            names.set(name.text, { file: join(dirname(file), one.moduleSpecifier.text), imported: name.text });
      }
      modules.set(file, names);
    }
    return modules.get(file);
  }

  function found(file, name) {
    const it = moduleOf(file).get(name);
    return it?.imported === undefined ? it : found(it.file, it.imported);
  }

  /** A variable, parameter or result that is known to take values of this kind too. */
  function widen(holder, kind) {
    if (holder.kind === kind || (holder.kind === 'd' && kind === 'i') || kind === undefined) return;
    holder.kind = kind;
    changed = true;
  }

  function functionOf({ file, node }) {
    const key = `${file} ${node.name.text}`;
    if (!functions.has(key)) {
      const parameters = node.parameters.map(({ name, type }) => {
        const array = Object.keys(ARRAYS).find((word) => type.getText().startsWith(word));
        return { name: name.text, kind: ARRAYS[array] };
      });
      functions.set(key, { file, node, parameters, result: {}, kinds: new Map(), index: functions.size });
    }
    return functions.get(key);
  }

  /** A scratch array of a module. */
  function addressOf(file, node) {
    if (!arrays.has(node)) {
      const kind = ARRAYS[node.expression.text];
      const [of] = node.arguments;
      const values = ts.isArrayLiteralExpression(of) ? of.elements.map((one) => constantIn(file, one)) : [];
      const length = ts.isArrayLiteralExpression(of) ? values.length : constantIn(file, of);
      arrays.set(node, { kind, address: memoryEnd, length, values });
      memoryEnd += (((length << LOG_SIZE[kind]) + 15) >> 4) << 4;
    }
    return arrays.get(node);
  }

  function constantIn(file, node) {
    return compilerOf({ file, parameters: [], kinds: new Map(), result: {} }).expression(node).constant;
  }

  function compilerOf(own) {
    const scopes = [new Map()];
    const locals = [];
    const labels = [];

    function fault(node) {
      const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
      throw new Error(`${relative(ROOT, own.file)}:${line + 1}: kernels are not compiled with ${K[node.kind]}: ${node.getText()}`);
    }

    function declare(name, holder) {
      const local = { holder, index: locals.length };
      locals.push(holder);
      if (name !== null) scopes.at(-1).set(name, local);
      return local;
    }
    for (const one of own.parameters) declare(one.name, one);
    const parameterCount = locals.length;

    const localOf = (name) => scopes.findLast((scope) => scope.has(name))?.get(name);
    const get = ({ holder, index }) => ({ kind: holder.kind ?? 'i', code: [GET, ...unsigned(index)] });
    const literal = (value) => as(Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? 'i' : 'd', { constant: value });

    function as(kind, value) {
      if (value.constant !== undefined)
        return {
          kind,
          constant: value.constant,
          code: kind === 'd' ? [0x44, ...doubleBytes(value.constant)] : [0x41, ...signed(value.constant)],
        };
      if (kind === 'd' && value.kind === 'i') return { kind, code: [value.code, 0xb7] };
      if (kind === 'i' && value.kind === 'd') return { kind, code: [value.code, 0xfc, 0x02] };
      return { kind, code: value.code };
    }
    const wider = (a, b) => (a.kind === 'd' || b.kind === 'd' ? 'd' : (a.kind ?? b.kind));

    function arithmetic(operator, a, b, node) {
      const { fold, ...instructions } = ARITHMETIC[operator] ?? fault(node);
      if (fold !== undefined && a.constant !== undefined && b.constant !== undefined) {
        const value = fold(a.constant, b.constant);
        return wider(a, b) === 'd' ? as('d', { constant: value }) : literal(value);
      }
      const kind = instructions.i !== undefined && (instructions.d === undefined || wider(a, b) === 'i') ? 'i' : 'd';
      return { kind, code: [as(kind, a).code, as(kind, b).code, instructions[kind] ?? fault(node)] };
    }

    /** Base and index of an array's element as code, and the rest as an offset. */
    function place(node) {
      const array = expression(node.expression);
      const size = LOG_SIZE[array.kind] ?? fault(node);
      let index = node.argumentExpression;
      let offset = 0;
      if (ts.isBinaryExpression(index) && index.operatorToken.kind === K.PlusToken) {
        const { constant, kind } = expression(index.right);
        if (kind === 'i' && constant >= 0) {
          offset = constant << size;
          index = index.left;
        }
      }
      const at = as('i', expression(index));
      const scaled = at.constant !== undefined ? as('i', { constant: at.constant << size }).code : [at.code, 0x41, size, 0x74];
      const code = array.address !== undefined ? scaled : [array.code, scaled, 0x6a];
      const memory = [size, ...unsigned(offset + (array.address ?? 0))];
      const kind = array.kind === 'D' ? 'd' : 'i';
      return { kind, code, load: [kind === 'd' ? 0x2b : 0x28, ...memory], store: [kind === 'd' ? 0x39 : 0x36, ...memory] };
    }

    /** Assigns to a variable or an element; `before`: the value is what was there. */
    function assign(target, newValue, isUsed, isBefore = false) {
      if (ts.isElementAccessExpression(target)) {
        const at = place(target);
        const value = as(
          at.kind,
          newValue(() => ({ kind: at.kind, code: [at.code, at.load] })),
        );
        if (!isUsed) return { code: [at.code, value.code, at.store] };
        if (isBefore) fault(target);
        const kept = declare(null, { kind: at.kind });
        return { kind: at.kind, code: [at.code, value.code, TEE, ...unsigned(kept.index), at.store, get(kept).code] };
      }
      const local = localOf(target.text) ?? fault(target);
      const value = newValue(() => get(local));
      widen(local.holder, value.kind);
      const { kind } = get(local);
      const { code } = as(kind, value);
      if (isBefore && isUsed) return { kind, code: [get(local).code, code, SET, ...unsigned(local.index)] };
      return { kind, code: [code, isUsed ? TEE : SET, ...unsigned(local.index)] };
    }

    function condition(node) {
      const value = expression(node);
      if (value.kind !== 'i') fault(node);
      return value.code;
    }

    function choice(test, a, b) {
      const kind = wider(a, b);
      return { kind, code: [test, 0x04, BYTE_OF[kind], as(kind, a).code, 0x05, as(kind, b).code, END] };
    }

    function ofMath(name, values, node) {
      const one = { abs: 0x99, sqrt: 0x9f, floor: 0x9c }[name];
      if (one !== undefined) return { kind: 'd', code: [as('d', values[0]).code, one] };
      if (name === 'clz32') return { kind: 'i', code: [values[0].code, 0x67] };
      const instruction = { min: { i: 0x48, d: 0xa4 }, max: { i: 0x4a, d: 0xa5 } }[name] ?? fault(node);
      return values.reduce((a, b) => {
        if (wider(a, b) === 'd') return { kind: 'd', code: [as('d', a).code, as('d', b).code, instruction.d] };
        const [x, y] = [declare(null, { kind: 'i' }), declare(null, { kind: 'i' })];
        const both = [get(x).code, get(y).code];
        return { kind: 'i', code: [a.code, SET, ...unsigned(x.index), b.code, SET, ...unsigned(y.index), both, both, instruction.i, 0x1b] };
      });
    }

    function call(node) {
      const { expression: callee } = node;
      const values = node.arguments.map((one) => expression(one));
      if (ts.isPropertyAccessExpression(callee) && callee.expression.getText() === 'Math') return ofMath(callee.name.text, values, node);
      const it = found(own.file, callee.text);
      if (it === undefined || !ts.isFunctionDeclaration(it.node)) fault(node);
      const { parameters, result, index } = functionOf(it);
      const code = values.map((value, i) => {
        widen(parameters[i], value.kind);
        return as(parameters[i].kind, value).code;
      });
      return { kind: result.kind, code: [code, 0x10, ...unsigned(index)] };
    }

    function expression(node, isUsed = true) {
      switch (node.kind) {
        case K.ParenthesizedExpression:
          return expression(node.expression, isUsed);
        case K.NumericLiteral:
          return literal(Number(node.text));
        case K.TrueKeyword:
        case K.FalseKeyword:
          return literal(node.kind === K.TrueKeyword ? 1 : 0);
        case K.NullKeyword:
          return { constant: 0, code: [0x41, 0] };
        case K.Identifier: {
          const local = localOf(node.text);
          if (local !== undefined) return get(local);
          const { file, node: value } = found(own.file, node.text) ?? fault(node);
          if (!ts.isNewExpression(value)) return literal(constantIn(file, value));
          const { kind, address, length } = addressOf(file, value);
          return { kind, address, length, code: [0x41, ...signed(address)] };
        }
        case K.PropertyAccessExpression: {
          if (node.name.text === 'length') return literal(expression(node.expression).length ?? fault(node));
          const value = { 'Number.POSITIVE_INFINITY': Infinity, 'Number.NEGATIVE_INFINITY': -Infinity }[node.getText()];
          return value === undefined ? fault(node) : as('d', { constant: value });
        }
        case K.ElementAccessExpression: {
          const { kind, code, load } = place(node);
          return { kind, code: [code, load] };
        }
        case K.CallExpression:
          return call(node);
        case K.ConditionalExpression:
          return choice(condition(node.condition), expression(node.whenTrue), expression(node.whenFalse));
        case K.PrefixUnaryExpression: {
          const value = expression(node.operand);
          if (node.operator === K.ExclamationToken) return { kind: 'i', code: [condition(node.operand), 0x45] };
          if (node.operator !== K.MinusToken) fault(node);
          if (value.constant !== undefined) return as(value.kind, { constant: -value.constant });
          return value.kind === 'd' ? { kind: 'd', code: [value.code, 0x9a] } : arithmetic(K.MinusToken, literal(0), value, node);
        }
        case K.PostfixUnaryExpression: {
          const operator = node.operator === K.PlusPlusToken ? K.PlusToken : K.MinusToken;
          return assign(node.operand, (old) => arithmetic(operator, old(), literal(1), node), isUsed, true);
        }
        case K.BinaryExpression:
          return binary(node, isUsed);
        default:
          return fault(node);
      }
    }

    function binary(node, isUsed) {
      const { left, right } = node;
      const operator = node.operatorToken.kind;
      if (operator === K.EqualsToken) return assign(left, () => expression(right), isUsed);
      if (COMPOUND[operator] !== undefined)
        return assign(left, (old) => arithmetic(COMPOUND[operator], old(), expression(right), node), isUsed);
      if (operator === K.AmpersandAmpersandToken)
        return { kind: 'i', code: [condition(left), 0x04, BYTE_OF.i, condition(right), 0x05, literal(0).code, END] };
      if (operator === K.BarBarToken)
        return { kind: 'i', code: [condition(left), 0x04, BYTE_OF.i, literal(1).code, 0x05, condition(right), END] };
      const a = expression(left);
      const b = expression(right);
      if (operator === K.BarToken) return b.constant === 0 ? as('i', a) : fault(node);
      const comparison = COMPARISONS[operator];
      if (comparison === undefined) return arithmetic(operator, a, b, node);
      const kind = wider(a, b) === 'd' ? 'd' : 'i';
      return { kind: 'i', code: [as(kind, a).code, as(kind, b).code, comparison[kind]] };
    }

    function within(label, code) {
      labels.push(label);
      const made = code();
      labels.pop();
      return made;
    }
    const branch = (label) => unsigned(labels.length - 1 - labels.lastIndexOf(label));

    function inScope(code) {
      scopes.push(new Map());
      const made = code();
      scopes.pop();
      return made;
    }

    function loop(node) {
      return inScope(() => {
        const first = node.initializer === undefined ? [] : statement(node.initializer);
        const body = within('break', () =>
          within('again', () => {
            const test = node.condition ?? node.expression;
            const leave = test === undefined ? [] : [condition(test), 0x45, 0x0d, branch('break')];
            const inside = within('continue', () => statement(node.statement));
            const step = node.incrementor === undefined ? [] : expression(node.incrementor, false).code;
            return [leave, BLOCK, inside, END, step, 0x0c, branch('again')];
          }),
        );
        return [first, BLOCK, LOOP, body, END, END];
      });
    }

    function statement(node) {
      switch (node.kind) {
        case K.Block:
          return inScope(() => node.statements.map(statement));
        case K.VariableStatement:
          return statement(node.declarationList);
        case K.VariableDeclarationList:
          return node.declarations.map(({ name, initializer }) => {
            const value = expression(initializer);
            if (!own.kinds.has(name)) own.kinds.set(name, {});
            const local = declare(name.text, own.kinds.get(name));
            widen(local.holder, value.kind);
            return [as(get(local).kind, value).code, SET, ...unsigned(local.index)];
          });
        case K.ExpressionStatement: {
          const value = expression(node.expression, false);
          return ts.isCallExpression(node.expression) && value.kind !== undefined ? [value.code, 0x1a] : value.code;
        }
        case K.IfStatement: {
          const otherwise = () => (node.elseStatement === undefined ? [] : [0x05, statement(node.elseStatement)]);
          return [condition(node.expression), 0x04, 0x40, within('if', () => [statement(node.thenStatement), otherwise()]), END];
        }
        case K.ForStatement:
        case K.WhileStatement:
          return loop(node);
        case K.ContinueStatement:
        case K.BreakStatement:
          return [0x0c, branch(node.kind === K.BreakStatement ? 'break' : 'continue')];
        case K.ReturnStatement: {
          if (node.expression === undefined) return [0x0f];
          const value = expression(node.expression);
          widen(own.result, value.kind);
          return [as(own.result.kind, value).code, 0x0f];
        }
        default:
          // a list of a loop's beginning, or what was forgotten
          return ts.isExpression(node) ? expression(node, false).code : fault(node);
      }
    }

    return {
      expression,
      body() {
        const code = statement(own.node.body);
        const after = locals.slice(parameterCount).map(({ kind }) => [1, BYTE_OF[kind ?? 'i']]);
        return [...unsigned(after.length), after, code, own.result.kind === undefined ? [] : 0x00, END].flat(Infinity);
      },
    };
  }

  const exported = Object.entries(entries).flatMap(([file, names]) =>
    Object.entries(names).map(([name, doubles]) => {
      const one = functionOf(found(join(ROOT, file), name));
      for (const parameter of one.parameters) parameter.kind ??= doubles.includes(parameter.name) ? 'd' : 'i';
      return one;
    }),
  );
  let bodies = [];
  while (changed) {
    changed = false;
    bodies = [];
    // those called for the first time are added meanwhile
    for (const one of functions.values()) bodies.push(compilerOf(one).body());
  }
  const all = [...functions.values()];
  const initial = [...arrays.values()].filter(({ values }) => values.length > 0);
  const program = Uint8Array.from(
    [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(
        1,
        all.map(({ parameters, result }) => [
          0x60,
          list(parameters.map(({ kind }) => BYTE_OF[kind ?? 'i'])),
          list(result.kind === undefined ? [] : [BYTE_OF[result.kind]]),
        ]),
      ),
      section(2, [[text('m'), text('m'), 0x02, 0x00, 1]]),
      section(
        3,
        all.map(({ index }) => unsigned(index)),
      ),
      section(
        7,
        exported.map(({ node, index }) => [text(node.name.text), 0x00, unsigned(index)]),
      ),
      section(
        10,
        bodies.map((body) => list(body)),
      ),
      section(
        11,
        initial.map(({ kind, address, values }) => [
          0x00,
          0x41,
          signed(address),
          END,
          list(values.flatMap((value) => (kind === 'D' ? doubleBytes(value) : wordBytes(value)))),
        ]),
      ),
    ].flat(Infinity),
  );
  const signatures = exported.map(({ node, parameters }) => ({ name: node.name.text, parameters }));
  return { program, memoryEnd, signatures };
}

function section(id, entries) {
  return [id, list([...unsigned(entries.length), entries].flat(Infinity))];
}

function list(items) {
  return [...unsigned(items.length), ...items];
}

function text(word) {
  return list([...Buffer.from(word)]);
}

function unsigned(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

function signed(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value & 127];
}

function doubleBytes(value) {
  return [...new Uint8Array(Float64Array.of(value).buffer)];
}

function wordBytes(value) {
  return [...new Uint8Array(Int32Array.of(value).buffer)];
}
