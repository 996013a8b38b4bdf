import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_GPU } from '../../../support/shared/gpu-here.ts';
import { shareGpu } from '../../../support/shared/shared-gpu.ts';
import { captured } from '../captured-run.ts';
import { writeRobotScene } from './small-robot-scene.ts';
import { type TemporaryFolder, temporaryFolder } from './small-scene.ts';

let folder: TemporaryFolder;
let scene: string;
let giveBack = (): void => undefined;
beforeAll(async () => {
  folder = temporaryFolder();
  scene = writeRobotScene(folder);
  if (NO_GPU === null) giveBack = await shareGpu();
});
afterAll(() => {
  giveBack();
  folder.remove();
});

test('query of robots --gpu: the same answers, whoever finds them, and a line that says who', async () => {
  const answers = async (...args: string[]): Promise<unknown[]> =>
    (await captured(['query', scene, '--json', '--cold', ...args])).stdout
      .trimEnd()
      .split('\n')
      .map((line) => ({ ...JSON.parse(line), ms: 0 }));
  const plain = await answers();
  expect(plain).toHaveLength(4);
  expect(await answers('--gpu')).toEqual(plain);
  const { stdout } = await captured(['query', scene, '--gpu', '--cold']);
  expect(stdout).toMatch(NO_GPU === null ? /gpu: .*2 of 4 proven free/ : /gpu: not used: /);
});
