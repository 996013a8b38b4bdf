import { describe, expect, test } from 'vitest';
import { rotationMotion, screwMotion, sphere } from '../../../../src/index.ts';
import { type ReportInput, reportPage } from '../../../../src/report/index.ts';
import { reported } from './report-inputs.ts';

const INPUTS = {
  contact: reported(),
  free: reported({ from: [5, 9, 0], to: [-5, 9, 0] }),
  overlap: reported({ from: [0.5, 0, 0] }),
  unresolved: reported({ options: { maxIterations: 1 } }),
};

describe.each(Object.entries(INPUTS))('the page for %s', (status, input) => {
  const html = reportPage(input);

  test('has the status that was asked for', () => {
    expect(input.result.status).toBe(status);
  });

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    for (const [, target] of html.matchAll(/\b(?:src|href)\s*=\s*"([^"]*)"/g)) expect(target).toMatch(/^(data:|#)/);
    for (const [, target] of html.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^["']?data:/);
  });

  test('tells the time, the names, the versions and the numbers in full', () => {
    const { time, tolerance, rounding, gap } = input.result;
    for (const number of [time, tolerance, rounding, ...(gap ?? [])]) expect(html).toContain(String(number));
    for (const text of ['flyer', 'post', '1.2.3', 'a test', '8 triangles', '0.25 ms', input.result.stats.method])
      expect(html).toContain(text);
  });

  test('is well formed: one document, scripts that parse, data that is JSON', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
    const [data, program] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(() => new Function(program)).not.toThrow();
    const scene = JSON.parse(data);
    expect(scene.status).toBe(status);
    expect(scene.bodies).toHaveLength(2);
    expect(scene.curve.times).toContain(input.result.time);
    expect(JSON.stringify(scene)).not.toContain('null');
    for (const tag of ['main', 'section', 'table', 'dl', 'figure', 'header', 'svg', 'ul', 'div', 'p']) {
      const opened = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
  });
});

test('the lead claims what is proven, and no more', () => {
  const lead = (input: ReportInput) => /<p class="lead">(.*?)<\/p>/.exec(reportPage(input))?.[1].replace(/<[^>]*>/g, '') ?? '';
  const near = INPUTS.contact.result.gap?.[1] ?? NaN;
  const told = /^flyer and post come within (\S+) mm of each other at this time, and provably do not touch before\.$/.exec(
    lead(INPUTS.contact),
  );
  expect(Number(told?.[1])).toBeGreaterThanOrEqual(near);
  expect(Number(told?.[1])).toBeLessThan(1.01 * near);
  const kept = reported({ options: { clearance: 0.5 } });
  expect(lead(kept)).toMatch(/ of each other at this time, and provably do not come within 0\.5 mm of each other before\.$/);
  expect(lead(INPUTS.free)).toBe('flyer and post provably never touch during the motion.');
});

test('triangles are numbered without separators', () => {
  const { result, ...rest } = reported();
  const [contact] = result.contacts;
  const html = reportPage({ ...rest, result: { ...result, contacts: [{ ...contact, a: { ...contact.a, triangle: 1234567 } }] } });
  expect(html).toContain('of triangle 1234567<');
});

test('names are text, whatever they hold', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`;
  const html = reportPage(reported({ nameA: evil }));
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;');
});

test('the picture has the meshes, in single precision, relative to the size of the scene', () => {
  const scene = dataOf(reportPage(reported()));
  const [first] = scene.meshes;
  const positions = new Float32Array(Uint8Array.from(atob(first.positions), (c) => c.charCodeAt(0)).buffer);
  const indices = new Uint32Array(Uint8Array.from(atob(first.indices), (c) => c.charCodeAt(0)).buffer);
  expect(positions).toHaveLength(18);
  expect(indices).toHaveLength(24);
  const { mesh } = reported().a;
  // z runs over 3 units in the mesh, and is centred in the picture
  const unit = (positions[14] - positions[17]) / 3;
  for (let i = 0; i < 18; i++) expect(positions[i]).toBeCloseTo((mesh.positions[i] - (i % 3 === 2 ? 0.5 : 0)) * unit, 6);
});

test.each([1e-9, 1e9])('the picture does not depend on the unit of length (× %d)', (scale) => {
  const [small, large] = [reported(), reported({ scale })].map((input) => dataOf(reportPage(input)));
  expect(large.status).toBe('contact');
  expect(large.bodies[0].radius).toBeCloseTo(small.bodies[0].radius, 5);
  for (let k = 0; k < 3; k++) {
    expect(large.bodies[0].motion.velocity[k]).toBeCloseTo(small.bodies[0].motion.velocity[k], 5);
    expect(large.contacts[0].point[k]).toBeCloseTo(small.contacts[0].point[k], 5);
  }
});

test('screws, turns about a centre and single points can be shown', () => {
  const turn = rotationMotion({ position: [4, 0, 0] }, [0, 0, 1], 3, [0, 0, 0]);
  const screw = screwMotion({ position: [4, 0, 0] }, { position: [-4, 1, 1], quaternion: [0, 0, 1, 0] });
  for (const motion of [turn, screw]) {
    const input = reported({ motion });
    const { rotation: r, position, velocity, axis, angle, e1, e2 } = dataOf(reportPage(input)).bodies[0].motion;
    expect(r).toHaveLength(9);
    for (const number of [...r, ...position, ...velocity, ...axis, angle, ...e1, ...e2]) expect(number).toBeTypeOf('number');
  }
  const { b, ...rest } = reported({ from: [5, 9, 0], to: [-5, 9, 0] });
  const html = reportPage({ ...rest, b: { ...b, mesh: sphere(0.5) } });
  expect(html).toContain('1 triangles');
});

function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
}
