import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { bundlePrograms } from './scripts/bundle-programs.mjs';
import { CHROMIUM_FLAGS, findChromium, WEBGPU_FLAGS } from './scripts/chromium.mjs';
import { doors } from './scripts/doors.mjs';
import { ROOT } from './scripts/run.mjs';
import { softwareVulkan } from './scripts/software-vulkan.mjs';
import { bitsInNode, readBytesAsBase64 } from './test/support/browser-commands.ts';

if (!(await bundlePrograms())) throw new Error('the program of the pages has a fault');
const chromium = await findChromium();
// the processes that run the tests are started with it
Object.assign(process.env, softwareVulkan(chromium));

// At least ten times what the longest test takes on an idle core, because a busy machine must not fail one. No test sets its own.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 60_000 };

// Most files share one load of the library, because loading it anew for each of 250 files takes longer than testing it. By
// themselves run those that replace modules or functions, and those that compute much: code that has seen the data of all other
// tests is compiled for all of them, and three times slower.
const MUCH =
  /^test\/(property|truth|reliability|unit\/(scene|tool|gpu|cloud|hierarchy|robot|contact|forecast|geometry|convex\/trackers))\//;
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('test/browser/'));
// Those that ask graphics hardware share its device: in software its programs take half a minute to compile.
const onGpu = files.filter((name) => /gpu-here|shared-gpu/.test(readFileSync(name, 'utf8')));
const alone = files.filter((name) => !onGpu.includes(name) && (MUCH.test(name) || /\bvi\.\w/.test(readFileSync(name, 'utf8'))));

// The viewer imports what anybody can import, here from the sources. Exact names: 'inbetween' is the beginning of all others.
const alias = doors().map(({ name, entry }) => ({ find: new RegExp(`^${name}$`), replacement: join(ROOT, entry) }));

const node = {
  resolve: { alias },
  test: { ...patience, name: 'node', isolate: false, include: files, exclude: [...configDefaults.exclude, ...alone, ...onGpu] },
};

const gpu = { resolve: { alias }, test: { ...patience, name: 'gpu', isolate: false, include: onGpu } };

const nodeAlone = { resolve: { alias }, test: { ...patience, name: 'node-alone', include: alone } };

const browser = {
  test: {
    ...patience,
    name: 'browser',
    include: ['test/browser/**/*.test.ts', 'test/truth/**/*.test.ts', 'test/reliability/hashes/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromium, args: [...CHROMIUM_FLAGS, ...WEBGPU_FLAGS] } }),
      instances: [{ browser: 'chromium' as const }],
      commands: { readBytesAsBase64, bitsInNode },
    },
  },
  // Found before the first test, else Vite reloads the page in the middle of it.
  optimizeDeps: { include: ['fast-check'] },
};

const config: ViteUserConfig = defineConfig({
  test: {
    // all cores: by itself vitest leaves one out, which is half of two
    maxWorkers: availableParallelism(),
    projects: [node, nodeAlone, gpu, ...(chromium === undefined ? [] : [browser])],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'], reportsDirectory: 'coverage' },
  },
});

export default config;
