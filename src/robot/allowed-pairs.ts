import { checkText, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';

/**
 * Why a pair of links is not tested: a joint holds them together ('adjacent'), they touch in nearly all sampled
 * configurations ('always'), in none ('never'), an SRDF says they touch at rest ('default'), or the user allows them
 * ('user').
 */
export type AllowedReason = 'adjacent' | 'always' | 'never' | 'default' | 'user';

/** Two links of one robot that are not tested against each other. */
export interface AllowedPair {
  /** Name of one link. */
  readonly a: string;
  /** Name of the other; which is which does not matter. */
  readonly b: string;
  /** Why, for reports: one of `AllowedReason`, or words of your own. Default 'user'. */
  readonly reason?: string;
}

/**
 * The pairs of links of one robot that may touch, or never can, and are not tested; the order in a pair does not
 * matter. A scene looks at them when it is made: changes come too late for it. A name that is no link is an InputError.
 */
export class AllowedPairs {
  private readonly links: ReadonlyMap<string, number>;
  private readonly reasons: Map<number, Required<AllowedPair>> = new Map();

  /** For a robot with links of these names; a `Robot` makes its own, `robot.allowed`. */
  constructor(links: readonly string[]) {
    this.links = new Map(links.map((name, i) => [name, i]));
  }

  /** From now on the two are not tested. The reason is for reports; default 'user'. */
  allow(a: string, b: string, reason: string = 'user'): void {
    checkText(reason, 'allowed pairs: reason');
    this.reasons.set(this.key(a, b), { a, b, reason });
  }

  /** From now on the two are tested again, where a joint can move them against each other. */
  disallow(a: string, b: string): void {
    this.reasons.delete(this.key(a, b));
  }

  /** Whether the two are not tested. */
  isAllowed(a: string, b: string): boolean {
    return this.reasons.has(this.key(a, b));
  }

  /** All pairs, in the order in which they were allowed. */
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
