/**
 * Many records of a few shapes as one array of numbers, to send them to another thread: cloning each with its keys
 * costs more than to answer an easy question. A shape is the list of what is met on the way through a record: keys,
 * lengths of lists, kinds of values; numbers and the places of texts in a table follow in that order. Numbers keep
 * their bits.
 */
import { setEntry } from '../math/entries.ts';

/** A key where a record may have one, else a mark below; a number: the length of a list. */
type Token = string | number;

export interface FlatRecords {
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
  /** Those that occur. */
  readonly shapes: readonly (readonly Token[])[];
  /** One a record: its shape. */
  readonly shapeOf: Uint32Array;
}

const NUMBER = 'n';
const TEXT = 's';
const TRUE = 't';
const FALSE = 'f';
const NULL = '0';
const UNDEFINED = 'u';
const OPEN = '{';
const CLOSE = '}';
/** Before a key that would be taken for the end. */
const QUOTE = '\u0000';

/** Shapes share their beginnings; from record to record mostly the same way is taken. */
class ShapeNode {
  readonly token: Token;
  readonly parent: ShapeNode | null;
  number = -1;
  /** Where the token is one. */
  private key: string | null = null;
  private last: ShapeNode | null = null;
  private children: Map<Token, ShapeNode> | null = null;

  constructor(token: Token, parent: ShapeNode | null) {
    this.token = token;
    this.parent = parent;
  }

  step(token: Token): ShapeNode {
    const { last } = this;
    if (last !== null && last.token === token) return last;
    this.children ??= new Map();
    let child = this.children.get(token);
    if (child === undefined) {
      child = new ShapeNode(token, this);
      this.children.set(token, child);
    }
    this.last = child;
    return child;
  }

  /** Into the value of a key. */
  stepInto(key: string): ShapeNode {
    const { last } = this;
    if (last !== null && last.key === key) return last;
    const child = this.step(key === CLOSE || key.startsWith(QUOTE) ? QUOTE + key : key);
    child.key = key;
    return child;
  }

  tokens(): Token[] {
    const out: Token[] = [];
    for (let node: ShapeNode = this; node.parent !== null; node = node.parent) out.push(node.token);
    return out.reverse();
  }
}

class Flattener {
  numbers = new Float64Array(1024);
  length = 0;
  readonly texts: string[] = [];
  private readonly places: Map<string, number> = new Map();
  private node: ShapeNode = new ShapeNode('', null);

  record(value: unknown, root: ShapeNode): ShapeNode {
    this.node = root;
    this.walk(value);
    return this.node;
  }

  private walk(value: unknown): void {
    if (typeof value === 'number') {
      this.node = this.node.step(NUMBER);
      this.push(value);
    } else if (typeof value === 'string') {
      this.node = this.node.step(TEXT);
      this.push(this.placeOf(value));
    } else if (typeof value === 'boolean') this.node = this.node.step(value ? TRUE : FALSE);
    else if (value === null || value === undefined) this.node = this.node.step(value === null ? NULL : UNDEFINED);
    else if (Array.isArray(value)) {
      this.node = this.node.step(value.length);
      for (let i = 0; i < value.length; i++) this.walk(value[i]);
    } else {
      const record = value as Readonly<Record<string, unknown>>;
      this.node = this.node.step(OPEN);
      for (const key in record) {
        this.node = this.node.stepInto(key);
        this.walk(record[key]);
      }
      this.node = this.node.step(CLOSE);
    }
  }

  private push(value: number): void {
    if (this.length === this.numbers.length) {
      const more = new Float64Array(2 * this.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    this.numbers[this.length++] = value;
  }

  private placeOf(text: string): number {
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.texts.push(text) - 1;
      this.places.set(text, place);
    }
    return place;
  }
}

/** Of records, lists, numbers, texts and what JSON has beside; nothing else. */
export function flattened(records: readonly unknown[]): FlatRecords {
  const flattener = new Flattener();
  const root = new ShapeNode('', null);
  const shapes: (readonly Token[])[] = [];
  const shapeOf = new Uint32Array(records.length);
  records.forEach((record, i) => {
    const node = flattener.record(record, root);
    if (node.number < 0) node.number = shapes.push(node.tokens()) - 1;
    shapeOf[i] = node.number;
  });
  return { numbers: flattener.numbers.slice(0, flattener.length), texts: flattener.texts, shapes, shapeOf };
}

class Raiser {
  private readonly numbers: Float64Array;
  private readonly texts: readonly string[];
  private at = 0;
  private tokens: readonly Token[] = [];
  private token = 0;

  constructor({ numbers, texts }: FlatRecords) {
    this.numbers = numbers;
    this.texts = texts;
  }

  record(tokens: readonly Token[]): unknown {
    this.tokens = tokens;
    this.token = 0;
    return this.read();
  }

  private read(): unknown {
    const token = this.tokens[this.token++];
    if (typeof token === 'number') {
      const out: unknown[] = [];
      for (let i = 0; i < token; i++) out.push(this.read());
      return out;
    }
    switch (token) {
      case NUMBER:
        return this.numbers[this.at++];
      case TEXT:
        return this.texts[this.numbers[this.at++]];
      case OPEN:
        return this.readRecord();
      case TRUE:
      case FALSE:
        return token === TRUE;
      default:
        return token === NULL ? null : undefined;
    }
  }

  private readRecord(): Record<string, unknown> {
    const { tokens } = this;
    const out: Record<string, unknown> = {};
    for (let token = tokens[this.token++] as string; token !== CLOSE; token = tokens[this.token++] as string) {
      const key = token.startsWith(QUOTE) ? token.slice(1) : token;
      setEntry(out, key, this.read());
    }
    return out;
  }
}

/** The records again. */
export function raised(flat: FlatRecords): unknown[] {
  const raiser = new Raiser(flat);
  const out: unknown[] = [];
  for (const shape of flat.shapeOf) out.push(raiser.record(flat.shapes[shape]));
  return out;
}
