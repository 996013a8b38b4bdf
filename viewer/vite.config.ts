// How the page is built: from the sources of the package, so that nothing has to be built before it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildEnvironmentOptions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { withPolicy } from '../scripts/build/page-policy.mjs';
import { doors } from '../scripts/doors.mjs';
import { ROOT } from '../scripts/run.mjs';

// exact names only: 'inbetween' is the beginning of all others
const alias = doors().map(({ name, entry }) => ({ find: new RegExp(`^${name}$`), replacement: join(ROOT, entry) }));

/** Not while it is developed: Vite's own server writes programs and styles into the page. */
const policy: Plugin = { name: 'policy', apply: 'build', transformIndexHtml: (html) => withPolicy(html) };

/** Workers are built with the page, not each by itself: what both have is one file, which is loaded once. */
const workersOfThePage: Plugin = {
  name: 'workers-of-the-page',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const [address, name] = /new URL\('\.\/([a-z-]*worker)\.ts', import\.meta\.url\)/.exec(code) ?? [];
    if (address === undefined) return undefined;
    const file = this.emitFile({ type: 'chunk', name, id: join(dirname(id), `${name}.ts`) });
    return code.replace(address, `import.meta.ROLLUP_FILE_URL_${file}`);
  },
};

/** `<inbetween-view>` is its own worker: the programs of the page's workers would be further files. */
const withoutWorkerFile: Plugin = {
  name: 'without-worker-file',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(ask\/asker|gallery\/record)\.ts$/.test(id)
      ? code.replace(/new URL\('\.\/[a-z-]+\.ts', import\.meta\.url\)/, 'import.meta.url')
      : undefined,
};

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Settings of both builds, which work in any folder of any server. */
const common: UserConfig = {
  root: join(ROOT, 'viewer'),
  base: './',
  publicDir: false,
  resolve: { alias },
  worker: { format: 'es' },
  clearScreen: false,
  // for the foot of reports
  define: { INBETWEEN_VERSION: JSON.stringify(version) },
};
const outDir = join(ROOT, 'dist', 'viewer');
const built: BuildEnvironmentOptions = { outDir, target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 4000 };

const page: UserConfig = {
  ...common,
  plugins: [policy, workersOfThePage],
  build: {
    ...built,
    emptyOutDir: true,
    // browsers of that age preload modules by themselves, and what stands in for it fetches; a worker has no page to put links into
    modulePreload: { polyfill: false, resolveDependencies: (_, deps, { hostType }) => (hostType === 'html' ? deps : []) },
    // pictures are files, not part of the programs
    assetsInlineLimit: 0,
  },
};

/** Files for other pages, each by itself: what stands in the page, and what is loaded when that is seen. */
const alone = (name: string): UserConfig => ({
  ...common,
  plugins: [withoutWorkerFile],
  build: {
    ...built,
    emptyOutDir: false,
    // it keeps what it exports
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      input: join(ROOT, `viewer/src/element/${name}.ts`),
      output: { codeSplitting: false, entryFileNames: `${name}.js`, format: 'es' },
    },
  },
});

export default defineConfig(({ mode }) => (mode.startsWith('element') ? alone(mode) : page));
