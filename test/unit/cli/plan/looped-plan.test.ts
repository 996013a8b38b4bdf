import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captured } from '../captured-run.ts';

const bar = (length: number): string =>
  `<collision><origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.02 0.02"/></geometry></collision>`;
const joint = (name: string, type: string, parent: string, child: string, at: string): string =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="${at}"/><axis xyz="0 0 1"/>${type === 'revolute' ? '<limit lower="-3" upper="3" effort="1" velocity="1"/>' : ''}</joint>`;
const URDF = `<robot name="fourbar"><link name="ground"/><link name="crank">${bar(0.1)}</link><link name="rod">${bar(0.4)}</link>
<link name="rocker">${bar(0.3)}</link>${joint('motor', 'revolute', 'ground', 'crank', '0 0 0')}
${joint('knee', 'continuous', 'crank', 'rod', '0.1 0 0.03')}${joint('swing', 'continuous', 'ground', 'rocker', '0.35 0 0.06')}</robot>`;
const CELL = {
  format: 'inbetween-cell/1',
  robot: {
    urdf: 'fourbar.urdf',
    driven: ['motor'],
    start: { motor: 0, knee: 0.7, swing: 1.2 },
    loops: [
      {
        name: 'pin',
        a: { link: 'rod', at: { position: [0.4, 0, 0.03] } },
        b: { link: 'rocker', at: { position: [0.3, 0, 0] } },
        keeps: 'axis',
      },
    ],
  },
  obstacles: [{ name: 'post', box: [0.02, 0.02, 0.3], pose: { position: [0.9, 0.9, 0] } }],
};

/** Nobody interrupts it. */
const RUNNING = { untilInterrupted: () => new Promise<void>(() => {}) };

test('a plan of a machine with loops: written by its waypoints, read and certified again; in seconds, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'looped-plan-'));
  try {
    await writeFile(join(folder, 'fourbar.urdf'), URDF);
    await writeFile(join(folder, 'cell.json'), JSON.stringify(CELL));
    const cell = join(folder, 'cell.json');
    const out = join(folder, 'path.json');
    const planned = await captured(['plan', cell, '--to', 'motor=2', '--out', out], RUNNING);
    expect([planned.code, planned.stdout, planned.stderr]).toEqual([0, expect.stringContaining('FOUND'), '']);
    expect(planned.stdout).toMatch(/FOUND.*2 waypoints[\s\S]*waypoint 1 +2, /);
    expect(planned.stdout).not.toContain('waypoint 2');
    expect(await readFile(out, 'utf8')).toContain('motor');
    const checked = await captured(['check', cell, out]);
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('FREE')]);
    const seconds = join(folder, 'seconds.json');
    const timed = await captured(['plan', cell, '--to', 'motor=2', '--time', '--max-acceleration', '2', '--out', seconds], RUNNING);
    expect([timed.code, timed.stderr]).toEqual([0, '']);
    // 2 rad at 1 rad/s and 2 rad/s²
    expect(timed.stdout).toMatch(/seconds +2\.500/);
    expect(JSON.parse(await readFile(seconds, 'utf8')).points.at(-1)).toMatchObject({
      velocities: [0, expect.closeTo(0, 6), expect.closeTo(0, 6)],
    });
    const again = await captured(['check', cell, seconds]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('FREE')]);
    const follows = await captured(['plan', cell, '--to', 'motor=2', '--time', '--max-acceleration', 'motor=2,knee=1'], RUNNING);
    expect([follows.code, follows.stderr]).toEqual([2, expect.stringContaining("joint 'knee' follows, to keep loops closed")]);
    const upright = await captured(
      ['plan', cell, '--to', 'motor=2', '--time', '--max-acceleration', '2', '--upright', 'rod=0.01', '--blend', '0'],
      RUNNING,
    );
    expect([upright.code, upright.stderr]).toEqual([0, '']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
