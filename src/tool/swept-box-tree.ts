/*
 * Where can a tool of any shape be during a motion, and which triangles of a workpiece may it meet there? A hierarchy
 * of swept boxes:
 * around the whole tool over the whole motion; around the whole tool over each slab of time; around its parts over that
 * slab [Caby & Crosnier, §5].
 * Guarantee: at every time the tool is inside the boxes of its undivided parts over the slab with that time, and `find`
 * misses no triangle that meets it; both as swept-box.ts and candidates.ts say, for a workpiece whose vertices move
 * linearly over the same motion.
 * The paper's single box is `boxes: 1, slabs: 1`. Slabs are our addition: the sagitta of a long rotation would swell
 * the boxes, and it falls with the square of their number.
 */
import { type Budget, NO_LIMITS } from '../contact/budget.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Motion, STATE_SIZE, STATE_TIME } from '../motion/motion.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { type CandidateFinder, candidatesAmong } from './candidates.ts';
import { accelerationBound, CLIPPED_PLANES, SweepScratch, SweptBox } from './swept-box.ts';
import { type ToolPart, toolParts } from './tool-parts.ts';

export interface SweptBoxTreeOptions {
  /** Boxes around the tool at an instant, at most; 1 is a single one. Default: by the tool's shape. */
  readonly boxes?: number;
  /** Slabs of time of a motion. Default: as many as keep the sagitta below `sagitta`, at most 64. */
  readonly slabs?: number;
  /**
   * The most that boxes may swell by the bend of the motion, as a share of the tool's smallest half size. Default 1/4.
   */
  readonly sagitta?: number;
}

const MOST_SLABS = 64;
/** A flat tool counts as this thick, relative to its length. */
const FLATTEST: number = 1 / 32;

export class SweptBoxTree {
  readonly mesh: TriangleMesh;
  readonly parts: readonly ToolPart[];
  /** Slabs of time of the motion last fitted to. */
  slabs = 0;
  /** The whole tool over the whole of that motion. */
  readonly whole: SweptBox;
  private readonly options: SweptBoxTreeOptions;
  private readonly boxes: SweptBox[] = [];
  private readonly scratch: SweepScratch = new SweepScratch();
  /** The tool's smallest half size. */
  private readonly thickness: number;
  /** Lists of survivors, one a level. */
  private readonly lists: Uint32Array[] = [];
  private found: Uint8Array = new Uint8Array(0);

  constructor(mesh: TriangleMesh, options: SweptBoxTreeOptions = {}) {
    const { slabs, sagitta = 0.25 } = options;
    if (slabs !== undefined && !(Number.isInteger(slabs) && slabs >= 1))
      throw new InputError(`slabs must be an integer ≥ 1, got ${shownValue(slabs)}`);
    if (typeof sagitta !== 'number' || !(sagitta > 0)) throw new InputError(`sagitta must be a number > 0, got ${shownValue(sagitta)}`);
    this.mesh = mesh;
    this.options = options;
    this.parts = toolParts(mesh, options.boxes);
    this.whole = new SweptBox(this.parts[0].vertices, this.parts[0].radius, this.scratch);
    this.whole.fit(restMotion());
    this.thickness = Math.max(this.whole.half[0], FLATTEST * this.whole.half[2]);
  }

  /** Encloses what the tool sweeps in [t0, t1], with a margin around it. False: the budget is late, and it does not. */
  fit(motion: Motion, t0 = 0, t1 = 1, margin = 0, budget: Budget = NO_LIMITS): boolean {
    const { parts, boxes, scratch } = this;
    this.slabs = this.options.slabs ?? this.slabsFor(motion, t0, t1);
    this.whole.fit(motion, t0, t1, margin, this.slabs);
    while (boxes.length < this.slabs * parts.length) {
      const part = parts[boxes.length % parts.length];
      boxes.push(new SweptBox(part.vertices, part.radius, scratch));
    }
    for (let slab = 0; slab < this.slabs; slab++) {
      const from = slabEnd(t0, t1, slab, this.slabs);
      const to = slabEnd(t0, t1, slab + 1, this.slabs);
      // over a single slab the box of all parts is the whole one
      for (let part = this.slabs === 1 ? 1 : 0; part < parts.length; part++) {
        if (budget.isLate(1 + (parts[part].vertices.length >> 6))) return false;
        this.box(slab, part).fit(motion, from, to, margin);
      }
    }
    return true;
  }

  /** The box of one part over one slab. */
  box(slab: number, part: number): SweptBox {
    return this.slabs === 1 && part === 0 ? this.whole : this.boxes[slab * this.parts.length + part];
  }

  /** Boxes whose union is the enclosure: of undivided parts, over all slabs. */
  leafBoxes(): SweptBox[] {
    const leaves: SweptBox[] = [];
    for (let slab = 0; slab < this.slabs; slab++) {
      for (let part = 0; part < this.parts.length; part++) if (this.parts[part].left < 0) leaves.push(this.box(slab, part));
    }
    return leaves;
  }

  /**
   * As `CandidateFinder.find`: triangles that may meet the tool during the motion; `planeCount` 6 without clipping
   * planes. −1: the budget is late.
   */
  find(
    finder: CandidateFinder,
    positions0: Float64Array,
    positions1: Float64Array,
    indices: Uint32Array,
    triangleCount: number,
    out: Uint32Array,
    planeCount: number = CLIPPED_PLANES,
    budget: Budget = NO_LIMITS,
  ): number {
    const count = finder.find(this.whole.planes, planeCount, positions0, positions1, indices, triangleCount, out);
    if ((this.slabs === 1 && this.parts.length === 1) || count === 0) return count;
    if (this.found.length < triangleCount) this.found = new Uint8Array(triangleCount);
    const { found } = this;
    for (let slab = 0; slab < this.slabs; slab++) {
      // with a single slab, its first box is the whole one
      if (this.slabs === 1) {
        this.descend(slab, this.parts[0].left, 0, out, count, positions0, positions1, indices, planeCount, budget);
        this.descend(slab, this.parts[0].right, 0, out, count, positions0, positions1, indices, planeCount, budget);
      } else this.descend(slab, 0, 0, out, count, positions0, positions1, indices, planeCount, budget);
    }
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const triangle = out[i];
      if (found[triangle] === 0) continue;
      found[triangle] = 0;
      out[kept++] = triangle;
    }
    return budget.late ? -1 : kept;
  }

  /** Marks those of list[0..count) that an undivided part below `part` may meet. */
  private descend(
    slab: number,
    part: number,
    level: number,
    list: Uint32Array,
    count: number,
    positions0: Float64Array,
    positions1: Float64Array,
    indices: Uint32Array,
    planeCount: number,
    budget: Budget,
  ): void {
    if (budget.isLate(1 + (count >> 4))) return;
    const { found, lists } = this;
    if (lists.length <= level) lists.push(new Uint32Array(count));
    if (lists[level].length < count) lists[level] = new Uint32Array(count);
    const mine = lists[level];
    let open = 0;
    for (let i = 0; i < count; i++) if (found[list[i]] === 0) mine[open++] = list[i];
    const kept = candidatesAmong(this.box(slab, part).planes, planeCount, positions0, positions1, indices, mine, open, mine);
    if (kept === 0) return;
    const { left, right } = this.parts[part];
    if (left < 0) {
      for (let i = 0; i < kept; i++) found[mine[i]] = 1;
      return;
    }
    this.descend(slab, left, level + 1, mine, kept, positions0, positions1, indices, planeCount, budget);
    this.descend(slab, right, level + 1, mine, kept, positions0, positions1, indices, planeCount, budget);
  }

  /** n with A ((t1 − t0)/n)²/8 ≤ sagitta · thickness, A a bound on the acceleration. */
  private slabsFor(motion: Motion, t0: number, t1: number): number {
    if (motion.still) return 1;
    const state = new Float64Array(STATE_SIZE);
    state[STATE_TIME] = t0;
    motion.writeState(new Float64Array(3), state);
    const allowed = (this.options.sagitta ?? 0.25) * this.thickness;
    const bow = 0.125 * accelerationBound(state, this.whole.rho) * (t1 - t0) * (t1 - t0);
    if (!(bow > allowed)) return 1;
    return Math.min(MOST_SLABS, Math.ceil(Math.sqrt(bow / allowed)));
  }
}

/** The same double for the end of one slab and the start of the next. */
function slabEnd(t0: number, t1: number, slab: number, slabs: number): number {
  return slab === slabs ? t1 : t0 + ((t1 - t0) * slab) / slabs;
}
