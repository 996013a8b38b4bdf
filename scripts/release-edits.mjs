// What a release changes in files, as pure functions of their texts.

const NUMBERS = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = /^## (\d+\.\d+\.\d+), unreleased$/m;

/** The version to release: the one asked for ('1.2.3', 'major', 'minor', 'patch'), else that of the changelog's "x.y.z, unreleased". */
export function nextVersion(asked, current, changelog) {
  if (asked === undefined) {
    const version = UNRELEASED.exec(changelog)?.[1];
    if (version === undefined) throw new Error('CHANGELOG.md has no heading "## x.y.z, unreleased"; write one, or name the version');
    return version;
  }
  if (NUMBERS.test(asked)) return asked;
  const [major, minor, patch] = numbersOf(current);
  if (asked === 'major') return `${major + 1}.0.0`;
  if (asked === 'minor') return `${major}.${minor + 1}.0`;
  if (asked === 'patch') return `${major}.${minor}.${patch + 1}`;
  throw new Error(`'${asked}' is no version: give x.y.z, major, minor or patch`);
}

/** Below 0 where a is older than b. */
export function compareVersions(a, b) {
  const [p, q] = [numbersOf(a), numbersOf(b)];
  return p[0] - q[0] || p[1] - q[1] || p[2] - q[2];
}

/** The changelog with its unreleased heading dated: "## x.y.z, 2026-05-01". */
export function datedChangelog(changelog, version, date) {
  if (!UNRELEASED.test(changelog)) throw new Error('CHANGELOG.md has no heading "## x.y.z, unreleased": say what changed');
  return changelog.replace(UNRELEASED, `## ${version}, ${date}`);
}

/** package.json or package-lock.json with another version, all else as it was, byte by byte. */
export function withVersion(text, version) {
  const { version: current, lockfileVersion } = JSON.parse(text);
  // In a lock the package's own version stands twice: at the top, and in packages[""].
  const times = lockfileVersion === undefined ? 1 : 2;
  let rest = times;
  const line = `"version": ${JSON.stringify(current)}`;
  const edited = text.replaceAll(line, (found) => (rest-- > 0 ? `"version": ${JSON.stringify(version)}` : found));
  const after = JSON.parse(edited);
  if (after.version !== version || (times === 2 && after.packages[''].version !== version))
    throw new Error('the version is not where it was expected');
  return edited;
}

function numbersOf(version) {
  const match = NUMBERS.exec(version);
  if (match === null) throw new Error(`'${version}' is not of the form x.y.z`);
  return match.slice(1).map(Number);
}
