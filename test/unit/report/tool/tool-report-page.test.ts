import { describe, expect, test } from 'vitest';
import { toolReportPage, touchesOf } from '../../../../src/report/index.ts';
import { reportedTool } from './tool-report-inputs.ts';

const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
}

describe.each([
  ['touches', reportedTool()],
  ['touches nothing', reportedTool({ raised: 1 })],
])('the page of a tool that %s', (_, input) => {
  const html = toolReportPage(input);

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    for (const [, target] of html.matchAll(/\b(?:src|href)\s*=\s*"([^"]*)"/g)) expect(target).toMatch(/^(data:|#)/);
  });

  test('is well formed: one document, scripts that parse, data that is JSON', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
    const [data, program] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(() => new Function(program)).not.toThrow();
    expect(JSON.stringify(JSON.parse(data))).not.toContain('null');
    for (const tag of ['main', 'section', 'table', 'dl', 'figure', 'header', 'svg', 'ul', 'div', 'p', 'button', 'span']) {
      const opened = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
    expect(html).not.toMatch(/NaN|Infinity"/);
  });

  test('explains levels, picture and numbers', () => {
    for (const level of ['clear', 'unknown', 'considered', 'reflex', 'contact'])
      expect(html).toContain(`<span class="level ${level}">${level}</span>`);
    const texts = ['A tool dips into a sheet.', '1.3 ms, in 19 of 20 steps at most 9.5 ms', '512 triangles', '60 times a second', '1.2.3'];
    for (const text of texts) expect(html).toContain(text);
  });
});

test('when it touched, how hard, and how long before the warning began', () => {
  const input = reportedTool();
  const [touch, ...others] = touchesOf(input);
  expect(others).toEqual([]);
  // At exactly 1 s it does not press yet.
  expect(touch.from).toBeCloseTo(1 + 1 / 60, 9);
  expect(touch.to).toBeCloseTo(1.4 - 1 / 60, 9);
  expect(touch.warned).toBeCloseTo(0.6 + 1 / 60, 9);
  expect(touch.force).toBeCloseTo(20, 9);
  const html = toolReportPage(input);
  expect(html).toMatch(/<h1>Warned 0\.\d+ s before it touched<\/h1>/);
  expect(html).toContain('20.0 N; no more than 40 N are told');
  expect(html.match(/data-show=/g)).toHaveLength(1);
  const untouched = toolReportPage(reportedTool({ raised: 1 }));
  expect(untouched).toContain('<h1>The tool touched nothing</h1>');
  expect(untouched).toContain('<p>Never.</p>');
});

test('touches that are hardly apart are one; a touch out of nothing has no warning', () => {
  const { steps, ...rest } = reportedTool();
  const without = (from: number, to: number) =>
    steps.map((step) => (step.time > from && step.time < to ? { ...step, level: 'clear' as const, timeToContact: null } : step));
  expect(touchesOf({ ...rest, steps: without(1.18, 1.24) })).toHaveLength(1);
  expect(touchesOf({ ...rest, steps: without(1.1, 1.3) })).toHaveLength(2);
  expect(touchesOf({ ...rest, steps: without(0, 1.01) })[0].warned).toBe(0);
  expect(toolReportPage({ ...rest, steps: without(0, 1.01) })).toContain('<h1>It touched without a warning</h1>');
});

test.each([1, 1e-3, 1e6])('frames are within a 65,534th of the largest displacement, whatever the unit of length (× %d)', (scale) => {
  const { steps, workpiece, ...rest } = reportedTool({ scale });
  const scene = dataOf(toolReportPage({ ...rest, workpiece, steps }));
  const { moved, quantum, zones, ahead } = scene.session;
  const frames = new Int16Array(bytes(moved));
  const size = workpiece.positions.length;
  const kept = scene.times.length;
  // 30 a second of 60.
  expect(kept).toBe(91);
  expect(frames).toHaveLength(kept * size);
  const unit = 1 / (Math.SQRT2 * scale);
  let worst = 0;
  for (let f = 0; f < kept; f++)
    for (let i = 0; i < size; i++) {
      const truth = (steps[2 * f].positions[i] - workpiece.positions[i]) * unit;
      worst = Math.max(worst, Math.abs(frames[f * size + i] * quantum - truth));
    }
  expect(worst / quantum).toBeLessThan(0.51);
  expect(quantum).toBeCloseTo((0.2 * unit * scale) / 32767, 9);
  const list = (
    { values, starts }: { values: string; starts: string },
    f: number,
    flat: Uint32ArrayConstructor | Float32ArrayConstructor,
  ) => {
    const at = new Uint32Array(bytes(starts));
    return [...new flat(bytes(values)).subarray(at[f], at[f + 1])];
  };
  for (const f of [0, 20, 34, 36, 60]) {
    expect(list(zones, f, Uint32Array)).toEqual(steps[2 * f].zone);
    expect(list(ahead, f, Float32Array)).toHaveLength(7 * steps[2 * f].ahead.length);
  }
});

test('curves: the level as a band, and the truth beside what was foretold', () => {
  const svg = /<svg id="curve"[\s\S]*?<\/svg>/.exec(toolReportPage(reportedTool()))?.[0] ?? '';
  const band = [...svg.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(([, level, x, w]) => [
    level,
    Number(x),
    Number(w),
  ]);
  expect(band.map(([level]) => level)).toEqual(['clear', 'considered', 'reflex', 'contact', 'clear']);
  // Without gaps, to the end.
  const ends = band.map(([, x, w]) => Number(x) + Number(w));
  const begins = [...band.slice(1).map(([, x]) => Number(x)), 1000];
  for (const [i, end] of ends.entries()) expect(end).toBeCloseTo(begins[i], 6);
  expect(svg.match(/class="truth"/g)).toHaveLength(1);
  expect(svg).toMatch(/aria-label="force up to 20 N, depth up to 0\.2 mm/);
});

test('names are text, whatever they hold', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`;
  const html = toolReportPage(reportedTool({ name: evil, input: { title: evil, story: evil } }));
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});
