/** One scene and many motions of it: what the programs say of each, and what the scene does. */

import type { BatchEnds } from '../../../../src/batch/motion-rows.ts';
import { type BatchModel, batchModel } from '../../../../src/gpu/batch/batch-model.ts';
import { BatchRunner, NEVER, WHOLE } from '../../../../src/gpu/batch/batch-runner.ts';
import { packMotions } from '../../../../src/gpu/batch/pack-motions.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import type { Random } from '../../../../src/math/random.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { NO_PAIRS } from '../../../../src/scene/pairs/pair-set.ts';
import type { Scene } from '../../../../src/scene/scene.ts';
import { libraryMotion } from '../../../property/random-pairs.ts';
import { libraryPath, libraryScene, randomValues } from '../../../property/random-robots.ts';
import { add, product, times, turn } from '../../../support/brute-force.ts';
import type { SceneSpec } from '../../../support/brute-scene.ts';
import { endsOf, pairsOf } from './small-batch.ts';

export interface MotionAnswer {
  readonly status: 'free' | 'contact' | 'unproven';
  /** Shares of the motion: proven free until, in contact at; NaN where not known. */
  readonly until: number;
  readonly hit: number;
}

/** Other motions of the same scene, each from where the first one begins or from anywhere. */
export function variants(random: Random, spec: SceneSpec, count: number, turned: number): SceneSpec[] {
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return spec;
    const robots = spec.robots.map((robot) => {
      const { links } = robot.options;
      const { motion } = robot;
      if (motion.kind !== 'path') throw new Error('no path');
      const from = i % 2 === 0 ? motion.waypoints[0] : randomValues(random, links, 3);
      return { ...robot, motion: { kind: 'path', waypoints: [from, randomValues(random, links, turned, from)] } as const };
    });
    const bodies = spec.bodies?.map((body) => {
      const pose = () => ({ position: times(random.direction(), random.range(0.5, 3)), quaternion: random.quaternion() });
      const from = pose();
      const small = {
        position: add(from.position, times(random.direction(), 0.2)) as Vec3,
        quaternion: product(turn(random.direction(), 0.2), from.quaternion),
      };
      return { ...body, motions: [{ kind: 'in-between', from, to: i % 2 === 0 ? small : pose() } as const] };
    });
    return { ...spec, robots, bodies };
  });
}

export class ManyMotions {
  readonly scene: Scene;
  readonly model: BatchModel;
  readonly motions: readonly SceneMotions[];
  readonly packed: Uint32Array<ArrayBuffer>;
  readonly aside: Uint8Array;

  constructor(specs: readonly SceneSpec[], clearance: number, tolerance: number) {
    const { scene } = libraryScene(specs[0]);
    this.scene = scene;
    this.model = batchModel({ pairs: pairsOf(scene), classes: [{ clearance, others: NO_PAIRS }], tolerance });
    this.motions = specs.map((spec) => ({
      ...Object.fromEntries(scene.robots.map((robot, i) => [robot.name, libraryPath(robot, spec.robots[i].motion)])),
      ...Object.fromEntries((spec.bodies ?? []).map(({ name, motions }) => [name, motions.map(libraryMotion)])),
    }));
    const ends = specs.map((spec, i) => endsOf(spec, scene, this.motions[i]));
    this.packed = new Uint32Array(specs.length * this.model.stride);
    this.aside = new Uint8Array(specs.length);
    packMotions(this.model, joined(ends), 0, specs.length, this.packed, this.aside);
  }

  async ask(gpu: Gpu, bracket: boolean, slices: number): Promise<MotionAnswer[]> {
    const count = this.motions.length;
    const { tasks } = this.model;
    if (tasks.length === 0) return this.motions.map(() => ({ status: 'free', until: 1, hit: Number.NaN }));
    const runner = await BatchRunner.make(gpu, this.model);
    const lane = await runner.lane(count, slices);
    lane.packed.set(this.packed);
    const answers = await runner.ask(lane, count, slices, bracket);
    runner.release(lane);
    runner.destroy();
    return Array.from({ length: count }, (_, i) => {
      const [hit, unproven] = [answers.hit(i), answers.unproven(i)];
      if (this.aside[i] === 1) return { status: 'unproven', until: 0, hit: Number.NaN };
      if (hit !== NEVER) return { status: 'contact', until: Math.min(unproven, hit) / WHOLE, hit: hit / WHOLE };
      return unproven === NEVER
        ? { status: 'free', until: 1, hit: Number.NaN }
        : { status: 'unproven', until: unproven / WHOLE, hit: Number.NaN };
    });
  }
}

function joined(list: readonly BatchEnds[]): BatchEnds {
  const all = (key: 'robots' | 'bodies'): BatchEnds['robots'] =>
    list[0][key].map(({ name, size }, k) => ({
      name,
      size,
      from: Float64Array.from(list.flatMap((ends) => [...ends[key][k].from])),
      to: Float64Array.from(list.flatMap((ends) => [...ends[key][k].to])),
    }));
  return { robots: all('robots'), bodies: all('bodies') };
}
