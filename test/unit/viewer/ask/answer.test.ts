import { describe, expect, it, vi } from 'vitest';
import { answerQuestion } from '../../../../viewer/src/ask/answer.ts';
import { FIRST_CHOSEN, optionsOf } from '../../../../viewer/src/ask/chosen.ts';
import type { Answer, Progress, Question } from '../../../../viewer/src/ask/protocol.ts';
import { askedMotions } from '../../../../viewer/src/source/asked-motions.ts';
import { GALLERY } from '../../../../viewer/src/source/gallery.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';
import type { Opened } from '../../../../viewer/src/source/opened.ts';
import { captured } from '../../cli/captured-run.ts';

/** Recordings have no path to be asked about. */
const ASKED = GALLERY.map(({ id }) => id).filter((id) => !['coins', 'bowling', 'drilling', 'cloth'].includes(id));

const gallery = (id: string): Promise<Opened> => openSource({ kind: 'gallery', id });

async function ask<Kind extends Question['kind']>(opened: Opened, question: Extract<Question, { kind: Kind }>, told: Progress[] = []) {
  const answer = await answerQuestion(opened, question, (progress) => told.push(progress));
  expect(structuredClone(answer)).toEqual(answer);
  return answer as Extract<Answer, { kind: Kind }>;
}

describe('the first contact', () => {
  it.each(ASKED)('of %s is what the scene itself answers', async (id) => {
    const opened = await gallery(id);
    expect(opened.paths.length).toBeGreaterThan(0);
    const told: string[] = [];
    for (const [number, { motions }] of opened.paths.entries()) {
      const { result, lastSafe } = await ask(opened, { kind: 'first', path: { number }, options: {} });
      told.push(result.status);
      const whole = opened.scene.firstContact(motions);
      expect(result).toEqual(whole);
      if (whole.status !== 'contact') expect(lastSafe).toBeNull();
      else {
        expect(lastSafe).toBeGreaterThan(0);
        expect(lastSafe).toBeLessThanOrEqual(whole.time);
      }
    }
    // the first path shows what there is to be found
    expect(told[0]).toBe('contact');
    expect(told.filter((status) => status !== 'free' && status !== 'contact')).toEqual([]);
  });

  it('lists contacts as the command does, unless others are chosen', async () => {
    const folder = 'examples/puma-cell';
    const { stdout } = await captured(['check', `${folder}/cell.json`, `${folder}/across.csv`, '--json', '--no-margin']);
    const [{ contacts }] = JSON.parse(stdout).paths.map((path: { result: unknown }) => path.result);
    const { result } = await ask(await gallery('pick-and-place'), { kind: 'first', path: { number: 0 }, options: optionsOf(FIRST_CHOSEN) });
    expect(result.contacts.map(({ point }) => point)).toEqual(contacts.map(({ point }: { point: readonly number[] }) => point));
    expect(result.contacts.length).toBe(2);
  });

  it('tells how far it is, as stretches and the least distance do', async () => {
    // every word is told, however quickly it is answered
    const now = vi.spyOn(performance, 'now');
    let time = 0;
    now.mockImplementation(() => {
      time += 1000;
      return time;
    });
    try {
      for (const [id, number] of [
        ['mannequin', 0],
        ['pick-and-place', 0],
      ] as const) {
        const opened = await gallery(id);
        const { segments } = opened.scene.clock(opened.paths[number].motions);
        for (const kind of ['first', 'stretches', 'clearance'] as const) {
          const told: Progress[] = [];
          await ask(opened, { kind, path: { number }, options: {} }, told);
          const counted = told.filter(({ total }) => total > 0);
          expect(counted.length, `${id}: ${kind}`).toBeGreaterThan(0);
          for (const { done, total, words } of counted) {
            expect(total).toBe(segments);
            expect(words).toContain(`segment ${done} of ${segments}`);
          }
        }
      }
    } finally {
      now.mockRestore();
    }
  });

  it('of a path made in the page lets carried parts and conveyors stand', async () => {
    for (const id of ['pick-and-place', 'two-arms']) {
      const opened = await gallery(id);
      const [robot] = opened.scene.robots;
      const to = opened.starts[0].map((value, k) => (k === 0 ? value + 0.1 : value));
      const path = { robot: robot.name, waypoints: [opened.starts[0], to] };
      const { result } = await ask(opened, { kind: 'first', path, options: {} });
      expect(result.status).toBe('free');
    }
  });
});

describe('other questions', () => {
  it('give all stretches, by pair too', async () => {
    const opened = await gallery('puma-pipes');
    const { result } = await ask(opened, { kind: 'stretches', path: { number: 0 }, options: {} });
    expect(result.intervals.length).toBeGreaterThan(0);
    expect(result.pairs?.length).toBeGreaterThan(0);
    expect(result.intervals[0].from).toBe(opened.scene.firstContact(opened.paths[0].motions).time);
  });

  it('give the clearance of a free path, and a curve that never goes below it', async () => {
    const opened = await gallery('puma-pipes');
    const path = { number: 1 };
    const { result } = await ask(opened, { kind: 'clearance', path, options: {} });
    expect(result).toEqual(opened.scene.clearance(opened.paths[1].motions));
    const { points } = await ask(opened, { kind: 'curve', path, samples: 21 });
    const times = points.map(({ time }) => time);
    expect(times).toEqual([...times].sort((s, t) => s - t));
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(opened.scene.clock(opened.paths[1].motions).segments);
    for (const { distance } of points) expect(distance).toBeGreaterThanOrEqual(result.gap[0]);
    // between the samples it goes down to where the least distance is
    expect(Math.min(...points.map(({ distance }) => distance))).toBeLessThan(result.gap[1] * 1.001);
  });

  it('give a curve that is as low at a contact as the contact is, without what starts in contact', async () => {
    const opened = await gallery('pick-and-place');
    const path = { number: 0 };
    const { result } = await ask(opened, { kind: 'first', path, options: {} });
    const { points } = await ask(opened, { kind: 'curve', path, samples: 121, times: [result.time], initial: result.initial });
    expect(points.find(({ time }) => time === result.time)?.distance).toBeLessThanOrEqual(result.gap?.[1] ?? 0);
    // the workpiece stands on the bench until it is lifted
    expect(result.initial.map(({ b }) => b.body)).toEqual(['bench']);
    for (const { time, distance } of points) if (time < result.time) expect(distance).toBeGreaterThan(0);
  });

  it('plan, with the edges of the trees', async () => {
    const opened = await gallery('planning');
    const { problem, scene } = opened;
    if (problem === null) throw new Error('no problem');
    const told: Progress[] = [];
    const { status, waypoints, why } = await ask(opened, { kind: 'plan', ...problem, seed: 1 }, told);
    expect([status, why]).toEqual(['found', '']);
    expect(waypoints[0]).toEqual(Array.from(problem.start));
    expect(waypoints.at(-1)).toEqual(Array.from(problem.goal as readonly number[]));
    const asked = askedMotions(opened, { robot: problem.robot, waypoints });
    expect(asked.scene.firstContact(asked.motions).status).toBe('free');
    const edges = told.flatMap((progress) => progress.edges ?? []);
    expect(edges.length).toBeGreaterThan(10);
    expect(new Set(edges.map((edge) => JSON.stringify(edge))).size).toBe(edges.length);
    for (const [a, b] of edges) for (const end of [a, b]) expect(end.length).toBe(scene.robots[0].size);
    expect(edges.some(([a]) => a.join() === problem.start.join())).toBe(true);
  });

  it('say why there is no plan', async () => {
    const opened = await gallery('planning');
    const { scene, problem } = opened;
    if (problem === null) throw new Error('no problem');
    // the arm stretched out down into the bench
    const goal = [0, 0.4, 1.57, 0, 0, 0];
    expect(scene.isFree(goal)).toBe(false);
    const { status, waypoints, why } = await ask(opened, { kind: 'plan', robot: problem.robot, start: problem.start, goal, seed: 1 });
    expect([status, waypoints]).toEqual(['none', []]);
    expect(why).toMatch(/^the goal has/);
  });

  it('count what becomes of random motions', async () => {
    const opened = await gallery('pick-and-place');
    const [{ name }] = opened.scene.robots;
    const { counts } = await ask(opened, { kind: 'batch', robot: name, count: 60, seed: 3 });
    expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(60);
    expect(counts.overlap).toBe(0);
    expect((await ask(opened, { kind: 'batch', robot: name, count: 60, seed: 3 })).counts).toEqual(counts);
  });

  it('make the page that the command writes, with the answer that is there', async () => {
    const opened = await gallery('puma-pipes');
    const path = { number: 0 };
    const { result } = await ask(opened, { kind: 'first', path, options: {} });
    const { html } = await ask(opened, { kind: 'report', path, name: 'through the pipes', options: {}, result, milliseconds: 12 });
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).toContain('through the pipes');
    expect(html).toContain(result.time.toPrecision(4));
  });

  it('refuse what is not there', async () => {
    const opened = await gallery('hammer');
    await expect(ask(opened, { kind: 'first', path: { number: 9 }, options: {} })).rejects.toThrow('there is no path 9; there are 4');
    await expect(ask(opened, { kind: 'batch', robot: 'puma', count: 1, seed: 1 })).rejects.toThrow("no robot called 'puma'");
    await expect(ask(opened, { kind: 'curve', path: { number: 0 }, samples: 1 })).rejects.toThrow('at least 2 samples');
  });
});
