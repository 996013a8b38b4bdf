/**
 * Reads a proof by docs/proof-format.md alone and judges every leaf by brute force in doubles: all corners of both sets,
 * at some instants of the leaf's interval. No proof by itself, but written by nobody's bounds.
 */
import { Buffer } from 'node:buffer';

type Vector = readonly number[];

/** What any line may hold. */
interface Line {
  readonly kind: string;
  readonly clearance: number;
  readonly tolerance: number;
  readonly corners: string;
  readonly triangles: string;
  readonly cuts?: string;
  readonly radius?: number;
  readonly radii?: string;
  readonly parent: number;
  readonly at?: Vector;
  readonly moves?: string;
  readonly axis: Vector;
  readonly value?: number;
  readonly times?: number;
  readonly plus?: number;
  readonly pitch: number;
  readonly shape: number;
  readonly frame: number;
  readonly a: number;
  readonly b: number;
  readonly until?: number;
  readonly values: readonly Told[];
  readonly motions: readonly Told[];
  readonly pair: number;
  readonly stream: string;
  readonly status: string;
  readonly witness?: {
    readonly pair: number;
    readonly a: number;
    readonly b: number;
    readonly u?: Vector;
    readonly v: Vector;
    readonly inside?: string;
  };
}

/** A value or a motion of a segment. */
interface Told {
  readonly line?: Vector;
  readonly powers?: Vector;
  readonly between?: Vector;
  readonly turn?: { readonly pose: Vector; readonly way: Vector; readonly axis: Vector; readonly angle: number; readonly offset?: Vector };
  readonly part?: readonly [number, number];
}

export interface Judged {
  readonly status: string;
  readonly leaves: number;
  /** Claims that are wrong, in words. */
  readonly faults: readonly string[];
  /** Entries of which nothing is proven. */
  readonly open: number;
  readonly untested: number;
  readonly pairs: number;
  readonly bytes: number;
}

interface Shape {
  readonly corners: Float64Array;
  readonly triangles: Uint32Array;
  readonly radii: Float64Array;
  /** By first and last triangle of a node: where it is cut. */
  readonly cuts: ReadonlyMap<string, number>;
}

const doubles = (text: string): Float64Array => {
  const bytes = Buffer.from(text, 'base64');
  return Float64Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
};

function shapeOf(line: Line): Shape {
  const bytes = Buffer.from(line.triangles, 'base64');
  const triangles = Uint32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i));
  const count = triangles.length / 3;
  const told = line.cuts === undefined ? null : Buffer.from(line.cuts, 'base64');
  const cuts = new Map<string, number>();
  let at = 0;
  const number = (): number => {
    if (told === null) return 0;
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = told[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const pending: [number, number][] = [[0, count]];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const [i, j] = node;
    if (j - i === 1) continue;
    const cut = number();
    const m = cut === 0 ? Math.floor((i + j) / 2) : i + cut;
    if (!(m > i && m < j)) throw new Error(`cut of [${i}, ${j})`);
    cuts.set(`${i} ${j}`, m);
    pending.push([m, j], [i, m]);
  }
  if (told !== null && at !== told.length) throw new Error('more cuts than nodes');
  const radii = line.radii === undefined ? new Float64Array(count).fill(line.radius ?? 0) : doubles(line.radii);
  return { corners: doubles(line.corners), triangles, radii, cuts };
}

/** A rotation row by row, then a place. */
type Place = Float64Array;
const HERE: Place = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

function compose(a: Place, b: Place): Place {
  const out = new Float64Array(12);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
    out[9 + i] = a[9 + i];
    for (let k = 0; k < 3; k++) out[9 + i] += a[3 * i + k] * b[9 + k];
  }
  return out;
}

function apply(a: Place, [x, y, z]: Vector): Vector {
  return [0, 1, 2].map((i) => a[3 * i] * x + a[3 * i + 1] * y + a[3 * i + 2] * z + a[9 + i]);
}

function posed([x, y, z, qx, qy, qz, qw]: Vector): Place {
  const n = Math.hypot(qx, qy, qz, qw);
  const [a, b, c, d] = [qx / n, qy / n, qz / n, qw / n];
  // biome-ignore format: one row a line
  return Float64Array.of(
    1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d),
    2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d),
    2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b),
    x, y, z,
  );
}

function turned(axis: Vector, angle: number, along = 0): Place {
  const n = Math.hypot(...axis);
  const [x, y, z] = axis.map((v) => v / n);
  const s = Math.sin(angle / 2);
  return posed([x * along, y * along, z * along, x * s, y * s, z * s, Math.cos(angle / 2)]);
}

/** Where the part of a motion that is meant is at t. */
const shareAt = ({ part: [f, e] = [0, 1] }: Told, t: number): number => f + t * (e - f);

function valueAt(line: Told, t: number): number {
  const s = shareAt(line, t);
  if (line.line !== undefined) return line.line[0] * (1 - s) + line.line[1] * s;
  return (line.powers as Vector).reduceRight((sum, c) => sum * s + c, 0);
}

function motionAt(line: Told, t: number): Place {
  const s = shareAt(line, t);
  if (line.turn !== undefined) {
    const { pose, way, axis, angle, offset = [0, 0, 0] } = line.turn;
    const out = compose(turned(axis, angle * s), posed(pose));
    // o − turn(û, φ) o = vers φ o − sin φ û × o, for o across û: no digits are lost where φ is tiny and o long
    const [x, y, z] = axis.map((v) => v / Math.hypot(...axis));
    const [p, q, r] = offset;
    const side = [y * r - z * q, z * p - x * r, x * q - y * p];
    const half = Math.sin((angle * s) / 2);
    for (let k = 0; k < 3; k++) out[9 + k] = pose[k] + s * way[k] + 2 * half * half * offset[k] - Math.sin(angle * s) * side[k];
    return out;
  }
  const b = line.between as Vector;
  const [x0, y0, z0, w0, x1, y1, z1, w1] = [...b.slice(3, 7), ...b.slice(10, 14)];
  // q1 q0⁻¹
  const v = [-w1 * x0 + x1 * w0 - y1 * z0 + z1 * y0, -w1 * y0 + x1 * z0 + y1 * w0 - z1 * x0, -w1 * z0 - x1 * y0 + y1 * x0 + z1 * w0];
  const w = x0 * x1 + y0 * y1 + z0 * z1 + w0 * w1;
  const sine = Math.hypot(...v);
  const start = posed([0, 0, 0, x0, y0, z0, w0]);
  const sign = w < 0 ? -1 : 1;
  const out = sine === 0 ? start : compose(turned(v, sign * 2 * Math.atan2(sine, sign * w)), start);
  if (sine !== 0) out.set(compose(turned(v, sign * 2 * Math.atan2(sine, sign * w) * s), start));
  for (let k = 0; k < 3; k++) out[9 + k] = b[k] + s * (b[7 + k] - b[k]);
  return out;
}

export function judgeProof(text: string, instants = 3): Judged {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const kind = (name: string): Line[] => lines.filter((line) => line.kind === name);
  const [header] = lines;
  const shapes = kind('shape').map(shapeOf);
  const frames = kind('frame');
  const bodies = kind('body');
  const pairs = kind('pair');
  const untested = kind('untested');
  const verdict = lines[lines.length - 1];
  const faults: string[] = [];
  let leaves = 0;
  let open = 0;
  let bytes = 0;
  const seen = new Map<string, number>();
  const note = (a: number, b: number): void => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  for (const { a, b } of pairs) note(a, b);
  for (const { a, b } of untested as unknown as readonly { a: Vector; b: Vector }[]) {
    const own = new Set<string>();
    for (const i of a) for (const j of b) if (i !== j) own.add(i < j ? `${i} ${j}` : `${j} ${i}`);
    for (const key of own) note(...(key.split(' ').map(Number) as [number, number]));
  }
  for (let i = 0; i < bodies.length; i++)
    for (let j = i + 1; j < bodies.length; j++)
      if (seen.get(`${i} ${j}`) !== 1) faults.push(`bodies ${i} and ${j}: ${seen.get(`${i} ${j}`) ?? 0} times`);

  let segment: Line | null = null;
  const places = new Map<number, readonly Place[]>();
  const placesAt = (t: number): readonly Place[] => {
    const known = places.get(t);
    if (known !== undefined) return known;
    const out: Place[] = [];
    let free = 0;
    for (const { parent, at, moves, axis, value, times = 1, plus = 0, pitch } of frames) {
      let place = parent < 0 ? HERE : out[parent];
      if (at !== undefined) place = compose(place, posed(at));
      const v = value === undefined ? 0 : times * valueAt((segment as Line).values[value], t) + plus;
      if (moves === 'revolute') place = compose(place, turned(axis, v));
      else if (moves === 'prismatic') place = compose(place, turned(axis, 0, v));
      else if (moves === 'helical') place = compose(place, turned(axis, v, (pitch * v) / (2 * Math.PI)));
      else if (moves === 'free') place = compose(place, motionAt((segment as Line).motions[free++], t));
      out.push(place);
    }
    places.set(t, out);
    return out;
  };
  const bodyAt = (body: Line, t: number): Place => (body.frame < 0 ? HERE : placesAt(t)[body.frame]);

  /** By how much the claim of a leaf holds at an instant, over |n|; the least of corners less radii. */
  const holdsBy = (pair: Line, frame: number, A: Vector, B: Vector, n: Vector, t: number): number => {
    const R = frame < 0 ? HERE : placesAt(t)[frame];
    const world = [0, 1, 2].map((i) => R[3 * i] * n[0] + R[3 * i + 1] * n[1] + R[3 * i + 2] * n[2]);
    const length = Math.hypot(...world);
    const support = (body: Line, [i, j]: Vector, sign: number): number => {
      const shape = shapes[body.shape];
      const place = bodyAt(body, t);
      let best = Infinity;
      for (let k = i; k < j; k++)
        for (let c = 0; c < 3; c++) {
          const v = 3 * shape.triangles[3 * k + c];
          const p = apply(place, [shape.corners[v], shape.corners[v + 1], shape.corners[v + 2]]);
          best = Math.min(best, sign * (p[0] * world[0] + p[1] * world[1] + p[2] * world[2]) - shape.radii[k] * length);
        }
      return best;
    };
    const clearance = pair.clearance ?? header.clearance;
    return (support(bodies[pair.b], B, 1) + support(bodies[pair.a], A, -1)) / length - clearance;
  };

  let expected = 0;
  for (const line of lines) {
    if (line.kind === 'segment') {
      if (segment !== null && expected !== pairs.length) faults.push('a segment lacks pairs');
      segment = line;
      expected = 0;
      places.clear();
    }
    if (line.kind !== 'proof') continue;
    const pair = pairs[line.pair];
    if (line.pair !== expected++) faults.push(`pair ${line.pair} is out of order`);
    const until = segment?.until ?? 1;
    const stream = Buffer.from(line.stream, 'base64');
    bytes += stream.length;
    const [a, b] = [shapes[bodies[pair.a].shape], shapes[bodies[pair.b].shape]];
    const stack: [Vector, Vector, number][] = [[[0, a.triangles.length / 3], [0, b.triangles.length / 3], 0]];
    let n: Vector = [0, 0, 0];
    let at = 0;
    while (at < stream.length) {
      const top = stack.pop();
      if (top === undefined) throw new Error('more operations than entries');
      const [A, B, t0] = top;
      const code = stream[at++];
      const width = (code >> 2) & 3;
      if (code === 0x40) {
        open++;
        continue;
      }
      if ((code & 3) >= 2) {
        const isA = (code & 3) === 2;
        const [i, j] = isA ? A : B;
        const m = (isA ? a : b).cuts.get(`${i} ${j}`);
        if (m === undefined) throw new Error('a leaf is split');
        stack.push(isA ? [[m, j], B, t0] : [A, [m, j], t0], isA ? [[i, m], B, t0] : [A, [i, m], t0]);
        continue;
      }
      if (width < 3) {
        n = [0, 1, 2].map((k) => stream.readIntLE(at + k * (1 << width), 1 << width));
        at += 3 << width;
      }
      let end = until;
      if ((code & 3) === 1) {
        const time = (code >> 4) & 3;
        end = time === 3 ? stream.readDoubleLE(at) : stream.readUIntLE(at, 1 << time) / 2 ** (8 << time);
        at += time === 3 ? 8 : 1 << time;
        if (!(end > t0 && end < until)) faults.push(`pair ${line.pair}: from ${t0} to ${end}`);
        stack.push([A, B, end]);
      }
      leaves++;
      for (let k = 0; k < instants; k++) {
        const t = t0 + ((end - t0) * k) / (instants - 1);
        const by = holdsBy(pair, line.frame, A, B, n, t);
        if (!(by > 0)) faults.push(`pair ${line.pair}, [${A}) [${B}), at ${t} of [${t0}, ${end}]: ${by} along ${n}`);
      }
    }
    if (stack.length > 0) faults.push(`pair ${line.pair}: the stream ends early`);
  }
  if (verdict.kind !== 'verdict') faults.push('no verdict');
  const { witness } = verdict;
  if (witness?.u !== undefined) {
    const pair = pairs[witness.pair];
    const t = verdict.status === 'overlap' ? 0 : (segment?.until ?? 1);
    const point = (body: Line, triangle: number, weights: Vector): Vector => {
      const { corners, triangles } = shapes[body.shape];
      const sum = weights.reduce((x, y) => x + y);
      const p = [0, 1, 2].map((k) => weights.reduce((x, u, c) => x + (u / sum) * corners[3 * triangles[3 * triangle + c] + k], 0));
      return apply(bodyAt(body, t), p);
    };
    const [x, y] = [point(bodies[pair.a], witness.a, witness.u), point(bodies[pair.b], witness.b, witness.v)];
    const radii = shapes[bodies[pair.a].shape].radii[witness.a] + shapes[bodies[pair.b].shape].radii[witness.b];
    const distance = Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) - radii;
    if (!(distance <= (pair.clearance ?? header.clearance) + header.tolerance)) faults.push(`witness: ${distance}`);
  } else if ((verdict.status === 'contact' || verdict.status === 'overlap') && witness?.inside === undefined) faults.push('no witness');
  return { status: verdict.status, leaves, faults, open, untested: untested.length, pairs: pairs.length, bytes };
}
