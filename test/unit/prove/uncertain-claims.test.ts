import { expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { bodyTrajectory } from '../../../src/motion/body-trajectory.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { verifyProof } from '../../../src/proof/index.ts';
import { recordProof } from '../../../src/prove/index.ts';
import { toolPath } from '../../../src/robot/follow/tool-path.ts';
import type { Uncertainty } from '../../../src/robot/follow/uncertainty.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { uncertain } from '../../../src/scene/answers/uncertain.ts';
import type { SceneOptions } from '../../../src/scene/content/content-options.ts';
import type { SceneMotions } from '../../../src/scene/content/scene-motions.ts';
import { heldMotion } from '../../../src/scene/holding/held-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { ARMS, toolAt } from '../robot/follow/arms.ts';

interface Kind {
  readonly content: Partial<Pick<SceneOptions, 'robots' | 'bodies'>>;
  readonly motions: SceneMotions;
  /** How large the post is, and where it stands: far away, in the way, where it starts, and just beside the way. */
  readonly size: number;
  readonly posts: { readonly free: Vec3; readonly contact: Vec3; readonly overlap: Vec3; readonly beside?: Vec3 };
  readonly errors: readonly Uncertainty[];
  /** By name, when the proof is requested. */
  readonly isRefused?: true;
}

const cart = new Robot({
  name: 'cart',
  links: [
    { name: 'slide', joint: { type: 'prismatic', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2, [0, 0, 0]) }] },
    { name: 'hand', parent: 'slide', joint: { type: 'revolute', axis: [1, 0, 0] }, shapes: [{ shape: box(0.2, [0, 0, 0.3]) }] },
  ],
});
const cartPath = cart.path([
  [0, 0],
  [1, 0.2],
  [2, 0],
]);
const timed = bodyTrajectory([
  { time: 0, pose: {} },
  { time: 1, pose: { position: [1, 0, 0] } },
  { time: 3, pose: { position: [2, 0, 0] } },
]);
const straight = { free: [0, 5, 0], contact: [1.5, 0, 0], overlap: [0, 0, 0], beside: [1, 0.1501 + 0.02, 0] } as const;
const post = (length: number): Uncertainty => ({ places: { post: { length } } });

const ur5 = ARMS.ur5;
const from = Float64Array.from(ur5.starts, ([lo, hi]) => (lo + hi) / 2);
const tool = toolAt(ur5, from);
const to = [tool.p[0] + 0.05, tool.p[1], tool.p[2]] as const;
const line = toolPath(ur5.robot, {
  ...{ link: `link${ur5.joints.length - 1}`, at: ur5.at, from, moves: [{ line: { position: to, quaternion: tool.q } }] },
  joints: ur5.following.map((k) => `joint${k}`),
});

/** A post that the tool's line touches, and that nothing touches where it starts. */
function inTheWay(): Vec3 {
  for (let x = 0; x < 1; x += 0.005) {
    const position = [tool.p[0] + x, tool.p[1], tool.p[2]] as const;
    const scene = new Scene({
      ...{ robots: [ur5.robot as never], self: false },
      obstacles: [{ name: 'post', shape: box(0.02), pose: { position } }],
    });
    if (scene.firstContact({ ur5: line }).status === 'contact') return position;
  }
  throw new Error('nothing is in the way of the tool');
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a body moved by rows': {
    content: { bodies: [{ name: 'part', shape: box(0.2) }] },
    motions: { part: rigidMotion({}, { position: [2, 0, 0] }) },
    ...{ size: 0.1, posts: straight },
    errors: [{ places: { part: { length: 0.01, angle: 0.01 } } }, post(0.01)],
  },
  'a body by the clock': {
    content: { bodies: [{ name: 'part', shape: box(0.2) }] },
    motions: { part: timed },
    ...{ size: 0.1, posts: straight },
    errors: [{ seconds: 0.01 }, { seconds: 0.01, places: { part: { length: 0.01 } } }],
  },
  'a robot': {
    content: { robots: [cart] },
    motions: { cart: cartPath },
    ...{ size: 0.1, posts: straight },
    errors: [{ angle: 0.01, length: 0.01 }, { places: { cart: { length: 0.01, angle: 0.01 } } }, post(0.01)],
  },
  'a part that is held': {
    content: { robots: [cart], bodies: [{ name: 'part', shape: box(0.2), pose: { position: [0, 0, 0.5] } }] },
    motions: { cart: cartPath, part: heldMotion([{ by: 'hand', from: 0 }]) },
    size: 0.1,
    isRefused: true,
    posts: { free: [0, 5, 0], contact: [1.5, 0, 0.55], overlap: [0, 0, 0.55], beside: [2, 0.1501 + 0.02, 0.55] },
    errors: [{ angle: 0.01, length: 0.01 }, { places: { cart: { length: 0.01, angle: 0.01 } } }, post(0.01)],
  },
  'a tool path': {
    content: { robots: [ur5.robot as never] },
    motions: { ur5: line },
    size: 0.02,
    posts: { free: [3, 3, 3], contact: inTheWay(), overlap: to },
    errors: [{ angle: 0.001 }, { places: { ur5: { length: 0.001, angle: 0.001 } } }, post(0.001)],
  },
};

test.each(
  Object.entries(KINDS).flatMap(([name, kind]) => kind.errors.map((errors) => [name, JSON.stringify(errors), kind, errors] as const)),
)('%s, %s: the file is proven, or its recorder says that it shows less', async (_name, _errors, kind, errors) => {
  const seen = new Set<string>();
  for (const [where, position] of Object.entries(kind.posts))
    for (const maxIterations of [undefined, 1, 4]) {
      const scene = new Scene({
        ...kind.content,
        obstacles: [{ name: 'post', shape: box(kind.size), pose: { position } }],
        self: false,
        uncertainty: uncertain(errors),
      });
      let text = '';
      const proof = recordProof((more) => {
        text += more;
      });
      const ask = () => scene.firstContact(kind.motions, { proof, maxIterations });
      if (kind.isRefused) {
        expect(ask).toThrow('proof: uncertainty of what is held');
        continue;
      }
      const answer = ask();
      const found = await verifyProof(text.trimEnd().split('\n'));
      const { complete, status, time } = proof.facts;
      const told = { where, maxIterations, answer: answer.status, why: found.why };
      if (complete) {
        const shown = { ...told, result: found.result, status: found.status, time: found.time };
        expect(shown).toEqual({ ...told, result: 'proven', status, time });
      } else {
        // nothing is known from the start on; what starts inside a solid is refuted
        expect({ ...told, result: found.result }).not.toEqual({ ...told, result: 'proven' });
        expect({ ...told, status, time }).toEqual({ ...told, status: 'unresolved', time: 0 });
      }
      seen.add(answer.status);
    }
  if (!kind.isRefused) for (const status of ['free', 'contact', 'overlap', 'unresolved']) expect(seen).toContain(status);
});
