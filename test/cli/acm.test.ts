import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSrdf } from '../../src/io/index.ts';
import { captured } from './captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from './small-scene.ts';

// base – arm (turns a full circle at the base) – tip (fixed 2 along the arm, never near the base); a post beside the base that the tip passes
const URDF = `<robot name="crane">
  <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="1.8 0.1 0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="post"><collision><geometry><box size="0.1 0.1 3"/></geometry></collision></link>
  <joint name="slew" type="continuous"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/></joint>
  <joint name="hold" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="2.2 0 0"/></joint>
  <joint name="stand" type="fixed"><parent link="base"/><child link="post"/><origin xyz="0 2.2 0"/></joint>
</robot>`;

let folder: TemporaryFolder;
let urdf: string;
beforeAll(() => {
  folder = temporaryFolder();
  urdf = folder.write('crane.urdf', URDF);
});
afterAll(() => folder.remove());

test('tells neighbours, what never touches, and what does', async () => {
  const { code, stdout, stderr } = await captured(['acm', urdf, '--samples', '400', '--format', 'json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { allowed, tested, samples } = JSON.parse(stdout);
  const of = (reason: string) =>
    allowed.filter((pair: { reason: string }) => pair.reason === reason).map(({ a, b }: { a: string; b: string }) => [a, b].sort());
  expect(samples).toBe(400);
  expect(of('adjacent')).toEqual([['arm', 'base']]);
  expect(of('never').sort()).toEqual([
    ['arm', 'post'],
    ['base', 'tip'],
  ]);
  // a sphere of 0.1 at 2.2 meets a post of 0.1 on about 0.13 of the circle
  expect(tested).toMatchObject([{ a: 'tip', b: 'post' }]);
  expect(tested[0].contacts / 400).toBeGreaterThan(0.005);
  expect(tested[0].contacts / 400).toBeLessThan(0.08);
});

test('writes an SRDF that readers understand', async () => {
  const file = folder.path('crane.srdf');
  const { code, stdout } = await captured(['acm', urdf, '--samples', '50', '--output', file]);
  expect(code).toBe(0);
  expect(stdout).toContain('crane: 50 configurations');
  expect(stdout).toContain(file);
  expect(parseSrdf(readFileSync(file), file).disabled.length).toBeGreaterThan(0);
  expect(readFileSync(file, 'utf8')).toContain('<disable_collisions link1="base" link2="arm" reason="Adjacent"/>');
  const kept = await captured(['acm', urdf, '--samples', '50', '--srdf', file, '--format', 'json']);
  expect(JSON.parse(kept.stdout).allowed.length).toBeGreaterThan(0);
});

test('the table for people', async () => {
  const { stdout } = await captured(['acm', urdf, '--samples', '50']);
  expect(stdout).toMatch(/link +link +in contact/);
  expect(stdout).toMatch(/base +arm +adjacent/);
  expect(stdout).toMatch(/tip +post +(tested|never)/);
});

test.each<[string, string[], RegExp]>([
  ['a file that is not there', ['acm', 'nowhere.urdf'], /nowhere\.urdf/],
  ['no samples', ['acm', 'x.urdf', '--samples', '0'], /whole number, 1 or more/],
  ['a format that is none', ['acm', 'x.urdf', '--format', 'xml'], /srdf, json/],
])('%s is told, exit code 2', async (_, args, message) => {
  const { code, stdout, stderr } = await captured(args);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(message);
});
