import { describe, expect, it } from 'vitest';
import { ContactForecast } from '../../../src/forecast/forecast.ts';
import { JointStream } from '../../../src/forecast/joint-stream.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

/** A carriage on a rail with a turning arm; a wall 1 m ahead of where it starts. */
const robot = new Robot({
  name: 'gantry',
  links: [
    { name: 'rail' },
    {
      name: 'carriage',
      parent: 'rail',
      joint: { name: 'slide', type: 'prismatic', axis: [1, 0, 0], limits: { lower: -5, upper: 5 } },
      shapes: [{ shape: box([0.2, 0.2, 0.2]) }],
    },
    {
      name: 'arm',
      parent: 'carriage',
      joint: { name: 'turn', type: 'continuous', axis: [0, 0, 1] },
      shapes: [{ shape: box([0.3, 0.05, 0.05], [0.15, 0, 0.3]) }],
    },
  ],
});
const scene = new Scene({
  robots: [robot],
  obstacles: [{ name: 'wall', shape: box([0.1, 4, 4]), pose: { position: [1.15, 0, 0] } }],
});

function forecast(): ContactForecast<{ time: number; values: ArrayLike<number> }, readonly number[]> {
  const stream = new JointStream(robot.size, { names: robot.valueNames(), limits: [{ lower: -5, upper: 5 }, null] });
  return new ContactForecast(
    stream,
    ({ from, to }, ms) => scene.firstContact({ gantry: robot.path([from, to]) }, { contacts: 'none', maxMilliseconds: ms }),
    { scale: 0.01, maxMilliseconds: Infinity },
  );
}

describe('a forecast from joint values', () => {
  it.each([
    // the carriage reaches 0.1 ahead of its origin, the wall begins at 1.1
    { name: 'carriage', speed: 0.5, turn: 0, quarter: Math.PI / 2, reach: 0.1 },
    // the arm, straight ahead, 0.3
    { name: 'arm', speed: 0.4, turn: 0, quarter: 0, reach: 0.3 },
  ])('the $name is announced a second ahead, at the right time', ({ speed, turn, quarter, reach }) => {
    const contactAt = (1.1 - reach) / speed;
    const foretold = forecast();
    let announced: number | null = null;
    const levels = new Set<string>();
    for (let time = 0; time < contactAt; time += 0.02) {
      const { level, timeToContact, unchecked } = foretold.update({ time, values: [speed * time, quarter + turn * time] });
      levels.add(level);
      expect(unchecked).toEqual(time === 0 ? [0, 1] : null);
      if (timeToContact === null) continue;
      announced ??= contactAt - time;
      expect(timeToContact).toBeCloseTo(contactAt - time, 3);
      expect(level).toBe(contactAt - time <= 0.1 ? 'reflex' : 'considered');
    }
    expect(announced).toBeGreaterThan(0.97);
    expect([...levels]).toEqual(['unknown', 'clear', 'considered', 'reflex']);
  });

  it('with noise and jitter, seed 7: announced 0.9 s ahead; moving away is clear', () => {
    const random = new Random(7);
    const foretold = forecast();
    let announced = 0;
    for (let time = 0; time < 2; time += 0.01 + 0.01 * random.next()) {
      const values = [0.5 * time + 0.0005 * (random.next() - 0.5), Math.PI / 2 + 0.001 * (random.next() - 0.5)];
      const { timeToContact } = foretold.update({ time, values });
      if (timeToContact !== null && announced === 0) announced = 2 - time;
    }
    expect(announced).toBeGreaterThan(0.9);
    const away = forecast();
    for (let time = 0; time < 2; time += 0.02) {
      const { level, confidence, unchecked } = away.update({ time, values: [-time, 0] });
      expect(level).toBe(confidence > 0 && unchecked === null ? 'clear' : 'unknown');
      if (time > 0.2) expect(level).toBe('clear');
    }
  });

  it('stops at the limits of joints and says so', () => {
    const foretold = forecast();
    let last = foretold.update({ time: 0, values: [-4.5, 0] });
    for (let time = 0.02; time < 0.4; time += 0.02) last = foretold.update({ time, values: [-4.5 - time, 0] });
    expect(last.level).toBe('clear');
    expect(last.clamped).toEqual(['slide']);
  });
});
