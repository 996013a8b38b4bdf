import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

// A rail with a turntable on it and a finger that follows the table, far from a post.

const RAIL_URDF = `<robot name="rig"><link name="floor"/>
  <link name="cart"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="table"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="finger"/>
  <joint name="rail" type="prismatic"><parent link="floor"/><child link="cart"/><axis xyz="1 0 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="0.5"/></joint>
  <joint name="turn" type="revolute"><parent link="cart"/><child link="table"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="follow" type="revolute"><parent link="table"/><child link="finger"/><axis xyz="0 0 1"/><mimic joint="turn" multiplier="0.5"/>
    <limit lower="-3" upper="3" effort="1" velocity="9"/></joint>
</robot>`;

let folder: TemporaryFolder;
let cell: string;
let inDegrees: string;
beforeAll(() => {
  folder = temporaryFolder();
  folder.write('rig.urdf', RAIL_URDF);
  const content = {
    format: 'inbetween-cell/1',
    name: 'rig',
    robot: { urdf: 'rig.urdf' },
    obstacles: [{ name: 'post', box: [0.2, 0.2, 1], pose: { position: [0, 5, 0] } }],
  };
  cell = folder.write('cell.json', content);
  inDegrees = folder.write('degrees.json', { ...content, units: 'degrees, mm' });
});
afterAll(() => folder.remove());

const ask = (...args: string[]) => captured(['plan', ...args, '--no-margin'], { untilInterrupted: () => new Promise<void>(() => {}) });
const seconds = async (...args: string[]) => JSON.parse((await ask(...args, '--time', '--json')).stdout).timed.seconds;
/** From rest to rest over a way: it speeds up, goes on, slows down. */
const lasting = (way: number, velocity: number, acceleration: number) => way / velocity + velocity / acceleration;

describe('plan: limits in other units', () => {
  test('degrees and millimetres a second, on the command line and by the cell', async () => {
    const turned = lasting(45, 20, 180);
    const limits = ['--max-velocity', '20', '--max-acceleration', '180'];
    expect(await seconds(cell, '--to', 'turn=45', '--units', 'degrees', ...limits)).toBeCloseTo(turned, 6);
    expect(await seconds(inDegrees, '--to', 'turn=45', ...limits)).toBeCloseTo(turned, 6);
    expect(await seconds(inDegrees, '--to', 'turn=45', '--max-velocity', 'rig/turn=20', '--max-acceleration', 'turn=180')).toBeCloseTo(
      turned,
      6,
    );
    const slid = lasting(1000, 250, 500);
    expect(await seconds(inDegrees, '--to', 'rail=1000', '--max-velocity', '250', '--max-acceleration', '500')).toBeCloseTo(slid, 6);
    // of degrees alone a rail is told in metres
    const metres = await seconds(cell, '--to', 'rail=1', '--units', 'degrees', '--max-velocity', '0.25', '--max-acceleration', '0.5');
    expect(metres).toBeCloseTo(slid, 6);
  });

  test('what the command says goes together with what the cell says, and may not contradict it', async () => {
    const limits = ['--max-velocity', '250', '--max-acceleration', '500'];
    const slid = lasting(1000, 250, 500);
    expect(await seconds(inDegrees, '--to', 'rail=1000', '--units', 'degrees', ...limits)).toBeCloseTo(slid, 6);
    const { code, stderr } = await ask(inDegrees, '--to', 'rail=1', '--units', 'radians');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/degrees\.json.*says that it is in degrees, but is to be read in radians/)]);
  });

  test('jerks and blends too: the same motion as in radians and metres', async () => {
    const degrees = (value: number) => String((value * 180) / Math.PI);
    const way = ['--through', 'turn=0.5', '--to', 'rail=0.5', '--seed', '1', '--no-shorten'];
    const same = ['--through', `turn=${degrees(0.5)}`, '--to', 'rail=500', '--seed', '1', '--no-shorten'];
    const usual = await seconds(cell, ...way, '--max-acceleration', '2', '--jerk', '20', '--blend', 'turn=0.1,rail=0.02');
    const other = await seconds(
      inDegrees,
      ...same,
      ...['--max-acceleration', `turn=${degrees(2)},rail=2000`, '--jerk', `turn=${degrees(20)},rail=20000`],
      ...['--blend', `turn=${degrees(0.1)},rail=20`],
    );
    expect(other).toBeCloseTo(usual, 6);
  });

  test('names that nobody has are refused', async () => {
    const { code, stderr } = await ask(inDegrees, '--to', 'turn=45', '--time', '--max-acceleration', '9', '--max-velocity', 'trun=20');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/'trun'/)]);
  });

  test("a limit above the robot's own is warned of, of what moves; one that is not above is not", async () => {
    const warned = async (file: string, to: string, ...args: string[]) =>
      (await ask(file, '--to', to, '--time', '--max-acceleration', '9', ...args)).stderr;
    expect(await warned(inDegrees, 'turn=45', '--max-velocity', '90')).toBe(
      "warning: --max-velocity is above the robot's own limit of turn (57.3)\n",
    );
    expect(await warned(inDegrees, 'turn=45', '--max-velocity', '90', '--scale', '0.5')).toBe('');
    expect(await warned(inDegrees, 'turn=45', '--max-velocity', '57.29')).toBe('');
    expect(await warned(cell, 'turn=1', '--max-velocity', '57.29')).toMatch(/of turn \(1\)/);
    const { stdout } = await ask(cell, '--to', 'turn=1', '--time', '--max-acceleration', '9', '--max-velocity', '2', '--json');
    expect(JSON.parse(stdout).warnings).toEqual(["--max-velocity is above the robot's own limit of turn (1)"]);
  });
});

describe('plan: what is told in other units', () => {
  test('waypoints, and which units these are', async () => {
    const { stdout } = await ask(inDegrees, '--to', 'turn=45,rail=500');
    expect(stdout).toMatch(/^ {2}joints +rail, turn \(millimetres and degrees\)$/m);
    expect(stdout).toMatch(/^ {2}waypoint 1 +500, 45$/m);
    const turned = (await ask(cell, '--to', 'turn=45', '--units', 'degrees')).stdout;
    expect(turned).toMatch(/^ {2}joints +turn \(degrees\)$/m);
    expect(turned).toMatch(/^ {2}waypoint 1 +45$/m);
    expect((await ask(cell, '--to', 'turn=0.5')).stdout).toMatch(/^ {2}joints +turn$/m);
  });

  test('a goal beyond limits', async () => {
    expect((await ask(inDegrees, '--to', 'turn=200')).stderr).toMatch(
      /the goal has turn at 200, beyond its limits -171\.88\d+ to 171\.88\d+ degrees/,
    );
    expect((await ask(inDegrees, '--to', 'rail=2500')).stderr).toMatch(/has rail at 2500, beyond its limits -2000 to 2000 millimetres/);
    expect((await ask(cell, '--to', 'turn=4')).stderr).toMatch(/has turn at 4, beyond its limits -3 to 3\n/);
  });

  test('check reads what --json wrote, path or trajectory, whatever the units of the cell', async () => {
    const file = folder.path('all.json');
    const checked = async () => {
      const { code, stdout } = await captured(['check', inDegrees, file, '--json', '--no-margin']);
      return { code, ...JSON.parse(stdout).paths[0] };
    };
    await ask(inDegrees, '--to', 'turn=150,rail=500', '-q', '--json', file);
    expect(await checked()).toMatchObject({ code: 0, status: 'free', segments: 1, limits: [] });
    await ask(inDegrees, '--to', 'turn=150,rail=500', '-q', '--json', file, '--time', '--max-acceleration', 'turn=90,rail=900');
    const timed = await checked();
    expect(timed).toMatchObject({ code: 0, status: 'free', limits: [] });
    expect(timed.segments).toBeGreaterThan(1);
    await ask(inDegrees, '--to', 'turn=200', '-q', '--json', file);
    expect((await captured(['check', inDegrees, file])).stderr).toMatch(/has no path, because none was found: the goal has turn at/);
  });
});
