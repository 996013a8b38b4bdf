// How the page is built: from the sources of the package, so that nothing has to be built before it.
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { doors } from '../scripts/doors.mjs';
import { ROOT } from '../scripts/run.mjs';

// exact names only: 'inbetween' is the beginning of all others
const alias = doors().map(({ name, entry }) => ({ find: new RegExp(`^${name}$`), replacement: join(ROOT, entry) }));

export default defineConfig({
  root: join(ROOT, 'viewer'),
  // any folder of any server
  base: './',
  publicDir: false,
  resolve: { alias },
  worker: { format: 'es' },
  build: { outDir: join(ROOT, 'dist', 'viewer'), emptyOutDir: true, target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 2000 },
  clearScreen: false,
});
