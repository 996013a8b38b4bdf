import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { type OpenFile, ResultFile } from '../../../../src/cli/batch/result-file.ts';
import { fileSink } from '../../../../src/cli/batch/result-sink.ts';
import { RunWatch } from '../../../../src/cli/batch/run-watch.ts';
import { Random } from '../../../../src/index.ts';
import { inThisThread } from '../../../../src/node/job/answerer.ts';
import type { JobItem, JobSection } from '../../../../src/node/job/job-item.ts';
import { resultLine, utf8 } from '../../../../src/node/job/result-line.ts';
import { JOURNAL_FORMAT, type JournalHead } from '../../../../src/node/job/run/journal.ts';
import { runJob } from '../../../../src/node/job/run/run-job.ts';
import { TRY_AGAIN } from '../../../../src/words/exit-code.ts';
import { temporaryFolder } from '../query/small-scene.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const HEAD: JournalHead = { format: JOURNAL_FORMAT, version: '0.1.0', job: 'job', limit: null };
const ITEMS = 40;

function section(name: string, method: 'auto' | 'hca' = 'auto', subject = name): JobSection {
  const ask = { method, start: 'strict', limits: 'default', margin: false, all: false } as const;
  return { name, subject: { id: subject, bytes: new Uint8Array(0) }, kind: 'query', ask, columns: null };
}

interface Job {
  readonly sections?: readonly [JobSection, JobSection];
  /** Content of the files of one item, by number; the second half are lines of one file. */
  readonly content?: (item: number) => string;
  readonly count?: number;
}

async function* itemsOf({ sections = [section('a'), section('b')], content = String, count = ITEMS }: Job): AsyncGenerator<JobItem> {
  for (let i = 0; i < count; i++) {
    const isAlone = i < ITEMS / 2;
    const file = isAlone ? `paths/${i}.csv` : 'edges.csv';
    yield { id: isAlone ? file : `${file}:${i}`, file, isAlone, section: sections[isAlone ? 0 : 1], data: Buffer.from(content(i)) };
  }
}

const answerer = inThisThread(() => ({ ids }) => ({
  lines: utf8(ids.map((id) => resultLine({ id, status: 'free', time: 1 })).join('')),
  codes: new Uint8Array(ids.length),
  // as slow as four items a chunk
  milliseconds: new Float64Array(ids.length).fill(12),
  work: 1,
}));

interface RunOptions {
  /** Ends the run after so many chunks, as a kill does: nothing is closed, nothing more is noted. */
  readonly until?: number;
  readonly openFile?: OpenFile;
  readonly restart?: boolean;
  readonly head?: JournalHead;
  /** Over before the first step is due. */
  readonly quick?: boolean;
}

const KILLED = new Error('killed');

/** At once on the disk, so that every step is kept before the next chunk is done. */
const atOnce: OpenFile = async (name) => ({
  write: async (data) => writeFileSync(name, data, { flag: 'a' }),
  sync: async () => {},
  close: async () => {},
});

/** Notes a step after every chunk, so that there are many places to go on from. */
async function run(
  path: string,
  job: Job = {},
  { until = Infinity, openFile = atOnce, restart = false, head = HEAD, quick = false }: RunOptions = {},
): Promise<RunWatch> {
  const file = await ResultFile.open(path, head, restart, openFile);
  const watch = new RunWatch({ stderr: { write: () => {} }, isShown: false, isReported: false, workers: 1, ended: () => 0 });
  const last = file.steps.at(-1);
  if (last !== undefined) watch.tally.restore(last.tally);
  const clock = { now: performance.now.bind(performance) };
  const sink = fileSink(file, watch, () => clock.now());
  let taken = 0;
  try {
    await runJob(
      sink.items(itemsOf(job), () => false),
      answerer,
      {
        memory: 1e6,
        take: async (found) => {
          if (taken++ >= until) throw KILLED;
          const before = clock.now();
          clock.now = () => before + (quick ? 0 : 10_000);
          watch.tally.add(found.items, found.answer);
          await sink.take(found);
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
    );
    await sink.end(true);
  } catch (error) {
    if (error === KILLED) await file.close();
    else await sink.close();
    if (error !== KILLED) throw error;
  }
  return watch;
}

const text = (path: string) => readFileSync(path, 'utf8');

test('cut at any bytes, as a kill may leave both files, a run goes on to the same results', async () => {
  const whole = folder.path('whole.jsonl');
  await run(whole);
  const results = text(whole);
  expect(results.trim().split('\n')).toHaveLength(ITEMS);
  const journal = text(`${whole}.journal`);
  expect(journal.trim().split('\n').length).toBeGreaterThan(8);
  const random = new Random('cuts');
  const places = (length: number) => Math.floor((length + 1) * random.next());
  const headEnd = journal.indexOf('\n') + 1;
  const cuts: (readonly [number, number])[] = [
    [0, 0],
    [0, 10],
    [0, headEnd],
    [results.length, headEnd],
    [results.length, journal.length - 1],
    [results.length - 1, journal.length],
    ...Array.from({ length: 60 }, () => [places(results.length), headEnd + places(journal.length - headEnd)] as const),
  ];
  for (const [bytes, notes] of cuts) {
    const path = folder.path('cut.jsonl');
    writeFileSync(path, results);
    writeFileSync(`${path}.journal`, journal);
    truncateSync(path, bytes);
    truncateSync(`${path}.journal`, notes);
    const { tally } = await run(path);
    expect(text(path), `cut at ${bytes} and ${notes}`).toBe(results);
    expect(tally.items).toBe(ITEMS);
    expect(tally.counts.free).toBe(ITEMS);
  }
});

test('ended after any chunk, again and again, it comes out the same', async () => {
  const whole = folder.path('undisturbed.jsonl');
  await run(whole);
  const path = folder.path('disturbed.jsonl');
  for (let k = 0; k < 30 && !(existsSync(path) && text(path) === text(whole)); k++) await run(path, {}, { until: 2 });
  expect(text(path)).toBe(text(whole));
});

test('results that somebody else wrote into are not believed from there on', async () => {
  const path = folder.path('edited.jsonl');
  await run(path);
  const results = text(path);
  writeFileSync(path, results.replace('paths/7.csv', 'paths/X.csv'));
  await run(path);
  expect(text(path)).toBe(results);
});

test('a journal that somebody wrote into is not believed from there on', async () => {
  const path = folder.path('journal.jsonl');
  await run(path);
  const [results, journal] = [text(path), text(`${path}.journal`)];
  const changes: readonly (readonly [RegExp, string])[] = [
    [/"sections":\[\{.*?\}\]/, '"sections":[null]'],
    [/"sections":\[\{.*?\}\]/, '"sections":[{"at":0}]'],
    [/"tally":\{.*?\]\}/, '"tally":{}'],
    [/"free":4/, '"free":3'],
    [/"slowest":\[.*?\]/, '"slowest":[null]'],
  ];
  for (const [what, by] of changes) {
    expect(journal).toMatch(what);
    writeFileSync(`${path}.journal`, journal.replace(what, by));
    const { tally } = await run(path);
    expect(text(path)).toBe(results);
    expect(tally.counts.free).toBe(ITEMS);
  }
});

test('a finished run has nothing left to do, and looks whether that is still so', async () => {
  const path = folder.path('finished.jsonl');
  await run(path);
  const before = text(`${path}.journal`);
  const { tally } = await run(path);
  expect(tally.items).toBe(ITEMS);
  expect(text(`${path}.journal`)).toBe(before);
});

test('a finished run to whose job items were added goes on with these, however few they are', async () => {
  const path = folder.path('added.jsonl');
  await run(path, { count: ITEMS - 2 });
  const { tally } = await run(path, {}, { quick: true });
  expect(tally.items).toBe(ITEMS);
  expect(text(path).trim().split('\n')).toHaveLength(ITEMS);
  const before = text(`${path}.journal`);
  await run(path, {}, { quick: true });
  expect(text(`${path}.journal`)).toBe(before);
});

test('what changed meanwhile is an error that names it; --restart begins anew', async () => {
  const path = folder.path('changed.jsonl');
  const begin = async () => {
    await run(path, {}, { until: 7, restart: existsSync(path) });
    return text(path);
  };
  const changes: readonly (readonly [Job, string])[] = [
    [{ content: (i) => (i === 3 ? 'other' : String(i)) }, 'paths/3.csv: it changed since the results were begun'],
    [{ content: (i) => (i === 22 ? 'other' : String(i)) }, 'edges.csv: it changed since the results were begun, among items'],
    [{ sections: [section('a', 'auto', 'other'), section('b')] }, 'a: it, a file that it names, or an option about it changed'],
    [{ sections: [section('a', 'hca'), section('b')] }, 'the options changed since the results were begun: method was "auto", is "hca"'],
    [{ sections: [section('c'), section('b')] }, 'paths/0.csv is about c, was about a'],
    [{ count: 3 }, 'the job has 3 items now, but'],
  ];
  for (const [job, message] of changes) {
    const before = await begin();
    await expect(run(path, job)).rejects.toThrow(message);
    expect(text(path)).toBe(before);
  }
  const heads: readonly (readonly [Partial<JournalHead>, string])[] = [
    [{ version: '0.2.0' }, 'holds results by inbetween 0.1.0, this is 0.2.0'],
    [{ job: 'other' }, 'holds results of the job "job", this one is "other"'],
    [{ limit: 5 }, 'with no --limit, this run has --limit 5'],
  ];
  for (const [head, message] of heads) await expect(run(path, {}, { head: { ...HEAD, ...head } })).rejects.toThrow(message);
  await run(path, { content: () => 'other' }, { restart: true });
  expect(text(path).trim().split('\n')).toHaveLength(ITEMS);
});

test('a full disk is told, nothing is lost, and the run goes on when there is room', async () => {
  const whole = folder.path('room.jsonl');
  await run(whole);
  for (const bytes of [0, 50, 700, 1500]) {
    const path = folder.path(`full-${bytes}.jsonl`);
    let left = bytes;
    const full: OpenFile = async (name) => ({
      write: async (data) => {
        const part = data.subarray(0, Math.max(0, left));
        writeFileSync(name, part, { flag: 'a' });
        left -= data.length;
        if (part.length < data.length) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      },
      sync: async () => {},
      close: async () => {},
    });
    await expect(run(path, {}, { openFile: full })).rejects.toThrow('cannot be written: the disk is full; nothing is lost');
    expect(existsSync(`${path}.lock`)).toBe(false);
    await run(path);
    expect(text(path)).toBe(text(whole));
  }
});

test('what could not be written is not noted as done, though there is room for the note', async () => {
  const path = folder.path('half.jsonl');
  const disk: OpenFile = async (name) => ({
    write: async (data) => {
      if (name === path && data.length > 1000) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      writeFileSync(name, data, { flag: 'a' });
    },
    sync: async () => {},
    close: async () => {},
  });
  const file = await ResultFile.open(path, HEAD, false, disk);
  writeFileSync(path, '');
  const watch = new RunWatch({ stderr: { write: () => {} }, isShown: false, isReported: false, workers: 1, ended: () => 0 });
  const sink = fileSink(file, watch, () => 0);
  const answer = { codes: new Uint8Array(1), milliseconds: new Float64Array(1), work: 1 };
  for await (const item of itemsOf({ count: 1 })) {
    const found = {
      items: [item],
      answer: { ...answer, lines: utf8(resultLine({ id: item.id, status: 'free', why: 'x'.repeat(2 ** 16) })) },
    };
    watch.tally.add(found.items, found.answer);
    await expect(sink.take(found)).rejects.toThrow('the disk is full');
  }
  await sink.close();
  const again = await ResultFile.open(path, HEAD, false, atOnce);
  expect(again.steps).toEqual([]);
  await again.close();
});

test('results that are removed or written to while the job runs are told, not finished without them', async () => {
  const whole = folder.path('left-alone.jsonl');
  await run(whole);
  const disturbances = [(path: string) => rmSync(path), (path: string) => writeFileSync(path, 'x', { flag: 'a' })];
  for (const [i, disturb] of disturbances.entries()) {
    const path = folder.path(`disturbed-${i}.jsonl`);
    let isDisturbed = false;
    const watched: OpenFile = async (name) => ({
      ...(await atOnce(name)),
      write: async (data) => {
        // an open file is written to even where its name is gone
        if (isDisturbed && !existsSync(name)) return;
        writeFileSync(name, data, { flag: 'a' });
        if (name !== path || isDisturbed) return;
        isDisturbed = true;
        disturb(path);
      },
    });
    await expect(run(path, {}, { openFile: watched })).rejects.toThrow('was removed or written to by somebody else');
    await run(path);
    expect(text(path)).toBe(text(whole));
  }
});

test('while what was done is read again, it can be stopped', async () => {
  const path = folder.path('stopped.jsonl');
  await run(path);
  const file = await ResultFile.open(path, HEAD, false, atOnce);
  const watch = new RunWatch({ stderr: { write: () => {} }, isShown: false, isReported: false, workers: 1, ended: () => 0 });
  let read = 0;
  async function* counted() {
    for await (const item of itemsOf({})) {
      read++;
      yield item;
    }
  }
  for await (const item of fileSink(file, watch).items(counted(), () => read >= 3)) throw new Error(`${item.id} is to be done`);
  expect(read).toBe(3);
  await file.close();
});

test("nothing is written over that is not the run's own, and what cannot be written is told before the work", async () => {
  const open = (path: string, restart = false) => ResultFile.open(path, HEAD, restart);
  const foreign = folder.write('foreign.jsonl', 'somebody');
  for (const restart of [false, true])
    await expect(open(foreign, restart)).rejects.toThrow('is there already, without a journal of inbetween beside it');
  folder.write('odd.jsonl.journal', 'a diary\n');
  await expect(open(folder.path('odd.jsonl'))).rejects.toThrow('odd.jsonl.journal: is no journal of inbetween');
  mkdirSync(folder.path('folder'));
  await expect(open(folder.path('folder'))).rejects.toThrow('cannot be written: it is a folder');
  await expect(open(folder.path('foreign.jsonl/x'))).rejects.toThrow('cannot be written: a folder on the way is a file');
  await expect(open('/dev/null')).rejects.toThrow(/is no plain file|cannot be written/);
  expect(text(foreign)).toBe('somebody');
  for (const name of ['foreign.jsonl', 'odd.jsonl', 'folder']) expect(existsSync(folder.path(`${name}.lock`))).toBe(false);
  const fresh = await open(folder.path('new/folders/r.jsonl'));
  await fresh.close();
  expect(
    createHash('sha256')
      .update(text(folder.path('new/folders/r.jsonl')))
      .digest('hex'),
  ).toMatch(/^e3b0c442/);
});

test('items that nobody could answer: all before them are done, however soon they come', async () => {
  const path = folder.path('unanswered.jsonl');
  const streams = { stderr: { write: () => true }, isShown: false, isReported: false, workers: 1, ended: () => 0 };
  const items: JobItem[] = [];
  for await (const item of itemsOf({ count: 4 })) items.push(item);
  const watch = new RunWatch(streams);
  const file = await ResultFile.open(path, HEAD, false, atOnce);
  const sink = fileSink(file, watch, () => 0);
  for (const [part, code] of [
    [items.slice(0, 3), 0],
    [items.slice(3), TRY_AGAIN],
  ] as const) {
    const lines = utf8(part.map(({ id }) => resultLine({ id, status: 'free', time: 1 })).join(''));
    const answer = { lines, codes: new Uint8Array(part.length).fill(code), milliseconds: new Float64Array(part.length), work: 0 };
    watch.tally.add(part, answer);
    await sink.take(code === TRY_AGAIN ? { items: part, answer, isUnanswered: true } : { items: part, answer });
  }
  await sink.end(true);
  const again = await ResultFile.open(path, HEAD, false, atOnce);
  expect(again.steps.map((step) => [step.items, step.tally.items])).toEqual([[3, 3]]);
  await again.close();
});
