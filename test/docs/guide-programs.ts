// The programs of a guide, run: a block marked `ts` that a block marked `text` follows prints what that one says. Those
// after the first go on with what the first has made: there they `declare` it, so that each compiles by itself too.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { wgslText } from '../../scripts/build/wgsl-text.mjs';
import { doors } from '../../scripts/doors.mjs';
import { ROOT } from '../../scripts/run.mjs';

/** One block and what it is said to print. */
export interface GuideProgram {
  readonly text: string;
  readonly promised: string;
}

/** The blocks of a guide that say what they print, in order. */
export function guidePrograms(markdown: string): GuideProgram[] {
  return [...markdown.matchAll(/^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(([, text, promised]) => ({ text, promised }));
}

/** What each prints, in one run of all of them. */
export async function printedByGuide(programs: readonly GuideProgram[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inbetween-guide-'));
  try {
    const outfile = join(folder, 'guide.mjs');
    await build({
      stdin: { contents: togetherProgram(programs), loader: 'ts', resolveDir: ROOT },
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

const SEPARATOR = '--- the next program ---';

/** Imports of all of them first, each name once; the first as it is, the others in scopes of their own. */
function togetherProgram(programs: readonly GuideProgram[]): string {
  const names = new Map<string, Set<string>>();
  const bodies = programs.map(({ text }) =>
    text.replace(/^import (type )?\{([^}]*)\} from '([^']+)';\n/gm, (_, type, list, door) => {
      const own = names.get(door) ?? new Set();
      names.set(door, own);
      for (const name of type ? [] : list.split(',')) if (!/^\s*(type\s|$)/.test(name)) own.add(name.trim());
      return '';
    }),
  );
  const imports = [...names].map(([door, own]) => `import { ${[...own].join(', ')} } from '${door}';`);
  const parts = bodies.map((body, k) => `console.log('${SEPARATOR}');\n${k === 0 ? body : `{\n${body}\n}`}`);
  return [...imports, ...parts].join('\n');
}
