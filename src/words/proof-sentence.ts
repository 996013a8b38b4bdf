/** What a checker of proofs found. */
interface Verified {
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved' | null;
  readonly why: string;
  readonly time: number;
  readonly pairs: number;
  readonly witness: readonly [string, string] | null;
}

/** What a proof proves, or why it does not, in one or two sentences. */
export function proofSentence({ result, status, why, time, pairs, witness }: Verified): string {
  const apart = `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}`;
  const claimed = {
    free: `${apart}, all the way, and none starts inside a solid`,
    contact: `${apart}, and there ${witness?.join(' and ')} are within clearance and tolerance`,
    overlap: `${witness?.join(' and ')} overlap at the start`,
    unresolved: `${apart}; nothing is claimed of what comes after`,
  };
  if (result === 'proven' && status !== null) return `proven: ${status}. ${claimed[status]}.`;
  return `${result === 'undecided' ? 'not decided' : result === 'malformed' ? 'no proof' : result}: ${why}`;
}
