// The built viewer in Chromium, which draws in software where there is no graphics card: for what looks at pages.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs';
import { ROOT } from '../run.mjs';

/** Does its work with the viewer's address and a browser, and ends both. */
export async function withBuiltViewer(work) {
  const server = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'view', '--port', '0', '--no-open'], { cwd: ROOT });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...CHROMIUM_FLAGS, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const address = await new Promise((resolve, reject) => {
      let told = '';
      server.stdout.on('data', (text) => {
        told += text;
        const [url] = /http:\/\/\S+/.exec(told) ?? [];
        if (url !== undefined) resolve(url);
      });
      server.once('exit', () => reject(new Error('the viewer is not built: npm run build')));
    });
    await work(address, browser);
  } finally {
    await browser.close();
    server.kill('SIGINT');
  }
}
