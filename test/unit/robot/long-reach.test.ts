import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { Chain } from '../../../src/robot/chain.ts';
import { ChainReach } from '../../../src/robot/chain-reach.ts';
import { LongReach } from '../../../src/robot/long-reach.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { libraryPath, randomRobot } from '../../property/random-robots.ts';
import { rounds } from '../../support/rounds.ts';

test('added up when asked for: the bounds that are kept for short chains, or above them (seed "long reach")', () => {
  const random = new Random('long reach');
  for (let round = 0; round < rounds(60); round++) {
    const spec = randomRobot(random, 'r', { links: 2 + random.integer(12) });
    const robot = new Robot(spec.options);
    const chain = new Chain(robot);
    chain.load(libraryPath(robot, spec.motion), 0);
    const kept = new ChainReach(chain);
    const long = new LongReach(chain);
    kept.begin();
    long.begin();
    for (let link = 0; link < robot.links.length; link++) {
      chain.place(link);
      kept.write(link);
      for (let up = chain.parents[link]; up >= -1; up = up >= 0 ? chain.parents[up] : -2) {
        const at = kept.at(link, up);
        const from = long.at(link, up);
        for (let k = 0; k < 4; k++) {
          const [a, b] = [long.bounds[from + k], kept.bounds[at + k]];
          // what is kept is a difference of bounds in the world, with 2⁻⁴⁰ of those for its rounding
          const lost = 2 ** -38 * kept.bounds[kept.at(link, -1) + k];
          expect(a).toBeGreaterThanOrEqual(b * (1 - 1e-9) - lost);
          // accelerations of chains that turn far are bounded from joint to joint too where they are kept
          if (k < 2 || kept.bounds[kept.at(link, -1) + 1] <= 1) expect(a).toBeLessThanOrEqual(b * (1 + 1e-8) + lost);
        }
        if (up >= 0) continue;
        for (const rho of [0, 0.5, 3]) expect(long.farthest(link, rho)).toBeGreaterThanOrEqual(kept.bounds[at] + rho * kept.bounds[at + 1]);
        expect(long.rests(link)).toBe(kept.bounds[at] === 0 && kept.bounds[at + 1] === 0);
      }
    }
  }
});
