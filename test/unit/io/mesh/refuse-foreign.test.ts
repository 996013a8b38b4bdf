import { expect, test } from 'vitest';
import { parseMesh } from '../../../../src/io/index.ts';
import { MESH_FORMATS } from '../../../../src/io/mesh/mesh-format.ts';
import { refuseForeign } from '../../../../src/io/mesh/refuse-foreign.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const FORMATS = [...MESH_FORMATS, 'txt', ''];
const SECRETS = [
  'root:x:0:0:hunter2:/root:/bin/bash\nhunter2\n',
  'hunter2\n',
  '-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2hunter2\n',
  '{"password": "hunter2", x}',
  '{"password": "hunter2"}',
  '<config><password>hunter2</p>',
  '<config password="hunter2"/>',
  'AWS_KEY=hunter2\r\nexport B=2\r\n',
  'solid hunter2\nhunter2 hunter2\n',
  'ply\nhunter2\n',
  '# hunter2\nhunter2 = 3',
];

test.each(FORMATS)('a text that is no mesh is not quoted: .%s', (format) => {
  for (const text of SECRETS) {
    const bytes = new TextEncoder().encode(text);
    for (const source of [bytes, Uint8Array.of(0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer))]) {
      const fault = (() => {
        try {
          parseMesh(source, format === '' ? 'secret' : `secret.${format}`);
        } catch (error) {
          return error as Error;
        }
      })();
      expect(fault?.name).toBe('InputError');
      expect(fault?.message).not.toMatch(/hunter|password|AWS|BEGIN|export|config/);
    }
  }
});

test('a mesh with a fault is quoted as ever', () => {
  expect(() => parseMesh('v 0 0 0\nv 1 O 0\n', 'a.obj')).toThrow(/line 2.*"O"/);
  expect(() => parseMesh('OFF\n3 1 0\n0 0 x 1 0 0 0 1 0\n3 0 1 2\n', 'a.off')).toThrow(/line 3.*"x"/);
});

test('what is read is handed on, what is not a fault of the file as well, and a format without a look is quoted', () => {
  const bytes = new TextEncoder().encode('hunter2');
  const throwing = (error: Error) => () => {
    throw error;
  };
  expect(refuseForeign('obj', bytes, 'a.obj', () => 7)).toBe(7);
  const own = new TypeError('hunter2');
  expect(() => refuseForeign('obj', bytes, 'a.obj', throwing(own))).toThrow(own);
  const fault = new InputError('hunter2');
  expect(() => refuseForeign('glb', bytes, 'a.glb', throwing(fault))).toThrow(fault);
  expect(() => refuseForeign('obj', new Uint8Array(0), 'a.obj', throwing(fault))).toThrow(fault);
  expect(() => refuseForeign('obj', bytes, 'a.obj', throwing(fault))).toThrow(/^a\.obj: is no OBJ file/);
});
