// npm run planted: what are proofs worth? Each of the faults in planted-faults.mjs is put into the library; then queries of the shared scenes are
// asked with proofs, which the checker judges, and some tests run. Nothing is written to the work tree.
//   npm run planted                     all of them, a table of who finds what; some 15 minutes
//   npm run planted -- stale child      those whose names hold one of the words
//   npm run planted -- --proofs         proofs only, --tests: tests only
// A fault that is not found by proofs may be none on these scenes; one found by neither is worth a look.
import { execFile, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, stop } from 'esbuild';
import { ROOT } from '../run.mjs';
import { PLANTED, PROVEN, TESTS } from './planted-faults.mjs';

const SHARED = join(ROOT, '../shared/scenes');
/** Seconds: a plain run takes a tenth, or less. */
const PATIENCE = 300;

const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith('-'));
const faults = PLANTED.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
const asksProofs = !args.includes('--tests');
const asksTests = !args.includes('--proofs');
if (!existsSync(SHARED)) fail('planted: ../shared/scenes is not there');
for (const test of TESTS) if (!existsSync(join(ROOT, test))) fail(`planted: there is no ${test}; planted-faults.mjs names it`);

const folder = await mkdtemp(join(tmpdir(), 'planted-'));
try {
  const rows = [];
  // what stands in the tree is proven, and passes
  for (const [name, file, from, to] of [['nothing', PLANTED[0][1], '', ''], ...faults]) {
    const text = planted(name, file, from, to);
    const proof = asksProofs ? await byProofs(file, text) : '';
    const test = asksTests ? await byTests(file, text) : '';
    if (name === 'nothing' && proof + test !== '') fail(`planted: without a fault: ${proof} ${test}`);
    if (name !== 'nothing') rows.push([name, proof, test]);
    console.error(`${name}\n  proofs: ${proof || '–'}\n  tests:  ${test || '–'}`);
  }
  const by = (k) => rows.filter((row) => row[k] !== '').length;
  console.log('| fault | proofs | tests |\n| --- | --- | --- |');
  for (const [name, proof, test] of rows) console.log(`| ${name} | ${proof || '–'} | ${test || '–'} |`);
  console.log(
    `\n${rows.length} faults: proofs find ${by(1)}, tests ${by(2)}, both together ${rows.filter((r) => r[1] + r[2] !== '').length}`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
  await stop();
}

function planted(name, file, from, to) {
  const text = readFileSync(join(ROOT, file), 'utf8');
  if (from === '') return text;
  if (text.split(from).length !== 2) fail(`planted: '${name}': ${file} has not exactly one ${from}`);
  return text.replace(from, () => to);
}

/** What the checker says of the first proof that it does not find; '': it finds all of them. */
async function byProofs(file, text) {
  const outfile = join(folder, 'planted.mjs');
  await build({
    entryPoints: [join(ROOT, 'scripts/mutants/planted-proofs.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'planted',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => (path === join(ROOT, file) ? { contents: text, loader: 'ts' } : undefined)),
      },
    ],
  });
  try {
    const given = [outfile, SHARED, PROVEN.scenes.join(), `${PROVEN.queries}`];
    const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 1000 * PATIENCE, maxBuffer: 2 ** 26 });
    return JSON.parse(stdout);
  } catch (error) {
    return error.killed ? 'does not end' : `ends: ${/\w*Error: .*/.exec(error.message)?.[0] ?? error.message.slice(0, 200)}`;
  }
}

/** The first test that fails; '': none. */
async function byTests(file, text) {
  const child = fork(join(ROOT, 'scripts/mutants/host.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const next = () =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.once('exit', () => resolve(undefined));
    });
  let timer;
  try {
    if ((await next()) === undefined) fail('planted: vitest could not be started');
    const answer = next();
    child.send({ file, text, tests: TESTS });
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve({ noticed: true, by: 'does not end' }), 1000 * PATIENCE * 2);
    });
    const found = await Promise.race([answer, late]);
    return found?.noticed === false ? '' : (found?.by ?? 'vitest ended');
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
