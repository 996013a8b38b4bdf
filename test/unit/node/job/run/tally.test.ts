import { expect, test } from 'vitest';
import type { JobItem } from '../../../../../src/node/job/job-item.ts';
import { errorLine, resultLine, utf8 } from '../../../../../src/node/job/result-line.ts';
import { metricsText } from '../../../../../src/node/job/run/metrics-text.ts';
import { Tally } from '../../../../../src/node/job/run/tally.ts';
import { countsText, rateText, spanText } from '../../../../../src/words/job-words.ts';

const items = (ids: readonly string[]) => ids.map((id) => ({ id }) as JobItem);

function tally(lines: readonly (readonly [string, number])[]): Tally {
  const out = new Tally();
  const text = lines.map(([line]) => line).join('');
  out.add(items(lines.map((_, i) => `item ${i}`)), {
    lines: utf8(text),
    codes: Uint8Array.from(lines, ([, code]) => code),
    milliseconds: Float64Array.from(lines, (_, i) => i),
    work: 0,
  });
  return out;
}

const line = (status: string, id = 'x') => resultLine({ id, status, time: 1 });

test('verdicts are those of the lines, whatever names are in them', () => {
  const odd = 'a","status":"contact","b';
  const out = tally([
    [line('free', odd), 0],
    [line('free'), 1],
    [resultLine({ id: 'x', status: 'free', time: 1, missed: [] }), 1],
    [resultLine({ id: ',"missed":', status: 'free', time: 1 }), 1],
    [line('free'), 3],
    [line('contact'), 1],
    [line('overlap'), 1],
    [line('unresolved'), 3],
    [line('left out'), 0],
    [errorLine('x', ',"status":"free"'), 2],
    [errorLine('x', 'internal error'), 70],
  ]);
  expect(out.counts).toEqual({
    free: 1,
    missed: 1,
    limits: 2,
    'not-judged': 1,
    contact: 1,
    overlap: 1,
    unresolved: 1,
    'left-out': 1,
    error: 2,
  });
  expect(out.exitCode).toBe(70);
  expect(out.slowest[0]).toEqual({ id: 'item 10', milliseconds: 10, verdict: 'error' });
  const again = new Tally();
  again.restore(JSON.parse(JSON.stringify(out.state)));
  expect(again.state).toEqual(out.state);
});

test('the exit code is the worst, as check has it', () => {
  const of = (...lines: readonly (readonly [string, number])[]) => tally(lines).exitCode;
  const [free, hit, open, fault, left] = [line('free'), line('contact'), line('unresolved'), errorLine('x', 'no'), line('left out')];
  expect(of([free, 0])).toBe(0);
  // what is to be asked again comes before what was found
  expect(of([hit, 1], [fault, 75], [fault, 2])).toBe(75);
  expect(of([free, 0], [open, 3])).toBe(3);
  expect(of([open, 3], [hit, 1])).toBe(1);
  expect(of([hit, 1], [fault, 2], [open, 3])).toBe(2);
  expect(of([free, 1])).toBe(1);
  expect(of([left, 0], [free, 0])).toBe(0);
  expect(of([left, 0])).toBe(3);
});

test('the slowest are few, and in order', () => {
  const out = tally(Array.from({ length: 1000 }, () => [line('free'), 0] as const));
  expect(out.slowest.map(({ milliseconds }) => milliseconds)).toEqual(Array.from({ length: 12 }, (_, i) => 999 - i));
});

test('numbers as Prometheus reads them', () => {
  const { counts } = tally([
    [line('free'), 0],
    [line('contact'), 1],
  ]);
  const text = metricsText({ counts, expected: 10, seconds: 2.5, busySeconds: 4, resumed: 1, workers: 2, ended: 0, bytes: 99 });
  const samples = text.split('\n').filter((one) => one !== '' && !one.startsWith('#'));
  expect(samples).toContain('inbetween_batch_items_total{verdict="contact"} 1');
  expect(samples).toContain('inbetween_batch_items_expected 10');
  expect(samples).toContain('inbetween_batch_seconds_total 2.5');
  for (const sample of samples) {
    expect(sample).toMatch(/^inbetween_batch_\w+(\{verdict="[\w-]+"\})? [\d.]+$/);
    const name = /^\w+/.exec(sample)?.[0];
    expect(text).toMatch(new RegExp(`^# TYPE ${name} (counter|gauge)$`, 'm'));
    expect(text).toMatch(new RegExp(`^# HELP ${name} .+$`, 'm'));
  }
  const unknown = metricsText({ counts, expected: undefined, seconds: 0, busySeconds: 0, resumed: 0, workers: 1, ended: 0, bytes: 0 });
  expect(unknown).not.toContain('expected');
});

test('times and rates in words', () => {
  expect([0.123, 12.4, 200, 7500, 400_000].map(spanText)).toEqual(['0.12 s', '12 s', '3 min 20 s', '2 h 5 min', '4 days 15 h']);
  expect(rateText(100_000, 10)).toBe('10,000 a second');
  expect(rateText(1, 3)).toBe('0.333 a second');
  expect(rateText(5, 0)).toBe('');
  expect(countsText(2, { ...new Tally().counts, free: 1, contact: 1 })).toBe('2 items: 1 contact, 1 free');
});
