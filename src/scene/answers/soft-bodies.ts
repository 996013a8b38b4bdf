/**
 * The soft bodies of a scene: after everything rigid has been judged, what they touch before that is looked for,
 * segment by segment, by the search their motions bring. Guarantee: as for the rest of the scene.
 */
import { milliseconds } from '../../contact/budget.ts';
import type { DeformingBody, DeformingStage, OtherBody, SoftBody, StageFinding, StagePair } from '../../contact/deformation.ts';
import type { PairSide, TriangleContact } from '../../contact/result.ts';
import type { NamedBody } from '../content/allowed-names.ts';
import { partOf } from '../content/obstacles.ts';
import { softNames } from '../content/scene-content.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import { type EngineOptions, SCENE_DEFAULTS } from '../search/scene-options.ts';
import type { SceneFirstContact } from './scene-result.ts';

/** Entries of the queue a segment, where no number is given: large deforming meshes take many. */
const MOST_ENTRIES = 50_000_000;

export class SoftBodies {
  readonly names: readonly string[];
  readonly bodies: readonly DeformingBody[];
  private readonly isIgnored: (a: NamedBody, b: NamedBody) => boolean;
  private stage: DeformingStage | null = null;

  constructor(bodies: readonly SoftBody[], isIgnored: (a: NamedBody, b: NamedBody) => boolean) {
    this.names = softNames(bodies);
    this.isIgnored = isIgnored;
    this.bodies = bodies.map(({ shape: mesh, self = true }, i) => ({
      name: this.names[i],
      shape: mesh,
      self,
      ignores: this.names.flatMap((other, j) =>
        j !== i && isIgnored({ name: this.names[i], robot: -1 }, { name: other, robot: -1 }) ? [j] : [],
      ),
    }));
  }

  /**
   * The scene's answer: what a soft body touches before the rigid ones do, or the rigid ones' answer, with all that
   * starts near.
   */
  judge(
    engine: SceneEngine,
    motions: ResolvedMotions,
    tolerance: number,
    options: EngineOptions,
    rigid: SceneFirstContact,
    deadline: number,
  ): SceneFirstContact {
    const { pairs } = engine;
    const views = [...pairs.movingViews, ...pairs.standingViews];
    const others: OtherBody[] = views.map((view) => ({ name: this.nameOf(pairs, view.body), tree: view.tree, motion: view }));
    const tests = (i: number, j: number): boolean => {
      const number = views[j].body;
      if (number < pairs.moving.length) return !this.isIgnored({ name: this.names[i], robot: -1 }, pairs.moving[number]);
      const { parts } = pairs.standing[number - pairs.moving.length];
      return parts.length > 1 || !this.isIgnored({ name: this.names[i], robot: -1 }, { name: parts[0].name, robot: -1 });
    };
    const { clearance = SCENE_DEFAULTS.clearance, maxIterations = MOST_ENTRIES, contacts = SCENE_DEFAULTS.contacts } = options;
    const until = rigid.status === 'free' ? Infinity : rigid.time;
    let initial = rigid.initial;
    for (let segment = 0; segment < motions.segments && (segment < until || segment === 0); segment++) {
      engine.load(motions, segment);
      for (const view of pairs.movingViews) pairs.ready(view);
      const given = motions.soft.map((list) => list[segment]);
      this.stage ??= given[0].sceneStage(this.bodies);
      const answer = this.stage.firstContact({
        motions: given,
        others,
        tests,
        reference: pairs.reference,
        clearance,
        tolerance,
        until: until - segment,
        maxIterations,
        maxMilliseconds: Math.max(0, deadline - milliseconds()),
        contacts,
      });
      if (segment === 0)
        initial = [
          ...initial,
          ...answer.initial.map((pair) => ({ a: { body: this.names[pair.a] }, b: this.sideB(pairs, pair, pair.triangle), gap: pair.gap })),
        ];
      if (answer.found !== null) return this.makeAnswer(pairs, answer.found, segment, { ...rigid, initial });
      engine.progress?.reached(segment + 1);
    }
    return { ...rigid, initial };
  }

  private makeAnswer(pairs: ScenePairs, found: StageFinding, segment: number, rigid: SceneFirstContact): SceneFirstContact {
    const { status, time, answer } = found;
    const { reason, ...base } = rigid;
    const contact = (point: TriangleContact): TriangleContact => ({
      ...point,
      a: { ...point.a, body: this.names[found.a] },
      b: { ...point.b, ...this.sideB(pairs, found, point.b.triangle), triangle: ownTriangle(pairs, found, point.b.triangle) },
    });
    return {
      ...base,
      status,
      time: segment + time,
      segment,
      fraction: time,
      pair: [{ body: this.names[found.a] }, this.sideB(pairs, found, found.triangle)],
      gap: answer.gap,
      rounding: answer.rounding,
      tolerance: answer.tolerance,
      contacts: answer.contacts.map(contact),
      complete: answer.complete,
      poses: answer.poses,
      stats: { ...base.stats, nodes: base.stats.nodes + answer.stats.nodes, triangles: base.stats.triangles + answer.stats.triangles },
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
    };
  }

  /** Name of a link or body; of joined obstacles, all of theirs. */
  private nameOf({ moving, standing }: ScenePairs, body: number): string {
    return body < moving.length ? moving[body].name : standing[body - moving.length].parts.map(({ name }) => name).join(', ');
  }

  private sideB(pairs: ScenePairs, { b, other }: StagePair, triangle: number): PairSide {
    if (other < 0) return { body: this.names[b] };
    if (other >= pairs.moving.length) return { body: partOf(pairs.standing[other - pairs.moving.length], Math.max(0, triangle)).name };
    const { name, robot } = pairs.moving[other];
    return robot < 0 ? { body: name } : { body: pairs.chains[robot].robot.name, link: name };
  }
}

/** Its number in the mesh of the obstacle itself, where several were joined. */
function ownTriangle({ moving, standing }: ScenePairs, { other }: StagePair, triangle: number): number {
  return other < moving.length ? triangle : partOf(standing[other - moving.length], triangle).triangle;
}
