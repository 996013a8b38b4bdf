import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodNamed } from '../../../src/methods/index.ts';
import { optionsOf } from '../../../viewer/src/ask/chosen.ts';
import type { Answer, Progress } from '../../../viewer/src/ask/protocol.ts';
import type { Hand, ShownAnswer } from '../../../viewer/src/ask/shown-answer.ts';
import { answerWords, sideText } from '../../../viewer/src/panels/answer-words.ts';
import { hashOf, readHash } from '../../../viewer/src/panels/share.ts';
import { Session, type SessionView } from '../../../viewer/src/session.ts';
import { askedMotions } from '../../../viewer/src/source/asked-motions.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import type { Source } from '../../../viewer/src/source/opened.ts';
import { CELL, OTHER, ownAsker, servedCell } from './small-cell.ts';

const HAND: Hand = { isOff: true, obstacle: null, pair: null, contacts: [] };
const MET: Hand = {
  isOff: true,
  obstacle: null,
  pair: [{ body: 'bar', link: 'arm' }, { body: 'wall' }],
  contacts: [
    { a: { body: 'bar', link: 'arm' }, b: { body: 'wall' }, point: [-1.45, 0, 0], normal: [-1, 0, 0] },
  ] as unknown as Hand['contacts'],
};

let served: Awaited<ReturnType<typeof servedCell>>;
beforeAll(async () => {
  served = await servedCell();
});
afterAll(() => served.server.close());

/** Shows nothing, and holds every state that it is told against itself. */
class Watcher implements SessionView {
  readonly session: Session;
  readonly failures: string[] = [];
  progress: Progress | null = null;
  hand: Hand | null = null;
  states = 0;

  /** `quick`: what is asked again by itself. */
  constructor(quick = Number.POSITIVE_INFINITY) {
    this.session = new Session(this, (source) => ownAsker(source, served.page), quick);
  }

  onPlayback(): void {}
  onAsk(): void {}
  onPlanned(): void {}
  onProgress(progress: Progress | null): void {
    this.progress = progress;
  }
  /** As the page: what was asked for is shown on the path. */
  onAnswer(_: Answer, time: number | null): void {
    if (time === null) this.hold(null);
  }
  fail(error: unknown): void {
    this.failures.push(String(error));
  }
  warn(text: string): void {
    this.failures.push(text);
  }
  onShown(shown: ShownAnswer): void {
    this.states++;
    expectOneAnswer(shown, this.session, this.hand);
  }

  hold(hand: Hand | null): void {
    this.hand = hand;
    this.session.hold(hand);
  }

  async open(source: Source): Promise<void> {
    const opened = await openSource(source, served.page);
    this.hand = null;
    this.session.open(source, opened);
    this.session.choosePath(0);
  }

  /** Until everything has come that comes. */
  async quiet(): Promise<void> {
    while (this.failures.length === 0 && (this.progress !== null || !this.session.isWhole)) await setTimeout(1);
  }
}

/** Verdict, lines, buttons, lanes, curve, colours and arrows are of one answer, or of none. */
function expectOneAnswer(shown: ShownAnswer, session: Session, hand: Hand | null): void {
  const { answered } = shown;
  const marks = { contact: shown.contact, safe: shown.safe, pair: shown.pair, points: shown.marks.map(({ point }) => point) };
  const byHand = hand?.isOff === true ? { pair: hand.pair ?? [], points: hand.contacts.map(({ point }) => point) } : {};
  const none = { contact: null, safe: null, pair: [], points: [] };
  if (answered === null) {
    expect({ ...marks, words: shown.words, lanes: shown.lanes, curve: shown.curve, before: shown.before, isOld: shown.isOld }).toEqual({
      ...none,
      ...byHand,
      words: null,
      lanes: [],
      curve: [],
      before: '',
      isOld: false,
    });
    return;
  }
  const { answer, stretches, curve } = answered;
  if (answer.kind !== 'first') throw new Error(`nobody asked for ${answer.kind}`);
  const { status, time, pair, contacts } = answer.result;
  const touches = status === 'contact' || status === 'overlap';
  const own = touches ? { contact: time, safe: answer.lastSafe, pair, points: contacts.map(({ point }) => point) } : none;
  expect(marks).toEqual({ ...(shown.isOld ? none : own), ...byHand });
  expect(shown.words).toEqual(answerWords(answer, session));
  expect(shown.lanes).toEqual(
    (stretches?.pairs ?? []).map(({ a, b, intervals }) => ({
      name: `${sideText(a, session)}, ${sideText(b, session)}`,
      stretches: intervals,
    })),
  );
  expect(shown.curve).toEqual(curve ?? []);
  expect(shown.before !== '').toBe(shown.isOld || hand?.isOff === true);
  expect(session.report === null).toBe(shown.isOld);
}

/** What is told in the end is what the library says of a scene that never was in a page. */
async function expectTrue({ session, hand }: Watcher): Promise<void> {
  const { shown, source, moved, paths, number, chosen } = session;
  const fresh = await openSource(source as Source, served.page);
  for (const [name, pose] of Object.entries(moved)) fresh.scene.moveObstacle(name, pose);
  const path = paths[number].asked;
  if (path === null) throw new Error('nothing moves');
  const { scene, motions } = askedMotions(fresh, path);
  const { method, ...rest } = optionsOf(chosen);
  const options = { ...rest, method: methodNamed(method ?? 'auto') };
  const { stats, ...expected } = scene.firstContact(motions, options);
  expect(shown.isOld).toBe(false);
  expect(shown.before === '').toBe(hand?.isOff !== true);
  const answer = shown.answered?.answer;
  if (answer?.kind !== 'first') throw new Error('no first contact is told');
  expect(answer.result).toMatchObject(expected);
  const { pairs = [] } = scene.contactIntervals(motions, { ...options, method: undefined, contacts: 'none', byPair: true });
  expect(shown.lanes.map(({ stretches }) => stretches)).toEqual(expected.status === 'free' ? [] : pairs.map(({ intervals }) => intervals));
  for (const { time, distance } of shown.curve) expect(distance).toBe(scene.distanceAt(motions, time).distance);
  if (shown.contact !== null) expect(shown.curve.map(({ time }) => time)).toContain(shown.contact);
}

/** A link says all of it: whoever opens it is told the same. */
function stateOf({ session }: Watcher) {
  return { ...session.linked, view: null, layers: null, joints: {}, bodies: {} };
}

async function followed(from: Watcher): Promise<void> {
  const { hash } = hashOf(stateOf(from));
  const { source, moved, made, chosen, path, time } = readHash(hash ?? '');
  const { session } = from;
  const opened = await openSource(source as Source, served.page);
  from.hand = null;
  session.open(source as Source, opened);
  session.choose(chosen);
  for (const [name, pose] of Object.entries(moved)) session.moveObstacle(name, pose);
  for (const one of made) session.addPath(one);
  session.choosePath(path, time);
}

const ACTIONS: Readonly<Record<string, (watcher: Watcher) => void | Promise<void>>> = {
  ask: ({ session }) => session.askFor(),
  'other clearance': ({ session }) => session.choose({ ...session.chosen, clearance: session.chosen.clearance === null ? 0.05 : null }),
  'move a joint': (watcher) => watcher.hold(HAND),
  'move an obstacle': (watcher) => {
    const { hand, session } = watcher;
    const aside = { position: [1.5, session.moved.post === undefined ? 1.5 : 1.6, 0], quaternion: [0, 0, 0, 1] } as const;
    watcher.hold({ ...(hand ?? { ...HAND, isOff: false }), obstacle: 'post' });
    expect(session.shown.answered === null || session.shown.isOld).toBe(true);
    session.moveObstacle('post', aside);
    watcher.hand = hand;
  },
  'other path': (watcher) => {
    watcher.hand = null;
    watcher.session.choosePath(1 - watcher.session.number);
  },
  undo: (watcher) => {
    watcher.hold(null);
    watcher.session.putBack();
  },
  'other scene': (watcher) => watcher.open(JSON.stringify(watcher.session.source) === JSON.stringify(CELL) ? OTHER : CELL),
  jog: (watcher) => watcher.hold(MET),
  // colours are of the page alone: what is told is told again
  dark: (watcher) => watcher.onShown(watcher.session.shown),
  link: followed,
};

describe('after every two actions all that is shown is of one answer, and that is the library’s', () => {
  const names = Object.keys(ACTIONS);
  it.each(names.flatMap((first) => names.map((second) => [first, second] as const)))('%s, %s', async (first, second) => {
    // each at once, and each when all has come
    for (const waits of [false, true]) {
      const watcher = new Watcher();
      await watcher.open(CELL);
      for (const name of [first, second]) {
        if (waits) await watcher.quiet();
        await ACTIONS[name](watcher);
      }
      await watcher.quiet();
      await expectTrue(watcher);
      expect(watcher.failures).toEqual([]);
      const state = stateOf(watcher);
      const { ofSource, ...held } = state;
      expect(readHash(hashOf(state).hash ?? '')).toEqual({ ...held, wanted: null, faults: [] });
      watcher.session.asker?.close();
    }
  });
});

it('a clearance that is taken back, and a post that is moved away, leave nothing of the answer before', async () => {
  const watcher = new Watcher();
  await watcher.open(CELL);
  const { session } = watcher;
  session.choosePath(1);
  await watcher.quiet();
  expect(session.shown.words?.headline).toBe('Free all the way');
  // the wall of a way back is passed at less than that
  session.choose({ ...session.chosen, clearance: 0.6 });
  expect(session.shown.before).toBe('Of before: clearance is chosen otherwise now.');
  await watcher.quiet();
  expect([session.shown.words?.headline, session.shown.lanes.length > 0, session.shown.marks.length > 0]).toEqual([
    'Too near from the start',
    true,
    true,
  ]);
  session.choose({ ...session.chosen, clearance: null });
  session.askFor();
  await watcher.quiet();
  const { words, lanes, marks, contact, pair } = session.shown;
  expect([words?.headline, lanes, marks, contact, pair]).toEqual(['Free all the way', [], [], null, []]);
});

it('what takes long is not asked again by itself, and stays one of before until somebody asks', async () => {
  const watcher = new Watcher(0);
  await watcher.open(CELL);
  const { session } = watcher;
  await watcher.quiet();
  const { answered } = session.shown;
  session.moveObstacle('post', { position: [1.5, 1.5, 0], quaternion: [0, 0, 0, 1] });
  await watcher.quiet();
  expect(session.shown.answered).toBe(answered);
  expect([session.shown.before, session.shown.contact, session.report]).toEqual(['Of before: post has been moved since.', null, null]);
  // put back exactly where it was, it is of now again, without having been asked
  session.putBack();
  expect(session.shown.answered).toBe(answered);
  expect([session.shown.before, session.shown.contact]).toEqual([
    '',
    answered?.answer.kind === 'first' ? answered.answer.result.time : NaN,
  ]);
});

it('what somebody asks is not given up for what has been moved; its answer is asked again', async () => {
  const watcher = new Watcher();
  await watcher.open(CELL);
  const { session } = watcher;
  await watcher.quiet();
  session.askFor();
  session.moveObstacle('post', { position: [1.5, 1.5, 0], quaternion: [0, 0, 0, 1] });
  await watcher.quiet();
  await expectTrue(watcher);
  expect(session.shown.words?.headline).toBe('Free all the way');
});
