import { beforeAll, describe, expect, test } from 'vitest';
import type { RobotPath } from '../../../../src/index.ts';
import { timed } from '../../../../src/plan/index.ts';
import { type PlanReportInput, planReportPage } from '../../../../src/report/index.ts';
import { plannedArm } from './planned-arm.ts';

const dataOf = (html: string) => JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
const floats = (text: string) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const headline = (html: string) => /<h1 class="(\w+)">(.*?)<\/h1>/.exec(html)?.slice(1);

let found: PlanReportInput;
let html: string;
beforeAll(async () => {
  found = await plannedArm();
  html = planReportPage({ ...found, clearance: found.scene.clearance(found.plan.path ?? {}) });
});

describe('the page of a plan', () => {
  test('tells what is proven, of the path, of the search, and who is nearest', () => {
    expect(headline(html)).toEqual(['free', `Found: ${found.plan.states.length} waypoints, proven free`]);
    for (const text of ['a test', '1.2.3', 'Nothing touches at any time of the path', 'shoulder', 'robot arm', 'least distance'])
      expect(html).toContain(text);
    for (const value of found.plan.states.flatMap((state) => Array.from(state))) expect(html).toContain(String(value));
    expect(html).toMatch(/The closest are <b class="a">(upper|lower)<\/b> and <b class="b">post<\/b>/);
    expect(html).not.toMatch(/https?:|\/\/[a-z]+\.|@import|<iframe|<object/i);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
  });

  test('draws the trees, as the way of the middle of the last link, of which the path is drawn too', () => {
    const { searched, segments } = dataOf(html);
    expect(segments).toBe(found.plan.states.length - 1);
    const { trees = [] } = found.plan;
    expect(new Set(searched.map(({ color }: { color: string }) => color))).toEqual(
      new Set(
        trees.filter(({ proven }) => proven.length > 0).map(({ from }) => ({ start: 'tree0', goal: 'tree1', anywhere: 'tree2' })[from]),
      ),
    );
    const points = searched.flatMap(({ lines }: { lines: string }) => Array.from(floats(lines)));
    const edges = trees.reduce((sum, { proven }) => sum + proven.length, 0);
    expect(points.length / 6).toBeGreaterThanOrEqual(edges);
    expect(points.every(Number.isFinite)).toBe(true);
    // the way that the path itself takes is drawn from the same middle: the start is a point of both
    const track = floats(dataOf(html).tracks.at(-1));
    const body = dataOf(html).bodies.find(({ isTip }: { isTip: boolean }) => isTip);
    const [qx, qy, qz, qw] = track.slice(3, 7);
    const [x, y, z] = body.centre;
    // q v q* for a turn about z
    const angle = 2 * Math.atan2(qz, qw);
    expect([qx, qy]).toEqual([0, 0]);
    const start = [
      track[0] + x * Math.cos(angle) - y * Math.sin(angle),
      track[1] + x * Math.sin(angle) + y * Math.cos(angle),
      track[2] + z,
    ];
    const isThere = (i: number) => start.every((value, k) => Math.abs(value - points[i + k]) < 1e-5);
    expect(points.some((_: number, i: number) => i % 3 === 0 && isThere(i))).toBe(true);
  });

  test('without trees it has no switch for them', async () => {
    const { trees: _, ...plan } = found.plan;
    const plain = planReportPage({ ...found, plan });
    expect(plain).not.toContain('id="searched"');
    expect(html).toContain('id="searched"');
    expect(dataOf(plain).searched).toEqual([]);
  });

  test('of a trajectory: seconds, which are played', () => {
    const trajectory = timed(found.plan.path?.arm as RobotPath, { acceleration: 5 }, { scene: found.scene });
    const page = planReportPage({ ...found, timed: trajectory });
    expect(page).toContain('within the limits of all joints');
    expect(dataOf(page).seconds.at(-1)).toBe(trajectory.seconds);
    const lost = planReportPage({ ...found, timed: { ...trajectory, status: 'unresolved' } });
    expect(headline(lost)).toEqual(['unresolved', 'A path, but no trajectory that is certified']);
    expect(lost).not.toContain('What is proven');
  });

  test('where there is none: why, and where everything stands', async () => {
    const none = planReportPage(await plannedArm({ maxSamples: 0, to: [-1, 0] }));
    expect(headline(none)).toEqual(['unresolved', 'No path found']);
    expect(none).toContain('What is drawn is where everything stands at the start.');
    expect(none).not.toContain('What is proven');
    expect(dataOf(none).segments).toBe(1);
    const goal = await plannedArm({ to: [0, 0] });
    expect(headline(planReportPage(goal))).toEqual(['unresolved', 'No path: the goal cannot be']);
    expect(planReportPage(goal).includes('<dt>in contact</dt><dd>lower and post</dd>')).toBe(true);
  });

  test('names from files are text, not markup', async () => {
    const page = planReportPage(await plannedArm({ to: [0, 0] }, '<img src=x onerror=alert(1)>'));
    expect(page).not.toContain('<img');
    expect(() => planReportPage({ ...found, tree: true } as never)).toThrow(/'tree'/);
    expect(() => planReportPage({ ...found, plan: null as never })).toThrow(/what plan\(\) gave/);
  });
});
