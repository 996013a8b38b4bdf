import { expect, test } from 'vitest';
import { Random } from '../../../../src/index.ts';
import { type Files, readCell } from '../../../../src/io/index.ts';
import { files } from '../../../../src/node/index.ts';
import { cellAnswerer } from '../../../../src/node/job/answer-cell.ts';
import type { Chunk, ItemKind } from '../../../../src/node/job/chunk.ts';
import { packCell } from '../../../../src/node/job/packed-cell.ts';
import { roadmapMotions } from '../../../../src/node/job/source/roadmap-motions.ts';

// Single motions in cells whose robots hold something: a motion is the path of its two ends.

const ASK: Chunk['ask'] = { method: 'auto', start: 'strict', limits: 'ignore', margin: true, all: false };

async function answers(bytes: Uint8Array, kind: ItemKind, items: readonly string[]): Promise<Record<string, unknown>[]> {
  let at = 0;
  const data = new TextEncoder().encode(items.join(''));
  const ends = Uint32Array.from(items, (item) => (at += item.length));
  const ids = items.map((_, i) => `m${i}.csv`);
  const { lines } = await cellAnswerer(bytes)({ subject: '', kind, columns: null, ids, data, ends, ask: ASK });
  const texts = new TextDecoder().decode(lines).trimEnd().split('\n');
  return texts.map((line) => JSON.parse(line));
}

const URDF = `<robot name="arm"><link name="base"/>
<link name="upper"><collision><origin xyz=".4 0 0"/><geometry><box size=".8 .1 .1"/></geometry></collision></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3.1" upper="3.1" velocity="3" effort="1"/></joint>
<link name="hand"><collision><geometry><box size=".1 .1 .1"/></geometry></collision></link>
<joint name="j2" type="prismatic"><parent link="upper"/><child link="hand"/><origin xyz=".9 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.4" velocity="3" effort="1"/></joint></robot>`;

function arm(held: unknown): Promise<Awaited<ReturnType<typeof readCell>>> {
  const cell = {
    format: 'inbetween-cell/1',
    robot: { urdf: 'arm.urdf' },
    obstacles: [{ name: 'wall', box: [0.1, 0.6, 1], pose: { position: [1.1, 1, 0] } }],
    bodies: [{ name: 'part', box: [0.5, 0.1, 0.1], pose: { position: [1.25, 0, 0] }, held }],
  };
  const texts: Readonly<Record<string, string>> = { 'cell.json': JSON.stringify(cell), 'arm.urdf': URDF };
  const memory: Files = { read: async (path) => new TextEncoder().encode(texts[path]) };
  return readCell(memory, 'cell.json');
}

test.each([
  ['from the start', [{ by: 'hand', touches: ['upper'] }]],
  ['from one end to the other', [{ by: 'hand', touches: ['upper'], from: 0, to: 1 }]],
])('a part that is held %s goes along with motions as with paths (seed 3)', async (_, held) => {
  const random = new Random(3);
  const bytes = packCell(await arm(held));
  const ends = Array.from({ length: 40 }, () => [0, random.range(0, 0.3), random.range(-1.5, 1.5), random.range(0, 0.3)]);
  const motions = await answers(
    bytes,
    'motion',
    ends.map((values) => values.join(',')),
  );
  const paths = await answers(
    bytes,
    'path',
    ends.map(([a, b, c, d]) => `j1,j2\n${a},${b}\n${c},${d}\n`),
  );
  expect(motions).toEqual(paths);
  // the tip of the part, 0.6 + 0.9 from the axis, meets the wall where the hand does not
  const carried = motions.filter(({ id, status, ...rest }) => status === 'contact' && JSON.stringify(rest).includes('part'));
  expect(carried.length).toBeGreaterThan(4);
  expect(motions.filter(({ status }) => status === 'free').length).toBeGreaterThan(4);
});

test('motions are refused by name where a part is taken at a waypoint that they do not have', async () => {
  const cell = await readCell(files('examples/puma-cell'), 'cell.json');
  const [start] = cell.starts;
  const row = [...start, ...start.map((value) => value + 0.1)].join(',');
  const [{ error }] = await answers(packCell(cell), 'motion', [row]);
  expect(error).toMatch(/'workpiece' held by 'gripper': from: the path of robot '.*' has no waypoint 2/);
});

test('edges of a roadmap are refused in a cell with bodies', async () => {
  const cell = await arm([{ by: 'hand' }]);
  expect(() => roadmapMotions(cell, '{}', 'roadmap.json')).toThrow(/a cell with moving bodies/);
});
