import { expect, test } from 'vitest';
import { type BatchReportInput, batchReportPage } from '../../../../src/report/index.ts';

const NONE = { free: 0, contact: 0, overlap: 0, missed: 0, limits: 0, unresolved: 0, 'not-judged': 0, error: 0, 'left-out': 0 };
const RUN: BatchReportInput = {
  title: 'night <run>',
  items: 1000,
  counts: { ...NONE, free: 990, contact: 7, error: 3 },
  seconds: 20,
  busySeconds: 38,
  workers: 2,
  slowest: [{ id: 'paths/<b>.csv', milliseconds: 123.4, verdict: 'contact' }],
  samples: Array.from({ length: 41 }, (_, i) => ({ seconds: i / 2, items: 25 * i })),
  version: '1.2.3',
};

test('verdicts, rate, slowest items and throughput; names cannot become part of the page', () => {
  const page = batchReportPage(RUN);
  expect(page).toContain('<h1 class="contact">10 of 1,000 items are not proven free</h1>');
  expect(page).toContain('<b class="hit">3 not read or not answered</b>, <b class="hit">7 contact</b>, <b class="free">990 free</b>');
  expect(page).toContain('50 a second');
  expect(page).toContain('95 % of the time');
  expect(page).toContain('paths/&lt;b&gt;.csv');
  expect(page).not.toContain('night <run>');
  expect(page).toContain('aria-label="throughput over time"');
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'/);
  // the same rate all the time is a straight line
  const [, points] = /<polyline class="curve" points="([^"]*)"/.exec(page) ?? [];
  expect(new Set(points.split(' ').map((point) => point.split(',')[1])).size).toBe(1);
});

test('what is all free, nothing, or cut short says so', () => {
  expect(batchReportPage({ ...RUN, items: 5, counts: { ...NONE, free: 5 } })).toContain('<h1 class="free">All 5 items are free</h1>');
  expect(batchReportPage({ ...RUN, items: 6, counts: { ...NONE, free: 5, 'left-out': 1 } })).toContain('All 5 items are free');
  expect(batchReportPage({ ...RUN, complete: false })).toContain('<h1 class="unresolved">Ended after 1,000 items</h1>');
  const empty = batchReportPage({ ...RUN, items: 0, counts: NONE, slowest: [], samples: [] });
  expect(empty).toContain('No items');
  expect(empty).not.toContain('polyline');
});
