import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/** Why a pair of links is not tested. */
export type AllowedReason = 'adjacent' | 'always' | 'never' | 'default' | 'user';

export interface AllowedPair {
  readonly a: string;
  readonly b: string;
  /** Default 'user'. */
  readonly reason?: string;
}

/** The pairs of links of one robot that may touch, or never can, and are not tested; the order in a pair does not matter. */
export class AllowedPairs {
  private readonly links: ReadonlyMap<string, number>;
  private readonly reasons: Map<number, Required<AllowedPair>> = new Map();

  constructor(links: readonly string[]) {
    this.links = new Map(links.map((name, i) => [name, i]));
  }

  allow(a: string, b: string, reason: string = 'user'): void {
    this.reasons.set(this.key(a, b), { a, b, reason });
  }

  disallow(a: string, b: string): void {
    this.reasons.delete(this.key(a, b));
  }

  isAllowed(a: string, b: string): boolean {
    return this.reasons.has(this.key(a, b));
  }

  /** In the order in which they were allowed. */
  list(): readonly Required<AllowedPair>[] {
    return [...this.reasons.values()];
  }

  private key(a: string, b: string): number {
    const i = this.number(a);
    const j = this.number(b);
    if (i === j) throw new InputError(`allowed pairs: '${a}' is paired with itself`);
    return Math.min(i, j) * this.links.size + Math.max(i, j);
  }

  private number(link: string): number {
    const i = this.links.get(link);
    if (i === undefined) throw new InputError(`allowed pairs: there is no link ${shownValue(link)}`);
    return i;
  }
}
