/** A random scene as a batch of one motion, with the truth about it in doubles by the judge's own kinematics. */

import type { BatchEnds } from '../../../../src/batch/motion-rows.ts';
import { type BatchModel, batchModel } from '../../../../src/gpu/batch/batch-model.ts';
import { packMotions } from '../../../../src/gpu/batch/pack-motions.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import type { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import type { RobotPath } from '../../../../src/robot/robot-path.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { NO_PAIRS } from '../../../../src/scene/pairs/pair-set.ts';
import type { ScenePairs } from '../../../../src/scene/pairs/scene-pairs.ts';
import type { Scene } from '../../../../src/scene/scene.ts';
import { libraryScene } from '../../../property/random-robots.ts';
import { add, minus, times, turned } from '../../../support/brute-force.ts';
import { BruteScene, type BruteSide, type SceneSpec } from '../../../support/brute-scene.ts';

const TASK = 32;
const TASK_KEEP = 5;

export class SmallBatch {
  readonly scene: Scene;
  readonly motions: SceneMotions;
  readonly judge: BruteScene;
  readonly pairs: ScenePairs;
  readonly model: BatchModel;
  readonly packed: Uint32Array<ArrayBuffer>;
  /** Whether the programs take the motion at all. */
  readonly fits: boolean;
  private readonly sides: Map<string, BruteSide> = new Map();

  constructor(spec: SceneSpec, clearance = 0, tolerance = 1e-6) {
    const { scene, motions } = libraryScene(spec);
    this.scene = scene;
    this.motions = motions;
    this.judge = new BruteScene(spec);
    for (const { a, b } of this.judge.pairs) for (const side of [a, b]) this.sides.set(side.key, side);
    this.pairs = pairsOf(scene);
    this.model = batchModel({ pairs: this.pairs, classes: [{ clearance, others: NO_PAIRS }], tolerance });
    this.packed = new Uint32Array(this.model.stride);
    const aside = new Uint8Array(1);
    packMotions(this.model, endsOf(spec, scene, motions), 0, 1, this.packed, aside);
    this.fits = aside[0] === 0;
  }

  /** The mesh that moves in a task. */
  moving(task: number): TriangleMesh {
    return this.pairs.moving[this.model.tasks[task].moving].mesh;
  }

  /** A point of the moving body as it stands in the model, before it is rounded. */
  inModel(task: number, v: Vec3): Vec3 {
    return times(minus(v, middleOf(this.moving(task))), this.model.scale);
  }

  private side(body: number): BruteSide {
    const { robot, name } = this.pairs.moving[body];
    const key = robot < 0 ? name : `${this.scene.robots[robot].name}/${name}`;
    return this.sides.get(key) as BruteSide;
  }

  /** Where a point of the moving body of a task is at a time, in the frame and the unit of the standing one. */
  truth(task: number, t: number, v: Vec3): Vec3 {
    const { moving, against } = this.model.tasks[task];
    const { q, p } = this.side(moving).frame(t, 0);
    let x = add(turned(q, v), p);
    if ('body' in against) {
      const other = this.side(against.body).frame(t, 0);
      const [a, b, c, w] = other.q;
      const back: Quat = [-a, -b, -c, w];
      x = minus(turned(back, minus(x, other.p)), middleOf(this.pairs.moving[against.body].mesh));
    }
    return times(x, this.model.scale);
  }

  /** Sets the distance beyond which a task is free, in the unit of the model. */
  keep(task: number, distance: number): void {
    new Float32Array(this.model.model.buffer)[TASK * task + TASK_KEEP] = distance;
  }
}

export function pairsOf(scene: Scene): ScenePairs {
  return scene.inside.engine.pairs;
}

export function endsOf(spec: SceneSpec, scene: Scene, motions: SceneMotions): BatchEnds {
  const robots = scene.robots.map(({ name, size }) => {
    const { waypoints } = motions[name] as RobotPath;
    return { name, size, from: waypoints[0], to: waypoints[1] };
  });
  const bodies = (spec.bodies ?? []).map(({ name, motions: [motion] }) => {
    if (motion.kind !== 'in-between') throw new Error(`${motion.kind} is no motion of a batch`);
    const [from, to] = [motion.from, motion.to].map(({ position = [0, 0, 0], quaternion = [0, 0, 0, 1] }) => {
      const l = Math.hypot(...quaternion);
      return Float64Array.of(...position, ...quaternion.map((x) => x / l));
    });
    return { name, size: 7, from, to };
  });
  return { robots, bodies };
}

export function middleOf({ positions }: TriangleMesh): Vec3 {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
}
