import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';
import { runnerCommands } from './runner-commands.ts';
import { RAIL_CELL, RAIL_PATHS, RAIL_URDF, writeRailCell } from './small-cell.ts';

let folder: TemporaryFolder;
let cell: string;
let summary: string;
beforeAll(() => {
  folder = temporaryFolder();
  cell = writeRailCell(folder);
});
beforeEach(() => {
  summary = folder.write('summary.md', '');
});
afterAll(() => folder.remove());

const at = (name: string) => folder.path(`rail/${name}`);
const env = () => ({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder.path(''), GITHUB_STEP_SUMMARY: summary });
const onGithub = (...args: string[]) => captured(['check', ...args, '--no-margin'], { env: env() });
const annotations = async (...args: string[]) => runnerCommands((await onGithub(...args)).stderr);
const summaryText = () => readFileSync(summary, 'utf8');

describe('annotations', () => {
  test('a contact is an error at the path, with what a reader needs', async () => {
    const [command, ...others] = await annotations(cell, at('free.csv'), at('hit.csv'));
    expect(others).toEqual([]);
    expect(command).toMatchObject({ name: 'error', properties: { file: 'rail/hit.csv', title: `CONTACT: ${at('hit.csv')}` } });
    expect(command.message).toMatch(
      /^cart touches wall on the way from waypoint 1 to waypoint 2\nproven: [^\n]*\ntested: [^\n]*\nt = 1\.29\d+, [^\n]*\nbodies: cart and wall\npoint: /,
    );
  });

  test.each<[string, string[], string, RegExp]>([
    ['leaving.csv', [], 'OVERLAP', /cart and wall overlap at the start/],
    ['hit.csv', ['--budget', '1e-9'], 'UNRESOLVED', /the budget of milliseconds ran out/],
    [
      'stuck.csv',
      ['--start', 'leaving'],
      'FREE, but for 1 pair that never came apart and was not judged',
      /\nat start: cart and wall: overlap; never proven apart, so never judged\n/,
    ],
    ['far.csv', [], 'LIMITS', /joint 'tail_x' at -4 is beyond its limits -3 to 3/],
  ])('%s %j: an error, %s', async (name, options, title, message) => {
    const commands = await annotations(cell, at(name), ...options);
    expect(commands).toEqual([
      { name: 'error', properties: { file: `rail/${name}`, title: `${title}: ${at(name)}` }, message: expect.stringMatching(message) },
    ]);
  });

  test('what does not change the exit code is a warning', async () => {
    const late = folder.write('rail/late.csv', 'time,cart_x\n5,0\n5.1,0.6\n');
    const { code, stderr } = await onGithub(cell, late);
    expect(code).toBe(0);
    expect(runnerCommands(stderr)).toEqual([
      {
        name: 'warning',
        properties: { file: 'rail/late.csv', title: late },
        message: expect.stringMatching(/velocity[\s\S]*begins at 5 s/),
      },
    ]);
    expect(await annotations(cell, at('far.csv'), '--limits', 'warn')).toMatchObject([{ name: 'warning' }]);
    expect(await annotations(cell, at('free.csv'))).toEqual([]);
  });

  test('what cannot be read, at its file and line', async () => {
    const bad = folder.write('rail/bad.csv', 'cart_x\n0\nno\n');
    expect(await annotations(cell, bad, folder.path('none.csv'))).toEqual([
      {
        name: 'error',
        properties: { file: 'rail/bad.csv', line: '3', title: `not read: ${bad}` },
        message: expect.stringContaining('line 3'),
      },
      {
        name: 'error',
        properties: { file: 'none.csv', title: `not read: ${folder.path('none.csv')}` },
        message: expect.stringContaining('no such'),
      },
    ]);
    const broken = folder.write('rail/broken.json', '{\n  "format": "inbetween-cell/1",\n  "robots": 3\n}\n');
    expect(await annotations(broken)).toEqual([
      {
        name: 'error',
        properties: { file: 'rail/broken.json', line: '3', title: 'inbetween check' },
        message: expect.stringContaining('robots'),
      },
    ]);
    expect(summaryText()).toContain('rail/broken&#46;json, line 3&#58; robots');
    expect(await annotations(cell, '--limits', 'warn', '--ignore-limits')).toMatchObject([
      { name: 'error', properties: { title: 'inbetween check' } },
    ]);
  });

  test('the path that the cell names, at its own file', async () => {
    expect(await annotations(cell)).toMatchObject([{ properties: { file: 'rail/hit.csv' } }]);
    const inline = folder.write('rail/inline.json', {
      ...RAIL_CELL,
      path: [
        [0, 0],
        [1.6, 0],
      ],
    });
    expect(await annotations(inline)).toMatchObject([{ properties: { file: 'rail/inline.json' } }]);
  });

  test('no more than GitHub shows of each kind, and how many more there are', async () => {
    const odd = Array.from({ length: 13 }, (_, i) => folder.write(`rail/odd-${i}.csv`, 'time,cart_x\n5,0\n9,0.6\n'));
    const commands = await annotations(cell, ...Array(12).fill(at('hit.csv')), ...odd);
    const count = (kind: string) => commands.filter(({ name }) => name === kind).length;
    expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 1]);
    expect(commands.at(-1)?.message).toBe(
      '2 more errors and 3 more warnings: GitHub shows 10 of each a step; the job summary and the log tell all',
    );
    expect(summaryText()).toContain('**25 paths: 12 contact, 13 free**');
  });

  test('a message of many lines is cut', async () => {
    const joints = Array.from({ length: 30 }, (_, i) => `j${i}`);
    const links = joints.map(
      (name) =>
        `<link name="${name}l"/><joint name="${name}" type="prismatic"><parent link="rail"/><child link="${name}l"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>`,
    );
    folder.write('rail/many.urdf', RAIL_URDF.replace('</robot>', `${links.join('')}</robot>`));
    const many = folder.write('rail/many.json', { ...RAIL_CELL, robot: { urdf: 'many.urdf' } });
    const path = folder.write('rail/many.csv', `${joints.join()}\n${joints.map(() => 0)}\n${joints.map(() => 2)}\n`);
    const [{ message }] = await annotations(many, path);
    expect(message.split('\n')).toHaveLength(13);
    expect(message).toMatch(/and 18 more$/);
    expect(summaryText()).toContain('and 27 more limits');
  });
});

describe('when it speaks', () => {
  const args = () => ['check', cell, at('hit.csv'), '--no-margin'];
  test('by itself in Actions, else when asked; not when refused', async () => {
    const speaks = async (more: string[], given: Record<string, string>) =>
      runnerCommands((await captured([...args(), ...more], { env: given })).stderr).length;
    expect(await speaks([], {})).toBe(0);
    expect(await speaks([], { GITHUB_ACTIONS: 'false' })).toBe(0);
    expect(await speaks(['--github'], {})).toBe(1);
    expect(await speaks([], { GITHUB_ACTIONS: 'true' })).toBe(1);
    expect(await speaks(['--quiet'], { GITHUB_ACTIONS: 'true' })).toBe(1);
    expect(await speaks(['--no-github'], env())).toBe(0);
    expect(summaryText()).toBe('');
  });

  test('JSON on the output and JUnit stay what they are', async () => {
    const xml = folder.path('junit.xml');
    const plain = await captured([...args(), '--json']);
    const { stdout, stderr, code } = await captured([...args(), '--json', '--junit', xml], { env: env() });
    const timeless = (text: string) => JSON.stringify(JSON.parse(text), (key, value) => (/milliseconds/i.test(key) ? 0 : value));
    expect([code, timeless(stdout)]).toEqual([plain.code, timeless(plain.stdout)]);
    expect(runnerCommands(stdout)).toEqual([]);
    expect(runnerCommands(stderr)).toHaveLength(1);
    expect(readFileSync(xml, 'utf8')).toMatch(/^<\?xml[^:]*<testsuites/);
  });
});

describe('names that look like commands', () => {
  const EVIL = '::stop-commands::x ##[add-mask]y ::error::100%0A,:';
  const evilCell = () => {
    const urdf = RAIL_URDF.replaceAll('cart_x', '::set-output name=a::b##[warning]c');
    folder.write('rail/evil.urdf', urdf);
    return folder.write('rail/evil.json', {
      ...RAIL_CELL,
      name: EVIL,
      robot: { urdf: 'evil.urdf' },
      obstacles: [{ ...RAIL_CELL.obstacles[0], name: `${EVIL}\n::error::z` }],
      path: [
        [0, 0],
        [1.6, 0],
      ],
    });
  };

  test.each([[['--github']], [['--no-github']], [['--json']], [['-q']]])('%j: nothing but our own commands', async (options) => {
    const evil = evilCell();
    mkdirSync(folder.path('rail/::error::p'), { recursive: true });
    const path = folder.write('rail/::error::p/##[error]q,%0A:.csv', RAIL_PATHS['hit.csv']);
    for (const args of [[evil], [evil, path]]) {
      const { stdout, stderr } = await onGithub(...args, ...options);
      expect(runnerCommands(stdout)).toEqual([]);
      const commands = runnerCommands(stderr);
      expect(commands.map(({ name }) => name)).toEqual(options[0] === '--no-github' ? [] : ['error']);
      const file = args.length === 1 ? 'rail/evil.json' : 'rail/::error::p/##[error]q,%0A:.csv';
      if (commands.length > 0) expect(commands[0].properties.file).toBe(file);
      if (options[0] === '--json' && args.length === 1) expect(JSON.parse(stdout).name).toBe(EVIL);
    }
  });

  test('other commands print none either', async () => {
    evilCell();
    const { stdout } = await captured(['acm', folder.path('rail/evil.urdf'), '--samples', '10'], { env: env() });
    expect(stdout).not.toBe('');
    expect(runnerCommands(stdout)).toEqual([]);
    const { stderr } = await captured(['info', '##[error]x.obj'], { env: env() });
    expect(stderr).toContain('x.obj');
    expect(runnerCommands(stderr)).toEqual([]);
  });
});

describe('the job summary', () => {
  test('what needs a look, then the free ones; appended to what is there', async () => {
    folder.write('summary.md', 'before\n');
    await onGithub(cell, at('free.csv'), at('timed.csv'), at('far.csv'), folder.path('none.csv'), '--report', folder.path('pages'));
    const text = summaryText();
    expect(text).toMatch(/^before\n\n### inbetween check: rail\n/);
    expect(text).toContain('**4 paths: 1 not read, 1 contact, 1 free, but beyond limits, 1 free**');
    expect(text).toMatch(
      /^\| \*\*CONTACT\*\* \| [^|]*timed&#46;csv \| cart and wall \| t = 0\.49\d+, on the way [^|]* \| 0\.99\d+ s \| {2}\|$/m,
    );
    expect(text).toMatch(/^\| \*\*FREE, but beyond limits\*\* \| [^|]*far&#46;csv \| joint 'tail&#95;x' at -4 /m);
    expect(text).toMatch(/^\| \*\*ERROR\*\* \| [^|]*none&#46;csv \| [^|]*no such file \|/m);
    expect(text).toMatch(
      /<details><summary>1 free path<\/summary>\n\n\| verdict [^\n]*\n\|---[^\n]*\n\| \*\*FREE\*\* \| [^\n]*free&#46;csv/,
    );
    expect(text).toMatch(/\nWritten: [^\n]*pages\/index&#46;html\n/);
    for (const row of text.split('\n').filter((line) => line.startsWith('|'))) expect(row.match(/\|/g)).toHaveLength(7);
  });

  test('names are neither Markdown nor HTML', async () => {
    const name = 'a|b`c*d_e<img src=x>[f](g)&amp;~h~ www.i.j @k #1 https:l.csv';
    await onGithub(cell, folder.write(`rail/${name}`, RAIL_PATHS['hit.csv']));
    const row =
      summaryText()
        .split('\n')
        .find((line) => line.startsWith('| **CONTACT')) ?? '';
    expect(row).toContain('a&#124;b&#96;c&#42;d&#95;e&#60;img src=x&#62;&#91;f&#93;(g)&#38;amp;');
    expect(row).not.toMatch(/[<>[\]`@#](?!\d)|www\.|https:/);
    expect(row.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toContain(name);
  });

  test('stays below 1 MiB with what is there, and says what is left out', async () => {
    const limit = 1024 * 1024;
    const paths = [...Array(90).fill(at('free.csv')), at('hit.csv')];
    folder.write('summary.md', 'x'.repeat(limit - 9000));
    await onGithub(cell, ...paths);
    expect(Buffer.byteLength(summaryText())).toBeLessThanOrEqual(limit);
    const text = summaryText().slice(limit - 9000);
    expect(text).toContain('**CONTACT**');
    expect(text).toMatch(/\n\d+ lines left out: GitHub takes 1 MiB a step\.\n/);
    const full = 'x'.repeat(limit - 100);
    folder.write('summary.md', full);
    const { code, stderr } = await onGithub(cell, at('hit.csv'));
    expect([code, summaryText() === full]).toEqual([1, true]);
    expect(stderr).toContain('warning: no job summary: GitHub takes 1 MiB a step, and that is used up\n');
  });

  test('one that cannot be written changes no verdict; an input is never written to', async () => {
    const before = readFileSync(cell, 'utf8');
    for (const [file, why] of [
      [folder.path('no/such/summary.md'), /no job summary: .*summary\.md: /],
      [cell, /no job summary: .*is read by this run/],
    ] as const) {
      const { code, stderr } = await captured(['check', cell, at('free.csv'), '-q'], { env: { ...env(), GITHUB_STEP_SUMMARY: file } });
      expect([code, stderr]).toEqual([0, expect.stringMatching(why)]);
    }
    expect(readFileSync(cell, 'utf8')).toBe(before);
  });
});
