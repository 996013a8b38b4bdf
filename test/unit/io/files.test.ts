import { afterEach, expect, test, vi } from 'vitest';
import { fetched, namedBy } from '../../../src/io/files.ts';
import { type Files, type NamedBy, readUrdf } from '../../../src/io/index.ts';

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const urdf = (mesh: string) =>
  `<robot name="r"><link name="a"><collision><geometry><mesh filename="${mesh}"/></geometry></collision></link></robot>`;

afterEach(() => vi.unstubAllGlobals());

/** A web in which every robot names `mesh`; gives the addresses that were asked for. */
function web(mesh: string): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href);
    return new Response(url.pathname.endsWith('.urdf') ? urdf(mesh) : OBJ);
  });
  return asked;
}

test('robots are fetched from servers that the program names, not from those that they name', async () => {
  for (const mesh of [
    'm/a.obj',
    '../m/a.obj',
    '/m/a.obj',
    '//evil.example/a.obj',
    'https://own.example/a.obj',
    `data:text/plain,${encodeURIComponent(OBJ)}`,
  ]) {
    web(mesh);
    await readUrdf(fetched('https://own.example/robots/'), 'r.urdf');
  }
  for (const mesh of [
    'https://evil.example/a.obj',
    'http://own.example/a.obj',
    'https://own.example:444/a.obj',
    'http://169.254.169.254/a.obj',
  ]) {
    const asked = web(mesh);
    await expect(readUrdf(fetched('https://own.example/robots/'), 'r.urdf')).rejects.toThrow(
      /on another server .*fetched\(url, \{ outside: true \}\)/,
    );
    expect(asked).toEqual(['https://own.example/robots/r.urdf']);
    await readUrdf(fetched('https://own.example/robots/', { outside: true }), 'r.urdf');
  }
  web('a.obj');
  await readUrdf(fetched('https://own.example/'), 'https://far.example/r.urdf');
  web('package://p/a.obj');
  await readUrdf(fetched('https://own.example/'), 'r.urdf', { packages: { p: 'https://far.example/p' } });
});

test('what one file names after another is told from the first to the last, and its packages are no longer given', async () => {
  const seen: (NamedBy | undefined)[] = [];
  const files: Files = {
    read: async (_, named) => {
      seen.push(named);
      return new Uint8Array();
    },
  };
  await namedBy(namedBy(files, 'cell.json'), 'r.urdf').read('a.obj', { by: ['x.dae'], package: { folder: 'p', given: true } });
  await namedBy(files, 'cell.json').read('a.obj');
  expect(seen).toEqual([{ by: ['cell.json', 'r.urdf', 'x.dae'], package: { folder: 'p', given: false } }, { by: ['cell.json'] }]);
});
