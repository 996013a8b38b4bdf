import { setTimeout } from 'node:timers/promises';

/** Resolves when it is so, however long that takes; the limit of the test is the only one. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(10);
}
