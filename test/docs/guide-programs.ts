// The programs of a guide, run in Node.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { wgslText } from '../../scripts/build/wgsl-text.mjs';
import { doors } from '../../scripts/doors.mjs';
import { ROOT } from '../../scripts/run.mjs';
import { type GuideProgram, SEPARATOR, togetherProgram } from '../../site/src/guide-programs.ts';

/** What each prints, in one run of all of them. */
export async function printedByGuide(programs: readonly GuideProgram[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inbetween-guide-'));
  try {
    const outfile = join(folder, 'guide.mjs');
    await build({
      stdin: { contents: togetherProgram(programs.map(({ text }) => text)), loader: 'ts', resolveDir: ROOT },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      plugins: [wgslText],
      logLevel: 'silent',
      // how much time a question may take is told by the guide, how much it takes by the machine
      banner: { js: 'performance.now = () => 0;' },
      alias: Object.fromEntries(doors().map(({ name, entry }) => [name, join(ROOT, entry)])),
    });
    // without the graphics hardware in software that tests have, which takes seconds to begin; answers are the same
    const env = { ...process.env, FORCE_COLOR: '0', VK_ICD_FILENAMES: '', LD_LIBRARY_PATH: '' };
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: ROOT, env });
    return stdout.split(`${SEPARATOR}\n`).slice(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
