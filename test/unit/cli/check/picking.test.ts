import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capturedBatch } from '../batch/captured-batch.ts';
import { captured } from '../captured-run.ts';

// examples/picking: a part is picked from a belt at 0.2 m/s and laid into a tray that goes along y at 0.1 / 4.5 m/s and turns by 60° in 4.5 s.

const FOLDER = 'examples/picking';
const CELL = join(FOLDER, 'cell.json');

const turnOf = (t: number): number => ((Math.PI / 3) * t) / 4.5;
const trayOf = (t: number): readonly [number, number] => [0.3, 0.5 + (0.1 * t) / 4.5];

/** Where the gripper is on its third line, from 1.5 s to 2.5 s: straight and evenly turning as the tray sees it. */
function gripperAt(t: number): readonly [x: number, y: number, turn: number] {
  const seen = (x: number, y: number, at: number): readonly [number, number] => {
    const [u, v] = [x - trayOf(at)[0], y - trayOf(at)[1]];
    const [c, s] = [Math.cos(turnOf(at)), Math.sin(turnOf(at))];
    return [c * u + s * v, c * v - s * u];
  };
  const share = t - 1.5;
  const [a, b] = seen(-0.3 + 0.2 * 1.5, 0, 1.5);
  const [x, y] = [a + share * (0.1 - a), b + share * (0.05 - b)];
  const [c, s] = [Math.cos(turnOf(t)), Math.sin(turnOf(t))];
  return [trayOf(t)[0] + c * x - s * y, trayOf(t)[1] + s * x + c * y, turnOf(t) - (1 - share) * turnOf(1.5)];
}

/** When a corner of the part, 0.03 by 0.05, gets to the rail's side at y = 0.14. */
function firstTouch(): number {
  for (let t = 1.5; t < 2.5; t += 1e-5) {
    const [, y, turn] = gripperAt(t);
    if (y + 0.015 * Math.abs(Math.sin(turn)) + 0.025 * Math.abs(Math.cos(turn)) >= 0.14) return t;
  }
  return Number.NaN;
}

test('from a moving belt into a moving tray: free over the rail, and where the part hits it', async () => {
  const over = await captured(['check', CELL, '--workers', '1']);
  expect([over.code, over.stdout]).toEqual([0, expect.stringContaining('FREE')]);
  const low = await captured(['check', CELL, join(FOLDER, 'low.json'), '--json', '--no-margin', '--workers', '1']);
  expect(low.code).toBe(1);
  const [path] = JSON.parse(low.stdout).paths;
  expect([path.status, path.moves.gantry.move]).toEqual(['contact', 2]);
  expect(path.seconds).toBeLessThanOrEqual(firstTouch() + 1e-4);
  expect(path.seconds).toBeGreaterThan(firstTouch() - 1e-3);
  const { code, lines } = await capturedBatch(
    CELL,
    ['pick.json', 'low.json'].map((name) => join(FOLDER, name)),
  );
  expect([code, lines.map(({ status }) => status), lines[1].time]).toEqual([1, ['free', 'contact'], path.time]);
});
