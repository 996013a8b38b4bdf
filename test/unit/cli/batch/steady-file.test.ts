import { appendFileSync, rmSync, utimesSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { ChangedFile, linesOf, readSteady } from '../../../../src/cli/batch/steady-file.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function linesIn(content: string | Uint8Array): Promise<string[]> {
  const out: string[] = [];
  for await (const lines of linesOf(folder.write('lines', content), 'lines'))
    for (const { number, bytes } of lines) out.push(`${number} ${new TextDecoder().decode(bytes)}`);
  return out;
}

test('lines have their numbers, whatever their ends; those without content are left out', async () => {
  expect(await linesIn('a\nb\r\n\n  \nc')).toEqual(['1 a', '2 b', '5 c']);
  expect(await linesIn('')).toEqual([]);
  expect(await linesIn('\ufeffa\nä\n')).toEqual(['1 a', '2 ä']);
  expect(await linesIn(Buffer.from('\ufeffa\nä\n', 'utf16le'))).toEqual(['1 a', '2 ä']);
});

test('lines that lie across blocks are whole', async () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `${i} ${'ü'.repeat(i % 400)}`);
  expect(await linesIn(lines.join('\n'))).toEqual(lines.map((line, i) => `${i + 1} ${line}`));
});

test('a file that is written to, replaced or removed while it is read is an error that names it', async () => {
  const path = folder.write('long', 'line\n'.repeat(200_000));
  const read = async (meanwhile: () => void) => {
    let isFirst = true;
    for await (const _ of linesOf(path, 'long.csv')) {
      if (isFirst) meanwhile();
      isFirst = false;
    }
  };
  await read(() => {});
  for (const meanwhile of [
    () => appendFileSync(path, 'more\n'),
    () => utimesSync(path, 1, 1),
    () => {
      rmSync(path);
      folder.write('long', 'line\n'.repeat(200_000));
    },
    () => rmSync(path),
  ])
    await expect(read(meanwhile)).rejects.toThrow('long.csv: changed while the job ran');
  await expect(readSteady(path, 'long.csv')).rejects.toThrow(ChangedFile);
  await expect(readSteady(folder.path('.'), 'here')).rejects.toThrow('here');
});
