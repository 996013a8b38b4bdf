// Small files of every format, with as many of its constructs as fit: what the fuzzer changes and the hashes read.
import { exampleCell, examplePath, exampleUrdf } from '../../../src/io/index.ts';
import { Random } from '../../../src/math/random.ts';
import { pcdBytes } from '../../unit/io/cloud/write-cloud.ts';
import { octomapBytes, randomOctree } from '../../unit/io/map/write-octomap.ts';
import { colladaText } from '../../unit/io/mesh/write-collada.ts';
import { GltfWriter, QUAD_INDICES, QUAD_POSITIONS, quadGlb } from '../../unit/io/mesh/write-gltf.ts';
import { objText, offText, POLYGONS, plyBytes, stlBytes, stlText, TETRAHEDRON } from '../../unit/io/mesh/write-mesh.ts';

/** Bytes as text, one letter each: survives JSON, and most files can be read in it. */
export function textOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

export function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const OBJ = `# head\nmtllib none.mtl\no a\n${objText(POLYGONS)}g b\nusemtl red\ns off\nf 1/2/3 2//3 -1 \\\n 4\nl 1 2\n`;
const FIELDS = ['x', 'radius', 'y', '_', 'z'].map((name, k) => ({ name, values: [1, 2.5, 1e-3, 0, 2.5, 2.5].map((x) => x + k) }));
const POINTS = { positions: [0, 1, 2, 3, 4, 5, 6.5, 7, 8], faces: [] };

const URDF = `<?xml version="1.0"?>
<robot name="arm">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base"><collision><geometry><sphere radius="0.5"/></geometry></collision><visual><geometry><mesh filename="part.obj" scale="1 1 1"/></geometry></visual></link>
  <link name="upper"><collision><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><geometry><box size="1 2 3"/></geometry></collision></link>
  <link name="lower"><collision><geometry><cylinder radius="0.1" length="2"/></geometry></collision></link>
  <link name="tip"><collision><geometry><mesh filename="part.obj" scale="0.5 0.5 0.5"/></geometry></collision></link>
  <link name="finger"/>
  <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 2"/><axis xyz="0 0 1"/></joint>
  <joint name="bend" type="revolute"><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/><limit lower="-1" upper="1e0" effort="1" velocity="2"/></joint>
  <joint name="push" type="prismatic"><parent link="lower"/><child link="tip"/><limit lower="0" upper="0.5" effort="1" velocity="1"/></joint>
  <joint name="grip" type="prismatic"><parent link="tip"/><child link="finger"/><limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="push" multiplier="2" offset="0.1"/></joint>
</robot>
`;
const SRDF = `<robot name="arm">
  <group name="all"><group name="hand"/><chain base_link="base" tip_link="tip"/></group>
  <group name="hand"><joint name="push"/><link name="tip"/></group>
  <group_state name="home" group="all"><joint name="turn" value="0.5"/><joint name="bend" value="-0.5"/></group_state>
  <end_effector name="gripper" parent_link="lower" group="hand" parent_group="all"/>
  <virtual_joint name="world" type="floating" parent_frame="map" child_link="base"/>
  <passive_joint name="grip"/>
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/>
  <disable_default_collisions link="tip"/>
  <enable_collisions link1="tip" link2="base"/>
</robot>
`;
const COLLADA = colladaText({
  libraries: '<library_nodes><node id="n"><translate>0 0 1</translate><instance_geometry url="#quad"/></node></library_nodes>',
  nodes:
    '<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><node><rotate>0 0 1 90</rotate><scale>1 2 1</scale><instance_node url="#n"/></node><instance_geometry url="#quad"/></node>',
});
const RIGID = `{"format":"ccd-scene/1","name":"s","meshA":"part.obj","meshB":"part.obj","poseB":{"q":[0,0,0,1],"t":[0,0,0]},"touch":0.01,"queries":[
{"id":0,"trajectory":1,"q0":[0,0,0,1],"t0":[1,2,3],"q1":[0.6,0,0,0.8],"t1":[0,0,1e3],"ref":{"collide":true,"lo":0.25,"hi":0.26,"d0":1}}]}`;
const ROBOTS = `{"format":"ccd-robot-scene/1","name":"two","self":true,"touch":0.0001,"robots":[{"name":"man","base":{"q":[0,1,0,0],"t":[0,0,9]},"links":[
{"name":"pelvis","parent":-1,"mesh":"part.obj","joint":{"type":"floating","origin":{"q":[0,0,0,1],"t":[0,0,1]}}},
{"name":"spine","parent":0,"mesh":null,"joint":{"type":"revolute","axis":[0,0,2],"limits":[-1,1]}},
{"name":"chest","parent":1,"mesh":"part.obj","joint":{"type":"prismatic","axis":[1,0,0]}}]}],
"environment":[{"name":"block","mesh":"part.obj","pose":{"q":[0,0,0,1],"t":[5,0,1]}}],"ignore":[["chest","pelvis"]],
"queries":[{"id":3,"from":[1,2,3,0,0,0.6,0.8,0.25,0.5],"to":[2,2,3,0,0,0,1,0.5,0.75]}]}`;
const STEP = `{"format":"inbetween-step/1", // by hand
"name":"drop","clearance":0.5,"tolerance":1e-4,"bodies":[{"name":"cloth","frames":["part.obj","moved.obj"],"self":true,"weld":false},{"frames":["part.obj"]}],"allowed":[["cloth","part"]]}`;
const CELL = `{"format":"inbetween-cell/1","name":"two arms","robots":[
{"urdf":"arm.urdf","name":"left","base":{"position":[0,1,0],"rpyDegrees":[0,0,90]},"allow":[["base","tip"]],"start":{"turn":0.5}},
{"urdf":"arm.urdf","srdf":"arm.srdf","name":"right","geometry":"collision","packages":{"p":"folder"},"base":{"position":[0,-4,0]}}],
"obstacles":[{"name":"part","mesh":"part.obj","scale":0.5,"pose":{"quaternion":[0,0,0.6,0.8]}},{"name":"box","box":[1,2,3],"pose":{"position":[1,2,3],"rpy":[0.1,0.2,0.3]}},
{"name":"ball","sphere":0.25},{"name":"can","cylinder":{"radius":1,"height":2}},{"name":"pill","capsule":{"radius":1,"length":2}},{"name":"seen","cloud":{"file":"seen.xyz","radius":0.01}}],
"bodies":[{"name":"door","box":[1,1,1],"trajectory":[{"time":0,"pose":{"position":[9,0,1]}},{"time":3,"pose":{"position":[9,1,1]}}]}],
"attach":[{"name":"tool","to":"left/tip","sphere":0.1,"pose":{"position":[0,0,7]},"touches":["base"]}],
"clearance":{"default":0.01,"self":0},"tolerance":1e-4,"self":false,"path":[[0,0,0,0,0,0,0,0,0,1,0,0,0],[1,0.5,0.25,0,0,0,0,0,0,1,1,0.5,0.25]]}`;
const TRAJECTORY = `header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' }
joint_names: [turn, bend, push]
points:
  - positions: [0, 1e-3, -2.5]
    velocities: [0.1, 0, 0]
    accelerations: []
    time_from_start: { sec: 0, nanosec: 500000000 }
  -
    positions:
      - 1
      - .5
      - 3
    velocities: [0, 0, 0]
    time_from_start:
      sec: 1
      nanosec: 0
---
`;
const TRAJECTORY_JSON = `{"joint_names":["turn","bend"],"points":[{"positions":[0,1],"time_from_start":{"secs":0,"nsecs":1}},{"positions":[1,2],"time_from_start":{"secs":2,"nsecs":5}}]}`;
const BLOCKS = `# notes
text: |
  two lines
    of text
folded: >-
  one
  line
anchor: &a [1, 2.5e3, -.5, 0x1f]
again: *a
empty: ~
quoted: "a\\n\\u00e9 b"
single: 'it''s'
nested:
  - - 1
    - 2
  - key: value
    other: {a: 1, b: [true, false, null]}
joint_names: [turn]
points:
  - positions: [1]
  - positions: [2]
`;
const SCENE = `robot_state:
  joint_state: { name: [slide, lift], position: [0.5, 0.25] }
  attached_collision_objects: [{ link_name: grip, touch_links: [head], object: { id: rod, primitives: [{ type: 2, dimensions: [0.1] }] } }]
allowed_collision_matrix: { entry_names: [cart, crate], entry_values: [[false, true], [true, false]], default_entry_names: [rod], default_entry_values: [true] }
fixed_frame_transforms: [{ child_frame_id: table, transform: { translation: [0, 2, 0], rotation: [0, 0, 0, 1] } }]
link_padding: [{ link_name: cart, padding: 0.01 }]
world:
  collision_objects:
    - id: crate
      header: { frame_id: table }
      pose: { position: { x: 1, y: 2, z: 3 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }
      primitives: [{ type: box, dimensions: [0.2, 0.3, 0.4] }, { type: 3, dimensions: [1, 0.1] }]
      primitive_poses: [{ position: [1, 0, 0], orientation: [0, 0, 0, 1] }]
    - { id: wall, planes: [{ coef: [1, 0, 0, -4] }], meshes: [{ vertices: [[0, 0, 9], [1, 0, 9], [0, 1, 9]], triangles: [[0, 1, 2]] }] }
`;
const REQUEST = `group_name: both
goal_constraints:
  - joint_constraints: [{ joint_name: slide, position: 1.5, tolerance_above: 0.01 }, { joint_name: lift, position: -0.5 }]
  - position_constraints: [{ link_name: grip, constraint_region: { primitives: [{ type: 2, dimensions: [0.01] }], primitive_poses: [{ position: [1, 0, 1] }] } }]
    orientation_constraints: [{ link_name: grip, orientation: [0, 0, 0, 1], absolute_x_axis_tolerance: 0.1 }]
start_state: { joint_state: { name: [slide], position: [0.25] }, multi_dof_joint_state: { joint_names: [], transforms: [] } }
`;
const LINES = `{"scene":"a","planner":"p","seed":1,"solved":true,"path":[[0,0],[1,2]]}\n{"scene":"b","solved":false,"path":[]}\n[[0,1],[2,3]]\n`;
const POSES =
  'poses:\n  - { position: { x: 0, y: 1, z: 2 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }\n  - { position: [1, 1, 1], orientation: [1, 0, 0, 0] }\n';
const TABLE = '# units: degrees\ntime,turn,bend [deg],turn_velocity,bend_velocity\n0,1,2,3,0\n0.5,-1e-3,.5,0,1\n1.5,2,3,4,0\n';
const MAP = 'image: map.pgm\nresolution: 0.5\norigin: [-1, -2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
const PGM = 'P5\n# map\n4 2\n127\n\0\x7f\x7fa\x7f\x7f\0\x05';

function npy(shape: string, values: readonly number[]): string {
  const header = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117);
  const bytes = new Uint8Array(128 + 8 * values.length);
  bytes.set(bytesOfText(`\x93NUMPY\x01\x00${String.fromCharCode(118)}\x00${header}\n`));
  const view = new DataView(bytes.buffer);
  for (const [i, x] of values.entries()) view.setFloat64(128 + 8 * i, x, true);
  return textOfBytes(bytes);
}

function gltf(): string {
  const writer = new GltfWriter();
  const POSITION = writer.accessor(Float32Array.from(QUAD_POSITIONS), 'VEC3');
  const indices = writer.accessor(Uint16Array.from(QUAD_INDICES), 'SCALAR');
  return writer.gltf({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], translation: [0, 0, 1] },
      { mesh: 0, rotation: [0, 0, 0.6, 0.8], scale: [1, 2, 1] },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION }, indices, mode: 4 }] }],
  });
}

/** Files that others name; the one that is changed takes its own place among them. */
export const BESIDE: Readonly<Record<string, string>> = {
  'arm.urdf': URDF,
  'arm.srdf': SRDF,
  'part.obj': objText(TETRAHEDRON),
  'moved.obj': objText({ ...TETRAHEDRON, positions: TETRAHEDRON.positions.map((x, i) => x + (i % 7)) }),
  'map.pgm': PGM,
  'seen.xyz': '9 9 9\n9 9 8\n',
  'example.urdf': exampleUrdf(),
  'path.csv': examplePath(),
};

/** By format: name of the file and its content. */
export const SEED_FILES: Readonly<Record<string, readonly (readonly [name: string, content: string])[]>> = {
  urdf: [
    ['arm.urdf', URDF],
    ['arm.urdf', exampleUrdf()],
  ],
  srdf: [['arm.srdf', SRDF]],
  collada: [
    ['a.dae', COLLADA],
    ['a.dae', colladaText()],
  ],
  obj: [['a.obj', OBJ]],
  stl: [
    ['a.stl', stlText(TETRAHEDRON)],
    ['a.stl', textOfBytes(stlBytes(TETRAHEDRON, 'solid'))],
  ],
  ply: [
    ['a.ply', textOfBytes(plyBytes(POLYGONS, 'ascii'))],
    ['a.ply', textOfBytes(plyBytes(POLYGONS, 'binary_little_endian'))],
    ['a.ply', textOfBytes(plyBytes(POLYGONS, 'binary_big_endian', { coordinate: 'float', count: 'int', index: 'ushort' }))],
  ],
  off: [['a.off', offText(POLYGONS)]],
  gltf: [['a.gltf', gltf()]],
  glb: [
    ['a.glb', textOfBytes(quadGlb())],
    ['a.glb', textOfBytes(quadGlb([{ children: [1] }, { mesh: 0, matrix: [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }]))],
  ],
  pcd: (['ascii', 'binary', 'binary_compressed'] as const).map((data) => ['a.pcd', textOfBytes(pcdBytes(data, FIELDS))] as const),
  points: [
    ['a.xyz', '0 1 2\n3 4.5 -6e-1\n# x\n7 8 9\n'],
    ['a.csv', '# x\nx,y,z,radius\n1,2,3,0.5\nnan,nan,nan,1\n4,5e-1,6,0\n7,8,9.25,1\n'],
    ['a.pts', '3\n1 2 3 4\n5 6 7 8\n-1 0 1 255\n'],
    ['a.ply', textOfBytes(plyBytes(POINTS, 'ascii'))],
  ],
  pgm: [
    ['map.pgm', PGM],
    ['map.pgm', 'P2\n4 2\n127\n1 2 3 4\n5 6 7 127\n'],
  ],
  map: [['map.yaml', MAP]],
  octomap: [['map.bt', textOfBytes(octomapBytes(randomOctree(new Random(4), 5), 0.05))]],
  heights: [
    ['heights.txt', '0 1 2\n3 4.5 5\n6 7 -8\n'],
    ['heights.json', '[[0, 1, 2],\n [3, 4.5, 5]]'],
  ],
  yaml: [
    ['path.yaml', BLOCKS],
    ['path.yaml', POSES],
  ],
  json: [
    ['path.json', '{"joints":["turn"],"path":[[0],[1.5e0]],"units":"degrees"}'],
    ['path.jsonl', LINES],
  ],
  csv: [
    ['path.csv', TABLE],
    ['path.csv', examplePath()],
    ['path.txt', '0.5 -1 2 \n1e-3   0 3 \n\n'],
  ],
  npy: [['path.npy', npy('(2, 3)', [1, 2, 3, 4, 5, 6])]],
  trajectory: [
    ['path.yaml', TRAJECTORY],
    ['path.json', TRAJECTORY_JSON],
  ],
  'planning-scene': [['scene.yaml', SCENE]],
  request: [['request.yaml', REQUEST]],
  cell: [
    ['cell.json', CELL],
    ['cell.json', exampleCell().replace('arm.urdf', 'example.urdf')],
  ],
  'rigid-scene': [['scene.json', RIGID]],
  'robot-scene': [['robots.json', ROBOTS]],
  step: [['step.json', STEP]],
};
