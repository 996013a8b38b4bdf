/** What a checker of proofs found. */
interface Verified {
  readonly result: 'proven' | 'refuted' | 'malformed' | 'undecided';
  readonly status: 'free' | 'contact' | 'overlap' | 'unresolved' | null;
  readonly why: string;
  readonly time: number;
  readonly pairs: number;
  readonly witness: readonly [string, string] | null;
  readonly exempt: readonly Stretch[];
  /** Told where it is about a step of deforming meshes. */
  readonly step?: { readonly startsFree: boolean; readonly inside: readonly [string, string] | null };
  readonly clearance?: readonly [number, number];
  readonly solids: number;
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
export function proofSentence(found: Verified): string {
  const { result, status, why } = found;
  if (result === 'proven' && status !== null)
    return `proven: ${status}. ${(found.step === undefined ? pathClaims : stepClaims)(found)[status]}.`;
  return `${result === 'undecided' ? 'not decided' : result === 'malformed' ? 'no proof' : result}: ${why}`;
}

type Claims = Readonly<Record<NonNullable<Verified['status']>, string>>;

function pathClaims({ time, pairs, witness, exempt, solids }: Verified): Claims {
  const apart = `${pairs} tested ${pairs === 1 ? 'pair stays' : 'pairs stay'} farther apart than the clearance up to path time ${time}`;
  const but = butFor(exempt.length);
  return {
    free: `${apart}, all the way${but}${outside(solids)}`,
    contact: `${apart}${but}, and there ${witness?.join(' and ')} are within clearance and tolerance`,
    overlap: `${witness?.join(' and ')} overlap at the start`,
    unresolved: `${apart}${but}; nothing is claimed of what comes after`,
  };
}

function stepClaims({ time, pairs, witness, step, clearance, solids }: Verified): Claims {
  const near = (clearance?.[0] ?? 0) > 0 ? 'comes as near as the clearance' : 'touches';
  const apart = `In ${pairs} tested ${pairs === 1 ? 'pair' : 'pairs'} of meshes nothing ${near}`;
  const before = `${apart} before ${time} of the step`;
  const given = step?.startsFree ? '; that no edge goes through a face at the start was taken for granted' : '';
  const [a, b] = witness ?? ['', ''];
  return {
    free: `${apart} at any time of the step${outside(solids)}${given}`,
    contact: `${before}, and there ${a} and ${a === b ? 'itself' : b} are within clearance and tolerance${given}`,
    overlap: step?.inside ? `${a} starts inside ${b}` : `${a} and ${a === b ? 'itself' : b} touch, or go through each other, at the start`,
    unresolved: `${before}; nothing is claimed of what comes after${given}`,
  };
}

/** Only in solids nothing starts: of surfaces nothing is shown but that they are apart. */
function outside(solids: number): string {
  return solids === 0 ? '; no body is a solid, so whether one starts inside another was not tested' : ', and none starts inside a solid';
}

function butFor(count: number): string {
  return count === 0 ? '' : `, but for ${count === 1 ? 'a stretch' : `${count} stretches`} in which two may touch`;
}

/** Two of whom nothing is proven for a while: when, why, and who said so. */
export function stretchSentence({ a, b, rule, by, from, to }: Stretch): string {
  const why = rule === 'leave' ? 'until they have left' : 'once they have arrived';
  return `${a} and ${b} from path time ${from} to ${to}, where they may touch ${why}, and are near; said by ${by}`;
}
