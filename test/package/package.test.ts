import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';
import { CORE_DOORS, DOORS, type Door } from './doors.ts';
import { BUILD_PATIENCE, type InstalledPackage, installedCommand, installPackage, ROOT, ran, write } from './installed-package.ts';
import { openedPage } from './opened-page.ts';

/** TypeScript 6 and 7: users have either. */
const [TSC_6, TSC_7] = ['typescript', 'typescript-7'].map((name) => join(ROOT, 'node_modules', name, 'bin/tsc'));

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installPackage();
}, BUILD_PATIENCE);
afterAll(() => installed?.remove());

/** Runs a program of the project and gives what it prints. */
async function printed(name: string, text: string, ...flags: string[]): Promise<string> {
  await write(installed.folder, { [name]: text });
  return ran(process.execPath, [...flags, name], installed.folder);
}

/** What works with the package alone: three.js is for whoever has it. */
const ALONE = DOORS.filter(({ name }) => name !== 'inbetween/three');

const namespaces = (doors: readonly Door[]) => doors.map(({ name }, i) => `import * as m${i} from '${name}';`).join('\n');

/** Gives the project three.js, as whoever uses inbetween/three has it. */
async function withThree(): Promise<void> {
  await mkdir(join(installed.folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['three', '@types/three'])
    await symlink(join(ROOT, 'node_modules', name), join(installed.folder, 'node_modules', name), 'junction').catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
}

describe('the tarball', () => {
  test('holds dist, src, docs, examples, the licence and the papers of the package, and nothing else', () => {
    const known =
      /^dist\/.*\.js(\.map)?$|^dist\/viewer\/(index\.html|element\.d\.ts|third-party-notices\.txt|assets\/[\w-]+\.(css|webp))$|^dist\/types\/.*\.d\.ts(\.map)?$|^src\/.*\.(ts|wgsl)$|^docs\/(.*\.(md|svg|png|bib)|rooms\.json)$|^examples\/.*\.(json|csv|yaml|urdf|srdf|obj|mjs|jsx|py|html|css|md)$|^examples\/cluster\/Dockerfile$/;
    const others = installed.files.filter((path) => !known.test(path));
    const papers = ['LICENSE', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'package.json'];
    expect(others.filter((path) => !papers.includes(path))).toEqual([]);
    for (const { file, types } of DOORS) expect(installed.files).toEqual(expect.arrayContaining([file, types]));
    expect(installed.files).toEqual(expect.arrayContaining(papers));
  });

  test('holds the viewer, which nothing else of the package loads', async () => {
    const viewer = installed.files.filter((path) => path.startsWith('dist/viewer/'));
    expect(viewer).toEqual(
      expect.arrayContaining([
        'dist/viewer/index.html',
        'dist/viewer/element.js',
        'dist/viewer/element-view.js',
        'dist/viewer/element.d.ts',
      ]),
    );
    let [bytes, packed] = [0, 0];
    for (const path of viewer) {
      const content = await readFile(join(installed.root, path));
      bytes += content.length;
      packed += gzipSync(content).length;
    }
    console.log(`the viewer: ${viewer.length} files, ${(bytes / 1e6).toFixed(2)} MB, compressed ${(packed / 1e6).toFixed(2)} MB`);
    const programs = installed.files.filter((path) => /^dist\/(?!viewer\/).*\.js$/.test(path));
    for (const path of programs)
      expect(await readFile(join(installed.root, path), 'utf8')).not.toMatch(/(from|import\()\s*"[^"]*viewer\/(assets|element)/);
  });

  test('installs without a script and without a word about scripts', async () => {
    const { scripts = {} } = JSON.parse(await readFile(join(installed.root, 'package.json'), 'utf8'));
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
    expect(installed.said).not.toMatch(/script/i);
  });

  test('publint finds nothing', async () => {
    const said = await ran(process.execPath, [join(ROOT, 'node_modules/publint/src/cli.js'), 'run', installed.tarball, '--strict'], ROOT);
    expect(said).toMatch(/All good/);
  });

  test('are the types wrong: no, for ES modules', async () => {
    const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const said = await ran(process.execPath, [attw, installed.tarball, '--profile', 'esm-only', '--no-emoji', '--no-color'], ROOT);
    // It ends with exit code 1 when a resolution that is not ignored has a problem.
    for (const { name } of DOORS) expect(said).toMatch(new RegExp(`"${name}" +│ OK \\(ESM\\) +│ OK `));
  });
});

describe('the maps', () => {
  const sourcesOf = async (map: string) => {
    const { sources, sourcesContent } = JSON.parse(await readFile(join(installed.root, map), 'utf8')) as Record<string, string[]>;
    expect(sourcesContent).toBeUndefined();
    return sources.map((source) => join(dirname(map), source).replaceAll('\\', '/'));
  };

  test('every one leads to sources that are there', async () => {
    const maps = installed.files.filter((path) => path.endsWith('.map'));
    expect(maps.filter((path) => path.endsWith('.d.ts.map')).length).toBeGreaterThan(100);
    for (const map of maps) for (const source of await sourcesOf(map)) expect(installed.files).toContain(source);
    for (const path of installed.files.filter((own) => /^dist\/(?!viewer\/).*\.(js|d\.ts)$/.test(own)))
      expect(maps).toContain(`${path}.map`);
  });

  test('no source is built in twice', async () => {
    const built: string[] = [];
    for (const map of installed.files.filter((path) => path.endsWith('.js.map'))) built.push(...(await sourcesOf(map)));
    expect(built.length).toBeGreaterThan(100);
    expect(built.filter((source, i) => built.indexOf(source) !== i)).toEqual([]);
  });

  test('a stack trace names the line of the TypeScript file', async () => {
    const trace = await printed(
      'trace.mjs',
      `import { TriangleMesh } from 'inbetween';
       try { new TriangleMesh([0, 0, NaN]); } catch (error) { console.log(error.stack); }`,
      '--enable-source-maps',
    );
    const [, source, line] = /inbetween\/(src\/mesh\/[\w-]+\.ts):(\d+)/.exec(trace.replaceAll('\\', '/')) ?? [];
    expect(source).toBeDefined();
    expect((await readFile(join(ROOT, source), 'utf8')).split('\n')[Number(line) - 1]).toContain('new InputError(');
  });
});

describe('from JavaScript', () => {
  test('every subpath is importable and exports something, and no name comes through two doors', async () => {
    const text = (doors: readonly Door[]) =>
      `${namespaces(doors)}\nconsole.log(JSON.stringify([${doors.map((_, i) => `Object.keys(m${i})`)}]));`;
    expect(JSON.parse(await printed('alone.mjs', text(ALONE)))).toHaveLength(DOORS.length - 1);
    await expect(printed('without.mjs', `import 'inbetween/three';`)).rejects.toThrow(/Cannot find package 'three'/);
    await withThree();
    const names: string[][] = JSON.parse(await printed('subpaths.mjs', text(DOORS)));
    for (const own of names) expect(own.length).toBeGreaterThan(0);
    const together = names.flat();
    expect(together.filter((name, i) => together.indexOf(name) !== i)).toEqual([]);
  });

  test('what is made through one door is known at the others', async () => {
    const said = await printed(
      'classes.mjs',
      `import { box, InputError, TriangleMesh } from 'inbetween';
       import { convexBox, convexHull } from 'inbetween/convex';
       import { parseObj } from 'inbetween/io';
       import { StepQuery } from 'inbetween/soft';
       import { treeOf } from 'inbetween/trees';
       import { World } from 'inbetween/world';
       const thrown = (work) => { try { work(); } catch (error) { return error instanceof InputError; } };
       const mesh = parseObj(new TextEncoder().encode('v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n'), 'one.obj');
       console.log(JSON.stringify([
         mesh instanceof TriangleMesh,
         convexBox([1, 1, 1]).mesh instanceof TriangleMesh,
         treeOf(box([1, 1, 1])).mesh instanceof TriangleMesh,
         thrown(() => convexHull([NaN, 0, 0])),
         thrown(() => parseObj(new TextEncoder().encode('f 1 2 3'), 'bad.obj')),
         thrown(() => new StepQuery([])),
         thrown(() => new World(7)),
       ]));`,
    );
    expect(JSON.parse(said)).toEqual([true, true, true, true, true, true, true]);
  });

  test('the core makes a mesh and throws its own error for a bad one', async () => {
    const said = await printed(
      'mesh.mjs',
      `import { InputError, TriangleMesh } from 'inbetween';
       console.log(new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]).triangleCount);
       try { new TriangleMesh([0, 0, NaN]); } catch (error) { console.log(error instanceof InputError); }`,
    );
    expect(said).toBe('1\ntrue\n');
  });

  test('the command is there, explains itself, and finds its examples', async () => {
    const command = (...args: string[]) => ran(...installedCommand(installed.folder, 'inbetween', args), installed.folder);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(await command('--help')).toMatch(/Usage: inbetween/);
    expect(await command('--version')).toBe(`${version}\n`);
    expect(await command('init', 'cell', '--puma')).toMatch(/cell\.json/);
    const lines = (await command('demo', '--coins', '--count', '2', '--json')).trim().split('\n');
    expect(JSON.parse(lines[0])).toMatchObject({ time: 0, contacts: 0 });
  });
});

describe('in a page', () => {
  const address = ({ file }: Door) => `/node_modules/inbetween/${file}`;

  test('the core and the reports are imported as they are, without a bundler', async ({ skip }) => {
    if ((await findChromium()) === undefined) return skip('no Chromium here');
    // The readers need a package, and the files of a disk are not for a page.
    const doors = ALONE.filter(({ name }) => name !== 'inbetween/io' && name !== 'inbetween/node');
    const imports = Object.fromEntries(doors.map((door) => [door.name, address(door)]));
    const { title, errors, served } = await openedPage(
      installed.folder,
      `<!doctype html><title>page</title>
      <script type="importmap">${JSON.stringify({ imports })}</script>
      <script type="module">
        import { InputError, TriangleMesh } from 'inbetween';
        ${namespaces(doors)}
        const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
        let refused = false;
        try { new TriangleMesh([]); } catch (error) { refused = error instanceof InputError; }
        const full = [${doors.map((_, i) => `m${i}`)}].filter((door) => Object.keys(door).length > 0).length;
        document.title = mesh.triangleCount + ' triangle, ' + refused + ', ' + full + ' doors';
      </script>`,
    );
    expect(errors).toEqual([]);
    expect(title).toBe(`1 triangle, true, ${doors.length} doors`);
    for (const door of doors) expect(served).toContain(address(door));
  });

  test('the readers, through a bundler', async ({ skip }) => {
    if ((await findChromium()) === undefined) return skip('no Chromium here');
    await write(installed.folder, {
      'page.mjs': `import { TriangleMesh } from 'inbetween';
        import { parseObj } from 'inbetween/io';
        const mesh = parseObj(new TextEncoder().encode('v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n'), 'one.obj');
        document.title = mesh.triangleCount + ' triangle, ' + (mesh instanceof TriangleMesh);`,
    });
    const outfile = join(installed.folder, 'page-bundle.js');
    await build({ entryPoints: [join(installed.folder, 'page.mjs')], outfile, bundle: true, format: 'esm', logLevel: 'silent' });
    const html = '<!doctype html><title>page</title><script type="module" src="/page-bundle.js"></script>';
    const { title, errors } = await openedPage(installed.folder, html);
    expect(errors).toEqual([]);
    expect(title).toBe('1 triangle, true');
  });
});

describe('from TypeScript', () => {
  const core = `
    import { InputError, type Scene, TriangleMesh } from 'inbetween';
    ${namespaces(CORE_DOORS)}
    const mesh: TriangleMesh = new TriangleMesh(new Float64Array(9), [0, 1, 2], { name: 'one' });
    export const count: number = mesh.triangleCount;
    export const error: Error = new InputError('bad', { file: 'a.obj', line: 3 });
    export const doors = [${CORE_DOORS.map((_, i) => `m${i}`)}];
    // @ts-expect-error what only the package itself may ask is not published
    export const inside = (scene: Scene) => scene.inside;
    // @ts-expect-error a mesh is not made of words: the types are there and are not any
    new TriangleMesh('nine');
    ${CORE_DOORS.map((_, i) => `// @ts-expect-error nor is a door\nm${i}.nothing;`).join('\n')}`;
  const outer = `
    ${namespaces(ALONE)}
    export const names: string[] = [${ALONE.map((_, i) => `...Object.keys(m${i})`)}];
    ${ALONE.map((_, i) => `// @ts-expect-error a door is not any\nm${i}.nothing;`).join('\n')}`;

  const compile = async (name: string, text: string, options: Record<string, unknown>) => {
    // all declarations of the package, not TypeScript's own, which are half of the work
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, skipDefaultLibCheck: true, target: 'ES2022', ...options };
    await write(installed.folder, {
      [`${name}/main.ts`]: text,
      [`${name}/tsconfig.json`]: JSON.stringify({ compilerOptions, files: ['main.ts'] }),
    });
    return ran(process.execPath, [options.moduleResolution === 'bundler' ? TSC_7 : TSC_6, '-p', name], installed.folder);
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
    // what the declarations say is checked above: this is about finding them
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true }],
  ])('%s resolution: all subpaths', async (name, options) => {
    await expect(compile(`outer-${name}`, outer, { ...options, ...full })).resolves.toBe('');
  });

  test('inbetween/three takes the objects of @types/three', async () => {
    await withThree();
    const text = `import { Mesh, type Object3D } from 'three';
      import { TriangleMesh } from 'inbetween';
      import { DragController, meshOf } from 'inbetween/three';
      const object: Object3D = new Mesh();
      export const made: TriangleMesh = meshOf(object, { solid: true });
      export const controller = new DragController({ dragged: object, keep: 1 });
      // @ts-expect-error no object
      meshOf('crate');`;
    await expect(compile('three', text, { module: 'nodenext', ...full, skipLibCheck: true })).resolves.toBe('');
  });

  test('the snippets of the documentation compile', async () => {
    await withThree();
    const snippets = await documentationSnippets();
    for (const [i, { place, text }] of snippets.entries()) {
      await write(installed.folder, { [`snippets/snippet-${i}.ts`]: `// ${place}\n${text}\nexport {};\n` });
    }
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, target: 'ES2022', module: 'nodenext', ...full };
    await write(installed.folder, { 'snippets/tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }) });
    if (snippets.length > 0) await expect(ran(process.execPath, [TSC_7, '-p', 'snippets'], installed.folder)).resolves.toBe('');
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
