import { describe, expect, test } from 'vitest';
import { PairQueue } from '../../../src/contact/pair-queue.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

// Stretches in contact of things that lie flat on each other all the time.

const LINKS = 6;
const link = cylinder(0.05, 0.3, { centre: [0, 0, 0.15] });

function armOf(links: number): Robot {
  return new Robot({
    name: 'arm',
    links: Array.from({ length: links }, (_, i) => ({
      name: `l${i}`,
      ...(i === 0
        ? {}
        : {
            parent: `l${i - 1}`,
            joint: {
              name: `j${i}`,
              type: 'revolute' as const,
              axis: i % 2 ? [0, 0, 1] : [0, 1, 0],
              origin: { position: [0, 0, 0.3] },
            } as const,
          }),
      shapes: [{ shape: link }],
    })),
  });
}

/** Pairs of nodes that any search takes out of its queue meanwhile. */
function looksOf(work: () => void): number {
  const { pop } = PairQueue.prototype;
  let looks = 0;
  PairQueue.prototype.pop = function counted(this: PairQueue): boolean {
    looks++;
    return pop.call(this);
  };
  try {
    work();
  } finally {
    PairQueue.prototype.pop = pop;
  }
  return looks;
}

describe('six cylinders end to end', () => {
  const arm = armOf(LINKS);
  const path = (segments: number) =>
    arm.path(
      Array.from({ length: segments + 1 }, (_, s) =>
        Object.fromEntries(Array.from({ length: LINKS - 1 }, (_, i) => [`j${i + 1}`, 0.5 * Math.sin(1.7 * s + (s === 0 ? 0 : i))])),
      ),
    );

  test('touch all along the path, each with the next one', () => {
    const scene = new Scene({ robots: [arm] });
    const { intervals, complete } = scene.contactIntervals({ arm: path(2) });
    expect(complete).toBe(true);
    expect(intervals).toMatchObject([{ from: 0, to: 2 }]);
    const names = intervals[0].pairs.map(([a, b]) => [a.link, b.link].sort().join(' ')).sort();
    expect(names).toEqual(Array.from({ length: LINKS - 1 }, (_, i) => `l${i} l${i + 1}`));
  });

  test('at each of 512 instants of a segment a few nodes are looked at, not all pairs of triangles', () => {
    const scene = new Scene({ robots: [arm] });
    const looks = looksOf(() => scene.contactIntervals({ arm: path(1) }));
    // 62 triangles of an end against 62, five times: 19,220 an instant
    expect(looks / 512).toBeLessThan(400);
  });
});

test('a pair that touches only while another one does is told', () => {
  // a slides along the table all the time, and past the post in between
  const [table, post] = [box([4, 1, 0.1], [0, 0, -0.05]), box([0.2, 0.2, 1], [0, 0.6, 0.5])].map((mesh, i) => ({
    name: ['table', 'post'][i],
    shape: mesh,
  }));
  const a = { name: 'a', shape: box([0.2, 1, 0.2], [0, 0, 0.1]) };
  const motion = translationMotion({ position: [-1.5, 0, 0] }, [3, 0, 0]);
  for (const apart of [true, false]) {
    const scene = new Scene({ bodies: [a], obstacles: apart ? [table, { ...post, pose: { position: [0, 0, 0.001] } }] : [table, post] });
    const { intervals, complete } = scene.contactIntervals({ a: motion });
    expect(complete).toBe(true);
    expect(intervals).toMatchObject([{ from: 0, to: 1 }]);
    expect(intervals[0].pairs.map(([, { body }]) => body).sort()).toEqual(['post', 'table']);
  }
});
