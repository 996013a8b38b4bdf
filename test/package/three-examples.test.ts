import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Camera, Mesh } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { built, ROOT } from './installed-package.ts';
import { lookedAt } from './opened-page.ts';

beforeAll(async () => {
  await built();
});

/** Opens an example and waits until it tells something. */
async function opened<Seen>(name: string, look: (page: Page) => Promise<Seen>) {
  if ((await findChromium()) === undefined) return null;
  const ready = async (page: Page) => {
    await page.waitForFunction(() => !document.getElementById('told')?.textContent?.startsWith('loading'), undefined, LOOK);
    // the camera, and what can be taken hold of, are where they were drawn last
    await drawn(page);
    return look(page);
  };
  const { seen, errors } = await lookedAt(ROOT, `/examples/three/${name}.html`, null, ready);
  expect(errors).toEqual([]);
  return seen;
}

test.each(['drag', 'jog', 'path'])('examples/three/%s.mjs has under 40 lines', (name) => {
  expect(
    readFileSync(join(ROOT, `examples/three/${name}.mjs`), 'utf8')
      .trimEnd()
      .split('\n').length,
  ).toBeLessThan(40);
});

test('examples/three/drag: a mouse drags the knot by its arrow until it stops before the post, and back', async ({ skip }) => {
  const seen = await opened('drag', async (page) => {
    const told: string[] = [];
    // where the arrows are on the screen
    const at = (x: number) =>
      page.evaluate((x): [number, number] => {
        const { knot, camera } = window as never as Probe;
        const place = knot.position.clone().set(x, 0, 0).project(camera);
        return [((place.x + 1) / 2) * innerWidth, ((1 - place.y) / 2) * innerHeight];
      }, x);
    const [from, to, back] = [await at(0.9), await at(4), await at(-0.5)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 12 });
    await drawn(page);
    told.push(await page.locator('#told').innerText());
    const stopped = await page.evaluate(() => (window as never as Probe).knot.position.x);
    await page.mouse.move(...back, { steps: 6 });
    await page.mouse.up();
    await drawn(page);
    told.push(await page.locator('#told').innerText());
    return { told, stopped, left: await page.evaluate(() => (window as never as Probe).knot.position.x) };
  });
  if (seen === null) return skip('no Chromium here');
  expect(seen.told[0]).toMatch(/^contact: .*post|^contact: post/);
  expect(seen.stopped).toBeGreaterThan(0.2);
  expect(seen.stopped).toBeLessThan(1.2);
  expect(seen.told[1]).toMatch(/^free/);
  expect(seen.left).toBeLessThan(0);
});

/** What the page lets be tried. */
interface Probe {
  readonly knot: Mesh;
  readonly camera: Camera;
}

test('examples/three/jog: a robot that urdf-loader has parsed stops at the post, and its links are where it is drawn', async ({ skip }) => {
  const seen = await opened('jog', (page) =>
    page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: what the page has made
      const { puma, robot, controller } = window as any;
      const told: string[] = [];
      const set = (id: string, value: number) => {
        const input = document.getElementById(id) as HTMLInputElement;
        input.value = String(value);
        input.dispatchEvent(new Event('input'));
        told.push(document.getElementById('told')?.textContent ?? '');
      };
      set('shoulder', 0.6);
      set('waist', 1.2);
      const values = robot.joints.map(({ name }: { name: string }) => puma.joints[name].jointValue[0]);
      const { gap } = controller.scene.distanceAt({ [robot.name]: values }, 0);
      puma.updateMatrixWorld(true);
      const poses = robot.linkPoses(values);
      const off = Object.entries(puma.links).map(([name, link]) => {
        // biome-ignore lint/suspicious/noExplicitAny: as above
        const { elements } = (link as any).matrixWorld;
        return Math.max(...poses[name].position.map((x: number, k: number) => Math.abs(x - elements[12 + k])));
      });
      return { told, gap, off: Math.max(...off), links: off.length, waist: values[0] };
    }),
  );
  if (seen === null) return skip('no Chromium here');
  expect(seen.told[0]).toBe('free');
  expect(seen.told[1]).toMatch(/^contact: \w+ and post$/);
  expect(seen.waist).toBeLessThan(1.2);
  expect(seen.gap[0]).toBeGreaterThan(0.0019);
  expect(seen.off).toBeLessThan(1e-12);
  expect(seen.links).toBeGreaterThan(6);
});

test('examples/three/path: sliders ask again', async ({ skip }) => {
  const seen = await opened('path', async (page) => {
    const first = await page.locator('#told').innerText();
    await page.locator('#turn').fill('0');
    return { first, later: await page.locator('#told').innerText() };
  });
  if (seen === null) return skip('no Chromium here');
  expect(seen.first).toMatch(/^contact at t = 0\.\d{6}, with (near|far); swept volume drawn to 0\.00/);
  expect(seen.later).toMatch(/^(free, proven|contact at t = 0\.\d{6}, with \w+)/);
  expect(seen.later).not.toBe(seen.first);
});
