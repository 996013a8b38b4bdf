/** What a scene consists of, checked. */

import { type Body, checkBody, checkSoftBody, type SoftBody } from '../../contact/deformation.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { checkByName, checkFlag, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { firstDouble } from '../../math/first-double.ts';
import { InputError } from '../../math/input-error.ts';
import { limitHint } from '../../math/limits.ts';
import { checkedPose } from '../../math/pose.ts';
import { shownName } from '../../math/shown-name.ts';
import { isUncertain, Uncertain } from '../../robot/follow/uncertainty.ts';
import { Robot } from '../../robot/robot.ts';
import { checkClearance } from './clearance.ts';
import type { SceneOptions } from './content-options.ts';
import type { JoinedBefore } from './obstacles.ts';

const SCENE_OPTIONS: readonly string[] = [
  ...['robots', 'obstacles', 'bodies', 'soft', 'self', 'allowed'],
  ...['clearance', 'tolerance', 'uncertainty', 'bodyMotions', 'trees'],
];

/** What `readCell` tells of a cell beside its scene: a cell is taken as it is. */
const CELL_KEYS: readonly string[] = ['file', 'name', 'starts', 'path', 'units', 'ownPaths', 'pathLines', 'program', 'columns', 'warnings'];

type Named = Body & { readonly name: string };

/** With every default in its place. */
export interface SceneContent extends Required<Omit<SceneOptions, 'bodies' | 'tolerance' | 'uncertainty'>> {
  /** Whether what moves is tested among itself, links of one robot aside. */
  readonly movers: boolean;
  readonly bodies: readonly Named[];
  readonly tolerance: number | undefined;
  /** null: everything moves as it is given. */
  readonly uncertainty: Uncertain | null;
  readonly phase: PhaseOptions | null;
}

/** What the scene of a phase, or one that was packed elsewhere, knows beforehand. */
export interface PhaseOptions {
  /** Obstacles that scenes of other phases, or elsewhere, have joined. */
  readonly joined: JoinedBefore[];
  /** Obstacles that are bodies of their own. Default: those that rules name. */
  readonly apart?: readonly string[];
  /** Names of obstacles that rules may name though they are gone. Default: none. */
  readonly known?: readonly string[];
  /** A tree over all that stands. Default: it is made. */
  readonly top?: SweptSphereTree | null;
  /**
   * How far off what is held, and what was laid down, is beside what the uncertainty says, by name, of what is held
   * `robot/name`. Default: not at all.
   */
  readonly extra?: ReadonlyMap<string, number>;
}

/** Whose scenes are those of a phase. */
export const phaseOptions: WeakMap<SceneOptions, PhaseOptions> = new WeakMap();

/** Options of scenes in which nothing that moves is tested against anything else that does, but links of one robot. */
export const withoutMovers: WeakSet<SceneOptions> = new WeakSet();

export function sceneContent(options: SceneOptions): SceneContent {
  const isCell = options !== null && typeof options === 'object' && 'ownPaths' in options;
  checkRecord(options, isCell ? [...SCENE_OPTIONS, ...CELL_KEYS] : SCENE_OPTIONS, 'scene');
  const { robots = [], obstacles = [], bodies = [], soft = [], self = true, allowed = [], bodyMotions = {} } = options;
  const { clearance = 0, tolerance, uncertainty: given, trees = 'now' } = options;
  for (const [key, list] of Object.entries({ robots, obstacles, bodies, soft, allowed })) checkList(list, `scene: ${key}`);
  checkFlag(self, 'scene: self');
  if (trees !== 'now' && trees !== 'later') throw new InputError(`scene: trees must be 'now' or 'later', got ${shownValue(trees)}`);
  checkClearance(clearance, 'scene: clearance');
  if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance > 0 && tolerance <= 2 ** 300))
    throw new InputError(`scene: tolerance must be a number above 0, got ${shownValue(tolerance)}${limitHint(tolerance)}`);
  for (const robot of robots) if (!(robot instanceof Robot)) throw new InputError('scene: robots must be made by new Robot(…) or readUrdf');
  bodies.forEach((body, i) => {
    checkSceneBody(body, `scene: bodies[${i}]`);
  });
  obstacles.forEach((obstacle, i) => {
    checkSceneBody(obstacle, `scene: obstacles[${i}]`);
  });
  const named = bodies.map((body) => ({ ...body, name: nameOf(body) }));
  checkNames([...robots.map(({ name }) => name), ...named.map(({ name }) => name), ...softNames(soft)], obstacles.map(nameOf));
  checkByName(bodyMotions, 'scene: bodyMotions');
  const own = new Set(named.map(({ name }) => name));
  for (const name in bodyMotions)
    if (!own.has(name)) throw new InputError(`scene: bodyMotions names ${shownName(name)}, which is none of its bodies`);
  const phase = phaseOptions.get(options) ?? null;
  if (given !== undefined && !(given instanceof Uncertain))
    throw new InputError(`scene: uncertainty must be made by uncertain({ … }), got ${shownValue(given)}`);
  // of a phase also where only what is held is off
  const uncertainty = given !== undefined && (isUncertain(given) || phase?.extra !== undefined) ? given : null;
  if (uncertainty !== null && soft.length > 0) throw new InputError('scene: uncertainty: not for scenes with soft bodies');
  const movers = !withoutMovers.has(options);
  return { robots, obstacles, bodies: named, soft, self, movers, allowed, clearance, tolerance, uncertainty, bodyMotions, trees, phase };
}

/** What results call a body or obstacle. */
export function nameOf({ name, shape }: Body): string {
  return name ?? shape.name;
}

/** Names of the soft bodies, which it checks. */
export function softNames(bodies: readonly SoftBody[]): readonly string[] {
  return bodies.map((body, i) => {
    checkSoftBody(body, `scene: soft[${i}]`);
    return body.name ?? body.shape.name;
  });
}

export function checkSceneBody(body: Body, what: string): void {
  checkBody(body, what);
  if (body.motion !== undefined) throw new InputError(`${what}: motions are given to the queries of the scene, by name`);
  checkedPose(body.pose, `${what}: pose`);
}

function checkNames(moving: readonly string[], standing: readonly string[]): void {
  const twice = firstDouble([...moving, ...standing]);
  if (twice !== undefined)
    throw new InputError(`scene: two robots, bodies or obstacles are named ${shownName(twice)}; give each a name of its own`);
  const none = moving.findIndex((name) => typeof name !== 'string' || name === '');
  if (none >= 0) throw new InputError(`scene: robot or body ${none} has no name`);
}
