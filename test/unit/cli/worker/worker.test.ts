import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';

test('without a queue it says where to name one', async () => {
  const { code, stderr } = await captured(['worker']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/which one\? --queue URL, or INBETWEEN_QUEUE/);
});

test.each([
  ['redis://:geheim@', 2, /names no server|no URL/],
  ['mysql://bob:geheim@host', 2, /'mysql:' is no kind of queue/],
  ['redis://:geheim@127.0.0.1:1', 75, /nobody answers at 127\.0\.0\.1:1.*start one with.*the same command tries again/],
  ['postgres://bob:geheim@127.0.0.1:1/x', 75, /nobody answers at 127\.0\.0\.1:1: no PostgreSQL/],
])('says what is wrong with %s, from the environment too, without what is secret', async (url, wanted, words) => {
  const args = ['worker', '--patience', '0'];
  for (const run of [captured([...args, '--queue', url]), captured(args, { env: { INBETWEEN_QUEUE: url } })]) {
    const { code, stdout, stderr } = await run;
    expect(code).toBe(wanted);
    expect(stderr).toMatch(words);
    expect(stdout + stderr).not.toContain('geheim');
  }
});

test('its help tells how to end it and what it needs', async () => {
  const { code, stdout } = await captured(['worker', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm install bullmq ioredis/);
  expect(stdout).toMatch(/SIGTERM/);
});

test.each<[string[], Readonly<Record<string, string>>, RegExp]>([
  [['--key-file', 'no-such-file'], {}, /--key-file no-such-file: cannot be read: no such file/],
  [[], { INBETWEEN_KEY: 'geheim' }, /INBETWEEN_KEY: a key has 16 bytes or more; 'openssl rand -hex 32' makes one/],
])('says what is wrong with a key, and nothing of what is in it: %j %j', async (args, env, words) => {
  const { code, stderr } = await captured(['worker', '--queue', 'redis://localhost:1', '--patience', '0', ...args], { env });
  expect(code).toBe(2);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain('geheim');
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['redis://127.0.0.1:1', {}, false],
  ['redis://[::1]:1', {}, false],
  ['redis://no-such-host.invalid', {}, true],
  ['redis://no-such-host.invalid', { INBETWEEN_KEY: 'a key that both sides have' }, false],
])('warns where others may answer: %s %j: %s', async (url, env, isWarned) => {
  const { code, stderr } = await captured(['worker', '--queue', url, '--patience', '0'], { env });
  expect(code).toBe(75);
  expect(/whoever can write there can answer, because there is no key/.test(stderr)).toBe(isWarned);
});
