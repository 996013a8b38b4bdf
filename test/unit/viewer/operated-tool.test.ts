import { expect, test } from 'vitest';
import { type OperatedFrame, OperatedTool, type Velocity } from '../../../viewer/src/teleoperation/operated-tool.ts';

const DOWN: Velocity = { linear: [0, 0, -0.05], turn: [0, 0, 0] };
const UP: Velocity = { linear: [0, 0, 0.1], turn: [0, 0, 0] };

function run(tool: OperatedTool, velocity: Velocity, frames: number): OperatedFrame[] {
  return Array.from({ length: frames }, () => tool.advance(velocity, 1 / 60));
}

test('lowered steadily, it is warned before it touches, then pressed back, and free again when it is lifted', () => {
  const tool = new OperatedTool(400, Infinity);
  const down = run(tool, DOWN, 60);
  const levels = down.map(({ level }) => level);
  const touched = levels.indexOf('contact');
  expect(touched).toBeGreaterThan(0);
  const warned = levels.indexOf('considered');
  expect(warned).toBeGreaterThanOrEqual(0);
  // four centimetres at five a second
  const foretold = warned / 60 + (down[warned].timeToContact ?? Infinity);
  expect(Math.abs(foretold - touched / 60)).toBeLessThan(0.05);
  expect(levels[touched - 1]).toBe('reflex');
  expect(down[warned].zone.length).toBeGreaterThan(0);
  expect(down[warned].predicted).not.toBeNull();
  for (const { force } of down.slice(0, touched)) expect(force).toEqual([0, 0, 0]);
  expect(down[59].force[2]).toBeGreaterThan(1);
  expect(down[59].zone.length).toBeGreaterThan(0);
  const up = run(tool, UP, 60)[59];
  expect(up.force).toEqual([0, 0, 0]);
  expect(up.zone).toEqual([]);
});

test('held down for long it neither explodes nor passes; a long absence is one short frame', () => {
  const tool = new OperatedTool(400, Infinity);
  tool.advance(DOWN, 60);
  const { asked } = tool.advance(DOWN, 1 / 60);
  expect(asked.position[2]).toBeGreaterThan(0.08);
  const frames = run(tool, { linear: [0.05, 0.02, -0.12], turn: [0, 0.4, 0] }, 240);
  for (const { force, depth } of frames) {
    expect(Math.hypot(...force)).toBeLessThanOrEqual(40.001);
    expect(depth).toBeLessThan(0.012);
  }
  for (const x of tool.positions) expect(Math.abs(x)).toBeLessThan(0.2);
  const [, , , w] = frames[239].asked.quaternion;
  expect(Math.abs(w)).toBeLessThan(1);
  expect(Math.hypot(...frames[239].asked.quaternion)).toBeCloseTo(1, 12);
});
