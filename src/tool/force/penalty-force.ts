/**
 * Contact force between a rigid tool and a sheet from their interpenetration, the next step the paper announces
 * [Caby & Crosnier, §5]: samples of the sheet inside the tool are pushed out of it, on the side of the sheet they came
 * from, each by the penalty law times its area; so the force of the linear law is k times the volume of
 * interpenetration. Tips of the tool through a triangle without samples inside push that triangle. The tool gets
 * exactly minus the sum of the forces on the vertices.
 * Limits: an estimate, not a bound. A sheet that is wholly beyond the tool is not felt (tool-loop.ts keeps it from
 * getting there); where a sheet lies deeper than half the tool's thickness without a known way in, the way out may be
 * the far side. Only surfaces count on the sheet's side: it has no inside.
 */
import { writeAreaVector } from '../../geometry/area-vector.ts';
import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose, Vec3 } from '../../math/pose.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { ContactList } from './contact-list.ts';
import { checkedNumber, PenaltyLaw, type PenaltyOptions } from './penalty-law.ts';
import { type SheetSamples, sheetSamples } from './sheet-samples.ts';
import { addToolForce, limitForce, type ToolForce } from './tool-force.ts';
import { PLACE_SIZE, toLocal, writePlace } from './tool-place.ts';
import { PROBE_DEPTH, PROBE_OUT, PROBE_POINT, PROBE_SIZE, ToolSurface } from './tool-surface.ts';
import { type ToolTips, toolTips } from './tool-tips.ts';

/** How hard a tool pushes back what is inside of it. Metres, newtons and seconds; only the stiffness must be given. */
export interface PenaltyForceOptions extends PenaltyOptions {
  /** What the device can give, newtons: larger forces are scaled down to it, torque alike. Default: no limit. */
  readonly limit?: number;
  /** Samples on large triangles lie no farther apart than this, metres. Default: a quarter of the tool's thickness. */
  readonly spacing?: number;
  /** Thickness of the tool at its thinnest relevant part, metres. Default: from its mesh. */
  readonly thickness?: number;
}

const OPTIONS: readonly string[] = ['stiffness', 'exponent', 'damping', 'friction', 'slipSpeed', 'limit', 'spacing', 'thickness'];
const NO_HINT = new Float64Array(3);

/**
 * What a rigid tool feels of a sheet that it presses into: samples of the sheet inside the tool are pushed out, each by
 * the penalty law times its area, and the tool gets exactly minus the sum. An estimate to feel by, not a bound: a sheet
 * that is wholly beyond the tool is not felt (ToolLoop keeps it from getting there).
 */
export class PenaltyForce {
  /** @internal */
  readonly law: PenaltyLaw;
  /** Thickness of the tool at its thinnest relevant part, metres. */
  readonly thickness: number;
  /** Newtons: larger forces on the tool are scaled down to this; Infinity: no limit. */
  readonly limit: number;
  /** What the last `find` found, for BarWorkpiece.step. */
  readonly contacts: ContactList;
  /** One number a triangle of the sheet: 1 where it was in contact at the last `find`, else 0. */
  readonly zone: Uint8Array;
  /** @internal */
  readonly surface: ToolSurface;
  private readonly tips: ToolTips;
  private readonly indices: Uint32Array;
  private readonly samples: SheetSamples;
  private readonly tipArea: number;
  /** Vertices in the tool's frame. */
  private readonly local: Float64Array;
  /**
   * By sample: the side of the sheet that leads out of the tool, 1 or −1, and the `find` in which it was last inside.
   */
  private readonly sides: Int8Array;
  private readonly inside: Uint32Array;
  /** The tick at which a sample was last truly inside. */
  private readonly pressed: Uint32Array;
  /** How far the tool moves in the present step, at most. */
  private way = 0;
  /** The triangle whose samples are being tested. */
  private testing = 0;
  /** Contacts that were kept without being inside: their number, and a triangle at them. */
  private readonly kept: number[] = [];
  /** By vertex: the sheet's normal in the tool's frame, not of unit length, and the `find` it is from. */
  private readonly normals: Float64Array;
  private readonly summed: Uint32Array;
  private readonly tested: Uint32Array;
  /** Triangles that meet the tool's box. */
  private readonly near: Uint32Array;
  private nearCount = 0;
  private readonly normal: Float64Array = new Float64Array(3);
  private readonly hint: Float64Array = new Float64Array(3);
  private tick = 1;
  private readonly entry: Float64Array = new Float64Array(3);
  private readonly point: Float64Array = new Float64Array(3);
  private readonly probed: Float64Array = new Float64Array(PROBE_SIZE);
  private readonly contact: Float64Array = new Float64Array(12);

  /** Takes a tool (closed, or made of spheres and capsules) and a sheet, both meshes in metres. */
  constructor(tool: TriangleMesh, sheet: TriangleMesh, options: PenaltyForceOptions) {
    if (!(sheet instanceof TriangleMesh))
      throw new InputError('the sheet must be a mesh, made by new TriangleMesh(…), a reader or a primitive');
    checkRecord(options, OPTIONS, 'penalty');
    this.surface = new ToolSurface(tool);
    this.tips = toolTips(this.surface);
    this.thickness = checkedNumber(options.thickness ?? this.tips.thickness, `${tool.name}: thickness`, false);
    const spacing = checkedNumber(options.spacing ?? this.thickness / 4, `${tool.name}: spacing`, false);
    this.limit = options.limit === undefined ? Number.POSITIVE_INFINITY : checkedNumber(options.limit, 'limit', false);
    this.law = new PenaltyLaw(options, this.thickness);
    this.contacts = new ContactList(this.law);
    this.indices = sheet.indices;
    this.samples = sheetSamples(sheet, spacing);
    this.tipArea = spacing * spacing;
    this.local = new Float64Array(sheet.positions.length);
    this.sides = new Int8Array(this.samples.count);
    this.inside = new Uint32Array(this.samples.count);
    this.pressed = new Uint32Array(this.samples.count);
    this.normals = new Float64Array(sheet.positions.length);
    this.summed = new Uint32Array(sheet.vertexCount);
    this.tested = new Uint32Array(sheet.vertexCount);
    this.near = new Uint32Array(sheet.triangleCount);
    this.zone = new Uint8Array(sheet.triangleCount);
  }

  /** Forgets which way the sheet came into the tool, as after either was put elsewhere. */
  forget(): void {
    this.tick += 2;
    this.contacts.clear();
    this.zone.fill(0);
    this.nearCount = 0;
  }

  /**
   * Fills `contacts` with the samples of the sheet at `positions` (x y z a vertex) that are inside the tool at `now`;
   * `before`, where the tool was at the start of the step, tells depth rate and slip. Both are 12 numbers or more: the
   * rotation row by row, then the position. `entry`: the normal of the contact by which the sheet comes in, for samples
   * that were not inside before; null (default): not known.
   */
  find(before: Float64Array, now: Float64Array, positions: Float64Array, entry: Vec3 | null = null): void {
    const { contacts, zone, local, samples, near, indices } = this;
    this.tick++;
    contacts.clear();
    this.kept.length = 0;
    for (let i = 0; i < this.nearCount; i++) zone[near[i]] = 0;
    for (let k = 0; k < 3; k++) this.entry[k] = entry === null ? 0 : now[k] * entry[0] + now[3 + k] * entry[1] + now[6 + k] * entry[2];
    let way = 0;
    for (let k = 0, r = 0; k < 3; k++, r += 3) {
      const turned = Math.abs(now[r] - before[r]) + Math.abs(now[r + 1] - before[r + 1]) + Math.abs(now[r + 2] - before[r + 2]);
      way += Math.abs(now[9 + k] - before[9 + k]) + this.surface.radius * turned;
    }
    this.way = way;
    toLocal(now, positions, local);
    this.gatherNear();
    for (let i = 0; i < this.nearCount; i++) {
      const t = near[i];
      this.testing = t;
      for (let k = 0; k < 3; k++) {
        const v = indices[3 * t + k];
        if (this.tested[v] !== this.tick && samples.areas[v] > 0) {
          this.tested[v] = this.tick;
          for (let c = 0; c < 3; c++) this.normal[c] = this.normals[3 * v + c];
          this.test(before, now, v, v, v, v, 1, 0, 0, samples.areas[v]);
        }
        if (this.pressed[v] === this.tick) zone[t] = 1;
      }
      if (samples.subdivisions[t] > 1) this.testLattice(before, now, t);
    }
    if (this.tips.tips.length > 0) this.findTips(before, now);
  }

  /**
   * After the step from `start` to `positions`: what followed a withdrawing tool and is inside again belongs to the
   * zone too.
   * @internal
   */
  takeFollowers(positions: Float64Array, start: Float64Array): void {
    const { kept, contacts, zone } = this;
    for (let i = 0; i < kept.length; i += 2) if (contacts.depthAt(kept[i], positions, start) > 0) zone[kept[i + 1]] = 1;
  }

  /** Lists the triangles that meet the tool's box and sums their normals at their vertices, in the tool's frame. */
  private gatherNear(): void {
    const { indices, near, normals, normal, summed, tick } = this;
    let count = 0;
    for (let i = 0; i < indices.length; i += 3) {
      if (!this.meetsBox(3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2])) continue;
      near[count++] = i / 3;
      writeAreaVector(this.local, this.indices, i, this.normal, 0);
      for (let k = 0; k < 3; k++) {
        const v = indices[i + k];
        const fresh = summed[v] === tick ? 1 : 0;
        summed[v] = tick;
        for (let c = 0; c < 3; c++) normals[3 * v + c] = fresh * normals[3 * v + c] + normal[c];
      }
    }
    this.nearCount = count;
  }

  private meetsBox(a: number, b: number, c: number): boolean {
    const { local: p } = this;
    const { box } = this.surface;
    for (let k = 0; k < 3; k++) {
      const x = p[a + k];
      const y = p[b + k];
      const z = p[c + k];
      const low = box[k] - this.way;
      const high = box[k + 3] + this.way;
      if ((x < low && y < low && z < low) || (x > high && y > high && z > high)) return false;
    }
    return true;
  }

  private testLattice(before: Float64Array, now: Float64Array, t: number): void {
    const { samples, indices } = this;
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    const n = samples.subdivisions[t];
    const small = samples.triangleAreas[t] / (n * n);
    writeAreaVector(this.local, this.indices, 3 * t, this.normal, 0);
    let sample = samples.start[t];
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n - i; j++) {
        const k = n - i - j;
        if (i === n || j === n || k === n) continue;
        // Inner points are corners of six small triangles, those of an edge of three.
        const area = i === 0 || j === 0 || k === 0 ? small : 2 * small;
        if (this.test(before, now, sample++, a, b, c, i / n, j / n, k / n, area)) this.zone[t] = 1;
      }
    }
  }

  /** Adds the sample if it is inside, or just was; true: it is. `normal` is the sheet's there. */
  private test(
    before: Float64Array,
    now: Float64Array,
    sample: number,
    a: number,
    b: number,
    c: number,
    wa: number,
    wb: number,
    wc: number,
    area: number,
  ): boolean {
    const { local: p, point, probed, inside, tick, surface, sides, hint } = this;
    const { box } = surface;
    for (let k = 0; k < 3; k++) {
      point[k] = wa * p[3 * a + k] + wb * p[3 * b + k] + wc * p[3 * c + k];
      if (!(point[k] >= box[k] - this.way && point[k] <= box[k + 3] + this.way)) return false;
    }
    surface.probe(point, 0, NO_HINT, 0, probed);
    if (!(probed[PROBE_DEPTH] > 0)) {
      // it was inside, and the tool has only withdrawn: the sheet may follow it within the step
      if (inside[sample] !== tick - 1 || !(probed[PROBE_DEPTH] > -this.way)) return false;
      inside[sample] = tick;
      this.kept.push(this.contacts.count, this.testing);
      this.addContact(before, now, a, b, c, wa, wb, wc, area);
      return false;
    }
    this.pressed[sample] = tick;
    if (inside[sample] !== tick - 1) sides[sample] = this.sideOf();
    inside[sample] = tick;
    const length =
      sides[sample] * Math.sqrt(this.normal[0] * this.normal[0] + this.normal[1] * this.normal[1] + this.normal[2] * this.normal[2]);
    if (length !== 0) {
      for (let k = 0; k < 3; k++) hint[k] = this.normal[k] / length;
      surface.probe(point, 0, hint, 0, probed);
    }
    this.addContact(before, now, a, b, c, wa, wb, wc, area);
    return true;
  }

  /**
   * Which way along the sheet's normal leads out of the tool: as the sheet came in, or the shortest way where that is
   * clear, or away from the tool's centre.
   */
  private sideOf(): number {
    const { normal: n, entry, probed, point, tips } = this;
    const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const entered = entry[0] * n[0] + entry[1] * n[1] + entry[2] * n[2];
    if (2 * entered * entered > square) return entered > 0 ? 1 : -1;
    const out = probed[PROBE_OUT] * n[0] + probed[PROBE_OUT + 1] * n[1] + probed[PROBE_OUT + 2] * n[2];
    if (2 * out * out > square) return out > 0 ? 1 : -1;
    const { centre } = tips;
    return (point[0] - centre[0]) * n[0] + (point[1] - centre[1]) * n[1] + (point[2] - centre[2]) * n[2] >= 0 ? 1 : -1;
  }

  /** From `probed`: depth, way out and surface point in the tool's frame. */
  private addContact(
    before: Float64Array,
    now: Float64Array,
    a: number,
    b: number,
    c: number,
    wa: number,
    wb: number,
    wc: number,
    area: number,
  ): void {
    const { probed, contact } = this;
    const x = probed[PROBE_POINT];
    const y = probed[PROBE_POINT + 1];
    const z = probed[PROBE_POINT + 2];
    contact[0] = wa;
    contact[1] = wb;
    contact[2] = wc;
    let rise = 0;
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      contact[3 + k] = now[r] * probed[PROBE_OUT] + now[r + 1] * probed[PROBE_OUT + 1] + now[r + 2] * probed[PROBE_OUT + 2];
      // the way of that point of the tool during the step
      const turned = (now[r] - before[r]) * x + (now[r + 1] - before[r + 1]) * y + (now[r + 2] - before[r + 2]) * z;
      contact[9 + k] = turned + (now[9 + k] - before[9 + k]);
      rise += contact[3 + k] * contact[9 + k];
    }
    contact[6] = probed[PROBE_DEPTH];
    contact[7] = probed[PROBE_DEPTH] - rise;
    contact[8] = area;
    this.contacts.add(a, b, c, contact);
  }

  private findTips(before: Float64Array, now: Float64Array): void {
    const { zone, indices, tips, probed, near } = this;
    for (let at = 0; at < this.nearCount; at++) {
      const t = near[at];
      const a = indices[3 * t];
      const b = indices[3 * t + 1];
      const c = indices[3 * t + 2];
      if (zone[t] === 1) continue;
      let through = 0;
      for (let i = 0; i < tips.tips.length; i += 3) if (this.pierces(3 * a, 3 * b, 3 * c, i)) through++;
      if (through === 0) continue;
      zone[t] = 1;
      const area = Math.min(this.tipArea, (this.thickness * this.thickness) / through);
      for (let i = 0; i < tips.tips.length; i += 3) {
        if (!this.pierces(3 * a, 3 * b, 3 * c, i)) continue;
        const wb = this.point[1];
        const wc = this.point[2];
        if (probed[PROBE_DEPTH] > 0) this.addContact(before, now, a, b, c, 1 - wb - wc, wb, wc, area);
      }
    }
  }

  /**
   * Does the segment from root to tip i cross the triangle? Then `point[1..2]` are weights of the crossing, `probed`
   * the tip beyond it.
   */
  private pierces(a: number, b: number, c: number, i: number): boolean {
    const { local: p, tips, point, probed } = this;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const dx = tips.tips[i] - tips.roots[i];
    const dy = tips.tips[i + 1] - tips.roots[i + 1];
    const dz = tips.tips[i + 2] - tips.roots[i + 2];
    let nx = uy * vz - uz * vy;
    let ny = uz * vx - ux * vz;
    let nz = ux * vy - uy * vx;
    const along = nx * dx + ny * dy + nz * dz;
    if (along === 0) return false;
    const sx = tips.roots[i] - p[a];
    const sy = tips.roots[i + 1] - p[a + 1];
    const sz = tips.roots[i + 2] - p[a + 2];
    const t = -(nx * sx + ny * sy + nz * sz) / along;
    if (!(t >= 0 && t < 1)) return false;
    // s × d decides the weights: [Ericson 2005, §5.3.6]
    const ex = sy * dz - sz * dy;
    const ey = sz * dx - sx * dz;
    const ez = sx * dy - sy * dx;
    const wb = -(vx * ex + vy * ey + vz * ez) / along;
    const wc = (ux * ex + uy * ey + uz * ez) / along;
    if (!(wb >= 0 && wc >= 0 && wb + wc <= 1)) return false;
    const l = (along > 0 ? 1 : -1) * Math.sqrt(nx * nx + ny * ny + nz * nz);
    nx /= l;
    ny /= l;
    nz /= l;
    point[1] = wb;
    point[2] = wc;
    probed[PROBE_DEPTH] = (1 - t) * (nx * dx + ny * dy + nz * dz);
    probed[PROBE_OUT] = nx;
    probed[PROBE_OUT + 1] = ny;
    probed[PROBE_OUT + 2] = nz;
    for (let k = 0; k < 3; k++) probed[PROBE_POINT + k] = tips.tips[i + k];
    return true;
  }

  /**
   * What the tool at a pose feels of the sheet at `positions` (x y z a vertex, metres); adds what it does to the sheet
   * to `forces` (newtons, x y z a vertex). With the pose `before`, dt seconds ago, damping and friction count too.
   */
  apply(pose: Pose, positions: Float64Array, forces: Float64Array, before: Pose = pose, dt = 1): ToolForce {
    const now = new Float64Array(PLACE_SIZE);
    const then = new Float64Array(PLACE_SIZE);
    writePlace(pose, now);
    writePlace(before, then, 'pose before');
    const { contacts } = this;
    this.find(then, now, positions);
    contacts.prepare(checkedNumber(dt, 'dt', false));
    contacts.takeNormalForces(positions, positions);
    const own = new Float64Array(positions.length);
    contacts.addForces(positions, positions, 1, own);
    for (let o = 0; o < own.length; o++) forces[o] += own[o];
    const sums = new Float64Array(6);
    addToolForce(own, positions, now, 1, sums);
    return { ...limitForce(sums, this.limit), depth: contacts.deepest(positions, positions) };
  }
}
