import { gzipSync } from 'node:zlib';
import { type BuildResult, build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, ran } from './installed-package.ts';

/** What may be weighed, minified and compressed, in bytes: what two rigid bodies need, what robots, steps, convex bodies and worlds need, and everything. */
const HEAVIEST = [
  ['firstContact, PairQuery, rigidMotion, TriangleMesh', 48_000],
  ['Scene, Robot', 84_000],
  ['StepQuery, linear', 47_000],
  ['elementary', 12_500],
  ['ConvexQuery', 32_000],
  ['AutoBroadPhase', 11_000],
  ['World, convexHull', 92_000],
] as const;
const HEAVIEST_CORE = 200_000;

let bundle: BuildResult<{ write: false; metafile: true }>;
beforeAll(async () => {
  await ran(process.execPath, ['scripts/build.mjs', '--if-stale'], ROOT);
  bundle = await bundled("export * from './dist/index.js'");
});

const bundled = (contents: string) => {
  return build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    write: false,
    metafile: true,
  });
};

test.each(HEAVIEST)('who imports { %s } gets less than %i bytes, minified and compressed', async (names, heaviest) => {
  const { outputFiles } = await bundled(`export { ${names} } from './dist/index.js'`);
  expect(gzipSync(outputFiles[0].contents, { level: 9 }).length).toBeLessThan(heaviest);
});

test('the core as a whole is below 200 kB, minified and compressed', ({ annotate }) => {
  const bytes = gzipSync(bundle.outputFiles[0].contents, { level: 9 }).length;
  annotate(`core: ${bytes} bytes compressed`);
  expect(bytes).toBeGreaterThan(100);
  expect(bytes).toBeLessThan(HEAVIEST_CORE);
});

test('the import graph of the core is empty: no package, neither Node nor DOM', () => {
  const inputs = Object.entries(bundle.metafile.inputs);
  expect(inputs.length).toBeGreaterThan(1);
  expect(inputs.flatMap(([file, { imports }]) => imports.filter(({ external }) => external).map(({ path }) => `${file}: ${path}`))).toEqual(
    [],
  );
  expect(inputs.map(([file]) => file).filter((file) => /dist\/(io|gpu|three|node|cli)\//.test(file))).toEqual([]);
});

test('who imports one small thing gets one small thing', async () => {
  const small = await bundled("import { InputError } from './dist/index.js'; console.log(InputError)");
  expect(small.outputFiles[0].contents.length).toBeLessThan(1500);
});
