import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capturedBatch } from '../batch/captured-batch.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

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

describe('what is wrong in a program or cell is said once, with its move', () => {
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = temporaryFolder();
    cpSync(FOLDER, folder.path('picking'), { recursive: true });
  });
  afterAll(() => folder.remove());

  const parsed = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8').replace(/\/\/.*/g, ''));
  const at = (x: number, y: number, z: number) => ({ position: [x, y, z] });
  const moveIs = (k: number, move: object) => (_: unknown, program: { moves: object[] }) => {
    program.moves[k] = move;
  };
  const cases: readonly (readonly [what: string, change: (cell: never, program: never) => void, says: RegExp])[] = [
    ['a joint that is none', moveIs(2, { joints: { q1: 1 }, seconds: 1 }), /line \d+: moves\[2\]: robot 'gantry' has no joint 'q1'/],
    ['a pose in what moves', moveIs(0, { pose: at(0, 0, 1), frame: 'belt', seconds: 1 }), /moves\[0\]: pose: 'belt' moves; only lines/],
    ['a frame that is none', moveIs(0, { line: at(0, 0, 1), frame: 'blet', seconds: 1 }), /moves\[0\]: frame: 'blet' .* is 'belt' meant\?/],
    ['the frame of what is held', moveIs(0, { line: at(0, 0, 1), frame: 'part', seconds: 1 }), /moves\[0\]: frame: 'part' is carried/],
    ['no seconds', moveIs(1, { line: at(0, 0, 0.3) }), /moves\[1\]: has no speed and no seconds/],
    ['seconds below 0', moveIs(1, { line: at(0, 0, 0.3), seconds: -1 }), /moves\[1\]\.seconds should be a number > 0, got -1/],
    ['a blend on a belt', moveIs(0, { line: at(0, 0, 1), frame: 'belt', seconds: 1, blend: 0.01 }), /moves\[0\]: blend: a frame moves/],
    [
      'a spline of one pose',
      moveIs(2, { spline: [at(0, 0, 1)], seconds: 1 }),
      /moves\[2\]\.spline should be a list of poses, two at least/,
    ],
    [
      'a spline that stands',
      moveIs(2, { spline: [at(0, 0, 1), at(0, 0, 1)], seconds: 1 }),
      /moves\[2\]: spline: pose 0 and pose 1 are at one place/,
    ],
    ['an arc through nothing', moveIs(2, { arc: at(0, 0, 1), seconds: 1 }), /moves\[2\]\.through is missing/],
    [
      'a turn that it cannot make',
      moveIs(2, { line: { ...at(0, 0.3, 0.3), rpyDegrees: [30, 0, 0] }, seconds: 1 }),
      /moves\[2\]: the .* joints|moves\[2\]: the line can be followed up to/,
    ],
    [
      'who carries it is nobody',
      (cell: { bodies: { held?: { by: string }[] }[] }) => {
        for (const { held } of cell.bodies) if (held !== undefined) held[0].by = 'blet';
      },
      /'part' held by 'blet': no robot has such a link, and there is no body of that name; did you mean 'belt'\?/,
    ],
    [
      'held twice at once',
      (cell: { bodies: { held?: { from?: number }[] }[] }) => {
        for (const { held } of cell.bodies) if (held !== undefined) held[1].from = 0;
      },
      /'part' held by 'gripper': is taken before it was laid down/,
    ],
  ];
  test.each(cases)('%s', async (what, change, says) => {
    const [cell, program] = [parsed('cell.json'), parsed('pick.json')];
    change(cell as never, program as never);
    const name = what.replaceAll(' ', '-');
    folder.write(`picking/${name}.program.json`, program);
    const path = folder.write(`picking/${name}.json`, { ...cell, program: `${name}.program.json` });
    const { code, stderr } = await captured(['check', path, '--no-margin', '--workers', '1']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
