/**
 * The allowed collision matrix of a planning scene: which pairs are not tested. An entry of two names counts, else the
 * default entries of the names, of which all that there are must allow it, as in MoveIt. Entries that contradict each
 * other across the diagonal allow nothing.
 * Rows can be aliases of one, so that a short file says n²: a byte is kept of each entry, and no text made of a pair.
 */
import { firstDouble } from '../../math/first-double.ts';
import { shortName, shownName } from '../../math/shown-name.ts';
import type { Located } from '../text/located-value.ts';
import type { Warn } from './message.ts';

/** Pairs that a warning names. */
const MOST_NAMED = 3;

export class CollisionMatrix {
  private readonly numbers: Map<string, number>;
  private readonly rows: readonly Uint8Array[];
  private readonly defaults: Map<string, boolean> = new Map();
  /** Names whose default entry allows what no entry of two names forbids. */
  readonly allowedByDefault: readonly string[];

  constructor(matrix: Located, warn: Warn) {
    const names = matrix.get('entry_names')?.texts() ?? [];
    this.rows = (matrix.get('entry_values')?.items() ?? []).map((row) => booleans(row.isMap() ? row.field('enabled') : row));
    const { rows } = this;
    if (rows.length !== names.length) throw matrix.error(`has ${names.length} entry_names and ${rows.length} entry_values`);
    rows.forEach((row, i) => {
      if (row.length !== names.length)
        throw matrix.field('entry_values').error(`row ${i} (${shownName(names[i])}) has ${row.length} values for ${names.length} names`);
    });
    const double = firstDouble(names);
    if (double !== undefined) throw matrix.field('entry_names').error(`has ${shownName(double)} twice`);
    this.numbers = new Map(names.map((name, i) => [name, i]));
    const odd = contradictions(rows, names);
    if (odd.count > 0) warn(matrix.field('entry_values'), `contradicts itself about ${odd}; they are tested`);
    const defaultNames = matrix.get('default_entry_names')?.texts() ?? [];
    const defaultValues = matrix.get('default_entry_values');
    const given = defaultValues === undefined ? [] : booleans(defaultValues);
    if (given.length !== defaultNames.length)
      throw matrix.error(`has ${defaultNames.length} default_entry_names and ${given.length} default_entry_values`);
    defaultNames.forEach((name, i) => {
      this.defaults.set(name, given[i] === 1);
    });
    this.allowedByDefault = [...this.defaults].flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  }

  /** Whether it says anything: an empty one leaves the robot's own list as it is. */
  get isEmpty(): boolean {
    return this.numbers.size === 0 && this.defaults.size === 0;
  }

  /** Whether the name is one of its own. */
  has(name: string): boolean {
    return this.hasEntries(name) || this.defaults.has(name);
  }

  /** Whether there are entries of the name with others. */
  hasEntries(name: string): boolean {
    return this.numbers.has(name);
  }

  isAllowed(a: string, b: string): boolean {
    const [i, j] = [this.numbers.get(a), this.numbers.get(b)];
    if (i !== undefined && j !== undefined && i !== j) return (this.rows[i][j] & this.rows[j][i]) === 1;
    const ends = [this.defaults.get(a), this.defaults.get(b)].filter((value) => value !== undefined);
    return ends.length > 0 && ends.every((value) => value);
  }
}

/** The first of many pairs, and how many there are beyond. */
export class NamedPairs {
  count = 0;
  private readonly first: string[] = [];

  add(a: string, b: string): void {
    if (this.count++ < MOST_NAMED) this.first.push(`${shortName(a)} and ${shortName(b)}`);
  }

  toString(): string {
    return this.first.join(', ') + (this.count > MOST_NAMED ? ` and ${this.count - MOST_NAMED} more` : '');
  }
}

function contradictions(rows: readonly Uint8Array[], names: readonly string[]): NamedPairs {
  const pairs = new NamedPairs();
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) if (rows[i][j] !== rows[j][i]) pairs.add(names[i], names[j]);
  return pairs;
}

function booleans(list: Located): Uint8Array {
  return Uint8Array.from(list.items('a list of true and false'), (item) =>
    item.value === 0 || item.value === 1 ? item.value : Number(item.boolean()),
  );
}
