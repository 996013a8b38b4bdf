// The schedules that look now and then could stand still: `estimate` told one contact forever at one time where the answer did not part the pair, and `fixed`
// did not get on where its next tick was the same double as the clock.
import { expect, test } from 'vitest';
import { AllPairs } from '../../../src/broad/all-pairs.ts';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { VClip } from '../../../src/convex/trackers/v-clip.ts';
import { runFixed } from '../../../src/world/sampled-schedules.ts';
import { WorldEngine } from '../../../src/world/world-engine.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball } from '../../unit/world/falling-balls.ts';

test('estimate: an answer that does not part them', () => {
  const wall = { name: 'wall', shape: convexBox(1, [3, 0, 0]), fixed: true };
  const world = new World({ schedule: 'estimate', bodies: [wall, ball('ball', [0, 0, 0], { velocity: [1, 0, 0] })] });
  let told = 0;
  const { time } = world.advance(10, (event) => {
    // the contact at one time; then it goes through, and that is told too
    if (event.status === 'contact') expect(event.time).toBeCloseTo(2, 5);
    else expect(event.time).toBeLessThan(3);
    return ++told > 1000 ? 'stop' : { ball: { velocity: [1, 0, 0] } };
  });
  expect(time).toBe(10);
  expect(told).toBeLessThan(100);
  expect(world.state('ball').position[0]).toBeCloseTo(10, 9);
});

test.each([
  [1e-4, 2048.0004],
  [0.1, 2097152.4],
  [0.01, 262144.04],
])('fixed: ticks of %d that round to the clock at %d', (interval, start) => {
  // beyond 2²⁴ ticks, the clock over the interval may fall short of the whole number it stands for
  const engine = new WorldEngine({
    clearance: 0,
    tolerance: undefined,
    broadPhase: new AllPairs(),
    tracker: (a, b) => new VClip(a, b),
    ignores: () => false,
    onRedirect: () => {},
    onParted: () => {},
  });
  engine.clock = start;
  const to = start + 9.5 * interval;
  // asked once per look; a tick that rounds to the clock may cost one more
  let looks = 0;
  runFixed(
    engine,
    to,
    interval,
    () => 'let through',
    () => ++looks > 40,
  );
  expect(engine.clock).toBe(to);
  expect(looks).toBeLessThanOrEqual(21);
});
