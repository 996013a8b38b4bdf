// Lets esbuild read `import code from './x.wgsl?raw'` as Vite does: the file's text. Under the file's own path, which is what the maps name.
import { dirname, join } from 'node:path';

export const wgslText = {
  name: 'wgsl-text',
  setup(build) {
    build.initialOptions.loader = { ...build.initialOptions.loader, '.wgsl': 'text' };
    build.onResolve({ filter: /\.wgsl\?raw$/ }, ({ path, importer }) => ({ path: join(dirname(importer), path.replace(/\?raw$/, '')) }));
  },
};
