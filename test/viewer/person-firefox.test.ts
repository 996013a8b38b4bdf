import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEngines } from '../../scripts/reliability/engines.mjs';
import { Scene } from '../../src/index.ts';
import { readCell, readCellMotions } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { type Firefox, startedFirefox } from './marionette.ts';
import { BUILD_PATIENCE, built, ROOT, type Started, started } from './started-command.ts';

const FOLDER = join(ROOT, 'examples/puma-cell');

let firefox: Firefox | undefined;
let running: Started | undefined;
beforeAll(async () => {
  const { firefox: program } = await findEngines();
  if (program === undefined) return;
  await built();
  running = await started(['view', `${FOLDER}/cell.json`, `${FOLDER}/across.csv`, '--port', '0', '--no-open']);
  firefox = await startedFirefox(program);
}, BUILD_PATIENCE);
afterAll(async () => {
  await firefox?.close();
  await running?.interrupt();
});

test('Firefox: the answer of the library to the last bit, scrubbed, without a word in its console', async ({ skip }) => {
  if (firefox === undefined || running === undefined) return skip('no Firefox here');
  const folder = files(FOLDER);
  const cell = await readCell(folder, 'cell.json');
  const { motions } = await readCellMotions(folder, cell, 'across.csv');
  const { status, time } = new Scene(cell).firstContact(motions, { tolerance: cell.tolerance, clearance: cell.clearance });

  await firefox.open(running.urls[0]);
  const told = await firefox.run(`
    while (window.inbetweenViewer?.answer?.kind !== 'first') await new Promise((next) => setTimeout(next, 50));
    const { answer, markers, frames } = window.inbetweenViewer;
    const drawn = document.querySelector('canvas') !== null;
    return { status: answer.result.status, time: answer.result.time, markers, drawn, headline: document.querySelector('[data-testid=headline]').textContent };`);
  expect(told).toMatchObject({ status, time });
  const { drawn, markers, headline } = told as { drawn: boolean; markers: number; headline: string };
  expect(headline).toContain(time.toFixed(4));
  // where Firefox has no WebGL the page says so, and answers all the same
  if (drawn) expect(markers).toBeGreaterThan(0);
  else expect(await firefox.run(`return document.querySelector('[data-testid=no-picture]') !== null`)).toBe(true);

  const scrubbed = await firefox.run(`
    const slider = document.querySelector('[data-testid=time-slider]');
    slider.value = 250;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    const before = window.inbetweenViewer.time;
    document.querySelector('[data-testid=to-contact]').click();
    return [before, window.inbetweenViewer.time];`);
  expect((scrubbed as number[])[0]).toBeLessThan(time);
  expect((scrubbed as number[])[1]).toBe(time);

  const { origin } = new URL(running.urls[0]);
  const said = await firefox.runInside(`
    return Services.console.getMessageArray()
      .filter((message) => message instanceof Ci.nsIScriptError && message.sourceName.startsWith(${JSON.stringify(origin)}))
      .map(({ errorMessage, sourceName }) => sourceName + ': ' + errorMessage);`);
  expect((said as string[]).filter((text) => drawn || !text.includes('Failed to create WebGL context'))).toEqual([]);
});
