import { describe, expect, test } from 'vitest';
import { type StepReportInput, stepReportPage } from '../../../../src/report/index.ts';
import { reportedStep } from './step-report-inputs.ts';

const STATUSES = ['contact', 'free', 'overlap', 'unresolved'] as const;

describe.each(STATUSES)('the page for %s', (status) => {
  const input = reportedStep({ status });
  const html = stepReportPage(input);

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    for (const [, target] of html.matchAll(/\b(?:src|href)\s*=\s*"([^"]*)"/g)) expect(target).toMatch(/^(data:|#)/);
  });

  test('tells the numbers in full, the names, the work', () => {
    const texts = ['1.2.3', 'a step', '0.25 ms', '100 MiB', '12,345', '678', '>91<', '>23<', '>57<', '>4<', '128 triangles', '81 vertices'];
    for (const text of [String(input.result.time), ...texts]) expect(html).toContain(text);
    for (const text of ['sheet', 'tip', 'vertices move by up to 2 mm', 'not tested against itself']) expect(html).toContain(text);
  });

  test('is well formed: one document, scripts that parse, data that is JSON', () => {
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
    const [data, program] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(() => new Function(program)).not.toThrow();
    const scene = JSON.parse(data);
    expect(scene.status).toBe(status);
    expect(scene.bodies).toHaveLength(2);
    expect(JSON.stringify(scene)).not.toContain('null');
    for (const tag of ['main', 'section', 'table', 'dl', 'figure', 'header', 'svg', 'ul', 'div', 'p', 'button']) {
      const opened = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
  });
});

const lead = (input: StepReportInput) => /<p class="lead">(.*?)<\/p>/.exec(stepReportPage(input))?.[1].replace(/<[^>]*>/g, '') ?? '';

test('the verdict in words claims what is proven, and no more', () => {
  expect(lead(reportedStep({ input: { maxStep: 0.25 } }))).toBe(
    'Vertex 0 of tip and face 72 of sheet meet at this time; nothing does before, that is proven. It is the first of 3 contacts of the step. A step cut at 0.25 of its length is free.',
  );
  expect(lead(reportedStep({ status: 'free' }))).toBe('sheet and tip provably never touch during the step.');
  expect(lead(reportedStep({ status: 'free', input: { clearance: 0.5 } }))).toBe(
    'sheet and tip provably never come within 0.5 mm of each other during the step.',
  );
  expect(lead(reportedStep({ status: 'overlap', contacts: 1 }))).toBe(
    'Vertex 0 of tip and face 72 of sheet touch already when the step begins.',
  );
  expect(lead(reportedStep({ status: 'unresolved' }))).toBe('Up to there nothing touches; what follows was not decided.');
  const page = stepReportPage(reportedStep());
  // Times are rounded down.
  expect(page).toContain('First contact at t&nbsp;=&nbsp;0.333333');
  expect(page).toContain('At every time before t = 0.33333333, no vertex touches a face and no edge another edge.');
});

test('contacts of a search that was not complete are proven, others may be missing', () => {
  const whole = reportedStep();
  const part = { ...whole, result: { ...whole.result, status: 'unresolved', time: 0, reason: 'milliseconds' } } as const;
  expect(lead(part)).toBe(
    'Vertex 0 of tip and face 72 of sheet meet at t&nbsp;=&nbsp;0.333333. The search was not complete: there may be more contacts, and earlier ones.',
  );
  const page = stepReportPage(part);
  expect(page).toContain('<h1 class="contact">At least 3 contacts</h1>');
  expect(page).toContain('<h2>Contacts, as far as they are known</h2>');
  expect(page).toContain('What is listed touches; that nothing else does, or earlier, is not claimed.');
  expect(page).not.toContain('Every pair of features');
  const overlap = reportedStep({ status: 'overlap', contacts: 2, crossings: 3 });
  const cut = { ...overlap, result: { ...overlap.result, reason: 'milliseconds' } } as const;
  expect(lead(cut)).toBe('3 edges go through faces already when the step begins. In all there are at least 5 contacts.');
  expect(stepReportPage(cut)).not.toContain('Every pair of features');
});

test('meshes that intersect at the start are told by their edges and faces', () => {
  const one = reportedStep({ status: 'overlap', contacts: 0, crossings: 1 });
  expect(lead(one)).toBe('Edge 0 (0–1) of tip goes through face 72 of sheet already when the step begins.');
  const several = reportedStep({ status: 'overlap', contacts: 2, crossings: 3 });
  expect(lead(several)).toBe('3 edges go through faces already when the step begins. In all there are 5 contacts.');
  const page = stepReportPage(several);
  expect(page).toContain('<h1 class="overlap">Intersecting from the start</h1>');
  expect(page).toContain('At the start the meshes intersect: an edge goes through a face.');
  expect(page).toMatch(/<td[^>]*>edge-face<\/td>.*<td[^>]*>\(0, 0, 1\) of the face<\/td>/);
  // A face goes through nothing along its normal, so it has no arrow.
  expect(dataOf(page).contacts[0]).toMatchObject({ plain: true, time: 0 });
  const part = { ...several, result: { ...several.result, contacts: several.result.contacts.slice(0, 2) } };
  expect(lead(part)).toMatch(/^At least 2 edges go through faces already/);
  const granted = reportedStep({ input: { startsFree: true } });
  expect(stepReportPage(granted)).toContain('That nothing intersects at the start was taken for granted');
  expect(stepReportPage(reportedStep())).not.toContain('taken for granted');
});

test('of one body, features go without its name', () => {
  const { bodies, result, ...rest } = reportedStep({ contacts: 1 });
  const own = { ...result.contacts[0], a: { ...result.contacts[0].a, body: 'sheet', index: 5, vertices: [5] } };
  const input = { ...rest, bodies: [bodies[0]], result: { ...result, contacts: [own] } };
  expect(lead(input)).toMatch(/^Vertex 5 and face 72 meet at this time/);
});

test('the table lists the first contacts and says how many there are', () => {
  const html = stepReportPage(reportedStep({ contacts: 130 }));
  const table = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  expect(table.match(/<tr>/g)).toHaveLength(100);
  expect(table).toContain('edge 71 (');
  expect(html).toContain('<h2>130 contacts</h2>');
  expect(html).toContain('and 30 more.');
  const part = reportedStep({ contacts: 5 });
  const limited = stepReportPage({ ...part, result: { ...part.result, contactCount: 4321 } });
  expect(limited).toContain('and 4,316 more.');
  expect(limited).toContain('listed contacts so far, up to 5');
  expect(stepReportPage(reportedStep({ contacts: 1, input: { all: false } }))).toContain('<h2>The first contact</h2>');
});

test('names are text, whatever they hold', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`;
  const html = stepReportPage(reportedStep({ name: evil }));
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});

function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
}
const bytes = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;

test.each([1, 1e-9, 1e9])('the picture has both frames, whatever the unit of length (× %d)', (scale) => {
  const input = reportedStep({ scale });
  const scene = dataOf(stepReportPage(input));
  input.bodies.forEach(({ mesh, end }, i) => {
    const { positions, later, indices } = scene.meshes[i];
    const [start, finish] = [positions, later].map((text) => new Float32Array(bytes(text)));
    const drawn = new Uint32Array(bytes(indices));
    const { centre } = scene.bodies[i];
    expect(drawn).toHaveLength(mesh.indices.length);
    for (let k = 0; k < drawn.length; k++)
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * mesh.indices[k] + axis;
        const [p, q] = [start, finish].map((frame) => frame[3 * drawn[k] + axis] + centre[axis]);
        // Relative to each other, so that the origin of the picture does not matter.
        expect(q - p).toBeCloseTo(((end?.[at] ?? NaN) - mesh.positions[at]) * scaleOf(scene, scale), 5);
      }
  });
  expect(scene.contacts[0].time).toBe(1 / 3);
});

/** Picture units per length: the sheet is 2 wide. */
function scaleOf(scene: { meshes: { positions: string }[] }, scale: number): number {
  const xs = new Float32Array(bytes(scene.meshes[0].positions)).filter((_, i) => i % 3 === 0);
  const [least, most] = xs.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity]);
  return (most - least) / (2 * scale);
}

test('triangles of the features are marked from the time of their first contact on', () => {
  const input = reportedStep({ contacts: 2 });
  const scene = dataOf(stepReportPage(input));
  const [cloth, tip] = scene.marked.map(({ triangles, times }: { triangles: string; times: string }) => ({
    triangles: [...new Uint32Array(bytes(triangles))],
    times: [...new Float64Array(bytes(times))],
  }));
  const [first, second] = input.result.contacts;
  // The face, then the triangles on either side of the edge.
  const { indices } = input.bodies[0].mesh;
  const onEdge = [...Array(indices.length / 3).keys()].filter((t) =>
    second.b.vertices.every((v) => indices.subarray(3 * t, 3 * t + 3).includes(v)),
  );
  expect(cloth.triangles[0]).toBe(first.b.index);
  expect(cloth.triangles.slice(1)).toEqual(onEdge.filter((t) => t !== first.b.index));
  expect(cloth.times).toEqual([first.time, ...cloth.triangles.slice(1).map(() => second.time)]);
  // All around vertex 0 of the tip.
  expect(tip).toEqual({ triangles: [0, 1, 2], times: [1 / 3, 1 / 3, 1 / 3] });
});

test('80,000 triangles make a page of a few megabytes, more than 400,000 are thinned out and the page says so', () => {
  const large = stepReportPage(reportedStep({ cells: 200 }));
  expect(large.length).toBeLessThan(4e6);
  expect(large).not.toContain('The picture shows');
  const { bodies, ...rest } = reportedStep({ cells: 460 });
  const huge = stepReportPage({ ...rest, bodies });
  expect(huge.length).toBeLessThan(2e7);
  expect(huge).toMatch(/The picture shows 211,6\d\d of 423,204 triangles/);
  const scene = dataOf(huge);
  const drawn = new Uint32Array(bytes(scene.meshes[0].indices));
  const positions = new Float32Array(bytes(scene.meshes[0].positions));
  // The marked face is where it was.
  const [marked] = new Uint32Array(bytes(scene.marked[0].triangles));
  const unit = scaleOf(scene, 1);
  const face = rest.result.contacts[0].b;
  face.vertices.forEach((v, k) => {
    for (let axis = 0; axis < 2; axis++)
      expect(positions[3 * drawn[3 * marked + k] + axis] / unit).toBeCloseTo(bodies[0].mesh.positions[3 * v + axis], 5);
  });
});
