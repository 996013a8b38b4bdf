import { describe, expect, test } from 'vitest';
import { parseRigidScene, readRigidScene } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { objText, offText, TETRAHEDRON } from '../mesh/write-mesh.ts';

type Json = Record<string, unknown>;

const QUERY: Json = { id: 3, q0: [0, 0, 0, 1], t0: [1, 2, 3], q1: [0.6, 0, 0, 0.8], t1: [4, 5, 6] };
const REF: Json = { collide: true, lo: 0.25, hi: 0.26, d0: 7 };
const SCENE: Json = {
  format: 'ccd-scene/1',
  name: 'gear',
  meshA: 'gear.obj',
  meshB: 'plate.off',
  poseB: { q: [0, 1, 0, 0], t: [0, 0, 9] },
  motion: 'linear-origin+constant-axis',
  touch: 0.01,
  queries: [QUERY, { ...QUERY, id: 4, trajectory: 2, ref: REF }],
};

const without = (object: Json, key: string): Json => Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
const withQuery = (change: Json): Json => ({ ...SCENE, queries: [QUERY, { ...QUERY, ...change }] });
const withRef = (change: Json): Json => withQuery({ ref: { ...REF, ...change } });

test('what was written comes back', () => {
  const scene = parseRigidScene(JSON.stringify(SCENE), 'gear.json');
  expect(scene.name).toBe('gear');
  expect(scene.meshA).toBe('gear.obj');
  expect(scene.meshB).toBe('plate.off');
  expect(scene.poseB).toEqual({ quaternion: [0, 1, 0, 0], position: [0, 0, 9] });
  expect(scene.touch).toBe(0.01);
  expect(scene.queries).toHaveLength(2);
  expect(scene.queries[0]).toMatchObject({ id: 3, trajectory: undefined, ref: undefined });
  expect(scene.queries[1]).toEqual({
    id: 4,
    trajectory: 2,
    from: { quaternion: [0, 0, 0, 1], position: [1, 2, 3] },
    to: { quaternion: [0.6, 0, 0, 0.8], position: [4, 5, 6] },
    ref: REF,
  });
});

test('name, poseB, motion and touch may be missing, a byte order mark present', () => {
  const short = ['name', 'poseB', 'motion', 'touch'].reduce(without, SCENE);
  const scene = parseRigidScene(new TextEncoder().encode(`\ufeff${JSON.stringify(short)}`), 'gear.json');
  expect(scene.poseB).toEqual({ quaternion: [0, 0, 0, 1], position: [0, 0, 0] });
  expect(scene.touch).toBeUndefined();
  expect(scene.name).toBe('gear.json');
});

describe('broken scenes', () => {
  test.each<[string, unknown, RegExp]>([
    ['a list', [], /the content should be an object, got \[\]/],
    ['null', null, /the content should be an object/],
    ['no format', without(SCENE, 'format'), /format should be "ccd-scene\/1", but is missing/],
    ['another format', { ...SCENE, format: 'ccd-robot-scene/1' }, /format should be .* got "ccd-robot-scene\/1"/],
    ['another motion', { ...SCENE, motion: 'screw' }, /motion should be .* got "screw"/],
    ['no mesh', without(SCENE, 'meshA'), /meshA should be a text, but is missing/],
    ['an empty mesh name', { ...SCENE, meshB: '' }, /meshB should be a text, got ""/],
    ['a number as mesh', { ...SCENE, meshB: 7 }, /meshB should be a text, got 7/],
    ['a number as name', { ...SCENE, name: 7 }, /name should be a text/],
    ['touch 0', { ...SCENE, touch: 0 }, /touch should be a number > 0, got 0/],
    ['touch as text', { ...SCENE, touch: '0.1' }, /touch should be a finite number, got "0.1"/],
    ['no queries', without(SCENE, 'queries'), /queries should be a list/],
    ['empty queries', { ...SCENE, queries: [] }, /queries should be a list of at least one/],
    ['queries as object', { ...SCENE, queries: {} }, /queries should be a list/],
    ['a query of null', { ...SCENE, queries: [QUERY, null] }, /queries\[1\] should be an object, got null/],
    ['poseB as list', { ...SCENE, poseB: [1] }, /poseB should be an object/],
    ['poseB without t', { ...SCENE, poseB: { q: [0, 0, 0, 1] } }, /poseB\.t should be 3 finite numbers, but is missing/],
    ['no id', { ...SCENE, queries: [without(QUERY, 'id')] }, /queries\[0\]\.id should be a finite number, but is missing/],
    ['id 1.5', withQuery({ id: 1.5 }), /queries\[1\]\.id should be an integer, got 1\.5/],
    ['three numbers in q0', withQuery({ q0: [0, 0, 1] }), /queries\[1\]\.q0 should be 4 finite numbers, got \[0,0,1\]/],
    ['null in t1', withQuery({ t1: [0, null, 0] }), /queries\[1\]\.t1 should be 3 finite numbers/],
    ['text in t0', withQuery({ t0: [0, '1', 0] }), /queries\[1\]\.t0 should be 3 finite numbers/],
    ['huge t0', withQuery({ t0: [0, 1e200, 0] }), /queries\[1\]\.q0, t0: position/],
    ['non-unit q1', withQuery({ q1: [0, 0, 0, 1.001] }), /queries\[1\]\.q1, t1: quaternion .* has length 1\.001/],
    ['zero q0', withQuery({ q0: [0, 0, 0, 0] }), /queries\[1\]\.q0, t0: quaternion .* has length 0/],
    ['trajectory as text', withQuery({ trajectory: 'a' }), /queries\[1\]\.trajectory should be a finite number/],
    ['ref as number', withQuery({ ref: 1 }), /queries\[1\]\.ref should be an object, got 1/],
    ['collide as number', withRef({ collide: 1 }), /queries\[1\]\.ref\.collide should be true or false, got 1/],
    ['lo missing', withQuery({ ref: without(REF, 'lo') }), /queries\[1\]\.ref\.lo should be a finite number, but is missing/],
    ['hi as list', withRef({ hi: [] }), /queries\[1\]\.ref\.hi should be a finite number, got \[\]/],
  ])('%s', (_, content, says) => {
    const broken = () => parseRigidScene(JSON.stringify(content), 'dir/gear.json');
    expect(broken).toThrow(InputError);
    expect(broken).toThrow(says);
    expect(broken).toThrow(/^dir\/gear\.json: /);
  });

  test('numbers too large for a double', () => {
    const text = JSON.stringify(SCENE).replace('[1,2,3]', '[1,2,1e999]');
    expect(() => parseRigidScene(text, 'a.json')).toThrow(/queries\[0\]\.t0 should be 3 finite numbers/);
  });

  test.each(['', '{', '{"format": "ccd-scene/1",\n"queries": [1,]}', 'NaN', '\0', '['.repeat(100_000)])('no JSON: %#', (text) => {
    expect(() => parseRigidScene(text, 'a.json')).toThrow(InputError);
    expect(() => parseRigidScene(text, 'a.json')).toThrow(/^a\.json.*: is not JSON: /);
  });

  test('bytes that are not UTF-8', () => {
    expect(() => parseRigidScene(Uint8Array.from([0x22, 0xff, 0x22]), 'a.json')).toThrow(InputError);
  });
});

describe('readRigidScene', () => {
  const files = (content: Record<string, string>) => ({
    async read(path: string): Promise<Uint8Array> {
      if (!(path in content)) throw new InputError('no such file', { file: path });
      return new TextEncoder().encode(content[path]);
    },
  });

  test('loads the meshes beside the scene, the same file once', async () => {
    const content = {
      'scenes/two.json': JSON.stringify(SCENE),
      'scenes/one.json': JSON.stringify({ ...SCENE, meshB: 'gear.obj' }),
      'scenes/gear.obj': objText(TETRAHEDRON),
      'scenes/plate.off': offText(TETRAHEDRON),
    };
    const two = await readRigidScene(files(content), 'scenes/two.json');
    expect(two.a).not.toBe(two.b);
    expect([two.a.name, two.b.name]).toEqual(['scenes/gear.obj', 'scenes/plate.off']);
    const one = await readRigidScene(files(content), 'scenes/one.json');
    expect(one.a).toBe(one.b);
  });

  test('a missing mesh is named', async () => {
    const missing = readRigidScene(files({ 'two.json': JSON.stringify(SCENE) }), 'two.json');
    await expect(missing).rejects.toThrow(/^gear\.obj: no such file/);
  });
});
