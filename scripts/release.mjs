// npm run release -- [x.y.z | major | minor | patch] [--dry-run [--skip-tests]] [--publish]
// Version, changelog, tests, tarball, commit and tag; with --publish also the registry. Nothing is pushed.
// --dry-run prints every step and changes nothing that git sees.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { compareVersions, datedChangelog, nextVersion, withVersion } from './release-edits.mjs';
import { npm, ROOT, run, runQuietly } from './run.mjs';

const BRANCH = 'main';
const EDITED = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, 'skip-tests': { type: 'boolean' }, publish: { type: 'boolean' } },
});
const dry = values['dry-run'] === true;

try {
  await release();
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

async function release() {
  if (positionals.length > 1) throw new Error(`one version at most, got ${positionals.join(' ')}`);
  if (values['skip-tests'] && !dry) throw new Error('--skip-tests goes with --dry-run only');
  await checkTree();

  const before = Object.fromEntries(EDITED.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  const current = JSON.parse(before['package.json']).version;
  const version = nextVersion(positionals[0], current, before['CHANGELOG.md']);
  const tag = `v${version}`;
  await checkVersion(version, tag);
  const date = new Date().toISOString().slice(0, 10);
  const after = {
    'package.json': withVersion(before['package.json'], version),
    'package-lock.json': withVersion(before['package-lock.json'], version),
    'CHANGELOG.md': datedChangelog(before['CHANGELOG.md'], version, date),
  };

  say(`version: ${current} becomes ${version} in package.json and package-lock.json`);
  say(`changelog: the heading becomes "## ${version}, ${date}"`);
  if (!dry) write(after);
  let tarball;
  try {
    await test();
    tarball = await pack();
  } catch (error) {
    if (!dry) write(before);
    throw error;
  }
  await act(`commit: Release ${version}`, 'git', ['commit', '--quiet', '--message', `Release ${version}`, '--', ...EDITED]);
  await act(`tag: ${tag}`, 'git', ['tag', '--annotate', tag, '--message', `inbetween ${version}`]);
  if (values.publish) await act('publish: npm publish --provenance', ...npm(['publish', tarball, '--provenance', '--access', 'public']));
  else say('publish: not asked for (--publish)');
  say(dry ? 'nothing was changed' : `done; "git push --follow-tags" makes it public`);
}

async function checkTree() {
  const changed = await git('status', '--porcelain');
  const branch = await git('branch', '--show-current');
  if (changed !== '') refuse(`the tree is not clean:\n${changed}`);
  if (branch !== BRANCH) refuse(`the branch is ${branch || 'none'}, releases are made from ${BRANCH}`);
  if (changed === '' && branch === BRANCH) say(`tree: clean, on ${BRANCH}`);
}

async function checkVersion(version, tag) {
  const tags = (await git('tag', '--list', 'v*')).split('\n').filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
  if (tags.includes(tag)) refuse(`the tag ${tag} is there already`);
  const newer = tags.find((name) => compareVersions(name.slice(1), version) > 0);
  if (newer !== undefined) refuse(`${newer} was released before, and is newer than ${version}`);
}

async function test() {
  if (values['skip-tests']) return say('tests: skipped');
  say('tests: npm run test:all');
  if ((await run(...npm(['run', 'test:all', '--silent']))) !== 0) throw new Error('npm run test:all failed');
}

async function pack() {
  if (!(await buildIfStale())) throw new Error('the build failed');
  const where = dry ? ['--dry-run'] : ['--pack-destination', 'out'];
  if (!dry) mkdirSync(join(ROOT, 'out'), { recursive: true });
  const { code, output, stdout } = await runQuietly(...npm(['pack', ...where, '--json', '--ignore-scripts', '--loglevel=error']));
  if (code !== 0) throw new Error(`npm pack failed\n${output}`);
  const [{ filename, files, size, unpackedSize }] = JSON.parse(stdout);
  say(`tarball: ${filename}, ${files.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`);
  const folders = new Map();
  for (const { path, size } of files) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/') || '.';
    const [count, bytes] = folders.get(folder) ?? [0, 0];
    folders.set(folder, [count + 1, bytes + size]);
  }
  for (const [folder, [count, bytes]] of [...folders].sort()) {
    console.log(`    ${folder.padEnd(28)} ${String(count).padStart(5)} files ${kilobytes(bytes).padStart(10)}`);
  }
  return join('out', filename);
}

/** Says what is done and does it, unless dry. */
async function act(title, program, args) {
  say(title);
  if (!dry && (await run(program, args)) !== 0) throw new Error(`${title}: failed; "git status" shows what was done`);
}

/** A dry run says what would stop the release, and goes on. */
function refuse(reason) {
  if (!dry) throw new Error(reason);
  say(`would stop here: ${reason}`);
}

async function git(...args) {
  const { code, output } = await runQuietly('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
  return output.trimEnd();
}

function write(texts) {
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(ROOT, file), text);
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`;
}

function say(text) {
  console.log(`${dry ? '[dry run] ' : ''}${text}`);
}
