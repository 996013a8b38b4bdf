import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serve } from '../../../../src/cli/terminal/serve.ts';
import { openCell } from '../../../../src/cli/view/open-cell.ts';
import { viewerSite } from '../../../../src/cli/view/viewer-site.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const URDF = `<robot name="arm"><link name="base"/><link name="tip"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint></robot>`;
const CELL = JSON.stringify({
  format: 'inbetween-cell/1',
  robot: { urdf: 'robot/arm.urdf' },
  obstacles: [{ name: 'wall', mesh: '../meshes/wall.obj', pose: { position: [5, 0, 0] } }],
});
const PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">page`;

let folder: TemporaryFolder;
let served: Serving;

/** A cell with a mesh beside its folder, a secret beside both, and links to it. */
beforeAll(async () => {
  folder = temporaryFolder();
  const texts: Record<string, string> = {
    'viewer/index.html': PAGE,
    'viewer/assets/main.js': 'go()',
    'work/cell/cell.json': CELL,
    'work/cell/robot/arm.urdf': URDF,
    'work/cell/one.csv': 'turn\n0\n1\n',
    'work/cell/two three.csv': 'turn\n0\n2\n',
    'work/cell/page.html': '<script>alert(1)</script>',
    'work/cell/.hidden.json': '{}',
    'work/cell/.git/config.json': '{}',
    'work/meshes/wall.obj': TRIANGLE,
    'work/meshes/other.obj': TRIANGLE,
    'work/secret.json': '{}',
    'elsewhere/way.csv': 'turn\n0\n3\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(folder.path(name)), { recursive: true });
    writeFileSync(folder.path(name), text);
  }
  symlinkSync(folder.path('work/secret.json'), folder.path('work/cell/link.json'));
  symlinkSync(folder.path('work'), folder.path('work/cell/up'));
  symlinkSync(folder.path('work/cell/one.csv'), folder.path('work/cell/inside.csv'));
  const cell = folder.path('work/cell/cell.json');
  const { files, link } = await openCell(cell, [folder.path('work/cell/one.csv'), folder.path('work/cell/two three.csv')], {}, {});
  expect(link).toBe('#source=address&main=files/cell/cell.json&path=files/cell/one.csv&path=files/cell/two%20three.csv');
  served = await serve(await viewerSite(folder.path('viewer'), files), { port: 0 });
});
afterAll(async () => {
  await served.close();
  folder.remove();
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** As it is spelt: fetch would tidy it up. */
function got(path: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(served.url);
    get({ hostname, port, path }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    }).on('error', reject);
  });
}

describe('what is served', () => {
  test('the page, isolated and under its own policy, and its parts under the same', async () => {
    const page = await got('/');
    expect([page.status, page.text]).toEqual([200, PAGE]);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const part = await got('/assets/main.js');
    expect([part.status, part.text, part.headers['content-type']]).toEqual([200, 'go()', 'text/javascript; charset=utf-8']);
    expect(part.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
  });

  test('the cell, what it names, also beside its folder, and what else could be part of it', async () => {
    expect((await got('/files/cell/cell.json')).text).toBe(CELL);
    expect((await got('/files/cell/robot/arm.urdf')).text).toBe(URDF);
    expect((await got('/files/meshes/wall.obj')).text).toBe(TRIANGLE);
    expect((await got('/files/cell/two%20three.csv')).text).toBe('turn\n0\n2\n');
    expect((await got('/files/cell/inside.csv')).text).toBe('turn\n0\n1\n');
  });

  test('as bytes that are no page, whatever they are', async () => {
    const { headers } = await got('/files/cell/cell.json');
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  });

  test.each([
    '/files',
    '/files/',
    '/files/cell',
    '/files/cell/',
    '/files/cell/missing.json',
    '/files/cell/page.html',
    '/files/cell/.hidden.json',
    '/files/cell/.git/config.json',
    '/files/cell/link.json',
    '/files/cell/up/secret.json',
    '/files/cell/up/cell/cell.json/',
    '/files/secret.json',
    '/files/meshes/other.obj',
    '/files/../viewer/index.html',
    '/files/cell/../secret.json',
    '/files/cell/%2e%2e/secret.json',
    '/files/cell/..%2fsecret.json',
    '/files/cell/..%5csecret.json',
    '/files//etc/passwd',
    '/files/%2fetc%2fpasswd',
    '/files/cell/cell.json%00.csv',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets',
    '/../work/secret.json',
    'http://evil.example/',
    '*',
  ])('not %s', async (path) => {
    const { status, text } = await got(path);
    expect([status, text]).toEqual([404, 'there is nothing here; the page is at /\n']);
  });

  test('without a cell, the page alone', async () => {
    const alone = await serve(await viewerSite(folder.path('viewer'), null), { port: 0 });
    try {
      expect((await fetch(alone.url)).status).toBe(200);
      expect((await fetch(`${alone.url}files/cell/cell.json`)).status).toBe(404);
    } finally {
      await alone.close();
    }
  });

  test('a path from elsewhere is one file, and not its folder', async () => {
    const { files, link } = await openCell(folder.path('work/cell'), [folder.path('elsewhere/way.csv')], {}, {});
    expect(link).toBe('#source=address&main=files/work/cell/cell.json&path=files/elsewhere/way.csv');
    const way = await files.open(['elsewhere', 'way.csv']);
    expect(await way?.readFile('utf8')).toBe('turn\n0\n3\n');
    await way?.close();
    expect(await files.open(['elsewhere'])).toBe(undefined);
    expect(await files.open(['work', 'secret.json'])).toBe(undefined);
  });

  test('a file that has become a link to another one is closed', async () => {
    folder.write('work/cell/fleeting.csv', 'turn\n0\n1\n');
    const { files } = await openCell(folder.path('work/cell'), [folder.path('work/cell/fleeting.csv')], {}, {});
    const { rmSync } = await import('node:fs');
    rmSync(folder.path('work/cell/fleeting.csv'));
    symlinkSync(folder.path('work/secret.json'), folder.path('work/cell/fleeting.csv'));
    expect(await files.open(['cell', 'fleeting.csv'])).toBe(undefined);
  });
});

describe('the command', () => {
  test('what cannot be read is told before anything is served', async () => {
    const served = async () => expect.fail('served');
    const missing = await captured(['view', folder.path('work/none.json')], { untilInterrupted: served });
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    expect(missing.stderr).toMatch(/none\.json: no such file\n$/);
    const badPath = await captured(['view', folder.path('work/cell'), folder.path('work/meshes/wall.obj')], { untilInterrupted: served });
    expect(badPath.code).toBe(2);
    const folderAlone = await captured(['view', folder.path('work/meshes')], { untilInterrupted: served });
    expect(folderAlone.stderr).toMatch(/is a folder without a cell\.json; name the cell, robot or mesh in it: inbetween view FILE\n$/);
  });

  test('explains itself', async () => {
    const { code, stdout } = await captured(['help', 'view']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: inbetween view \[options\] \[cell\] \[path\.\.\.\]/);
    expect(stdout).toMatch(/\$ inbetween view cell\.json across\.csv/);
  });

  test('--port that is no port: exit code 2', async () => {
    expect((await captured(['view', '--port', '70000'])).code).toBe(2);
  });
});

test('a viewer that is not built is told in one line', async () => {
  await expect(viewerSite(join(folder.path('viewer'), 'none'), null)).rejects.toThrow('the viewer is not built: npm run build');
});
