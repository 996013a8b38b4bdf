/**
 * Two bodies of which one at least turns many times: how long are nodes or leaves of theirs apart whatever the angles?
 * Steps of ordinary bounds end within a turn; what a node sweeps over all turns is a ring, which moves slowly or not at
 * all [motion/spin.ts, geometry/revolved-gap.ts]. Where rings meet, the ordinary steps go on, turn by turn.
 *
 * Guarantee: from the placed instant to a step later they keep more than the pad apart. Rounding: of axes as of
 * positions, at most as large as that of the pair's distances, which is therefore taken three times
 * [docs/notes/many-turns.md].
 */
import { RING_BEND, RING_DRIFT, RING_PAD, RING_REST, RING_SIZE, RING_SPEED, RING_STEP, stepRevolved } from '../../geometry/revolved-gap.ts';
import { addPoint, beginSet, REVOLVED_SIZE, revolve } from '../../geometry/revolved-set.ts';
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { lengthAt } from '../../math/vec3.ts';
import { STATE_P, STATE_SIZE, STATE_TIME } from '../../motion/motion.ts';
import { placeCorners } from '../../motion/place-corners.ts';
import {
  MANY_TURNS,
  ONE_TURN,
  PART_OF_TURN,
  SPIN_AXES,
  SPIN_AXIS_SIZE,
  SPIN_BEND,
  SPIN_COUNT,
  SPIN_DRIFT,
  SPIN_FROM,
  SPIN_ROUND_UP,
  SPIN_SIZE,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
  SPIN_TIME,
  writeNoSpin,
} from '../../motion/spin.ts';

/** What is asked of a body that may spin; every motion is one. */
export interface Spinning {
  readonly turn: number;
  /** How far it turns about axes that it knows; default: `turn`. */
  readonly spin?: number;
  writeState(reference: Float64Array, out: Float64Array): void;
  travel(rho: number): number;
  writeSpin?(reference: Float64Array, out: Float64Array): void;
}

/** Two triangles whose rings meet are cut at most so often, and less often at the first looks. */
const MOST_CUTS = 24;
/** What was looked at in vain is looked at again only after a pause that doubles, up to so many looks … */
const LONGEST_PAUSE = 255;
/** … which is kept for the last so many pairs, each in its place. */
const PAUSES = 1024;
/** After so many looks in vain, of all pairs together, every second look is left out, and so on … */
const MANY_IN_VAIN = 256;
/** … down to one in so many; each that helps makes up for so many in vain. */
const SPAREST = 64;
const WORTH = 16;
/** A step that is longer than this part of all time needs no help. */
const LONG = 1 / 8;

export class SpinningPair {
  /** One of the two turns more than once. */
  active = false;
  /** Steps longer than this need no help: a turn of the faster one, and a good part of all time. */
  enough: number = Infinity;
  /** How long that turn takes. */
  turnTime: number = Infinity;
  /** Out: the step, Infinity: to the end. */
  readonly step: Float64Array = new Float64Array(1);
  /** Pairs of rings looked at since this was last set to 0. */
  tests = 0;
  readonly spinA: Float64Array = new Float64Array(SPIN_SIZE);
  readonly spinB: Float64Array = new Float64Array(SPIN_SIZE);
  readonly setA: Float64Array = new Float64Array(REVOLVED_SIZE);
  readonly setB: Float64Array = new Float64Array(REVOLVED_SIZE);
  private readonly w: Float64Array = new Float64Array(RING_SIZE);
  private readonly ownA: Float64Array = new Float64Array(STATE_SIZE);
  private readonly ownB: Float64Array = new Float64Array(STATE_SIZE);
  private readonly pieces: Float64Array = new Float64Array(18 * (MOST_CUTS + 2));
  private number = 0;
  /** Looks of all pairs, and those in vain less what others made up for. */
  private looks = 0;
  private vain = 0;
  /** Whose pause it is, three numbers each; looks to be left out still, and how many it were at first. */
  private readonly pausing: Int32Array = new Int32Array(3 * PAUSES);
  private readonly waits: Uint8Array = new Uint8Array(PAUSES);
  private readonly pauses: Uint8Array = new Uint8Array(PAUSES);
  /** Rotations, and origins relative to a's, so that no digits are lost far away. */
  readonly placedA: Float64Array = new Float64Array(STATE_P + 3);
  readonly placedB: Float64Array = new Float64Array(STATE_P + 3);
  private a: Spinning | null = null;
  private b: Spinning | null = null;
  private radiusA = 0;
  private radiusB = 0;

  /**
   * From now on about these; radii: of the bodies around their origins; number: of the pair, among several. `late`: in
   * a search that has become long parts of a turn count as well.
   */
  begin(a: Spinning, b: Spinning, radiusA: number, radiusB: number, number = 0, late = false): void {
    const fastest = late ? Math.max(turnOf(a), turnOf(b)) : Math.max(spinOf(a), spinOf(b));
    this.number = number;
    this.active = fastest > (late ? PART_OF_TURN : MANY_TURNS);
    if (!this.active) return;
    this.spinA[SPIN_FROM] = this.spinB[SPIN_FROM] = late ? PART_OF_TURN : ONE_TURN;
    this.turnTime = late ? LONG : ONE_TURN / fastest;
    this.enough = Math.max(LONG, this.turnTime);
    this.a = a;
    this.b = b;
    this.radiusA = radiusA;
    this.radiusB = radiusB;
    this.spinA[SPIN_TIME] = Number.NaN;
  }

  /** Everything is looked at again. */
  forget(): void {
    this.waits.fill(0);
    this.pauses.fill(0);
    this.looks = this.vain = 0;
  }

  /** The place of a pair's pause, −1 while it lasts. */
  private placeOf(a: number, b: number): number {
    const { pausing, waits, pauses, number } = this;
    const sparing = Math.min(SPAREST, 1 << Math.min(6, Math.floor(this.vain / MANY_IN_VAIN)));
    if ((this.looks++ & (sparing - 1)) !== 0) return -1;
    const place = (31 * a + b + 97 * number) & (PAUSES - 1);
    const at = 3 * place;
    if (pausing[at] !== a || pausing[at + 1] !== b || pausing[at + 2] !== number) {
      pausing[at] = a;
      pausing[at + 1] = b;
      pausing[at + 2] = number;
      waits[place] = pauses[place] = 0;
    }
    if (waits[place] === 0) return place;
    waits[place]--;
    return -1;
  }

  /** After a look: a pause where it was in vain. */
  private rest(place: number): void {
    const { pauses, waits } = this;
    if (this.step[0] >= this.turnTime) {
      pauses[place] = 0;
      this.vain = Math.max(0, this.vain - WORTH);
    } else {
      waits[place] = pauses[place] = Math.min(LONGEST_PAUSE, 2 * pauses[place] + 1);
      this.vain++;
    }
  }

  /** At the time t, with the states that the bodies have then; null: they are asked for theirs. */
  place(t: number, reference: Float64Array, stateA: Float64Array | null, stateB: Float64Array | null): void {
    const { spinA, spinB, ownA, ownB, w } = this;
    if (spinA[SPIN_TIME] === t) return;
    if (stateA === null) writeStateOf(this.a as Spinning, t, reference, ownA);
    if (stateB === null) writeStateOf(this.b as Spinning, t, reference, ownB);
    writeSpinOf(this.a as Spinning, t, reference, this.radiusA, spinA);
    writeSpinOf(this.b as Spinning, t, reference, this.radiusB, spinB);
    const origin = stateA ?? ownA;
    moveTo(origin, stateA ?? ownA, spinA, this.placedA);
    moveTo(origin, stateB ?? ownB, spinB, this.placedB);
    for (let k = 0; k < 3; k++) w[RING_DRIFT + k] = spinA[SPIN_DRIFT + k] - spinB[SPIN_DRIFT + k];
    w[RING_BEND] = (spinA[SPIN_BEND] + spinB[SPIN_BEND]) * SPIN_ROUND_UP;
    w[RING_REST] = 1 - t;
  }

  /** How far apart the origins of the bodies are. */
  get originDistance(): number {
    return lengthAt(this.placedB, STATE_P);
  }

  /** Two nodes of swept spheres, at (nodes, a) and (nodes, b); pad and rounding as of their gaps. */
  stepNodes(nodesA: Float64Array, a: number, nodesB: Float64Array, b: number, pad: number, rounding: number): void {
    const place = this.placeOf(a >> 4, b >> 4);
    this.step[0] = 0;
    if (place < 0) return;
    addRectangle(this.setA, nodesA, a, this.placedA, this.spinA);
    addRectangle(this.setB, nodesB, b, this.placedB, this.spinB);
    this.finish(nodesA[a + NODE_RHO], nodesB[b + NODE_RHO], pad + 2 * rounding);
    this.rest(place);
  }

  /** Two leaves, at (leaves, a) and (leaves, b); pad: without their radii. */
  stepLeaves(leavesA: Float64Array, a: number, leavesB: Float64Array, b: number, pad: number, rounding: number): void {
    const { pieces, placedA, placedB } = this;
    // leaves differ from nodes by the sign
    const place = this.placeOf(-1 - a / LEAF_STRIDE, b / LEAF_STRIDE);
    this.step[0] = 0;
    if (place < 0) return;
    placeCorners(leavesA, a, placedA, pieces, 0);
    placeCorners(leavesB, b, placedB, pieces, 9);
    const most = Math.min(MOST_CUTS, 2 + 2 * this.pauses[place]);
    this.stepPieces(leavesA[a + LEAF_RADIUS], leavesB[b + LEAF_RADIUS], pad + 2 * rounding, most);
    this.rest(place);
  }

  /**
   * The least step of all pieces: what a large triangle sweeps is not convex, its pieces may be apart where it is not.
   * They are cut as long as they are not apart for a turn; 0 where that takes more than `most` cuts.
   */
  private stepPieces(radiusA: number, radiusB: number, pad: number, most: number): void {
    const { pieces, step, turnTime } = this;
    let open = 1;
    let least = Infinity;
    for (let cuts = 0; open > 0; ) {
      open--;
      this.stepPiece(18 * open, radiusA, radiusB, pad);
      if (step[0] >= turnTime) {
        if (step[0] < least) least = step[0];
        continue;
      }
      if (cuts++ >= most) {
        step[0] = 0;
        return;
      }
      cutPiece(pieces, 18 * open);
      open += 2;
    }
    step[0] = least;
  }

  private stepPiece(o: number, radiusA: number, radiusB: number, pad: number): void {
    const { pieces, setA, setB, spinA, spinB } = this;
    beginSet(setA, radiusA);
    for (let i = o; i < o + 9; i += 3) addPoint(setA, pieces[i], pieces[i + 1], pieces[i + 2]);
    revolve(setA, spinA, SPIN_AXES, spinA[SPIN_COUNT]);
    beginSet(setB, radiusB);
    for (let i = o + 9; i < o + 18; i += 3) addPoint(setB, pieces[i], pieces[i + 1], pieces[i + 2]);
    revolve(setB, spinB, SPIN_AXES, spinB[SPIN_COUNT]);
    this.finish(this.radiusA, this.radiusB, pad);
  }

  /** The step of the two sets, of bodies that reach so far. */
  finish(rhoA: number, rhoB: number, pad: number): void {
    const { w, spinA, spinB, step } = this;
    w[RING_PAD] = pad;
    w[RING_SPEED] =
      (spinA[SPIN_SPEED] + spinA[SPIN_SPEED_OF_RHO] * rhoA + spinB[SPIN_SPEED] + spinB[SPIN_SPEED_OF_RHO] * rhoB) * SPIN_ROUND_UP;
    this.tests++;
    stepRevolved(this.setA, this.setB, w);
    step[0] = w[RING_STEP];
  }
}

/** All that is known of a body, relative to an origin. */
function moveTo(origin: Float64Array, state: Float64Array, spin: Float64Array, placed: Float64Array): void {
  for (let i = 0; i < STATE_P; i++) placed[i] = state[i];
  for (let k = 0; k < 3; k++) {
    placed[STATE_P + k] = state[STATE_P + k] - origin[STATE_P + k];
    for (let i = 0; i < spin[SPIN_COUNT]; i++) spin[SPIN_AXES + SPIN_AXIS_SIZE * i + k] -= origin[STATE_P + k];
  }
}

function addRectangle(set: Float64Array, n: Float64Array, o: number, placed: Float64Array, spin: Float64Array): void {
  beginSet(set, n[o + NODE_R]);
  const a = n[o + NODE_L0];
  const b = n[o + NODE_L1];
  for (let corner = 0; corner < 4; corner++) {
    const i = corner & 1 ? a : 0;
    const j = corner & 2 ? b : 0;
    addPlaced(
      set,
      placed,
      n[o + NODE_CORNER] + i * n[o + NODE_U0] + j * n[o + NODE_U1],
      n[o + NODE_CORNER + 1] + i * n[o + NODE_U0 + 1] + j * n[o + NODE_U1 + 1],
      n[o + NODE_CORNER + 2] + i * n[o + NODE_U0 + 2] + j * n[o + NODE_U1 + 2],
    );
  }
  revolve(set, spin, SPIN_AXES, spin[SPIN_COUNT]);
}

/** A point of a body, where that is placed. */
export function addPlaced(set: Float64Array, S: Float64Array, x: number, y: number, z: number): void {
  addPoint(
    set,
    S[0] * x + S[1] * y + S[2] * z + S[STATE_P],
    S[3] * x + S[4] * y + S[5] * z + S[STATE_P + 1],
    S[6] * x + S[7] * y + S[8] * z + S[STATE_P + 2],
  );
}

/** By how many radians a body turns about axes that it knows, 0 where it knows none. */
export function spinOf(body: Spinning): number {
  return body.writeSpin === undefined ? 0 : (body.spin ?? body.turn);
}

/** The same, with what turns by less than once. */
function turnOf(body: Spinning): number {
  return body.writeSpin === undefined ? 0 : body.turn;
}

export function writeStateOf(body: Spinning, t: number, reference: Float64Array, out: Float64Array): void {
  out[STATE_TIME] = t;
  body.writeState(reference, out);
}

export function writeSpinOf(body: Spinning, t: number, reference: Float64Array, radius: number, out: Float64Array): void {
  out[SPIN_TIME] = t;
  if (body.writeSpin === undefined) writeNoSpin(body.travel(radius), out);
  else body.writeSpin(reference, out);
}

/** Halves the longest of the six edges of two triangles at o: the halves stand at o and behind it. */
function cutPiece(pieces: Float64Array, o: number): void {
  let longest = -1;
  let at = 0;
  for (let e = 0; e < 6; e++) {
    const from = o + (e < 3 ? 3 * e : 9 + 3 * (e - 3));
    const to = o + (e < 3 ? 3 * ((e + 1) % 3) : 9 + 3 * ((e - 2) % 3));
    const x = pieces[to] - pieces[from];
    const y = pieces[to + 1] - pieces[from + 1];
    const z = pieces[to + 2] - pieces[from + 2];
    if (x * x + y * y + z * z > longest) {
      longest = x * x + y * y + z * z;
      at = e;
    }
  }
  const from = at < 3 ? 3 * at : 9 + 3 * (at - 3);
  const to = at < 3 ? 3 * ((at + 1) % 3) : 9 + 3 * ((at - 2) % 3);
  for (let i = 0; i < 18; i++) pieces[o + 18 + i] = pieces[o + i];
  for (let k = 0; k < 3; k++) {
    const middle = 0.5 * (pieces[o + from + k] + pieces[o + to + k]);
    pieces[o + to + k] = middle;
    pieces[o + 18 + from + k] = middle;
  }
}
