/**
 * Which part of a workpiece is stepped: what moves, what is pressed, and a few rings of bars around both. All else
 * stands still for this step and loses its speed, so that energy only falls by it.
 * A vertex counts as calm after two steps that moved it by no more than θ each: then it is also accelerated by no more
 * than 2θ a step, so that what is left alone was near its balance, not at the turning point of a swing.
 * The part is a list of runs of vertex numbers, so that passes over it are passes over memory; between them, within a
 * run, and around the part lie vertices that stand.
 */
import { doubled } from '../../math/enlarged.ts';
import type { BarModel } from './bar-model.ts';
import type { ContactList } from './contact-list.ts';

/** Runs with fewer vertices between them are one: a new run costs more than these. */
const CLOSE = 16;
/** Steps in a row without motion. */
const CALM = 2;
/** Around what moves: as far as motion spreads in a step; what is sudden goes on in the steps that follow. */
const RINGS = 4;

export class MovingZone {
  /** One number a vertex, in the runs and outside: 1 where it stands in this step. */
  readonly stands: Uint8Array;
  /** Ranges of vertices, from and to each, ascending. */
  runs: Uint32Array = new Uint32Array(2);
  /** How many runs there are. */
  count = 1;
  private readonly held: Uint8Array;
  private readonly calm: Uint8Array;
  /** Where the vertices were left: who is elsewhere was moved from outside. */
  private readonly left: Float64Array;
  /** Neighbours by bars: of vertex v from[v] to from[v + 1]. */
  private readonly from: Uint32Array;
  private readonly neighbours: Uint32Array;
  private readonly queue: Uint32Array;
  /** 1: in the runs, 2: steps. */
  private readonly kind: Uint8Array;

  constructor({ ends, rest }: BarModel, held: Uint8Array) {
    const size = held.length;
    this.held = held;
    this.stands = held.slice();
    this.calm = new Uint8Array(size);
    this.left = rest.slice();
    this.queue = new Uint32Array(size);
    this.kind = new Uint8Array(size);
    this.from = new Uint32Array(size + 1);
    for (const v of ends) this.from[v + 1]++;
    for (let v = 0; v < size; v++) this.from[v + 1] += this.from[v];
    const next = this.from.slice();
    this.neighbours = new Uint32Array(ends.length);
    for (let i = 0; i < ends.length; i++) this.neighbours[next[ends[i]]++] = ends[i ^ 1];
  }

  /** Chooses the part for a step, and stops all else. `slow`: θ of the head, as a speed. */
  choose(x: Float64Array, v: Float64Array, forces: ArrayLike<number> | null, contacts: ContactList | null, slow: number): void {
    const { held, calm, left, queue, kind, from, neighbours } = this;
    kind.fill(0);
    let size = 0;
    for (let i = 0, o = 0; i < held.length; i++, o += 3) {
      const still = Math.abs(v[o]) <= slow && Math.abs(v[o + 1]) <= slow && Math.abs(v[o + 2]) <= slow;
      const pulled = forces !== null && (forces[o] !== 0 || forces[o + 1] !== 0 || forces[o + 2] !== 0);
      const moved = x[o] !== left[o] || x[o + 1] !== left[o + 1] || x[o + 2] !== left[o + 2];
      if (moved || pulled || !still) calm[i] = 0;
      // a held one that was moved from outside pulls at those around it
      if (calm[i] >= CALM || (held[i] === 1 && !moved)) continue;
      kind[i] = 2;
      queue[size++] = i;
    }
    for (let k = 0; contacts !== null && k < 3 * contacts.count; k++) {
      const i = contacts.vertices[k];
      if (kind[i] !== 0) continue;
      kind[i] = 2;
      queue[size++] = i;
    }
    let begin = 0;
    for (let ring = 0; ring <= RINGS; ring++) {
      const end = size;
      for (; begin < end; begin++) {
        const i = queue[begin];
        for (let k = from[i]; k < from[i + 1]; k++) {
          const j = neighbours[k];
          if (kind[j] !== 0) continue;
          // the last ring stands, and holds the bars that end at it
          kind[j] = ring < RINGS ? 2 : 1;
          queue[size++] = j;
        }
      }
    }
    this.layRuns(v);
  }

  private layRuns(v: Float64Array): void {
    const { held, stands, kind } = this;
    this.count = 0;
    let end = 0;
    for (let i = 0; i < held.length; i++) {
      stands[i] = held[i] === 1 || kind[i] !== 2 ? 1 : 0;
      if (stands[i] === 1) v[3 * i] = v[3 * i + 1] = v[3 * i + 2] = 0;
      if (kind[i] === 0) continue;
      if (this.count === 0 || i - end >= CLOSE) {
        if (2 * this.count === this.runs.length) this.runs = doubled(this.runs);
        this.runs[2 * this.count++] = i;
      }
      end = this.runs[2 * this.count - 1] = i + 1;
    }
  }

  /** After a step: who has moved by no more than that speed has been calm for one more step. */
  update(x: Float64Array, v: Float64Array, slow: number): void {
    const { calm, left, runs } = this;
    for (let r = 0; r < this.count; r++)
      for (let i = runs[2 * r], o = 3 * i; i < runs[2 * r + 1]; i++, o += 3) {
        const still = Math.abs(v[o]) <= slow && Math.abs(v[o + 1]) <= slow && Math.abs(v[o + 2]) <= slow;
        if (this.stands[i] === 0) calm[i] = still ? Math.min(calm[i] + 1, CALM) : 0;
        for (let k = o; k < o + 3; k++) left[k] = x[k];
      }
  }
}
