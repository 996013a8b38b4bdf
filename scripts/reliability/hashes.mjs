// npm run hashes: asks 10,000 fixed questions in one engine or in all that are at hand, and compares the answers with the file in the repository.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../run.mjs';
import { withBundle } from './bundle.mjs';
import { findEngines, postedBy, printedBy, versionOf } from './engines.mjs';

const FILE = join(ROOT, 'test', 'reliability', 'hashes', 'answers.json');
const NAMES = ['node', 'chromium', 'firefox', 'bun'];
const HELP = `npm run hashes -- [options]

Asks fixed questions of every kind and compares hashes of the answers with test/reliability/hashes/answers.json. All of them take about
half a minute in Node on an idle machine, in a page too, and minutes on a loaded one; how far it is goes to stderr.

  --engine NAME   ${NAMES.join(', ')} or all (those at hand); default: node
  --only KINDS    some kinds, with commas between them: pairs,robots,yaml (node and bun)
  --part N        one tenth of each kind, N from 0 to 9, in seconds (node and bun); npm run test:all asks another one every day
  --write         write the file anew from what Node answers, where an answer was meant to change
  --list          say which engines are at hand, and ask nothing
  --help          this text

Paths of programs: CHROME_PATH, FIREFOX_PATH, BUN_PATH; otherwise they are looked for by name.
Exit code: 0 equal everywhere, 1 not, 2 a wrong option or an engine that is not at hand.
`;

process.exitCode = await main();

async function main() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        engine: { type: 'string', default: 'node' },
        write: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        part: { type: 'string', default: '' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    console.error(`hashes: ${error.message}`);
    return 2;
  }
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const engines = await findEngines();
  if (values.list) {
    for (const name of NAMES) console.log(`${name.padEnd(9)} ${engines[name] ?? 'not at hand'}`);
    return 0;
  }
  const asked = values.engine === 'all' ? NAMES.filter((name) => engines[name] !== undefined) : [values.engine];
  const missing = asked.find((name) => !NAMES.includes(name) || engines[name] === undefined);
  if (missing !== undefined) {
    console.error(`hashes: ${missing} is ${NAMES.includes(missing) ? 'not at hand' : 'no engine'}; known are ${NAMES.join(', ')}, all`);
    return 2;
  }
  if (values.write && !asked.includes('node')) {
    console.error('hashes: the file is written from what Node answers; add --engine node or all');
    return 2;
  }
  const isPartial = values.only !== '' || values.part !== '';
  if (isPartial && (values.write || asked.some(isPage))) {
    console.error(`hashes: --only and --part are for node and bun${values.write ? ', and the file is written as a whole' : ''}`);
    return 2;
  }
  if (values.part !== '' && !/^[0-9]$/.test(values.part)) {
    console.error(`hashes: --part is a number from 0 to 9, got ${values.part}`);
    return 2;
  }
  if (values.engine === 'all') for (const name of NAMES) if (engines[name] === undefined) console.log(`${name}: not at hand`);
  let known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
  const unknown = values.only === '' ? undefined : values.only.split(',').find((kind) => known?.kinds[kind] === undefined);
  if (unknown !== undefined) {
    console.error(`hashes: nothing is called ${unknown}; known are ${Object.keys(known?.kinds ?? {}).join(', ')}`);
    return 2;
  }
  let isEqual = true;
  for (const name of asked) {
    const start = Date.now();
    const told = await ask(name, engines[name], isPartial ? [values.only, values.part] : []);
    const took = `${((Date.now() - start) / 1000).toFixed(0)} s`;
    if (isPartial) {
      const differing = Object.entries(told).flatMap(([kind, blocks]) =>
        Object.entries(blocks).flatMap(([block, hash]) => (known.kinds[kind].blocks[block] === hash ? [] : [`${kind}, part ${block}`])),
      );
      isEqual &&= differing.length === 0;
      const kinds = Object.keys(told).length;
      const what = `${kinds} ${kinds === 1 ? 'kind' : 'kinds'}, ${values.part === '' ? 'all parts' : `part ${values.part}`}`;
      console.log(
        `${name.padEnd(9)} ${what}  ${took.padStart(5)}  ${differing.length === 0 ? 'equal' : `OTHER ANSWERS: ${differing.join('; ')}`}`,
      );
      continue;
    }
    if (name === 'node' && values.write) {
      writeFileSync(FILE, `${JSON.stringify(told, null, 2)}\n`);
      console.log(`written: ${told.questions} questions, ${told.total}`);
      known = told;
    }
    if (known === undefined) {
      console.error('hashes: there is no file to compare with; write it with --write');
      return 2;
    }
    const others = Object.keys({ ...told.kinds, ...known.kinds }).filter((kind) => told.kinds[kind]?.hash !== known.kinds[kind]?.hash);
    isEqual &&= others.length === 0;
    const verdict = others.length === 0 ? 'equal' : `OTHER ANSWERS: ${others.join(', ')}`;
    console.log(
      `${name.padEnd(9)} ${(await versionOf(engines[name])).padEnd(42)} ${told.questions} questions  ${told.total}  ${took.padStart(5)}  ${verdict}`,
    );
  }
  return isEqual ? 0 : 1;
}

function isPage(name) {
  return name === 'chromium' || name === 'firefox';
}

function ask(name, program, args) {
  const inPage = isPage(name);
  if (inPage) console.error(`${name}: asking, some minutes`);
  const entry = `test/reliability/hashes/${inPage ? 'post' : 'print'}-hashes.ts`;
  return withBundle(entry, (file) => (inPage ? postedBy(name, program, file) : printedBy(program, file, args)), {
    platform: inPage ? 'browser' : 'node',
  });
}
