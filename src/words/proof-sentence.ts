/** What a checker of proofs found. */
interface Verified {
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved' | null;
  readonly why: string;
  readonly time: number;
  readonly pairs: number;
  readonly witness: readonly [string, string] | null;
  readonly exempt: readonly Stretch[];
}

/** While two may touch. */
interface Stretch {
  readonly a: string;
  readonly b: string;
  readonly rule: 'leave' | 'arrive';
  readonly by: string;
  readonly from: number;
  readonly to: number;
}

/** What a proof proves, or why it does not, in one or two sentences. */
export function proofSentence({ result, status, why, time, pairs, witness, exempt }: Verified): string {
  const apart = `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}`;
  const but = butFor(exempt.length);
  const claimed = {
    free: `${apart}, all the way${but}, and none starts inside a solid`,
    contact: `${apart}${but}, and there ${witness?.join(' and ')} are within clearance and tolerance`,
    overlap: `${witness?.join(' and ')} overlap at the start`,
    unresolved: `${apart}${but}; nothing is claimed of what comes after`,
  };
  if (result === 'proven' && status !== null) return `proven: ${status}. ${claimed[status]}.`;
  return `${result === 'undecided' ? 'not decided' : result === 'malformed' ? 'no proof' : result}: ${why}`;
}

function butFor(count: number): string {
  return count === 0 ? '' : `, but for ${count === 1 ? 'a stretch' : `${count} stretches`} in which two may touch`;
}

/** Two of whom nothing is proven for a while: when, why, and who said so. */
export function stretchSentence({ a, b, rule, by, from, to }: Stretch): string {
  const why = rule === 'leave' ? 'until they have left' : 'once they have arrived';
  return `${a} and ${b} from path time ${from} to ${to}, where they may touch ${why}, and are near; said by ${by}`;
}
