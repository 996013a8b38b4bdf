import { describe, expect, test } from 'vitest';
import { bodyTrajectory, box, Scene, TriangleMesh } from '../../../../src/index.ts';
import { type CellReportInput, cellReportPage } from '../../../../src/report/index.ts';
import { arm, pathOf, reportedCell } from './cell-report-inputs.ts';

const FREE = [
  [0, 0],
  [-1, 0.1],
];
const INPUTS = {
  contact: reportedCell(),
  free: reportedCell({ waypoints: FREE }),
  overlap: reportedCell({
    waypoints: [
      [Math.PI / 2, 0],
      [0, 0],
    ],
  }),
  unresolved: reportedCell({ options: { maxIterations: 1 } }),
};
const HEADLINES = {
  contact: /^Contact at t&nbsp;=&nbsp;1\.\d+$/,
  free: /^Free: no contact/,
  overlap: /^In contact from the start$/,
  unresolved: /^Undecided after t/,
};

const textOf = (html: string) => html.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const dataOf = (html: string) => JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
const floats = (text: string) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);

describe.each(Object.entries(INPUTS))('the page of a cell for %s', (status, input) => {
  const html = cellReportPage(input);

  test('has the status that was asked for, in its headline', () => {
    expect(input.result.status).toBe(status);
    expect(/<h1 class="(\w+)">/.exec(html)?.[1]).toBe(status);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]).toMatch(HEADLINES[status as keyof typeof HEADLINES]);
  });

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    for (const [, target] of html.matchAll(/\b(?:src|href)\s*=\s*"([^"]*)"/g)) expect(target).toMatch(/^(data:|#)/);
    for (const [, target] of html.matchAll(/url\(([^)]*)\)/g)) expect(target).toMatch(/^["']?data:/);
  });

  test('tells the names, joints, version, work and the numbers in full', () => {
    const { time, tolerance, rounding, gap, stats } = input.result;
    for (const number of [time, tolerance, rounding, ...(gap ?? [])]) expect(html).toContain(String(number));
    for (const text of ['a test', '1.2.3', '0.25 ms', 'shoulder', 'slide', stats.method, 'robot arm', '3 links'])
      expect(html).toContain(text);
  });

  test('is well formed: one document, scripts that parse, data that is JSON', () => {
    expect(html.match(/<\/html>/g)).toHaveLength(1);
    const [, program] = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(() => new Function(program)).not.toThrow();
    const data = dataOf(html);
    expect(data.status).toBe(status);
    expect(data.bodies).toHaveLength(6);
    expect(data.curve.times).toContain(input.result.time);
    expect(JSON.stringify(data)).not.toContain('null');
    for (const tag of [
      'main',
      'section',
      'table',
      'dl',
      'figure',
      'header',
      'svg',
      'ul',
      'div',
      'p',
      'span',
      'label',
      'details',
      'b',
      'i',
    ]) {
      const opened = html.match(new RegExp(`<${tag}[\\s>]`, 'g'))?.length ?? 0;
      expect([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length ?? 0]).toEqual([tag, opened]);
    }
    expect(textOf(html)).not.toMatch(/undefined|NaN|Infinity/);
  });
});

test('contact: who, on which segment, where, and the joint values between the waypoints in degrees', () => {
  const input = INPUTS.contact;
  const text = textOf(cellReportPage(input));
  const { segment, fraction, configurations } = input.result;
  expect(segment).toBe(1);
  const [near] = /the two are at most (\S+) m apart/.exec(text)?.slice(1) ?? [];
  expect(Number(near)).toBeGreaterThanOrEqual(input.result.gap?.[1] ?? NaN);
  expect(Number(near)).toBeLessThan(1.01 * (input.result.gap?.[1] ?? NaN));
  expect(text).toContain('Upper touches wall on the way from waypoint 1 to waypoint 2.');
  expect(text).toContain('proven at every time before, all that is tested is apart tested');
  expect(text).toContain('link upper and obstacle wall');
  expect(text).toContain(`${Number((100 * fraction).toPrecision(4))} % of it`);
  const degrees = (radians: number) => `${((radians * 180) / Math.PI).toFixed(3)}°`;
  expect(text).toContain(`shoulder ${degrees(0.5)} ${degrees(configurations.arm[0])} ${degrees(2)}`);
  expect(text).toContain('slide 0.1 0.1 0.1');
});

test('the claims are those of the status', () => {
  const proof = (input: CellReportInput) => textOf(/<h2>What is proven<\/h2>([\s\S]*?)<\/ul>/.exec(cellReportPage(input))?.[1] ?? '');
  expect(proof(INPUTS.contact)).toMatch(/at every time before, all that is tested is apart.*never late/);
  expect(proof(INPUTS.free)).toContain('at every time all that is tested is apart');
  expect(proof(INPUTS.overlap)).not.toContain('is apart');
  expect(proof(INPUTS.unresolved)).toContain('Nothing is claimed about what follows: the budget of iterations ran out.');
  expect(proof(reportedCell({ options: { clearance: 0.01 } }))).toContain('all that is tested is more than 0.01 apart');
});

test('free: the closest instant, with its pair, and the proven clearance', () => {
  const clearance = INPUTS.free.scene.clearance(INPUTS.free.motions);
  const html = cellReportPage({ ...INPUTS.free, clearance });
  expect(dataOf(html).shownTime).toBe(clearance.time);
  expect(html).toContain('class="proven"');
  const [told] = /keep at least <b>(\S+) m<\/b>/.exec(html)?.slice(1) ?? [];
  expect(Number(told)).toBeLessThanOrEqual(clearance.gap[0]);
  expect(Number(told)).toBeGreaterThan(0.99 * clearance.gap[0]);
  expect(dataOf(html).nearest).toHaveLength(2);
});

test('stretches in contact are listed and shaded', () => {
  const intervals = INPUTS.contact.scene.contactIntervals(INPUTS.contact.motions);
  expect(intervals.intervals.length).toBeGreaterThan(0);
  const html = cellReportPage({ ...INPUTS.contact, intervals });
  expect(html.match(/<rect class="after"/g)).toHaveLength(intervals.intervals.length);
  expect(textOf(html)).toContain('upper – wall');
  expect(textOf(cellReportPage({ ...INPUTS.contact, intervals: { intervals: [], complete: false } }))).toContain('there may be more');
});

test('pairs that start in contact, with when they left', () => {
  const { result } = INPUTS.contact;
  const pair = { a: { body: 'arm', link: 'upper' }, b: { body: 'wall' }, gap: [0, 1e-7] as const };
  const initial = [
    { ...pair, left: 0.125 },
    { ...pair, left: null },
  ];
  const text = textOf(cellReportPage({ ...INPUTS.contact, result: { ...result, initial } }));
  expect(text).toContain('In contact at the start');
  expect(text).toMatch(/upper wall 0 to 1e-7 0\.125/);
  expect(text).toContain('never: not judged');
  expect(text).toContain('not proven apart up to there, so not judged');
});

test('what starts in contact is named, as its table does, and until the same time', () => {
  const wall = { b: { body: 'wall' }, gap: [0, 1e-7] as const };
  const initial = [
    { ...wall, a: { body: 'arm', link: 'upper' }, left: 0.12500049 },
    { ...wall, a: { body: 'arm', link: 'lower' }, left: null },
  ];
  for (const status of ['contact', 'free', 'unresolved'] as const) {
    const input = INPUTS[status];
    const time = Math.max(input.result.time, 0.5);
    const text = textOf(cellReportPage({ ...input, result: { ...input.result, time, initial } }));
    expect(text).toContain('at start upper and wall: at most 1e-7 apart; judged from t = 0.12500049 on, where they are proven apart');
    expect(text).toContain(
      `at start lower and wall: at most 1e-7 apart; ${status === 'free' ? 'never proven apart' : 'not proven apart up to there'}`,
    );
    expect(text).toContain('is apart, but for the pairs that start in contact');
    expect(text).toMatch(/upper wall 0 to 1e-7 0\.12500049 .*lower wall 0 to 1e-7 never: not judged/);
    expect(textOf(cellReportPage(input))).not.toContain('but for');
  }
});

test('pairs that were never judged are in the headline, and not in the curve of distances (leaving)', () => {
  // the upper arm stays in the wall
  const input = reportedCell({
    waypoints: [
      [Math.PI / 2, 0],
      [Math.PI / 2, 0.1],
    ],
    options: { start: 'leaving' },
  });
  expect(input.result.status).toBe('free');
  const stuck = input.result.initial.filter(({ left }) => left === null);
  expect(stuck.length).toBeGreaterThan(0);
  const html = cellReportPage(input);
  const heading = /<h1 class="(\w+)">(.*?)<\/h1>/.exec(html)?.slice(1);
  expect(heading).toEqual([
    'unresolved',
    expect.stringMatching(/^Free, but for \d pairs? that never came apart and (was|were) not judged$/),
  ]);
  const text = textOf(html);
  expect(text).toContain('verdict FREE, but for 2 pairs that never came apart and were not judged');
  expect(text).toContain('Nothing else touches on the way.');
  expect(text).toContain('leaves out pairs that start in contact');
  expect(Math.min(...dataOf(html).curve.distances)).toBeGreaterThan(0);
});

test('an overlap tells the distance of its pair, not the clearance', () => {
  const input = reportedCell({ waypoints: FREE, options: { clearance: 3 } });
  expect(input.result.status).toBe('overlap');
  const told = Number(/distance then at most (\S+) m/.exec(textOf(cellReportPage(input)))?.[1]);
  const own = input.result.initial.find(({ a, b }) => JSON.stringify([a, b]) === JSON.stringify(input.result.pair));
  expect(told).toBeCloseTo(own?.gap[1] ?? NaN, 3);
  expect(told).toBeLessThan(2.9);
});

test('a page can be known again', () => {
  expect(cellReportPage(INPUTS.free)).toContain('<meta name="generator" content="inbetween">');
});

test('stages of a method', () => {
  const { result } = INPUTS.contact;
  const stages = [{ stage: 'swept boxes', tested: 2000, culled: 1500, milliseconds: 0.5 }];
  const text = textOf(cellReportPage({ ...INPUTS.contact, result: { ...result, stats: { ...result.stats, stages } } }));
  expect(text).toMatch(/swept boxes 2,000 1,500 \(75&nbsp;%\) 0\.5 ms/);
});

test('names are text, whatever they hold', () => {
  const evil = `</script><img src=x onerror="alert('1')">&`;
  const input = reportedCell({ obstacleName: evil, linkName: `${evil}!` });
  const html = cellReportPage({ ...input, title: evil, unit: evil, version: evil, intervals: input.scene.contactIntervals(input.motions) });
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;!');
});

test('every mesh is in the file once, and links stand where the scene puts them', () => {
  const input = INPUTS.contact;
  const data = dataOf(cellReportPage(input));
  expect(data.meshes).toHaveLength(5);
  const balls = data.bodies.slice(-2);
  expect(balls[0].mesh).toBe(balls[1].mesh);
  expect(balls.every((body: { still: boolean }) => body.still)).toBe(true);
  // between any two bodies, lengths in the picture are those of the scene times one factor
  const moment = data.times.indexOf(data.shownTime);
  const hand = floats(data.tracks[data.bodies[2].track]).subarray(7 * moment, 7 * moment + 3);
  const { position } = input.scene.linkPoses(input.motions, input.result.time).arm.hand;
  const apart = Math.hypot(...balls[0].pose.slice(0, 3).map((x: number, k: number) => x - balls[1].pose[k]));
  const there = Math.hypot(...balls[0].pose.slice(0, 3).map((x: number, k: number) => x - hand[k]));
  expect(there / apart).toBeCloseTo(Math.hypot(position[0] + 3, position[1], position[2]), 5);
});

test('of too many triangles the farthest obstacles are left out, and the page says so', () => {
  const { scene, motions, ...rest } = INPUTS.contact;
  const tiles = Array.from({ length: 1400 }, (_, i) => [i, 0, 0, i + 1, 0, 0, i, 1, 0]).flat();
  const [robot] = scene.robots;
  const big = new Scene({
    robots: [robot],
    obstacles: [
      ...scene.obstacles,
      ...Array.from({ length: 300 }, (_, i) => ({ name: `far-${i}`, shape: gridMesh(tiles), pose: { position: [50 + i, 0, 0] as const } })),
    ],
  });
  const html = cellReportPage({ ...rest, scene: big, motions });
  const kept = dataOf(html).bodies.length - 3;
  expect(kept).toBeLessThan(120);
  expect(kept).toBeGreaterThan(90);
  expect(html).toContain(`leaves out ${303 - kept} of 303 obstacles`);
});

test('several robots, moving bodies, timed paths, links posed from outside and a robot that stands can be shown', () => {
  const [left, right, third] = [arm('left'), arm('right', 'hand', 5), arm('third', 'hand', -5)];
  const cart = { name: 'cart', shape: box(0.2) };
  const scene = new Scene({
    robots: [left, right, third],
    bodies: [cart, { name: 'parked', shape: box(0.1), pose: { position: [9, 9, 0] } }],
    self: false,
  });
  const instant = (x: number) => right.links.map((_, i) => ({ position: [5 + i, x, 0] as const }));
  const motions = {
    left: left.trajectory([
      { time: 1, positions: [0, 0] },
      { time: 3, positions: [1, 0.2] },
    ]),
    right: right.posed([instant(0), instant(1)], [1, 3]),
    third: [0.5, 0],
    cart: bodyTrajectory([
      { time: 1, pose: { position: [1.5, 3, 1] } },
      { time: 3, pose: { position: [1.5, -3, 1] } },
    ]),
  };
  const result = scene.firstContact(motions);
  expect(result.status).toBe('contact');
  const html = cellReportPage({ title: 'many', scene, motions, result, options: {}, milliseconds: 1, version: '0' });
  const data = dataOf(html);
  expect(data.bodies).toHaveLength(11);
  expect(data.seconds).toEqual([1, 3]);
  expect(textOf(html)).toMatch(/Left\/(hand|upper) touches cart|Cart touches left\/(hand|upper)/);
  expect(html).toContain(`(${shownSeconds(1 + 2 * result.time)}`);
  expect(textOf(html)).toContain('stands at');
  expect(data.bodies.filter(({ color }: { color: string }) => color === 'mover')).toHaveLength(1);
});

test('a path given as configurations tells the same as a path object', () => {
  const input = INPUTS.contact;
  const list = { arm: pathOf(input).waypoints.map((q) => [...q]) };
  const page = (motions: CellReportInput['motions']) => textOf(cellReportPage({ ...input, motions }));
  expect(page(list)).toBe(page(input.motions));
});

/** Rounded down, so its first digits are those of the number. */
function shownSeconds(seconds: number): string {
  return String(seconds).slice(0, 5);
}

function gridMesh(positions: readonly number[]) {
  return new TriangleMesh(positions.map((x, i) => (i % 3 === 0 ? x / 1400 : x)));
}
