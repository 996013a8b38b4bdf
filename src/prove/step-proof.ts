/**
 * The proof of an answer about a step of deforming meshes [docs/proof-format.md, "Soft steps"]: all pairs of triangles,
 * by the boxes of both trees, which go straight from where they are before to where they are after. Where these are
 * apart along an axis that is told; of two triangles that are not, whoever checks it decides the features.
 */
import { isOriented } from '../mesh/solid-parts.ts';
import type { SoftShape } from '../soft/soft-shape.ts';
import type { ProvenMesh, ProvenStep } from '../soft/step-result.ts';
import { leb128, type ProofFacts, type ProofLines, treeInOrder } from './proof-lines.ts';
import { base64 } from './proof-stream.ts';

/* Operations. */
const SPLIT_A = 0;
const SPLIT_B = 1;
const FEATURES = 2;
const ALONG_AXIS = 4;
/** Operations a line. */
const PART: number = 2 ** 20;

/** A time is told in whole 2⁻¹²⁰. */
const GRID = 2 ** 120;
/** The witness may stand so much behind what is proven, by so many steps. */
const BEHIND = 2 ** -26;
const STEPS = 32;
/** The least tolerance, as a share of the largest coordinate. */
const FINEST = 2 ** -40;
/** What rounding can do to a distance of boxes at a time, as a share of their coordinates. */
const ROUNDING = 2 ** -46;

/** `isPlain`: the problem alone. */
export function proveStep(lines: ProofLines, proven: ProvenStep, header: object, facts: ProofFacts, isPlain: boolean): void {
  const { names, sides, isTested, answer, clearance, startsFree } = proven;
  const { status, time } = answer;
  const until = isPlain || status === 'free' ? undefined : status === 'contact' ? Math.floor(time * GRID) / GRID : 0;
  // without a clearance two touch, and what is told of where they do is off by rounding
  const tolerance = Math.max(proven.tolerance, FINEST * largestOf(sides), 2 ** -300);
  const asked = { clearance, tolerance, ...(startsFree ? { startsFree } : {}), ...(until === undefined ? {} : { until }) };
  lines.line('inbetween-step-proof/1', { ...header, ...asked });
  for (const [i, { shape, before, after }] of sides.entries()) lines.line('mesh', { name: names[i], ...meshKeys(shape, before, after) });
  const pairs: [number, number][] = [];
  for (let a = 0; a < sides.length; a++)
    for (let b = a; b < sides.length; b++) {
      if (isTested(a, b)) pairs.push([a, b]);
      if (isTested(a, b)) lines.line('pair', { a, b });
      else lines.line('untested', { a, b, by: 'question', why: a === b ? 'self is false' : 'allowed' });
    }
  if (isPlain) return;
  const boxes = sides.map((side) => new LinearBoxes(side));
  for (const [pair, [a, b]] of until === 0 ? [] : pairs.entries()) {
    const walk = new StepWalk(boxes[a], boxes[b], clearance, until ?? 1, (stream) => lines.line('proof', { pair, stream: base64(stream) }));
    walk.run(a === b);
    facts.leaves += walk.leaves;
  }
  const told = status === 'contact' && until === 0 ? 'unresolved' : status;
  const witness =
    told === 'contact' || told === 'overlap' ? witnessOf(proven, told === 'overlap' ? 0 : (until as number), tolerance) : undefined;
  // a contact that no two points show is none in the file
  const isOpen = (told === 'contact' || told === 'overlap') && witness === undefined;
  if (isOpen || told !== status) facts.complete = false;
  facts.status = isOpen ? 'unresolved' : told;
  facts.time = until ?? 1;
  lines.line('verdict', isOpen ? { status: 'unresolved' } : { status: told, ...(witness === undefined ? {} : { witness }) });
}

function largestOf(sides: readonly ProvenMesh[]): number {
  let most = 0;
  for (const { before, after } of sides)
    for (const positions of [before, after]) for (const x of positions) most = Math.max(most, Math.abs(x));
  return most;
}

function meshKeys({ mesh, child }: SoftShape, before: Float64Array, after: Float64Array): object {
  const { indices, radii, triangleCount, solid } = mesh;
  const { order, cuts } = treeInOrder((node) => child[node], triangleCount);
  const triangles = new Uint32Array(indices.length);
  for (const [i, triangle] of order.entries()) for (let k = 0; k < 3; k++) triangles[3 * i + k] = indices[3 * triangle + k];
  const told = radii === null ? null : Float64Array.from(order, (triangle) => radii[triangle]);
  const isEven = told?.every((radius) => radius === told[0]);
  return {
    before: base64(Float64Array.from(before)),
    ...(before === after ? {} : { after: base64(Float64Array.from(after)) }),
    triangles: base64(triangles),
    ...(cuts.some((cut) => cut !== 0) ? { cuts: base64(leb128(cuts)) } : {}),
    ...(told === null ? {} : isEven ? (told[0] === 0 ? {} : { radius: told[0] }) : { radii: base64(told) }),
    ...(solid ? { solid: isOriented(mesh) ? 'winding' : 'parity' } : {}),
  };
}

/** Boxes of all nodes before and after, their triangles' counts and the widest radius at their corners. */
class LinearBoxes {
  readonly child: Int32Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly counts: Uint32Array;
  readonly radii: Float64Array;

  constructor({ shape, before, after }: ProvenMesh) {
    const { child, mesh, vertexRadii } = shape;
    this.child = child;
    this.counts = new Uint32Array(child.length);
    this.radii = new Float64Array(child.length);
    this.before = boxesOf(child, mesh.indices, before);
    this.after = before === after ? this.before : boxesOf(child, mesh.indices, after);
    for (let node = child.length - 1; node >= 0; node--) {
      const down = child[node];
      this.counts[node] = down < 0 ? 1 : this.counts[down] + this.counts[down + 1];
      if (vertexRadii === null) continue;
      if (down >= 0) this.radii[node] = Math.max(this.radii[down], this.radii[down + 1]);
      else for (let k = 0; k < 3; k++) this.radii[node] = Math.max(this.radii[node], vertexRadii[mesh.indices[3 * (-1 - down) + k]]);
    }
  }
}

/** Children come after parents. */
function boxesOf(child: Int32Array, indices: Uint32Array, positions: Float64Array): Float64Array {
  const boxes = new Float64Array(6 * child.length);
  for (let node = child.length - 1, o = 6 * node; node >= 0; node--, o -= 6) {
    const down = child[node];
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [0, 1, 2].map((corner) => (down < 0 ? positions[3 * indices[3 * (-1 - down) + corner] + k] : 0));
      boxes[o + k] = down < 0 ? Math.min(x, y, z) : Math.min(boxes[6 * down + k], boxes[6 * down + 6 + k]);
      boxes[o + 3 + k] = down < 0 ? Math.max(x, y, z) : Math.max(boxes[6 * down + 3 + k], boxes[6 * down + 9 + k]);
    }
  }
  return boxes;
}

/** All pairs of triangles of two bodies, or of one with itself, told as a stream. */
class StepWalk {
  /** Pairs of nodes that are apart, or of triangles whose features are to be decided. */
  leaves = 0;
  private readonly a: LinearBoxes;
  private readonly b: LinearBoxes;
  private readonly clearance: number;
  private readonly until: number;
  private readonly tell: (stream: Uint8Array) => void;
  private readonly bytes: Uint8Array = new Uint8Array(PART);
  private size = 0;

  constructor(a: LinearBoxes, b: LinearBoxes, clearance: number, until: number, tell: (stream: Uint8Array) => void) {
    this.a = a;
    this.b = b;
    this.clearance = clearance;
    this.until = until;
    this.tell = tell;
  }

  run(isSelf: boolean): void {
    const { child } = this.a;
    if (!isSelf) this.walk(0, 0);
    const pending = isSelf ? [0] : [];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      const down = child[node];
      if (down < 0) continue;
      this.walk(down, down + 1);
      pending.push(down + 1, down);
    }
    this.tell(this.bytes.subarray(0, this.size));
  }

  private put(operation: number): void {
    this.bytes[this.size++] = operation;
    if (this.size < PART) return;
    this.tell(this.bytes);
    this.size = 0;
  }

  private walk(rootA: number, rootB: number): void {
    const { child: childA, counts: countsA } = this.a;
    const { child: childB, counts: countsB } = this.b;
    const pending: number[] = [rootA, rootB];
    while (pending.length > 0) {
      const b = pending.pop() as number;
      const a = pending.pop() as number;
      const axis = this.axisBetween(a, b);
      const [downA, downB] = [childA[a], childB[b]];
      if (axis >= 0 || (downA < 0 && downB < 0)) {
        this.leaves++;
        this.put(axis >= 0 ? ALONG_AXIS + axis : FEATURES);
      } else if (countsA[a] >= countsB[b]) {
        this.put(SPLIT_A);
        pending.push(downA + 1, b, downA, b);
      } else {
        this.put(SPLIT_B);
        pending.push(a, downB + 1, a, downB);
      }
    }
  }

  /** Twice the axis along which both boxes are certainly apart, and one more where b is below a; −1: none. */
  private axisBetween(a: number, b: number): number {
    const { until, clearance } = this;
    const { before: P, after: Q, radii: rA } = this.a;
    const { before: U, after: V, radii: rB } = this.b;
    const least = (clearance + rA[a] + rB[b]) * (1 + 2 ** -50);
    for (let k = 0; k < 3; k++)
      for (let side = 0; side < 2; side++) {
        const low = side === 0 ? 6 * b + k : 6 * a + k;
        const high = side === 0 ? 6 * a + 3 + k : 6 * b + 3 + k;
        const [l0, l1, h0, h1] = side === 0 ? [U[low], V[low], P[high], Q[high]] : [P[low], Q[low], U[high], V[high]];
        if (least === 0 && l0 > h0 && l1 > h1) return 2 * k + side;
        const doubt = ROUNDING * (Math.abs(l0) + Math.abs(l1) + Math.abs(h0) + Math.abs(h1));
        if (l0 - h0 > least + doubt && (1 - until) * (l0 - h0) + until * (l1 - h1) > least + doubt) return 2 * k + side;
      }
    return -1;
  }
}

/** Two points that are as near as a contact claims, at the time up to which all is free, or a little behind it. */
function witnessOf({ names, contactAt, answer, clearance }: ProvenStep, until: number, tolerance: number): object | undefined {
  if (answer.inside !== undefined) return { inside: answer.inside.map((name) => names.indexOf(name)) };
  if (contactAt === null) return undefined;
  for (let k = 0; k <= (until === 0 ? 0 : STEPS); k++) {
    const t = Math.floor(Math.min(1, until + (k / STEPS) * BEHIND) * GRID) / GRID;
    const { a, b, distance } = contactAt(t);
    if (distance > clearance + 0.99 * tolerance) continue;
    const [x, y] = [a, b].map(({ body, vertices, weights }) => ({ mesh: names.indexOf(body), corners: vertices, weights }));
    return { ...(t === until ? {} : { t }), a: x, b: y };
  }
  return undefined;
}
