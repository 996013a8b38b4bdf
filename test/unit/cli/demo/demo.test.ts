import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCENE_METHODS } from '../../../../src/methods/index.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

describe('demo', () => {
  test.each(SCENE_METHODS)('%s: one path is free, the other hits the post between free waypoints; writes the page', async (method) => {
    const { code, stdout, stderr } = await captured(['demo', '--no-serve', '--out', folder.path(`out-${method}`), '--method', method]);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('puma (8 links, 952 triangles) among 10 obstacles (1,908 triangles), 1 moving body (512 triangles)');
    expect(stdout).toMatch(/^FREE {2}around\.csv: nothing touches on the way$/m);
    expect(stdout).not.toContain('missed');
    expect(stdout).toMatch(/^ {2}arrival +gripper and workpiece at t = (2|1\.99\d+), /m);
    expect(stdout).toMatch(/^ {2}arrival +workpiece and tray at t = 6\.99\d+, /m);
    expect(stdout).toMatch(/^ {2}at t = 2 +workpiece and bench: overlap; judged from t = 2\.000\d+ on/m);
    expect(stdout).toMatch(/^CONTACT {2}across\.csv: workpiece touches post on the way from waypoint 4 to waypoint 5$/m);
    expect(stdout).toMatch(/^ {2}time +t = 4\.4345\d+ /m);
    expect(stdout).toMatch(
      /^ {2}sampling +the waypoints around are free, 0\.0\d+ at waypoint 4 and 0\.0\d+ at waypoint 5: they miss the contact$/m,
    );
    expect(readFileSync(folder.path(`out-${method}/report.html`), 'utf8')).toMatch(/workpiece[\s\S]*post/);
  });

  test('on a terminal it serves the page until interrupted', async () => {
    const opened: string[] = [];
    let closed: Promise<unknown> | undefined;
    const { code } = await captured(['demo', '--coins', '--count', '1', '--out', folder.path('served'), '--open'], {
      isTTY: true,
      env: { NO_COLOR: '1' },
      openPage: (url) => opened.push(url),
      untilInterrupted: async (said) => {
        const url = /http:\/\/localhost:\d+\//.exec(said)?.[0] ?? '';
        const page = await fetch(url);
        expect(page.headers.get('content-type')).toMatch(/^text\/html/);
        expect(await page.text()).toBe(readFileSync(folder.path('served/coins.html'), 'utf8'));
        expect((await fetch(`${url}etc/passwd`)).status).toBe(404);
        expect((await fetch(url, { method: 'POST' })).status).toBe(405);
        expect(opened).toEqual([url]);
        const socket = connect(Number(new URL(url).port), 'localhost');
        closed = once(socket, 'close');
        await once(socket, 'connect');
      },
    });
    expect(code).toBe(0);
    // another server may have its port by now
    await closed;
  });

  test('in CI and through a pipe it does not serve', async () => {
    const asked = async () => expect.fail('served');
    for (const options of [{ isTTY: true, env: { CI: 'true' } }, { isTTY: false }]) {
      const { code, stdout } = await captured(['demo', '--out', folder.path('quiet')], { ...options, untilInterrupted: asked });
      expect(code).toBe(0);
      expect(stdout).not.toContain('http://');
    }
  });

  test('a port that is named is served without a terminal too, unless --no-serve says otherwise', async () => {
    let served = '';
    const look = async (said: string) => {
      served = await fetch(/http:\/\/localhost:\d+\//.exec(said)?.[0] ?? '').then((page) => page.text());
    };
    const args = ['demo', '--coins', '--count', '1', '--out', folder.path('ported'), '--port', '0'];
    expect((await captured(args, { untilInterrupted: look })).code).toBe(0);
    expect(served).toBe(readFileSync(folder.path('ported/coins.html'), 'utf8'));
    const { stdout } = await captured([...args, '--no-serve'], { untilInterrupted: async () => expect.fail('served') });
    expect(stdout).not.toContain('http://');
  });

  test('a folder that cannot be made: one line, exit code 2', async () => {
    const file = folder.write('file', 'x');
    const { code, stderr } = await captured(['demo', '--no-serve', '--out', `${file}/below`]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^inbetween: .*report\.html: cannot be written: a folder on the way is a file\n$/);
  });
});
