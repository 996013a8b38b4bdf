import { describe, expect, test } from 'vitest';
import { parsePath } from '../../../../src/io/path/parse-path.ts';
import type { PathFile, PathPoint } from '../../../../src/io/path/path-file.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

// Writers of the formats, independent of the readers.

type Point = Omit<PathPoint, 'line'>;

const NAMES = ['shoulder_pan', 'elbow', 'wrist-3'];

function randomPoints(seed: number, count: number, parts: readonly ('velocities' | 'accelerations' | 'time')[]): Point[] {
  const random = new Random(seed);
  const values = () => NAMES.map(() => (random.next() - 0.5) * 2 ** Math.floor(40 * random.next() - 20));
  return Array.from({ length: count }, (_, i) => ({
    positions: values(),
    ...(parts.includes('velocities') ? { velocities: values() } : {}),
    ...(parts.includes('accelerations') ? { accelerations: values() } : {}),
    // Whole nanoseconds, which messages hold.
    ...(parts.includes('time') ? { time: i + Math.floor(1e9 * random.next()) / 1e9 } : {}),
  }));
}

function stamp(time: number, [seconds, nanoseconds]: readonly [string, string]): Record<string, number> {
  return { [seconds]: Math.floor(time), [nanoseconds]: Math.round((time - Math.floor(time)) * 1e9) };
}

const ROS1 = ['secs', 'nsecs'] as const;
const ROS2 = ['sec', 'nanosec'] as const;

function message(points: readonly Point[], words: readonly [string, string]): Record<string, unknown> {
  return {
    header: { stamp: stamp(0, words), frame_id: '' },
    joint_names: NAMES,
    points: points.map(({ positions, velocities = [], accelerations = [], time = 0 }) => ({
      positions,
      velocities,
      accelerations,
      effort: [],
      time_from_start: stamp(time, words),
    })),
  };
}

/** As `ros2 topic echo` prints: lists in the column of their key. */
function blockYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []\n';
    return `\n${value.map((item) => `${indent}-${blockYaml(item, `${indent}  `).replace(/^\n\s*/, ' ')}`).join('')}`;
  }
  if (typeof value === 'object' && value !== null) {
    const lines = Object.entries(value).map(([key, item]) => {
      const inner = Array.isArray(item) ? indent : `${indent}  `;
      return `${indent}${key}:${blockYaml(item, inner)}`;
    });
    return `\n${lines.join('')}`;
  }
  return ` ${value === '' ? "''" : value}\n`;
}

/** As `rostopic echo` prints: flow lists of numbers, a dash on a line of its own. */
function rostopicYaml(points: readonly Point[]): string {
  const rows = points.map(({ positions, velocities = [], time = 0 }) => {
    const { secs, nsecs } = stamp(time, ROS1);
    const lists = `    positions: [${positions.join(', ')}]\n    velocities: [${velocities.join(', ')}]\n    accelerations: []\n    effort: []\n`;
    return `  - \n${lists}    time_from_start: \n      secs: ${secs}\n      nsecs: ${nsecs}\n`;
  });
  const names = NAMES.map((name) => `  - ${name}\n`).join('');
  return `header: \n  seq: 7\n  frame_id: "base"\njoint_names: \n${names}points: \n${rows.join('')}---\n`;
}

function csv(points: readonly Point[], separator: string, end: string): string {
  const [first] = points;
  const head = [
    ...(first.time === undefined ? [] : ['time']),
    ...NAMES,
    ...(first.velocities === undefined ? [] : [`${NAMES[0]}_velocity`, `vel_${NAMES[1]}`, `${NAMES[2]}.velocity`]),
    ...(first.accelerations === undefined ? [] : NAMES.map((name) => `${name}_acceleration`)),
  ];
  const rows = points.map(({ positions, velocities = [], accelerations = [], time }) =>
    [...(time === undefined ? [] : [time]), ...positions, ...velocities, ...accelerations].join(separator),
  );
  return [head.join(separator), ...rows, ''].join(end);
}

function withoutLines({ jointNames, points, kind }: PathFile): unknown {
  return { jointNames, kind, points: points.map(({ line, ...point }) => point) };
}

describe('every format gives back what was written, seed 11', () => {
  const plain = randomPoints(11, 5, []);
  const timed = randomPoints(12, 5, ['velocities', 'time']);
  const full = randomPoints(13, 130, ['velocities', 'accelerations', 'time']);
  const path = { jointNames: NAMES, points: plain, kind: 'path' };
  const lists = plain.map(({ positions }) => positions);
  const flow = `[${lists.map((list) => `[${list.join(', ')}]`).join(',\n  ')}]`;

  test.each<[string, string, string, unknown]>([
    ['lists in JSON', 'a.json', JSON.stringify(lists), { ...path, jointNames: null }],
    ['joints and path in JSON', 'a.json', JSON.stringify({ joints: NAMES, path: lists }), path],
    ['JSON by content', 'path', `\ufeff\n${JSON.stringify({ path: lists }, null, 2)}`, { ...path, jointNames: null }],
    ['ROS 1 in JSON', 'a.json', JSON.stringify(message(timed, ROS1)), { jointNames: NAMES, points: timed, kind: 'trajectory' }],
    ['ROS 2 in JSON', 'a.json', JSON.stringify(message(full, ROS2)), { jointNames: NAMES, points: full, kind: 'trajectory' }],
    ['a message without times', 'a.json', JSON.stringify(message(plain, ROS2)), path],
    ['ROS 2 echo', 'a.yaml', `${blockYaml(message(full, ROS2))}---\n`, { jointNames: NAMES, points: full, kind: 'trajectory' }],
    ['rostopic echo', 'a.yml', rostopicYaml(timed), { jointNames: NAMES, points: timed, kind: 'trajectory' }],
    ['YAML by content, CRLF', 'a', rostopicYaml(timed).replaceAll('\n', '\r\n'), { jointNames: NAMES, points: timed, kind: 'trajectory' }],
    ['lists in YAML', 'a.yaml', lists.map((list) => `- [${list.join(', ')}]\n`).join(''), { ...path, jointNames: null }],
    ['block lists in YAML', 'a.yaml', blockYaml(lists), { ...path, jointNames: null }],
    ['joints and path in YAML', 'a.yaml', `# by hand\njoints: [${NAMES.join(', ')}] # three\npath: ${flow}\n`, path],
    ['CSV', 'a.csv', csv(plain, ',', '\n'), path],
    ['CSV with times and velocities', 'a.csv', csv(timed, ',', '\n'), { jointNames: NAMES, points: timed, kind: 'trajectory' }],
    ['CSV with all, semicolons, CRLF', 'a.csv', `\ufeff${csv(full, ';', '\r\n')}`, { jointNames: NAMES, points: full, kind: 'trajectory' }],
    ['CSV with tabs', 'a.tsv', csv(timed, '\t', '\n'), { jointNames: NAMES, points: timed, kind: 'trajectory' }],
    ['numbers alone', 'a.csv', `# no names\n\n${lists.join('\n')}`, { ...path, jointNames: null }],
    ['CSV by content', 'a.txt', csv(plain, ', ', '\n'), path],
  ])('%s', (_, file, text, expected) => {
    expect(withoutLines(parsePath(text, file))).toEqual(expected);
    expect(withoutLines(parsePath(new TextEncoder().encode(text), file))).toEqual(expected);
  });

  test.each<[string, (trajectory: unknown) => unknown]>([
    ['RobotTrajectory', (t) => ({ joint_trajectory: t, multi_dof_joint_trajectory: { joint_names: [], points: [] } })],
    ['a goal', (t) => ({ header: {}, goal_id: {}, goal: { trajectory: t } })],
    ['DisplayTrajectory', (t) => ({ model_id: 'ur5', trajectory: [{ joint_trajectory: t }], trajectory_start: { joint_state: {} } })],
    ['a plan', (t) => ({ planned_trajectory: { joint_trajectory: t } })],
  ])('inside of %s', (_, wrap) => {
    const text = JSON.stringify(wrap(message(timed, ROS2)));
    expect(withoutLines(parsePath(text, 'a.json'))).toEqual({ jointNames: NAMES, points: timed, kind: 'trajectory' });
  });

  test('the first document that holds a trajectory', () => {
    const text = `---\nheader: {frame_id: x}\n---\n# none\n---\n${rostopicYaml(timed)}${rostopicYaml(full)}`;
    expect(withoutLines(parsePath(text, 'a.yaml'))).toMatchObject({ points: timed });
  });
});

test('times in seconds, lines of points, names with odd signs', () => {
  const json =
    '{"joint_names": ["a/b", "Größe"],\n "points": [\n {"positions": [1, 2], "time_from_start": 0.5},\n\n {"positions": [3, 4], "time_from_start": 1}]}';
  expect(parsePath(json, 'a.json').points).toEqual([
    { positions: [1, 2], time: 0.5, line: 3 },
    { positions: [3, 4], time: 1, line: 5 },
  ]);
  expect(parsePath('"left_vel"; "b" ;T\n1;2;0\n# rest\n\n3;4;1e-3', 'a.csv')).toMatchObject({
    jointNames: ['left_vel', 'b'],
    kind: 'trajectory',
    points: [
      { positions: [1, 2], time: 0, line: 2 },
      { positions: [3, 4], time: 0.001, line: 5 },
    ],
  });
  expect(parsePath("joints: ['it''s', \"a\\u0041\\n\"]\npath:\n- [+1., .5]\n-   - -1e-3\n    - 2\n", 'a.yaml')).toMatchObject({
    jointNames: ["it's", 'aA\n'],
    points: [{ positions: [1, 0.5] }, { positions: [-0.001, 2] }],
  });
});

const TWO = '"joint_names":["a","b"]';

describe('broken files', () => {
  test.each<[string, string, RegExp]>([
    ['a.json', '', /^a\.json, line 1: is not JSON: expected a value, found the end of the file/],
    ['a.json', '[[1,2],\n[3,4]', /^a\.json, line 2: is not JSON: expected ',' or '\]', found the end/],
    ['a.json', '[[1,2],\n[3,4],]', /^a\.json, line 2: is not JSON: a ',' before '\]'/],
    ['a.json', '[[1,2]]\n// end', /^a\.json, line 2: is not JSON: comments are not allowed/],
    ['a.json', '[[1,2]]\n[', /^a\.json, line 2: is not JSON: '\[' after the end/],
    ['a.json', '[[1, NaN]]', /^a\.json, line 1: is not JSON: expected a value, found 'N'/],
    ['a.json', '[[01]]', /is not JSON: expected a value, found '0'/],
    ['a.json', '{"path": [],\n"path": []}', /^a\.json, line 2: the key "path" is there twice/],
    ['a.json', '{path: []}', /expected a key in double quotes, found 'p'/],
    ['a.json', '{"path" []}', /expected ':' after the key "path", found '\['/],
    ['a.json', '["a\nb"]', /a text without closing quotes/],
    ['a.json', '["\\q"]', /has an escape \(\\\) that JSON does not know/],
    ['a.json', '['.repeat(100_000), /nested more than 100 deep/],
    ['a.json', '[]', /^a\.json, line 1: has no points/],
    ['a.json', '[[]]', /^a\.json, line 1: has points without values/],
    ['a.json', '7', /the content should be a list of configurations, .* got 7/],
    ['a.json', '{\n"points": []}', /^a\.json, line 2: points has no joint_names beside it/],
    ['a.json', '{"joint_names": []}', /^a\.json, line 1: joint_names has no points beside it/],
    ['a.json', '{\n"path": []}', /^a\.json, line 2: path has no points/],
    ['a.yaml', 'joint_names: [a]\npoints: []', /^a\.yaml, line 2: points is empty: the trajectory has no points/],
    ['a.yaml', 'joint_names: [a]\npoints:\n- positions: [1, 2]', /^a\.yaml, line 3: point 0 has 2 positions, but there is 1 joint$/],
    ['a.csv', '0,0;1,5\n1,0;2,5\n', /^a\.csv, line 1: '0,0' has a decimal comma; write numbers with a point/],
    ['a.json', '[[1,2],\n[3]]', /^a\.json, line 2: point 1 has 1 position, but the first point has 2/],
    ['a.json', '[[1,2],\n[3,\n1e999]]', /^a\.json, line 3: \[1\]\[1\] should be a finite number, got Infinity/],
    ['a.json', '[[1,2],\n[3,null]]', /^a\.json, line 2: \[1\]\[1\] should be a finite number, got null/],
    ['a.json', '[[1,2],\n3]', /^a\.json, line 2: \[1\] should be a list of finite numbers, got 3/],
    ['a.json', '{"joints": ["a","b"], "path": [[1,2,3]]}', /point 0 has 3 positions, but there are 2 joints/],
    ['a.json', '{"joints": ["a","a"], "path": [[1,2]]}', /names the joint 'a' twice/],
    ['a.json', '{"joints": ["a",1], "path": [[1,2]]}', /joints\[1\] should be a text, got 1/],
    ['a.json', '{"joint": ["a","b"], "path": [[1,2]]}', /joint is no known key; is 'joints' meant\?/],
    ['a.json', `{${TWO},"points":[{}]}`, /points\[0\]\.positions is missing/],
    ['a.json', `{${TWO},"points":[{"positions":[1,2],"velocities":[1]}]}`, /point 0 has 1 velocity, but there are 2 joints/],
    ['a.json', `{${TWO},"points":[{"positions":[1,2],"time_from_start":"1s"}]}`, /time_from_start should be a finite number, got "1s"/],
    ['a.json', `{${TWO},"points":[{"positions":[1,2],"time_from_start":{"sec":1,"nsec":3}}]}`, /time_from_start\.nsec is no known key/],
    [
      'a.json',
      `{${TWO},"points":[{"positions":[1,2],"time_from_start":{"sec":0.5}}]}`,
      /time_from_start\.sec should be an integer, got 0\.5/,
    ],
    ['a.json', `{${TWO},"points":[{"positions":[1,2],"time_from_start":1},\n{"positions":[1,2]}]}`, /line 2: point 1 has no time, unlike/],
    [
      'a.json',
      `{${TWO},"points":[{"positions":[1,2],"time_from_start":1},\n{"positions":[1,2],"time_from_start":1}]}`,
      /^a\.json, line 2: point 1 has time 1, not later than 1 before it/,
    ],
    ['a.json', '{"trajectory": [{}, {}]}', /should be a list of configurations, .* a ROS trajectory/],
    ['a.json', '{"multi_dof_joint_trajectory": {"points": [{}]}, "joint_trajectory": {"points": [{}]}}', /several degrees of freedom/],
    ['a.yaml', '', /^a\.yaml: is empty/],
    ['a.yaml', '# only\n---\n', /^a\.yaml: is empty/],
    ['a.yaml', 'header: 1\n---\ntitle: 2', /line 1: the content should be a list of configurations/],
    ['a.yaml', '&x path:\n  - [1]', /^a\.yaml, line 1: is not YAML that can be read: an anchor \(&\) on a key is not read/],
    ['a.yaml', 'path:\n  - *x', /^a\.yaml, line 2: .*the alias \*x has no anchor &x before it/],
    ['a.yaml', 'path:\n  - !!float 1', /^a\.yaml, line 2: .*tags/],
    ['a.yaml', 'path: |\n  1', /line 1: path should be a list/],
    ['a.yaml', '? path\n: 1', /line 1: .*'\? key'/],
    ['a.yaml', 'path:\n\t- 1', /^a\.yaml, line 2: .*a tab in the indentation/],
    ['a.yaml', 'path: [[1, 2],\n [3, 4]', /line 2: .*'\]' is missing|expected ',' or '\]'/],
    ['a.yaml', 'path: [1 2, 3]\njoints: a: b', /line 2: .*': b' is more than one value on a line/],
    ['a.yaml', 'path:\n    - [1]\n  - [2]', /^a\.yaml, line 3: .*'- \[2\]' is indented deeper/],
    ['a.yaml', 'path: 1\npath: 2', /^a\.yaml, line 2: .*the key 'path' is there twice/],
    ['a.yaml', "joints: ['a\npath: 1", /^a\.yaml, line 1: .*a text without closing quote/],
    ['a.yaml', '- [1]\npath: 2', /^a\.yaml, line 2: .*'path: 2' does not continue/],
    ['a.yaml', 'path: - 1', /a list cannot begin here/],
    ['a.yaml', '[a, b]: 1', /a list or mapping as a key/],
    ['a.yaml', `${'- '.repeat(200)}1`, /nested more than 100 deep/],
    ['a.yaml', `${'['.repeat(200)}`, /nested more than 100 deep/],
    ['a.yaml', '- [1, .nan]', /^a\.yaml, line 1: \[0\]\[1\] should be a finite number, got NaN/],
    ['a.yaml', '- - 1\n  - .inf', /^a\.yaml, line 2: \[0\]\[1\] should be a finite number, got Infinity/],
    ['a.yaml', 'joint_names: [a]\npoints:\n- positions:\n  - 1\n  - "..."', /line 5: .*cut when it was printed; .* --full-length/],
    ['a.yaml', "joint_names: [a]\npoints:\n- positions: [1]\n- '...'", /line 4: points\[1\] should be a point \(the list was cut/],
    ['a.csv', '', /^a\.csv: is empty/],
    ['a.csv', '# a, b\n', /^a\.csv: is empty/],
    ['a.csv', 'a,b\n', /^a\.csv, line 1: has a row of names, but no points/],
    ['a.csv', 'a,b\n1,2\n3\n', /^a\.csv, line 3: the row has 1 column, but line 1 has 2/],
    ['a.csv', '1,2\n\n3,4,5\n', /^a\.csv, line 3: the row has 3 columns, but line 1 has 2/],
    ['a.csv', 'a,b\n1,nan\n', /^a\.csv, line 2: column 2 \(b\) should be a finite number, got 'nan'/],
    ['a.csv', 'a,b\n1,1e999\n', /^a\.csv, line 2: column 2 \(b\) should be a finite number, got '1e999'/],
    ['a.csv', '1,inf\n', /^a\.csv, line 1: column 2 should be a finite number, got 'inf'/],
    ['a.csv', 'a,b\n1,\n', /^a\.csv, line 2: column 2 \(b\) should be a finite number, got ''/],
    ['a.csv', 'a;b\n1,5;2,5\n', /line 2: column 1 \(a\) .* got '1,5'; write numbers with a point/],
    ['a.csv', 'a\n1 2\n', /got '1 2'; separate columns by comma, semicolon or tab/],
    ['a.csv', '1,x,3\n', /^a\.csv, line 1: the first row is neither names nor numbers: 'x'/],
    ['a.csv', 'a,b,a\n1,2,3\n', /^a\.csv, line 1: two columns are named 'a'/],
    ['a.csv', 'a,,b\n1,2,3\n', /^a\.csv, line 1: column 2 has no name/],
    ['a.csv', 'a,"b\n1,2\n', /^a\.csv, line 1: the quotes of "b do not close/],
    ['a.csv', 'time,t,a\n1,2,3\n', /'time' and 't' are both times/],
    ['a.csv', 'time\n1\n', /^a\.csv, line 1: names no joint/],
    ['a.csv', 'a,b,a_vel\n1,2,3\n', /'b' has no column of velocity, others do/],
    ['a.csv', 'a,a_vel,vel_a\n1,2,3\n', /'a' has two columns of velocity/],
    ['a.csv', 't,a\n0,1\n2,1\n1,1\n', /^a\.csv, line 4: point 2 has time 1, not later than 2 before it/],
  ])('%s %j', (file, text, says) => {
    const broken = () => parsePath(text, file);
    expect(broken).toThrow(InputError);
    expect(broken).toThrow(says);
  });

  test('UTF-16 with a mark is read', () => {
    const text = '\ufeffä;b\n1;2';
    const bytes = Uint8Array.from([...text].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]));
    expect(parsePath(bytes, 'a.csv').jointNames).toEqual(['ä', 'b']);
  });

  test('bytes that are not UTF-8', () => {
    expect(() => parsePath(Uint8Array.from([0x22, 0xff, 0x22]), 'a.csv')).toThrow(/^a\.csv: is not text in UTF-8/);
  });
});

test('rows that all end with a separator', () => {
  expect(parsePath('time,pan,\n0,1,\n2,3,\n', 'a.csv')).toEqual(parsePath('time,pan\n0,1\n2,3\n', 'a.csv'));
  expect(() => parsePath('pan,\n1,2\n', 'a.csv')).toThrow('column 2 has no name');
});

test('a trajectory that begins late is told', () => {
  expect(parsePath('t,a\n0.5,1\n1,2\n', 'a.csv').warnings).toEqual([
    'a.csv: the trajectory begins at 0.5 s: what the controller does before is not checked',
  ]);
  expect(parsePath('t,a\n0,1\n1,2\n', 'a.csv').warnings).toBeUndefined();
});

test('damaged files throw nothing but InputErrors, seed 5', () => {
  const random = new Random(5);
  const timed = randomPoints(6, 3, ['velocities', 'time']);
  const originals: [string, string][] = [
    ['a.json', JSON.stringify(message(timed, ROS2), null, 1)],
    ['a.yaml', rostopicYaml(timed)],
    ['a.yaml', blockYaml(message(timed, ROS2))],
    ['a.csv', csv(timed, ',', '\n')],
  ];
  const SIGNS = '[]{}:,-#&"\'\n\t \\0.e/*|%\r';
  let read = 0;
  for (let run = 0; run < 2000; run++) {
    const [file, text] = originals[run % originals.length];
    const at = Math.floor(text.length * random.next());
    const sign = SIGNS[Math.floor(SIGNS.length * random.next())];
    const damaged = text.slice(0, at) + sign + text.slice(at + Math.floor(3 * random.next()));
    try {
      parsePath(damaged, file);
      read++;
    } catch (cause) {
      expect(cause).toBeInstanceOf(InputError);
    }
  }
  expect(read).toBeGreaterThan(100);
  expect(read).toBeLessThan(1900);
});
