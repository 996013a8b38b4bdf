import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BatchRunner } from '../../../src/gpu/batch/batch-runner.ts';
import { GpuFault } from '../../../src/gpu/device/gpu-fault.ts';
import { NODE_CHILD } from '../../../src/hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../../../src/hierarchy/swept-sphere-tree.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { TreeLevels } from '../../../src/methods/hca/tree-levels.ts';
import { PACKED_WORDS, packedTable } from './packed-words.ts';

const WGSL = join(import.meta.dirname, '../../../src/gpu/wgsl');
const named = PACKED_WORDS.map((row) => ({ ...row, name: `${row.where}: ${row.field}` }));

describe('numbers in packed words', () => {
  test.for(named.filter(({ guard }) => guard === 'refused'))('$name: the greatest fits, one more is refused', async ({ write, most }) => {
    const written = await write?.(most);
    if (typeof written === 'number' && written !== most) expect(written).toBeGreaterThan(most);
    await expect((async () => write?.(most + 1))()).rejects.toThrow();
    await (async () => write?.(most + 1))().catch((error) =>
      expect(error instanceof GpuFault || error instanceof InputError || /no 17th/.test(error.message)).toBe(true),
    );
  });

  test.for(named.filter(({ guard, write }) => guard === 'cut' && write !== undefined))(
    '$name: one more than the greatest is what it means',
    ({ write, most, cut }) => {
      expect([write?.(most), write?.(most + 1)]).toEqual([most, cut]);
    },
  );

  test.for(named)('$name: the greatest has room in its bits', ({ bits, most, field }) => {
    // times nine, where it is said so
    const counted = field.includes('nine times')
      ? 9 * most
      : field.includes('bodies × bodies')
        ? most ** 2
        : field.includes('256 lanes')
          ? 256 * most - 1
          : most;
    if (!field.startsWith('levels') && !field.startsWith('queue: rounds')) expect(counted).toBeLessThan(2 ** bits);
  });

  test('more pairs than counters have room for: the processor does them', () => {
    const runner = Object.assign(Object.create(BatchRunner.prototype), {
      gpu: { largestBuffer: 2 ** 40 },
      model: { stride: 1, tasks: { length: 2 ** 26 } },
    });
    expect(runner.mostMotions(1)).toBe(2);
    expect(() => runner.mostMotions(4)).toThrow(GpuFault);
    runner.gpu = { largestBuffer: 2 ** 27 };
    expect(() => runner.mostMotions(1)).toThrow(/67108864 pairs are more/);
  });
});

test('levels of a tree that is a chain of 65,536 nodes are not counted modulo 2^16', () => {
  const depth = 2 ** 16;
  const nodes = new Float64Array(16 * (2 * depth + 1));
  for (let level = 0, node = 0; level < depth; level++, node = 2 * level) {
    nodes[16 * node + NODE_CHILD] = 2 * level + 1;
    nodes[16 * (2 * level + 1) + NODE_CHILD] = -1 - level;
  }
  nodes[16 * (2 * depth) + NODE_CHILD] = -1 - depth;
  const { depths } = new TreeLevels({ nodes, nodeCount: 2 * depth + 1, leafCount: depth + 1, depth } as SweptSphereTree);
  expect([depths[0], depths[2 * depth - 1], depths[2 * depth]]).toEqual([0, depth, depth]);
});

test('every line of the programs that takes words apart or counts bits is of a row', () => {
  const known = PACKED_WORDS.flatMap(({ code }) => code);
  const open = readdirSync(WGSL)
    .filter((name) => name.endsWith('.wgsl'))
    .flatMap((name) =>
      readFileSync(join(WGSL, name), 'utf8')
        .split('\n')
        .map((line) => line.replace(/\/\/.*$/, ''))
        .filter((line) =>
          /<<|>>|[^&]& ?[A-Z0-9(a-z]|[^|]\| ?[a-z(]|countOneBits/.test(
            line.replace(/array<atomic<u32>>|ptr<[^>]*<[^>]*>>|\|\||&&|&[a-z]+\[|\(&[a-z.]+|, &[a-z]+/g, ''),
          ),
        )
        .filter((line) => !/> margin\) &/.test(line) && !known.some((part) => line.includes(part)))
        .map((line) => `${name}: ${line.trim()}`),
    );
  expect(open).toEqual([]);
});

test('the notes have the table as it is', () => {
  const notes = readFileSync(join(import.meta.dirname, '../../../docs/notes/gpu.md'), 'utf8');
  expect(notes).toContain(packedTable());
});
