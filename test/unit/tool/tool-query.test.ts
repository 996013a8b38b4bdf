import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Pose, Vec3 } from '../../../src/math/pose.ts';
import { rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { Motion } from '../../../src/motion/motion.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { rigidMotion, rotationMotion, screwMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';
import { linearMotion } from '../../../src/soft/linear-motion.ts';
import { type ToolFirstContact, type ToolFirstContactOptions, ToolQuery } from '../../../src/tool/tool-query.ts';
import { rounds } from '../../support/rounds.ts';
import { movedVertices, randomPose, randomTool, sheet } from '../soft/random-soft.ts';

const SAMPLES = 48;
const out = new Float64Array(8);

function corners({ indices, triangleCount }: TriangleMesh, positions: Float64Array): Float64Array[] {
  return Array.from({ length: triangleCount }, (_, t) =>
    Float64Array.from({ length: 9 }, (_, k) => positions[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)]),
  );
}

function placed({ positions }: TriangleMesh, motion: Motion, t: number): Float64Array {
  const { position, quaternion } = poseAt(motion, t);
  const result = new Float64Array(positions.length);
  for (let v = 0; v < result.length; v += 3) {
    const x = rotate(quaternion, [positions[v], positions[v + 1], positions[v + 2]]);
    for (let k = 0; k < 3; k++) result[v + k] = x[k] + position[k];
  }
  return result;
}

interface Case {
  readonly tool: TriangleMesh;
  readonly workpiece: TriangleMesh;
  readonly motion: Motion;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly clearance: number;
}

/** How far each triangle of the workpiece is from the tool. */
function distances({ tool, workpiece, motion, before, after }: Case, t: number): number[] {
  const others = corners(tool, placed(tool, motion, t));
  return corners(workpiece, linearMotion(before, after).positionsAt(t)).map((a, i) => {
    let least = Infinity;
    others.forEach((b, j) => {
      triangleDistance(a, 0, b, 0, out, 0);
      least = Math.min(least, out[6] - (workpiece.radii?.[i] ?? 0) - (tool.radii?.[j] ?? 0));
    });
    return least;
  });
}

/** The farthest any vertex goes from one sample to the next, of both together. */
function stride({ tool, workpiece, motion, before, after }: Case): number {
  let most = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const [a, b] = [i, i + 1].map((k) => placed(tool, motion, k / SAMPLES));
    for (let v = 0; v < a.length; v += 3) most = Math.max(most, Math.hypot(b[v] - a[v], b[v + 1] - a[v + 1], b[v + 2] - a[v + 2]));
  }
  let way = 0;
  for (let v = 0; v < workpiece.positions.length; v += 3)
    way = Math.max(way, Math.hypot(after[v] - before[v], after[v + 1] - before[v + 1], after[v + 2] - before[v + 2]));
  return most + way / SAMPLES;
}

function randomCase(random: Random): Case {
  const flat = sheet(3 + random.integer(2), random, 0.2);
  const radius = random.integer(3) === 0 ? { radius: Array.from({ length: flat.triangleCount }, () => 0.1 * random.next()) } : {};
  const workpiece = new TriangleMesh(flat.positions, flat.indices, { name: 'sheet', ...radius });
  const moves = random.integer(2) === 0;
  const drift: Vec3 = [random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.next()];
  const from = randomPose(random, 0.8, 1.6);
  const to = randomPose(random, 0.8, random.pick([0.2, 0.9]));
  const turns = (): Motion =>
    rotationMotion(from, random.direction(), random.range(2, 9), [random.range(-1, 1), random.range(-1, 1), random.next()]);
  const motion = [() => rigidMotion(from, to), () => screwMotion(from, to), turns][random.integer(3)]();
  return {
    tool: randomTool(random),
    workpiece,
    motion,
    before: workpiece.positions,
    after: moves ? movedVertices(workpiece.positions, random, 0.2, drift) : workpiece.positions,
    clearance: random.integer(2) === 0 ? 0 : 0.1 * random.next(),
  };
}

const ask = (
  one: Case,
  options: ToolFirstContactOptions = {},
  query = new ToolQuery({ shape: one.tool }, { shape: one.workpiece }),
): ToolFirstContact =>
  query.firstContact({ tool: one.motion, workpiece: linearMotion(one.before, one.after) }, { clearance: one.clearance, ...options });

describe.each(['tool-1', 'tool-2'])("random tools over a sheet that may move, seed '%s'", (seed) => {
  const random = new Random(seed);
  const cases = Array.from({ length: rounds(40, 14) }, () => randomCase(random));

  test('free until the time told, within tolerance then; the zone is what comes near', () => {
    const seen: Record<string, number> = {};
    for (const [i, one] of cases.entries()) {
      const { clearance } = one;
      const tolerance = 1e-4;
      const { status, time, zone, depth } = ask(one, { tolerance });
      seen[status] = (seen[status] ?? 0) + 1;
      const nearest = new Float64Array(one.workpiece.triangleCount).fill(Infinity);
      for (let k = 0; k <= SAMPLES; k++) {
        distances(one, k / SAMPLES).forEach((d, triangle) => {
          nearest[triangle] = Math.min(nearest[triangle], d);
          if (k / SAMPLES < time && status !== 'overlap') expect(d, `case ${i}`).toBeGreaterThan(clearance - 1e-9);
        });
      }
      if (status === 'free') {
        expect([time, zone, depth], `case ${i}`).toEqual([1, [], 0]);
        expect(Math.min(...nearest), `case ${i}`).toBeGreaterThan(clearance - 1e-9);
        continue;
      }
      expect(['contact', 'overlap']).toContain(status);
      expect(Math.min(...distances(one, time)), `case ${i}`).toBeLessThan(clearance + tolerance + 1e-9);
      const step = stride(one);
      nearest.forEach((d, triangle) => {
        if (d < clearance - 1e-9) expect(zone, `case ${i}`).toContain(triangle);
        // between two samples it may have come nearer by half a stride
        if (zone.includes(triangle)) expect(d, `case ${i}, triangle ${triangle}`).toBeLessThan(clearance + tolerance + step);
      });
      expect(zone).toEqual([...new Set(zone)].sort((x, y) => x - y));
    }
    expect(
      [seen.free, seen.contact].every((count) => count > rounds(40, 14) / 16),
      JSON.stringify(seen),
    ).toBe(true);
  });

  test('as firstContact of the same bodies', () => {
    for (const [i, one] of cases.entries()) {
      const { status, time } = ask(one, { zone: false });
      const other = firstContact(
        { shape: one.workpiece, motion: linearMotion(one.before, one.after) },
        { shape: one.tool, motion: one.motion },
        { clearance: one.clearance },
      );
      expect([status, Math.abs(time - other.time) < 1e-4], `case ${i}`).toEqual([other.status, true]);
    }
  });

  test('clipped boxes or not, one box or many, one slab or many: the same answer, fewer candidates when clipped', () => {
    let [clipped, whole] = [0, 0];
    for (const [i, one] of cases.entries()) {
      const plain = ask(one);
      for (const options of [{ clip: false }, { boxes: 1, slabs: 1 }, { clip: false, boxes: 1, slabs: 1 }, { slabs: 7 }]) {
        const told = ask(one, {}, new ToolQuery({ shape: one.tool }, { shape: one.workpiece }, options));
        expect([told.status, told.zone], `case ${i}, ${JSON.stringify(options)}`).toEqual([plain.status, plain.zone]);
        expect(Math.abs(told.time - plain.time), `case ${i}`).toBeLessThan(1e-6);
        expect(Math.abs(told.depth - plain.depth), `case ${i}`).toBeLessThan(1e-6);
        expect(told.candidates).toBeGreaterThanOrEqual(told.zone.length);
        if (options.clip === false && options.boxes === undefined) whole += told.candidates;
      }
      clipped += plain.candidates;
    }
    expect(clipped).toBeLessThan(whole);
  });

  test('asked again, and after others: the same', () => {
    const { tool, workpiece } = cases[0];
    const query = new ToolQuery({ shape: tool }, { shape: workpiece });
    const first = ask(cases[0], {}, query);
    for (const one of cases.slice(1, 8)) {
      // another motion and other frames of as many vertices
      if (one.workpiece.vertexCount === workpiece.vertexCount) ask({ ...one, tool, workpiece }, {}, query);
    }
    expect(ask(cases[0], {}, query)).toEqual(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    const { zone, depth, ...rest } = first;
    expect(ask(cases[0], { zone: false }, query)).toMatchObject({ status: rest.status, time: rest.time, zone: [], depth: 0 });
  });
});

describe('what can be worked out by hand', () => {
  /** 8 × 8 quads of size 1, facing up; triangles 2(8i + j) and the next are at [i, i + 1] × [j, j + 1]. */
  const n = 8;
  const plate = ((): TriangleMesh => {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i, j, 0);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = i * (n + 1) + j;
        indices.push(a, a + n + 1, a + 1, a + 1, a + n + 1, a + n + 2);
      }
    }
    return new TriangleMesh(positions, indices, { name: 'plate' });
  })();
  const raised = (z: number): Float64Array => plate.positions.map((x, i) => (i % 3 === 2 ? x + z : x));
  const quads = (from: Vec3, to: Vec3): number[] => {
    const list: number[] = [];
    for (let i = from[0]; i < to[0]; i++) for (let j = from[1]; j < to[1]; j++) list.push(2 * (n * i + j), 2 * (n * i + j) + 1);
    return list.sort((x, y) => x - y);
  };
  const down = (from: Vec3, by: number): Motion => translationMotion({ position: from }, [0, 0, -by]);

  test('a box comes down on a plate: time, depth, zone, normal and point', () => {
    // its lower face, 1 below its middle, covers [2.25, 3.75]² and is at 1 at the start
    const query = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate });
    const result = query.firstContact({ tool: down([3, 3, 2], 1.5) });
    expect(result.status).toBe('contact');
    expect(result.time).toBeLessThanOrEqual(2 / 3);
    expect(result.time).toBeGreaterThan(2 / 3 - 1e-5);
    expect(result.depth).toBeCloseTo(0.5, 12);
    expect(result.zone).toEqual(quads([2, 2, 0], [4, 4, 0]));
    const [{ normal, point, pointA, pointB, kind, a, b }] = result.contacts;
    expect(normal.map((x) => Math.round(x * 1e9) / 1e9 + 0)).toEqual([0, 0, -1]);
    expect(point[2]).toBeCloseTo(0, 5);
    for (const k of [0, 1]) expect(Math.abs(point[k] - 3)).toBeLessThan(0.75 + 1e-9);
    expect(pointA[2]).toBeCloseTo(pointB[2], 5);
    expect([kind, a.body, b.body]).toEqual([`${a.feature}-${b.feature}`, 'box', plate.name]);
    expect(result.zone).toContain(b.triangle);
  });

  test('it stops before the plate: free; by less than the clearance: contact', () => {
    const query = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate });
    const stop = down([3, 3, 2], 0.75);
    expect(query.firstContact({ tool: stop })).toMatchObject({ status: 'free', time: 1, zone: [], depth: 0, contacts: [], complete: true });
    expect(query.firstContact({ tool: stop, workpiece: plate.positions }, { clearance: 0.24 }).status).toBe('free');
    const near = query.firstContact({ tool: stop, workpiece: plate.positions }, { clearance: 0.5 });
    expect([near.status, near.depth]).toEqual(['contact', 0]);
    expect(near.time).toBeLessThanOrEqual(2 / 3);
    expect(near.time).toBeGreaterThan(2 / 3 - 1e-5);
  });

  test('it starts in the plate: overlap at 0', () => {
    const query = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate });
    expect(query.firstContact({ tool: down([3, 3, 0.75], 0.25) })).toMatchObject({
      status: 'overlap',
      time: 0,
      zone: quads([2, 2, 0], [4, 4, 0]),
    });
  });

  test('the plate comes up to a tool at rest, or goes away before it', () => {
    const query = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate });
    const still = translationMotion({ position: [3, 3, 2] }, [0, 0, 0]);
    const up = query.firstContact({ tool: still, workpiece: linearMotion(raised(0), raised(2)) });
    expect(up.status).toBe('contact');
    expect(up.time).toBeLessThanOrEqual(0.5);
    expect(up.time).toBeGreaterThan(0.5 - 1e-5);
    expect(up.depth).toBeCloseTo(1, 12);
    expect(query.firstContact({ tool: down([3, 3, 2], 1.5), workpiece: linearMotion(raised(0), raised(-1)) }).status).toBe('free');
    // both move: 1 apart, closing by 3
    const both = query.firstContact({ tool: down([3, 3, 2], 1.5), workpiece: linearMotion(raised(0), raised(1.5)) });
    expect(both.time).toBeLessThanOrEqual(1 / 3);
    expect(both.time).toBeGreaterThan(1 / 3 - 1e-5);
  });

  test.each([
    ['a ball', sphere(0.5), 0],
    ['a capsule', capsule([-0.5, 0, 0], [0.5, 0, 0], 0.5), 0],
    ['a ball on a thick plate', sphere(0.5), 0.25],
  ])('%s comes down: when its radius reaches the plate', (_name, tool, radius) => {
    const thick = new TriangleMesh(plate.positions, plate.indices, { name: 'plate', ...(radius > 0 ? { radius } : {}) });
    const query = new ToolQuery({ shape: tool }, { shape: thick });
    // 2 above, down by 1.75
    const { status, time, zone } = query.firstContact({ tool: down([3.5, 3.5, 2], 1.75) });
    expect(status).toBe('contact');
    expect(time).toBeLessThanOrEqual((1.5 - radius) / 1.75);
    expect(time).toBeGreaterThan((1.5 - radius) / 1.75 - 1e-5);
    expect(zone).toEqual(expect.arrayContaining(quads([3, 3, 0], [4, 4, 0])));
    expect(query.firstContact({ tool: down([3.5, 3.5, 2], 1.4 - radius) }).status).toBe('free');
  });

  test.each([1, 3, 10])('a bar turned %i times about an upright axis as it comes down', (turns) => {
    const bar = new TriangleMesh(box([3, 0.25, 0.5]).positions, box([3, 0.25, 0.5]).indices, { name: 'bar' });
    const query = new ToolQuery({ shape: bar }, { shape: plate });
    const from: Pose = { position: [4, 4, 2.25] };
    const end = 2 * Math.PI * turns;
    // without coming down it clears the plate, however far it turns
    expect(query.firstContact({ tool: rotationMotion(from, [0, 0, 1], end) }).status).toBe('free');
    // turned about a level axis, its end reaches down to 1.5 at the most
    const level = query.firstContact({ tool: rotationMotion({ position: [4, 4, 1.25] }, [0, 1, 0], end) });
    expect(level.status).toBe('contact');
    // its farthest corners are at hypot(1.5, 0.25) and dip to the plate when they have turned so far
    const angle = Math.asin(1.25 / Math.hypot(1.5, 0.25)) - Math.atan2(0.25, 1.5);
    expect(level.time).toBeLessThanOrEqual(angle / end);
    expect(level.time).toBeGreaterThan(angle / end - 1e-5);
    expect(query.firstContact({ tool: rotationMotion({ position: [4, 4, 1.53] }, [0, 1, 0], end) }).status).toBe('free');
  });

  test('of surfaces: a tool wholly inside a closed workpiece does not touch it', () => {
    expect(new ToolQuery({ shape: box(1) }, { shape: box(8) }).firstContact({ tool: translationMotion({}, [1, 0, 0]) }).status).toBe(
      'free',
    );
  });

  test('a forecast asks segment by segment', () => {
    const check = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate }).checkSegment();
    const at = (z: number): Pose => ({ position: [3, 3, z] });
    const segment = { from: at(2), to: at(0.5) } as Parameters<typeof check>[0];
    expect(check(segment, 1000).status).toBe('contact');
    expect(check({ ...segment, to: at(1.5) }, 1000).status).toBe('free');
  });

  test('frames as plain lists: the same answer', () => {
    const query = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate });
    const motion = down([3, 3, 2], 1.5);
    expect(query.firstContact({ tool: motion, workpiece: [...plate.positions] })).toEqual(
      query.firstContact({ tool: motion, workpiece: plate.positions }),
    );
    const [before, after] = [raised(0), raised(1.5)];
    expect(query.firstContact({ tool: motion, workpiece: { positions0: [...before], positions1: [...after] } })).toEqual(
      query.firstContact({ tool: motion, workpiece: linearMotion(before, after) }),
    );
  });

  test('no time left: unresolved, with a reason', () => {
    const { status, reason, time } = new ToolQuery({ shape: box([1.5, 1.5, 2]) }, { shape: plate }).firstContact(
      { tool: down([3, 3, 2], 1.5), workpiece: plate.positions },
      {
        maxMilliseconds: 0,
      },
    );
    expect([status, reason]).toEqual(['unresolved', 'milliseconds']);
    expect(time).toBeLessThanOrEqual(2 / 3);
  });

  describe('garbage', () => {
    const tool = box([1.5, 1.5, 2]);
    const query = new ToolQuery({ shape: tool }, { shape: plate });
    const through = down([3, 3, 2], 1.5);

    test('a corner that is no place, at either frame, near the tool or far from it', () => {
      for (const vertex of [0, 40, 80]) {
        for (let k = 0; k < 3; k++) {
          const broken = plate.positions.slice();
          broken[3 * vertex + k] = Number.NaN;
          expect(() => query.firstContact({ tool: through, workpiece: broken })).toThrow(InputError);
          expect(() =>
            query.firstContact({ tool: through, workpiece: { positions0: plate.positions, positions1: broken } as never }),
          ).toThrow(InputError);
        }
      }
      // and it is as good as new
      expect(query.firstContact({ tool: through }).status).toBe('contact');
    });

    test.each<[string, () => unknown]>([
      ['no tool', () => new ToolQuery({ shape: undefined as never }, { shape: plate })],
      ['no workpiece', () => new ToolQuery({ shape: tool }, { shape: {} as never })],
      ['an unknown option', () => new ToolQuery({ shape: tool }, { shape: plate }, { cliip: true } as never)],
      ['no slabs', () => new ToolQuery({ shape: tool }, { shape: plate }, { slabs: 0 })],
      ['a motion in the place of { tool }', () => query.firstContact(through as never)],
      ['a pose for a motion', () => query.firstContact({ tool: { position: [0, 0, 0] } as never })],
      ['too few vertices', () => query.firstContact({ tool: through, workpiece: plate.positions.slice(3) })],
      ['a text', () => query.firstContact({ tool: through, workpiece: 'plate' as never })],
      ['an unknown check option', () => query.firstContact({ tool: through, workpiece: plate.positions }, { tol: 1 } as never)],
      ['a negative clearance', () => query.firstContact({ tool: through, workpiece: plate.positions }, { clearance: -1 })],
      ['a clearance of NaN', () => query.firstContact({ tool: through, workpiece: plate.positions }, { clearance: Number.NaN })],
      ['a tolerance of 0', () => query.firstContact({ tool: through, workpiece: plate.positions }, { tolerance: 0 })],
      ['a tolerance as text', () => query.firstContact({ tool: through, workpiece: plate.positions }, { tolerance: '1' as never })],
      ['options null', () => query.firstContact({ tool: through, workpiece: plate.positions }, null as never)],
      ['a motion of NaN', () => query.firstContact({ tool: rigidMotion({ position: [0, 0, Number.NaN] }, {}) })],
    ])('%s: an InputError', (_what, act) => {
      expect(act).toThrow(InputError);
    });
  });
});
