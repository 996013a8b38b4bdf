import { describe, expect, test } from 'vitest';
import type { InitialPair, Reason } from '../../../src/contact/result.ts';
import type { SceneFirstContact } from '../../../src/scene/answers/scene-result.ts';
import { apartText, reasonText } from '../../../src/words/reason-text.ts';
import { safeText } from '../../../src/words/safe-text.ts';
import { initialOf, notJudged, overlaps, waypointsAround } from '../../../src/words/scene-judgement.ts';
import { sideName, startText, statusText, verdictText } from '../../../src/words/scene-verdict.ts';

const arm = { body: 'arm', link: 'gripper' };
const post = { body: 'post' };
const names = { severalRobots: false };
const initial = (gap: readonly [number, number], left?: number | null): InitialPair => ({ a: arm, b: post, gap, left });

function answer(change: Partial<SceneFirstContact>): SceneFirstContact {
  return {
    ...({
      status: 'contact',
      time: 2.25,
      pair: [arm, post],
      initial: [],
      configurations: {},
      gap: [0, 1e-3],
      tolerance: 1e-3,
      rounding: 1e-12,
      stats: { pairs: 3 },
    } as object),
    ...change,
  } as SceneFirstContact;
}

describe('the answer in one sentence', () => {
  test.each<[Partial<SceneFirstContact>, number, string]>([
    [{}, 0, 'gripper touches post on the way from waypoint 2 to waypoint 3'],
    [{ time: 2 }, 0.01, 'gripper comes within 0.01 of post at waypoint 2'],
    [{ status: 'free', time: 4, pair: null }, 0, 'nothing touches on the way'],
    [{ status: 'free', time: 4, pair: null, initial: [initial([0, 0], null)] }, 0, 'nothing else touches on the way'],
    [{ status: 'overlap', time: 0, gap: null }, 0, 'of gripper and post, one is inside the other at the start'],
    [{ status: 'overlap', time: 0, initial: [initial([0, 1e-7])] }, 0, 'gripper and post overlap at the start'],
    [{ status: 'overlap', time: 0, initial: [initial([0, 1e-5])] }, 0, 'gripper and post touch at the start'],
    [{ status: 'free', time: 4, pair: null, stats: { pairs: 0 } as SceneFirstContact['stats'] }, 0, 'nothing was tested'],
    [{ status: 'unresolved', time: 0, pair: null, reason: 'iterations' }, 0, 'the budget of iterations ran out'],
    [
      { status: 'unresolved', reason: 'leaving' },
      0,
      'proven free until t = 2.25, then two bodies touch before they were proven apart since their start (gripper and post)',
    ],
  ])('%j, clearance %d', (change, clearance, text) => {
    expect(verdictText(answer({ ...change, clearance }), 4, names)).toBe(text);
  });

  test('what was not judged is said in capitals too', () => {
    expect(statusText(answer({}))).toBe('CONTACT');
    expect(statusText(answer({ status: 'free', initial: [initial([0, 0], null)] }))).toBe(
      'FREE, but for 1 pair that never came apart and was not judged',
    );
  });

  test('how near a pair is at the start', () => {
    const [near, far] = [initial([0, 1e-7]), initial([1e-4, 2e-4])];
    expect(startText(near, answer({ status: 'overlap', initial: [near] }))).toBe('overlap');
    expect(startText(far, answer({ status: 'overlap', initial: [far] }))).toBe('at most 0.0002 apart');
    expect(startText(near, answer({ status: 'overlap', gap: null, initial: [near] }))).toBe('one inside the other');
  });
});

test('only of a free path pairs are not judged, and only those that never came apart', () => {
  const pairs = [initial([0, 0], null), initial([0, 0], 0.5), initial([0, 0])];
  expect(notJudged({ status: 'free', initial: pairs })).toEqual([pairs[0]]);
  for (const status of ['contact', 'overlap', 'unresolved'] as const) expect(notJudged({ status, initial: pairs })).toEqual([]);
});

test('the initial pair that an answer is about, of a path that starts in contact', () => {
  const other = { ...initial([0, 0]), b: { body: 'table' } };
  const own = initial([0, 0]);
  expect(initialOf(answer({ status: 'overlap', initial: [other, own] }))).toBe(own);
  expect(initialOf(answer({ status: 'contact', initial: [other, own] }))).toBeUndefined();
});

test('a distance that is rounding is an overlap', () => {
  const limits = { rounding: 1e-9, tolerance: 1e-3 };
  expect(overlaps({ gap: [0, 1e-6] }, limits)).toBe(true);
  expect(overlaps({ gap: [0, 1.1e-6] }, limits)).toBe(false);
  expect(overlaps({ gap: [1e-12, 1e-9] }, limits)).toBe(false);
  expect(overlaps({ gap: [0, 1e-5] }, { ...limits, rounding: 1e-5 })).toBe(true);
});

test('waypoints around a time', () => {
  expect([0, 0.5, 1, 3.999, 4].map((time) => waypointsAround(time, 4))).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
    [3, 4],
    [4, 4],
  ]);
});

test('links go by their robot where there are several', () => {
  expect([sideName(arm, false), sideName(arm, true), sideName(post, true)]).toEqual(['gripper', 'arm/gripper', 'post']);
});

test.each<[Reason, string]>([
  ['iterations', 'the budget of iterations ran out'],
  ['milliseconds', 'the budget of milliseconds ran out'],
  ['precision', 'the answer is finer than doubles can prove here'],
  ['leaving', 'the bodies touch before they were proven apart since their start'],
])('%s in words', (reason, text) => {
  expect(reasonText(reason, 'the bodies')).toBe(text);
});

test('how far apart is rounded down', () => {
  expect([apartText(0, ' m'), apartText(0.012345678), apartText(2, ' m')]).toEqual([
    'apart',
    'more than 0.01234 apart',
    'more than 2 m apart',
  ]);
});

test('text from a file cannot steer a terminal', () => {
  expect(safeText('a\u001b[2J\n\u202eb')).toBe('a\\u001b[2J\\u000a\\u202eb');
  expect(safeText('Größe 3 – ok')).toBe('Größe 3 – ok');
});
