import type { Vec3 } from 'inbetween';
import { expect, test } from 'vitest';
import { DRILL_LENGTH } from '../../../scenes/soft/drill-motion.ts';
import { nearness } from '../../../viewer/src/teleoperation/drawn-tool.ts';
import { OperatedTool, type Velocity } from '../../../viewer/src/teleoperation/operated-tool.ts';
import { HARDEST, RidgeTask } from '../../../viewer/src/teleoperation/ridge-task.ts';

/** A frame with the end of the tool on a place of the ridge. */
function pressed([x, y, z]: Vec3, newtons: number) {
  return { pose: { position: [x, y, z + DRILL_LENGTH / 2] }, force: [0, 0, newtons], level: 'contact' } as const;
}

function scraped(newtons: (k: number) => number): RidgeTask {
  const task = new RidgeTask();
  RidgeTask.middles().forEach((middle, k) => {
    task.take(pressed(middle, newtons(k)), 0.5);
  });
  return task;
}

test('scraped from end to end it is done: passed where nothing was pressed harder than the limit, with time and hardest force', () => {
  const well = scraped(() => 3);
  expect(well.result).toEqual({ seconds: 11.5, hardest: 3, isPassed: true });
  expect(well.words).toBe('Done in 11.5 s, at most 3.0 N. Well scraped!');
  const hard = scraped((k) => (k === 7 ? HARDEST + 0.5 : 2));
  expect(hard.result).toMatchObject({ hardest: 5.5, isPassed: false });
  expect(hard.cells.filter((cell) => cell === 'too hard').length).toBe(1);
  expect(hard.words).toContain('harder than 5 N');
  // after its end nothing counts
  hard.take(pressed(RidgeTask.middles()[0], 30), 1);
  expect(hard.result?.hardest).toBe(5.5);
});

test('only what touches the ridge counts, and time only from its first touch on', () => {
  const task = new RidgeTask();
  const [first] = RidgeTask.middles();
  task.take({ ...pressed(first, 3), level: 'considered' }, 1);
  task.take(pressed(first, 0), 1);
  task.take(pressed([first[0], 0.03, first[2]], 3), 1);
  task.take(pressed([0.09, 0, first[2]], 3), 1);
  expect([task.done, task.result, task.words]).toEqual([0, null, 'Touch the ridge to begin.']);
  task.take(pressed(first, 3), 1);
  expect(task.done).toBeCloseTo(1 / RidgeTask.middles().length, 12);
});

test('it can be done: a hand that lowers the tool to a little force and follows it along the ridge passes', () => {
  const tool = new OperatedTool(400, Infinity);
  const task = new RidgeTask();
  let frame = tool.advance({ linear: [0, 0, 0], turn: [0, 0, 0] }, 1 / 60);
  for (let k = 0; k < 2400 && task.result === null; k++) {
    const newtons = Math.hypot(...frame.force);
    const isThere = (frame.asked.position[0] ?? 0) <= -0.058 || task.done > 0;
    // first beside the ridge's beginning, then down, then along it
    const along = isThere ? (newtons > 0.3 || task.done > 0 ? 0.025 : 0) : -0.05;
    const down = isThere ? Math.max(-0.02, Math.min(0.02, 0.012 * (newtons - 1.5))) : 0;
    const velocity: Velocity = { linear: [along, 0, down], turn: [0, 0, 0] };
    frame = tool.advance(velocity, 1 / 60);
    task.take(frame, 1 / 60);
  }
  expect(task.result?.isPassed).toBe(true);
  expect(task.result?.hardest).toBeGreaterThan(0.5);
});

test('the colour rises before contact: nothing a second ahead, all of it when it touches', () => {
  const at = (timeToContact: number | null) => nearness({ level: 'considered', timeToContact });
  expect([at(null), at(2), at(1), at(0.25)]).toEqual([0, 0, 0, 0.75]);
  expect(nearness({ level: 'contact', timeToContact: 0 })).toBe(1);
});
