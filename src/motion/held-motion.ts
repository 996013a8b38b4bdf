/**
 * Bodies that robots take, carry and lay down. A path falls into phases: in each, every such body stands somewhere or
 * is a link of the robot that holds it, with the pose in which it was taken [held-phases.ts].
 */

/** A moment of a path: the number of a waypoint of the own path of what holds it, or a second of the clock. */
export type Moment = number | { readonly second: number };

/** One time that a body is held. */
export interface Hold {
  /**
   * The link that holds it: its name, or `robot/link`; or a body that is held meanwhile, as by a tool changer; or one
   * that moves by itself, on which it lies: a belt, a tray.
   */
  readonly by: string;
  /** When it is taken, with the pose that the two have to each other then. Default 0, the start of the path. */
  readonly from?: Moment;
  /** When it is laid down, where it stands from then on. Default: never, it is held to the end. */
  readonly to?: Moment;
  /**
   * Further links of that robot that may touch it: while they hold it, when they have come to take it and until they
   * have left it; where a body carries it, anything else by its name. Default: none.
   */
  readonly touches?: readonly string[];
  /** What it is laid onto, by name: it may touch that from its last approach on. Default: nothing. */
  readonly onto?: readonly string[];
}

/** What happens to a body that robots take and lay down, made by `heldMotion`. */
export class HeldMotion {
  /** Holds in the order of time. */
  readonly holds: readonly Hold[];

  /** @internal What scenes need to follow it, brought along so that those in which nothing is held load none of it. */
  readonly holding: unknown;

  /** Use `heldMotion`, which checks what it is given. */
  constructor(holds: readonly Hold[], holding: unknown) {
    this.holds = holds;
    this.holding = holding;
  }
}
