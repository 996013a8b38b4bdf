import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InstalledPackage, installPackage, ROOT, ran, write } from './installed-package.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const SUBPATHS = ['inbetween', 'inbetween/io', 'inbetween/node'];

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => installed?.remove());

describe('the tarball', () => {
  test('holds dist, docs, examples, the licence and the papers of the package, and nothing else', () => {
    const known = /^dist\/.*\.(js|d\.ts)$|^docs\/.*\.(md|svg|bib)$|^examples\/.*\.(json|csv|urdf|srdf|obj|mjs|md)$/;
    const others = installed.files.filter((path) => !known.test(path));
    expect(others.filter((path) => !['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'].includes(path))).toEqual([]);
    expect(installed.files).toContain('dist/index.js');
    expect(installed.files).toContain('dist/index.d.ts');
    expect(installed.files).toContain('LICENSE');
  });

  test('publint finds nothing', async () => {
    const said = await ran(process.execPath, [join(ROOT, 'node_modules/publint/src/cli.js'), 'run', installed.tarball, '--strict'], ROOT);
    expect(said).toMatch(/All good/);
  });

  test('are the types wrong: no, for ES modules', async () => {
    const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const said = await ran(process.execPath, [attw, installed.tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'], ROOT);
    // It ends with exit code 1 when a resolution that is not ignored has a problem.
    for (const name of SUBPATHS) expect(said).toMatch(new RegExp(`"${name}" +│ OK \\(ESM\\) +│ OK `));
  });
});

describe('from JavaScript', () => {
  test('every subpath is importable and exports something', async () => {
    await write(installed.folder, {
      'subpaths.mjs': SUBPATHS.map((name, i) => `import * as m${i} from '${name}'; console.log(Object.keys(m${i}).length);`).join('\n'),
    });
    const counts = (await ran(process.execPath, ['subpaths.mjs'], installed.folder)).trim().split('\n').map(Number);
    expect(counts.length).toBe(SUBPATHS.length);
    for (const count of counts) expect(count).toBeGreaterThan(0);
  });

  test('the core makes a mesh and throws its own error for a bad one', async () => {
    await write(installed.folder, {
      'mesh.mjs': `
        import { InputError, TriangleMesh } from 'inbetween';
        console.log(new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]).triangleCount);
        try { new TriangleMesh([0, 0, NaN]); } catch (error) { console.log(error instanceof InputError); }`,
    });
    expect(await ran(process.execPath, ['mesh.mjs'], installed.folder)).toBe('1\ntrue\n');
  });

  test('the command is there and explains itself', async () => {
    expect(await ran(join(installed.folder, 'node_modules/.bin/inbetween'), ['--help'], installed.folder)).toMatch(/Usage: inbetween/);
  });
});

describe('from TypeScript', () => {
  const core = `
    import { InputError, TriangleMesh } from 'inbetween';
    const mesh: TriangleMesh = new TriangleMesh(new Float64Array(9), [0, 1, 2], { name: 'one' });
    export const count: number = mesh.triangleCount;
    export const error: Error = new InputError('bad', { file: 'a.obj', line: 3 });
    // @ts-expect-error a mesh is not made of words: the types are there and are not any
    new TriangleMesh('nine');`;
  const outer = `
    import * as io from 'inbetween/io';
    import * as node from 'inbetween/node';
    export const names: string[] = [...Object.keys(io), ...Object.keys(node)];`;

  const compile = async (name: string, text: string, options: Record<string, unknown>) => {
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', ...options };
    await write(installed.folder, {
      [`${name}/main.ts`]: text,
      [`${name}/tsconfig.json`]: JSON.stringify({ compilerOptions, files: ['main.ts'] }),
    });
    return ran(process.execPath, [TSC, '-p', name], installed.folder);
  };
  const bare = { lib: ['ES2022'], types: [] };
  const full = { lib: ['ES2022', 'DOM'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };

  test.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('%s resolution: the core needs the types of neither Node nor DOM', async (name, options) => {
    await expect(compile(`core-${name}`, core, { ...options, ...bare })).resolves.toBe('');
  });

  test.each([
    ['nodenext', { module: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('%s resolution: the other subpaths', async (name, options) => {
    await expect(compile(`outer-${name}`, outer, { ...options, ...full })).resolves.toBe('');
  });

  test('the snippets of the documentation compile', async () => {
    const snippets = await documentationSnippets();
    for (const [i, { place, text }] of snippets.entries()) {
      await write(installed.folder, { [`snippets/snippet-${i}.ts`]: `// ${place}\n${text}\nexport {};\n` });
    }
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, target: 'ES2022', module: 'nodenext', ...full };
    await write(installed.folder, { 'snippets/tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }) });
    if (snippets.length > 0) await expect(ran(process.execPath, [TSC, '-p', 'snippets'], installed.folder)).resolves.toBe('');
  });
});

/** The blocks marked `ts` in the README and the guides; a block that is no whole program is marked `ts ignore`. */
async function documentationSnippets(): Promise<{ place: string; text: string }[]> {
  const listed = await ran('git', ['ls-files', '-co', '--exclude-standard', 'README.md', 'docs/guides/*.md'], ROOT).catch(
    () => 'README.md',
  );
  const snippets: { place: string; text: string }[] = [];
  for (const file of listed.split('\n').filter(Boolean)) {
    const markdown = await readFile(join(ROOT, file), 'utf8').catch(() => '');
    for (const [, text] of markdown.matchAll(/^```ts\n([\s\S]*?)^```/gm)) snippets.push({ place: file, text });
  }
  return snippets;
}
