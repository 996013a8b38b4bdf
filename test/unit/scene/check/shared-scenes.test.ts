import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRobotScene } from '../../../../src/io/scene/read-robot-scene.ts';
import { files } from '../../../../src/node/index.ts';
import { MotionChecker } from '../../../../src/scene/check/motion-checker.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { IS_NIGHTLY } from '../../../support/rounds.ts';

const shared = fileURLToPath(new URL('../../../../../shared/scenes/', import.meta.url));

// verdicts of another program, and of the first contact
test.skipIf(!existsSync(shared)).each(['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'])(
  '%s',
  async (name) => {
    const { robots, obstacles, self, ignore, touch, queries } = await readRobotScene(files(`${shared}articulated`), `${name}.json`);
    const checker = new MotionChecker(new Scene({ robots, obstacles, self, allowed: ignore }), { tolerance: touch });
    const wrong = queries.filter(({ robots: parts, ref }, i) => {
      if (ref === undefined || (!IS_NIGHTLY && i % 3 > 0)) return false;
      const [from, to] = [parts.flatMap((part) => [...part.from]), parts.flatMap((part) => [...part.to])];
      const free = !ref.collide;
      const reach = checker.reach(from, to);
      return (
        !checker.isFree(from) ||
        checker.motionIsFree(from, to) !== free ||
        checker.motionIsFree(to, from) !== free ||
        (free ? reach < 1 : reach > ref.hi + 1e-6)
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  },
);

test.skipIf(!existsSync(shared))('the edge that took a million tests takes a thousandth', async () => {
  const { robots, obstacles, self, ignore, touch, queries } = await readRobotScene(files(`${shared}planning/slow-edge`), 'slow-edge.json');
  const scene = new Scene({ robots, obstacles, self, allowed: ignore });
  const [{ from, to }] = queries[0].robots;
  const { status, stats } = scene.firstContact({ [robots[0].name]: [from, to] }, { tolerance: touch, contacts: 'none' });
  expect(status).toBe('free');
  expect(stats.steps).toBeLessThan(5000);
});
