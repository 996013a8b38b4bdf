// npm run mutants: puts one small fault at a time into the verdict logic and asks its tests whether they notice.
//   npm run mutants                      all targets; fails when a mutant survives that scripts/mutants/known.json does not explain
//   npm run mutants -- leaving budget    only targets whose path contains one of the words
//   npm run mutants -- --write           also writes the score to docs/notes/mutants.md
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutantsOf } from './mutants/mutate.mjs';
import { TARGETS } from './mutants/targets.mjs';
import { ROOT } from './run.mjs';

const HOSTS = 2;
/** A mutant that takes this many times as long as the tests of the plain file, and no less than PATIENCE, never comes back. */
const TIMES_LONGER = 10;
const PATIENCE = 30_000;
/** In the note: what stands below is written by this script. */
const SCORE_BEGINS = '<!-- score -->';

const words = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const isWritten = process.argv.includes('--write');
const targets = TARGETS.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)));
const known = JSON.parse(readFileSync(join(ROOT, 'scripts/mutants/known.json'), 'utf8'));
const missing = targets.flatMap(({ file, tests }) => [file, ...tests]).filter((path) => !existsSync(join(ROOT, path)));
if (missing.length > 0) stop(`not there: ${missing.join(', ')}; scripts/mutants/targets.mjs names them`);
if (targets.length === 0) stop(`no target is called ${words.join(' or ')}`);

const begun = Date.now();
const work = targets.flatMap(({ file, names, tests }) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const mutants = mutantsOf(text, file, names);
  if (names !== undefined) {
    const absent = names.filter((name) => !mutants.some(({ around }) => around === name));
    if (absent.length > 0) stop(`${file} has no ${absent.join(', ')}; scripts/mutants/targets.mjs names them`);
  }
  return mutants.map((mutant) => ({ ...mutant, tests, fate: undefined, reason: undefined }));
});
console.log(`${work.length} mutants of ${targets.length} files`);
const limits = await limitsOfPlainFiles();
let next = 0;
let done = 0;
await Promise.all(Array.from({ length: HOSTS }, judgeAll));
explainSurvivors();
report();

async function judgeAll() {
  let host = await newHost();
  while (next < work.length) {
    const mutant = work[next++];
    const { file, text, tests } = mutant;
    const answer = await host.ask({ file, text, tests }, limits.get(file));
    mutant.fate = answer === undefined ? 'timed out' : answer.noticed ? 'killed' : 'survived';
    if (answer === undefined) {
      host.end();
      host = await newHost();
    }
    if (++done % 50 === 0) console.log(`${done} of ${work.length}, ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  }
  host.end();
}

/** The tests have to pass on what stands in the tree; how long they take, the second time, says when a mutant hangs. */
async function limitsOfPlainFiles() {
  const host = await newHost();
  const found = new Map();
  for (const { file, tests } of targets) {
    const plain = { file, text: readFileSync(join(ROOT, file), 'utf8'), tests };
    let milliseconds = 0;
    for (let round = 0; round < 2; round++) {
      const start = Date.now();
      const answer = await host.ask(plain, 20 * PATIENCE);
      if (answer === undefined || answer.noticed || answer.ran === 0) stop(`${tests.join(', ')}: fails without a mutant: ${answer?.by}`);
      milliseconds = Date.now() - start;
    }
    found.set(file, Math.max(PATIENCE, TIMES_LONGER * milliseconds));
  }
  host.end();
  return found;
}

async function newHost() {
  const child = fork(join(ROOT, 'scripts/mutants/host.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  /** Undefined when it ended instead. */
  const answered = () =>
    new Promise((resolve) => {
      child.removeAllListeners();
      child.once('message', resolve);
      child.once('exit', () => resolve(undefined));
    });
  if ((await answered()) === undefined) stop('vitest could not be started');
  return {
    /** Undefined: no answer within the limit. */
    async ask(question, limit) {
      const answer = answered();
      child.send(question);
      let timer;
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, limit);
      });
      return await Promise.race([answer, patience]).finally(() => clearTimeout(timer));
    },
    end: () => child.kill('SIGKILL'),
  };
}

/**
 * A survivor is explained by an entry of its file that names the function or constant around it and, where given, the change; by
 * one that has `most`, no more than so many.
 */
function explainSurvivors() {
  const used = new Map(known.map((entry) => [entry, 0]));
  for (const mutant of work.filter(({ fate }) => fate === 'survived')) {
    const entry = known.find((one) => explains(one, mutant) && used.get(one) < (one.most ?? Infinity));
    if (entry === undefined) continue;
    mutant.reason = entry.reason;
    used.set(entry, used.get(entry) + 1);
  }
  const stale = known.filter((entry) => used.get(entry) === 0 && targets.some(({ file }) => file === entry.file));
  for (const { file, around, reason } of stale) console.log(`explains no survivor: ${file}, ${around.join(', ')}: ${reason}`);
  if (stale.length > 0) process.exitCode = 1;
}

function explains({ file, around, from, to }, mutant) {
  if (file !== mutant.file || !around.includes(mutant.around)) return false;
  return (from === undefined || from === mutant.from) && (to === undefined || to === mutant.to);
}

function report() {
  const open = work.filter(({ fate, reason }) => fate === 'survived' && reason === undefined);
  for (const { file, line, around, from, to } of open) console.log(`survived: ${file}:${line} ${around}: ${shown(from)} → ${shown(to)}`);
  const table = scoreTable();
  console.log(`\n${table}\n\n${((Date.now() - begun) / 1000).toFixed(0)} s; ${open.length} survivors without an explanation`);
  if (open.length > 0) process.exitCode = 1;
  if (!isWritten) return;
  if (words.length > 0) stop('--write is for all targets');
  const note = join(ROOT, 'docs/notes/mutants.md');
  const [before] = readFileSync(note, 'utf8').split(SCORE_BEGINS);
  writeFileSync(
    note,
    `${before}${SCORE_BEGINS}\n\n${table}\n\nSurvivors, each with the reason why it changes nothing:\n\n${survivorList()}\n`,
  );
}

function scoreTable() {
  const rows = targets.map(({ file }) =>
    scoreRow(
      `\`${file}\``,
      work.filter((mutant) => mutant.file === file),
    ),
  );
  const heads =
    '| file | mutants | noticed | of them by never ending | survived, equivalent | survived, open | score |\n|---|---|---|---|---|---|---|';
  return [heads, ...rows, scoreRow('together', work)].join('\n');
}

/** The score is the share noticed of those that change what the code does. */
function scoreRow(title, mutants) {
  const survived = mutants.filter(({ fate }) => fate === 'survived');
  const explained = survived.filter(({ reason }) => reason !== undefined).length;
  const noticed = mutants.length - survived.length;
  const endless = mutants.filter(({ fate }) => fate === 'timed out').length;
  const score = ((100 * noticed) / (mutants.length - explained)).toFixed(1);
  return `| ${title} | ${mutants.length} | ${noticed} | ${endless} | ${explained} | ${survived.length - explained} | ${score} % |`;
}

function survivorList() {
  const byReason = new Map();
  for (const mutant of work) {
    if (mutant.fate !== 'survived') continue;
    const key = `${mutant.file}|${mutant.reason ?? 'open'}`;
    byReason.set(key, [...(byReason.get(key) ?? []), mutant]);
  }
  return [...byReason.values()]
    .map((mutants) => {
      const changes = mutants.map(({ around, from, to }) => `\`${around}\`: \`${shown(from)}\` → \`${shown(to)}\``);
      return `* \`${mutants[0].file}\`, ${changes.join('; ')}. ${mutants[0].reason ?? '**Open.**'}`;
    })
    .join('\n');
}

function shown(text) {
  return text === '' ? 'left out' : text.replace(/\s+/g, ' ');
}

function stop(why) {
  console.error(why);
  process.exit(1);
}
