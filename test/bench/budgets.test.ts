import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importCounted, workDone } from '../support/counted-work.ts';
import { IS_NIGHTLY } from '../support/rounds.ts';
import type * as Entry from './budget-entry.ts';

/**
 * Calls and turns of loops between two looks at the clock, at most, whatever is asked: some milliseconds. What
 * goes over a mesh or a scene once, when a method is first asked about it, is below that at the sizes here.
 */
const MOST_WORK = 250_000;
const HARDNESS = { triangles: 2000, members: 12 };
/** Looks and work after which a question has shown enough. */
const MOST_LOOKS = 150;
const ENOUGH = 2_000_000;
const ASKED = 200;

class Enough extends Error {}

let lib: typeof Entry;
beforeAll(async () => {
  lib = await importCounted<typeof Entry>(join(import.meta.dirname, 'budget-entry.ts'));
});

interface Seen {
  readonly most: number;
  readonly looks: number;
  readonly told: Entry.Told | null;
}

/** Asks with a clock that stands still, so that looks are as rare as they get, and is over after so many looks. */
async function watched(question: Entry.Question, looksInTime: number): Promise<Seen> {
  question.prepare?.();
  let looks = 0;
  let most = 0;
  const begun = workDone();
  let last = begun;
  const look = (): void => {
    most = Math.max(most, workDone() - last);
    last = workDone();
  };
  lib.setClock(() => {
    look();
    if (++looks > MOST_LOOKS || last - begun > ENOUGH) throw new Enough();
    return looks <= looksInTime ? 0 : 1e6 * (looks - looksInTime);
  });
  try {
    const told = await question.ask(1000);
    look();
    return { most, looks, told };
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
    return { most, looks, told: null };
  } finally {
    lib.setClock(undefined);
  }
}

/** Milliseconds that a question takes by a clock that goes on by one at every look: no part may have the whole budget anew. */
async function taken(question: Entry.Question, asked: number): Promise<number> {
  question.prepare?.();
  let looks = 0;
  lib.setClock(() => {
    if (++looks > 10 * asked) throw new Enough();
    return looks;
  });
  try {
    await question.ask(asked);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    lib.setClock(undefined);
  }
  return looks;
}

/** All of them at night; else every method with every question, each of one scene. */
function* chosen(questions: Iterable<Entry.Prepared>, every: number): Generator<Entry.Question> {
  let k = 0;
  for (const prepared of questions) if (IS_NIGHTLY || k++ % every === 0) yield prepared();
}

async function expectKept(questions: Iterable<Entry.Question>): Promise<void> {
  for (const question of questions) {
    const name = `${question.kind}: ${question.name}`;
    // a fifth more and 20 ms are the goal
    expect(await taken(question, ASKED), `${name}: the time taken of ${ASKED} ms`).toBeLessThanOrEqual(1.2 * ASKED + 20);
    const whole = await watched(question, Infinity);
    expect(whole.most, name).toBeLessThan(MOST_WORK);
    for (const looks of [1, 3, Math.floor(whole.looks / 2)]) {
      const seen = await watched(question, looks);
      expect(seen.told, `${name}: goes on after look ${looks}`).not.toBeNull();
      expect(seen.most, `${name}: after look ${looks}`).toBeLessThan(MOST_WORK);
      // cut short, it says so; else it is the answer
      if (whole.told !== null && !seen.told?.cut) expect(seen.told?.status, name).toBe(whole.told.status);
    }
  }
}

describe('between two looks at the clock lies little work, and a question that is cut short says so', () => {
  test('two bodies, by every method', () => expectKept(chosen(lib.rigidQuestions(HARDNESS, new lib.Random('pairs')), 7)));
  test('scenes, by every method', () => expectKept(chosen(lib.sceneQuestions(HARDNESS, new lib.Random('scenes')), 5)));
  test('checkers of planners', () => expectKept(lib.checkerQuestions(HARDNESS, new lib.Random('checkers'))));
  test('dragging', () => expectKept([lib.dragQuestion(HARDNESS, new lib.Random('dragging'))]));
  test('steps, tools, worlds, hulls, plans', () => expectKept(chosen(lib.otherQuestions(HARDNESS, new lib.Random('others')), 2)));
});
