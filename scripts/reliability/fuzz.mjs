// npm run fuzz: files of every format and questions of every kind, made and changed by a seed, until the time is over. Faults are made smaller and
// written to test/reliability/faults, which npm run test:all asks from then on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wgslText } from '../build/wgsl-text.mjs';
import { ROOT } from '../run.mjs';
import { withBundle } from './bundle.mjs';
import { fuzz, kindsOf } from './fuzzing.mjs';

const GPU = 'gpu';
const FAULTS = join(ROOT, 'test', 'reliability', 'faults');
const HELP = `npm run fuzz -- [options]

  --seconds N     how long in all; default 60 (half an hour: 1800), with --cases: as long as they take
  --cases N       so many of each kind; 10,000 worlds with lifts, belts, pushers and presses: --only carriers --cases 10000
  --seed TEXT     another seed, other cases; default 1
  --only NAMES    formats and kinds, with commas between them; default all, which --list tells
  --only gpu      batches of motions on graphics hardware, which has to be there (or Vulkan in software); not among all
  --limit N       seconds of the processor after which a case is killed as a hang; default 20
  --no-write      tell faults, but write no file
  --markdown      the table as in docs/reliability.md
  --list          the formats and kinds
  --help          this text

A fault is: anything thrown that is no InputError, a case that does not end, the end of the process, an answer that another method, brute force, the
same question in another unit of length or asked again contradicts. Each is made smaller and written to test/reliability/faults as a case that npm
test asks from then on. Where it is the judge that is wrong (test/reliability/questions), the judge is mended and the file deleted.
Exit code: 0 no fault, 1 faults, 2 a wrong option.
`;
const COLUMNS = ['kind', 'cases', 'answered', 'refused', 'slowest, ms', 'memory, MB', 'faults'];

process.exitCode = await main();

async function main() {
  const values = options();
  if (values === null) return 2;
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const isGpu = values.only === GPU;
  const bundling = isGpu ? { near: true, external: ['webgpu'], plugins: [wgslText] } : {};
  const entry = `test/reliability/fuzz/${isGpu ? 'gpu' : 'fuzz'}-child.ts`;
  return withBundle(entry, (program) => run(program, values), { platform: 'node', sourcemap: 'inline', ...bundling });
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: 'string' },
        cases: { type: 'string' },
        seed: { type: 'string', default: '1' },
        only: { type: 'string' },
        limit: { type: 'string', default: '20' },
        'no-write': { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    values.seconds ??= values.cases === undefined ? '60' : 'Infinity';
    values.cases ??= 'Infinity';
    for (const name of ['seconds', 'cases', 'limit']) {
      if (Number(values[name]) > 0) continue;
      console.error(`fuzz: --${name} must be a number above 0, got ${values[name]}`);
      return null;
    }
    return values;
  } catch (error) {
    console.error(`fuzz: ${error.message}`);
    return null;
  }
}

async function run(program, { seconds, cases, seed, only, limit, list, markdown, 'no-write': isDry }) {
  const all = await kindsOf(program);
  if (list) {
    console.log(all.join('\n'));
    return 0;
  }
  const kinds = only === undefined ? all : only.split(',');
  const unknown = kinds.find((kind) => !all.includes(kind));
  if (unknown !== undefined) {
    console.error(`fuzz: nothing is called ${unknown}; known are ${all.join(', ')}`);
    return 2;
  }
  const start = Date.now();
  const isTerminal = process.stderr.isTTY;
  let [told, known] = [0, 0];
  const { rows, faults } = await fuzz({
    program,
    kinds,
    seed,
    secondsEach: Number(seconds) / kinds.length,
    casesEach: Number(cases),
    limitSeconds: Number(limit),
    tell: (now, found) => {
      const passed = (Date.now() - start) / 1000;
      // at once: who ends a long run still knows where to look
      for (; known < found.length; known++) {
        const { kind, index, fault } = found[known];
        process.stderr.write(`${isTerminal ? '\n' : ''}${kind} ${index} of seed ${seed}: ${fault.message}\n`);
      }
      if (!isTerminal && passed - told < 30) return;
      told = passed;
      const asked = now.reduce((sum, { next }) => sum + next, 0);
      const line = `${passed.toFixed(0)} s${seconds === 'Infinity' ? '' : ` of ${seconds} s`}: ${asked} cases, ${found.length} faults`;
      process.stderr.write(isTerminal ? `\r${line}  ` : `${line}\n`);
    },
  });
  if (isTerminal) process.stderr.write('\n');
  console.log(table(rows, markdown));
  for (const fault of faults) report(fault, isDry);
  return faults.length === 0 ? 0 : 1;
}

function table(rows, isMarkdown) {
  const cells = rows.map(({ kind, next, answered, refused, slowest, bytes, faults }) => [
    kind,
    ...[next, answered, refused, slowest, bytes / 2 ** 20, faults].map((x) => Math.round(x).toLocaleString('en')),
  ]);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0).toLocaleString('en');
  const most = (key, unit = 1) => Math.round(Math.max(...rows.map((row) => row[key])) / unit).toLocaleString('en');
  cells.push(['all', sum('next'), sum('answered'), sum('refused'), most('slowest'), most('bytes', 2 ** 20), sum('faults')]);
  if (isMarkdown) {
    const head = [COLUMNS, COLUMNS.map((_, i) => (i === 0 ? '---' : '--:'))];
    return [...head, ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
  }
  const widths = COLUMNS.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[i]))).join('  ');
  return [COLUMNS, ...cells].map(line).join('\n');
}

function report({ kind, seed, index, fault, signature, text, times }, isDry) {
  console.log(`\n${kind}, seed ${seed}, case ${index}, ${times} times: ${fault.what}: ${fault.message}`);
  if (isDry) {
    console.log(text.slice(0, 2000));
    return;
  }
  mkdirSync(FAULTS, { recursive: true });
  const file = join(FAULTS, `${kind}-${nameOf(signature)}.json`);
  writeFileSync(
    file,
    `{ "kind": ${JSON.stringify(kind)}, "seed": ${JSON.stringify(seed)}, "index": ${index},\n"fault": ${JSON.stringify(fault)},\n"case": ${text || null}\n}\n`,
  );
  console.log(`written: ${file}`);
  console.log('  mend what it shows; where the judge is wrong (test/reliability/questions), mend the judge and delete the file');
}

/** Six letters of a signature. */
function nameOf(signature) {
  let hash = 0;
  for (let i = 0; i < signature.length; i++) hash = (Math.imul(hash, 31) + signature.charCodeAt(i)) | 0;
  return (hash >>> 0).toString(36).padStart(6, '0').slice(-6);
}
