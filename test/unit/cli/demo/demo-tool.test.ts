import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hull, hullRim } from '../../../../scenes/soft/deforming-hull.ts';
import { HAND_GUIDED_SECONDS } from '../../../../scenes/soft/hand-guided.ts';
import { rimOf } from '../../../../src/cli/demo/tool-session.ts';
import { run } from '../../../../src/cli/run.ts';
import { InputError } from '../../../../src/index.ts';
import { captured } from '../captured-run.ts';
import { type TemporaryFolder, temporaryFolder } from '../query/small-scene.ts';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** The end of the drill comes to the sheet at rest here: at 50 mm/s until 2 s, 2.5 mm above it, then slower and slower. */
const TOUCHED = 2.05;

interface Step {
  readonly time: number;
  readonly force: readonly number[];
  readonly torque: readonly number[];
  readonly depth: number;
  readonly level: string;
  readonly timeToContact: number | null;
  readonly zone: number;
}

describe('demo --tool --json', () => {
  let steps: Step[];
  beforeAll(async () => {
    const { code, stdout, stderr } = await captured(['demo', '--tool', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    steps = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  });

  test('is one line a step, with all that a haptic device needs', () => {
    expect(steps).toHaveLength(Math.round(60 * HAND_GUIDED_SECONDS) + 1);
    for (const [i, step] of steps.entries()) {
      expect(Object.keys(step)).toEqual(['time', 'force', 'torque', 'depth', 'level', 'timeToContact', 'zone']);
      expect(step.time).toBeCloseTo(i / 60, 5);
      expect([...step.force, ...step.torque, step.depth].every(Number.isFinite)).toBe(true);
      expect(['clear', 'unknown', 'considered', 'reflex', 'contact']).toContain(step.level);
    }
  });

  test('force comes with depth and zone, only in contact, and pushes the drill out, never past the limit', () => {
    for (const { force, depth, zone, level } of steps) {
      const size = Math.hypot(...force);
      expect(size).toBeLessThanOrEqual(40 * (1 + 1e-12));
      if (size > 0) expect([level, depth > 0, zone > 0, force[2] > 0]).toEqual(['contact', true, true, true]);
      if (level !== 'contact') expect([size, depth, zone]).toEqual([0, 0, 0]);
    }
    const pressed = steps.filter(({ time }) => time > 2.4 && time < 3.5).map(({ force }) => Math.hypot(...force));
    // 7.5 mm below the sheet at rest: calm, also while it slides.
    expect(Math.min(...pressed)).toBeGreaterThan(15);
    expect(Math.max(...pressed)).toBeLessThan(1.2 * Math.min(...pressed));
  });

  test('contact begins when the drill reaches the sheet, and was foretold: levels follow the time left', () => {
    const first = steps.findIndex(({ level }) => level === 'contact');
    expect(steps[first].time).toBeGreaterThanOrEqual(TOUCHED);
    expect(steps[first].time).toBeLessThan(TOUCHED + 2 / 60);
    for (const { level, timeToContact } of steps) {
      if (level === 'clear' || level === 'unknown') expect(timeToContact).toBeNull();
      else if (level === 'contact') expect(timeToContact).toBe(0);
      else expect(level).toBe((timeToContact as number) <= 0.1 ? 'reflex' : 'considered');
    }
    const before = steps.slice(0, first).filter(({ time }) => time > TOUCHED - 0.9);
    for (const level of ['clear', 'unknown']) expect(before.map((step) => step.level)).not.toContain(level);
    const near = before.filter(({ time }) => time > TOUCHED - 0.4);
    for (const { time, timeToContact } of near) expect(Math.abs((timeToContact as number) - (TOUCHED - time))).toBeLessThan(0.05);
  });

  test('the quick jab is announced late; at the end all is clear', () => {
    const jab = steps.findIndex(({ time, level }) => time > 4.3 && level === 'contact');
    const warned = steps.slice(0, jab).findLastIndex(({ level }) => level === 'clear');
    expect(steps[jab].time - steps[warned].time).toBeLessThan(0.25);
    expect(steps.at(-1)).toMatchObject({ level: 'clear', force: [0, 0, 0], zone: 0 });
  });
});

test('demo --tool tells the touches and writes a page of less than 4 MB', async () => {
  const { code, stdout, stderr } = await captured(['demo', '--tool', '--no-serve', '--out', folder.path('out')]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('drill (124 triangles) over hull (1,600 triangles, its rim clamped)');
  expect(stdout.match(/^CONTACT {2}from \d\.\d\d s to \d\.\d\d s: warned \d\.\d\d s before, up to \d+\.\d N, /gm)).toHaveLength(2);
  expect(stdout).toContain(`page  ${folder.path('out/tool.html')}`);
  const html = readFileSync(folder.path('out/tool.html'), 'utf8');
  expect(html.length).toBeLessThan(4e6);
  // Nobody should take it for a measurement.
  expect(html).toContain('computed, not recorded');
  expect(html).toContain('chosen for this motion');
  expect(html).toMatch(/<h1>Warned 0\.9\d* s before it touched<\/h1>/);
});

test('each step is written as soon as it is known', async () => {
  const written: string[] = [];
  // A reader that goes away after three lines ends the run.
  const stdout = {
    write: (text: string) => {
      written.push(text);
      if (written.length === 3) throw new InputError('enough');
      return true;
    },
  };
  const stderr = { write: () => true };
  expect(await run(['demo', '--tool', '--json'], { stdout, stderr, env: {}, untilInterrupted: () => Promise.resolve() })).toBe(2);
  expect(written.map((line) => JSON.parse(line).time)).toEqual([0, 0.016667, 0.033333]);
});

test('--json is for --tool', async () => {
  const { code, stdout, stderr } = await captured(['demo', '--json']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--json: is for the stream of forces of --tool');
});

test('the rim of a sheet is where its edges have one triangle', () => {
  expect(rimOf(hull(400))).toEqual(hullRim(400));
});
