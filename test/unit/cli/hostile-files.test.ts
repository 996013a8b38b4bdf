import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captured } from './captured-run.ts';

// Whatever a file holds, the command ends with a verdict or with 2, never with a fault of its own (70).

const folder = mkdtempSync(join(tmpdir(), 'hostile-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const LONG = 'x'.repeat(100_000);

test.each([
  ['query', 'scene.json', `{"format":"ccd-scene/1","meshA":"a","meshB":"b","queries":[${DEEP}]}`],
  ['query', 'robots.json', `{"format":"ccd-robot-scene/1","robots":${DEEP}}`],
  ['check', 'cell.json', `{"format":"inbetween-cell/1","robot":${DEEP}}`],
  ['check', 'long.json', `{"format":"inbetween-cell/1","${LONG}":1}`],
  ['step', 'step.json', `{"format":"inbetween-step/1","bodies":${DEEP}}`],
  ['info', 'a.gltf', `{"asset":{"version":"2.0"},"extensionsRequired":[${DEEP}]}`],
  ['info', 'a.yaml', `image: ${'['.repeat(20_000)}`],
  ['info', 'a.dae', '<a>'.repeat(20_000)],
])('%s %s', async (command, name, text) => {
  const { code, stderr: err } = await captured([command, file(name, text)]);
  expect(err).not.toContain('internal error');
  expect(err.length).toBeLessThan(6000);
  expect(code).toBe(2);
});

test('--max-work', async () => {
  const mesh = file('a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const refused = await captured(['info', mesh, '--max-work', '10']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/takes more work to read than the limit of 10 units.*--max-work \d+/);
  expect((await captured(['info', mesh, '--max-work', '1e6'])).code).toBe(0);
  expect((await captured(['info', mesh, '--max-work', '0'])).code).toBe(2);
});

test('the fault of ours is documented', async () => {
  expect((await captured(['--help'])).stdout).toContain('70 for a fault of inbetween itself');
});
