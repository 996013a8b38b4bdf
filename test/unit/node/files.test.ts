import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readMesh } from '../../../src/io/index.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { files } from '../../../src/node/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'inbetween-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'parts'));
writeFileSync(join(folder, 'parts', 'a.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
writeFileSync(join(folder, 'b.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n');

test('reads below its folder, and absolute paths as they are', async () => {
  expect((await readMesh(files(folder), 'parts/a.obj')).triangleCount).toBe(1);
  expect((await readMesh(files(join(folder, 'parts')), '../parts/a.obj')).triangleCount).toBe(1);
  expect((await readMesh(files(), join(folder, 'parts/a.obj'))).triangleCount).toBe(1);
});

test('what cannot be read is an input error that names the file', async () => {
  for (const path of ['missing.obj', 'parts', 'parts/a.obj/x.obj', 'a\0.obj', '']) {
    const fault = await readMesh(files(folder), path).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(InputError);
    expect((fault as InputError).file).toBe(path);
  }
  await expect(files(folder).read('missing.obj')).rejects.toThrow('missing.obj: no such file');
  await expect(readMesh(files(folder), 'b.obj')).rejects.toThrow('b.obj, line 4: the face names vertex 4, but the file has 3');
});

test('a device or a pipe is refused, not waited for', async () => {
  if (process.platform === 'win32') return;
  await expect(files().read('/dev/zero')).rejects.toThrow(/is not a file/);
  execFileSync('mkfifo', [join(folder, 'pipe.obj')]);
  await expect(files(folder).read('pipe.obj')).rejects.toThrow(/is not a file/);
});
