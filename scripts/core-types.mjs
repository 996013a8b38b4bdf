// Checks the types of the core alone, without those of Node and the DOM. Which rooms are the core, docs/rooms.json says; the compiler
// reads its files from a configuration, so one is made of them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, TSC, tool } from './run.mjs';

const rooms = JSON.parse(readFileSync(join(ROOT, 'docs', 'rooms.json'), 'utf8')).filter(({ core }) => core);
const folder = tool('.cache');
const file = join(folder, 'tsconfig.core.json');
mkdirSync(folder, { recursive: true });
const include = [join(ROOT, 'src', 'index.ts'), ...rooms.map(({ room }) => join(ROOT, 'src', room))];
writeFileSync(file, JSON.stringify({ extends: join(ROOT, 'tsconfig.core.json'), include }));
process.exitCode = await run(process.execPath, [TSC, '-p', file]);
