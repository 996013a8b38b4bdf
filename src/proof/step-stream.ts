/**
 * Streams about a step, run by a stack of pairs of nodes: one that ends with an empty stack has covered all pairs of
 * triangles, and with them all pairs of features. [docs/proof.md, "Soft steps"]
 */
import type { Judgement, Work } from './leaf.ts';
import { Malformed, type Shape } from './shape.ts';
import { dot, goesThrough, judgeStencil, type Vector } from './stencil.ts';
import type { StepMesh, StepUnit } from './step-mesh.ts';

/* Operations: a split, features of two triangles, nothing proven, apart along an axis (6), along a direction. */
const SPLIT_A = 0;
const SPLIT_B = 1;
const FEATURES = 2;
const UNPROVEN = 3;
const ALONG_AXIS = 4;
const ALONG = 10;
/** Units of work for two boxes, or two features, held against each other. */
const PAIR = 2;

/** What is asked of all pairs of a step. */
export interface StepQuestion {
  readonly unit: StepUnit;
  readonly clearance: number;
  /** At the end of the step too. */
  readonly closed: boolean;
  /** Nothing goes through anything at the start: that is taken for granted. */
  readonly startsFree: boolean;
}

/** A feature by its corners, the mesh that has it, and what it is thickened by. */
interface Feature {
  readonly mesh: StepMesh;
  readonly corners: readonly number[];
  readonly radius: number;
}

/** The pairs of triangles of two meshes, or of one with itself: then those below the children of every node. */
export class StepStream {
  private readonly a: StepMesh;
  private readonly b: StepMesh;
  private readonly question: StepQuestion;
  private readonly work: Work;
  private readonly stack: [number, number][] = [];
  /** The next node whose children are a pair of their own; infinite: there are two meshes. */
  private next: number;
  judgement: Judgement = 'proven';

  constructor(a: StepMesh, b: StepMesh, question: StepQuestion, work: Work) {
    this.a = a;
    this.b = b;
    this.question = question;
    this.work = work;
    this.next = a === b ? 0 : Number.POSITIVE_INFINITY;
    if (a !== b) this.stack.push([0, 0]);
    this.advance();
  }

  get isDone(): boolean {
    return this.stack.length === 0;
  }

  /** Goes on by a part of the stream, whole operations. */
  run(bytes: Uint8Array): void {
    const { a, b, stack, work } = this;
    for (let at = 0; at < bytes.length; ) {
      const top = stack.pop();
      if (top === undefined) throw new Malformed('a stream goes on when its pair is proven');
      const code = bytes[at++];
      if (code === SPLIT_A || code === SPLIT_B) {
        const [shape, side] = code === SPLIT_A ? [a.before, 0] : [b.before, 1];
        if (shape.isLeaf(top[side])) throw new Malformed('a stream splits a single triangle');
        const [first, second] = shape.children(top[side]);
        stack.push(side === 0 ? [second, top[1]] : [top[0], second], side === 0 ? [first, top[1]] : [top[0], first]);
        continue;
      }
      if (code > ALONG) throw new Malformed(`no operation has the code ${code}`);
      let found: Judgement = 'undecided';
      if (code === FEATURES && !(a.before.isLeaf(top[0]) && b.before.isLeaf(top[1])))
        throw new Malformed('features are those of two triangles');
      if (code !== UNPROVEN) {
        const isMine = work.isMine(++work.leaves);
        if (code === ALONG && at + 3 > bytes.length) throw new Malformed('a stream ends within a direction');
        if (!isMine) found = 'proven';
        else if (code === FEATURES) found = this.judgeFeatures(a.before.triangleOf(top[0]), b.before.triangleOf(top[1]));
        else if (code === ALONG) found = this.judgeDirection(top, [...Int8Array.from(bytes.subarray(at, at + 3))].map(BigInt));
        else found = this.judgeAxis(top, (code - ALONG_AXIS) >> 1, (code & 1) === 1);
        if (code === ALONG) at += 3;
      }
      if (found === 'refuted') this.judgement = found;
      else if (found === 'undecided' && this.judgement === 'proven') this.judgement = found;
      if (this.judgement === 'refuted' || work.isSpent) return;
      this.advance();
    }
  }

  /** A mesh with itself: where nothing is left of one node, the children of the next one come. */
  private advance(): void {
    const { before, triangles } = this.a;
    const nodes = (2 * triangles.length) / 3 - 1;
    for (; this.stack.length === 0 && this.next < nodes; this.next++)
      if (!before.isLeaf(this.next)) this.stack.push([...before.children(this.next)]);
  }

  /** c and the radii of both. */
  private distance(a: number, b: number): bigint {
    const { unit, clearance } = this.question;
    return unit.length(clearance) + unit.length(a) + unit.length(b);
  }

  /** The boxes of two nodes are apart along an axis: b's above a's, or below. */
  private judgeAxis([nodeA, nodeB]: readonly [number, number], axis: number, isBelow: boolean): Judgement {
    this.work.pieces++;
    this.work.own += PAIR;
    const [upper, upperNode, lower, lowerNode] = isBelow ? [this.a, nodeA, this.b, nodeB] : [this.b, nodeB, this.a, nodeA];
    const [low0, low1] = endsOf(upper, 6 * upperNode + axis);
    const [high0, high1] = endsOf(lower, 6 * lowerNode + 3 + axis);
    const [ra, rb] = [this.a.before.radiusOf[nodeA], this.b.before.radiusOf[nodeB]];
    const { unit, clearance, closed } = this.question;
    // most are told by comparing doubles
    if (clearance === 0 && ra === 0 && rb === 0 && low0 > high0 && low1 > high1) return 'proven';
    const least = this.distance(ra, rb);
    const end = unit.cut(low0, low1) - unit.cut(high0, high1) - least;
    return unit.length(low0) - unit.length(high0) > least && (closed ? end > 0n : end >= 0n) ? 'proven' : 'refuted';
  }

  /** All corners of both nodes are apart along a direction, by more than its length times what they are to keep. */
  private judgeDirection([nodeA, nodeB]: readonly [number, number], n: Vector): Judgement {
    if (n.every((x) => x === 0n)) throw new Malformed('a leaf has no direction');
    const least = this.distance(this.a.before.radiusOf[nodeA], this.b.before.radiusOf[nodeB]);
    const [far, near] = [reachOf(this.a, nodeA, n, 1n), reachOf(this.b, nodeB, n, -1n)];
    this.work.pieces++;
    this.work.own += PAIR + this.a.before.countOf(nodeA) + this.b.before.countOf(nodeB);
    const [start, end] = [-near[0] - far[0], -near[1] - far[1]];
    const squared = least * least * dot(n, n);
    const isKept = start > 0n && start * start > squared && end >= 0n && end * end >= squared;
    return isKept && (!this.question.closed || end * end > squared) ? 'proven' : 'refuted';
  }

  /** All features that belong to two triangles, those with a common corner aside. */
  private judgeFeatures(s: number, t: number): Judgement {
    const { a, b, question } = this;
    const [faceA, faceB] = [featureOf(a, a.faceOf(s), a.faceRadius(s)), featureOf(b, b.faceOf(t), b.faceRadius(t))];
    const edgesA = a.edgesOf(s).map(({ ends, radius }) => featureOf(a, ends, radius));
    const edgesB = b.edgesOf(t).map(({ ends, radius }) => featureOf(b, ends, radius));
    const pairs: [Feature, Feature][] = [
      ...a.cornersOf(s).map((corner): [Feature, Feature] => [featureOf(a, [corner], a.cornerRadius(corner)), faceB]),
      ...b.cornersOf(t).map((corner): [Feature, Feature] => [featureOf(b, [corner], b.cornerRadius(corner)), faceA]),
      ...edgesA.flatMap((e) => edgesB.map((f): [Feature, Feature] => [e, f])),
    ];
    const piercing: [Feature, Feature][] = [
      ...edgesA.map((e): [Feature, Feature] => [e, faceB]),
      ...edgesB.map((f): [Feature, Feature] => [f, faceA]),
    ];
    let judgement: Judgement = 'proven';
    for (const [x, y] of pairs) {
      const found = this.judgePair(x, y);
      if (found === 'refuted') return found;
      if (found === 'undecided') judgement = found;
    }
    if (!question.startsFree && piercing.some(([x, y]) => this.isThrough(x, y))) return 'refuted';
    return judgement;
  }

  private judgePair(x: Feature, y: Feature): Judgement {
    this.work.own += PAIR;
    if (areJoined(x, y)) return 'proven';
    const c = this.distance(x.radius, y.radius);
    if (c === 0n && areQuicklyApart(x, y)) return 'proven';
    const places = [x, y].flatMap(({ mesh, corners }) => corners.map((corner) => mesh.placesOf(corner)));
    const stencil = { start: places.map(([start]) => start), end: places.map(([, end]) => end), count: x.corners.length, c };
    return judgeStencil(stencil, this.question.closed, this.work);
  }

  private isThrough(edge: Feature, face: Feature): boolean {
    this.work.own += PAIR;
    if (areJoined(edge, face) || areQuicklyApart(edge, face)) return false;
    return goesThrough([edge, face].flatMap(({ mesh, corners }) => corners.map((corner) => mesh.placesOf(corner)[0])));
  }
}

function featureOf(mesh: StepMesh, corners: readonly number[], radius: number): Feature {
  return { mesh, corners, radius };
}

/** Features with a common corner touch all the time: nothing is asked of them. */
export function areJoined(x: Pick<Feature, 'mesh' | 'corners'>, y: Pick<Feature, 'mesh' | 'corners'>): boolean {
  return x.mesh === y.mesh && x.corners.some((corner) => y.corners.includes(corner));
}

/** Along an axis at both ends of the whole step, by comparing doubles: so at any time between. */
function areQuicklyApart(x: Feature, y: Feature): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [X, Y] = [x, y].map(({ mesh, corners }) =>
      [mesh.before, mesh.after].map((shape) => corners.map((corner) => shape.corners[3 * corner + axis])),
    );
    if (isAbove(Y, X) || isAbove(X, Y)) return true;
  }
  return false;
}

/** At both ends all of the first are above all of the second. */
function isAbove(upper: readonly (readonly number[])[], lower: readonly (readonly number[])[]): boolean {
  return upper.every((own, end) => own.every((high) => lower[end].every((low) => high > low)));
}

function endsOf({ before, after }: StepMesh, at: number): readonly [number, number] {
  return [before.boxes[at], after.boxes[at]];
}

/** The largest sign n·x over the corners of a node, at both ends. */
function reachOf(mesh: StepMesh, node: number, n: Vector, sign: bigint): readonly [bigint, bigint] {
  const shape: Shape = mesh.before;
  const from = 3 * shape.triangleOf(node);
  let most: [bigint, bigint] | null = null;
  for (let i = from; i < from + 3 * shape.countOf(node); i++) {
    const along = mesh.placesOf(shape.triangles[i]).map((place) => sign * dot(n, place));
    most = most === null ? [along[0], along[1]] : [along[0] > most[0] ? along[0] : most[0], along[1] > most[1] ? along[1] : most[1]];
  }
  return most as [bigint, bigint];
}
