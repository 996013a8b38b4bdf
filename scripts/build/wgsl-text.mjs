// Lets esbuild read `import code from './x.wgsl?raw'` as Vite does: the file's text.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const wgslText = {
  name: 'wgsl-text',
  setup(build) {
    build.onResolve({ filter: /\.wgsl\?raw$/ }, ({ path, importer }) => ({
      path: join(dirname(importer), path.replace(/\?raw$/, '')),
      namespace: 'wgsl-text',
    }));
    build.onLoad({ filter: /.*/, namespace: 'wgsl-text' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
      watchFiles: [path],
    }));
  },
};
