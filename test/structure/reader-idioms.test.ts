import { describe, expect, test } from 'vitest';
import { patternSteps, slowText } from './pattern-steps.ts';
import { copiesInLoops, type Found, patternsOf, searchesInLoops, spreadCalls } from './reader-idioms.ts';
import { sourceFiles } from './source-files.ts';

// What makes reading grow with the square of a file, and what fails for long lists, found in the source. Whatever is short
// for a reason stands below with it.

const SOURCES = sourceFiles(['src'], /\.ts$/);
const READERS = SOURCES.filter(([file]) => /^src\/(io|cli|node)\//.test(file));
const SPREADS = SOURCES.flatMap(([file, text]) => (text.includes('(...') || text.includes(' ...') ? spreadCalls(file, text) : []));
const SEARCHES = READERS.flatMap(([file, text]) => searchesInLoops(file, text));

/** Lists of a few: coordinates, axes, two ends, groups of work, the first bytes of a file. */
const SHORT_SPREADS: readonly RegExp[] = [
  /page-policy\.ts: String\.fromCharCode\(\.\.\.sha256\(/,
  /fromCharCode\(\.\.\.bytes\.subarray\((0, (64|256|4096)|i, i \+ 8190)\)\)/,
  /: Math\.(min|max|hypot)\(\.\.\.(normal|inertia|matrix|low|mixed|high|absolute|moving|standing|region\.size|overlapCounts|shares)\b/,
  /: Math\.(min|max)\(\.\.\.(states|sides)\.map/,
  /(polyhedra|swept-volume-mesh|motion-rows|clipped-mesh|turned-shape|searched-lines)\.ts: \w+\.(push|of)\(\.\.\./,
  /dispatchWorkgroups\(|new Tool(Query|Loop)\(|uniform3f\(|\.paint(Many)?\(|turn\(camera/,
  /(tool-parts\.ts: undivided|route\.ts: pieces)\.splice\(/,
  /parse-urdf\.ts: skip\(\.\.\.nothing\)|sampleTimes\(|step-verdict\.ts: sentences\.push\(|player\.ts: need\(|joint-values\.ts: .*setJointValue\(/,
];

/** Searches of short lists, of a text from where the last one ended, or for what ends the work. */
const SHORT_SEARCHES: readonly RegExp[] = [
  /parse-xyz\.ts: names\./,
  /collada-geometry\.ts: names\.indexOf\(axis\)/,
  /gltf-primitives\.ts: json\.list/,
  /parse-path-table\.ts: (first\.includes\(c\)|RATES\.map)/,
  /state-lists\.ts: (names|own|keys)\.find\(/,
  /parse-srdf\.ts: known\.includes\(name\)|resolve-srdf\.ts: known\.includes\(false\)/,
  /: (text|end)\.indexOf\('(\\n|\/)', /,
  /init\.ts: name\.includes|plan-text\.ts: moves|read-where\.ts: slots|why-text\.ts: kind\.parts|where\.ts: robots\.find/,
  /(steady-file|job-size)\.ts: bytes\.indexOf\(LF/,
  /(tally|gpu-answerer)\.ts: (rest\.)?lines\.indexOf\((LF|QUOTE), /,
  /queue-(faults|url)\.ts: (codes\.includes|line\.indexOf|PARAMETERS\[kind\]\.includes)/,
  /request-ends\.ts: joints\.find|same-table\.ts: names\.findIndex|plan-outputs\.ts: before\.includes/,
];

/** Of numbers that are printed, and of names of pages: no text of a file. */
const SHORT_TEXTS: readonly RegExp[] = [/shown-number\.ts/, /page-names\.ts: \/.*\[\.-\]\+\$/];

function unexplained(found: readonly Found[], reasons: readonly RegExp[]): string[] {
  return found.filter(({ place }) => !reasons.some((reason) => reason.test(place))).map(({ place, line }) => `${place} (line ${line})`);
}

test('no list is handed over as so many arguments, unless it is short', () => {
  expect(unexplained(SPREADS, SHORT_SPREADS)).toEqual([]);
});

test('readers search no list for every item of another', () => {
  expect(unexplained(SEARCHES, SHORT_SEARCHES)).toEqual([]);
});

test('readers copy no list to make it one longer', () => {
  expect(
    unexplained(
      READERS.flatMap(([file, text]) => copiesInLoops(file, text)),
      [/load-cell\.ts: cell = /],
    ),
  ).toEqual([]);
});

test('every reason is needed', () => {
  const found = [...SPREADS, ...SEARCHES];
  for (const reason of [...SHORT_SPREADS, ...SHORT_SEARCHES])
    expect(
      found.some(({ place }) => reason.test(place)),
      String(reason),
    ).toBe(true);
});

test('no pattern takes steps by the square of a text', () => {
  const slow = READERS.flatMap(([file, text]) => patternsOf(file, text))
    .filter(({ place }) => !SHORT_TEXTS.some((reason) => reason.test(place)))
    .flatMap(({ source, flags, place }) => {
      const text = slowText(source, flags);
      return text === undefined ? [] : [`${place} for ${JSON.stringify(text)}`];
    });
  expect(slow).toEqual([]);
});

describe('what finds them', () => {
  test.each([
    ['^[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?$', ''],
    ['[\\]}]\\s*\\n\\s*[[{]', ''],
    ['^(#.*[\\r\\n]+|\\s)*(VERSION|FIELDS)\\s', ''],
    ['^(.*\\S)\\s*[[(]([^\\])]*)[\\])]$', ''],
    ['^\\s*([+-]?(inf|nan))?\\s*$', 'i'],
    ['\\s+$', ''],
  ])('/%s/%s is slow', (source, flags) => {
    expect(slowText(source, flags)).toBeDefined();
  });

  test.each([
    ['^\\s*(#|$)', ''],
    ['-?(0|[1-9]\\d*)(\\.\\d+)?([eE][-+]?\\d+)?(?![\\w.])', 'y'],
    ['\\s+', 'g'],
    ['(\\p{Cc})\\1{3,}…?', 'gu'],
  ])('/%s/%s is not', (source, flags) => {
    expect(slowText(source, flags)).toBeUndefined();
  });

  test('steps are those of trying and going back', () => {
    expect(patternSteps('a*b', 'y', 'aaaa')).toBeGreaterThan(patternSteps('a*b', 'y', 'aa'));
    expect(patternSteps('^(a+)+$', '', 'aaaaaaaaaaaaaaaa!')).toBeGreaterThan(2 ** 16);
    expect(() => patternSteps('(?<name>a)', '', 'a')).toThrow(/what is|not closed/);
  });

  test('spreads, searches and copies', () => {
    expect(spreadCalls('a.ts', 'f(...xs); new F(1, ...xs); [...xs]; g({ ...xs });')).toHaveLength(2);
    expect(searchesInLoops('a.ts', 'for (const x of xs) ys.indexOf(x); zs.map((z) => ys.includes(z)); ys.includes(1);')).toHaveLength(2);
    expect(searchesInLoops('a.ts', "for (const x of ys.find(f)) NAMES.includes(x); while (a) 'abc'.includes(a);")).toHaveLength(0);
    expect(copiesInLoops('a.ts', 'for (const x of xs) { all = [...all, x]; one = [...other]; }')).toHaveLength(1);
  });
});
