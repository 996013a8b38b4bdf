import { isDeepStrictEqual } from 'node:util';
import { test } from 'vitest';
import { askedCell } from './asked-cells.ts';
import { LIBRARY } from './library-entries.ts';
import { sceneOf } from './library-side.ts';

const F = [
  'bodiesByRows',
  'bodiesByScene',
  'heldParts',
  'clocks',
  'uncertainty',
  'clearanceByGroups',
  'allowedPairs',
  'attachedBodies',
  'closedChains',
  'toolPaths',
  'clouds',
  'solids',
  'softBodies',
  'mimicJoints',
  'floatingBases',
  'helicalJoints',
  'initialContact',
  'intendedContacts',
] as const;
const only = process.env.ONLY?.split(',');
test('explore', async () => {
  for (const [name, entry] of Object.entries(LIBRARY)) {
    if (only && !only.includes(name)) continue;
    const lines: string[] = [name];
    for (const feature of F) {
      const t = performance.now();
      const seen: Record<string, number> = {};
      for (let k = 0; k < Number(process.env.N ?? 6); k++) {
        const asked = askedCell(feature, `${k}`, entry.segments ?? 1, false);
        try {
          const it = await sceneOf(asked);
          const a = await entry.compare(it);
          const key =
            a === null ? 'nothing' : isDeepStrictEqual(a.given, a.scene) ? 'same' : `DIFFERS ${k} ${JSON.stringify(a)}`.slice(0, 400);
          seen[key] = (seen[key] ?? 0) + 1;
        } catch (e) {
          const key =
            `${(e as Error).name}: ${(e as Error).message}`.slice(0, 300) + ((e as Error).name === 'InputError' ? '' : (e as Error).stack);
          seen[key] = (seen[key] ?? 0) + 1;
        }
      }
      lines.push(
        `   ${feature} ${Math.round(performance.now() - t)}ms: ${Object.entries(seen)
          .map(([k, n]) => `${n}x ${k}`)
          .join('\n        ')}`,
      );
    }
    console.log(lines.join('\n'));
  }
});
