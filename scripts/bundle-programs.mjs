// Makes one string of each program that runs in a page, as a module for the library: TypeScript in, a *.generated.ts beside it out; and
// a *.generated.mjs of each program of a thread.
// Generated modules are not in the repository; build, tests and type checks make them first.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const PROGRAMS = [
  { entry: 'src/report/viewer/program/main.ts', module: 'src/report/viewer/viewer-program.generated.ts', name: 'VIEWER_PROGRAM' },
  { entry: 'src/report/viewer/program/theme-main.ts', module: 'src/report/viewer/theme-program.generated.ts', name: 'THEME_PROGRAM' },
];

/** Programs of threads, for whoever runs the sources: Node 20 runs no TypeScript. */
const THREADS = [{ entry: 'src/node/thread.ts', program: 'src/node/thread.generated.mjs' }];

/** Inner loops of building trees, as WebAssembly: by file the functions, and which of their numbers are no integers. */
const KERNELS = {
  'src/hierarchy/split-triangles.ts': { split: [] },
  'src/hierarchy/fit-nodes.ts': { gatherMoments: [], packBlocks: [] },
  'src/hierarchy/fit-swept-sphere.ts': { fitDown: ['evenRadius'] },
};

/** What would end a script element, or begin a comment in it that hides its end. */
const UNSAFE = /<\/script|<!--/i;

/** Writes the modules whose content changed; resolves to false, with a message on stderr, when a program has a fault. */
export async function bundlePrograms() {
  for (const { entry, module, name } of PROGRAMS) {
    const program = await bundle(join(ROOT, entry));
    if (program === undefined) return false;
    const head = `// Made by scripts/bundle-programs.mjs from ${entry}.\n`;
    writeIfChanged(join(ROOT, module), `${head}export const ${name}: string =\n  ${JSON.stringify(program)};\n`);
  }
  for (const { entry, program } of THREADS) {
    const text = await bundleThread(join(ROOT, entry));
    if (text === undefined) return false;
    writeIfChanged(join(ROOT, program), text);
  }
  writeIfChanged(join(ROOT, 'src/hierarchy/compiled/kernels.generated.ts'), await kernelsModule());
  return true;
}

/** The program, and how each kernel is called: with the places of its arrays. */
async function kernelsModule() {
  const { compileKernels } = await import('./build/compile-kernels.mjs');
  const { program, memoryEnd, signatures } = compileKernels(KERNELS);
  const calls = signatures.map(({ name, parameters }) => {
    const words = parameters.map((one) => one.name);
    const given = parameters.map(({ name: word, kind }) => (kind === 'I' || kind === 'D' ? `${word}.byteOffset` : `Number(${word})`));
    return `    ${name}: (${words.join(', ')}) => run.${name}(${given.join(', ')}),\n`;
  });
  return `// Made by scripts/bundle-programs.mjs from the kernels of src/hierarchy.
import type { Kernels } from './compiled-kernels.ts';

export const PROGRAM: string =
  '${Buffer.from(program).toString('base64')}';
export const MEMORY_BEGIN: number = ${memoryEnd};

export function kernelsOf(exported: object): Kernels {
  const run = exported as Readonly<Record<keyof Kernels, (...words: readonly number[]) => number>>;
  return {
${calls.join('')}  };
}
`;
}

async function bundleThread(entry) {
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: ['webgpu'],
      legalComments: 'none',
      logLevel: 'warning',
    });
    return outputFiles[0].text;
  } catch {
    return undefined; // esbuild has told what is wrong
  }
}

async function bundle(entry) {
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'warning',
    });
    const program = outputFiles[0].text.trim();
    if (!UNSAFE.test(program)) return program;
    console.error(`${relative(ROOT, entry)}: the bundled program holds ${UNSAFE.exec(program)[0]}, which a page cannot`);
  } catch {
    // esbuild has told what is wrong
  }
  return undefined;
}

/** An unchanged file keeps its time; another process never sees half a file. */
function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const fresh = `${path}.${process.pid}.tmp`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = (await bundlePrograms()) ? 0 : 1;
