import { describe, expect, test } from 'vitest';
import { type BatchMotions, GpuBatch } from '../../../../src/gpu/index.ts';
import { box, InputError, Robot, Scene } from '../../../../src/index.ts';

// By the processor: who is asked makes no difference to what is asked about.

const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'beam', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([1, 0.1, 0.1], [0.5, 0, 0]) }] },
  ],
});
const scene = () => new Scene({ robots: [arm], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.6, 0.6, 0] } }] });
const motions = { from: Float64Array.of(0, 1.3, 2, 3), to: Float64Array.of(1, 2, 3, 4) };
const away = { position: [9, 9, 0] } as const;
const CHANGED = /the scene was changed before the answer was there/;

describe('a scene that is changed while it is asked', () => {
  test('right after the call: no answer is about another scene than the caller had', async () => {
    const asked = scene();
    const batch = await GpuBatch.open(asked, { gpu: 'never' });
    for (const ask of ['motionsAreFree', 'brackets', 'firstContacts'] as const) {
      const answer = batch[ask](motions);
      asked.moveObstacle('post', away);
      await expect(answer).rejects.toThrow(CHANGED);
      await expect(answer).rejects.toThrow(InputError);
    }
  });

  test('while a call waits for another one', async () => {
    const asked = scene();
    const batch = await GpuBatch.open(asked, { gpu: 'never' });
    const first = batch.motionsAreFree(motions);
    const second = batch.motionsAreFree(motions);
    expect([...(await first).free]).toEqual([0, 1, 1, 1]);
    asked.removeObstacle('post');
    await expect(second).rejects.toThrow(CHANGED);
  });

  test('between calls it is followed', async () => {
    const asked = scene();
    const batch = await GpuBatch.open(asked, { gpu: 'never' });
    expect([...(await batch.motionsAreFree(motions)).free]).toEqual([0, 1, 1, 1]);
    asked.moveObstacle('post', away);
    expect([...(await batch.motionsAreFree(motions)).free]).toEqual([1, 1, 1, 1]);
  });
});

test('plain lists are told what they should be', async () => {
  const batch = await GpuBatch.open(scene(), { gpu: 'never' });
  const ask = (given: unknown) => batch.motionsAreFree(given as BatchMotions);
  await expect(ask({ from: [0], to: [1] })).rejects.toThrow(/'arm': from must be a Float64Array or Float32Array, all rows .* got \[0\]/);
  await expect(ask({ from: motions.from, to: [1] })).rejects.toThrow(/'arm': to must be a Float64Array/);
  await expect(ask({ to: motions.to })).rejects.toThrow(/'arm': from must be a Float64Array/);
  await expect(ask({ arm: { from: [0], to: [1] } })).rejects.toThrow(/'arm': from must be a Float64Array/);
  await expect(ask({ leg: motions })).rejects.toThrow(/nothing named 'leg' moves/);
});

test("a robot may be called 'from'", async () => {
  const named = new Robot({ ...arm.options(), name: 'from' });
  const batch = await GpuBatch.open(new Scene({ robots: [named], obstacles: scene().obstacles }), { gpu: 'never' });
  expect([...(await batch.motionsAreFree({ from: motions })).free]).toEqual([0, 1, 1, 1]);
  expect([...(await batch.motionsAreFree(motions)).free]).toEqual([0, 1, 1, 1]);
});
