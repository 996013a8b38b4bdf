/**
 * The soft bodies of a scene: after everything rigid has been judged, what they touch before that is looked for, segment
 * by segment, by the search their motions bring. Guarantee: as for the rest of the scene; `start` is always strict.
 */
import type { DeformingBody, DeformingStage, OtherBody, StageFinding } from '../contact/deformation.ts';
import type { Contact } from '../contact/result.ts';
import { InputError } from '../math/input-error.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { partOf } from './obstacles.ts';
import type { SceneEngine } from './scene-engine.ts';
import type { SceneMotions } from './scene-motions.ts';
import { SCENE_DEFAULTS, type SceneContactOptions } from './scene-options.ts';
import type { NamedBody } from './scene-pairs.ts';
import type { SceneContact, SceneContactSide, SceneSide } from './scene-result.ts';

export interface SceneSoftBody {
  readonly name: string;
  /** Says which vertices make which triangles; where they are, says the motion. */
  readonly mesh: TriangleMesh;
  /** Whether it is tested against itself. Default true. */
  readonly self?: boolean;
}

export class SoftBodies {
  readonly names: readonly string[];
  readonly bodies: readonly DeformingBody[];
  private readonly isIgnored: (a: NamedBody, b: NamedBody) => boolean;
  private stage: DeformingStage | null = null;

  constructor(bodies: readonly SceneSoftBody[], isIgnored: (a: NamedBody, b: NamedBody) => boolean) {
    for (const body of bodies)
      if (!(body?.mesh instanceof TriangleMesh)) throw new InputError(`scene: soft body '${body?.name}' needs a mesh`);
    this.names = bodies.map(({ name }) => name);
    this.isIgnored = isIgnored;
    this.bodies = bodies.map(({ name, mesh, self }, i) => ({
      name,
      mesh,
      self: self ?? true,
      ignores: bodies.flatMap((other, j) => (j !== i && isIgnored({ name, robot: -1 }, { name: other.name, robot: -1 }) ? [j] : [])),
    }));
  }

  /** What a soft body touches before the path time `until`, if anything, as an answer; null: nothing. */
  earlier(
    engine: SceneEngine,
    motions: SceneMotions,
    tolerance: number,
    options: SceneContactOptions,
    until: number,
    base: SceneContact,
  ): SceneContact | null {
    const { pairs } = engine;
    const views = [...pairs.movingViews, ...pairs.standingViews];
    const others: OtherBody[] = views.map((view) => ({ name: '', tree: view.tree, motion: view }));
    const tests = (i: number, j: number): boolean => {
      const number = views[j].body;
      if (number < pairs.moving.length) return !this.isIgnored({ name: this.names[i], robot: -1 }, pairs.moving[number]);
      const { parts } = pairs.standing[number - pairs.moving.length];
      return parts.length > 1 || !this.isIgnored({ name: this.names[i], robot: -1 }, { name: parts[0].name, robot: -1 });
    };
    const {
      clearance = SCENE_DEFAULTS.clearance,
      maxMilliseconds = SCENE_DEFAULTS.maxMilliseconds,
      contacts = SCENE_DEFAULTS.contacts,
    } = options;
    for (let segment = 0; segment < motions.segments && segment < until; segment++) {
      engine.load(motions, segment);
      const given = motions.soft.map((list) => list[segment]);
      this.stage ??= given[0].sceneStage(this.bodies);
      const found = this.stage.firstContact({
        motions: given,
        others,
        tests,
        reference: pairs.reference,
        clearance,
        tolerance,
        until: until - segment,
        maxMilliseconds,
        contacts,
      });
      if (found !== null) return this.told(engine, found, segment, base);
    }
    return null;
  }

  private told(engine: SceneEngine, found: StageFinding, segment: number, base: SceneContact): SceneContact {
    const { status, time, told } = found;
    const sideB = (triangle: number): SceneContactSide | SceneSide => this.sideB(engine, found, triangle);
    const contact = (point: Contact): SceneContact['contacts'][number] => ({
      ...point,
      a: { ...point.a, body: this.names[found.a] },
      b: { ...point.b, ...this.sideB(engine, found, point.b.triangle) },
    });
    const result: { -readonly [K in keyof SceneContact]: SceneContact[K] } = {
      ...base,
      status,
      time: segment + time,
      segment,
      fraction: time,
      pair: [{ body: this.names[found.a] }, sideOnly(sideB(told.contacts[0]?.b.triangle ?? 0))],
      gap: told.gap,
      rounding: told.rounding,
      tolerance: told.tolerance,
      initial: segment === 0 ? told.initial.map(({ gap }) => ({ a: { body: this.names[found.a] }, b: sideOnly(sideB(0)), gap })) : [],
      contacts: told.contacts.map(contact),
      poses: told.poses,
      stats: { ...base.stats, nodes: base.stats.nodes + told.stats.nodes, triangles: base.stats.triangles + told.stats.triangles },
    };
    delete result.reason;
    delete result.moreContacts;
    if (told.reason !== undefined) result.reason = told.reason;
    if (told.moreContacts) result.moreContacts = true;
    return result;
  }

  private sideB({ pairs }: SceneEngine, { b, other }: StageFinding, triangle: number): SceneSide & { triangle?: number } {
    if (other < 0) return { body: this.names[b] };
    if (other >= pairs.moving.length) {
      const part = partOf(pairs.standing[other - pairs.moving.length], triangle);
      return { body: part.name, triangle: part.triangle };
    }
    const { name, robot } = pairs.moving[other];
    return robot < 0 ? { body: name } : { body: pairs.chains[robot].robot.name, link: name };
  }
}

function sideOnly({ body, link }: SceneSide): SceneSide {
  return link === undefined ? { body } : { body, link };
}
