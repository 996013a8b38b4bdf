import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wgslText } from '../../scripts/build/wgsl-text.mjs';
import { LocatedList, LocatedMap, type LocatedValue } from '../../src/io/text/located-value.ts';
import { parseYaml } from '../../src/io/text/parse-yaml.ts';
import { RAIL_CELL, RAIL_PATHS, RAIL_URDF } from '../unit/cli/check/small-cell.ts';
import { ROOT } from './installed-package.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const plain = (value: LocatedValue): unknown => {
  if (value instanceof LocatedList) return value.items.map(plain);
  if (value instanceof LocatedMap) return Object.fromEntries([...value.entries].map(([key, one]) => [key, plain(one)]));
  return value;
};
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const yaml = (text: string, file: string) => plain(parseYaml(text, file)[0].value);
const action = yaml(read('action.yml'), 'action.yml') as Action;
const { inputs, outputs, runs } = action;

describe('action.yml', () => {
  test('is a composite action whose inputs and outputs are explained', () => {
    expect(runs.using).toBe('composite');
    expect(Object.keys(inputs)).toEqual(['cell', 'paths', 'args', 'report', 'junit', 'artifact', 'version', 'node-version']);
    expect(Object.keys(outputs)).toEqual(['exit-code', 'report', 'junit']);
    for (const { description } of [...Object.values(inputs), ...Object.values(outputs)]) expect(description).toMatch(/\.$/);
    for (const [name, input] of Object.entries(inputs))
      expect(input.required === true || typeof input.default === 'string', name).toBe(true);
  });

  test('uses every input, and none that it has not', () => {
    const used = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
  });

  test('no expression stands in a script: inputs cannot become part of it', () => {
    const scripts = runs.steps.filter(({ run }) => run !== undefined);
    expect(scripts).toHaveLength(2);
    for (const { run, shell } of scripts) expect([run?.includes('${{'), shell]).toEqual([false, 'bash']);
    expect(read('scripts/check-action.sh')).not.toMatch(/\$\{\{|\beval\b/);
  });

  test('actions of others are named by their version', () => {
    const uses = runs.steps.flatMap((step) => step.uses ?? []);
    expect(uses).toEqual(['actions/setup-node@v4', 'actions/upload-artifact@v4']);
  });
});

describe('the workflow of the guide', () => {
  const blocks = [...read('docs/guides/cells.md').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) => text);
  interface Workflow {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  }
  test('gives the action inputs that it has, and the one that it needs', () => {
    const steps = blocks.flatMap((text) => {
      const found = yaml(text, 'cells.md') as Workflow | readonly Step[];
      return Array.isArray(found) ? (found as readonly Step[]) : Object.values((found as Workflow).jobs).flatMap((job) => job.steps);
    });
    const ours = steps.filter(({ uses }) => uses !== undefined && !uses.startsWith('actions/'));
    expect(ours.length).toBeGreaterThanOrEqual(2);
    for (const step of ours) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
      expect(step.with?.cell).toBeDefined();
    }
  });
});

// Git's bash is not the first one on Windows.
describe.skipIf(process.platform === 'win32')('its script', () => {
  let top: string;
  let work: string;
  beforeAll(async () => {
    top = mkdtempSync(join(tmpdir(), 'inbetween-action-'));
    await build({
      entryPoints: [join(ROOT, 'src/cli/main.ts')],
      outfile: join(top, 'main.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      plugins: [wgslText],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    // Stands in for the registry: notes how it was called, and runs what is here.
    put(
      join(top, 'bin/npx'),
      `#!/bin/sh\nprintf '%s\\0' "$@" > "${top}/called"\nshift 4\n[ -e "${top}/dry" ] && exit 0\nexec "${process.execPath}" "${top}/main.mjs" "$@"\n`,
    );
    chmodSync(join(top, 'bin/npx'), 0o755);
  });
  beforeEach(() => {
    work = mkdtempSync(join(top, 'work-'));
    put(join(work, 'rail.urdf'), RAIL_URDF);
    put(join(work, 'cell.json'), JSON.stringify(RAIL_CELL));
    for (const [name, text] of Object.entries(RAIL_PATHS)) put(join(work, 'paths', name), text);
  });
  afterAll(() => rmSync(top, { recursive: true, force: true }));

  function put(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Does the steps with scripts as the runner does, with these inputs. */
  function acted(given: Readonly<Record<string, string>>, actionPath = ROOT) {
    rmSync(join(top, 'called'), { force: true });
    const values = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']));
    const found: Record<string, string> = {};
    const filled = (text: string) =>
      text.replace(/\$\{\{ (?:inputs|steps\.check\.outputs)\.([\w-]+) \}\}/g, (all, name) =>
        all.includes('inputs.') ? values[name] : (found[name] ?? ''),
      );
    let said = '';
    let code: number | null = 0;
    for (const { run, env = {} } of runs.steps) {
      if (run === undefined) continue;
      const file = join(work, '..', 'outputs');
      writeFileSync(file, '');
      const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
      const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: work,
        encoding: 'utf8',
        env: {
          PATH: `${join(top, 'bin')}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
          GITHUB_ACTIONS: 'true',
          GITHUB_ACTION_PATH: actionPath,
          GITHUB_OUTPUT: file,
          GITHUB_STEP_SUMMARY: join(work, 'summary.md'),
          GITHUB_WORKSPACE: work,
          ...own,
        },
      });
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const [name, value] = line.split(/=(.*)/s);
        found[name] = value;
      }
      said += ended.stdout + ended.stderr;
      code = ended.status;
    }
    let called: string[] = [];
    try {
      called = readFileSync(join(top, 'called'), 'utf8').split('\0').slice(0, -1);
    } catch {
      // it was not
    }
    return { code, said, found, called };
  }

  test('a contact: annotated, summarised, with pages and JUnit, and the exit code last', () => {
    const { code, said, found, called } = acted({
      cell: 'cell.json',
      paths: 'paths/free.csv\npaths/hit.csv\n',
      args: '--clearance\n0.001',
    });
    expect(code).toBe(1);
    expect(found).toEqual({ report: 'inbetween-report', junit: 'inbetween-junit.xml', 'exit-code': '1' });
    expect(called.slice(0, 5)).toEqual([
      '--yes',
      `--package=inbetween@${JSON.parse(read('package.json')).version}`,
      '--',
      'inbetween',
      'check',
    ]);
    expect(called.slice(5)).toEqual([
      '--report=inbetween-report',
      '--junit=inbetween-junit.xml',
      '--clearance',
      '0.001',
      '--',
      'cell.json',
      'paths/free.csv',
      'paths/hit.csv',
    ]);
    expect(said).toMatch(/^::error file=paths\/hit\.csv,title=CONTACT%3A paths\/hit\.csv::cart comes within 0\.001 of wall/m);
    expect(readdirSync(join(work, 'inbetween-report')).sort()).toEqual(['free.html', 'hit.html', 'index.html']);
    expect(readFileSync(join(work, 'inbetween-junit.xml'), 'utf8')).toContain('<testsuite name="paths/hit.csv"');
    expect(readFileSync(join(work, 'summary.md'), 'utf8')).toContain('**2 paths: 1 contact, 1 free**');
  });

  test('free, with the path of the cell and without outputs', () => {
    put(join(work, 'cell.json'), JSON.stringify({ ...RAIL_CELL, path: 'paths/free.csv' }));
    const { code, found, called } = acted({ cell: 'cell.json', report: '', junit: '', version: '1.2.3-rc.1' });
    expect([code, found['exit-code'], found.report]).toEqual([0, '0', '']);
    expect(called).toEqual(['--yes', '--package=inbetween@1.2.3-rc.1', '--', 'inbetween', 'check', '--', 'cell.json']);
  });

  test('patterns are met by files, spaces are kept, and names of files are no patterns', () => {
    for (const name of ['a b.csv', 'a [1].csv', 'a 1.csv', '-q.csv']) put(join(work, 'odd', name), RAIL_PATHS['free.csv']);
    const { called, code } = acted({ cell: 'cell.json', paths: '\r\n  odd/a [1].csv \r\nodd/a ?.csv\n\nodd/-*.csv' });
    expect(called.slice(called.indexOf('--', 3) + 1)).toEqual(['cell.json', 'odd/a [1].csv', 'odd/a 1.csv', 'odd/a b.csv', 'odd/-q.csv']);
    expect(code).toBe(0);
    expect(acted({ cell: 'cell.json', paths: 'none/*.csv' })).toMatchObject({
      code: 2,
      said: expect.stringContaining('none/*.csv: no such file'),
    });
  });

  test('nothing that is given is run', () => {
    const evil = ['$(touch evil)', '`touch evil`', '"; touch evil; "', "'; touch evil; '", '&& touch evil', '| touch evil', '; touch evil'];
    // how it is called suffices
    writeFileSync(join(top, 'dry'), '');
    for (const name of ['cell', 'paths', 'args', 'report', 'junit', 'version'])
      for (const text of evil) acted({ cell: 'cell.json', paths: 'paths/free.csv', [name]: text });
    expect(readdirSync(work)).not.toContain('evil');
    // a word of args is one word
    expect(acted({ cell: 'cell.json', args: '--quiet; touch evil' }).called).toContain('--quiet; touch evil');
    rmSync(join(top, 'dry'));
  });

  test('inputs that make no sense are refused, with an annotation and exit code 2', () => {
    for (const [given, why] of [
      [{ cell: '' }, 'the input cell of the action is missing'],
      [{ cell: 'cell.json', report: 'a\nexit-code=0' }, 'the input report of the action should be one line'],
      [{ cell: 'cell.json', junit: 'a\nb' }, 'the input junit of the action should be one line'],
      [{ cell: 'cell.json', version: 'file:../x' }, 'the input version of the action should be a version'],
      [{ cell: 'cell.json', version: '-g' }, 'the input version of the action should be a version'],
    ] as [Record<string, string>, string][]) {
      const { code, said, found, called } = acted(given);
      expect(said).toContain(`::error title=inbetween check::${why}`);
      expect([code, found['exit-code'], called]).toEqual([2, '2', []]);
    }
  });

  test('from the source: installed and built where it lies', () => {
    const path = join(top, 'source');
    put(join(path, 'scripts/check-action.sh'), read('scripts/check-action.sh'));
    put(
      join(path, 'scripts/build.mjs'),
      `import { copyFileSync, mkdirSync } from 'node:fs';
      mkdirSync(${JSON.stringify(join(path, 'dist/cli'))}, { recursive: true });
      copyFileSync(${JSON.stringify(join(top, 'main.mjs'))}, ${JSON.stringify(join(path, 'dist/cli/main.mjs'))});
      const { writeFileSync } = await import('node:fs');
      writeFileSync(${JSON.stringify(join(path, 'dist/cli/main.js'))}, "import('./main.mjs');");`,
    );
    put(join(top, 'bin/npm'), `#!/bin/sh\necho "npm $* in $PWD"\nmkdir -p node_modules\n`);
    chmodSync(join(top, 'bin/npm'), 0o755);
    const { code, said, called } = acted({ cell: 'cell.json', paths: 'paths/hit.csv', version: 'source' }, path);
    expect(said).toMatch(/^npm ci --ignore-scripts .* in .*source$/m);
    expect(said).toContain('CONTACT');
    expect([code, called]).toEqual([1, []]);
    expect(acted({ cell: 'cell.json', paths: 'paths/free.csv', version: 'source' }, path).said).not.toContain('npm ci');
  });
});
