/**
 * First contact of a deforming body with a rigid one, or of two deforming ones, told as any other first contact.
 * Guarantee: docs/guarantee.md, with d the distance of the surfaces; a solid also holds what starts wholly inside it.
 */
import { Budget } from '../contact/budget.ts';
import { contactAt, listsAll, MOST_PAIRS } from '../contact/collect-contacts.ts';
import { anyHolds } from '../contact/containment.ts';
import type { OtherBody } from '../contact/deformation.ts';
import { minimalContacts } from '../contact/minimal-contacts.ts';
import { RELATIVE_TOLERANCE } from '../contact/options.ts';
import type { Outcome } from '../contact/outcome.ts';
import type { BodyPose, Gap, PairFirstContact, TriangleContact } from '../contact/result.ts';
import { OVERLAP_ROUNDING } from '../contact/start-rule.ts';
import { contactOf } from '../geometry/contact-features.ts';
import type { SweptSphereTree } from '../hierarchy/swept-sphere-tree.ts';
import { InputError } from '../math/input-error.ts';
import { fromMatrix } from '../math/quat.ts';
import { boundingRadius } from '../mesh/bounding-radius.ts';
import { joinedByNumber, requireClosed } from '../mesh/solid-parts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_P } from '../motion/motion.ts';
import { DeformingSearch } from './deforming-search.ts';
import { deformedHoldsPart, solidHoldsPart } from './inside-at-start.ts';
import { checkCoordinates, type LinearFrames } from './linear-frames.ts';
import { MovingBoxes } from './moving-boxes.ts';
import { SOFT_DISTANCE, SOFT_RIGID } from './soft-gap.ts';
import { softShapeOf } from './soft-shape.ts';

/** One deforming body against others, one after another. */
export class DeformingQuery {
  readonly outcome: Outcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1 };
  readonly budget: Budget = new Budget();
  private readonly name: string;
  private readonly mesh: TriangleMesh;
  private readonly search: DeformingSearch = new DeformingSearch();
  private readonly boxes: MovingBoxes = new MovingBoxes();
  private readonly reference: Float64Array = new Float64Array(3);

  constructor(name: string, mesh: TriangleMesh) {
    this.name = name;
    this.mesh = mesh;
    if (mesh.solid) requireClosed(joinedByNumber(mesh));
  }

  /**
   * How the body moves; everything is computed relative to the reference. The budget must have begun; false: it is
   * over, and so will be every run.
   */
  take(frames: LinearFrames, reference: Float64Array): boolean {
    // the arrays may have been rewritten since the motion was made
    checkCoordinates(frames.positions0, `${this.name} at t0`);
    checkCoordinates(frames.positions1, `${this.name} at t1`);
    this.reference.set(reference);
    return this.boxes.takeShape(softShapeOf(this.mesh), frames.positions0, frames.positions1, reference, this.budget);
  }

  /** Leaves in `outcome` what is found before `until`. */
  run({ tree, motion }: OtherBody, clearance: number, tolerance: number, until: number = Infinity): void {
    const { search, outcome, budget, mesh } = this;
    search.begin(tree, motion, this.boxes, mesh.radii, this.reference, clearance, tolerance);
    search.run(budget, until, outcome);
    if (outcome.status !== 'overlap' && (mesh.solid || tree.mesh.solid)) this.lookInside();
  }

  /**
   * After a run: the rigid body's triangle nearest at the start and the distance there, if within clearance +
   * tolerance.
   */
  nearAtStart(): { readonly triangle: number; readonly gap: Gap } | null {
    const { search, outcome } = this;
    const { start, rounding } = search;
    if (outcome.status === 'overlap' && outcome.leafA < 0) return { triangle: -1, gap: [0, rounding] };
    if (start.closest.leafA < 0 || !start.isNear(search)) return null;
    const { distance: d, leafB } = start.closest;
    return {
      triangle: (search.tree as SweptSphereTree).triangles[leafB],
      gap: [Math.max(0, d - rounding), Math.max(0, d + rounding)],
    };
  }

  /** Where no surfaces touch at the start, one body may still be wholly inside the other, a solid. */
  private lookInside(): void {
    const { search, outcome, mesh, budget } = this;
    const { reference, state } = search;
    const tree = search.tree as SweptSphereTree;
    const { before } = search.boxes as MovingBoxes;
    search.place(0);
    const rigidHolds = () => tree.mesh.solid && solidHoldsPart(tree, state, reference, mesh, before, budget);
    const softHolds = () =>
      mesh.solid && deformedHoldsPart(mesh, before, tree.mesh, placedVertices(tree.mesh.positions, state, reference), budget);
    const inside = anyHolds([rigidHolds, softHolds], (holds) => holds(), budget);
    if (inside === false) return;
    outcome.status = inside ? 'overlap' : 'unresolved';
    outcome.reason = budget.late ? 'milliseconds' : 'precision';
    outcome.time = 0;
    outcome.leafA = outcome.leafB = -1;
  }

  /** The outcome of the last run as plain data; softFirst: whether the deforming body is a. */
  makeAnswer(rigidName: string, softFirst: boolean, tolerance: number, which: 'first' | 'all' | 'minimal' | 'none'): PairFirstContact {
    const softName = this.name;
    const { search, outcome } = this;
    const { status, time } = outcome;
    const { rounding, clearance, stats, start, leaf } = search;
    search.place(time);
    let gap: Gap | null = null;
    let contacts: readonly TriangleContact[] = [];
    let more = false;
    if ((status === 'contact' || status === 'overlap') && outcome.leafA >= 0) {
      search.measure(outcome.leafA, outcome.leafB);
      gap = [status === 'contact' ? clearance : 0, Math.max(clearance, leaf[SOFT_DISTANCE] + rounding)];
      if (which !== 'none') {
        const all: TriangleContact[] = [];
        more = this.list(which === 'first' ? leaf[SOFT_DISTANCE] : clearance + tolerance, tolerance, softName, rigidName, softFirst, all);
        contacts = which === 'first' ? all.slice(0, 1) : which === 'minimal' ? minimalContacts(all, tolerance, this.budget) : all;
        more ||= this.budget.late;
      }
    }
    const near = this.nearAtStart();
    const names = softFirst ? [softName, rigidName] : [rigidName, softName];
    const result: { -readonly [K in keyof PairFirstContact]: PairFirstContact[K] } = {
      status,
      time,
      gap,
      excess: this.mesh.excess + (search.tree as SweptSphereTree).mesh.excess,
      rounding: status === 'overlap' ? OVERLAP_ROUNDING * rounding : rounding,
      tolerance: start.effective,
      initial: near === null ? [] : [{ a: { body: names[0] }, b: { body: names[1] }, gap: near.gap }],
      contacts,
      complete: listsAll(status, which, more),
      poses: [this.placed(rigidName)],
      stats: { method: 'auto', ...stats, steps: stats.nodes, frontNodes: 0 },
    };
    if (status === 'unresolved') result.reason = outcome.reason;
    return result;
  }

  /** Contacts within reach at the placed instant, the closest first; true: there are more. */
  private list(within: number, slack: number, softName: string, rigidName: string, softFirst: boolean, out: TriangleContact[]): boolean {
    const { search } = this;
    const { leaf, rounding, reference } = search;
    const tree = search.tree as SweptSphereTree;
    let pairs = 0;
    search.forTrianglesWithin(within + rounding, this.budget, (triangle, other) => {
      if (++pairs > MOST_PAIRS) return false;
      const radius = search.softRadius(triangle);
      const otherRadius = search.radiiOf(triangle, other) - radius;
      const [ao, bo] = softFirst ? [0, SOFT_RIGID] : [SOFT_RIGID, 0];
      const found = contactOf(leaf, ao, leaf, bo, within + radius + otherRadius + rounding, slack);
      if (found === null) return true;
      const a = {
        body: softFirst ? softName : rigidName,
        triangle: softFirst ? triangle : tree.triangles[other],
        feature: found.a.kind,
        index: found.a.index,
      };
      const b = {
        body: softFirst ? rigidName : softName,
        triangle: softFirst ? tree.triangles[other] : triangle,
        feature: found.b.kind,
        index: found.b.index,
      };
      for (const { a: onA, b: onB } of found.points) {
        const [ra, rb] = softFirst ? [radius, otherRadius] : [otherRadius, radius];
        out.push(contactAt(reference, a, b, found.normal, onA, ra, onB, rb, found.distance - radius - otherRadius));
      }
      return true;
    });
    out.sort((x, y) => x.distance - y.distance);
    return pairs > MOST_PAIRS || this.budget.late;
  }

  private placed(body: string): BodyPose {
    const { state, reference } = this.search;
    return {
      body,
      position: [state[STATE_P] + reference[0], state[STATE_P + 1] + reference[1], state[STATE_P + 2] + reference[2]],
      quaternion: fromMatrix(state, 0),
    };
  }
}

/** 1e-6 of the smaller body's radius; of the larger one's where the smaller is a point. */
export function pairTolerance(a: TriangleMesh, b: TriangleMesh): number {
  const ra = boundingRadius(a);
  const rb = boundingRadius(b);
  const radius = Math.min(ra, rb) || Math.max(ra, rb);
  if (!(radius > 0)) throw new InputError('both bodies are single points: give a tolerance');
  return RELATIVE_TOLERANCE * radius;
}

function placedVertices(positions: Float64Array, S: Float64Array, reference: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let v = 0; v < out.length; v += 3) {
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    for (let k = 0; k < 3; k++) out[v + k] = S[3 * k] * x + S[3 * k + 1] * y + S[3 * k + 2] * z + S[STATE_P + k] + reference[k];
  }
  return out;
}
