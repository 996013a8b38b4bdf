/**
 * What DragLoop does, for scenes in which a robot has loops: what is pulled goes straight, in the driven joints of a
 * robot, until something is in the way. Nothing slides.
 */
import {
  type DragStep,
  InputError,
  type LoopedRobot,
  type Robot,
  restMotion,
  rigidMotion,
  type Scene,
  type SceneFirstContact,
} from 'inbetween';
import type { PlacedPose } from './parts.ts';

type Places = DragStep['places'];

/** So much of the way to what is in it is gone. */
const SHARE = 0.999;

export class LoopedSteps {
  places: Places;
  private readonly scene: Scene;
  private readonly keep: number;

  constructor(scene: Scene, places: Places, keep: number) {
    this.scene = scene;
    this.places = places;
    this.keep = keep;
  }

  place(places: Places): void {
    this.places = { ...this.places, ...places };
  }

  /** Where it cannot be followed, an InputError that names the loop. */
  move(name: string, target: Places[string]): DragStep {
    const { scene } = this;
    const robot = scene.robots.find((one) => one.name === name);
    const path = robot?.path([this.places[name] as readonly number[], drivenOf(robot, this.places[name] as readonly number[], target)]);
    const segments = path?.segments ?? 1;
    const motions = Object.fromEntries([
      ...scene.robots.map((one) => [one.name, one === robot && path !== undefined ? path : this.places[one.name]] as const),
      ...scene.bodies.map((body) => {
        const from = (this.places[body.name] ?? body.pose ?? {}) as PlacedPose;
        return [body.name, body.name === name ? rigidMotion(from, target as PlacedPose) : Array(segments).fill(restMotion(from))] as const;
      }),
    ]);
    const ask = (clearance: number): SceneFirstContact => scene.firstContact(motions, { clearance });
    let hit = ask(this.keep);
    // nearer than is kept already: then at least nothing touches
    if (hit.status === 'overlap') hit = ask(0);
    const isFree = hit.status === 'free';
    const time = isFree ? segments : hit.status === 'overlap' ? 0 : SHARE * hit.time;
    const pose = path === undefined ? scene.bodyPoses(motions, time)[name] : Array.from(path.configurationAt(time));
    this.place({ [name]: pose });
    const status = isFree ? 'free' : hit.status === 'unresolved' ? 'unresolved' : 'contact';
    return { status, places: this.places, hit: isFree ? null : hit, slides: 0, resting: [] };
  }
}

/** Joints that follow others, by name. */
export function passiveOf(robot: Robot): readonly string[] {
  return robot.loops === undefined ? [] : (robot as LoopedRobot).passive;
}

/** The target of what is driven; the others follow from where they are. */
function drivenOf(robot: Robot, here: readonly number[], target: Places[string]): readonly number[] {
  const wanted = target as readonly number[];
  const follows = new Set(passiveOf(robot).map((joint) => robot.joint(joint).slot));
  if (wanted.length !== here.length) throw new InputError(`robot '${robot.name}' has ${here.length} values, not ${wanted.length}`);
  return wanted.map((value, slot) => (follows.has(slot) ? here[slot] : value));
}
