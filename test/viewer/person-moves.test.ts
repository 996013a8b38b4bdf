import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopedRobot, restMotion } from '../../src/index.ts';
import { planning } from '../../viewer/src/source/gallery/cells.ts';
import { palletiser } from '../../viewer/src/source/gallery/machines.ts';
import { drawn, LOOK } from '../support/shared/shared-chromium.ts';
import { answered, answeredWithLanes, closePages, type Facts, factsOf, followed, openedChromium, SMALL } from './opened-viewer.ts';
import { BUILD_PATIENCE, built, type Started, started } from './started-command.ts';

let browser: Browser | undefined;
let running: Started | undefined;
beforeAll(async () => {
  await built();
  browser = await openedChromium();
  if (browser !== undefined) running = await started(['view', '--port', '0', '--no-open']);
}, BUILD_PATIENCE);
afterAll(async () => {
  await closePages(browser);
  await running?.interrupt();
});

const DEGREE = Math.PI / 180;

/** The same scene in Node. */
const { scene, starts, states } = planning();
const [robot] = scene.robots;
const [start] = starts;

/** Distance of the closest two where somebody put the robot; 0: they touch or worse. */
const distanceAt = (values: readonly number[]) => scene.distanceAt({ [robot.name]: [values, values] }, 0).distance;

const here = async (page: Page) => (await factsOf(page)).configurations[robot.name];

/** Once what was pulled has come to rest. */
async function settled(page: Page): Promise<readonly number[]> {
  await page.waitForFunction(() => !(window as unknown as { inbetweenViewer: Facts }).inbetweenViewer.isMoving, undefined, LOOK);
  return here(page);
}

async function openedPlanning(): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const { page, faults } = await followed(browser as Browser, `${running?.urls[0]}#source=gallery&id=planning`, SMALL);
  await answeredWithLanes(page);
  await page.getByTestId('to-start').click();
  await page.getByTestId('tab-move').click();
  return { page, faults };
}

/**
 * The first joint, and its end, towards which something is in the way, as the library says; met head-on, so that the
 * little distance that the page keeps makes no difference of degrees.
 */
function blocked(): { readonly slot: number; readonly key: 'Home' | 'End'; readonly target: readonly number[]; readonly time: number } {
  for (const { slot, limits } of robot.joints)
    for (const [key, end] of [
      ['Home', limits.lower],
      ['End', limits.upper],
    ] as const) {
      const target = start.map((value, k) => (k === slot ? (end ?? 0) : value));
      const way = { [robot.name]: [start, target] };
      const { status, time } = scene.firstContact(way, { contacts: 'none' });
      if (end === undefined || status !== 'contact' || time < 0.05) continue;
      const kept = scene.firstContact(way, { contacts: 'none', clearance: 0.003 });
      if (kept.status === 'contact' && (time - kept.time) * Math.abs(end - start[slot]) < DEGREE / 2) return { slot, key, target, time };
    }
  throw new Error('nothing is in the way of any joint');
}

test('a joint by its slider: stops where the library says, goes back, slides on; degrees, radians, states and reset', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  expect(await here(page)).toEqual(start);
  const { slot, key, target, time } = blocked();
  await page.getByTestId('slides').uncheck();
  await page.getByTestId(`joint-${slot}`).focus();
  await page.keyboard.press(key);
  const stopped = await settled(page);
  expect((await factsOf(page)).jog?.status).toBe('contact');
  expect((await factsOf(page)).markers).toBeGreaterThan(0);
  // nothing but the joint moved, all of the way is proven free, and the contact is no more than a degree on
  expect(stopped.map((value, k) => (k === slot ? target[slot] : value))).toEqual(target);
  expect(scene.firstContact({ [robot.name]: [start, stopped] }).status).toBe('free');
  const touching = start[slot] + time * (target[slot] - start[slot]);
  expect(Math.abs(stopped[slot] - start[slot])).toBeLessThan(Math.abs(touching - start[slot]));
  expect(Math.abs(stopped[slot] - touching)).toBeLessThan(DEGREE);
  expect(await page.getByTestId('jog-note').innerText()).toMatch(/^In the way: .*stops here, proven\.$/);

  // the numbers beside it are in degrees, and in radians where these are wanted
  const number = page.getByTestId(`joint-number-${slot}`);
  expect(Number(await number.inputValue())).toBeCloseTo(stopped[slot] / DEGREE, 3);
  await page.getByTestId('degrees').uncheck();
  expect(Number(await number.inputValue())).toBeCloseTo(stopped[slot], 3);
  await page.getByTestId('degrees').check();

  // pushed on with sliding, other joints give way, and nothing is ever touched
  await page.getByTestId('slides').check();
  await page.getByTestId(`joint-${slot}`).focus();
  await page.keyboard.press(key === 'End' ? 'Home' : 'End');
  await settled(page);
  await page.getByTestId(`joint-${slot}`).focus();
  await page.keyboard.press(key);
  expect(distanceAt(await settled(page))).toBeGreaterThan(0);

  await page.getByTestId('reset').click();
  expect(await here(page)).toEqual(start);
  await page.getByTestId('state').selectOption('ready');
  const ready = await settled(page);
  if (scene.motionIsFree(start, states[robot.name].ready)) expect(ready).toEqual(states[robot.name].ready);
  else expect(distanceAt(ready)).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

/** Presses on the middle of the handle; gives where that is. */
async function pressHandle(page: Page): Promise<readonly [number, number]> {
  // it is found where it was drawn last
  await drawn(page);
  const { handleOnScreen } = await factsOf(page);
  const box = await page.locator('canvas').first().boundingBox();
  if (handleOnScreen === null || box === null) throw new Error('there is no handle');
  const [x, y] = [box.x + handleOnScreen.x, box.y + handleOnScreen.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return [x, y];
}

/** Drags the handle by so many pixels, a few at a time. */
async function dragHandle(page: Page, ways: readonly (readonly [number, number])[], atEach: () => Promise<void>): Promise<void> {
  let [x, y] = await pressHandle(page);
  for (const [dx, dy] of ways) {
    for (let k = 0; k < 4; k++) {
      x += dx / 4;
      y += dy / 4;
      await page.mouse.move(x, y);
      await drawn(page);
      await settled(page);
    }
    await atEach();
  }
  await page.mouse.up();
}

test('the handle of the last link: the arm follows the pointer, meets things, and never enters them', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  const options = await page
    .getByTestId('handle')
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const last = options.filter((value) => value.startsWith(`${robot.name}/`)).at(-1) as string;
  await page.getByTestId('handle').selectOption(last);
  const [seen, distances]: [Set<string>, number[]] = [new Set(), []];
  const look = async () => {
    const { jog, configurations } = await factsOf(page);
    seen.add(jog?.status ?? '');
    distances.push(distanceAt(configurations[robot.name]));
  };
  // down to the bench, across it and back: wherever the camera stands, something is there
  await dragHandle(
    page,
    [
      [0, 160],
      [130, 0],
      [-260, 0],
      [0, -70],
      [100, 100],
    ],
    look,
  );
  distances.push(distanceAt(await settled(page)));
  expect(await here(page)).not.toEqual(start);
  expect(seen).toContain('contact');
  expect(Math.min(...distances)).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('a value that is typed stays while the joint is on its way, and tells where it got to once it is at rest', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  const number = page.getByTestId('joint-number-0');
  const typed = Number(await number.inputValue()) + 0.5;
  // in one task, before any frame: nothing has moved yet
  const shown = await number.evaluate((input: HTMLInputElement, value) => {
    input.value = String(value);
    for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
    return Number(input.value);
  }, typed);
  expect(shown).toBeCloseTo(typed, 9);
  const [got] = await settled(page);
  expect(Number(await number.inputValue())).toBeCloseTo(got / DEGREE, 3);
  expect(faults).toEqual([]);
});

test('a second press during a jog is done after the first one', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  const options = await page
    .getByTestId('handle')
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await page.getByTestId('handle').selectOption(options.filter((value) => value.startsWith(`${robot.name}/`)).at(-1) as string);
  const pose = async () => {
    await settled(page);
    return (await factsOf(page)).handlePose?.position ?? [];
  };
  await page.getByTestId('jog-axes').selectOption('base');
  await page.getByTestId('jog-length').fill('0.03');
  const before = await pose();
  await page.getByTestId('jog-z').evaluate((press: HTMLElement) => {
    for (let k = 0; k < 2; k++) press.click();
  });
  const after = await pose();
  expect(after.map((x, k) => x - before[k])).toEqual([0, 0, 0.06].map((x) => expect.closeTo(x, 3)));
  expect(faults).toEqual([]);
});

test('jogging: the tool along and about its own axes and those of the base, by click, by key, and held until something is in the way', async ({
  skip,
}) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  const pose = async () => {
    await settled(page);
    const { handlePose } = await factsOf(page);
    if (handlePose === null) throw new Error('there is no handle');
    return handlePose;
  };
  const way = (a: readonly number[], b: readonly number[]) => b.map((x, k) => x - a[k]);
  const options = await page
    .getByTestId('handle')
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  await page.getByTestId('handle').selectOption(options.filter((value) => value.startsWith(`${robot.name}/`)).at(-1) as string);
  const before = await pose();
  await page.getByTestId('jog-axes').selectOption('base');
  await page.getByTestId('jog-length').fill('0.03');
  await page.getByTestId('jog-z').click();
  const up = await pose();
  expect((await factsOf(page)).jog?.status).toBe('free');
  way(before.position, up.position).forEach((x, k) => {
    expect(x).toBeCloseTo(k === 2 ? 0.03 : 0, 3);
  });
  // by the keyboard, back, along an axis of its own
  await page.getByTestId('jog-axes').selectOption('tool');
  await page.getByTestId('jog-x-back').focus();
  await page.keyboard.press('Enter');
  const back = await pose();
  const [x, y, z, w] = up.quaternion;
  const own = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)];
  way(up.position, back.position).forEach((step, k) => {
    expect(step).toBeCloseTo(-0.03 * own[k], 3);
  });
  // about it, in its place
  await page.getByTestId('jog-turn-x').click();
  const turned = await pose();
  way(back.position, turned.position).forEach((step) => {
    expect(step).toBeCloseTo(0, 3);
  });
  const cosine = turned.quaternion.reduce((sum, q, k) => sum + q * back.quaternion[k], 0);
  expect(2 * Math.acos(Math.min(1, Math.abs(cosine)))).toBeCloseTo((5 * Math.PI) / 180, 2);
  // held, down to where something is, and no farther
  await page.getByTestId('jog-axes').selectOption('base');
  await page.getByTestId('jog-z-back').hover();
  await page.mouse.down();
  await expect.poll(async () => (await factsOf(page)).jog?.status, { timeout: 120_000 }).toBe('contact');
  await page.mouse.up();
  expect((await pose()).position[2]).toBeLessThan(turned.position[2] - 0.06);
  expect(distanceAt(await here(page))).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('a robot with loops: its motors by sliders, all else follows and cannot be pulled, and a path of it is checked', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await followed(browser as Browser, `${running?.urls[0]}#source=gallery&id=palletiser`, SMALL);
  await answeredWithLanes(page);
  await page.getByTestId('to-start').click();
  await page.getByTestId('tab-move').click();
  const { scene: cell, starts: homes } = palletiser();
  const [machine] = cell.robots as readonly LoopedRobot[];
  const values = async () => {
    await settled(page);
    return (await factsOf(page)).configurations[machine.name];
  };
  for (const { name, slot } of machine.joints)
    expect([name, await page.getByTestId(`joint-${slot}`).isDisabled()]).toEqual([name, machine.passive.includes(name)]);
  const { slot } = machine.joint('shoulder');
  const driven = Object.fromEntries(machine.driven.map((name) => [name, homes[0][machine.joint(name).slot]]));
  const number = page.getByTestId(`joint-number-${slot}`);
  await number.fill('45');
  await number.press('Enter');
  const forward = await values();
  expect((await factsOf(page)).jog?.status).toBe('free');
  expect(forward).toEqual(Array.from(machine.configuration({ ...driven, shoulder: Math.PI / 4 }), (x) => expect.closeTo(x, 6)));
  // down, until the gripper meets something
  const crank = page.getByTestId(`joint-number-${machine.joint('crank').slot}`);
  await crank.fill('85');
  await crank.press('Enter');
  const stopped = await values();
  expect((await factsOf(page)).jog?.status).toBe('contact');
  expect(cell.distanceAt({ [machine.name]: stopped, box: restMotion(cell.bodies[0].pose) }, 0).distance).toBeGreaterThan(0);
  await page.getByTestId('make-path').click();
  const { answer } = await answered(page);
  expect(answer?.result?.status).toBe('free');
  expect(faults).toEqual([]);
});

test('the handle of an obstacle: put elsewhere, and asked about there', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  await page.getByTestId('handle').selectOption('post');
  /** The library says the same of where it is drawn now. */
  const askedThere = async () => {
    await settled(page);
    const { handlePose, configurations } = await factsOf(page);
    if (handlePose === null) throw new Error('there is no handle');
    expect(configurations[robot.name]).toEqual(start);
    await page.getByTestId('tab-ask').click();
    await page.getByTestId('ask').click();
    const moved = planning();
    moved.scene.moveObstacle('post', handlePose);
    const { status, time } = moved.scene.firstContact(moved.paths[0].motions);
    expect((await answered(page)).answer?.result).toMatchObject({ status, time });
    await page.getByTestId('to-start').click();
    await page.getByTestId('tab-move').click();
    return status;
  };
  const before = (await factsOf(page)).handlePose?.position;
  await dragHandle(page, [[40, 0]], async () => {});
  expect((await factsOf(page)).handlePose?.position).not.toEqual(before);
  expect(await askedThere()).toBe('free');

  // back into the way, and let go before the page has drawn where it was pulled to
  const flick = async (leaves: boolean) => {
    const [x, y] = await pressHandle(page);
    const canvas = page.locator('canvas').first();
    await canvas.evaluate(
      (target, [clientX, clientY, isLeft]) => {
        const at = { clientX, clientY, pointerId: 1, pointerType: 'mouse', bubbles: true };
        target.dispatchEvent(new PointerEvent('pointermove', { ...at, button: -1, buttons: 1 }));
        target.dispatchEvent(new PointerEvent('pointerup', at));
        if (!isLeft) return;
        const handle = document.querySelector('[data-testid=handle]') as HTMLSelectElement;
        handle.value = '';
        handle.dispatchEvent(new Event('change'));
      },
      [x - 40, y, leaves] as const,
    );
    // the hand itself, elsewhere: else it would be a click
    await page.mouse.move(x - 40, y);
    await page.mouse.up();
  };
  await flick(false);
  expect(await askedThere()).toBe('contact');
  // and the handle is taken away from it, too
  await flick(true);
  await drawn(page);
  await settled(page);
  expect(await page.getByTestId('error').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('a plan: the tree grows, the way is proven free by the library, also to where the robot was put by hand', async ({ skip }) => {
  if (browser === undefined || running === undefined) return skip('no Chromium here');
  const { page, faults } = await openedPlanning();
  await page.getByTestId('tab-ask').click();
  await page.getByTestId('question').selectOption('plan');
  await page.getByTestId('ask').click();
  const planned = async (name: string) => {
    await expect.poll(async () => (await factsOf(page)).paths.at(-1), { timeout: 240_000 }).toBe(name);
    const { asked, treeEdges } = await factsOf(page);
    const waypoints = asked?.waypoints ?? [];
    expect(scene.firstContact({ [robot.name]: robot.path(waypoints) }).status).toBe('free');
    return { waypoints, treeEdges };
  };
  const first = await planned('planned');
  expect(first.treeEdges).toBeGreaterThan(0);
  expect([first.waypoints[0], first.waypoints.at(-1)]).toEqual([states[robot.name].start, states[robot.name].goal]);
  expect((await answered(page)).answer?.result.status).toBe('free');

  // half of the way up from the end, by hand; the way there from the start is planned
  await page.getByTestId('to-end').click();
  await page.getByTestId('tab-move').click();
  await page.getByTestId('joint-number-1').fill(String((await here(page))[1] / DEGREE - 5));
  await page.keyboard.press('Enter');
  const goal = await settled(page);
  await page.getByTestId('plan-here').click();
  const second = await planned('planned 2');
  expect(second.waypoints.at(-1)).toEqual(goal);
  expect(faults).toEqual([]);
});
