import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoScene } from '../../src/cli/demo-scene.ts';
import { distance, firstContact, inspectMesh, overlap } from '../../src/index.ts';
import { captured } from './captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from './small-scene.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

describe('demo', () => {
  test.each(['auto', 'hca', 'c2a'])('%s: prints the time, the contacts and the bodies, and writes the page', async (method) => {
    const { code, stdout, stderr } = await captured(['demo', '--no-serve', '--out', folder.path(`out-${method}`), '--method', method]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/gear wheel \([\d,]+ triangles\) moves, torus knot \([\d,]+ triangles\) rests/);
    expect(stdout).toMatch(/^ +status +contact$/m);
    expect(stdout).toMatch(/^ +time +0\.\d+$/m);
    expect(stdout).toMatch(/^ +gap +at most 0\.\d+$/m);
    expect(stdout).toMatch(/^ +bodies +gear wheel, torus knot$/m);
    expect(stdout).toMatch(/^1 contact\n +\w+-\w+ +at \(.+\) +normal \(.+\)/m);
    expect(stdout).toContain(`method ${method}`);
    expect(readFileSync(folder.path(`out-${method}/report.html`), 'utf8')).toContain('gear wheel');
  });

  test('on a terminal it serves the page until interrupted', async () => {
    const { code, stdout } = await captured(['demo', '--out', folder.path('served')], {
      isTTY: true,
      env: { NO_COLOR: '1' },
      untilInterrupted: async (said) => {
        const url = /http:\/\/localhost:\d+\//.exec(said)?.[0] ?? '';
        const page = await fetch(url);
        expect(page.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await page.text()).toBe(readFileSync(folder.path('served/report.html'), 'utf8'));
        expect((await fetch(`${url}etc/passwd`)).status).toBe(404);
        expect((await fetch(url, { method: 'POST' })).status).toBe(404);
      },
    });
    expect(code).toBe(0);
    const url = /http:\/\/localhost:\d+\//.exec(stdout)?.[0] ?? '';
    await expect(fetch(url)).rejects.toThrow();
  });

  test('in CI and through a pipe it does not serve', async () => {
    const asked = async () => expect.fail('served');
    for (const options of [{ isTTY: true, env: { CI: 'true' } }, { isTTY: false }]) {
      const { code, stdout } = await captured(['demo', '--out', folder.path('quiet')], { ...options, untilInterrupted: asked });
      expect(code).toBe(0);
      expect(stdout).not.toContain('http://');
    }
  });

  test('a folder that cannot be made: one line, exit code 2', async () => {
    const file = folder.write('file', 'x');
    const { code, stderr } = await captured(['demo', '--no-serve', '--out', `${file}/below`]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^inbetween: .*report\.html: cannot be written: a folder on the way is a file\n$/);
  });
});

describe('the built-in motion', () => {
  const { a, b, tolerance } = demoScene();

  test('both bodies are closed and well formed', () => {
    for (const { mesh } of [a, b]) {
      const facts = inspectMesh(mesh);
      expect(facts).toMatchObject({ closed: true, oriented: true, manifold: true, degenerate: 0, duplicates: 0, components: 1 });
      expect(facts.volume).toBeGreaterThan(0);
    }
  });

  test('at the time of contact the bodies are within tolerance and do not cross', () => {
    const hit = firstContact(a, b, { tolerance });
    expect(hit.status).toBe('contact');
    const placed = hit.poses.map(({ position, quaternion }, i) => ({ mesh: [a, b][i].mesh, pose: { position, quaternion } }));
    expect(distance(placed[0], placed[1]).distance).toBeLessThanOrEqual(tolerance);
    expect(overlap(placed[0], placed[1])).toEqual([]);
  });
});
