import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { edgeAdjacency } from '../../../../src/index.ts';
import { parsePly } from '../../../../src/io/index.ts';
import { captured } from '../captured-run.ts';

// Two frames of deforming meshes with exact truth for some of their pairs; beside the repository on the machines that have them.
const shared = fileURLToPath(new URL('../../../../../shared/data/scalable-ccd/', import.meta.url));
const isPresent = existsSync(shared);
if (!isPresent) console.warn(`skipped: no ground truth in ${shared}`);

describe.skipIf(!isPresent).each([
  ['cloth-funnel', '227', '228'],
  ['rod-twist', '3036', '3037'],
])('%s', (scene, from, to) => {
  const frame = (name: string) => `${shared}${scene}/frames/${name}.ply`;
  const json = (path: string) => JSON.parse(readFileSync(`${shared}${scene}/${path}`, 'utf8'));

  test('step --all --json has a line for every true pair and none for a false one; no time is late', async () => {
    const { code, stdout } = await captured(['step', frame(from), frame(to), '--all', '--json']);
    expect(code).toBe(1);
    const found = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const answer = found.pop();
    const keyOf = (kind: string, ids: readonly number[]) => `${kind} ${[...ids].sort((x, y) => x - y).join(' ')}`;
    const times = new Map<string, number>();
    const through = found.filter(({ kind }) => kind === 'edge-face');
    for (const { kind, vertex, face, edges, time } of found)
      if (kind !== 'edge-face') times.set(kind === 'vertex-face' ? `vf ${vertex} ${face}` : keyOf('ee', edges), time);
    expect(times.size + through.length).toBe(answer.contacts);
    // The funnel, which no force moves, goes through itself.
    expect([answer.status, through.length > 100]).toEqual(scene === 'cloth-funnel' ? ['overlap', true] : ['contact', false]);

    // Vertices, edges and faces are numbered in one go there.
    const { indices, vertexCount } = parsePly(readFileSync(frame(from)), 'frame.ply');
    const { edgeCount } = edgeAdjacency(indices, vertexCount);
    const missed: string[] = [];
    const wrong: string[] = [];
    const off: string[] = [];
    let first = 1;
    let right = 0;
    for (const kind of ['vf', 'ee']) {
      const pairs: [number, number][] = json(`boxes/${from}${kind}.json`);
      const truth: boolean[] = json(`mma_bool/${from}${kind}_mma_bool.json`);
      const exact: Record<string, number> = json(`${from}${kind}_first_toi.json`);
      for (const [i, [a, b]] of pairs.entries()) {
        const key = kind === 'vf' ? `vf ${a} ${b - vertexCount - edgeCount}` : keyOf('ee', [a - vertexCount, b - vertexCount]);
        const time = times.get(key);
        if (time === undefined && truth[i]) missed.push(key);
        if (time !== undefined && !truth[i]) wrong.push(key);
        if (time === undefined || !truth[i]) continue;
        right++;
        if (exact[i] === undefined) continue;
        first = Math.min(first, exact[i]);
        if (!(time <= exact[i] && time > exact[i] - 1e-6)) off.push(`${key}: ${time}, exactly ${exact[i]}`);
      }
    }
    expect({ missed, wrong, off }).toEqual({ missed: [], wrong: [], off: [] });
    expect(right).toBeGreaterThan(100);
    const later = await captured(['step', frame(from), frame(to), '--starts-free', '--json']);
    const { status, time, contacts } = JSON.parse(later.stdout.trimEnd().split('\n')[1]);
    expect({ status, contacts }).toEqual({ status: 'contact', contacts: 1 });
    expect(time).toBeLessThanOrEqual(first);
    expect(time).toBeGreaterThan(first - 1e-9);
  });
});
