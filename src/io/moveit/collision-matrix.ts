/**
 * The allowed collision matrix of a planning scene: which pairs are not tested. An entry of two names counts, else the
 * default entries of the names, of which all that there are must allow it, as in MoveIt. Entries that contradict each
 * other across the diagonal allow nothing.
 */
import type { Located } from '../text/located-value.ts';
import type { Warn } from './message.ts';

export class CollisionMatrix {
  private readonly entries: Map<string, boolean> = new Map();
  private readonly defaults: Map<string, boolean> = new Map();
  /** All names in it, with where they stand. */
  readonly names: readonly string[];

  constructor(matrix: Located, warn: Warn) {
    const names = matrix.get('entry_names')?.texts() ?? [];
    const rows = (matrix.get('entry_values')?.items() ?? []).map((row) => booleans(row.isMap() ? row.field('enabled') : row));
    if (rows.length !== names.length) throw matrix.error(`has ${names.length} entry_names and ${rows.length} entry_values`);
    rows.forEach((row, i) => {
      if (row.length !== names.length)
        throw matrix.field('entry_values').error(`row ${i} ('${names[i]}') has ${row.length} values for ${names.length} names`);
    });
    const doubles = names.filter((name, i) => names.indexOf(name) < i);
    if (doubles.length > 0) throw matrix.field('entry_names').error(`has '${doubles[0]}' twice`);
    for (let i = 0; i < names.length; i++)
      for (let j = i + 1; j < names.length; j++) {
        if (rows[i][j] !== rows[j][i])
          warn(matrix.field('entry_values'), `contradicts itself about '${names[i]}' and '${names[j]}'; they are tested`);
        this.entries.set(pairKey(names[i], names[j]), rows[i][j] && rows[j][i]);
      }
    const defaultNames = matrix.get('default_entry_names')?.texts() ?? [];
    const defaultValues = matrix.get('default_entry_values');
    const allowed = defaultValues === undefined ? [] : booleans(defaultValues);
    if (allowed.length !== defaultNames.length)
      throw matrix.error(`has ${defaultNames.length} default_entry_names and ${allowed.length} default_entry_values`);
    defaultNames.forEach((name, i) => {
      this.defaults.set(name, allowed[i]);
    });
    this.names = [...new Set([...names, ...defaultNames])];
  }

  /** Whether it says anything: an empty one leaves the robot's own list as it is. */
  get isEmpty(): boolean {
    return this.names.length === 0;
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
