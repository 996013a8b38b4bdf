import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { JUNIT, JUNIT_MARK, jsonKind, OutputFile, type OutputKind, PAGE } from '../../../../src/cli/terminal/output-file.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const CHECK = jsonKind('inbetween-check/1');

test.each<[string, OutputKind, string]>([
  ['a JUnit file', JUNIT, `<?xml version="1.0" encoding="UTF-8"?>\n${JUNIT_MARK}\n<testsuites/>`],
  ['a page', PAGE, '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="inbetween">'],
  ['an answer', CHECK, '{\n  "format": "inbetween-check/1",\n  "version": "1"'],
  ['an answer in one line', CHECK, '{"format":"inbetween-check/1"}'],
  ['an empty file', JUNIT, ''],
])('%s of its own making is written over', async (_, kind, text) => {
  const file = folder.write('own', text);
  const output = new OutputFile('--x', file, kind);
  await output.refuseOthers();
  await output.write('new', []);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test.each<[string, OutputKind, string]>([
  ['a JUnit file of another program', JUNIT, '<?xml version="1.0"?>\n<testsuites name="pytest"><testsuite name="a"/></testsuites>'],
  ['a JUnit file that mentions the mark', JUNIT, `<?xml version="1.0"?>\n<testsuites>${JUNIT_MARK}</testsuites>`],
  ['a page that shows the mark', PAGE, '<p>of &lt;head&gt; <meta name="generator" content="inbetween"></p>'],
  ['a cell that mentions the format', CHECK, '{ "name": "inbetween-check/1", "format": "inbetween-cell/1" }'],
  ['a text that mentions the format', CHECK, 'inbetween-check/1'],
  ['an answer to something else', CHECK, '{"format":"inbetween-plan/1"}'],
])('%s is not', async (_, kind, text) => {
  const file = folder.write('other', text);
  await expect(new OutputFile('--x', file, kind).refuseOthers()).rejects.toThrow(/is there already and no/);
});

test('what came while the work was done is not written over either', async () => {
  const file = folder.path('late.xml');
  const output = new OutputFile('--junit', file, JUNIT);
  await output.refuseOthers();
  writeFileSync(file, 'mine');
  await expect(output.write('theirs', [])).rejects.toThrow(/is there already/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
