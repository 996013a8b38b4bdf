import { describe, expect, test } from 'vitest';
import { worldReportPage } from '../../../../src/report/index.ts';
import { HEIGHTS, landing, RADIUS, reportedWorld, SECONDS } from './world-report-inputs.ts';

const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
}

describe.each([
  ['bodies that touch', reportedWorld()],
  ['one look and no contact', { ...reportedWorld(), frames: reportedWorld().frames.slice(0, 1), events: [], curves: undefined }],
])('the page of a world with %s', (_, input) => {
  const html = worldReportPage(input);

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    for (const [, target] of html.matchAll(/\b(?:src|href)\s*=\s*"([^"]*)"/g)) expect(target).toMatch(/^(data:|#)/);
  });

  test('is well formed: one document, scripts that parse, data that is JSON', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    const [data, program] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(() => new Function(program)).not.toThrow();
    expect(JSON.stringify(JSON.parse(data))).not.toContain('null');
    for (const tag of ['main', 'section', 'table', 'dl', 'figure', 'header', 'svg', 'ul', 'div', 'p', 'button', 'span', 'b']) {
      const opened = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
    // The program has its own use for these words.
    expect(html.replace(program, '')).not.toMatch(/NaN|Infinity/);
  });
});

describe('the verdict', () => {
  const told = (input: Parameters<typeof reportedWorld>[0]) => worldReportPage(reportedWorld(input));

  test('counts contacts, and says what is proven', () => {
    const { events } = reportedWorld();
    const html = told({});
    expect(html).toContain(`<h1>${events.length} contacts in 1 s, none missed</h1>`);
    expect(html).toContain('No two bodies ever went through each other: proven.');
    // 4 that move: 6 pairs of them, and 4 × 2 with what is fixed
    expect(html).toMatch(/pairs watched<\/dt><dd>\d+ at most, of 14 pairs/);
    expect(html).toContain('4 that move, 2 fixed, of 3 shapes');
  });

  test('with a clearance, pairs let through, or a schedule that proves nothing', () => {
    expect(told({ input: { clearance: 0.01 } })).toContain('No two bodies ever came nearer than 0.01 m: proven.');
    expect(told({ input: { letThrough: 2 } })).toContain('2 contacts were let through; no other two bodies ever went through each other');
    const fixed = told({ input: { schedule: 'fixed' } });
    expect(fixed).not.toMatch(/none missed|: proven/);
    expect(fixed).toContain('which may miss what happens between two looks');
  });

  test('the hardest contacts come first: the first landing of the ball from the greatest height', () => {
    const row = /data-heading="">[\s\S]*?<\/tr>/.exec(told({}))?.[0] ?? '';
    const cells = [...row.matchAll(/<td data-heading="([^"]*)">([^<]*)</g)].map(([, heading, text]) => [heading, text]);
    const { time } = Object.fromEntries(cells);
    expect(Number.parseFloat(time)).toBeCloseTo(landing(HEIGHTS[3]), 4);
    expect(row).toContain('ball 3');
  });
});

describe.each([1, 1e-3, 1e6])('the picture, whatever the unit of length (× %d)', (scale) => {
  const input = reportedWorld({ scale });
  const scene = dataOf(worldReportPage(input));

  test('a shape is stored once, and poses within half a quantum', () => {
    // floor, lamp and one ball for four
    expect(scene.meshes).toHaveLength(3);
    const balls = scene.bodies.filter(({ still }: { still: boolean }) => !still);
    expect(balls).toHaveLength(4);
    expect(scene.times).toHaveLength(61);
    // lengths are in radii of the picture
    const unit = balls[0].radius / (RADIUS * scale);
    const tracks = scene.tracks.map((text: string) => new Int16Array(bytes(text)));
    const place = (i: number, f: number) => [0, 1, 2].map((k) => tracks[i][7 * f + k] * scene.quantum);
    for (let f = 0; f < 61; f++) {
      const truth = input.frames[f].poses.slice(2).map(({ position = [0, 0, 0] }) => position);
      for (const i of [1, 2, 3])
        for (const k of [0, 1, 2]) {
          const found = place(i, f)[k] - place(0, f)[k];
          expect(Math.abs(found - (truth[i][k] - truth[0][k]) * unit)).toBeLessThan(1.01 * scene.quantum);
        }
    }
    expect(Math.max(...tracks.flatMap((track: Int16Array) => [...track].filter((_, i) => i % 7 < 3).map(Math.abs)))).toBe(32767);
  });

  test('a floor without end is drawn around the bodies only, and level', () => {
    const floor = scene.bodies.find(({ radius }: { radius: number }) => radius > 1);
    const mesh = new Float32Array(bytes(scene.meshes[floor.mesh].positions));
    expect(floor.radius).toBeLessThan(2);
    const heights = [...mesh].filter((_, i) => i % 3 === 2);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-6);
    const rim = Math.max(...Array.from({ length: mesh.length / 3 }, (_, v) => Math.hypot(mesh[3 * v], mesh[3 * v + 1])));
    // a polygon of 40 sides around a circle
    expect(rim / 1.25).toBeGreaterThan(0.999);
    expect(rim / 1.25).toBeLessThan(1.01 / Math.cos(Math.PI / 40));
  });

  test('contacts are marked when and where they were', () => {
    const { world } = scene;
    const times = new Float32Array(bytes(world.marks));
    expect(times).toHaveLength(input.events.length);
    const found = [...times].slice(0, 1)[0];
    expect(found).toBeCloseTo(landing(HEIGHTS[0]), 5);
    const counts = new Uint32Array(bytes(world.counts));
    for (const f of [0, 20, 40, 60])
      expect(counts[f]).toBe(input.events.filter(({ time }) => time <= (f / 60) * SECONDS * (1 + 1e-12)).length);
    expect(world.curves).toEqual([{ label: 'pairs watched', unit: '', values: input.curves?.[0].values }]);
  });
});

test('1,000 bodies for 1,000 frames with 100,000 contacts stay below 15 MB: frames are left out evenly, soft contacts not marked', () => {
  const small = reportedWorld();
  const bodies = Array.from({ length: 1000 }, (_, i) => ({ ...small.bodies[2], name: `ball ${i}` }));
  const poses = bodies.map((_, i) => ({ position: [i % 10, Math.floor(i / 10) % 10, i / 100] as const }));
  const frames = Array.from({ length: 1000 }, (_, f) => ({ time: f / 100, poses }));
  const events = Array.from({ length: 100_000 }, (_, i) => ({ ...small.events[0], time: i / 10_000, speed: i % 3 }));
  const html = worldReportPage({ ...small, bodies, frames, events, curves: [] });
  expect(html.length).toBeLessThan(15e6);
  const { times, world, meshes } = dataOf(html);
  expect(meshes).toHaveLength(1);
  expect(times.at(-1)).toBe(9.99);
  expect(times.slice(0, 3)).toEqual([0, 0.02, 0.04]);
  expect(html).toContain('the hardest 20,000 of all contacts');
  expect(new Float32Array(bytes(world.marks))).toHaveLength(20_000);
  // The numbers are about all of them.
  expect(new Uint32Array(bytes(world.counts)).at(-1)).toBe(99_901);
});

test('names are text, whatever they hold', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`;
  const html = worldReportPage(
    reportedWorld({
      name: evil,
      input: {
        title: evil,
        story: evil,
        facts: [[evil, evil]],
        unit: evil,
        curves: [{ label: evil, unit: evil, values: Array(61).fill(1) }],
      },
    }),
  );
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});
