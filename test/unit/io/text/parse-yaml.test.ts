import { describe, expect, test } from 'vitest';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import { Located, LocatedList, LocatedMap, type LocatedValue } from '../../../../src/io/text/located-value.ts';
import { DEEPEST } from '../../../../src/io/text/parse-json.ts';
import { parseYaml } from '../../../../src/io/text/parse-yaml.ts';
import { InputError } from '../../../../src/math/input-error.ts';

const plain = (value: LocatedValue): unknown => {
  if (value instanceof LocatedList) return value.items.map(plain);
  if (value instanceof LocatedMap) return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
  return value;
};

const read = (text: string): unknown => plain(parseYaml(text, 'a.yaml')[0].value);

describe('anchors and aliases', () => {
  test('a trajectory as PyYAML writes one whose lists are used twice', () => {
    const text = `joint_trajectory:
  header:
    frame_id: base
    stamp: &id004
      nanosec: 0
      sec: 0
  joint_names:
  - a
  - b
  points:
  - accelerations: &id001
    - 0.0
    - 0.0
    effort: []
    positions: &id002
    - 0.0
    - 1.0
    time_from_start: *id004
    velocities: *id001
  - accelerations: *id001
    effort: []
    positions: &id003 [0.5, 1.5]
    time_from_start:
      nanosec: 500000000
      sec: 0
    velocities: *id003
  - accelerations: *id001
    effort: []
    positions: *id002
    time_from_start: {nanosec: 0, sec: 1}
    velocities: *id001
`;
    const { jointNames, points, kind } = parsePath(text, 'plan.yaml');
    expect([jointNames, kind]).toEqual([['a', 'b'], 'trajectory']);
    expect(points.map(({ line, ...point }) => point)).toEqual([
      { positions: [0, 1], velocities: [0, 0], accelerations: [0, 0], time: 0 },
      { positions: [0.5, 1.5], velocities: [0.5, 1.5], accelerations: [0, 0], time: 0.5 },
      { positions: [0, 1], velocities: [0, 0], accelerations: [0, 0], time: 1 },
    ]);
  });

  test.each<[string, string, unknown]>([
    ['scalars', 'a: &x 1.5\nb: *x\nc: &y text\nd: *y\ne: &z "q: 1"\nf: *z', { a: 1.5, b: 1.5, c: 'text', d: 'text', e: 'q: 1', f: 'q: 1' }],
    ['a mapping below its anchor', 'a: &x\n  b: 1\n  c: [2]\nd: *x', { a: { b: 1, c: [2] }, d: { b: 1, c: [2] } }],
    [
      'items that are mappings',
      '- &x\n  b: 1\n  c: 2\n- *x',
      [
        { b: 1, c: 2 },
        { b: 1, c: 2 },
      ],
    ],
    [
      'items that are lists',
      '- &x\n  - 1\n  - 2\n- *x\n- - *x\n  - 3',
      [
        [1, 2],
        [1, 2],
        [[1, 2], 3],
      ],
    ],
    ['an item that is a scalar', '- &x 1\n- *x # again', [1, 1]],
    [
      'flow lists and mappings',
      'a: &x [&y 1, *y, {b: &z 2, c: *z}]\nd: {e: *x, f: [*y , *z]}',
      { a: [1, 1, { b: 2, c: 2 }], d: { e: [1, 1, { b: 2, c: 2 }], f: [1, 2] } },
    ],
    [
      'flow over several lines',
      'a: [&x\n  [1,\n   2], *x]',
      {
        a: [
          [1, 2],
          [1, 2],
        ],
      },
    ],
    ['a comment behind an anchor', 'a: &x # why\n- 1\nb: *x', { a: [1], b: [1] }],
    ['an anchor on a line of its own', 'a:\n  &x\n  - 1\nb: *x', { a: [1], b: [1] }],
    ['the root', '&x\na: &y 1\nb: *y', { a: 1, b: 1 }],
    ['nothing', 'a: &x\nb: *x\nc: [&y , *y]', { a: null, b: null, c: [null, null] }],
    ['an anchor twice: the later counts', '- &x 1\n- *x\n- &x 2\n- *x', [1, 1, 2, 2]],
    ['one within another of its name', '- &x [&x 1, *x]\n- *x', [[1, 1], 1]],
    ['names as YAML has them', '- &a-b.c:d_é 1\n- *a-b.c:d_é', [1, 1]],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('an alias is the very value', () => {
    const root = parseYaml('a: &x [1]\nb: *x', 'a.yaml')[0];
    expect(root.field('b').value).toBe(root.field('a').value);
    expect(root.field('b').line).toBe(2);
  });

  test.each<[string, string, number, RegExp]>([
    ['unknown', 'a: 1\nb: *x', 2, /the alias \*x has no anchor &x before it/],
    ['before its anchor', 'a: *x\nb: &x 1', 1, /no anchor &x before it/],
    ['of the document before', 'a: &x 1\n---\nb: *x', 3, /no anchor &x before it/],
    ['of what it stands in', 'a: &x\n- 1\n- *x', 3, /stands within the value of &x/],
    ['of what it stands in, in a flow', 'a: &x {b: [*x]}', 1, /stands within the value of &x/],
    ['of the root', '&x\na:\n- *x', 3, /stands within the value of &x/],
    ['as a key', 'a: &x b\n*x : 1', 2, /an alias \(\*\) as a key is not read/],
    ['as a key in a flow', '[&x b, {*x : 1}]', 1, /as a key is not read/],
    ['anchor on a key', '- &x a: 1', 1, /an anchor \(&\) on a key is not read/],
    ['anchor on a key below', 'a:\n  &x b: 1', 2, /an anchor \(&\) on a key/],
    ['two anchors', 'a: &x &y 1', 1, /two anchors/],
    ['two anchors in a flow', '[&x &y 1]', 1, /two anchors/],
    ['an anchor on an alias', 'a: &x 1\nb: &y *x', 2, /an anchor \(&\) on an alias/],
    ['without a name', 'a: & 1', 1, /'&' needs a name/],
    ['a star alone', 'a: *', 1, /'\*' needs a name/],
    ['more than one value', 'a: &x 1\nb: *x 2', 2, /more than one value on a line/],
    ['merge keys', 'a: &x {b: 1}\nc:\n  <<: *x', 3, /merge keys \(<<\) are not read; write the keys out/],
    ['merge keys in a flow', 'a: &x {b: 1}\nc: {<<: *x}', 2, /merge keys/],
  ])('refused: %s', (_, text, line, message) => {
    expect(() => parseYaml(text, 'a.yaml')).toThrow(InputError);
    expect(() => parseYaml(text, 'a.yaml')).toThrow(message);
    expect(() => parseYaml(text, 'a.yaml')).toThrow(`a.yaml, line ${line}: is not YAML that can be read`);
  });

  test('a billion laughs are refused before anybody walks them', () => {
    const lines = ['l0: &l0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
    for (let k = 1; k < 10; k++)
      lines.push(
        `l${k}: &l${k} [${Array(10)
          .fill(`*l${k - 1}`)
          .join(', ')}]`,
      );
    expect(() => parseYaml(lines.join('\n'), 'a.yaml')).toThrow(/its aliases \(\*\) stand for more than 4000000 values/);
  });

  test('nesting is counted through aliases', () => {
    const nested = (depth: number): string => {
      const lines = ['- &l0 [1]'];
      for (let k = 1; k < depth; k++) lines.push(`- &l${k} [*l${k - 1}]`);
      return lines.join('\n');
    };
    expect(() => parseYaml(nested(DEEPEST - 1), 'a.yaml')).not.toThrow();
    expect(() => parseYaml(nested(DEEPEST + 1), 'a.yaml')).toThrow(`nested more than ${DEEPEST} deep`);
  });

  test('many uses of one list are no laughs, and complaints name the place', () => {
    const uses = Array.from({ length: 20_000 }, () => '- *q').join('\n');
    const [root] = parseYaml(`- &q [0, 1, 2, 3, 4, 5, x]\n${uses}`, 'a.yaml');
    expect(root).toBeInstanceOf(Located);
    expect(root.items()).toHaveLength(20_001);
    expect(() => root.items()[7].numbers()).toThrow(InputError);
  });
});

describe('block texts', () => {
  test.each<[string, string, unknown]>([
    ['as it is', 'a: |\n  x\n  y\n\nb: 1\n', { a: 'x\ny\n', b: 1 }],
    ['folded, without its end', 'a: >-\n  x\n  y\n\n  z\n   in\n   in2\n  q\nb: [1]\n', { a: 'x y\nz\n in\n in2\nq', b: [1] }],
    ['in lists, all ends kept', '- |+\n a\n\n\n- >2\n   b\n- x: |-\n    q\n  y: 2\n', ['a\n\n\n', ' b\n', { x: 'q', y: 2 }]],
    ['indentation given', 'a: |2-\n   x\n  y\n', { a: ' x\ny' }],
    ['a comment behind its sign', 'a: | # c\n\n\n  x\n', { a: '\n\nx\n' }],
    ['the root', '|\n a\n b\n', 'a\nb\n'],
    ['anchored', 'a: &q |\n  t\nb: *q\n', { a: 't\n', b: 't\n' }],
    ['empty', 'a: |\nb: 2\n', { a: '', b: 2 }],
    ['a comment ends it', 'a: |\n  x\n # c\nb: 1\n', { a: 'x\n', b: 1 }],
    ['lines of Windows', 'a: |\r\n  x\r\n  y\r\nb: 1\r\n', { a: 'x\ny\n', b: 1 }],
    ['what looks like YAML', 'a: |\n  - b: [\n  # no comment\nc: 1', { a: '- b: [\n# no comment\n', c: 1 }],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('lines are counted on', () => {
    expect(() => parseYaml('a: |\n  x\n\n  y\nb: *q', 'a.yaml')).toThrow(/a.yaml, line 5: .*has no anchor/);
  });

  test.each<[string, string, number, RegExp]>([
    ['text on the line of its sign', 'a: | x', 1, /expected the lines of a block text below, found 'x'/],
    ['two signs of one kind', 'a: |-+\n x', 1, /expected the lines of a block text below/],
    ['in a flow', 'a: [|\n x]', 1, /a block text \(\|\) cannot begin here/],
    ['a tab', 'a: |\n\tx', 2, /a tab in the indentation/],
  ])('refused: %s', (_, text, line, message) => {
    expect(() => parseYaml(text, 'a.yaml')).toThrow(message);
    expect(() => parseYaml(text, 'a.yaml')).toThrow(`a.yaml, line ${line}: `);
  });
});
