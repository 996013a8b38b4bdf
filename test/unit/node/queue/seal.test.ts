import { expect, it } from 'vitest';
import { type Refusal, sealOf } from '../../../../src/node/queue/seal.ts';

const BUILD = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const about = { chunk: '01'.repeat(32), subject: '02'.repeat(32) };
const answer = new TextEncoder().encode('free');
const key = Buffer.from('the key of both sides');
const own = sealOf(BUILD, key);

it('opens what was closed with the same key, by the same build, for the same chunk and subject', () => {
  expect(own.open(about, own.close(about, answer))).toEqual({ bytes: Buffer.from(answer), refusal: null });
  const open = sealOf(BUILD, null);
  expect(open.open(about, open.close(about, answer)).bytes).toEqual(Buffer.from(answer));
});

it.each<[string, Uint8Array, Refusal]>([
  ['nothing but the answer', answer, 'unsigned'],
  ['no sign', sealOf(BUILD, null).close(about, answer), 'unsigned'],
  ['a sign by another key', sealOf(BUILD, Buffer.from('another key, another sign')).close(about, answer), 'forged'],
  ['a sign by another build', sealOf(OTHER, key).close(about, answer), 'foreign'],
  ['an answer to another chunk', own.close({ ...about, chunk: OTHER }, answer), 'replayed'],
  ['an answer about another subject', own.close({ ...about, subject: OTHER }, answer), 'forged'],
])('refuses %s', (_, stored, refusal) => {
  expect(own.open(about, stored)).toEqual({ bytes: null, refusal });
});

it('refuses an answer of which any bit is another, and one that is put under another head', () => {
  const stored = own.close(about, answer);
  for (let i = 0; i < 8 * stored.length; i++) {
    const changed = Uint8Array.from(stored);
    changed[i >> 3] ^= 1 << (i & 7);
    expect(own.open(about, changed).bytes).toBeNull();
  }
  const replayed = own.close({ ...about, chunk: OTHER }, answer);
  replayed.set(stored.subarray(32, 64), 32);
  expect(own.open(about, replayed).refusal).toBe('forged');
});

it('without a key what is there by mistake is refused all the same', () => {
  const open = sealOf(BUILD, null);
  expect(open.open(about, sealOf(OTHER, null).close(about, answer)).refusal).toBe('foreign');
  expect(open.open(about, open.close({ ...about, chunk: OTHER }, answer)).refusal).toBe('replayed');
  expect(open.name).toBe('');
});

it('its name tells keys apart, and says nothing of them', () => {
  expect(own.name).toMatch(/^[0-9a-f]{12}$/);
  expect(own.name).not.toBe(sealOf(BUILD, Buffer.from('another key, another sign')).name);
  expect(own.name).toBe(sealOf(OTHER, key).name);
});
