import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../../src/contact/pair-query.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../../src/methods/index.ts';
import type { Motion } from '../../../../src/motion/motion.ts';
import { translationMotion } from '../../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import type { SceneMotions } from '../../../../src/scene/content/scene-motions.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { type LinearMotion, linearMotion } from '../../../../src/soft/linear-motion.ts';
import { sheet } from '../../soft/random-soft.ts';

const nameOf = ({ body, link }: { body: string; link?: string }): string => link ?? body;

const triangle = (z: number, x = 0, name = 'triangle'): TriangleMesh =>
  new TriangleMesh([x, 0, z, x + 1, 0, z, x, 1, z], [0, 1, 2], { name });
const at = (z: number, x = 0): Float64Array => triangle(z, x).positions;

describe('names', () => {
  const cloth = triangle(0, 5, 'cloth');
  const obstacles = [
    { name: 'far', shape: triangle(-1) },
    { name: 'near', shape: new TriangleMesh([9, 9, 9, 9, 8, 9, 8, 9, 9, 5, 0, -1, 6, 0, -1, 5, 1, -1], [0, 1, 2, 3, 4, 5]) },
    { name: 'beyond', shape: triangle(-1, -5) },
  ];
  const scene = new Scene({ obstacles, soft: [{ name: 'cloth', shape: cloth }] });

  test.each(['all', 'first', 'minimal', 'none'] as const)("of joined obstacles the one that is touched; contacts: '%s'", (contacts) => {
    const falls = scene.firstContact({ cloth: linearMotion(at(0, 5), at(-2, 5)) }, { contacts });
    expect(falls).toMatchObject({ status: 'contact', pair: [{ body: 'cloth' }, { body: 'near' }], initial: [], segment: 0 });
    expect(Math.abs(falls.time - 0.5)).toBeLessThan(1e-6);
    expect(falls.contacts.length > 0).toBe(contacts !== 'none');
    for (const { a, b } of falls.contacts) expect([a.body, a.triangle, b.body, b.triangle]).toEqual(['cloth', 0, 'near', 1]);
    const touches = scene.firstContact({ cloth: linearMotion(at(-1, 5), at(-2, 5)) }, { contacts });
    expect(touches).toMatchObject({ status: 'overlap', time: 0, pair: [{ body: 'cloth' }, { body: 'near' }] });
    expect(touches.initial.map(({ a, b }) => [a, b])).toEqual([[{ body: 'cloth' }, { body: 'near' }]]);
  });

  test('one that starts near and leaves is free, and told as initial', () => {
    const { status, initial } = scene.firstContact({ cloth: linearMotion(at(-1 + 1e-7, 5), at(0, 5)) });
    expect(status).toBe('free');
    expect(initial).toHaveLength(1);
    expect(initial[0]).toMatchObject({ a: { body: 'cloth' }, b: { body: 'near' } });
    expect(initial[0].gap[0]).toBeLessThanOrEqual(1e-7);
    expect(initial[0].gap[1]).toBeGreaterThanOrEqual(1e-7 - 1e-15);
  });

  test('a link has its robot, a body its name, a soft body its own', () => {
    const robot = new Robot({
      name: 'lift',
      links: [{ name: 'table', joint: { type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: triangle(0) }] }],
    });
    const lifted = new Scene({ robots: [robot], soft: [{ name: 'cloth', shape: triangle(2) }] });
    const answer = lifted.firstContact({ lift: [[0], [4]], cloth: linearMotion(at(2), at(2)) });
    expect(answer).toMatchObject({ status: 'contact', pair: [{ body: 'cloth' }, { body: 'lift', link: 'table' }], configurations: {} });
    expect(Math.abs(answer.time - 0.5)).toBeLessThan(1e-6);
    for (const { a, b } of answer.contacts) expect([a.body, b.body, b.link]).toEqual(['cloth', 'lift', 'table']);

    const carried = new Scene({ bodies: [{ name: 'tray', shape: triangle(0) }], soft: [{ name: 'cloth', shape: triangle(2) }] });
    const moved = carried.firstContact({ tray: translationMotion({}, [0, 0, 4]), cloth: linearMotion(at(2), at(2)) });
    expect(moved).toMatchObject({ status: 'contact', pair: [{ body: 'cloth' }, { body: 'tray' }] });
    // without a motion it stands at its pose
    const standing = new Scene({
      bodies: [{ name: 'tray', shape: triangle(0), pose: { position: [0, 0, 1] } }],
      soft: [{ name: 'cloth', shape: triangle(2) }],
    });
    expect(Math.abs(standing.firstContact({ cloth: linearMotion(at(2), at(-2)) }).time - 0.25)).toBeLessThan(1e-6);

    const two = new Scene({
      soft: [
        { name: 'over', shape: triangle(1) },
        { name: 'under', shape: triangle(0) },
      ],
    });
    const met = two.firstContact({ over: linearMotion(at(1), at(0)), under: linearMotion(at(0), at(1)) });
    expect(met).toMatchObject({ status: 'contact', pair: [{ body: 'over' }, { body: 'under' }] });
    expect(met.time).toBeLessThanOrEqual(0.5);
    expect(met.time).toBeGreaterThan(0.5 - 1e-8);
  });

  test('a mesh that touches itself, if it is asked', () => {
    const folded = new TriangleMesh([...at(0), ...at(1)], [0, 1, 2, 3, 4, 5], { name: 'fold' });
    const motion = linearMotion(folded.positions, Float64Array.from([...at(0), ...at(-1)]));
    const [asked, not] = [true, false].map((self) =>
      new Scene({ soft: [{ name: 'fold', shape: folded, self }] }).firstContact({ fold: motion }),
    );
    expect(asked).toMatchObject({ status: 'contact', pair: [{ body: 'fold' }, { body: 'fold' }] });
    expect(Math.abs(asked.time - 0.5)).toBeLessThan(1e-8);
    expect(not.status).toBe('free');
  });

  test('pairs that are allowed: soft and obstacle, link, body, soft; by one name or with the robot', () => {
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'l', joint: { type: 'prismatic', axis: [0, 0, 1] }, shapes: [{ shape: triangle(-1) }] }],
    });
    const cells = {
      robots: [robot],
      bodies: [{ name: 'b', shape: triangle(-2) }],
      obstacles: [
        { name: 'o', shape: triangle(-3) },
        { name: 'p', shape: triangle(-9, 40) },
      ],
      soft: [
        { name: 's', shape: triangle(0) },
        { name: 'q', shape: triangle(-4) },
      ],
    };
    const motions: SceneMotions = { r: [0], s: linearMotion(at(0), at(-5)), q: linearMotion(at(-4), at(-4)) };
    const pairs: (readonly [string, string])[] = [
      ['s', 'r/l'],
      ['b', 's'],
      ['o', 's'],
      ['q', 's'],
    ];
    const times = [0, 1, 2, 3, 4].map((count) => new Scene({ ...cells, allowed: pairs.slice(0, count) }).firstContact(motions));
    expect(times.map(({ status }) => status)).toEqual(['contact', 'contact', 'contact', 'contact', 'free']);
    times.slice(0, 4).forEach(({ time }, i) => {
      expect(Math.abs(time - (i + 1) / 5)).toBeLessThan(1e-6);
    });
    expect(times.map(({ pair }) => pair?.map(({ body }) => body).join(' '))).toEqual(['s r', 's b', 's o', 's q', undefined]);
  });
});

describe('segments', () => {
  test('the first in path order, in whichever segment', () => {
    const scene = new Scene({ obstacles: [{ name: 'floor', shape: triangle(-1) }], soft: [{ name: 'cloth', shape: triangle(0) }] });
    const path = (...heights: number[]): LinearMotion[] => heights.slice(1).map((z, i) => linearMotion(at(heights[i]), at(z)));
    const later = scene.firstContact({ cloth: path(0, 1, 0.5, -2.5, 3) });
    expect(later).toMatchObject({ status: 'contact', segment: 2, pair: [{ body: 'cloth' }, { body: 'floor' }] });
    expect(Math.abs(later.time - 2.5)).toBeLessThan(1e-6);
    expect(scene.firstContact({ cloth: path(0, 1, 0.5, 2.5, 3) })).toMatchObject({ status: 'free', time: 4 });
  });

  test('what is rigid and what is soft: whichever is first, to and fro', () => {
    const scene = new Scene({
      obstacles: [{ name: 'floor', shape: triangle(-1) }],
      bodies: [{ name: 'b', shape: triangle(0) }],
      soft: [{ name: 'cloth', shape: triangle(1) }],
    });
    const body = (z: number, by: number): Motion => translationMotion({ position: [0, 0, z] }, [0, 0, by]);
    const cloth = [linearMotion(at(1), at(1)), linearMotion(at(1), at(0.5))];
    // the body goes down onto the floor in its second segment; or up to the cloth in its first
    const down = scene.firstContact({ b: [body(0, -0.5), body(-0.5, -1)], cloth });
    expect([down.pair?.map(nameOf), Math.abs(down.time - 1.5) < 1e-6]).toEqual([['b', 'floor'], true]);
    const up = scene.firstContact({ b: [body(0, 2), body(2, -4)], cloth });
    expect([up.pair?.map(nameOf), Math.abs(up.time - 0.5) < 1e-6]).toEqual([['cloth', 'b'], true]);
    const meeting = scene.firstContact({ b: [body(0, 0.5), body(0.5, 0.25)], cloth });
    expect([meeting.pair?.map(nameOf), Math.abs(meeting.time - (1 + 2 / 3)) < 1e-5]).toEqual([['cloth', 'b'], true]);
  });
});

describe('solids', () => {
  const shell = box(4);
  const inner = new TriangleMesh(box(1).positions, box(1).indices, { name: 'inner' });
  const still = (mesh: TriangleMesh): LinearMotion => linearMotion(mesh.positions, mesh.positions);

  test.each(['all', 'none'] as const)("what starts wholly inside overlaps, and is named; contacts: '%s'", (contacts) => {
    const expected = { status: 'overlap', time: 0, contacts: [] };
    const inObstacle = new Scene({ obstacles: [{ name: 'o', shape: shell }], soft: [{ name: 's', shape: inner }] });
    expect(inObstacle.firstContact({ s: still(inner) }, { contacts })).toMatchObject({ ...expected, pair: [{ body: 's' }, { body: 'o' }] });
    const inBody = new Scene({ bodies: [{ name: 'b', shape: shell }], soft: [{ name: 's', shape: inner }] });
    expect(inBody.firstContact({ s: still(inner) }, { contacts })).toMatchObject({ ...expected, pair: [{ body: 's' }, { body: 'b' }] });
    const around = new Scene({ bodies: [{ name: 'b', shape: inner }], soft: [{ name: 's', shape: shell }] });
    const answer = around.firstContact({ s: still(shell) }, { contacts });
    expect(answer).toMatchObject({ ...expected, pair: [{ body: 's' }, { body: 'b' }] });
    expect(answer.initial.map(({ a, b }) => [a.body, b.body])).toEqual([['s', 'b']]);
    const both = new Scene({
      soft: [
        { name: 's', shape: shell },
        { name: 't', shape: inner },
      ],
    });
    expect(both.firstContact({ s: still(shell), t: still(inner) }, { contacts })).toMatchObject({
      ...expected,
      pair: [{ body: 's' }, { body: 't' }],
    });
  });

  test('surfaces that hold something do not touch it', () => {
    const hollow = new TriangleMesh(shell.positions, shell.indices, { name: 'hollow' });
    expect(
      new Scene({ obstacles: [{ name: 'o', shape: hollow }], soft: [{ name: 's', shape: inner }] }).firstContact({ s: still(inner) })
        .status,
    ).toBe('free');
    expect(
      new Scene({ bodies: [{ name: 'b', shape: inner }], soft: [{ name: 's', shape: hollow }] }).firstContact({ s: still(hollow) }).status,
    ).toBe('free');
  });

  test('allowed: not asked', () => {
    const scene = new Scene({ obstacles: [{ name: 'o', shape: shell }], soft: [{ name: 's', shape: inner }], allowed: [['s', 'o']] });
    expect(scene.firstContact({ s: still(inner) }).status).toBe('free');
  });
});

describe('budgets and garbage', () => {
  const cloth = triangle(0, 0, 'cloth');
  const scene = new Scene({ obstacles: [{ name: 'floor', shape: triangle(-1) }], soft: [{ name: 'cloth', shape: cloth }] });
  const falls = linearMotion(at(0), at(-2));

  test('no time left: unresolved, with a reason, proven until then', () => {
    const answer = scene.firstContact({ cloth: falls }, { maxMilliseconds: 0 });
    expect(answer).toMatchObject({ status: 'unresolved', reason: 'milliseconds' });
    expect(answer.time).toBeLessThanOrEqual(0.5);
    const many = sheet(40, new Random('budget'), 0.01);
    const heavy = new Scene({
      soft: [
        { name: 'a', shape: many },
        { name: 'b', shape: many },
      ],
    });
    const low = many.positions.map((x, i) => (i % 3 === 2 ? x - 0.01 : x));
    expect(
      heavy.firstContact({ a: linearMotion(many.positions, low), b: linearMotion(low, many.positions) }, { maxMilliseconds: 0 }),
    ).toMatchObject({
      status: 'unresolved',
      reason: 'milliseconds',
      time: 0,
    });
    const few = heavy.firstContact({ a: linearMotion(many.positions, low), b: linearMotion(low, many.positions) }, { maxIterations: 3 });
    expect(few).toMatchObject({ status: 'unresolved', reason: 'iterations', time: 0 });
    // and it is as good as new
    expect(scene.firstContact({ cloth: falls }).status).toBe('contact');
  });

  test.each<[string, () => unknown]>([
    ['a soft body without a motion', () => scene.firstContact({})],
    ['a rigid motion', () => scene.firstContact({ cloth: translationMotion({}, [0, 0, 1]) })],
    ['no motions in the list', () => scene.firstContact({ cloth: [] })],
    ['frames without linear', () => scene.firstContact({ cloth: { positions0: at(0), positions1: at(1) } as never })],
    ['too few vertices', () => scene.firstContact({ cloth: linearMotion(at(0).slice(3), at(0).slice(3)) })],
    ['a motion of something else', () => scene.firstContact({ cloth: falls, floor: falls })],
    ["start: 'leaving'", () => scene.firstContact({ cloth: falls }, { start: 'leaving' })],
    ['a negative clearance', () => scene.firstContact({ cloth: falls }, { clearance: -1 })],
    ['a tolerance of 0', () => scene.firstContact({ cloth: falls }, { tolerance: 0 })],
    [
      'frames that are no places any more',
      () => {
        const broken = linearMotion(at(0), at(-2));
        broken.positions1[4] = Number.NaN;
        return scene.firstContact({ cloth: broken });
      },
    ],
    ['a jump between two segments', () => scene.firstContact({ cloth: [linearMotion(at(0), at(-0.5)), linearMotion(at(-2), at(-3))] })],
    ['contactIntervals', () => scene.contactIntervals({ cloth: falls })],
    ['clearance', () => scene.clearance({ cloth: falls })],
    ['distanceAt', () => scene.distanceAt({ cloth: falls }, 0)],
    [
      'another number of segments',
      () =>
        new Scene({
          soft: [
            { name: 'a', shape: cloth },
            { name: 'b', shape: cloth },
          ],
        }).firstContact({ a: [falls, falls], b: falls }),
    ],
    ['no mesh', () => new Scene({ soft: [{ name: 'a' } as never] })],
    ['an empty name', () => new Scene({ soft: [{ name: '', shape: cloth }] })],
    ['null', () => new Scene({ soft: [null as never] })],
    ['not a list', () => new Scene({ soft: cloth as never })],
    ['a name twice', () => new Scene({ soft: [{ name: 'a', shape: cloth }], bodies: [{ name: 'a', shape: cloth }] })],
    ['an allowed name that is none', () => new Scene({ soft: [{ name: 'a', shape: cloth }], allowed: [['a', 'x']] })],
    [
      'a solid that is open',
      () =>
        new Scene({ soft: [{ name: 'a', shape: new TriangleMesh(cloth.positions, cloth.indices, { solid: true }) }] }).firstContact({
          a: falls,
        }),
    ],
    ['two bodies, leaving', () => firstContact({ shape: cloth, motion: falls }, { shape: triangle(-1) }, { start: 'leaving' })],
    [
      'two soft bodies, leaving',
      () => firstContact({ shape: cloth, motion: falls }, { shape: cloth, motion: falls }, { start: 'leaving' }),
    ],
    [
      'two bodies by a method for rigid ones',
      () => firstContact({ shape: cloth, motion: falls }, { shape: triangle(-1) }, { method: hca }),
    ],
  ])('%s: an InputError', (_what, act) => {
    expect(act).toThrow(InputError);
  });
});
