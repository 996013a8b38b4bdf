import { InputError } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shortName, shownName, shownNames } from '../../math/shown-name.ts';
import type { WorkMeter } from '../work-meter.ts';

// Data read from JSON or YAML that remember the line they stand on, so that every complaint about them can name it.

export type LocatedValue = string | number | boolean | null | LocatedList | LocatedMap;

/** Lines stand beside the items: numbers stay numbers, and a long list stays small. */
export class LocatedList {
  readonly items: LocatedValue[] = [];
  readonly lines: number[] = [];

  push(value: LocatedValue, line: number): void {
    this.items.push(value);
    this.lines.push(line);
  }
}

export class LocatedMap {
  readonly entries: Map<string, LocatedValue> = new Map();
  readonly lines: Map<string, number> = new Map();

  set(key: string, value: LocatedValue, line: number): void {
    this.entries.set(key, value);
    this.lines.set(key, line);
  }
}

/** A cursor and the text of its place. */
const ITEM_UNITS = 16;

interface Where {
  readonly file: string;
  readonly line: number;
  /** Counts whatever is asked of the value and of all below it. */
  readonly work: WorkMeter;
  /** Whom the place belongs to, `query 3`; empty: the file itself. */
  readonly owner?: string;
  /** `joint.axis` */
  readonly place?: string;
}

/** One value and where it stands: a cursor for readers. */
export class Located {
  readonly value: LocatedValue;
  readonly file: string;
  readonly line: number;
  readonly work: WorkMeter;
  private readonly owner: string;
  private readonly place: string;

  constructor(value: LocatedValue, { file, line, work, owner = '', place = '' }: Where) {
    this.value = value;
    this.file = file;
    this.line = line;
    this.work = work;
    this.owner = owner;
    this.place = place;
  }

  /** The same value; messages name places below it from here on. */
  named(owner: string): Located {
    return new Located(this.value, { file: this.file, line: this.line, work: this.work, owner });
  }

  /** How messages call it. */
  get subject(): string {
    if (this.place === '') return this.owner || 'the content';
    return this.owner === '' ? this.place : `${this.owner}: ${this.place}`;
  }

  error(fault: string): InputError {
    return new InputError(`${this.subject} ${fault}`, { file: this.file, line: this.line });
  }

  wrong(expectation: string): InputError {
    return this.error(`should be ${expectation}, got ${shown(this.value)}`);
  }

  /** Runs a check of another room, which knows neither file nor line. */
  check<T>(make: (subject: string) => T): T {
    try {
      return make(this.subject);
    } catch (cause) {
      if (!(cause instanceof InputError)) throw cause;
      throw new InputError(cause.message, { file: this.file, line: this.line });
    }
  }

  /** What another room found, with this place before it; other errors stay as they are. */
  because(cause: unknown): unknown {
    if (!(cause instanceof InputError)) return cause;
    return new InputError(`${this.subject}: ${cause.message}`, { file: this.file, line: this.line });
  }

  locateErrors<T>(make: () => T): T {
    try {
      return make();
    } catch (cause) {
      throw this.because(cause);
    }
  }

  isMap(): boolean {
    return this.value instanceof LocatedMap;
  }

  isList(): boolean {
    return this.value instanceof LocatedList;
  }

  map(): LocatedMap {
    if (!(this.value instanceof LocatedMap)) throw this.wrong('an object');
    return this.value;
  }

  keys(): string[] {
    this.work.spend(this.map().entries.size, this);
    return [...this.map().entries.keys()];
  }

  /** Undefined where there is nothing, or null. */
  get(key: string): Located | undefined {
    this.work.spend(1, this);
    const value = this.map().entries.get(key);
    if (value === undefined || value === null) return undefined;
    return this.below(value, this.map().lines.get(key) as number, this.placeOf(key));
  }

  field(key: string): Located {
    const found = this.get(key);
    if (found === undefined) throw new InputError(`${this.subjectOf(key)} is missing`, { file: this.file, line: this.line });
    return found;
  }

  /** A misspelt key must not be overlooked: what it says would not be obeyed. */
  onlyKeys(known: readonly string[]): void {
    this.work.spend(known.length, this);
    const isKnown = new Set(known);
    for (const key of this.keys()) {
      if (isKnown.has(key)) continue;
      const near = nearestName(key, known);
      const advice = near === undefined ? `known are ${shownNames(known)}` : `is ${shownName(near)} meant?`;
      throw new InputError(`${this.subjectOf(key)} is no known key; ${advice}`, { file: this.file, line: this.map().lines.get(key) });
    }
  }

  items(expectation = 'a list'): Located[] {
    const { value } = this;
    if (!(value instanceof LocatedList)) throw this.wrong(expectation);
    this.work.spend(ITEM_UNITS * value.items.length, this);
    return value.items.map((item, i) => this.below(item, value.lines[i], `${this.place}[${i}]`));
  }

  text(): string {
    if (typeof this.value !== 'string') throw this.wrong('a text');
    if (this.value === '') throw this.error('is an empty text');
    return this.value;
  }

  boolean(): boolean {
    if (typeof this.value !== 'boolean') throw this.wrong('true or false');
    return this.value;
  }

  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value)) throw this.wrong('a finite number');
    return this.value;
  }

  positive(): number {
    if (!(this.number() > 0)) throw this.wrong('a number > 0');
    return this.value as number;
  }

  integer(): number {
    if (!Number.isSafeInteger(this.value)) throw this.wrong('an integer');
    return this.value as number;
  }

  /** A list of finite numbers, of any length unless one is given. */
  numbers(count?: number): number[] {
    const expectation = count === undefined ? 'a list of finite numbers' : `${count} finite numbers`;
    const { value } = this;
    if (!(value instanceof LocatedList)) throw this.wrong(expectation);
    const { items, lines } = value;
    this.work.spend(items.length, this);
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (typeof item === 'number' && Number.isFinite(item)) continue;
      throw this.below(item, lines[i], `${this.place}[${i}]`).wrong(`a finite number${cutShort(item)}`);
    }
    if (count !== undefined && items.length !== count) throw this.wrong(expectation);
    return items as number[];
  }

  texts(): string[] {
    return this.items('a list of texts').map((item) => item.text());
  }

  private below(value: LocatedValue, line: number, place: string): Located {
    return new Located(value, { file: this.file, line, work: this.work, owner: this.owner, place });
  }

  private subjectOf(key: string): string {
    return this.owner === '' ? this.placeOf(key) : `${this.owner}: ${this.placeOf(key)}`;
  }

  private placeOf(key: string): string {
    return this.place === '' ? shortName(key) : `${this.place}.${shortName(key)}`;
  }
}

/** ROS tools print long lists with '...' in place of the rest. */
export function cutShort(item: LocatedValue): string {
  return item === '...' ? ' (the list was cut when it was printed; with ros2 topic echo, add --full-length)' : '';
}

function shown(value: LocatedValue, depth = 0): string {
  const text = longText(value, depth);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Aliases make a value as large as one likes: no deeper than this. */
const DEEPEST_SHOWN = 3;

function longText(value: LocatedValue, depth: number): string {
  if (value instanceof LocatedList) {
    if (depth === DEEPEST_SHOWN) return '[…]';
    const more = value.items.length > 10 ? ',…' : '';
    const items = value.items.slice(0, 10).map((item) => shown(item, depth + 1));
    return `[${items.join(',')}${more}]`;
  }
  if (value instanceof LocatedMap) return `{${firstKeys(value).join(', ')}}`;
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 61)) : String(value);
}

function firstKeys({ entries }: LocatedMap): string[] {
  const keys: string[] = [];
  for (const key of entries.keys()) {
    if (keys.length === 10) break;
    keys.push(shortName(key));
  }
  return keys;
}
