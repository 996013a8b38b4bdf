import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npm } from '../../scripts/run.mjs';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds, for a build on a busy machine. */
export const BUILD_PATIENCE = 600_000;

/** The package as a stranger has it: packed from a clone, then installed from the tarball in an empty project. */
export interface InstalledPackage {
  /** The project that depends on it. */
  readonly folder: string;
  /** Where it lies in the project. */
  readonly root: string;
  readonly tarball: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  /** What npm said when it installed. */
  readonly said: string;
  readonly remove: () => Promise<void>;
}

/** All that npm pack reads of a clone, beside what it builds. */
const CLONED = [
  'src',
  'scripts',
  'docs',
  'examples',
  'scenes',
  'viewer',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const MANIFESTS = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];

/**
 * Packs a copy of the sources and of dist/, and installs the tarball. Its dependencies are taken from this repository's
 * node_modules, so that no registry is asked.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const top = await mkdtemp(join(tmpdir(), 'inbetween-package-'));
  const clone = join(top, 'clone');
  for (const name of [...CLONED, ...MANIFESTS]) await cp(join(ROOT, name), join(clone, name), { recursive: true });
  // What `npm test` has just built need not be built again: packing does so where it is of other sources, by its stamps.
  await built();
  await cp(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  const cache = { npm_config_cache: join(top, 'npm-cache') };
  const { stdout: packed } = await told(...npm(['pack', '--json', '--pack-destination', top]), clone, cache);
  // What the build says goes before it.
  const [{ filename, files }] = JSON.parse(packed.slice(packed.search(/^\[/m))) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(top, filename);
  const { dependencies = {} } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const local = Object.keys(dependencies).map((name) => [name, `file:${join(ROOT, 'node_modules', name)}`]);
  const folder = join(top, 'project');
  await write(folder, {
    'package.json': JSON.stringify({
      name: 'stranger',
      private: true,
      type: 'module',
      dependencies: { inbetween: `file:${tarball}`, ...Object.fromEntries(local) },
    }),
  });
  const { stdout, stderr } = await told(...npm(['install', '--offline', '--no-audit', '--no-fund']), folder, cache);
  return {
    folder,
    root: join(folder, 'node_modules/inbetween'),
    tarball,
    files: files.map(({ path }) => path),
    said: stdout + stderr,
    remove: () => rm(top, { recursive: true, force: true }),
  };
}

let building: Promise<unknown> | undefined;

/** The command and the page as they are published; looked after once in a process. */
export async function built(): Promise<void> {
  building ??= ran(process.execPath, ['scripts/build.mjs', '--if-stale'], ROOT);
  await building;
}

/** How to call a command that the project's dependencies install; on Windows it is a batch file. */
export function installedCommand(folder: string, name: string, args: readonly string[]): [program: string, args: string[]] {
  const file = join(folder, 'node_modules', '.bin', name);
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/c', `${file}.cmd`, ...args]] : [file, [...args]];
}

/** What the program printed; rejects with everything it said when it ends with another exit code than 0. */
export async function ran(program: string, args: readonly string[], cwd: string): Promise<string> {
  return (await told(program, args, cwd)).stdout;
}

/** Without what an npm that runs the tests has set for itself, and with a cache that is given: the person's own may be another's. */
async function told(
  program: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  try {
    return await promisify(execFile)(program, args, {
      cwd,
      env: { ...own, FORCE_COLOR: '0', GITHUB_ACTIONS: '', npm_config_update_notifier: 'false', ...more },
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}${stdout === undefined ? error : ''}`);
  }
}

/** Writes texts below a folder, by their path. */
export async function write(folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
