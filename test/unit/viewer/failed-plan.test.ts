import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf, readHash } from '../../../viewer/src/panels/share.ts';
import { Session, type SessionView } from '../../../viewer/src/session.ts';
import { openSource } from '../../../viewer/src/source/open-source.ts';
import { CELL, ownAsker, servedCell } from './small-cell.ts';

let served: Awaited<ReturnType<typeof servedCell>>;
beforeAll(async () => {
  served = await servedCell();
});
afterAll(() => served.server.close());

const VIEW: SessionView = {
  onPlayback: () => {},
  onShown: () => {},
  onAsk: () => {},
  onProgress: () => {},
  onAnswer: () => {},
  onPlanned: () => {},
  fail: (error) => {
    throw error;
  },
  warn: (text) => {
    throw new Error(text);
  },
};

async function opened(): Promise<Session> {
  const session = new Session(VIEW, (source) => ownAsker(source, served.page), 0);
  session.open(CELL, await openSource(CELL, served.page));
  return session;
}

test('a plan that fails: headline, chosen question and link say that it was planned', async () => {
  const session = await opened();
  session.choosePath(0, null, false);
  expect([session.chosen.kind, session.linked.chosen.kind]).toEqual(['first', 'first']);
  // into the post
  await session.ask({ kind: 'plan', robot: 'bar', start: [0], goal: [0.98], seed: 1 });
  const { shown, chosen, linked } = session;
  expect([shown.words?.headline, chosen.kind]).toEqual(['No way found', 'plan']);
  const { hash } = hashOf({ ...linked, view: null, layers: null, joints: { bar: [0.98] }, bodies: {} });
  expect(readHash(hash ?? '')).toMatchObject({ chosen: { kind: 'plan' }, joints: { bar: [0.98] } });
  // the robot stands at the goal, and that is what the answer is about
  session.hold({ isOff: true, obstacle: null, pair: null, contacts: [] });
  expect(session.shown.before).toBe('');
});

test('a question about a path is the one that is chosen from then on, and nobody plans by opening a link to what was only chosen', async () => {
  const session = await opened();
  session.choose({ ...session.chosen, kind: 'plan' });
  expect(session.linked.chosen.kind).toBe('first');
  session.choosePath(0, null, false);
  await session.ask({ kind: 'first', path: { number: 0 }, options: {} });
  expect([session.chosen.kind, session.shown.words?.headline]).toEqual(['first', expect.stringMatching(/^Contact at/)]);
});
