/**
 * The bodies of a scene in a proof, each once: bodies of their own, links, what is taken and laid down, what stands.
 * From phase to phase only where the taken ones stand changes, and by which numbers the scene knows them.
 */
import { writeMatrix } from '../math/quat.ts';
import type { ScenePairs } from '../scene/pairs/scene-pairs.ts';
import type { ProvenPhase, ProvenScene } from '../scene/search/scene-proof.ts';
import { offOf, type PoseNumbers, type ProofLines } from './proof-lines.ts';
import { RobotFrames } from './robot-frames.ts';

/** A body of the scene, the same one in every phase, and where it stands where it is one that is taken. */
interface Place {
  readonly key: string;
  readonly held: string | null;
  readonly on: number;
  readonly at: PoseNumbers;
}

export class SceneBodies {
  readonly robots: readonly RobotFrames[];
  /** By the numbers of the scene at hand, moving ones first: those of the file. */
  numbers: readonly number[] = [];
  private readonly lines: ProofLines;
  private readonly known: Map<string, number> = new Map();
  /** Frames of what is taken, by name. */
  private readonly carried: ReadonlyMap<string, number>;

  /** Writes shapes, frames and bodies. */
  constructor(lines: ProofLines, proven: ProvenScene) {
    this.lines = lines;
    const { pairs, motions, phase, within } = proven;
    const { moving, standing, movingViews, standingViews, chains } = pairs;
    const views = [...movingViews, ...standingViews];
    for (const { tree } of views) lines.shape(tree);
    const robots: RobotFrames[] = [];
    let values = 0;
    for (const [r, { robot }] of chains.entries()) {
      robots.push(new RobotFrames(lines, phase?.robots[r] ?? robot, motions.robots[r], values, r, within));
      values += robots[r].count;
    }
    this.robots = robots;
    const own = moving.map(({ name, robot }, i) =>
      robot < 0 ? lines.frame({ name, parent: -1, moves: 'free', ...offOf(within?.place(name, i, movingViews[i].radius)) }) : -1,
    );
    this.carried = new Map((phase?.held ?? []).map((name) => [name, lines.frame({ name, parent: -1, moves: 'carried' })]));
    const places = this.places(pairs, phase);
    const stands = standing.map(({ parts, position, quaternion }, s) =>
      places[moving.length + s].held === null
        ? lines.frame({ name: parts[0].name, parent: -1, at: [...position, ...quaternion], ...offOf(within?.place(parts[0].name, -1, 0)) })
        : -1,
    );
    for (const { follow } of robots) follow?.write();
    for (const [i, { key, held }] of places.entries()) {
      const name = held ?? this.nameOf(pairs, i);
      const place = moving[i];
      const frame =
        held !== null
          ? (this.carried.get(held) as number)
          : place === undefined
            ? stands[i - moving.length]
            : place.robot < 0
              ? own[i]
              : robots[place.robot].links[place.link];
      this.known.set(key, lines.body(name, views[i].tree, frame));
    }
  }

  /** Another phase begins: what is carried stands somewhere else, and the scene has other numbers. */
  enter({ pairs, motions, phase, tolerance }: ProvenScene): void {
    const places = this.places(pairs, phase);
    this.numbers = places.map(({ key }) => this.known.get(key) as number);
    for (const [r, robot] of this.robots.entries()) robot.path = motions.robots[r];
    if (phase === undefined) return;
    const of = new Map(places.map((place) => [place.held, place]));
    this.lines.line('phase', {
      carried: [...this.carried.keys()].map((name) => {
        const { on, at } = of.get(name) as Place;
        return { on, at };
      }),
      tolerance,
    });
  }

  /** The frame of a robot's base, and how that is turned; null: it stands where it is told. */
  looseBase(robot: number): { readonly frame: number; readonly R: Float64Array } | null {
    const { base, isLoose, path } = this.robots[robot];
    if (!isLoose) return null;
    const R = new Float64Array(9);
    writeMatrix(path.robot.base.quaternion, R, 0);
    return { frame: base, R };
  }

  /** The frame of a link, or of what is attached as one. */
  linkFrame({ chains }: ScenePairs, robot: number, link: number): number {
    const { links } = this.robots[robot];
    return link < links.length ? links[link] : (this.carried.get(chains[robot].robot.links[link].name) as number);
  }

  private places(pairs: ScenePairs, phase: ProvenPhase | undefined): readonly Place[] {
    const { moving, standing, chains } = pairs;
    const held = new Set(phase?.held);
    let [standsBefore, before] = [0, ''];
    const moves = moving.map(({ robot, link, name }, i): Place => {
      if (robot < 0) return { key: `body ${i}`, held: null, on: -1, at: [] };
      const links = chains[robot].robot.links;
      if (link >= this.robots[robot].links.length) {
        const { parent, joint } = links[link];
        const at = [...joint.position, ...joint.quaternion];
        return { key: `held ${name}`, held: name, on: this.linkFrame(pairs, robot, parent), at };
      }
      // a link may be two bodies
      const key = `link ${robot} ${link}`;
      const isSecond = before === key;
      before = key;
      return { key: isSecond ? `${key} again` : key, held: null, on: -1, at: [] };
    });
    const stands = standing.map(({ parts: [{ name }], position, quaternion }): Place => {
      if (!held.has(name)) return { key: `stands ${standsBefore++}`, held: null, on: -1, at: [] };
      return { key: `held ${name}`, held: name, on: -1, at: [...position, ...quaternion] };
    });
    return [...moves, ...stands];
  }

  private nameOf({ moving, standing, chains }: ScenePairs, i: number): string {
    if (i >= moving.length) return standing[i - moving.length].parts.map(({ name }) => name).join(' + ');
    const { name, robot } = moving[i];
    return robot < 0 ? name : `${chains[robot].robot.name}/${name}`;
  }
}
