import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testsNear } from '../../scripts/tests/imports.mjs';
import { isForAllOnly, LONG_BESIDE_VERDICTS, MORE_THAN_NODE, needsMore, secondsOf, testFiles } from '../../scripts/tests/test-files.mjs';

/** What decides a verdict by itself: here only what needs more than Node, or is listed as long, is left to `npm run test:all`. */
const DECIDES = /^test\/(unit|property|conformance|truth|regression|hard-cases|structure|docs|scenes)\//;

describe('npm test', () => {
  const files = testFiles();

  test('has all that decides a verdict and needs nothing but Node; what is listed beside it takes 10 s or more', () => {
    const left = files.filter((file) => DECIDES.test(file) && isForAllOnly(file));
    expect(left.filter((file) => needsMore(file).length === 0)).toEqual(LONG_BESIDE_VERDICTS);
    expect(LONG_BESIDE_VERDICTS.filter((file) => secondsOf(file) < 10)).toEqual([]);
    // no kernel, search or bound, and no judge
    const rooms = /^test\/(structure|property\/readers|unit\/(cli|report|viewer)|unit\/robot\/joint-types)/;
    expect(LONG_BESIDE_VERDICTS.filter((file) => !rooms.test(file))).toEqual([]);
    expect(left.length).toBeLessThan(files.length / 8);
  });

  test('has one of what needs more: a page, a queue, a graphics program; and nothing that has to be built', () => {
    const asked = files.filter((file) => !isForAllOnly(file)).flatMap(needsMore);
    expect(asked.sort()).toEqual(
      Object.keys(MORE_THAN_NODE)
        .filter((name) => name !== 'build')
        .sort(),
    );
  });
});

test('of a source the tests that import it come first, then those that do so by others', () => {
  const near = testsNear(['src/math/trig.ts']);
  expect(near.slice(0, 5)).toContain('test/unit/math/trig.test.ts');
  expect(near).toContain('test/property/robots.test.ts');
  expect(near.indexOf('test/unit/math/trig.test.ts')).toBeLessThan(near.indexOf('test/property/robots.test.ts'));
  // a test and what stands beside it are sources too; what nobody imports concerns nobody
  expect(testsNear(['test/support/rational.ts']).length).toBeGreaterThan(0);
  expect(testsNear(['test/structure/test-files.test.ts'])).toEqual(['test/structure/test-files.test.ts']);
  expect(testsNear(['LICENSE'])).toEqual([]);
});

test('worlds of tests prove again what they have proven, but for those whose records or memory are looked at', () => {
  const plain = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => {
      const text = readFileSync(`test/${name}`, 'utf8');
      return /import \{[^}]*\bWorld\b[^}]*\} from '[^']*src\/world\/(world|index)\.ts'/.test(text) && /\bnew World\(/.test(text);
    });
  expect(plain.sort()).toEqual([
    // whose subject is who asks whom
    'regression/contact/questions-within-questions.test.ts',
    'reliability/soak/soak-round.ts',
    'structure/public-records.ts',
    'unit/report/world/world-report-inputs.ts',
  ]);
});
