import { describe, expect, test } from 'vitest';
import { parseXml } from '../../../../src/io/text/xml.ts';
import type { XmlElement } from '../../../../src/io/text/xml-element.ts';
import { WorkMeter } from '../../../../src/io/work-meter.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { CHAIN } from '../robot/urdf-text.ts';

const TEXT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE r>
<!-- <no/> -->
<r a="1" p:b='&lt;&#228;"'>
  one <p:c
    d="2"/> two
  <e><![CDATA[<f/>]]></e>
</r>
`;

function plain({ name, attributes, children, text, line }: XmlElement): unknown {
  return { name, attributes: Object.fromEntries(attributes), children: children.map(plain), text: text.trim(), line };
}

const TREE = {
  name: 'r',
  attributes: { a: '1', 'p:b': '<ä"' },
  text: expect.stringMatching(/^one\s+two$/),
  line: 4,
  children: [
    { name: 'p:c', attributes: { d: '2' }, children: [], text: '', line: 5 },
    { name: 'e', attributes: {}, children: [], text: '<f/>', line: 7 },
  ],
};

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), isLittle);
  return new Uint8Array(view.buffer);
}

describe('the tree of elements', () => {
  test.each([
    ['text', TEXT],
    ['text with a byte order mark', `\ufeff${TEXT}`],
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['UTF-16, little end first', utf16(`\ufeff${TEXT}`, true)],
    ['UTF-16, big end first', utf16(`\ufeff${TEXT}`, false)],
    ['lines ended as in Windows', TEXT.replaceAll('\n', '\r\n')],
    ['lines ended by CR', TEXT.replaceAll('\n', '\r')],
  ])('%s', (_, source) => {
    expect(plain(parseXml(source, 'a.xml'))).toEqual(TREE);
  });

  test('names that objects have by nature are plain names', () => {
    const { attributes, children } = parseXml('<r toString="1" __proto__="2"><constructor/></r>', 'a.xml');
    expect([...attributes]).toEqual([
      ['toString', '1'],
      ['__proto__', '2'],
    ]);
    expect(children[0].name).toBe('constructor');
  });

  test('nested as deep as may be', () => {
    expect(() => parseXml('<a>'.repeat(512) + '</a>'.repeat(512), 'a.xml')).not.toThrow();
    expect(() => parseXml('<a>'.repeat(513) + '</a>'.repeat(513), 'a.xml')).toThrow(/a.xml, line 1: <a> is nested more than 512 deep/);
  });

  test('too many elements', () => {
    expect(parseXml(`<r>${'<a/>'.repeat(99)}</r>`, 'a.xml', new WorkMeter(20_000)).children).toHaveLength(99);
    expect(() => parseXml(`<r>\n${'<a/>'.repeat(200)}</r>`, 'a.xml', new WorkMeter(20_000))).toThrow(
      /a.xml, line 2: takes more work to read than the limit of 20000 units.*maxWork/,
    );
  });

  test('too many bytes', () => {
    expect(() => parseXml(new Uint8Array(2 ** 28 + 1), 'a.xml')).toThrow(/a.xml: has 268435457 bytes/);
  });
});

test('changed at random, it is read or gives an InputError; seed 20240711', () => {
  const random = new Random(20240711);
  const pieces = [
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '!',
    '[',
    ']]>',
    '<!--',
    '-->',
    '<?',
    '<![CDATA[',
    '<!DOCTYPE',
    '=',
    ' ',
    '\n',
    'a',
    '\u0000',
  ];
  let faults = 0;
  for (let round = 0; round < 3000; round++) {
    let text = round % 2 === 0 ? TEXT : CHAIN.slice(0, 300);
    for (let change = random.integer(4); change >= 0; change--) {
      const at = random.integer(text.length + 1);
      const end = Math.min(text.length, at + random.integer(5));
      text = text.slice(0, at) + pieces[random.integer(pieces.length)] + text.slice(end);
    }
    try {
      parseXml(text, 'a.xml');
    } catch (error) {
      faults++;
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).line).toBeGreaterThan(0);
      expect((error as InputError).line).toBeLessThanOrEqual(text.split('\n').length);
    }
  }
  expect(faults).toBeGreaterThan(1000);
});
