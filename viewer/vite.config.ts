// How the page is built: from the sources of the package, so that nothing has to be built before it.
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { doors } from '../scripts/doors.mjs';
import { ROOT } from '../scripts/run.mjs';

// exact names only: 'inbetween' is the beginning of all others
const alias = doors().map(({ name, entry }) => ({ find: new RegExp(`^${name}$`), replacement: join(ROOT, entry) }));

/** All that the page may do, wherever it is served: nothing comes from elsewhere, and nothing goes there. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Not while it is developed: Vite's own server writes programs and styles into the page. */
const withPolicy: Plugin = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace(
      '<head>',
      `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">\n    <meta name="referrer" content="no-referrer">`,
    ),
};

export default defineConfig({
  root: join(ROOT, 'viewer'),
  // any folder of any server
  base: './',
  publicDir: false,
  resolve: { alias },
  plugins: [withPolicy],
  worker: { format: 'es' },
  build: {
    outDir: join(ROOT, 'dist', 'viewer'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // browsers of that age know it, and its stand-in fetches by itself
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  clearScreen: false,
});
