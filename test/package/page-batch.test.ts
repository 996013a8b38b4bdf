import { beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { LOOK } from '../support/shared/shared-chromium.ts';
import { BUILD_PATIENCE, built, ROOT } from './installed-package.ts';
import { lookedAt } from './opened-page.ts';

beforeAll(async () => {
  await built();
}, BUILD_PATIENCE);

const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

const PAGE = `<!doctype html><title>waiting</title><script type="module">
import { Batch } from '/dist/batch/index.js';
import { box, capsule, Random, Robot, Scene } from '/dist/index.js';
import { hca, interval } from '/dist/methods/index.js';
import { webWorkers } from '/dist/page/index.js';
const robot = new Robot({ name: 'arm', links: [
  { name: 'base', shapes: [{ shape: box(0.1) }] },
  { name: 'upper', parent: 'base', joint: { type: 'revolute', axis: [0.2, 0, 1] }, shapes: [{ shape: capsule([0.15, 0, 0], [0.6, 0, 0], 0.04) }] },
] });
const scene = new Scene({ robots: [robot], obstacles: [{ name: 'post', shape: box([0.1, 0.1, 1]), pose: { position: [0.5, 0.4, 0] } }] });
const workers = webWorkers(2);
const batch = new Batch({ scene, workers });
const random = new Random(1);
const motions = Array.from({ length: 100 }, () => ({ arm: robot.path([[6 * random.next() - 3], [6 * random.next() - 3]]) }));
const answers = [];
for await (const answer of batch.firstContacts(motions)) answers.push(answer);
const same = motions.every((one, i) => JSON.stringify(scene.firstContact(one)) === JSON.stringify(answers[i].result));
const statuses = [...new Set(answers.map(({ result }) => result.status))].sort().join(' ');
const timeless = (answer) => JSON.stringify(answer, (key, value) => (key === 'milliseconds' ? 0 : value));
const methods = [];
for (const method of [hca, hca({ temporal: { depth: 0 } }), interval, interval({ stages: { boxes: false } })]) {
  let i = 0;
  for await (const { result } of batch.firstContacts(motions, { method })) {
    if (timeless(result) !== timeless(scene.firstContact(motions[i++], { method }))) throw new Error('not as the scene');
    if (i === 1) methods.push(result.stats.method);
  }
}
const refused = await batch.firstContact(motions[0], { method: { ...hca() } }).catch((error) => error.message);
const lost = await (async () => {
  const wrong = new Batch({ scene, workers: webWorkers({ count: 1, program: '/nowhere.js' }) });
  for await (const { error } of wrong.firstContacts(motions.slice(0, 1))) return error.message;
})();
await batch.close();
document.title = JSON.stringify({ shares: workers.shares, same, count: answers.length, statuses, lost, methods, refused });
</script>`;

test.each([
  ['shares memory where the page is isolated', ISOLATED, true],
  ['copies it where it is not', {}, false],
] as const)('a batch in a page %s, and answers as the scene does', async (_, headers, shares) => {
  if ((await findChromium()) === undefined) return expect(await findChromium()).toBe(undefined);
  const { seen, errors } = await lookedAt(
    ROOT,
    '/page.html',
    PAGE,
    async (page) => {
      await page.waitForFunction(() => document.title !== 'waiting', undefined, LOOK);
      return JSON.parse(await page.title());
    },
    [],
    headers,
  );
  expect(errors).toEqual([]);
  expect(seen).toMatchObject({ shares, same: true, count: 100, statuses: 'contact free overlap' });
  expect(seen.methods).toEqual(['hca', 'hca', 'interval', 'interval']);
  expect(seen.refused).toContain("method: 'hca' is not built in");
  expect(seen.lost).toMatch(/^a worker ended: /);
});
