import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thirdParty } from '../../scripts/build/third-party.mjs';
import { ROOT } from './installed-package.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbetween-notices-'));
  const write = (name: string, content: object, licence?: string) => {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...content }));
    if (licence !== undefined) writeFileSync(join(place, 'LICENSE.md'), licence);
  };
  write('@scope/part', { license: 'MIT' }, 'Copyright of the part\n');
  write('bare', { license: 'ISC', author: { name: 'A. Body' } });
  write('without', { license: 'MIT' });
  write('unused', { license: 'MIT' }, 'never told');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every package of which a module is in a bundle is told, once, with its licence', () => {
  const { plugin, text } = thirdParty();
  const module = (path: string) => join(folder, 'node_modules', path);
  plugin.generateBundle(
    {},
    { 'a.js': { moduleIds: [module('@scope/part/x/y.js'), '\0virtual', join(folder, 'src/own.ts')] }, 'a.css': {} },
  );
  plugin.generateBundle({}, { 'b.js': { moduleIds: [module('bare/index.js'), module('@scope/part/z.js')] } });
  const told = text();
  expect(told.match(/@scope\/part 1\.2\.3 \(MIT\)\n\nCopyright of the part\n/g)).toHaveLength(1);
  expect(told).toContain('bare 1.2.3 (ISC)\n\nCopyright A. Body\n\nPermission to use, copy,');
  expect(told).not.toContain('never told');
  plugin.generateBundle({}, { 'c.js': { moduleIds: [module('without/index.js')] } });
  expect(text).toThrow('without 1.2.3 (MIT) has no copy of its licence');
});

test('the built page comes with the notices of what it holds', () => {
  const viewer = join(ROOT, 'dist', 'viewer');
  const told = readFileSync(join(viewer, 'third-party-notices.txt'), 'utf8');
  const names = [...told.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name);
  expect(names).toContain('three');
  for (const name of names) {
    const licences = readdirSync(join(ROOT, 'node_modules', name)).filter((file) => /^licen[cs]e/i.test(file));
    for (const file of licences) expect(told).toContain(readFileSync(join(ROOT, 'node_modules', name, file), 'utf8').trim());
  }
});
