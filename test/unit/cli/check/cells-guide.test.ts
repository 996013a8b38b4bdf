import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCell, parsePath } from '../../../../src/io/index.ts';

const guide = readFileSync(new URL('../../../../docs/guides/cells.md', import.meta.url), 'utf8');
const block = (kind: string) => new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1] ?? '';

test('the cell of the guide can be read', () => {
  const cell = parseCell(block('jsonc'), 'guide.json');
  expect(cell).toMatchObject({ name: 'welding', clearance: 0.005, path: 'weld.csv', allow: [['base_link', 'table']] });
  expect([cell.robots.length, cell.obstacles.length, cell.attach.length]).toEqual([1, 2, 1]);
});

test('the path of the guide can be read', () => {
  const { kind, jointNames, points } = parsePath(block('csv'), 'guide.csv');
  expect([kind, jointNames]).toEqual(['trajectory', ['pan', 'lift']]);
  expect(points[1]).toMatchObject({ time: 1.5, positions: [0.4, 0.2], velocities: [0.1, 0] });
});
