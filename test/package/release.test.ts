import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareVersions, datedChangelog, nextVersion, withVersion } from '../../scripts/release-edits.mjs';
import { ROOT } from './installed-package.ts';

const changelog = '# Changelog\n\nWords about 0.2.0, unreleased.\n\n## 0.3.0, unreleased\n\n- News.\n\n## 0.2.0, 2026-01-31\n\n- Old.\n';

describe('the version', () => {
  test.each([
    [undefined, '0.3.0'],
    ['1.0.0', '1.0.0'],
    ['major', '1.0.0'],
    ['minor', '0.3.0'],
    ['patch', '0.2.10'],
  ])('asked for %s after 0.2.9 is %s', (asked, version) => {
    expect(nextVersion(asked, '0.2.9', changelog)).toBe(version);
  });

  test('words that are none are refused, and so is a changelog without news', () => {
    expect(() => nextVersion('v1', '0.2.9', changelog)).toThrow("'v1' is no version");
    expect(() => nextVersion('1.0', '0.2.9', changelog)).toThrow("'1.0' is no version");
    expect(() => nextVersion(undefined, '0.2.9', '# Changelog\n\n## 0.2.9, 2026-01-31\n')).toThrow('no heading');
  });

  test('versions are compared by numbers', () => {
    expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
    expect(compareVersions('1.0.0', '1.0.1')).toBeLessThan(0);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
  });
});

describe('the changelog', () => {
  test('its heading gets the version and the date, nothing else changes', () => {
    const wanted = changelog.replace('## 0.3.0, unreleased', '## 0.4.0, 2026-05-01');
    expect(datedChangelog(changelog, '0.4.0', '2026-05-01')).toBe(wanted);
    expect(() => datedChangelog(wanted, '0.5.0', '2026-06-01')).toThrow('say what changed');
  });
});

describe('package.json and its lock', () => {
  test.each([
    ['package.json', 1],
    ['package-lock.json', 2],
  ])('%s: only the version changes, in %i lines', (file, lines) => {
    const before = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const after = withVersion(before.join('\n'), '98.7.6').split('\n');
    const changed = after.filter((line, i) => line !== before[i]);
    expect(after.length).toBe(before.length);
    expect(changed.map((line) => line.trim())).toEqual(Array(lines).fill('"version": "98.7.6",'));
  });

  test('a dependency of the same version keeps it', () => {
    const lock = {
      name: 'a',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { name: 'a', version: '1.0.0' }, b: { version: '1.0.0' } },
    };
    const { version, packages } = JSON.parse(withVersion(JSON.stringify(lock, null, 2), '1.1.0'));
    expect([version, packages[''].version, packages.b.version]).toEqual(['1.1.0', '1.1.0', '1.0.0']);
  });
});
