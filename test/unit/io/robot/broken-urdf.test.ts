import { describe, expect, test } from 'vitest';
import { readUrdf } from '../../../../src/io/robot/read-urdf.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { objText, TETRAHEDRON } from '../mesh/write-mesh.ts';
import { CHAIN, jointText, linkText, memoryFiles, robotText } from './urdf-text.ts';

// Each broken file gives one InputError with the file and the line of the fault, and says what is wrong.

interface Broken {
  readonly what: string;
  readonly text: string | Uint8Array;
  readonly line?: number;
  readonly says: RegExp;
}

const A = linkText('a');
const B = linkText('b');
const C = linkText('c');

function bytes(...parts: readonly (string | number)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));
}

const XML: Broken[] = [
  { what: 'empty', text: '', line: 1, says: /the file is empty/ },
  { what: 'blanks', text: ' \n\n ', line: 1, says: /the file is empty/ },
  { what: 'only a declaration', text: '<?xml version="1.0"?>\n', line: 2, says: /must contain a root element/ },
  { what: 'only a comment', text: '<!-- a\n-->', line: 2, says: /must contain a root element/ },
  { what: 'no XML', text: 'solid part\nfacet', line: 1, says: /is not XML: it begins with "solid part/ },
  {
    what: 'cut short between elements',
    text: CHAIN.slice(0, CHAIN.indexOf('<joint')),
    line: 6,
    says: /file ends within <robot> of line 1/,
  },
  {
    what: 'cut short in a tag',
    text: robotText(A, B, jointText('j', 'a', 'b')).slice(0, -30),
    line: 4,
    says: /file ends within <joint> of line 4; it may be cut short/,
  },
  { what: 'cut short in the root tag', text: '<robot na', line: 1, says: /not well-formed XML/ },
  { what: 'cut short in a comment', text: robotText(A).replace('</robot>', '<!-- '), line: 4, says: /ends within <robot>/ },
  { what: 'tags crossed', text: robotText('<link name="a">', '</robot>'), line: 3, says: /not well-formed XML: unexpected close tag/ },
  { what: 'two roots', text: `${robotText(A)}<robot name="s"/>`, line: 4, says: /not well-formed XML/ },
  { what: 'attribute without quotes', text: robotText('<link name=a/>'), line: 2, says: /unquoted attribute/ },
  { what: 'attribute twice', text: robotText(A, '<link name="b" name="c"/>'), line: 3, says: /duplicate attribute: name/ },
  { what: 'ampersand', text: robotText(A, '<link name="a & b"/>'), line: 3, says: /'&' should be written &amp;/ },
  { what: 'undefined entity', text: robotText(A, '<link name="&lol;"/>'), line: 3, says: /undefined entity/ },
  { what: 'control character', text: robotText(A, '\u0001'), line: 3, says: /disallowed character/ },
  { what: 'zero bytes', text: new Uint8Array(100), line: 1, says: /is not XML: it begins with "(\\u0000){3}…"$/ },
  {
    what: 'an encoding that is not read',
    text: bytes('<?xml version="1.0" encoding="Shift_JIS"?><robot name="', 0xe4, '"/>'),
    line: 1,
    says: /declares the encoding "Shift_JIS", which is not read/,
  },
  {
    what: 'entity bomb',
    text: `<?xml version="1.0"?>\n<!DOCTYPE robot [\n<!ENTITY a "aaaaaaaaaa">\n<!ENTITY b "&a;&a;&a;&a;&a;">\n]>\n${robotText('<link name="&b;"/>')}`,
    line: 2,
    says: /declares entities of its own .* write out/,
  },
  {
    what: 'external entity',
    text: `<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n${robotText('<link name="&x;"/>')}`,
    line: 1,
    says: /declares entities/,
  },
  { what: 'nested 100,000 deep', text: `<robot name="r">\n${'<link>\n'.repeat(100000)}`, line: 513, says: /nested more than 512 deep/ },
  {
    what: 'not UTF-8',
    text: bytes('<robot name="r">\n<link name="', 0xe4, '"/></robot>'),
    line: 2,
    says: /is not UTF-8 text; save it as that, or declare its encoding/,
  },
  { what: 'UTF-16 cut in a character', text: Uint8Array.from([0xff, 0xfe, 0x3c, 0, 0x72]), line: 1, says: /is not UTF-16LE text/ },
  { what: 'UTF-8 cut in a character', text: bytes('<robot name="', 0xe2, 0x82), line: 1, says: /is not UTF-8 text/ },
];

const STRUCTURE: Broken[] = [
  { what: 'wrong root', text: '<html>\n</html>', line: 1, says: /root element should be <robot>, got <html>/ },
  { what: 'SDF', text: '<?xml version="1.0"?>\n<sdf version="1.7"/>', line: 2, says: /got <sdf>; SDF files are not read, convert/ },
  { what: 'no name', text: '<robot><link name="a"/></robot>', line: 1, says: /<robot> needs the attribute name/ },
  { what: 'no link', text: '\n<robot name="r"/>', line: 2, says: /the robot has no link$/ },
  { what: 'an SRDF', text: robotText('<group name="g"/>', '<group name="h"/>'), line: 1, says: /no link; this looks like an SRDF/ },
  { what: 'link without name', text: robotText(A, '<link/>'), line: 3, says: /<link> needs the attribute name="..."/ },
  { what: 'link with an empty name', text: robotText(A, '<link name=""/>'), line: 3, says: /name="...", which is empty/ },
  { what: 'two links of one name', text: robotText(A, B, A), line: 4, says: /two links are named 'a', here and in line 2/ },
  {
    what: 'two joints of one name',
    text: robotText(A, B, C, jointText('j', 'a', 'b'), jointText('j', 'b', 'c')),
    line: 6,
    says: /two joints are named 'j', here and in line 5/,
  },
  { what: 'unknown parent', text: robotText(A, B, jointText('j', 'x', 'b')), line: 4, says: /joint 'j': the parent 'x' is no link/ },
  { what: 'unknown child', text: robotText(A, B, jointText('j', 'a', 'x')), line: 4, says: /joint 'j': the child 'x' is no link/ },
  { what: 'no parent', text: robotText(A, '<joint name="j" type="fixed">', '</joint>'), line: 3, says: /<joint name="j"> has no <parent>/ },
  {
    what: 'parent without link',
    text: robotText(A, '<joint name="j" type="fixed">', '<parent name="a"/><child link="a"/></joint>'),
    line: 4,
    says: /<parent name="a"> needs the attribute link/,
  },
  {
    what: 'two parent elements',
    text: robotText(A, B, '<joint name="j" type="fixed"><parent link="a"/>', '<parent link="b"/><child link="b"/></joint>'),
    line: 5,
    says: /a second <parent> in one <joint>/,
  },
  { what: 'own parent', text: robotText(A, B, jointText('j', 'b', 'b')), line: 4, says: /'b' is its own parent/ },
  {
    what: 'two parents',
    text: robotText(A, B, C, jointText('ac', 'a', 'c'), jointText('bc', 'b', 'c')),
    line: 6,
    says: /'c' has two parents, 'b' here and 'a' by joint 'ac' of line 5/,
  },
  {
    what: 'loop below the root',
    text: robotText(A, B, C, jointText('bc', 'b', 'c'), jointText('cb', 'c', 'b')),
    line: 6,
    says: /the links run in a loop, c → b → c; they must form a tree/,
  },
  {
    what: 'loop of everything',
    text: robotText(A, B, C, jointText('ab', 'a', 'b'), jointText('bc', 'b', 'c'), jointText('ca', 'c', 'a')),
    line: 7,
    says: /run in a loop, b → c → a → b;/,
  },
  { what: 'two roots', text: robotText(A, B, C, jointText('ab', 'a', 'b')), line: 4, says: /no joint moves 'a' \(line 2\) nor 'c'/ },
  { what: 'no joint type', text: robotText(A, '<joint name="j"/>'), line: 3, says: /needs the attribute type/ },
  {
    what: 'unknown joint type',
    text: robotText(A, B, jointText('j', 'a', 'b', 'ball')),
    line: 4,
    says: /type "ball" is none of fixed, revolute/,
  },
  {
    what: 'a helical joint',
    text: robotText(A, B, jointText('j', 'a', 'b', 'screw')),
    line: 4,
    says: /type "screw" is none of fixed, .*floating; URDF has no helical joints: call it revolute or continuous, and give the metres of a turn beside the file \(pitches of readUrdf/,
  },
  { what: 'joint type in capitals', text: robotText(A, B, jointText('j', 'a', 'b', 'Revolute')), line: 4, says: /type "Revolute"/ },
  { what: 'xacro macro', text: robotText('<xacro:property name="x" value="1"/>', A), line: 2, says: /xacro robot.urdf.xacro > robot.urdf/ },
  {
    what: 'xacro expression',
    text: robotText(A, linkText('b', `<box size="\${w} 1 1"/>`)),
    line: 3,
    says: /xacro file \(size="\${w} 1 1"\)/,
  },
  { what: 'xacro find', text: robotText(linkText('a', '<mesh filename="$(find p)/a.stl"/>')), line: 2, says: /is a xacro file/ },
];

function joint(inner: string, type = 'revolute'): string {
  return robotText(A, B, jointText('j', 'a', 'b', type, `\n${inner}`));
}

function shape(text: string): string {
  return robotText(A, '<link name="b"><collision>', text, '</collision></link>', jointText('j', 'a', 'b'));
}

const NUMBERS: Broken[] = [
  { what: 'NaN limit', text: joint('<limit lower="nan" upper="1"/>'), line: 5, says: /lower of <limit> should be a number, got "nan"/ },
  {
    what: 'infinite limit on the wrong side',
    text: joint('<limit lower="0" upper="-inf"/>'),
    line: 5,
    says: /upper of <limit> should be a number, got "-inf"/,
  },
  {
    what: 'inverted limits',
    text: joint('<limit lower="1" upper="-1"/>'),
    line: 5,
    says: /joint 'j': the lower limit 1 is above the upper one -1/,
  },
  { what: 'empty limit', text: joint('<limit lower="" upper="1"/>'), line: 5, says: /lower="...", which is empty/ },
  { what: 'velocity of text', text: joint('<limit velocity="fast"/>', 'continuous'), line: 5, says: /velocity of <limit>/ },
  {
    what: 'two limits',
    text: joint('<limit lower="0"/>\n<limit lower="0"/>'),
    line: 6,
    says: /a second <limit> .* after the one of line 5/,
  },
  { what: 'zero axis', text: joint('<axis xyz="0 0 0"/>'), line: 5, says: /axis of joint 'j' has no direction: 0 0 0/ },
  { what: 'axis of two numbers', text: joint('<axis xyz="0 1"/>'), line: 5, says: /xyz of <axis> should be 3 numbers, got "0 1"/ },
  { what: 'axis without xyz', text: joint('<axis/>'), line: 5, says: /<axis> needs the attribute xyz/ },
  { what: 'axis with a word', text: joint('<axis xyz="0 one 0"/>'), line: 5, says: /should be a number, got "one"/ },
  { what: 'origin of four numbers', text: joint('<origin xyz="0 1 2 3"/>'), line: 5, says: /xyz of <origin> should be 3 numbers/ },
  { what: 'decimal commas', text: joint('<origin xyz="0,5 1 2"/>'), line: 5, says: /got "0,5"/ },
  { what: 'hexadecimal', text: joint('<origin rpy="0x10 0 0"/>'), line: 5, says: /rpy of <origin> should be a number, got "0x10"/ },
  { what: 'overflow', text: joint('<origin xyz="1e999 0 0"/>'), line: 5, says: /xyz of <origin> is too large: "1e999"/ },
  { what: 'beyond all measure', text: joint('<origin xyz="0 0 -1e100"/>'), line: 5, says: /is too large: "-1e100"/ },
  { what: 'quaternion and angles', text: joint('<origin rpy="0 0 0" quat_xyzw="0 0 0 1"/>'), line: 5, says: /not both/ },
  { what: 'quaternion of length 2', text: joint('<origin quat_xyzw="0 0 0 2"/>'), line: 5, says: /should have length 1, has 2/ },
  { what: 'mimics nothing', text: joint('<mimic/>'), line: 5, says: /<mimic> needs the attribute joint/ },
  { what: 'mimics an unknown joint', text: joint('<mimic joint="x"/>'), line: 4, says: /joint 'j' mimics 'x', which is no joint/ },
  { what: 'mimics itself', text: joint('<mimic joint="j"/>'), line: 4, says: /joint 'j' mimics itself$/ },
  { what: 'mimics by NaN', text: joint('<mimic joint="j" multiplier="NaN"/>'), line: 5, says: /multiplier of <mimic>/ },
  { what: 'a floating joint mimics', text: joint('<mimic joint="j"/>', 'floating'), line: 5, says: /a floating joint cannot mimic/ },
  {
    what: 'cyclic mimic',
    text: robotText(
      A,
      B,
      C,
      jointText('j', 'a', 'b', 'revolute', '<mimic joint="k"/>'),
      jointText('k', 'b', 'c', 'revolute', '<mimic joint="j"/>'),
    ),
    line: 5,
    says: /joint 'j' mimics itself, by way of 'k'/,
  },
  {
    what: 'mimics by way of 5,000 joints',
    text: robotText(
      linkText('l0'),
      ...Array.from({ length: 5001 }, (_, i) => {
        const mimic = i === 0 ? '' : `<mimic joint="j${i - 1}"/>`;
        return `<link name="l${i + 1}"/>${jointText(`j${i}`, `l${i}`, `l${i + 1}`, 'continuous', mimic)}`;
      }),
    ),
    line: 516,
    says: /joint 'j513' mimics another one by way of more than 512 joints/,
  },
  {
    what: 'mimics a fixed joint',
    text: robotText(A, B, C, jointText('j', 'a', 'b', 'revolute', '<mimic joint="k"/>'), jointText('k', 'b', 'c', 'fixed')),
    line: 5,
    says: /mimics 'k', a fixed joint; only single values/,
  },
];

const GEOMETRY: Broken[] = [
  {
    what: 'nothing but a shape of size 0',
    text: robotText(linkText('a', '<sphere radius="0"/>'), '<link name="b"><collision/></link>', jointText('j', 'a', 'b')),
    line: 2,
    says: /no link has collision geometry that could be used \(.*link 'a' left out: <sphere> has size 0, and 1 more\)/,
  },
  { what: 'box without size', text: shape('<geometry><box/></geometry>'), line: 4, says: /<box> needs the attribute size/ },
  {
    what: 'box of a negative size',
    text: shape('<geometry><box size="1 0 -1"/></geometry>'),
    line: 4,
    says: /size of <box> should be greater than 0, got -1/,
  },
  { what: 'box of one number', text: shape('<geometry><box size="1"/></geometry>'), line: 4, says: /size of <box> should be 3 numbers/ },
  { what: 'negative radius', text: shape('<geometry><sphere radius="-1"/></geometry>'), line: 4, says: /radius of <sphere> .* got -1/ },
  {
    what: 'radius too small to compute with',
    text: shape('<geometry><sphere radius="1e-300"/></geometry>'),
    line: 4,
    says: /radius of <sphere>/,
  },
  { what: 'two radii', text: shape('<geometry><sphere radius="1 2"/></geometry>'), line: 4, says: /should be one number, got "1 2"/ },
  { what: 'cylinder without length', text: shape('<geometry><cylinder radius="1"/></geometry>'), line: 4, says: /attribute length/ },
  { what: 'mesh without name', text: shape('<geometry><mesh/></geometry>'), line: 4, says: /<mesh> needs the attribute filename/ },
  {
    what: 'scale 0',
    text: shape('<geometry><mesh filename="t.obj" scale="1 0 1"/></geometry>'),
    line: 4,
    says: /must not have a 0, got 1 0 1/,
  },
  {
    what: 'scale of one number',
    text: shape('<geometry><mesh filename="t.obj" scale="2"/></geometry>'),
    line: 4,
    says: /scale of <mesh> should be 3/,
  },
  {
    what: 'missing mesh',
    text: shape('<geometry><mesh filename="meshes/x.obj"/></geometry>'),
    line: 4,
    says: /link 'b', mesh 'meshes\/x.obj': cell\/meshes\/x.obj: no such file/,
  },
  {
    what: 'missing mesh of a package',
    text: shape('<geometry><mesh filename="package://p/m/x.obj"/></geometry>'),
    line: 4,
    says: /not found; looked for cell\/m\/x.obj, cell\/p\/m\/x.obj, m\/x.obj, p\/m\/x.obj, .*"packages" of the robot in a cell, --package NAME=FOLDER beside a URDF/,
  },
  {
    what: 'package without a path',
    text: shape('<geometry><mesh filename="package://p"/></geometry>'),
    line: 4,
    says: /should be package:\/\/name-of-package/,
  },
  {
    what: 'broken mesh',
    text: shape('<geometry><mesh filename="broken.obj"/></geometry>'),
    line: 4,
    says: /cell\/broken.obj, line 3: y should be a number, got "x"/,
  },
  {
    what: 'a web page for a mesh',
    text: shape('<geometry><mesh filename="page.obj"/></geometry>'),
    line: 4,
    says: /cell\/page.obj: is a web page/,
  },
  {
    what: 'a mesh scaled away',
    text: shape('<geometry><mesh filename="t.obj" scale="2e90 1 1"/></geometry>'),
    line: 4,
    says: /cell\/t.obj: scaled, vertex 1/,
  },
  {
    what: 'only visual geometry',
    text: robotText('<link name="a"><visual><geometry><sphere radius="1"/></geometry></visual></link>'),
    line: 2,
    says: /no link has collision geometry; read it with geometry: 'visual'/,
  },
  { what: 'no geometry at all', text: robotText('<link name="a"/>'), line: 2, says: /no link has collision geometry; there is nothing/ },
];

const SRDF: Broken[] = [
  { what: 'empty', text: '', line: 1, says: /the file is empty/ },
  { what: 'wrong root', text: '<srdf/>', line: 1, says: /root element should be <robot>, got <srdf>/ },
  { what: 'a URDF', text: CHAIN, line: 2, says: /looks like a URDF/ },
  { what: 'cut short', text: '<robot name="r">\n<group name="g">', line: 2, says: /ends within <group> of line 2/ },
  { what: 'xacro', text: robotText('<xacro:include filename="x"/>'), line: 2, says: /xacro robot.srdf.xacro > robot.srdf/ },
  {
    what: '20,000 groups nested',
    text: robotText(
      ...Array.from({ length: 20000 }, (_, i) => `<group name="g${i}"><group name="g${i + 1}"/></group>`),
      '<group name="g20000"/>',
    ),
    line: 513,
    says: /nested more than 512 deep/,
  },
  {
    what: 'state beyond all measure',
    text: state('<joint name="ab" value="1e9"/>'),
    line: 3,
    says: /state 's': .*1000000000/,
  },
  {
    what: 'state with a quaternion of length 2',
    text: `${state('<joint name="v" value="0 0 0 0 0 0 2"/>').replace('</robot>', virtual('v', 'a', 'floating'))}</robot>`,
    line: 3,
    says: /state 's': .*quaternion .* has length 2/,
  },
  {
    what: 'virtual joint with a taken name',
    text: robotText(virtual('ab', 'a', 'floating')),
    line: 2,
    says: /the URDF has a joint of that name/,
  },
];

// As MoveIt does: the rest of the file is read, with one warning.
const ODD_SRDF: Broken[] = [
  {
    what: 'a fixed virtual joint with a taken name',
    text: robotText(virtual('ab', 'a')),
    line: 2,
    says: /the URDF has a joint of that name; it is left out/,
  },
  {
    what: 'pair of an unknown link',
    text: robotText('<disable_collisions link1="a" link2="x"/>'),
    line: 2,
    says: /disable_collisions: 'x' is no link/,
  },
  {
    what: 'pair with itself',
    text: robotText('', '<disable_collisions link1="a" link2="a"/>'),
    line: 3,
    says: /<disable_collisions> pairs 'a' with itself/,
  },
  { what: 'half a pair', text: robotText('<disable_collisions link1="a"/>'), line: 2, says: /needs the attribute link2/ },
  {
    what: 'enabled pair of an unknown link',
    text: robotText('<enable_collisions link1="x" link2="a"/>'),
    line: 2,
    says: /enable_collisions: 'x' is no link/,
  },
  {
    what: 'unknown link off by default',
    text: robotText('<disable_default_collisions link="x"/>'),
    line: 2,
    says: /disable_default_collisions: 'x' is no link/,
  },
  { what: 'group without name', text: robotText('<group/>'), line: 2, says: /<group> needs the attribute name/ },
  { what: 'two groups of one name', text: robotText('<group name="g"/>', '<group name="g"/>'), line: 3, says: /two groups are named 'g'/ },
  {
    what: 'unknown joint in a group',
    text: robotText('<group name="g">', '<joint name="x"/></group>'),
    line: 3,
    says: /group 'g': 'x' is no joint/,
  },
  {
    what: 'unknown link in a group',
    text: robotText('<group name="g">', '<link name="x"/></group>'),
    line: 3,
    says: /group 'g': 'x' is no link/,
  },
  {
    what: 'unknown end of a chain',
    text: robotText('<group name="g"><chain base_link="a" tip_link="x"/></group>'),
    line: 2,
    says: /chain: 'x' is no link/,
  },
  { what: 'chain without tip', text: robotText('<group name="g"><chain base_link="a"/></group>'), line: 2, says: /attribute tip_link/ },
  { what: 'unknown subgroup', text: robotText('<group name="g"><group name="h"/></group>'), line: 2, says: /there is no group 'h'/ },
  {
    what: 'groups within each other',
    text: robotText('<group name="g"><group name="h"/></group>', '<group name="h"><group name="g"/></group>'),
    line: 3,
    says: /group 'h': contains itself, by way of 'g'/,
  },
  {
    what: 'state of an unknown group',
    text: robotText('<group_state name="s" group="g"/>'),
    line: 2,
    says: /state 's': there is no group 'g'/,
  },
  { what: 'state with an unknown joint', text: state('<joint name="x" value="0"/>'), line: 4, says: /state 's': 'x' is no joint/ },
  {
    what: 'state with NaN',
    text: state('<joint name="ab" value="NaN"/>'),
    line: 4,
    says: /value of <joint> should be a number, got "NaN"/,
  },
  { what: 'state with an empty value', text: state('<joint name="ab" value=" "/>'), line: 4, says: /value="...", which is empty/ },
  {
    what: 'state with two values',
    text: state('<joint name="ab" value="0 1"/>'),
    line: 4,
    says: /joint 'ab' \(revolute\) takes 1 value, got 2/,
  },
  {
    what: 'state with a joint twice',
    text: state('<joint name="ab" value="0"/><joint name="ab" value="1"/>'),
    line: 4,
    says: /two joints are named 'ab'/,
  },
  {
    what: 'two states of one name',
    text: state('</group_state><group_state name="s" group="g">'),
    line: 4,
    says: /two states of group 'g' are named 's'/,
  },
  { what: 'virtual joint on an unknown link', text: robotText(virtual('v', 'x')), line: 2, says: /virtual joint 'v': 'x' is no link/ },
  {
    what: 'virtual joint of a strange type',
    text: robotText(virtual('v', 'a', 'revolute')),
    line: 2,
    says: /"revolute" of <virtual_joint> is none of fixed, planar/,
  },
  { what: 'two virtual joints', text: robotText(virtual('v', 'a'), virtual('w', 'a')), line: 3, says: /a second virtual joint 'w'/ },
  { what: 'unknown passive joint', text: robotText('<passive_joint name="x"/>'), line: 2, says: /passive_joint: 'x' is no joint/ },
  {
    what: 'end effector of an unknown group',
    text: robotText('<end_effector name="e" group="g" parent_link="a"/>'),
    line: 2,
    says: /end effector 'e': there is no group 'g'/,
  },
  {
    what: 'end effector on an unknown link',
    text: robotText('<end_effector name="e" group="g" parent_link="x"/>'),
    line: 2,
    says: /end effector 'e': 'x' is no link/,
  },
  {
    what: 'state without group',
    text: robotText('<group_state name="s"><joint name="ab" value="0"/></group_state>'),
    line: 2,
    says: /<group_state name="s"> needs the attribute group="..."/,
  },
  {
    what: 'many pairs of one unknown link',
    text: robotText(
      '<disable_collisions link1="a" link2="x"/>',
      '<disable_collisions link1="x" link2="b"/>',
      '<disable_collisions link1="c" link2="x"/>',
    ),
    line: 2,
    says: /disable_collisions: 'x' is no link of the robot.*; it is left out, as in 2 more lines$/,
  },
];

function state(joints: string): string {
  return robotText('<group name="g"><joint name="ab"/></group>', '<group_state name="s" group="g">', joints, '</group_state>');
}

function virtual(name: string, child: string, type = 'fixed'): string {
  return `<virtual_joint name="${name}" type="${type}" parent_frame="world" child_link="${child}"/>`;
}

const BESIDE = {
  'cell/t.obj': objText(TETRAHEDRON),
  'cell/broken.obj': 'v 0 0 0\nv 1 0 0\nv 1 x 0\n',
  'cell/page.obj': '<!doctype html>\n<html></html>',
};

async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}

function expectFault(error: unknown, file: string, { line, says }: Broken): void {
  expect(error).toBeInstanceOf(InputError);
  const { message, ...place } = error as InputError;
  expect(message).toMatch(says);
  expect(message.startsWith(`${file}, line ${line}: `)).toBe(true);
  expect(place).toMatchObject({ file, line });
}

describe.each([
  ['XML', XML],
  ['structure', STRUCTURE],
  ['numbers', NUMBERS],
  ['geometry', GEOMETRY],
] as const)('broken URDF: %s', (_, table) => {
  test.each(table)('$what', async (broken) => {
    const files = memoryFiles({ ...BESIDE, 'cell/r.urdf': broken.text });
    expectFault(await caught(readUrdf(files, 'cell/r.urdf')), 'cell/r.urdf', broken);
  });
});

describe('broken SRDF', () => {
  test.each(SRDF)('$what', async (broken) => {
    const files = memoryFiles({ 'r.urdf': CHAIN, 'r.srdf': broken.text });
    expectFault(await caught(readUrdf(files, 'r.urdf', { srdf: 'r.srdf' })), 'r.srdf', broken);
  });
});

describe('odd SRDF', () => {
  test.each(ODD_SRDF)('$what', async ({ text, line, says }) => {
    const files = memoryFiles({ 'r.urdf': CHAIN, 'r.srdf': text });
    const warnings: string[] = [];
    const robot = await readUrdf(files, 'r.urdf', { srdf: 'r.srdf', onWarning: (warning) => warnings.push(warning) });
    expect(robot.links).toHaveLength(4);
    expect(warnings).toEqual([expect.stringMatching(says)]);
    expect(warnings[0].startsWith(`r.srdf, line ${line}: `)).toBe(true);
  });

  test('what is left out is only what is wrong', async () => {
    const text = robotText(
      '<group name="g"><joint name="ab"/><joint name="x"/></group>',
      '<group_state name="s" group="g"><joint name="x" value="1"/><joint name="ab" value="0.5"/></group_state>',
      '<group_state name="s" group="h"><joint name="ab" value="1"/></group_state>',
      '<disable_collisions link1="a" link2="x"/>',
      '<disable_collisions link1="b" link2="a" reason="Adjacent"/>',
    );
    const robot = await readUrdf(memoryFiles({ 'r.urdf': CHAIN, 'r.srdf': text }), 'r.urdf', { srdf: 'r.srdf', onWarning: () => {} });
    expect(robot.groups).toEqual([{ name: 'g', joints: ['ab'] }]);
    expect(robot.states).toEqual([{ name: 's', group: 'g', values: { ab: [0.5] } }]);
    expect(robot.allowed.list().map(({ a, b }) => [a, b].sort())).toEqual([['a', 'b']]);
  });
});

test('the unbroken ones are read', async () => {
  const files = memoryFiles({ 'r.urdf': CHAIN, 'r.srdf': state('<joint name="ab" value="0.5"/>') });
  expect((await readUrdf(files, 'r.urdf', { srdf: 'r.srdf' })).links).toHaveLength(4);
});
