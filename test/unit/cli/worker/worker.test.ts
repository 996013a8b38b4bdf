import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';

test('without a queue it says where to name one', async () => {
  const { code, stderr } = await captured(['worker']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/which queue\? --queue URL, or INBETWEEN_QUEUE/);
});

test.each([
  ['redis://:geheim@', /names no server|no URL/],
  ['mysql://bob:geheim@host', /'mysql:' is no kind of queue/],
  ['redis://:geheim@127.0.0.1:1', /nobody answers at 127\.0\.0\.1:1.*start one with/],
  ['postgres://bob:geheim@127.0.0.1:1/x', /nobody answers at 127\.0\.0\.1:1: no PostgreSQL/],
])('says what is wrong with %s, from the environment too, without what is secret', async (url, words) => {
  for (const run of [captured(['worker', '--queue', url]), captured(['worker'], { env: { INBETWEEN_QUEUE: url } })]) {
    const { code, stdout, stderr } = await run;
    expect(code).toBe(2);
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
