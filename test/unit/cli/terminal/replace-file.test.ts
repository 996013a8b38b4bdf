import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeText } from '../../../../src/cli/terminal/write-text.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const isWindows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;
/** Whom root asks what it may do itself. Not everywhere can root become somebody else, and run its Node. */
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {};
const isAnybody = spawnSync(process.execPath, ['--version'], { cwd: '/', ...nobody }).status === 0;

let folder: TemporaryFolder;
let program: string;
beforeAll(async () => {
  folder = temporaryFolder();
  program = folder.path('write.mjs');
  // writes letters in the place of a file: FILE LETTER COUNT
  await build({
    stdin: {
      contents: `import { writeText } from './src/cli/terminal/write-text.ts';
        const [file, letter, count] = process.argv.slice(2);
        try { await writeText(file, letter.repeat(Number(count))); } catch (error) { console.error(error.message); process.exit(2); }`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  if (!isRoot) return;
  chmodSync(folder.path(''), 0o777);
  chmodSync(program, 0o644);
});
afterAll(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function writing(args: readonly string[], { limit, ...options }: SpawnOptions & { readonly limit?: number } = {}) {
  const words = [process.execPath, program, ...args];
  const command = limit === undefined ? words : ['bash', '-c', `ulimit -f ${limit} -c 0; exec "$@"`, 'sh', ...words];
  const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = new Promise<Ended>((resolve, reject) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (piece) => (stdout += piece));
    child.stderr?.on('data', (piece) => (stderr += piece));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

const newFolder = (name: string): string => {
  mkdirSync(folder.path(name));
  return folder.path(name);
};
const leftIn = (place: string) => readdirSync(place).filter((name) => name.endsWith('.tmp'));

describe.skipIf(isWindows)('the old file or the new one', () => {
  test('killed while it writes', async () => {
    const place = newFolder('killed');
    const file = join(place, 'a.txt');
    writeFileSync(file, 'old');
    const { child, ended } = writing([file, 'n', '400000000']);
    // killed as soon as the new file is there, which takes far longer to fill
    while (leftIn(place).length === 0 && child.exitCode === null && child.signalCode === null) await setTimeout(1);
    child.kill('SIGKILL');
    await ended;
    const { size } = statSync(file);
    if (size === 3) expect(readFileSync(file, 'utf8')).toBe('old');
    else expect(size).toBe(400_000_000);
  });

  test.each([
    ['a file that may not grow so long', 'old'],
    ['a new file', undefined],
  ])('no room: %s', async (_, before) => {
    const place = newFolder(`full-${before}`);
    const file = join(place, 'a.txt');
    if (before !== undefined) writeFileSync(file, before);
    const { code } = await writing([file, 'n', '3000000'], { limit: 8 }).ended;
    expect(code).not.toBe(0);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(before);
  });

  test('a full disk is told, and leaves nothing', async () => {
    if (!existsSync('/dev/full')) return;
    await expect(writeText('/dev/full', 'text')).rejects.toThrow(/cannot be written: the disk is full/);
  });
});

describe.skipIf(isWindows)('what is there', () => {
  test('a plain file: its mode stays, nothing is left over; folders are made', async () => {
    const place = newFolder('plain');
    const file = join(place, 'deep/er/a.txt');
    await writeText(file, 'one');
    expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask());
    for (const mode of [0o640, 0o755]) {
      chmodSync(file, mode);
      await writeText(file, `mode ${mode}`);
      expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o7777]).toEqual([`mode ${mode}`, mode]);
    }
    expect(readdirSync(join(place, 'deep/er'))).toEqual(['a.txt']);
  });

  test.skipIf(!isRoot || !isAnybody)('its owner stays', async () => {
    const file = join(newFolder('owned'), 'a.txt');
    chmodSync(folder.path('owned'), 0o777);
    const { code } = await writing([file, 'a', '3'], nobody).ended;
    expect(code).toBe(0);
    await writeText(file, 'root');
    expect([readFileSync(file, 'utf8'), statSync(file).uid, statSync(file).gid]).toEqual(['root', 65534, 65534]);
  });

  test('a link stays one, also to what is not there yet; a second name keeps what it had', async () => {
    const place = newFolder('links');
    mkdirSync(join(place, 'far'));
    for (const name of ['there.txt', 'new.txt']) {
      if (name === 'there.txt') writeFileSync(join(place, 'far', name), 'old');
      symlinkSync(`far/${name}`, join(place, name));
      symlinkSync(name, join(place, `twice-${name}`));
      await writeText(join(place, `twice-${name}`), 'new');
      expect(lstatSync(join(place, name)).isSymbolicLink()).toBe(true);
      expect(readFileSync(join(place, 'far', name), 'utf8')).toBe('new');
    }
    linkSync(join(place, 'far/there.txt'), join(place, 'second.txt'));
    await writeText(join(place, 'second.txt'), 'newer');
    expect(readFileSync(join(place, 'far/there.txt'), 'utf8')).toBe('new');
  });

  test('a folder, and a link that leads round, are refused', async () => {
    await expect(writeText(newFolder('folder'), 'x')).rejects.toThrow(/cannot be written: it is a folder/);
    symlinkSync('round', folder.path('round'));
    await expect(writeText(folder.path('round'), 'x')).rejects.toThrow(/cannot be written/);
  });

  test('a pipe and a device are written to, and stay', async () => {
    const pipe = join(newFolder('pipes'), 'pipe');
    await new Promise((resolve) => spawn('mkfifo', [pipe]).on('close', resolve));
    const reader = spawn('cat', [pipe]);
    let seen = '';
    reader.stdout.on('data', (piece) => (seen += piece));
    const closed = new Promise((resolve) => reader.on('close', resolve));
    await writeText(pipe, 'through');
    await closed;
    expect([seen, lstatSync(pipe).isFIFO()]).toEqual(['through', true]);
    await writeText('/dev/null', 'x');
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('/dev/stdout is what the command prints to: a pipe, or a file', async () => {
    expect((await writing(['/dev/stdout', 'n', '3']).ended).stdout).toBe('nnn');
    const file = join(newFolder('printed'), 'a.txt');
    const command = `(printf 'before '; "$1" "$2" /dev/stdout n 3; printf ' after') > "$3"`;
    const child = spawn('bash', ['-c', command, 'sh', process.execPath, program, file]);
    await new Promise((resolve) => child.on('close', resolve));
    expect(readFileSync(file, 'utf8')).toBe('before nnn after');
  });

  test('the file that the command prints to, by its own name, is refused', async () => {
    const file = join(newFolder('both'), 'a.txt');
    const child = spawn('bash', ['-c', '"$1" "$2" "$3" n 3 > "$3"', 'sh', process.execPath, program, file]);
    let told = '';
    child.stderr.on('data', (piece) => (told += piece));
    await new Promise((resolve) => child.on('close', resolve));
    expect(told).toMatch(/what the command prints goes there too/);
  });

  test.skipIf(!isAnybody)('in a folder that takes no new files, the file itself is written; what may not be written stays', async () => {
    const place = newFolder('shut');
    writeFileSync(join(place, 'open.txt'), 'old');
    writeFileSync(join(place, 'shut.txt'), 'old');
    chmodSync(join(place, 'open.txt'), 0o666);
    chmodSync(join(place, 'shut.txt'), 0o444);
    chmodSync(place, 0o555);
    expect(await writing([join(place, 'open.txt'), 'n', '3'], nobody).ended).toMatchObject({ code: 0 });
    expect(readFileSync(join(place, 'open.txt'), 'utf8')).toBe('nnn');
    for (const name of ['shut.txt', 'new.txt'])
      expect((await writing([join(place, name), 'n', '3'], nobody).ended).stderr).toMatch(/cannot be written: permission denied/);
    expect(readFileSync(join(place, 'shut.txt'), 'utf8')).toBe('old');
    chmodSync(place, 0o777);
    // the folder would let it be replaced, the file does not
    expect((await writing([join(place, 'shut.txt'), 'n', '3'], nobody).ended).stderr).toMatch(/permission denied/);
    expect(readdirSync(place).sort()).toEqual(['open.txt', 'shut.txt']);
  });
});
