import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/query/small-scene.ts';

const ROOT = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Tells what keeps it from ending, by kind: at first, while a thread is busy, when it is idle, with another that never was busy. */
const PROGRAM = `import { threads } from './src/node/index.ts';
const holding = () => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort' || kind === 'Worker').length;
const told = [holding()];
const port = threads(1).start();
await new Promise((resolve) => {
  port.listen({ message: () => resolve(), ended: () => resolve() });
  port.hold(true);
});
told.push(holding());
port.hold(false);
told.push(holding());
threads(1).start().listen({ message: () => {}, ended: () => {} });
told.push(holding());
console.log(JSON.stringify(told));
`;

// in a process of its own: in this one others' threads come and go
test('a thread that has nothing to do, from its start on, does not keep the program from ending', async () => {
  mkdirSync(folder.path('node'));
  folder.write('node/thread.generated.mjs', readFileSync(join(ROOT, 'src/node/thread.generated.mjs')));
  const outfile = folder.path('node/program.mjs');
  const stdin = { contents: PROGRAM, resolveDir: ROOT, loader: 'ts' as const };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  // it resolves when the program has ended, by itself
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  const [before, busy, idle, withAnother] = JSON.parse(stdout);
  expect(busy).toBeGreaterThan(before);
  expect([idle, withAnother]).toEqual([before, before]);
});
