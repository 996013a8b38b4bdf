import { expect, test } from 'vitest';
import { pumaCellFiles } from '../../../scenes/robots/puma-cell-files.ts';
import { answerQuestion } from '../../../viewer/src/ask/answer.ts';
import { answerWords, saidText } from '../../../viewer/src/panels/answer-words.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import type { Source } from '../../../viewer/src/source/opened.ts';
import { saveCell } from '../../../viewer/src/source/save-cell.ts';
import { unzipped } from '../../../viewer/src/source/zip-reader.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const timeText = (time: number): string => `t = ${time.toFixed(2)} of 2`;
const source = (files: Extract<Source, { kind: 'files' }>['files'], main: string): Source => ({
  kind: 'files',
  files,
  main,
  path: null,
  geometry: 'collision',
});

/** The cell that comes with the package, its joints followed within so many radians. */
function uncertainSource(angle: number): Source {
  const files = Object.fromEntries(
    pumaCellFiles().map(({ path, text }) => [
      path,
      bytes(path === 'cell.json' ? text.replace('"clearance"', `"uncertainty": { "angle": ${angle} },\n  "clearance"`) : text),
    ]),
  );
  return source(files, 'cell.json');
}

test.each([
  [1e-5, 'free', /^Nothing touches on the way\. .*proven: .* of every motion within the uncertainty\./],
  [0.1, 'unresolved', /the nominal motion is free, but within its uncertainty something may touch \(.* and .*\)/i],
] as const)('the viewer tells what is proven of motions within ±%s', async (angle, status, sentence) => {
  const opened = await openSource(uncertainSource(angle));
  const answer = await answerQuestion(opened, { kind: 'first', path: { number: 0 }, options: {} });
  expect(answer).toMatchObject({ kind: 'first', result: { status } });
  expect(saidText(answerWords(answer, { severalRobots: false, timeText }))).toMatch(sentence);
});

test('a cell that is saved after something was moved keeps its uncertainty', async () => {
  const from = uncertainSource(0.002);
  const opened = await openSource(from);
  opened.scene.moveObstacle('post', { position: [0.45, 0.9, 0] });
  const { zip, cell } = await saveCell(opened, from);
  const { scene } = await openSource(source(await unzipped(zip, 'cell.zip', { files: 1000, bytes: 1e9 }), cell));
  expect(scene.options.uncertainty).toEqual({ angle: 0.002 });
});
