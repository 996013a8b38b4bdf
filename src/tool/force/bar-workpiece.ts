/**
 * A workpiece of masses and bars that yields to a tool, stepped by implicit Euler: the new positions x minimise
 *
 *   ½ Σ m |x − x₀ − dt v − dt² f/m|² / dt² + ½ c Σ m |x − x₀|² / dt + V(x) + Φ(x)      V bars and shape springs, Φ
 *   contacts
 *
 * by Newton with a projected stiffness, conjugate gradients and a line search [Baraff and Witkin 1998].
 * Guarantee: every step ends no higher than it started, however early the iterations are cut, so V ≤ H₀ + work of the
 * forces; if the speeds would then make the total energy exceed H₀ + work (buckling bars, a cut iteration), they are
 * scaled down until it does not. So energy never grows by itself, at any dt and stiffness, up to rounding. Without
 * anchors, shape springs and contacts momentum is conserved, up to rounding. Implicit Euler damps: the more, the longer
 * the step.
 * Limits: no self-contact, no plastic deformation; a bar may pass through its own sheet when crushed.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  addBarEnergy,
  addBarGradient,
  addBarProduct,
  addShapeEnergy,
  addShapeGradient,
  BAR_STRIDE,
  invertBlocks,
  lineariseBars,
  lineariseShape,
} from './bar-forces.ts';
import { type BarModel, type BarOptions, barModel, groupBars } from './bar-model.ts';
import { descend, turn } from './conjugate-gradients.ts';
import type { ContactList } from './contact-list.ts';
import { MovingZone } from './moving-zone.ts';
import { checkedNumber } from './penalty-law.ts';

/** How much work a step of a BarWorkpiece may take. However early it is cut, energy does not grow by it. */
export interface SolverOptions {
  /** Newton rounds a step, at most. Default 4. */
  readonly newton?: number;
  /** Conjugate gradients a step, all rounds together, at most: what bounds the time of a step. Default 200. */
  readonly iterations?: number;
  /** Each round ends at this residual relative to its start. Default 1e-3. */
  readonly accuracy?: number;
  /**
   * What two steps in a row have moved by no more than this share of the mean bar stands still until something near it
   * moves, so that a large workpiece costs what moves of it. Energy only falls by it. Ignored where nothing outside
   * holds the workpiece. Default 0: all of it is stepped.
   */
  readonly still?: number;
}

/** Rounds end when they move nothing by more than this share of the mean bar. */
const STILL = 1e-12;
const HALVINGS = 30;
/** Rounding of a sum of energies, as a share of it; generous. */
const ROUNDING: number = 2 ** -46;

const MODEL_KEYS: readonly string[] = ['rest', 'masses', 'ends', 'lengths', 'stiffness', 'shape', 'anchored', 'damping'];

/**
 * A sheet of masses and bars that yields to forces and to a tool, stepped by implicit Euler: stable at any step and
 * stiffness, its energy never grows by itself, up to rounding. It has no contact with itself and springs back wholly.
 * ToolLoop steps one; a simulator of your own can too.
 */
export class BarWorkpiece {
  /** Masses, bars and springs; the bars are ordered by their first end. */
  readonly model: BarModel;
  /** Where the vertices are now, metres; x y z a vertex. May be written to between steps. */
  readonly positions: Float64Array;
  /** How fast the vertices move now, metres a second; x y z a vertex. May be written to between steps. */
  readonly velocities: Float64Array;
  /** Forces of the last step's contacts on the vertices at its end, newtons; x y z a vertex. */
  readonly contactForces: Float64Array;
  /** Conjugate gradients that the last step took. */
  iterations = 0;
  private readonly solver: Required<SolverOptions>;
  /** 1: a vertex that does not move, in this step. */
  private readonly held: Uint8Array;
  /** Null: all of it is stepped. */
  private readonly zone: MovingZone | null;
  /** What is stepped: ranges of vertices, from and to each. */
  private runs: Uint32Array;
  private runCount = 1;
  /** Nothing outside holds it: translation costs no energy. */
  private readonly floats: boolean;
  private readonly meanLength: number;
  /** First bar of each vertex. */
  private readonly first: Uint32Array;
  private resting = false;
  /** V + Φ where last asked, before the step, and at the positions reached. */
  private tried = 0;
  private potential0 = 0;
  private potential1 = 0;
  /** Where the vertices were before the last step, metres; x y z a vertex. */
  readonly start: Float64Array;
  private readonly aim: Float64Array;
  /** Velocity of the whole. */
  private readonly mean: Float64Array = new Float64Array(3);
  private readonly load: Float64Array;
  private readonly gradient: Float64Array;
  private readonly step3: Float64Array;
  private readonly direction: Float64Array;
  private readonly product: Float64Array;
  private readonly relaxed: Float64Array;
  private readonly blocks: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly bars: Float64Array;
  /** One number a vertex: 1 where contacts of the last step pressed on it. */
  private readonly pressed: Uint8Array;

  /** Takes a mesh in metres, with what it is made of, or a model at hand; it starts at rest. */
  constructor(source: TriangleMesh | BarModel, options?: BarOptions, solver: SolverOptions = {}) {
    if (source === null || typeof source !== 'object') throw new InputError(`bars: need a mesh, got ${shownValue(source)}`);
    checkRecord(solver, ['newton', 'iterations', 'accuracy', 'still'], 'solver');
    if ('rest' in source) checkRecord(source, MODEL_KEYS, 'bars');
    const { model, first } = groupBars('rest' in source ? source : barModel(source, options ?? ({} as BarOptions)));
    this.first = first;
    this.model = model;
    this.solver = {
      newton: checkedNumber(solver.newton ?? 4, 'newton', false),
      iterations: checkedNumber(solver.iterations ?? 200, 'iterations', false),
      accuracy: checkedNumber(solver.accuracy ?? 1e-3, 'accuracy', false),
      still: checkedNumber(solver.still ?? 0, 'still', true),
    };
    const size = model.rest.length;
    this.positions = model.rest.slice();
    const held = Uint8Array.from(model.masses, (m, v) => (m > 0 && model.anchored[v] === 0 ? 0 : 1));
    this.floats = model.shape.every((k) => k === 0) && model.masses.every((m, v) => m === 0 || held[v] === 0);
    this.zone = this.solver.still > 0 && !this.floats ? new MovingZone(model, held) : null;
    this.held = this.zone?.stands ?? held;
    this.runs = Uint32Array.from([0, held.length]);
    this.meanLength = model.lengths.reduce((sum, l) => sum + l, 0) / Math.max(1, model.lengths.length);
    this.velocities = new Float64Array(size);
    this.contactForces = new Float64Array(size);
    this.start = model.rest.slice();
    this.aim = new Float64Array(size);
    this.load = new Float64Array(size);
    this.gradient = new Float64Array(size);
    this.step3 = new Float64Array(size);
    this.direction = new Float64Array(size);
    this.product = new Float64Array(size);
    this.relaxed = new Float64Array(size);
    this.blocks = new Float64Array(2 * size);
    this.diagonal = new Float64Array(size / 3);
    this.bars = new Float64Array(BAR_STRIDE * model.lengths.length);
    this.pressed = new Uint8Array(size / 3);
  }

  /** Puts it back to rest: positions, speeds and forces. */
  reset(): void {
    this.positions.set(this.model.rest);
    this.start.set(this.model.rest);
    this.velocities.fill(0);
    this.contactForces.fill(0);
    this.resting = false;
  }

  /** Kinetic and elastic energy now, joules. */
  energy(): number {
    const { model, positions: x, velocities: v } = this;
    const { masses, anchored, lengths } = model;
    let sum = 0;
    for (let i = 0, o = 0; i < masses.length; i++, o += 3)
      if (anchored[i] === 0) sum += masses[i] * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    return sum / 2 + addShapeEnergy(model, x, 0, masses.length, addBarEnergy(model, x, 0, lengths.length, 0)) / 2;
  }

  /** Kinetic energy of what is stepped. */
  private kinetic(): number {
    const { velocities: v, held, runs, runCount } = this;
    const { masses } = this.model;
    let sum = 0;
    for (let r = 0; r < runCount; r++)
      for (let i = runs[2 * r], o = 3 * i; i < runs[2 * r + 1]; i++, o += 3)
        if (held[i] === 0) sum += masses[i] * (v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
    return sum / 2;
  }

  /** V of what is stepped and of the bars that begin beside it: the rest does not change. */
  private potential(): number {
    const { model, first, positions: x, runs, runCount } = this;
    let sum = 0;
    for (let r = 0; r < runCount; r++) sum = addBarEnergy(model, x, first[runs[2 * r]], first[runs[2 * r + 1]], sum);
    for (let r = 0; r < runCount; r++) sum = addShapeEnergy(model, x, runs[2 * r], runs[2 * r + 1], sum);
    return sum / 2;
  }

  /**
   * Goes on by dt seconds. Forces in newtons, x y z a vertex, act over all of it (on held vertices they do nothing;
   * null: none); `contacts`, those that PenaltyForce found, push implicitly.
   */
  step(dt: number, forces: ArrayLike<number> | null = null, contacts: ContactList | null = null): void {
    if (typeof dt !== 'number' || !(dt > 0 && dt < Number.POSITIVE_INFINITY))
      throw new InputError(`dt must be a finite number of seconds > 0, got ${shownValue(dt)}`);
    if (forces !== null && forces.length !== this.positions.length) {
      throw new InputError(`forces: ${forces.length} numbers for ${this.positions.length / 3} vertices (3 each)`);
    }
    const { positions: x, velocities: v, start, aim, load, held, diagonal, model, zone } = this;
    const touching = contacts !== null && contacts.count > 0 ? contacts : null;
    if (forces === null && touching === null && this.isResting()) {
      this.iterations = 0;
      return;
    }
    for (let o = 0; forces !== null && o < forces.length; o++)
      if (!(Math.abs(forces[o]) < Number.POSITIVE_INFINITY)) throw new InputError(`forces[${o}] is ${forces[o]}`);
    const slow = (this.solver.still * this.meanLength) / dt;
    if (zone !== null) {
      zone.choose(x, v, forces, touching, slow);
      this.runs = zone.runs;
      this.runCount = zone.count;
    }
    const kinetic = this.kinetic();
    start.set(x);
    for (let r = 0; r < this.runCount; r++)
      for (let i = this.runs[2 * r], o = 3 * i; i < this.runs[2 * r + 1]; i++) {
        const mass = model.masses[i];
        diagonal[i] = held[i] === 1 ? 0 : mass / dt / dt + (model.damping * mass) / dt;
        for (let k = 0; k < 3; k++, o++) {
          const force = forces === null ? 0 : forces[o];
          load[o] = force;
          if (held[i] === 1) v[o] = 0;
          aim[o] = held[i] === 1 ? 0 : dt * v[o] + (dt * dt * force) / mass;
        }
      }
    touching?.prepare(dt);
    // Friction wants normal forces, which only a solve without it tells.
    const rounds = touching !== null && touching.law.friction > 0 ? 2 : 1;
    let level = this.startWhereLower(dt, touching);
    this.iterations = 0;
    for (let round = 0; round < rounds; round++) {
      if (round > 0) {
        touching?.takeNormalForces(x, start);
        level = this.startWhereLower(dt, touching);
      }
      for (let i = 0, moving = true; i < this.solver.newton && moving; i++) {
        if (this.iterations >= (this.solver.iterations * (round + 1)) / rounds) break;
        const reached = this.newton(dt, touching, level);
        moving = reached < level;
        level = Math.min(level, reached);
      }
    }
    if (this.floats && touching === null) this.centre(dt);
    for (let r = 0; r < this.runCount; r++)
      for (let o = 3 * this.runs[2 * r]; o < 3 * this.runs[2 * r + 1]; o++) v[o] = (x[o] - start[o]) / dt;
    this.limitKineticEnergy(kinetic + this.potential0 - this.potential1 + this.workLess(dt), this.floats && touching === null);
    this.contactForces.fill(0);
    if (touching !== null) this.writeContactForces(dt, touching);
    this.resting = forces === null && touching === null && this.comesToRest(dt);
    zone?.update(x, v, slow);
  }

  /** Whether it is at rest since the last step, and nobody has moved it from outside. */
  private isResting(): boolean {
    const { positions: x, velocities: v, start } = this;
    if (!this.resting) return false;
    for (let o = 0; o < x.length; o++) if (v[o] !== 0 || x[o] !== start[o]) return false;
    return true;
  }

  /**
   * Where a held workpiece moved by nothing to speak of and nothing was left to solve, it is stopped; energy only falls
   * by that.
   */
  private comesToRest(dt: number): boolean {
    const { positions: x, velocities: v, start } = this;
    if (this.floats || this.iterations > 0) return false;
    for (let o = 0; o < x.length; o++) if (!(dt * Math.abs(v[o]) <= STILL * this.meanLength)) return false;
    x.set(start);
    v.fill(0);
    return true;
  }

  /** Work of the forces less that of the drag. */
  private workLess(dt: number): number {
    const { positions: x, start, load, held, model, runs, runCount } = this;
    let sum = 0;
    for (let r = 0; r < runCount; r++)
      for (let i = runs[2 * r], o = 3 * i; i < runs[2 * r + 1]; i++, o += 3) {
        if (held[i] === 1) continue;
        const drag = (model.damping * model.masses[i]) / dt / 2;
        for (let k = o; k < o + 3; k++) {
          const d = x[k] - start[k];
          sum += load[k] * d - drag * d * d;
        }
      }
    return sum;
  }

  /** What the step minimises, at the present positions. */
  private objective(dt: number, contacts: ContactList | null): number {
    const { positions: x, start, aim, held, model, runs, runCount } = this;
    const { masses, damping } = model;
    let sum = 0;
    for (let r = 0; r < runCount; r++)
      for (let i = runs[2 * r], o = 3 * i; i < runs[2 * r + 1]; i++, o += 3) {
        if (held[i] === 1) continue;
        const inertia = masses[i] / dt / dt;
        const drag = (damping * masses[i]) / dt;
        for (let k = o; k < o + 3; k++) {
          const d = x[k] - start[k];
          const e = d - aim[k];
          sum += inertia * e * e + drag * d * d;
        }
      }
    this.tried = this.potential() + (contacts === null ? 0 : contacts.potential(x, start));
    return sum / 2 + this.tried;
  }

  /**
   * Puts the positions where the objective is lower: as they were (a floating workpiece moved as a whole), or carried
   * on by the speeds. Returns it.
   */
  private startWhereLower(dt: number, contacts: ContactList | null): number {
    const { positions: x, start, velocities: v, runs, runCount } = this;
    x.set(start);
    if (this.floats && contacts === null) this.centre(dt);
    const still = this.objective(dt, contacts);
    this.potential0 = this.potential1 = this.tried;
    // held vertices have no speed
    for (let r = 0; r < runCount; r++) for (let o = 3 * runs[2 * r]; o < 3 * runs[2 * r + 1]; o++) x[o] = start[o] + dt * v[o];
    const carried = this.objective(dt, contacts);
    if (carried <= still) {
      this.potential1 = this.tried;
      return carried;
    }
    x.set(start);
    if (this.floats && contacts === null) this.centre(dt);
    return still;
  }

  /** One round: returns the objective reached, which is `level` when nothing lower was found. */
  private newton(dt: number, contacts: ContactList | null, level: number): number {
    const { positions: x, start, held, gradient, blocks, step3, relaxed, runs, runCount } = this;
    this.linearise(dt);
    if (contacts !== null) {
      contacts.addForces(x, start, -1, gradient);
      contacts.linearise(x, start, blocks);
    }
    for (let r = 0; r < runCount; r++) invertBlocks(blocks, held, runs[2 * r], runs[2 * r + 1]);
    const farthest = this.solve(contacts);
    if (!(farthest > STILL * this.meanLength)) return level;
    relaxed.set(x);
    let share = 1;
    for (let i = 0; i < HALVINGS; i++, share /= 2) {
      for (let r = 0; r < runCount; r++) for (let o = 3 * runs[2 * r]; o < 3 * runs[2 * r + 1]; o++) x[o] = relaxed[o] + share * step3[o];
      const reached = this.objective(dt, contacts);
      // Close to the minimum energies no longer tell positions apart, but the whole step still goes there.
      if (reached < level || (i === 0 && reached <= level + ROUNDING * level)) {
        this.potential1 = this.tried;
        return reached;
      }
    }
    x.set(relaxed);
    return level;
  }

  /** Gradient and stiffness of all but the contacts. */
  private linearise(dt: number): void {
    const { positions: x, start, aim, held, model, gradient, blocks, diagonal, first, runs, runCount } = this;
    for (let r = 0; r < runCount; r++) {
      const [from, to] = [runs[2 * r], runs[2 * r + 1]];
      blocks.fill(0, 6 * from, 6 * to);
      for (let i = from, o = 3 * from; i < to; i++) {
        const inertia = held[i] === 1 ? 0 : model.masses[i] / dt / dt;
        for (let k = 0; k < 3; k++, o++) gradient[o] = diagonal[i] * (x[o] - start[o]) - inertia * aim[o];
        blocks[6 * i] = blocks[6 * i + 3] = blocks[6 * i + 5] = diagonal[i];
      }
    }
    for (let r = 0; r < runCount; r++) lineariseBars(model, x, gradient, blocks, this.bars, first[runs[2 * r]], first[runs[2 * r + 1]]);
    for (let r = 0; r < runCount; r++) lineariseShape(model, x, gradient, blocks, runs[2 * r], runs[2 * r + 1]);
  }

  /**
   * The contact forces of the step, by the law, but nowhere more than what the motion of the vertex and its bars
   * balance: a stiff law makes forces without bounds of depths that a solve cut early has left.
   */
  private writeContactForces(dt: number, contacts: ContactList): void {
    const { positions: x, start, aim, held, model, diagonal, pressed, gradient: balance, contactForces: f } = this;
    const { first, runs, runCount } = this;
    contacts.addForces(x, start, 1, f);
    for (let i = 0, o = 0; i < held.length; i++, o += 3) {
      pressed[i] = held[i] === 0 && (f[o] !== 0 || f[o + 1] !== 0 || f[o + 2] !== 0) ? 1 : 0;
      if (pressed[i] === 0) continue;
      const inertia = model.masses[i] / dt / dt;
      for (let k = o; k < o + 3; k++) balance[k] = diagonal[i] * (x[k] - start[k]) - inertia * aim[k];
    }
    for (let r = 0; r < runCount; r++) addBarGradient(model, x, pressed, balance, first[runs[2 * r]], first[runs[2 * r + 1]]);
    for (let r = 0; r < runCount; r++) addShapeGradient(model, x, pressed, balance, runs[2 * r], runs[2 * r + 1]);
    for (let i = 0, o = 0; i < held.length; i++, o += 3) {
      if (pressed[i] === 0) continue;
      const square = f[o] * f[o] + f[o + 1] * f[o + 1] + f[o + 2] * f[o + 2];
      const along = f[o] * balance[o] + f[o + 1] * balance[o + 1] + f[o + 2] * balance[o + 2];
      if (!(along < square)) continue;
      const share = along > 0 ? along / square : 0;
      for (let k = o; k < o + 3; k++) f[k] *= share;
    }
  }

  /**
   * Conjugate gradients for stiffness · step = −gradient; returns the largest component of the step, 0 when it would be
   * nothing.
   */
  private solve(contacts: ContactList | null): number {
    const { gradient: r, step3, direction, product, diagonal, model, first, runs, runCount } = this;
    const most = this.solver.iterations;
    step3.fill(0);
    direction.fill(0);
    product.fill(0);
    for (let k = 0; k < runCount; k++) for (let o = 3 * runs[2 * k]; o < 3 * runs[2 * k + 1]; o++) r[o] = -r[o];
    let rz = this.descend(0);
    const farthest = this.farthestOf(product);
    if (!(farthest > STILL * this.meanLength)) return 0;
    const goal = rz * this.solver.accuracy * this.solver.accuracy;
    for (let beta = 0; rz > goal && this.iterations < most; ) {
      this.iterations++;
      for (let k = 0; k < runCount; k++) turn(beta, direction, product, diagonal, model.shape, runs[2 * k], runs[2 * k + 1]);
      for (let k = 0; k < runCount; k++) addBarProduct(first, model.ends, this.bars, direction, product, runs[2 * k], runs[2 * k + 1]);
      contacts?.addProduct(direction, product);
      let curvature = 0;
      for (let k = 0; k < runCount; k++) for (let o = 3 * runs[2 * k]; o < 3 * runs[2 * k + 1]; o++) curvature += direction[o] * product[o];
      if (!(curvature > 0)) break;
      const next = this.descend(rz / curvature);
      beta = next / rz;
      rz = next;
    }
    return this.farthestOf(step3);
  }

  private descend(alpha: number): number {
    const { gradient, step3, direction, product, blocks, runs, runCount } = this;
    let sum = 0;
    for (let k = 0; k < runCount; k++) sum += descend(alpha, gradient, step3, direction, product, blocks, runs[2 * k], runs[2 * k + 1]);
    return sum;
  }

  private farthestOf(list: Float64Array): number {
    const { runs, runCount } = this;
    let most = 0;
    for (let k = 0; k < runCount; k++) for (let o = 3 * runs[2 * k]; o < 3 * runs[2 * k + 1]; o++) most = Math.max(most, Math.abs(list[o]));
    return most;
  }

  /** A floating workpiece: its centre of mass to where its momentum takes it, which bars cannot change. */
  private centre(dt: number): void {
    const { positions: x, start, aim, held, model } = this;
    const share = 1 / (1 + model.damping * dt);
    for (let k = 0; k < 3; k++) {
      let mass = 0;
      let miss = 0;
      for (let i = 0, o = k; i < held.length; i++, o += 3) {
        if (held[i] === 1) continue;
        mass += model.masses[i];
        miss += model.masses[i] * (share * aim[o] - (x[o] - start[o]));
      }
      for (let i = 0, o = k; i < held.length; i++, o += 3) if (held[i] === 0) x[o] += miss / mass;
    }
  }

  /**
   * Scales the speeds down, those of a floating workpiece relative to its centre of mass, until the kinetic energy is
   * no more than allowed.
   */
  private limitKineticEnergy(allowed: number, floats: boolean): void {
    const { velocities: v, held, model } = this;
    const kinetic = this.kinetic();
    if (kinetic <= allowed) return;
    const { mean } = this;
    mean[0] = mean[1] = mean[2] = 0;
    let mass = 0;
    for (let i = 0; i < held.length && floats; i++) {
      if (held[i] === 1) continue;
      mass += model.masses[i];
      for (let k = 0; k < 3; k++) mean[k] += model.masses[i] * v[3 * i + k];
    }
    if (mass > 0) for (let k = 0; k < 3; k++) mean[k] /= mass;
    const common = (mass * (mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2])) / 2;
    const share = kinetic > common ? Math.sqrt(Math.max(0, allowed - common) / (kinetic - common)) : 1;
    for (let i = 0; i < held.length; i++) {
      if (held[i] === 1) continue;
      for (let k = 0; k < 3; k++) v[3 * i + k] = mean[k] + Math.min(1, share) * (v[3 * i + k] - mean[k]);
    }
  }
}
