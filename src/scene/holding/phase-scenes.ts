/**
 * What was made for phases in which bodies are held otherwise, kept for the next question about the same arrangement:
 * robots with what they hold, where their links are, and scenes. An arrangement is identified by what is held how, and
 * by the number of what stands where; such numbers are given from change to change, so that a phase costs what changes
 * at its start, not all that stands. As much is kept as memory is meant for. What a question made itself is not dropped
 * for more of it: a path of many phases that is asked about again and again would find nothing of it.
 */
import { LinkPoser } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';

/** Bodies in all scenes and robots that are kept, and numbers of what stands where: some kilobytes each at most. */
const MOST_KEPT = 2 ** 15;
/** Pairs that weigh as much as one body: a pair keeps a few numbers, a body some hundred. */
const PAIRS_A_BODY = 32;

/** One arrangement. */
export class Arrangement<S> {
  readonly robots: readonly Robot[];
  scene: S | null = null;
  /** The last question that it was needed for. */
  used = 0;
  /** How much of it is kept, in bodies. */
  weight = 0;
  /** Where their links are, as a scene of these robots says it. */
  readonly poser: LinkPoser;

  constructor(robots: readonly Robot[]) {
    this.robots = robots;
    this.poser = new LinkPoser(robots);
  }
}

/** `extra`: how far off what is held or was laid down is, by name; `apart`: obstacles that are bodies of their own. */
type MakeScene<S> = (content: object, extra: ReadonlyMap<string, number>, apart?: readonly string[]) => S;

export class PhaseScenes<S> {
  /** How many scenes were made. */
  made = 0;
  /** Makes one that is not kept. */
  readonly make: MakeScene<S>;
  private readonly kept: Map<string, Arrangement<S>> = new Map();
  /** Numbers of what stands where, by the number before and what changed. */
  private readonly numbers: Map<string, number> = new Map();
  private lastNumber = 0;
  private question = 0;
  private weight = 0;

  constructor(make: MakeScene<S>) {
    this.make = make;
  }

  /** A new question begins. */
  begin(): void {
    this.question++;
    // numbers go on, so that none ever means two things
    if (this.numbers.size > MOST_KEPT) {
      this.numbers.clear();
      this.kept.clear();
      this.weight = 0;
    }
  }

  /** The number of what stands where after a change. */
  numberAfter(before: number, change: string): number {
    const key = `${before} ${change}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = ++this.lastNumber;
      this.numbers.set(key, number);
    }
    return number;
  }

  /** `robots`: makes them, with what they hold. */
  of(key: string, robots: () => readonly Robot[]): Arrangement<S> {
    let one = this.kept.get(key);
    if (one === undefined) {
      one = new Arrangement(robots());
      const links = one.robots.reduce((sum, robot) => sum + robot.links.length, 0);
      if (this.hasRoom(links)) {
        this.kept.set(key, one);
        one.weight = links;
        this.weight += links;
      }
    }
    one.used = this.question;
    return one;
  }

  /** `content`: of the scene, with `movers` that move and `others` that stand. */
  sceneOf(one: Arrangement<S>, movers: number, others: number, extra: ReadonlyMap<string, number>, content: () => object): S {
    if (one.scene !== null) return one.scene;
    const scene = this.make(content(), extra);
    this.made++;
    const weight = movers + others + (movers * others) / PAIRS_A_BODY;
    if (one.weight > 0 && this.hasRoom(weight)) {
      one.scene = scene;
      one.weight += weight;
      this.weight += weight;
    }
    return scene;
  }

  /** Drops what earlier questions needed, where that makes room. */
  private hasRoom(weight: number): boolean {
    if (this.weight + weight <= MOST_KEPT) return true;
    for (const [key, one] of this.kept) {
      if (one.used === this.question) continue;
      this.kept.delete(key);
      this.weight -= one.weight;
      one.weight = 0;
      if (this.weight + weight <= MOST_KEPT) return true;
    }
    return false;
  }
}
