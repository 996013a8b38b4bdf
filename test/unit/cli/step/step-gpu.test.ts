import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_GPU } from '../../../support/shared/gpu-here.ts';
import { shareGpu } from '../../../support/shared/shared-gpu.ts';
import { objText } from '../../io/mesh/write-mesh.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { FLOOR, raised, TIP } from './tip-and-floor.ts';

let folder: TemporaryFolder;
let giveBack = (): void => undefined;
beforeAll(async () => {
  folder = temporaryFolder();
  folder.write('floor.obj', objText(FLOOR));
  folder.write('tip.obj', objText(TIP));
  folder.write('down.obj', objText(raised(TIP, -2)));
  if (NO_GPU === null) giveBack = await shareGpu();
});
afterAll(() => {
  giveBack();
  folder.remove();
});

const tipOn = (...options: string[]) =>
  captured(['step', ...['tip.obj', 'down.obj', 'floor.obj', 'floor.obj'].map((name) => folder.path(name)), ...options]);
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('step --gpu: the same contacts and verdict, and a line that says who did the work', async () => {
  const plain = await tipOn('--all');
  const asked = await tipOn('--all', '--gpu');
  expect(asked.code).toBe(plain.code);
  const contactsOf = (text: string) => text.split('\n').filter((line) => /^(vertex-face|edge-edge|edge-face|CONTACT)/.test(line));
  expect(contactsOf(asked.stdout)).toEqual(contactsOf(plain.stdout));
  expect(asked.stdout).toMatch(NO_GPU === null ? /gpu {9}.*left to the processor/ : /gpu {9}not used: ./);
  expect(plain.stdout).not.toContain('left to the processor');
});

test('step --gpu, JSON: gpu in the last line, where it was asked for', async () => {
  const [plain, asked] = [await tipOn('--json', '--max-step'), await tipOn('--json', '--max-step', '--gpu')];
  const [a, b] = [lines(plain.stdout), lines(asked.stdout)];
  expect(b.slice(0, -1)).toEqual(a.slice(0, -1));
  const { gpu, ...rest } = b.at(-1);
  expect([rest.status, rest.time, rest.maxStep]).toEqual([a.at(-1).status, a.at(-1).time, a.at(-1).maxStep]);
  expect(gpu.used).toBe(NO_GPU === null);
  expect(a.at(-1).gpu).toBeUndefined();
});
