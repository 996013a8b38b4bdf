import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { bundlePrograms } from './scripts/bundle-programs.mjs';
import { CHROMIUM_FLAGS, findChromium, WEBGPU_FLAGS } from './scripts/chromium.mjs';
import { doors } from './scripts/doors.mjs';
import { ROOT } from './scripts/run.mjs';
import { softwareGl, softwareVulkan } from './scripts/software-vulkan.mjs';
import { bundledTests } from './scripts/tests/bundle-tests.mjs';
import { LongestFirst } from './scripts/tests/longest-first.mjs';
import { projectOf, runsInPages, testFiles } from './scripts/tests/test-files.mjs';

// Scripts (npm test, npm run t) have bundled the tests and say where; vitest by itself takes the sources, as coverage needs it.
const bundles = process.env.INBETWEEN_BUNDLED_TESTS;
if (bundles === undefined && !(await bundlePrograms())) throw new Error('the program of the pages has a fault');
const chromium = await findChromium();
// the processes that run the tests are started with it
Object.assign(process.env, softwareVulkan(chromium));

// At least ten times what the longest test takes on an idle core, because a busy machine must not fail one. No test sets its own.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 60_000 };

// The viewer imports what anybody can import, here from the sources. Exact names: 'inbetween' is the beginning of all others.
const alias = doors().map(({ name, entry }) => ({ find: new RegExp(`^${name}$`), replacement: join(ROOT, entry) }));

// Which file is in which project, and why: scripts/tests/test-files.mjs.
const files = testFiles();
const project = (name: string, isolate: boolean) => ({
  resolve: { alias },
  plugins: bundles === undefined ? [] : [bundledTests(bundles)],
  test: {
    ...patience,
    ...(bundles === undefined
      ? {}
      : {
          server: { deps: { external: [bundles] } },
          execArgv: ['--enable-source-maps'],
        }),
    name,
    isolate,
    include: files.filter((file) => projectOf(file) === name),
    exclude: configDefaults.exclude,
  },
});

const config: ViteUserConfig = defineConfig({
  test: {
    // all cores: by itself vitest leaves one out, which is half of two
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      project('node', false),
      project('node-own', bundles === undefined),
      project('node-alone', true),
      project('gpu', false),
      ...(await pages()),
    ],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'], reportsDirectory: 'coverage' },
  },
});

/** The project of pages; loading what drives them takes longer than many a test. */
async function pages() {
  if (chromium === undefined || process.env.INBETWEEN_PAGES === 'no') return [];
  const [{ playwright }, { bitsInNode, readBytesAsBase64 }] = await Promise.all([
    import('@vitest/browser-playwright'),
    import('./test/support/browser-commands.ts'),
  ]);
  return [
    {
      test: {
        ...patience,
        name: 'browser',
        include: files.filter(runsInPages),
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: { executablePath: chromium, args: [...CHROMIUM_FLAGS, ...WEBGPU_FLAGS, ...softwareGl()] },
          }),
          instances: [{ browser: 'chromium' as const }],
          commands: { readBytesAsBase64, bitsInNode },
        },
      },
      // Found before the first test, else Vite reloads the page in the middle of it.
      optimizeDeps: { include: ['fast-check'] },
    },
  ];
}

export default config;
