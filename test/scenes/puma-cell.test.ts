import { describe, expect, test } from 'vitest';
import { pumaCell } from '../../scenes/robots/puma-cell.ts';
import { pumaReach } from '../../scenes/robots/puma-reach.ts';
import { valuesBetween } from '../../scenes/robots/robot-walks.ts';
import { rotate } from '../../src/math/quat.ts';
import { meetingPairs, placedLinks } from './placed-links.ts';

const cell = pumaCell();
const [robot] = cell.robots;
const [around, across] = cell.paths;
const SAMPLES = 50;

/** What meets on the way from waypoint i to the next, in the order of time. */
function metOnSegment(waypoints: readonly (readonly number[])[], i: number): string[] {
  const met = new Set<string>();
  for (let k = 1; k < SAMPLES; k++) {
    for (const pair of meetingPairs(cell, valuesBetween(robot, waypoints[i], waypoints[i + 1], k / SAMPLES))) met.add(pair);
  }
  return [...met];
}

describe.each(cell.paths.map((path) => [path.name, path] as const))('path %s', (_, { waypoints }) => {
  test('waypoints are within the limits and a millimetre or more from everything', () => {
    expect(waypoints.length).toBeGreaterThan(5);
    for (const values of waypoints) {
      expect(robot.limitFaults(values)).toEqual([]);
      expect(meetingPairs(cell, values, 1e-3)).toEqual([]);
    }
  });

  test('begins and ends at home', () => {
    expect(waypoints[0]).toEqual(cell.home);
    expect(waypoints[waypoints.length - 1]).toEqual(cell.home);
  });
});

test('the workpiece is taken and laid down at the lowest points of the gripper', () => {
  const { from, to, by } = cell.workpiece;
  for (const { waypoints } of cell.paths) {
    const heights = waypoints.map((values) => placedLinks(robot, values)[robot.link(by).index].position[2]);
    const lowest = [...heights.keys()].sort((i, j) => heights[i] - heights[j]).slice(0, 2);
    expect(lowest.sort((i, j) => i - j)).toEqual([from, to]);
  }
});

test('around the post: free between all waypoints', () => {
  expect(around.free).toBe(true);
  for (let i = 0; i + 1 < around.waypoints.length; i++) expect(metOnSegment(around.waypoints, i)).toEqual([]);
});

test('straight across: the post is hit on one segment, between waypoints that are free', () => {
  expect(across.free).toBe(false);
  const met = across.waypoints.slice(1).map((_, i) => metOnSegment(across.waypoints, i));
  const hit = met.filter((pairs) => pairs.length > 0);
  expect(hit).toHaveLength(1);
  expect(hit[0].every((pair) => pair.endsWith(' post'))).toBe(true);
  const i = met.indexOf(hit[0]);
  expect(i).toBeGreaterThan(0);
  expect(i).toBeLessThan(met.length - 1);
});

test('the gripper reaches down to the point asked for', () => {
  for (const point of [
    [0.6, -0.15, 0.5],
    [-0.1, 0.6, 0.7],
    [0.3, -0.5, 0.4],
  ] as const) {
    const { position, quaternion } = placedLinks(robot, pumaReach(point, 0.7))[robot.link('gripper').index];
    const tip = rotate(quaternion, [0.15, 0, 0]).map((x, k) => x + position[k]);
    for (const [k, x] of tip.entries()) expect(x).toBeCloseTo(point[k], 5);
    expect(rotate(quaternion, [1, 0, 0])[2]).toBeCloseTo(-1, 8);
  }
  expect(() => pumaReach([1.5, 0, 0.5])).toThrow('does not reach');
});
