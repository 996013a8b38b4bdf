import { afterEach, describe, expect, it } from 'vitest';
import { openGpu } from '../../../../src/gpu/device/open-gpu.ts';
import { Asking } from '../../../../viewer/src/ask/asking.ts';
import { Graphics } from '../../../../viewer/src/ask/graphics.ts';
import type { Answer, FromAsker, Question } from '../../../../viewer/src/ask/protocol.ts';
import { NO_GPU } from '../../../support/gpu-here.ts';

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
      const { device } = await openGpu();
      opened.push(device);
      return device;
    });
  afterEach(() => {
    for (const device of opened.splice(0)) device.destroy();
  });

  it('answers as the processor does, and says that it did', async () => {
    const worker = new Worker(graphics());
    const always = await worker.ask(BATCH);
    expect(always.gpu.used, always.gpu.why).toBe(true);
    expect(always.counts).toEqual((await worker.ask({ ...BATCH, gpu: 'never' })).counts);
    const { result, gpu } = await worker.ask(FIRST);
    expect(gpu?.used, gpu?.why).toBe(true);
    const { result: expected } = await worker.ask({ ...FIRST, gpu: 'never' });
    expect([result.status, result.time, result.pair]).toEqual([expected.status, expected.time, expected.pair]);
    expect(opened.length).toBe(1);
  });

  it('is lost in the middle: the answer comes all the same, and the next question opens another device', async () => {
    const all = graphics();
    const worker = new Worker(all);
    const { counts } = await worker.ask(BATCH);
    const asked = worker.ask({ ...BATCH, seed: 6 });
    await worker.asking.take({ kind: 'lose-graphics' });
    const lost = await asked;
    expect(lost.gpu).toEqual({ used: false, why: expect.stringMatching(/lost/) });
    const again = await worker.ask(BATCH);
    expect([again.gpu.used, again.counts]).toEqual([true, counts]);
    expect((await worker.ask({ ...BATCH, seed: 6, gpu: 'never' })).counts).toEqual(lost.counts);
    expect(opened.length).toBe(2);
  });
});
