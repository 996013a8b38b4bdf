/**
 * The allowed collision matrix of a planning scene: which pairs are not tested. An entry of two names counts, else the
 * default entries of the names, of which all that there are must allow it, as in MoveIt. Entries that contradict each
 * other across the diagonal allow nothing.
 */
import { firstDouble } from '../../math/first-double.ts';
import { shownName } from '../../math/shown-name.ts';
import type { Located } from '../text/located-value.ts';
import type { Warn } from './message.ts';

export class CollisionMatrix {
  private readonly entries: Map<string, boolean> = new Map();
  private readonly defaults: Map<string, boolean> = new Map();
  /** Pairs of names that entries allow. */
  readonly allowed: readonly (readonly [string, string])[];
  /** Names whose default entry allows what no entry of two names forbids. */
  readonly allowedByDefault: readonly string[];
  /** All names in it. */
  readonly names: ReadonlySet<string>;

  constructor(matrix: Located, warn: Warn) {
    const names = matrix.get('entry_names')?.texts() ?? [];
    const rows = (matrix.get('entry_values')?.items() ?? []).map((row) => booleans(row.isMap() ? row.field('enabled') : row));
    if (rows.length !== names.length) throw matrix.error(`has ${names.length} entry_names and ${rows.length} entry_values`);
    rows.forEach((row, i) => {
      if (row.length !== names.length)
        throw matrix.field('entry_values').error(`row ${i} (${shownName(names[i])}) has ${row.length} values for ${names.length} names`);
    });
    const double = firstDouble(names);
    if (double !== undefined) throw matrix.field('entry_names').error(`has ${shownName(double)} twice`);
    const allowed: [string, string][] = [];
    for (let i = 0; i < names.length; i++)
      for (let j = i + 1; j < names.length; j++) {
        if (rows[i][j] !== rows[j][i])
          warn(matrix.field('entry_values'), `contradicts itself about ${shownName(names[i])} and ${shownName(names[j])}; they are tested`);
        const isAllowed = rows[i][j] && rows[j][i];
        this.entries.set(pairKey(names[i], names[j]), isAllowed);
        if (isAllowed) allowed.push([names[i], names[j]]);
      }
    const defaultNames = matrix.get('default_entry_names')?.texts() ?? [];
    const defaultValues = matrix.get('default_entry_values');
    const given = defaultValues === undefined ? [] : booleans(defaultValues);
    if (given.length !== defaultNames.length)
      throw matrix.error(`has ${defaultNames.length} default_entry_names and ${given.length} default_entry_values`);
    defaultNames.forEach((name, i) => {
      this.defaults.set(name, given[i]);
    });
    this.allowed = allowed;
    this.allowedByDefault = [...this.defaults].flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
    this.names = new Set([...names, ...defaultNames]);
  }

  /** Whether it says anything: an empty one leaves the robot's own list as it is. */
  get isEmpty(): boolean {
    return this.names.size === 0;
  }

  isAllowed(a: string, b: string): boolean {
    const entry = this.entries.get(pairKey(a, b));
    const ends = [this.defaults.get(a), this.defaults.get(b)].filter((value) => value !== undefined);
    const byDefault = ends.length > 0 && ends.every((value) => value);
    return entry ?? byDefault;
  }
}

function booleans(list: Located): boolean[] {
  return list.items('a list of true and false').map((item) => (item.value === 0 || item.value === 1 ? item.value === 1 : item.boolean()));
}

function pairKey(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}
