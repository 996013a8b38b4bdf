import { expect, test } from 'vitest';
import { readCell } from '../../../../src/io/cell/read-cell.ts';
import { spendOnLoops } from '../../../../src/io/robot/loop-work.ts';
import { parseUrdf } from '../../../../src/io/robot/parse-urdf.ts';
import { readUrdf } from '../../../../src/io/robot/read-urdf.ts';
import { WorkMeter } from '../../../../src/io/work-meter.ts';
import { memoryFiles } from './urdf-text.ts';

const hinge = (name: string, parent: string, child: string, x: number): string =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="0 0 1"/></joint>`;
/** A chain of so many links. */
const chain = (links: number): string =>
  `<robot name="r">${Array.from({ length: links }, (_, i) => `<link name="l${i}"/>${i > 0 ? hinge(`j${i}`, `l${i - 1}`, `l${i}`, 0.1) : ''}`).join('')}</robot>`;
const yaml = (pair: string, count: number): string =>
  `closed_loop: [${Array.from({ length: count }, () => pair).join(', ')}]\nname_mot: [j1]\n`;
const LIMIT = /takes more work to read than the limit of \d+ units/;
const read = (urdf: string, loops: string, closed?: 'search') =>
  readUrdf(memoryFiles({ 'r.urdf': urdf, 'r.yaml': loops }), 'r.urdf', { loops: 'r.yaml', geometry: 'none', ...(closed && { closed }) });

test('small files whose loops would take long are refused before they are closed', async () => {
  await expect(read(chain(4), yaml('[l3, l0]', 3000), 'search')).rejects.toThrow(LIMIT);
  await expect(read(chain(1500), yaml('[l1499, l0]', 1))).rejects.toThrow(LIMIT);
  await expect(read(chain(120), yaml('[l119, l0]', 120))).rejects.toThrow(LIMIT);
});

test('loops of a cell and of a URDF count as those of a YAML file', async () => {
  const loop = { a: { link: 'l3' }, b: { link: 'l0' }, keeps: 'whole' };
  const robot = { urdf: 'r.urdf', loops: Array.from({ length: 12_000 }, () => loop), driven: ['j1'] };
  const cell = JSON.stringify({ format: 'inbetween-cell/1', robot });
  const box = '<collision><geometry><box size="1 1 1"/></geometry></collision>';
  const solid = chain(4).replace('<link name="l3"/>', `<link name="l3">${box}</link>`);
  await expect(readCell(memoryFiles({ 'r.urdf': solid, 'c.json': cell }), 'c.json')).rejects.toThrow(LIMIT);
  const constraint = '<constraint name="c" type="fixed"><parent link="l3"/><child link="l0"/></constraint>';
  const own = solid.replace('</robot>', `${constraint.repeat(12_000)}</robot>`);
  await expect(readUrdf(memoryFiles({ 'r.urdf': own }), 'r.urdf', { driven: ['j1'] })).rejects.toThrow(LIMIT);
});

test('work grows with what the matrices take, and a leg of 100 joints in 24 loops is far from the limit', () => {
  const spent = (links: number, loops: number, isSearched = false, driven = ['j1']): number => {
    const work = new WorkMeter(2 ** 50);
    const all = Array.from({ length: loops }, () => ({ a: { link: `l${links - 1}` }, b: { link: 'l0' }, keeps: 'whole' }) as const);
    spendOnLoops(parseUrdf(chain(links), 'r.urdf'), all, driven, isSearched, work);
    return work.work;
  };
  expect(spent(1001, 1) / spent(501, 1)).toBeGreaterThan(3.5);
  expect(spent(101, 200) / spent(101, 100)).toBeGreaterThan(1.9);
  expect(spent(101, 100, true) / spent(101, 100)).toBeGreaterThan(3.5);
  expect(spent(101, 100, false, ['j1', 'j2', 'j3'])).toBeLessThan(spent(101, 100));
  expect(spent(101, 24, true)).toBeLessThan(2 ** 27);
});
