import { describe, expect, test } from 'vitest';
import { parseXml } from '../../../../src/io/text/xml.ts';
import { byName, refuseXacro, shown, type XmlElement } from '../../../../src/io/text/xml-element.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const element = (text: string): XmlElement => parseXml(text, 'robot.urdf');

describe('an element', () => {
  test('gives its numbers as they are written, however they are set apart', () => {
    const box = element('<box size=" 1 -2.5\n 3e-2 " n="7" q="0 0 0 1"/>');
    expect([box.vector('size'), box.number('n'), box.quaternion('q'), box.numbers('size')]).toEqual([
      [1, -2.5, 0.03],
      7,
      [0, 0, 0, 1],
      [1, -2.5, 0.03],
    ]);
    expect([box.number('none', 4), box.vector('none', [1, 2, 3]), element('<a s="1 2 3"/>').sizes('s')]).toEqual([4, [1, 2, 3], [1, 2, 3]]);
  });

  test.each<[string, (of: XmlElement) => unknown, RegExp]>([
    ['<a n=""/>', (a) => a.number('n'), /needs the attribute n="\.\.\.", which is empty/],
    ['<a/>', (a) => a.number('n'), /needs the attribute n=/],
    ['<a n=""/>', (a) => a.number('n', 1), /which is empty/],
    ['<a n="1 2"/>', (a) => a.number('n'), /one number, got "1 2"/],
    ['<a n="1,2"/>', (a) => a.number('n'), /should be a number/],
    ['<a n="0x10"/>', (a) => a.number('n'), /should be a number/],
    ['<a n="Infinity"/>', (a) => a.number('n'), /should be a number/],
    ['<a n="1e400"/>', (a) => a.number('n'), /too large/],
    ['<a n="1 2"/>', (a) => a.vector('n'), /3 numbers/],
    ['<a n="0"/>', (a) => a.size('n'), /greater than 0/],
    ['<a n="-1"/>', (a) => a.size('n'), /greater than 0/],
    ['<a n="1 0 1"/>', (a) => a.sizes('n'), /greater than 0/],
    ['<a name="left"/>', (a) => a.required('b'), /<a name="left"> has no <b>/],
    ['<a>\n<b/>\n<b/></a>', (a) => a.only('b'), /robot\.urdf, line 3:.*second <b>.*line 2/],
    ['<a>\n<b name="x"/>\n<b name="x"/></a>', (a) => byName(a.all('b'), 'link'), /robot\.urdf, line 3:.*two links are named 'x'.*line 2/],
    ['<a>\n<xacro:b/></a>', (a) => refuseXacro(a, 'urdf'), /robot\.urdf, line 2:.*xacro file \(<xacro:b>\)/],
    ['<a>\n<b n="${' + 'x}"/></a>', (a) => refuseXacro(a, 'urdf'), /robot\.urdf, line 2:.*xacro robot\.urdf\.xacro/],
  ])('%j: what is wrong is told with its place', (text, ask, words) => {
    expect(() => ask(element(text))).toThrow(InputError);
    expect(() => ask(element(text))).toThrow(words);
  });

  test('finds its children by name, its own only, and in order', () => {
    const a = element('<a><b i="1"><b i="2"/></b><c/><b i="3"/>text</a>');
    expect(a.all('b').map((b) => b.number('i'))).toEqual([1, 3]);
    expect([a.only('d'), a.required('c').name, a.text.trim()]).toEqual([undefined, 'c', 'text']);
    expect([...byName(element('<a><b name="x"/><b name="y"/></a>').children, 'link').keys()]).toEqual(['x', 'y']);
  });

  test('what others extend a robot by is not looked into for xacro', () => {
    expect(() => refuseXacro(element('<a><gazebo><b n="${' + 'x}"/></gazebo><c n="$5"/></a>'), 'urdf')).not.toThrow();
  });

  test('a text is shown in one short line', () => {
    expect(shown('a\n"b"')).toBe('"a\\n\\"b\\""');
    for (const text of ['x'.repeat(1e5), '\n'.repeat(1e5), `${'\t'.repeat(9)}${'y'.repeat(100)}`])
      expect(shown(text).length).toBeLessThan(60);
  });
});
