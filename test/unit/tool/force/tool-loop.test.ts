import { describe, expect, test } from 'vitest';
import { hull, hullRim } from '../../../../scenes/soft/deforming-hull.ts';
import { DRILL_PHASES, drill, endAt } from '../../../../scenes/soft/drill-motion.ts';
import { hullLoopOptions, toolSession } from '../../../../scenes/soft/tool-session.ts';
import type { Pose, Vec3 } from '../../../../src/math/pose.ts';
import { multiply, rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { box, sphere } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { type DetectContact, type ToolAdvance, ToolLoop, type ToolLoopOptions } from '../../../../src/tool/force/tool-loop.ts';
import { rounds } from '../../../support/rounds.ts';

const DT = 1 / 60;

function size(v: readonly number[]): number {
  return Math.hypot(...v);
}

function displaced({ workpiece }: ToolLoop): number {
  const { positions, model } = workpiece;
  let most = 0;
  for (let o = 0; o < positions.length; o++) most = Math.max(most, Math.abs(positions[o] - model.rest[o]));
  return most;
}

function loopOver(triangles: number, changes: Partial<ToolLoopOptions> = {}): ToolLoop {
  return new ToolLoop({ shape: drill() }, { shape: hull(triangles) }, { ...hullLoopOptions(triangles), ...changes });
}

describe('pressing the drill into the hull', () => {
  test.each([400, 1600])('%i triangles: force rises to a few newtons along the normal, the hull yields and springs back', (triangles) => {
    const loop = loopOver(triangles);
    const forces: number[] = [];
    let deepest: ToolAdvance | undefined;
    loop.advance(endAt(0.01, 0.01, 0.002), DT);
    for (let i = 0; i <= 40; i++) {
      const result = loop.advance(endAt(0.01, 0.01, 0.002 - 0.0001 * i), DT);
      expect(result.lag).toBe(0);
      forces.push(size(result.force));
      deepest = result;
    }
    for (let i = 0; i < 30; i++) deepest = loop.advance(endAt(0.01, 0.01, -0.002), DT);
    const held = deepest as ToolAdvance;
    expect(forces.slice(0, 18).every((f) => f === 0)).toBe(true);
    for (const i of [25, 30, 35]) expect(forces[i + 5]).toBeGreaterThan(forces[i]);
    expect(size(held.force)).toBeGreaterThan(3);
    expect(size(held.force)).toBeLessThan(39);
    // mostly upwards, and the hull has gone down under the tool
    expect(held.force[2] / size(held.force)).toBeGreaterThan(0.95);
    expect(held.depth).toBeLessThan(0.0006);
    expect(displaced(loop)).toBeGreaterThan(0.001);
    expect(displaced(loop)).toBeLessThan(0.0035);
    expect(held.contact && held.zone.length > 0).toBe(true);
    let last = held;
    for (let i = 0; i < 90; i++) last = loop.advance(endAt(0.01, 0.01, -0.002 + 0.0005 * i), DT);
    expect(last).toMatchObject({ contact: false, depth: 0, force: [0, 0, 0], torque: [0, 0, 0], zone: [], time: null });
    expect(displaced(loop)).toBeLessThan(1e-7);
  });

  test('held still the force settles: the same for every length of step and for any stiffness of the contact', () => {
    const settled = [1 / 1000, 1 / 60, 1 / 15].flatMap((dt) =>
      [1e9, 1e13].map((stiffness) => {
        const loop = loopOver(400, { penalty: { stiffness }, solver: { newton: 6, iterations: 400, accuracy: 1e-4 } });
        loop.advance(endAt(0, 0, 0.001), dt);
        let force = 0;
        for (let i = 0; i < 60; i++) force = size(loop.advance(endAt(0, 0, Math.max(-0.002, 0.001 - 0.0003 * i)), dt).force);
        for (let i = 0; i < (dt < 0.01 ? 400 : 100); i++) force = size(loop.advance(endAt(0, 0, -0.002), dt).force);
        return [stiffness, force] as const;
      }),
    );
    for (const stiffness of [1e9, 1e13]) {
      const forces = settled.filter(([k]) => k === stiffness).map(([, force]) => force);
      expect(Math.max(...forces) / Math.min(...forces)).toBeLessThan(1.1);
    }
    // a contact 10,000 times stiffer leaves only the hull to yield
    expect(settled[1][1]).toBeGreaterThan(settled[0][1]);
    expect(settled[1][1]).toBeLessThan(2 * settled[0][1]);
  });

  test('a whole session: quiet before, pressed between, at rest after; frames complete and finite', () => {
    const { frames, workpiece } = toolSession({ triangles: 400, rate: 30 });
    expect(frames).toHaveLength(121);
    for (const frame of frames) {
      expect(frame.positions).toHaveLength(workpiece.positions.length);
      expect([...frame.positions, ...frame.force, ...frame.torque, frame.depth].every(Number.isFinite)).toBe(true);
      if (frame.phase === 'slide') expect(frame.level).toBe('contact');
      if (frame.time < 0.9 || frame.phase === 'away') {
        expect(frame).toMatchObject({ force: [0, 0, 0], zone: [] });
        expect(['clear', 'unknown']).toContain(frame.level);
      }
    }
    expect(DRILL_PHASES.map(([phase]) => phase).every((phase) => frames.some((frame) => frame.phase === phase))).toBe(true);
    expect(JSON.parse(JSON.stringify(frames[60].force))).toEqual(frames[60].force);
  });
});

describe('a tool that is too fast', () => {
  /** What a certified query would say of a box falling on the hull: by the height of its lower face. */
  const through: DetectContact = (from, to, positions) => {
    const z0 = (from.position as Vec3)[2] - 0.01;
    const z1 = (to.position as Vec3)[2] - 0.01;
    let top = -Infinity;
    for (let o = 0; o < positions.length; o += 3) {
      if (Math.abs(positions[o]) < 0.03 && Math.abs(positions[o + 1]) < 0.03) top = Math.max(top, positions[o + 2]);
    }
    const time = z0 <= top ? 0 : z1 > top ? null : (z0 - top) / (z0 - z1);
    return { triangles: [], time, normal: [0, 0, -1] };
  };

  test.each([
    ['its own detection', undefined],
    ['one plugged in', through],
  ])('passes the hull within one step and is stopped by it all the same; %s', (_name, detect) => {
    const options = hullLoopOptions(400);
    const bars = { ...options.bars, stiffness: 2e3, shape: 1e5 };
    const loop = new ToolLoop(
      { shape: box([0.04, 0.04, 0.02]) },
      { shape: hull(400) },
      { ...options, bars, detect, penalty: { stiffness: 1e10 } },
    );
    loop.advance({ position: [0, 0, 0.1] }, DT);
    const below: Pose = { position: [0, 0, -0.05] };
    const hit = loop.advance(below, DT);
    // on its way from 0.1 it touched at 0.06
    expect(hit.contact).toBe(true);
    expect(hit.time).toBeGreaterThan(0.2);
    expect(hit.time).toBeLessThan(0.3);
    expect(hit.force[2]).toBeGreaterThan(1);
    expect(hit.zone.length).toBeGreaterThan(0);
    // the proxy may come after; it has the hull in front of it, stretched far
    let result = hit;
    for (let i = 0; i < 20; i++) result = loop.advance(below, DT);
    expect(result).toMatchObject({ contact: true, lag: 0, pose: below });
    expect(result.force[2]).toBeGreaterThan(1);
    const { positions, model } = loop.workpiece;
    for (let o = 0; o < positions.length; o += 3) {
      if (Math.abs(model.rest[o]) < 0.01 && Math.abs(model.rest[o + 1]) < 0.01) expect(positions[o + 2]).toBeLessThan(-0.059);
    }
  });

  test('faster than its sub-steps allow, the simulated tool stays behind and catches up', () => {
    const options = hullLoopOptions(400);
    const bars = { ...options.bars, stiffness: 2e3, shape: 1e5 };
    const loop = new ToolLoop(
      { shape: box([0.04, 0.04, 0.02]) },
      { shape: hull(400) },
      { ...options, bars, substeps: 4, penalty: { stiffness: 1e10 } },
    );
    loop.advance({ position: [0, 0, 0.1] }, DT);
    const lags = Array.from({ length: 8 }, () => loop.advance({ position: [0, 0, -0.02] }, DT).lag);
    expect(lags[0]).toBeGreaterThan(0.03);
    for (let i = 1; i < lags.length; i++) expect(lags[i]).toBeLessThanOrEqual(lags[i - 1]);
    expect(lags[7]).toBe(0);
  });

  test('thrown about, teleported, pressed in absurdly deep: finite, and back at rest when it is gone; seed loop-wild', () => {
    const random = new Random('loop-wild');
    const loop = loopOver(100, { bars: { ...hullLoopOptions(100).bars, anchors: hullRim(100) }, substeps: 8 });
    for (let i = 0; i < rounds(16); i++) {
      const far = random.pick([0.02, 0.2, 5, 1e6]);
      const position: Vec3 = [random.range(-far, far), random.range(-far, far), random.range(-far, far)];
      if (i % 6 === 0) loop.reset({ position: [0, 0, 0.03], quaternion: random.quaternion() }, false);
      const result = loop.advance({ position, quaternion: random.quaternion() }, random.pick([1 / 1000, 1 / 60, 1 / 15]));
      expect([...result.force, ...result.torque, result.depth, result.lag].every(Number.isFinite)).toBe(true);
      expect(size(result.force)).toBeLessThanOrEqual(40 * (1 + 1e-12));
      expect(loop.workpiece.positions.every(Number.isFinite)).toBe(true);
    }
    loop.reset({ position: [0, 0, 10] }, false);
    for (let i = 0; i < 300; i++) loop.advance({ position: [0, 0, 10] }, DT);
    expect(loop.workpiece.velocities.every((v) => Math.abs(v) < 1e-6)).toBe(true);
  });
});

describe('laws of the loop', () => {
  test('what the tool gives the sheet gets: momentum of a floating sheet is minus the impulse on the tool', () => {
    const mesh = hull(100);
    const loop = new ToolLoop(
      { shape: sphere(0.02) },
      { shape: mesh },
      {
        penalty: { stiffness: 1e7, friction: 0.3, damping: 100 },
        bars: { density: 1, stiffness: 1000 },
        solver: { newton: 30, iterations: 4000, accuracy: 1e-9 },
      },
    );
    loop.advance({ position: [0.02, 0.01, 0.08] }, DT);
    const impulse = [0, 0, 0];
    let touched = 0;
    for (let i = 1; i <= 40; i++) {
      const result = loop.advance({ position: [0.02 + 0.0005 * i, 0.01, 0.08 - 0.001 * i] }, DT);
      for (let k = 0; k < 3; k++) impulse[k] += DT * result.force[k];
      if (result.contact) touched++;
    }
    const { velocities, model } = loop.workpiece;
    const momentum = [0, 0, 0];
    for (let o = 0; o < velocities.length; o++) momentum[o % 3] += model.masses[Math.floor(o / 3)] * velocities[o];
    expect(touched).toBeGreaterThan(5);
    expect(size(impulse)).toBeGreaterThan(1e-3);
    for (let k = 0; k < 3; k++) expect(momentum[k] + impulse[k]).toBeCloseTo(0, 7);
  });

  test('turned and moved as a whole the scene does the same; power-of-two units change no bit; seed loop-frame', () => {
    const random = new Random('loop-frame');
    const q = random.quaternion();
    const shift: Vec3 = [0.4, 0.1, -0.7];
    const place = (p: Vec3): Vec3 => rotate(q, p).map((x, k) => x + shift[k]) as unknown as Vec3;
    const mesh = hull(400);
    const tool = drill();
    const turned = new Float64Array(mesh.positions.length);
    for (let o = 0; o < turned.length; o += 3) turned.set(place([mesh.positions[o], mesh.positions[o + 1], mesh.positions[o + 2]]), o);
    const s = 2 ** 10;
    const options: ToolLoopOptions = {
      ...hullLoopOptions(400),
      penalty: { stiffness: 1e9, damping: 1e6 },
      solver: { newton: 8, iterations: 1000, accuracy: 1e-7 },
    };
    const bars = options.bars;
    const plain = new ToolLoop({ shape: tool }, { shape: mesh }, options);
    const moved = new ToolLoop({ shape: tool }, { shape: new TriangleMesh(turned, mesh.indices) }, options);
    const scaled = (m: TriangleMesh) =>
      new TriangleMesh(
        m.positions.map((x) => s * x),
        m.indices,
        { solid: m.solid },
      );
    const large = new ToolLoop(
      { shape: scaled(tool) },
      { shape: scaled(mesh) },
      {
        ...options,
        penalty: { stiffness: 1e9 / s / s, damping: 1e6 / s / s },
        bars: { ...bars, density: bars.density / s / s, shape: (bars.shape as number) / s / s },
      },
    );
    for (let i = 0; i < 12; i++) {
      const { position, quaternion } = endAt(0.013, 0.007, 0.0011 - 0.0003 * i);
      const a = plain.advance({ position, quaternion }, DT);
      const b = moved.advance({ position: place(position), quaternion: multiply(q, quaternion) }, DT);
      const c = large.advance({ position: position.map((x) => s * x) as unknown as Vec3, quaternion }, DT);
      const expected = rotate(q, a.force);
      for (let k = 0; k < 3; k++) expect(b.force[k]).toBeCloseTo(expected[k], 4);
      expect(c.force).toEqual(a.force.map((f) => s * f));
      expect(c.zone).toEqual(a.zone);
    }
    expect(displaced(plain)).toBeGreaterThan(0.001);
  });
});
