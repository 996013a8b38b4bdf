import { expect, test } from 'vitest';
import { coloursOf } from '../../../../src/io/mesh/mesh-colours.ts';
import { parseCollada } from '../../../../src/io/mesh/parse-collada.ts';
import { parseGlb } from '../../../../src/io/mesh/parse-glb.ts';
import { parseMesh } from '../../../../src/io/mesh/read-mesh.ts';
import { parseUrdf } from '../../../../src/io/robot/parse-urdf.ts';
import { colladaText } from './write-collada.ts';
import { GltfWriter, QUAD_POSITIONS } from './write-gltf.ts';

const effect = (id: string, colour: string) =>
  `<effect id="${id}"><profile_COMMON><technique sid="t"><phong><diffuse><color>${colour}</color></diffuse></phong></technique></profile_COMMON></effect>`;
const part = (material: string, corners: string) =>
  `<triangles count="1" material="${material}"><input semantic="VERTEX" source="#quad-v" offset="0"/><p>${corners}</p></triangles>`;
const bind = (symbol: string, target: string) => `<instance_material symbol="${symbol}" target="#${target}"/>`;

function collada(colour: string): Uint8Array | null {
  const text = colladaText({
    primitives: `${part('one', '0 1 2')}\n${part('two', '0 2 3')}`,
    libraries: `<library_effects>${effect('red', colour)}${effect('blue', '0 0.2 1 1')}</library_effects>
<library_materials><material id="m1"><instance_effect url="#red"/></material><material id="m2"><instance_effect url="#blue"/></material></library_materials>`,
    nodes: `<node><instance_geometry url="#quad"><bind_material><technique_common>${bind('one', 'm1')}${bind('two', 'm2')}</technique_common></bind_material></instance_geometry></node>`,
  });
  return coloursOf(parseCollada(text, 'a.dae'));
}

test('COLLADA: each triangle has the diffuse colour of the material that its instance binds; what is no colour is none, and refuses nothing', () => {
  expect([...(collada('1 0 0 1') ?? [])]).toEqual([255, 0, 0, 0, 51, 255]);
  expect([...(collada('red') ?? [])]).toEqual([179, 179, 179, 0, 51, 255]);
  expect(coloursOf(parseCollada(colladaText(), 'a.dae'))).toBe(null);
});

function gltf(materials: unknown): Uint8Array | null {
  const writer = new GltfWriter();
  const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
  const indices = (...corners: number[]) => writer.accessor(Uint16Array.from(corners), 'SCALAR');
  const primitives = [
    { attributes: { POSITION }, indices: indices(0, 1, 2), material: 0 },
    { attributes: { POSITION }, indices: indices(0, 2, 3), material: 1 },
  ];
  return coloursOf(parseGlb(writer.glb({ nodes: [{ mesh: 0 }], meshes: [{ primitives }], materials }), 'a.glb'));
}

test('glTF: each triangle has the base colour of its material, from linear light to that of a screen', () => {
  const base = (...baseColorFactor: unknown[]) => ({ pbrMetallicRoughness: { baseColorFactor } });
  const colours = [...(gltf([base(1, 0, 0.2140411, 1), base(0, 1, 0, 1)]) ?? [])];
  // sRGB of 0.214 is 0.5; square roots come within 0.004 of it
  expect(Math.abs(colours[2] - 127.5)).toBeLessThanOrEqual(1.5);
  expect([colours[0], colours[1], ...colours.slice(3)]).toEqual([255, 0, 0, 255, 0]);
  expect(gltf([base('red', 0, 0, 1), 7])).toBe(null);
  expect(gltf(undefined)).toBe(null);
});

test('other formats have none', () => {
  expect(coloursOf(parseMesh('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'a.obj'))).toBe(null);
});

test('URDF: a link has the colour of its first visual that has one, of its own material or of one of the robot', () => {
  const visual = (material: string) => `<visual><geometry><sphere radius="1"/></geometry>${material}</visual>`;
  const links = [
    ['own', visual('<material name="x"><color rgba="0.25 0.5 1 1"/></material>')],
    ['named', visual('') + visual('<material name="grey"/>')],
    ['unknown', visual('<material name="nobody"/>')],
    ['wrong', visual('<material name="y"><color rgba="2 red"/></material>')],
  ];
  const joints = ['named', 'unknown', 'wrong'].map(
    (child) => `<joint name="${child}" type="fixed"><parent link="own"/><child link="${child}"/></joint>`,
  );
  const text = `<robot name="r"><material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>${links
    .map(([name, inside]) => `<link name="${name}">${inside}</link>`)
    .join('')}${joints.join('')}</robot>`;
  expect(parseUrdf(text, 'r.urdf').links.map(({ name, colour }) => [name, colour])).toEqual([
    ['own', [0.25, 0.5, 1]],
    ['named', [0.5, 0.5, 0.5]],
    ['unknown', undefined],
    ['wrong', undefined],
  ]);
});
