import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageSite, serve } from '../../../src/cli/terminal/serve.ts';
import { reportPage } from '../../../src/report/index.ts';
import { pagePolicy } from '../../../src/report/page-policy.ts';
import { LOOK } from '../../support/shared/shared-chromium.ts';
import { offlinePages } from './offline-pages.ts';
import { reported } from './pair/report-inputs.ts';

const open = offlinePages();
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('names program, style and each style attribute once by its hash, and opens nothing else', () => {
  const policy = pagePolicy('go()', 'p{}', ['<p style="left:1%">', '<p style="left:1%"><b style="top: 2px">a style= b</b>']);
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash('go()')}; style-src 'unsafe-hashes' ${hash('p{}')} ${hash('left:1%')} ${hash('top: 2px')}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(pagePolicy('', '', [])).not.toContain('unsafe');
});

test('its regular expression finds every style attribute that pages write', () => {
  for (const name of ['curve-lanes', 'tool/tool-report-page', 'cell/cell-figure', 'step/step-report-page', 'world/world-report-page'])
    expect(readFileSync(`src/report/${name}.ts`, 'utf8').replaceAll(/ style="[^"]*"/g, '')).not.toMatch(/\bstyle=/);
});

test('what gets into a page all the same does not run, load or send', async ({ skip }) => {
  const html = reportPage(reported());
  const evil = `<script>window.ran = 1</script><img src="https://evil.example/a.png" onerror="window.ran = 2"><p id="p" style="color: red" onclick="window.ran = 3">p</p>
<base href="https://evil.example/"><form id="f" action="https://evil.example/"></form><iframe src="https://evil.example/"></iframe><link rel="stylesheet" href="https://evil.example/a.css">`;
  const asked: string[] = [];
  const { page } = await open(skip, html.replace('<main>', `<main>${evil}`), {
    // what really goes out: what the policy stops is not seen here
    before: (own) =>
      own.route('**', (route) => {
        asked.push(route.request().url());
        return route.continue();
      }),
  });
  await page.locator('#p').click();
  const seen = await page.evaluate(async () => ({
    ran: (window as { ran?: number }).ran,
    color: getComputedStyle(document.getElementById('p') as HTMLElement).color,
    base: document.baseURI,
    fetched: await fetch('https://evil.example/').then(
      () => 'went out',
      () => 'refused',
    ),
  }));
  await page.close();
  expect(seen).toMatchObject({ ran: undefined, fetched: 'refused' });
  expect(seen.color).not.toBe('rgb(255, 0, 0)');
  expect(seen.base).toMatch(/^file:/);
  expect(asked.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
});

test('served, it says the same in its head, and works', async ({ skip }) => {
  const { page } = await open(skip, '<!doctype html><title>first</title>');
  const served = await serve(pageSite('/', reportPage(reported())), { port: 0 });
  const faults: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  await page.goto(served.url);
  await page.waitForFunction(() => document.querySelector('#now-text b') !== null, undefined, LOOK);
  expect(await page.locator('#now-text').innerText()).toContain('first contact');
  await page.goto('about:blank');
  await served.close();
  expect(faults.filter((text) => !/GPU stall|swiftshader/i.test(text))).toEqual([]);
  await page.close();
});
