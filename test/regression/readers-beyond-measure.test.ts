import { expect, test } from 'vitest';
import {
  bindPath,
  buildRobot,
  parseCloud,
  parseCollada,
  parseGltf,
  parseMesh,
  parsePath,
  parseRigidScene,
  parseSrdf,
  parseStepFile,
  parseUrdf,
  readUrdf,
  WorkMeter,
} from '../../src/io/index.ts';
import { InputError } from '../../src/math/input-error.ts';
import { nearestName } from '../../src/math/nearest-name.ts';

// Small files that took the memory, the stack or minutes.

test('spelling help keeps no table of long names', () => {
  // 65 rows of 2^25 numbers do not fit into the memory
  expect(nearestName('b'.repeat(64), ['a'.repeat(2 ** 25)])).toBeUndefined();
  expect(nearestName('elbwo', ['shoulder', 'elbow', 'e'.repeat(2 ** 25)])).toBe('elbow');
});

test('names of files are cut in messages', () => {
  const name = 'b'.repeat(100_000);
  const text = `{"format":"inbetween-step/1","bodies":[{"name":"${'a'.repeat(100_000)}","frames":["a.obj"]}],"allowed":[["${name}","c"]]}`;
  expect(() => parseStepFile(text, 'a.json')).toThrow(
    /^a\.json, line 1: allowed\[0\]\[0\] is 'b{80}…', which is no body; there are a{80}…$/,
  );
  expect(new InputError('x'.repeat(1e6)).message).toHaveLength(4001);
});

test.each([
  ['a matrix of lists within lists', `{"asset":{"version":"2.0"},"nodes":[{"matrix":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`],
  ['an extension of lists within lists', `{"asset":{"version":"2.0"},"extensionsRequired":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}`],
])('glTF: %s', (_, text) => {
  expect(() => parseGltf(text, 'a.gltf')).toThrow(InputError);
});

test('scenes: lists within lists', () => {
  const text = `{"format":"ccd-scene/1","meshA":"a","meshB":"b","queries":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}`;
  expect(() => parseRigidScene(text, 'a.json')).toThrow(/a\.json: queries\[0\] should be an object, got \[\[\[\[…\]\]\]\]/);
});

test('ten million escapes', () => {
  expect(parsePath(`["${'\\n'.repeat(1e7)}"]`, 'a.json').points[0].state).toHaveLength(1e7);
});

test('a box of 200,000 sizes', () => {
  const text = `<robot name="r"><link name="a"><collision><geometry><box size="${'1 '.repeat(2e5)}0"/></geometry></collision></link></robot>`;
  expect(() => parseUrdf(text, 'a.urdf')).toThrow(/a\.urdf, line 1: size of <box> should be 3 numbers/);
});

test('an array of a billion rows of nothing', () => {
  const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (4000000000, 0), }\n";
  const bytes = new Uint8Array([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0, ...new TextEncoder().encode(header)]);
  expect(() => parsePath(bytes, 'a.npy')).toThrow(/a\.npy: has the shape \(4000000000, 0\): there are no values in it/);
});

test('comments and empty lines before no cloud', () => {
  // each pair of line ends could be shared out in two ways, and all were tried
  expect(() => parseCloud('#\n\n'.repeat(200), 'a.unknown')).toThrow(/format not recognised/);
});

const TRIANGLE =
  '<geometry id="g"><mesh><source id="p"><float_array id="f" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#f" count="3" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>';

function controllers(count: number, instances: number): string {
  const chain = Array.from(
    { length: count },
    (_, i) => `<controller id="c${i}"><skin source="#${i + 1 < count ? `c${i + 1}` : 'g'}"/></controller>`,
  );
  const nodes = '<node><instance_controller url="#c0"/></node>'.repeat(instances);
  return `<COLLADA><library_geometries>${TRIANGLE}</library_geometries><library_controllers>${chain.join('')}</library_controllers><library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes></COLLADA>`;
}

test('COLLADA: controllers times instances are charged', () => {
  expect(() => parseCollada(controllers(2000, 4000), 'a.dae')).toThrow(
    /^a\.dae, line 1: takes more work to read than the limit of \d+ units: .* raise the limit, maxWork: \d+ \(--max-work \d+ of the command\)$/,
  );
  const few = controllers(50, 50);
  expect(() => parseCollada(few, 'a.dae', { maxWork: 100_000 })).toThrow(/the limit of 100000 units/);
  expect(parseCollada(few, 'a.dae', { maxWork: 2e6 }).triangleCount).toBe(50);
});

function chainOf(count: number): string {
  const links = Array.from(
    { length: count + 1 },
    (_, i) => `<link name="l${i}"><collision><geometry><sphere radius="1"/></geometry></collision></link>`,
  );
  const joints = Array.from(
    { length: count },
    (_, i) => `<joint name="j${i}" type="revolute"><parent link="l${i}"/><child link="l${i + 1}"/><limit lower="-1" upper="1"/></joint>`,
  );
  return `<robot name="r">${links.join('')}${joints.join('')}</robot>`;
}

test.each([
  ['chains', (i: number) => '<chain base_link="l0" tip_link="l1000"/>'.repeat(1 + (i % 2))],
  ['groups of groups', (i: number) => (i % 500 === 0 ? '<chain base_link="l0" tip_link="l1000"/>' : `<group name="g${i - 1}"/>`)],
])('SRDF: %s are charged', (_, inner) => {
  const groups = Array.from({ length: 3000 }, (_, i) => `<group name="g${i}">${inner(i)}</group>`);
  const srdf = parseSrdf(`<robot name="r">${groups.join('')}</robot>`, 'r.srdf');
  const urdf = parseUrdf(chainOf(1000), 'r.urdf');
  const none = () => {
    throw new Error('no mesh');
  };
  expect(() => buildRobot(urdf, none, { srdf })).toThrow(/^r\.srdf, line 1: takes more work to read than the limit of 134217728 units/);
  const some = parseSrdf(`<robot name="r">${groups.slice(0, 20).join('')}</robot>`, 'r.srdf');
  expect(buildRobot(urdf, none, { srdf: some }).groups[19].joints).toHaveLength(1000);
});

test('paths that name one joint of many are charged for all', () => {
  const urdf = parseUrdf(chainOf(1000), 'r.urdf');
  const robot = buildRobot(urdf, () => {
    throw new Error('no mesh');
  });
  const path = parsePath(`j0\n${'0\n'.repeat(200)}`, 'p.csv');
  expect(() => bindPath(robot, path, { maxWork: 1000 * 200 })).toThrow(/^p\.csv: takes more work to read than the limit of 200000 units/);
  expect(bindPath(robot, path)).toHaveLength(200);
});

test('warnings by the hundred thousand', async () => {
  const srdf = `<robot name="r">${'<what/>'.repeat(150_000)}</robot>`;
  const files = { read: async (path: string) => new TextEncoder().encode(path === 'r.srdf' ? srdf : chainOf(1)) };
  let warnings = 0;
  await readUrdf(files, 'r.urdf', { srdf: 'r.srdf', onWarning: () => warnings++ });
  expect(warnings).toBe(150_000);
});

test('a meter is shared by the readers it is given to', () => {
  const maxWork = new WorkMeter(3000);
  const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  parseMesh(text, 'a.obj', { maxWork });
  expect(maxWork.work).toBeGreaterThanOrEqual(text.length);
  expect(() => {
    for (let i = 0; i < 100; i++) parseMesh(text, 'a.obj', { maxWork });
  }).toThrow(/^a\.obj: takes more work to read than the limit of 3000 units/);
  expect(() => parseMesh(text, 'a.obj', { maxWork: 0 })).toThrow(/maxWork: must be a number > 0, or a WorkMeter that readers share; got 0/);
});
