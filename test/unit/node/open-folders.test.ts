import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import {
  readCell,
  readCellMotions,
  readFloorMap,
  readPlanningScene,
  readRigidScene,
  readStepFile,
  readUrdf,
} from '../../../src/io/index.ts';
import { type FilesOptions, files } from '../../../src/node/index.ts';

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const REFUSED = /lies outside .*--allow-outside/;

const base = realpathSync(mkdtempSync(join(tmpdir(), 'inbetween-doors-')));
afterAll(() => rmSync(base, { recursive: true }));

let made = 0;
/** A folder of its own with these files in it. */
function tree(content: Readonly<Record<string, string>>): string {
  const folder = join(base, `t${made++}`);
  for (const [name, text] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const urdf = (mesh: string) => `<robot name="r"><link name="a"><collision><geometry>
<mesh filename="${mesh}"/></geometry></collision></link></robot>`;

/** As the command reads: the person names the file, no folder. */
function robotAt(place: string, options: FilesOptions = {}, packages?: Readonly<Record<string, string>>) {
  return readUrdf(files(undefined, options), place, packages === undefined ? {} : { packages });
}

describe('layouts in which robots come, and load', () => {
  const manifest = '<package/>';
  test.each<[string, string, string, readonly string[]]>([
    ['meshes beside', 'x/r.urdf', 'meshes/a.obj', ['x/meshes/a.obj']],
    ['in the folder itself', 'x/r.urdf', 'a.obj', ['x/a.obj']],
    ['backslashes', 'x/r.urdf', 'meshes\\a.obj', ['x/meshes/a.obj']],
    ['urdf/ and ../meshes', 'x/urdf/r.urdf', '../meshes/a.obj', ['x/meshes/a.obj']],
    ['urdf/ and another folder beside', 'x/urdf/r.urdf', '../parts/coarse/a.obj', ['x/parts/coarse/a.obj']],
    ['deeper in urdf/', 'x/urdf/v2/r.urdf', '../../meshes/a.obj', ['x/meshes/a.obj']],
    ['robots/ and ../meshes', 'x/robots/r.urdf', '../meshes/a.obj', ['x/meshes/a.obj']],
    ['package.xml above', 'x/robots/deep/r.urdf', '../../parts/a.obj', ['x/parts/a.obj', 'x/package.xml']],
    ['a package that holds the URDF', 'ws/p/robots/r.urdf', 'package://p/parts/a.obj', ['ws/p/parts/a.obj']],
    ['a package beside, with package.xml', 'ws/q/robots/r.urdf', 'package://p/m/a.obj', ['ws/p/m/a.obj', 'ws/p/package.xml']],
    ['a package beside, without', 'ws/q/robots/r.urdf', 'package://p/m/a.obj', ['ws/p/m/a.obj']],
    ['a package far above', 'ws/q/a/b/c/r.urdf', 'package://p/m/a.obj', ['ws/p/m/a.obj']],
    ['a package in a clone of another name', 'clone/robots/r.urdf', 'package://p/m/a.obj', ['clone/m/a.obj']],
    ['a package without a name', 'x/urdf/r.urdf', 'package:///meshes/a.obj', ['x/meshes/a.obj']],
    ['a model', 'x/r.urdf', 'model://p/a.obj', ['x/p/a.obj']],
    ['a way out and back in', 'x/r.urdf', '../x/m/../m/a.obj', ['x/m/a.obj']],
  ])('%s', async (_, place, mesh, also) => {
    const folder = tree({ [place]: urdf(mesh), ...Object.fromEntries(also.map((name) => [name, name.endsWith('.xml') ? manifest : OBJ])) });
    const robot = await robotAt(join(folder, place));
    expect(robot.links[0].shapes.length).toBe(1);
  });

  test('absolute names of the own folder, as xacro makes them, also escaped', async () => {
    const folder = tree({ 'a b/m/a.obj': OBJ });
    writeFileSync(join(folder, 'a b/r.urdf'), urdf(pathToFileURL(join(folder, 'a b/m/a.obj')).href));
    writeFileSync(join(folder, 'a b/s.urdf'), urdf(join(folder, 'a b/m/a.obj')));
    await robotAt(join(folder, 'a b/r.urdf'));
    await robotAt(join(folder, 'a b/s.urdf'));
  });

  test('packages that the person gives, folders of the program, and what it names itself', async () => {
    const folder = tree({
      'x/r.urdf': urdf('package://p/secret.txt'),
      'far/p/secret.txt': OBJ,
      'x/s.urdf': urdf('../far/p/b.obj'),
      'far/p/b.obj': OBJ,
    });
    await robotAt(join(folder, 'x/r.urdf'), {}, { p: join(folder, 'far/p') });
    await robotAt(join(folder, 'x/s.urdf'), { within: [join(folder, 'far')] });
    await readUrdf(files(folder), 'x/s.urdf');
    const from = files();
    await from.read(join(folder, 'far/p/b.obj'));
    await readUrdf(from, join(folder, 'x/s.urdf'));
    await expect(robotAt(join(folder, 'x/s.urdf'))).rejects.toThrow(REFUSED);
  });

  test.skipIf(process.platform === 'win32')(
    'links: of the URDF into its package, and of every file of a package (colcon --symlink-install)',
    async () => {
      const folder = tree({
        'src/p/package.xml': manifest,
        'src/p/urdf/r.urdf': urdf('package://p/parts/a.obj'),
        'src/p/parts/a.obj': OBJ,
        'install/share/p/parts/.keep': '',
        'cell/.keep': '',
      });
      writeFileSync(join(folder, 'src/p/urdf/r.urdf'), urdf(join(folder, 'src/p/parts/a.obj')));
      symlinkSync(join(folder, 'src/p/urdf/r.urdf'), join(folder, 'cell/linked.urdf'));
      await robotAt(join(folder, 'cell/linked.urdf'));
      for (const name of ['package.xml', 'parts/a.obj']) symlinkSync(join(folder, 'src/p', name), join(folder, 'install/share/p', name));
      writeFileSync(join(folder, 'cell/own.urdf'), urdf('package://p/parts/a.obj'));
      await robotAt(join(folder, 'cell/own.urdf'), {}, { p: join(folder, 'install/share/p') });
    },
  );
});

describe('what is not open', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a folder beside', 'cell/r.urdf', '../secret/a.obj', ['secret/a.obj']],
    ['above urdf/', 'x/urdf/r.urdf', '../../a.obj', ['a.obj']],
    ['out of a package', 'ws/p/urdf/r.urdf', 'package://p/../../a.obj', ['a.obj', 'ws/p/package.xml']],
    ['no mesh by its name in what is no package', 'ws/q/r.urdf', 'package://p/id_rsa', ['ws/p/id_rsa']],
    ['a hidden folder as a package', 'ws/q/r.urdf', 'package://.ssh/a.obj', ['ws/.ssh/a.obj']],
    ['the folder above as a package', 'ws/q/r.urdf', 'package://../a.obj', ['ws/a.obj']],
    ['meshes beside, and out of it', 'x/r/r.urdf', '../meshes/../secret.obj', ['x/secret.obj', 'x/meshes/b.obj']],
  ])('%s', async (_, place, mesh, also) => {
    const folder = tree({ [place]: urdf(mesh), ...Object.fromEntries(also.map((name) => [name, OBJ])) });
    const fault = await robotAt(join(folder, place)).catch((error: Error) => error.message);
    expect(fault).toMatch(/--allow-outside|name-of-package/);
    if (!mesh.startsWith('package://.')) await robotAt(join(folder, place), { outside: true });
  });

  test('absolute paths and addresses of files, whether they are there or not', async () => {
    const folder = tree({ 'secret/a.obj': OBJ, 'cell/r.urdf': '' });
    const place = join(folder, 'cell/r.urdf');
    for (const mesh of [
      '/etc/passwd',
      'file:///etc/passwd',
      '/etc/no-such.stl',
      join(folder, 'secret/a.obj'),
      pathToFileURL(join(folder, 'secret/a.obj')).href,
    ]) {
      writeFileSync(place, urdf(mesh));
      await expect(robotAt(place)).rejects.toThrow(REFUSED);
    }
    for (const mesh of ['package://etc/passwd', 'package:///etc/passwd', `package://${homedir().split('/').at(-1)}/.bashrc`]) {
      writeFileSync(place, urdf(mesh));
      await expect(robotAt(place)).rejects.toThrow(/not found|lies outside/);
    }
  });

  test('a NUL, an address of a server, nothing: told, not read', async () => {
    const folder = tree({ 'cell/r.urdf': '' });
    const place = join(folder, 'cell/r.urdf');
    for (const mesh of ['http://localhost:1/a.obj', 'a%00.obj', 'C:\\Windows\\win.ini', '\\\\host\\share\\a.obj']) {
      writeFileSync(place, urdf(mesh));
      await expect(robotAt(place)).rejects.toThrow(/no such file|lies outside/);
    }
    await expect(files(folder).read('a\0.obj', { by: ['cell/r.urdf'] })).rejects.toThrow(/a\0?.obj/);
  });

  test.skipIf(process.platform === 'win32')('through a link, of a file or a folder, or one that pretends to be a package', async () => {
    const folder = tree({
      'secret/a.obj': OBJ,
      'cell/r.urdf': urdf('m.obj'),
      'cell/s.urdf': urdf('links/a.obj'),
      'cell/t.urdf': urdf('sub/b.obj'),
    });
    symlinkSync(join(folder, 'secret/a.obj'), join(folder, 'cell/m.obj'));
    symlinkSync(join(folder, 'secret'), join(folder, 'cell/links'));
    mkdirSync(join(folder, 'cell/sub'));
    symlinkSync(join(folder, 'secret/a.obj'), join(folder, 'cell/sub/b.obj'));
    symlinkSync(join(folder, 'secret/a.obj'), join(folder, 'cell/sub/package.xml'));
    for (const name of ['r', 's', 't']) {
      await expect(robotAt(join(folder, `cell/${name}.urdf`))).rejects.toThrow(REFUSED);
      await robotAt(join(folder, `cell/${name}.urdf`), { outside: true });
    }
  });

  test.skipIf(process.platform === 'win32')('a link to a pipe is not waited for', async () => {
    const folder = tree({ 'cell/r.urdf': urdf('pipe.obj') });
    execFileSync('mkfifo', [join(folder, 'cell/pipe.obj')]);
    await expect(robotAt(join(folder, 'cell/r.urdf'))).rejects.toThrow(/is not a file/);
  });
});

describe('every file that names files', () => {
  const cell = (more: object) => JSON.stringify({ format: 'inbetween-cell/1', robots: [{ urdf: 'r.urdf' }], ...more });
  const own = { 'cell/r.urdf': urdf('a.obj'), 'cell/a.obj': OBJ };

  test('a cell: meshes, clouds, maps, paths of its own', async () => {
    const pose = { position: [9, 9, 9] };
    const outside: Readonly<Record<string, object>> = {
      mesh: { obstacles: [{ name: 'o', mesh: '../b.obj', pose }] },
      cloud: { obstacles: [{ name: 'o', cloud: { file: '../b.xyz', radius: 0.1 }, pose }] },
      heightField: { obstacles: [{ name: 'o', heightField: { file: '../b.csv', spacing: 1 }, pose }] },
      octomap: { obstacles: [{ name: 'o', octomap: '../b.bt', pose }] },
      floorMap: { obstacles: [{ name: 'o', floorMap: { file: '../b.yaml', height: 1 }, pose }] },
      urdf: { robots: [{ urdf: '../s.urdf' }] },
      srdf: { robots: [{ urdf: 'r.urdf', srdf: '../s.srdf' }] },
    };
    for (const more of Object.values(outside)) {
      const folder = tree({ ...own, 'cell/cell.json': cell(more), 's.urdf': urdf('a.obj'), 's.srdf': '<robot name="r"/>', 'b.obj': OBJ });
      await expect(readCell(files(), join(folder, 'cell/cell.json'))).rejects.toThrow(REFUSED);
    }
    const folder = tree({ ...own, 'cell/cell.json': cell({ path: '../p.csv' }), 'p.csv': 'a\n1\n' });
    const read = await readCell(files(), join(folder, 'cell/cell.json'));
    await expect(readCellMotions(files(), read)).rejects.toThrow(REFUSED);
    // given by the person it is read
    await expect(readCellMotions(files(), read, join(folder, 'p.csv'))).rejects.not.toThrow(REFUSED);
  });

  test('robots of a cell in packages elsewhere, and packages that a cell names', async () => {
    const robots = [{ urdf: '../ur/urdf/s.urdf', srdf: '../ur_config/config/s.srdf' }];
    const content = {
      'cell/cell.json': cell({ robots }),
      'ur/urdf/s.urdf': urdf('package://ur/m/a.obj'),
      'ur/m/a.obj': OBJ,
      'ur_config/config/s.srdf': '<robot name="r"/>',
      'ur_config/package.xml': '<package/>',
    };
    await readCell(files(), join(tree(content), 'cell/cell.json'));
    const said = (folder: string) => cell({ robots: [{ urdf: 'r.urdf', packages: { p: folder } }] });
    const near = tree({ 'cell/cell.json': said('../p'), 'cell/r.urdf': urdf('package://p/a.obj'), 'p/a.obj': OBJ });
    await readCell(files(), join(near, 'cell/cell.json'));
    const far = tree({ 'x/cell/cell.json': said('../../y/p'), 'x/cell/r.urdf': urdf('package://p/a.obj'), 'y/p/a.obj': OBJ });
    await expect(readCell(files(), join(far, 'x/cell/cell.json'))).rejects.toThrow(REFUSED);
    writeFileSync(join(far, 'y/p/package.xml'), '<package/>');
    await readCell(files(), join(far, 'x/cell/cell.json'));
    const all = tree({ 'cell/cell.json': said('/'), 'cell/r.urdf': urdf('package://p/etc/passwd') });
    await expect(readCell(files(), join(all, 'cell/cell.json'))).rejects.toThrow(REFUSED);
  });

  test('maps of floors, scenes of two bodies, steps, planning scenes', async () => {
    const folder = tree({
      'x/map.yaml': 'image: ../secret.pgm\nresolution: 1\norigin: [0, 0, 0]\noccupied_thresh: 0.6\nfree_thresh: 0.2\nnegate: 0\n',
      'x/step.json': JSON.stringify({ format: 'inbetween-step/1', bodies: [{ name: 'a', frames: ['../b.obj', '../b.obj'] }] }),
      'x/scene.yaml': 'world: {collision_objects: [{id: o, operation: 0, meshes: [{resource: "file:///b.obj"}], mesh_poses: [{}]}]}\n',
      'x/r.urdf': urdf('a.obj'),
      'x/a.obj': OBJ,
      'b.obj': OBJ,
      'secret.pgm': 'P5 1 1 255\n\0',
    });
    await expect(readFloorMap(files(), join(folder, 'x/map.yaml'), { height: 1 })).rejects.toThrow(REFUSED);
    await expect(readStepFile(files(), join(folder, 'x/step.json'))).rejects.toThrow(REFUSED);
    const robot = await robotAt(join(folder, 'x/r.urdf'));
    await expect(readPlanningScene(files(), join(folder, 'x/scene.yaml'), robot)).rejects.toThrow(REFUSED);
    const upright = { q: [0, 0, 0, 1], t: [0, 0, 0] };
    const scene = {
      format: 'ccd-scene/1',
      name: 's',
      meshA: '../b.obj',
      meshB: '../b.obj',
      poseB: upright,
      motion: 'linear-origin+constant-axis',
    };
    const query = { id: 0, q0: upright.q, t0: [4, 0, 0], q1: upright.q, t1: [3, 0, 0] };
    writeFileSync(join(folder, 'x/scene.json'), JSON.stringify({ ...scene, touch: 1e-6, queries: [query] }));
    await expect(readRigidScene(files(), join(folder, 'x/scene.json'))).rejects.toThrow(REFUSED);
    await readRigidScene(files(undefined, { outside: true }), join(folder, 'x/scene.json'));
  });
});

describe('links that a stranger laid open nothing', () => {
  const secret = tree({ 'deep/in/here/secret.obj': OBJ });
  test('meshes beside the folder, a link to everything', async () => {
    const folder = tree({ 'cell/r.urdf': urdf(`../meshes${secret}/deep/in/here/secret.obj`) });
    symlinkSync('/', join(folder, 'meshes'));
    await expect(robotAt(join(folder, 'cell/r.urdf'))).rejects.toThrow(REFUSED);
  });
  test('meshes beside the folder, a link to a folder', async () => {
    const folder = tree({ 'cell/r.urdf': urdf('../meshes/in/here/secret.obj') });
    symlinkSync(join(secret, 'deep'), join(folder, 'meshes'));
    await expect(robotAt(join(folder, 'cell/r.urdf'))).rejects.toThrow(REFUSED);
  });
  test('the name of a package, a link to everything', async () => {
    const folder = tree({ 'r.urdf': urdf(`package://p${secret}/deep/in/here/secret.obj`) });
    symlinkSync('/', join(folder, 'p'));
    await expect(robotAt(join(folder, 'r.urdf'))).rejects.toThrow(/\(not for .*secret.obj, .*which may be no package/);
  });
  test('the name of a package, a link to a folder that is none', async () => {
    const folder = tree({ 'r.urdf': urdf('package://p/here/secret.obj') });
    symlinkSync(join(secret, 'deep/in'), join(folder, 'p'));
    await expect(robotAt(join(folder, 'r.urdf'))).rejects.toThrow(/\(not for .*secret.obj, .*which may be no package/);
  });
  test('a folder above urdf/ that is a link to everything', async () => {
    const folder = tree({ 'cell/robots/urdf/r.urdf': urdf(`../..${secret}/deep/in/here/secret.obj`) });
    await expect(robotAt(join(folder, 'cell/robots/urdf/r.urdf'))).rejects.toThrow(REFUSED);
    const linked = tree({});
    mkdirSync(linked, { recursive: true });
    symlinkSync('/', join(linked, 'all'));
    const there = join(linked, 'all', folder, 'cell/robots/urdf/r.urdf');
    await expect(robotAt(there)).rejects.toThrow(REFUSED);
  });
});

test.skipIf(process.platform === 'win32')('a package.xml in the home folder makes no package of it', async () => {
  const home = tree({ 'package.xml': '<package/>', 'keys/secret.obj': OBJ, 'downloads/r.urdf': urdf('../keys/secret.obj') });
  const named = tree({ 'a/r.urdf': urdf(`package://${home.split('/').at(-1)}/keys/secret.obj`) });
  const before = process.env.HOME;
  expect((await robotAt(join(home, 'downloads/r.urdf'))).links).toHaveLength(1);
  process.env.HOME = home;
  try {
    await expect(robotAt(join(home, 'downloads/r.urdf'))).rejects.toThrow(REFUSED);
    await expect(robotAt(join(named, 'a/r.urdf'))).rejects.toThrow(/not found|outside/);
  } finally {
    process.env.HOME = before;
  }
});
