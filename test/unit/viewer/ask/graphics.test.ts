import { afterEach, describe, expect, it } from 'vitest';
import { Asking } from '../../../../viewer/src/ask/asking.ts';
import { Graphics } from '../../../../viewer/src/ask/graphics.ts';
import type { Answer, FromAsker, Question } from '../../../../viewer/src/ask/protocol.ts';
import { gpuHere, losableGpu, NO_GPU } from '../../../support/shared/gpu-here.ts';

type Gave<Kind> = Extract<Answer, { kind: Kind }>;

const BATCH: Question & { kind: 'batch' } = { kind: 'batch', robot: 'puma', count: 40, seed: 5, gpu: 'always' };
const FIRST: Question & { kind: 'first' } = { kind: 'first', path: { number: 0 }, options: { method: 'interval' }, gpu: 'always' };

/** The worker's side, with graphics hardware of ours. */
class Worker {
  readonly asking: Asking;
  private answer: FromAsker | null = null;
  private next = 0;

  constructor(graphics: Graphics) {
    this.asking = new Asking((message) => {
      if (message.kind !== 'progress') this.answer = structuredClone(message);
    }, graphics);
    void this.asking.take({ kind: 'open', source: { kind: 'gallery', id: 'puma-pipes' } });
  }

  async ask<Kind extends Question['kind']>(question: Question & { kind: Kind }): Promise<Gave<Kind>> {
    await this.asking.take({ kind: 'ask', number: this.next++, question });
    if (this.answer?.kind !== 'answer') throw new Error(JSON.stringify(this.answer));
    return this.answer.answer as Gave<Kind>;
  }
}

describe('without graphics hardware', () => {
  it('the processor answers the same, and says why', async () => {
    const none = new Graphics(async () => null);
    const worker = new Worker(none);
    expect(none.lose()).toBe(false);
    const never = await worker.ask({ ...BATCH, gpu: 'never' });
    expect(never.gpu).toEqual({ used: false, why: 'it was not asked for' });
    expect(Object.values(never.counts).reduce((a, b) => a + b, 0)).toBe(40);
    expect(never.counts.contact).toBeGreaterThan(0);
    const auto = await worker.ask({ ...BATCH, gpu: 'auto' });
    expect(auto.counts).toEqual(never.counts);
    expect(auto.gpu.why).not.toBe('');
    const first = await worker.ask({ ...FIRST, gpu: 'auto' });
    expect(first.gpu).toMatchObject({ used: false, why: expect.stringMatching(/processor/) });
    const plain = await worker.ask({ ...FIRST, gpu: undefined });
    expect(plain.gpu).toBe(undefined);
    expect([first.result.status, first.result.time]).toEqual([plain.result.status, plain.result.time]);
  });
});

describe.skipIf(NO_GPU !== null)('graphics hardware, here in software', () => {
  const opened: GPUDevice[] = [];
  const graphics = (): Graphics =>
    new Graphics(async () => {
      // the first one is lost; the next may be that of all, on which programs are there already
      const { device } = await (opened.length === 0 ? losableGpu() : gpuHere());
      opened.push(device);
      return device;
    });
  afterEach(() => {
    for (const device of opened.splice(0)) device.destroy();
  });

  // one test: programs take long to compile in software
  it('answers as the processor does; lost in the middle, the processor goes on, and the next question opens another device', async () => {
    const worker = new Worker(graphics());
    const expected = await worker.ask({ ...BATCH, gpu: 'never' });
    const always = await worker.ask(BATCH);
    expect(always.gpu.used, always.gpu.why).toBe(true);
    expect(always.counts).toEqual(expected.counts);
    const asked = worker.ask(BATCH);
    await worker.asking.take({ kind: 'lose-graphics' });
    const lost = await asked;
    expect(lost.gpu).toEqual({ used: false, why: expect.stringMatching(/lost/) });
    expect(lost.counts).toEqual(expected.counts);
    expect(opened.length).toBe(1);
    const again = await worker.ask(BATCH);
    expect(opened.length).toBe(2);
    expect(again.gpu.used, again.gpu.why).toBe(true);
    expect(again.counts).toEqual(expected.counts);
  }, 600_000);
});
