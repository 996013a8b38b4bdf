import { expect } from 'vitest';
import { floatBits, type Numbers } from './float-bits.ts';
import { inBrowser } from './read-bytes.ts';

/**
 * Computes here, has Node compute the same, compares every double bit by bit, and gives the numbers. In the browser project that is one
 * engine against another; in the node project it shows that two runs agree. Arguments go through JSON.
 *
 *     import { contactTimes } from './contact-times.ts';
 *     await expectSameBits('test/truth/contact-times.ts', { contactTimes }, 'gear', 100);
 */
export async function expectSameBits<Args extends unknown[]>(
  module: string,
  computation: Readonly<Record<string, (...args: Args) => Numbers | Promise<Numbers>>>,
  ...args: Args
): Promise<Numbers> {
  const [[name, compute]] = Object.entries(computation);
  const numbers = await compute(...args);
  const here = floatBits(numbers);
  expect(here.length, `${name} gave no numbers to compare`).toBeGreaterThan(0);
  if (inBrowser) {
    const { commands } = await import('vitest/browser');
    expect(here).toEqual(await commands.bitsInNode(module, name, args));
  } else expect(floatBits(await compute(...args))).toEqual(here);
  return numbers;
}
