/**
 * A body as one pair of a scene sees it: its tree, its state at an instant, and bounds on its motion. A link seen by
 * the environment moves in the world; seen by another link of its robot it moves in the frame of their deepest common
 * ancestor: the ancestor's twist is taken off, and only the joints below it count. Positions are always the world's
 * (less the scene's reference point), because the ancestor's frame coincides with itself at the instant looked at.
 */

import { spinOf } from '../../contact/many-turns/spinning-pair.ts';
import { ADDING, fliesStraight } from '../../contact/moving-pair.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { treeOf } from '../../hierarchy/tree-of.ts';
import type { TreeOutline } from '../../hierarchy/tree-outline.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { type Motion, STATE_A0, STATE_A1, STATE_OMEGA, STATE_P, STATE_SIZE, STATE_TIME, STATE_V } from '../../motion/motion.ts';
import { SPIN_TIME, writeNoSpin } from '../../motion/spin.ts';
import type { Chain } from '../../robot/chain.ts';
import type { ChainReach } from '../../robot/chain-reach.ts';
import { writeChainSpin } from '../../robot/chain-spin.ts';
import type { LongReach } from '../../robot/long-reach.ts';

/** A link, and in whose frame it is looked at. */
export interface LinkPlace {
  readonly chain: Chain;
  readonly link: number;
  readonly ancestor: number;
  readonly world: View | null;
}

export class View implements Motion {
  readonly body: number;
  readonly mesh: TriangleMesh;
  /** At least that of its tree. */
  readonly radius: number;
  /** Begins with a volume around all of it, as the nodes of its tree do. */
  readonly outline: Float64Array;
  /** Its tree, null until it is asked for. */
  private grown: SweptSphereTree | null;
  readonly chain: Chain | null;
  readonly link: number;
  /** The same body in the world's frame, for a view in the frame of an ancestor; otherwise null. */
  readonly world: View | null;
  state: Float64Array;
  /** What it moves by; null: it stands, or is a link. */
  motion: Motion | null = null;
  still = true;
  /** A body of its own that neither turns nor leaves its straight way nor changes its speed, or stands. */
  straight = false;
  turn = 0;
  /** The same where it turns many times about axes that are known; otherwise 0. */
  spin = 0;
  lever = 0;
  /** Bound on the speed of points within ρ of the origin, λ₀ + λ₁ρ. */
  lambda0 = 0;
  lambda1 = 0;
  /** The link in whose frame it moves now; −1: the world. */
  ancestor = -1;
  /** Bound on the way of any of its points. */
  way = 0;
  /** Bound on rounding beyond what turning does. */
  adding = 0;
  /** Where the segment loaded is only near the true one: how far its points can be from it, in the ancestor's frame. */
  tube = 0;
  /** Segment that it has begun, as `ScenePairs` counts them. */
  serial = 0;
  /** Middle and radius of a sphere around it at t = 0. */
  readonly sphere: Float64Array;
  private readonly own: Float64Array;
  private readonly reference: Float64Array;
  private readonly clock: Float64Array;
  /** The link in whose frame it moves by the robot's tree. */
  private readonly deepest: number;

  constructor(
    body: number,
    tree: SweptSphereTree | TreeOutline,
    reference: Float64Array,
    clock: Float64Array,
    place: LinkPlace | null = null,
    room: Float64Array = new Float64Array(STATE_SIZE),
    sphere: Float64Array = place?.world?.sphere ?? new Float64Array(4),
  ) {
    this.own = room;
    this.body = body;
    this.mesh = tree.mesh;
    this.radius = tree.radius;
    this.outline = tree.nodes;
    this.grown = tree.kind === 'outline' ? null : tree;
    this.reference = reference;
    this.clock = clock;
    this.chain = place?.chain ?? null;
    this.link = place?.link ?? -1;
    this.deepest = place?.ancestor ?? -1;
    this.world = place?.world ?? null;
    this.state = place !== null && this.deepest < 0 ? place.chain.states[place.link] : this.own;
    this.sphere = sphere;
  }

  get tree(): SweptSphereTree {
    return this.grown ?? this.grow();
  }

  get nodes(): Float64Array {
    return (this.grown ?? this.grow()).nodes;
  }

  get leaves(): Float64Array {
    return (this.grown ?? this.grow()).leaves;
  }

  private grow(): SweptSphereTree {
    this.grown = treeOf(this.mesh);
    return this.grown;
  }

  /** Stands still at a pose. */
  stand(position: Vec3, quaternion: Quat): void {
    const { own, reference } = this;
    writeMatrix(quaternion, own, 0);
    for (let k = 0; k < 3; k++) own[STATE_P + k] = position[k] - reference[k];
    this.stay();
  }

  private stay(): void {
    this.motion = null;
    this.still = this.straight = true;
    this.turn = this.spin = this.lambda0 = this.lambda1 = this.lever = 0;
    this.finish();
  }

  /** Stands still at x y z qx qy qz qw of a list, from o on. */
  standAt(values: ArrayLike<number>, o: number): void {
    const { own, reference } = this;
    const x = values[o + 3];
    const y = values[o + 4];
    const z = values[o + 5];
    const w = values[o + 6];
    // as writeMatrix
    const s = 2 / (x * x + y * y + z * z + w * w);
    own[0] = 1 - s * (y * y + z * z);
    own[1] = s * (x * y - z * w);
    own[2] = s * (x * z + y * w);
    own[3] = s * (x * y + z * w);
    own[4] = 1 - s * (x * x + z * z);
    own[5] = s * (y * z - x * w);
    own[6] = s * (x * z - y * w);
    own[7] = s * (y * z + x * w);
    own[8] = 1 - s * (x * x + y * y);
    for (let k = 0; k < 3; k++) own[STATE_P + k] = values[o + k] - reference[k];
    this.stay();
  }

  /** Moves by a motion of its own. */
  move(motion: Motion): void {
    this.motion = motion;
    this.still = motion.still;
    this.turn = motion.turn;
    this.spin = spinOf(motion);
    this.lever = motion.lever;
    this.lambda0 = motion.travel(this.radius);
    this.lambda1 = 0;
    this.own[STATE_TIME] = 0;
    motion.writeState(this.reference, this.own);
    this.straight = motion.turn === 0 && fliesStraight(this.own);
    this.finish();
  }

  /**
   * Takes over the segment its chain is loaded with; the clock stands at 0, and a view of the same body in the world
   * has begun.
   */
  begin(reach: ChainReach | LongReach): void {
    const { chain, link, world } = this;
    if (chain === null) return;
    this.ancestor = chain.parents === chain.treeParents ? this.deepest : -1;
    // what is seen from a link that stands still is what the world sees, with the same bounds
    if (world !== null && !reach.isLong) this.state = this.ancestor < 0 || chain.standsStill(this.ancestor) ? chain.states[link] : this.own;
    if (world === null) {
      if (reach.isLong) this.settle(reach);
      else {
        chain.place(link);
        reach.write(link);
        this.lever = chain.error(link, this.radius) / ADDING;
      }
    }
    this.tube = chain.tube(link, this.ancestor, this.radius);
    const at = reach.at(link, this.ancestor);
    this.lambda0 = reach.bounds[at];
    this.lambda1 = this.turn = reach.bounds[at + 1];
    this.spin = reach.isSpinning(link, this.ancestor) ? this.turn : 0;
    // at rest in its ancestor's frame it still moves with it
    this.still = this.lambda0 === 0 && this.lambda1 === 0 && (world === null || world.still);
    this.state[STATE_A0] = reach.bounds[at + 2];
    this.state[STATE_A1] = reach.bounds[at + 3];
    if (world === null) {
      if (reach.isLong) this.way = this.travel(this.radius);
      else this.finish();
    } else {
      this.own[STATE_TIME] = Number.NaN;
      this.lever = world.lever;
      this.adding = world.adding;
      this.way = this.travel(this.radius);
    }
  }

  /**
   * As much of `begin` as a view of the same body in the frame of an ancestor needs: where a link of a long chain is,
   * and what rounding does to it.
   */
  settle(reach: LongReach): void {
    const { chain, link, radius } = this;
    if (chain === null) return;
    chain.place(link);
    this.lever = chain.error(link, radius) / ADDING;
    this.still = reach.rests(link);
    this.way = reach.farthest(link, radius);
    this.surround();
  }

  private finish(): void {
    this.way = this.travel(this.radius);
    this.surround();
  }

  /** Rounding by the way that is known, and the sphere. */
  private surround(): void {
    const { state: S, radius } = this;
    const away = Math.abs(S[STATE_P]) + Math.abs(S[STATE_P + 1]) + Math.abs(S[STATE_P + 2]);
    this.adding = ADDING * (away + radius + this.way + this.lever);
    this.writeSphere(this.sphere, 0);
  }

  /** Middle and radius of a sphere around it where its state is. */
  writeSphere(out: Float64Array, o: number): void {
    const { state: S, outline: n } = this;
    const a = 0.5 * n[NODE_L0];
    const b = 0.5 * n[NODE_L1];
    const x = n[NODE_CORNER] + a * n[NODE_U0] + b * n[NODE_U1];
    const y = n[NODE_CORNER + 1] + a * n[NODE_U0 + 1] + b * n[NODE_U1 + 1];
    const z = n[NODE_CORNER + 2] + a * n[NODE_U0 + 2] + b * n[NODE_U1 + 2];
    out[o] = S[0] * x + S[1] * y + S[2] * z + S[STATE_P];
    out[o + 1] = S[3] * x + S[4] * y + S[5] * z + S[STATE_P + 1];
    out[o + 2] = S[6] * x + S[7] * y + S[8] * z + S[STATE_P + 2];
    out[o + 3] = n[NODE_R] + Math.sqrt(a * a + b * b);
  }

  /** Brings the state to the instant in the scene's clock. */
  place(): void {
    const { chain, state, clock } = this;
    if (chain !== null) {
      if (this.state !== this.own) {
        chain.place(this.link);
        return;
      }
      if (state[STATE_TIME] !== clock[0]) this.placeRelative(chain);
    } else if (!this.still && state[STATE_TIME] !== clock[0]) {
      state[STATE_TIME] = clock[0];
      (this.motion as Motion).writeState(this.reference, state);
    }
  }

  private placeRelative(chain: Chain): void {
    const { own } = this;
    chain.place(this.link);
    // the link may stand at this instant already while others have moved its ancestor
    if (this.ancestor >= 0) chain.place(this.ancestor);
    const S = chain.states[this.link];
    own[STATE_TIME] = S[STATE_TIME];
    // written out, which takes half the time of a loop
    own[0] = S[0];
    own[1] = S[1];
    own[2] = S[2];
    own[3] = S[3];
    own[4] = S[4];
    own[5] = S[5];
    own[6] = S[6];
    own[7] = S[7];
    own[8] = S[8];
    own[STATE_P] = S[STATE_P];
    own[STATE_P + 1] = S[STATE_P + 1];
    own[STATE_P + 2] = S[STATE_P + 2];
    if (this.ancestor < 0) {
      for (let i = STATE_OMEGA; i < STATE_V + 3; i++) own[i] = S[i];
      return;
    }
    const P = chain.states[this.ancestor];
    const wx = P[STATE_OMEGA];
    const wy = P[STATE_OMEGA + 1];
    const wz = P[STATE_OMEGA + 2];
    const dx = S[STATE_P] - P[STATE_P];
    const dy = S[STATE_P + 1] - P[STATE_P + 1];
    const dz = S[STATE_P + 2] - P[STATE_P + 2];
    own[STATE_OMEGA] = S[STATE_OMEGA] - wx;
    own[STATE_OMEGA + 1] = S[STATE_OMEGA + 1] - wy;
    own[STATE_OMEGA + 2] = S[STATE_OMEGA + 2] - wz;
    own[STATE_V] = S[STATE_V] - P[STATE_V] - (wy * dz - wz * dy);
    own[STATE_V + 1] = S[STATE_V + 1] - P[STATE_V + 1] - (wz * dx - wx * dz);
    own[STATE_V + 2] = S[STATE_V + 2] - P[STATE_V + 2] - (wx * dy - wy * dx);
  }

  /* As a Motion, for what is asked of one pair alone; the reference is always the scene's. */

  writeState(_reference: Float64Array, out: Float64Array): void {
    const t = out[STATE_TIME];
    this.clock[0] = t;
    this.place();
    out.set(this.state);
    out[STATE_TIME] = t;
  }

  writeSpin(_reference: Float64Array, out: Float64Array): void {
    const { chain, motion, clock } = this;
    clock[0] = out[SPIN_TIME];
    if (chain !== null) writeChainSpin(chain, this.link, this.ancestor, out);
    else if (motion?.writeSpin === undefined) writeNoSpin(this.travel(this.radius), out);
    else motion.writeSpin(this.reference, out);
  }

  travel(rho: number): number {
    return (this.lambda0 + this.lambda1 * rho) * (1 + 2 ** -48);
  }

  startPosition(out: Float64Array, offset: number): void {
    for (let k = 0; k < 3; k++) out[offset + k] = this.reference[k];
  }
}
