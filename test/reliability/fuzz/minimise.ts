// Delta debugging [Zeller & Hildebrandt 2002] over plain data: texts and lists lose parts, halves first; numbers become simpler ones; records lose
// nothing, because their keys are what a case is made of. What is smaller and still shows the fault is kept.

type Shows<Case> = (smaller: Case) => Promise<boolean>;

/** The smallest case found within so many tries. */
export async function minimised<Case>(given: Case, shows: Shows<Case>, most: number): Promise<Case> {
  let tries = 0;
  const attempt = async (smaller: Case): Promise<boolean> => tries++ < most && (await shows(smaller));
  let best = given;
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && tries < most; ) {
    before = sizeOf(best);
    for (const place of placesOf(best)) {
      const value = valueAt(best, place);
      const put = (smaller: unknown): Case => withValue(best, place, smaller) as Case;
      if (typeof value === 'string' || Array.isArray(value)) best = await shortened(best, value, put, attempt);
      else if (typeof value === 'number') best = await simplified(best, value, put, attempt);
    }
  }
  return best;
}

/** Without ever smaller parts of it. A number in a list may be one of three coordinates: parts of 9 and 3 are tried as well. */
async function shortened<Case>(
  start: Case,
  value: string | readonly unknown[],
  put: (smaller: unknown) => Case,
  attempt: Shows<Case>,
): Promise<Case> {
  let best = start;
  let kept: string | readonly unknown[] = value;
  const sizes: number[] = [];
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2)) sizes.push(size);
  if (typeof value !== 'string') sizes.push(9, 3);
  for (const size of sizes) {
    for (let from = 0; from < kept.length; ) {
      const smaller =
        typeof kept === 'string' ? kept.slice(0, from) + kept.slice(from + size) : [...kept.slice(0, from), ...kept.slice(from + size)];
      if (smaller.length < kept.length && (await attempt(put(smaller)))) {
        kept = smaller;
        best = put(kept);
      } else from += size;
    }
  }
  return best;
}

async function simplified<Case>(start: Case, value: number, put: (smaller: unknown) => Case, attempt: Shows<Case>): Promise<Case> {
  for (const simpler of [0, 1, -1, Math.round(value), Math.round(4 * value) / 4, Number(value.toPrecision(3))]) {
    if (complexity(simpler) < complexity(value) && (await attempt(put(simpler)))) return put(simpler);
  }
  return start;
}

type Place = readonly (string | number)[];

/** Where texts, lists and numbers are, the outer ones first. */
function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return ['string', 'number'].includes(typeof value) ? [place] : [];
  const inner = Object.keys(value).flatMap((key) =>
    placesOf((value as Record<string, unknown>)[key], [...place, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) ? [place, ...inner] : inner;
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], value);
}

function withValue(value: unknown, [key, ...rest]: Place, put: unknown): unknown {
  if (key === undefined) return put;
  const inner = withValue((value as Record<string | number, unknown>)[key], rest, put);
  return Array.isArray(value) ? value.map((item, i) => (i === key ? inner : item)) : { ...(value as object), [key]: inner };
}

function complexity(x: number): number {
  return Object.is(x, 0) ? 0 : String(x).length;
}

/** Letters of all that is in it. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number') return complexity(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + sizeOf(item), 0);
}
