import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildResult, build, type Plugin } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { CORE_DOORS, DOORS, doorNamed } from './doors.ts';
import { BUILD_PATIENCE, built, ROOT } from './installed-package.ts';

/** What some of a door may weigh, minified and compressed, in bytes: with the keys of every record, and help for misspelt ones. */
const HEAVIEST = [
  ['inbetween', 'firstContact, PairQuery, rigidMotion, TriangleMesh', 56_400],
  ['inbetween', 'Scene, Robot', 106_400],
  ['inbetween/methods', 'hca', 38_900],
  ['inbetween/soft', 'StepQuery, linearMotion', 53_400],
  ['inbetween/soft', 'elementary', 16_700],
  ['inbetween/tool', 'ToolQuery', 32_900],
  ['inbetween/tool', 'ContactForecast, PoseStream', 8_400],
  ['inbetween/world', 'World', 105_400],
  ['inbetween/world', 'massProperties', 12_400],
  ['inbetween/convex', 'ConvexQuery', 41_700],
  ['inbetween/broad', 'AutoBroadPhase', 9_400],
  ['inbetween/trees', 'treeOf', 10_000],
  ['inbetween/plan', 'plan', 62_700],
  ['inbetween/plan', 'timed', 18_400],
  ['inbetween/plan', 'Roadmap', 154_400],
  ['inbetween/gpu', 'GpuBatch', 138_500],
  ['inbetween/gpu', 'GpuStep', 73_900],
  ['inbetween/gpu', 'GpuToolQuery', 43_600],
  ['inbetween/gpu', 'GpuSelection', 13_100],
  ['inbetween/gpu', 'GpuCulling', 144_600],
  ['inbetween/three', 'meshOf, poseOf', 3_900],
  ['inbetween/three', 'DragController', 120_200],
  ['inbetween/io', 'readMesh', 23_700],
  ['inbetween/io', 'readUrdf', 46_900],
] as const;

/** And all of it. */
const HEAVIEST_DOORS: Readonly<Record<string, number>> = {
  inbetween: 183_600,
  'inbetween/methods': 81_900,
  'inbetween/soft': 53_800,
  'inbetween/tool': 55_300,
  'inbetween/world': 112_000,
  'inbetween/convex': 51_800,
  'inbetween/broad': 20_300,
  'inbetween/trees': 15_200,
  'inbetween/io': 116_100,
  'inbetween/report': 89_100,
  'inbetween/gpu': 232_100,
  'inbetween/plan': 193_700,
  'inbetween/batch': 119_900,
  'inbetween/prove': 51_300,
  'inbetween/proof': 29_900,
  'inbetween/node': 3_400,
  'inbetween/page': 1_500,
  'inbetween/three': 163_500,
};
const HEAVIEST_CORE = 459_600;

type Bundle = BuildResult<{ write: false; metafile: true }>;

/** What is imported when it is needed lies in a file of its own, and is loaded then. */
const LATER: Plugin = {
  name: 'later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\./ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
  },
};

/** What a user's bundler makes of a program that lies in the folder of the package. */
function bundled(contents: string, resolveDir = ROOT): Promise<Bundle> {
  return build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    plugins: [LATER],
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
}

/** The one part of the core that is loaded when it is needed: compiled kernels. */
const isKernels = (path: string): boolean => /^\.\/kernels\.generated-[\w-]+\.js$/.test(path);

const all = ({ file }: { readonly file: string }) => `export * from './${file}'`;
const weight = ({ outputFiles }: Bundle) => gzipSync(outputFiles[0].contents, { level: 9 }).length;

beforeAll(async () => {
  await built();
}, BUILD_PATIENCE);

describe('weights', () => {
  test.each(HEAVIEST)('who imports from %s { %s } gets less than %i bytes, minified and compressed', async (door, names, heaviest) => {
    expect(weight(await bundled(`export { ${names} } from './${doorNamed(door).file}'`))).toBeLessThan(heaviest);
  });

  test.each(DOORS)('all of $name', async (door) => {
    const bytes = weight(await bundled(all(door)));
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(HEAVIEST_DOORS[door.name]);
  });

  test('all questions together, without the making of trees, keep to their weight', async ({ annotate }) => {
    const doors = CORE_DOORS.filter(({ name }) => name !== 'inbetween/trees');
    const bytes = weight(await bundled(doors.map(all).join('\n')));
    annotate(`core: ${bytes} bytes compressed`);
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThan(HEAVIEST_CORE);
  });

  test('who imports one small thing gets one small thing', async () => {
    const small = await bundled(`import { InputError } from './${doorNamed('inbetween').file}'; console.log(InputError)`);
    expect(small.outputFiles[0].contents.length).toBeLessThan(1500);
  });

  test('who uses nothing of a door gets nothing, even from a bundler that does not read package.json', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inbetween-nothing-'));
    try {
      await cp(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
      for (const { file } of DOORS) {
        const { outputFiles } = await bundled(`import './${file}'`, folder);
        expect(outputFiles[0].text.split(/[;\n]+/).filter((line) => !/^$|^import\b/.test(line))).toEqual([]);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the import graph', () => {
  test.each(CORE_DOORS)('of $name is empty: no package, neither Node nor DOM', async ({ file }) => {
    const { metafile } = await bundled(all({ file }));
    const inputs = Object.entries(metafile.inputs);
    expect(inputs.length).toBeGreaterThan(1);
    expect(
      inputs.flatMap(([input, { imports }]) =>
        imports.filter(({ external, path }) => external && !isKernels(path)).map(({ path }) => `${input}: ${path}`),
      ),
    ).toEqual([]);
  });

  test.each([
    ['inbetween', ['io', 'report', 'node', 'cli', 'convex', 'broad', 'soft', 'tool', 'forecast', 'world', 'methods']],
    ['inbetween/soft', ['io', 'report', 'node', 'cli', 'convex', 'broad', 'tool', 'forecast', 'world', 'scene', 'robot']],
    ['inbetween/tool', ['io', 'report', 'node', 'cli', 'convex', 'broad', 'world', 'scene', 'robot']],
    ['inbetween/world', ['io', 'report', 'node', 'cli', 'soft', 'tool', 'forecast', 'scene', 'robot']],
    ['inbetween/convex', ['io', 'report', 'node', 'cli', 'broad', 'soft', 'tool', 'forecast', 'world', 'scene', 'robot']],
    ['inbetween/broad', ['io', 'report', 'node', 'cli', 'convex', 'soft', 'tool', 'forecast', 'world', 'scene', 'robot']],
    [
      'inbetween/trees',
      ['io', 'report', 'node', 'cli', 'convex', 'broad', 'soft', 'tool', 'forecast', 'world', 'scene', 'robot', 'contact'],
    ],
  ])('what is loaded with %s contains none of the rooms %s', async (name, strange) => {
    const { rooms } = await loaded(doorNamed(name).file);
    expect(rooms.length).toBeGreaterThan(1);
    expect(rooms.filter((room) => strange.includes(room))).toEqual([]);
  });

  test('the command by itself loads no engine: that comes with the subcommand', async () => {
    const { rooms, bytes } = await loaded('dist/cli/main.js');
    expect(rooms).toEqual(['cli', 'math', 'words']);
    expect(bytes).toBeLessThan(72_900);
  });
});

/** The rooms of src whose code is loaded with a built file, by the source maps of all that it imports at once. */
async function loaded(entry: string): Promise<{ readonly rooms: readonly string[]; readonly bytes: number }> {
  const rooms = new Set<string>();
  const files = new Set([entry]);
  let bytes = 0;
  for (const file of files) {
    const text = await readFile(join(ROOT, file), 'utf8');
    bytes += text.length;
    const { sources } = JSON.parse(await readFile(join(ROOT, `${file}.map`), 'utf8')) as { sources: string[] };
    for (const source of sources) rooms.add(join(dirname(file), source).split('/')[1]);
    for (const [, , specifier] of text.matchAll(/^(import|\}|export).* from "(\.[^"]*)";$/gm)) files.add(join(dirname(file), specifier));
  }
  return { rooms: [...rooms].sort(), bytes };
}
