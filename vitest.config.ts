import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { bundlePrograms } from './scripts/bundle-programs.mjs';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';
import { bitsInNode, readBytesAsBase64 } from './test/support/browser-commands.ts';

if (!(await bundlePrograms())) throw new Error('the program of the pages has a fault');
const chromium = await findChromium();

// At least ten times what the longest test takes on an idle core, because a busy machine must not fail one. No test sets its own.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, teardownTimeout: 60_000 };

const node = {
  test: {
    ...patience,
    name: 'node',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/browser/**'],
  },
};

const browser = {
  test: {
    ...patience,
    name: 'browser',
    include: ['test/browser/**/*.test.ts', 'test/truth/**/*.test.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromium, args: CHROMIUM_FLAGS } }),
      instances: [{ browser: 'chromium' as const }],
      commands: { readBytesAsBase64, bitsInNode },
    },
  },
  // Found before the first test, else Vite reloads the page in the middle of it.
  optimizeDeps: { include: ['fast-check'] },
};

const config: ViteUserConfig = defineConfig({
  test: {
    projects: chromium === undefined ? [node] : [node, browser],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'], reportsDirectory: 'coverage' },
  },
});

export default config;
