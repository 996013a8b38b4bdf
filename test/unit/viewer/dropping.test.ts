import { describe, expect, it } from 'vitest';
import { Dropping, type DroppingActions } from '../../../viewer/src/dropping.ts';
import { type Chosen, choose } from '../../../viewer/src/panels/choose-dialog.ts';
import * as readers from '../../../viewer/src/source/dropped-files.ts';
import { type FileSet, MissingPackages } from '../../../viewer/src/source/file-set.ts';
import type { Source } from '../../../viewer/src/source/opened.ts';
import { sumOf } from '../../../viewer/src/source/source-link.ts';
import { takenItems } from '../../../viewer/src/source/taken-items.ts';

const robot = (name: string): Uint8Array =>
  new TextEncoder().encode(
    `<robot name="${name}"><link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>`,
  );
const ONE: FileSet = { 'one.urdf': robot('one') };
const OTHER: FileSet = { 'other.urdf': robot('other') };
const TWO: FileSet = { ...ONE, ...OTHER };
const MESH: FileSet = { 'arm_description/arm.obj': new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n') };

/** A promise that somebody else ends. */
function later<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((end) => {
    resolve = end;
  });
  return { promise, resolve };
}

/** A page that opens when it is told to, and people who choose when they are told to. */
class Page {
  readonly opened: {
    readonly main: string;
    readonly end: (fault: Error | null) => void;
    readonly signal: AbortSignal;
    readonly state: Parameters<DroppingActions['open']>[2];
  }[] = [];
  readonly asked: { readonly offered: readonly string[]; readonly end: (chosen: Chosen | null) => void; readonly signal: AbortSignal }[] =
    [];
  readonly told: string[] = [];
  readonly proofs: string[] = [];
  readonly busy: boolean[] = [];
  readonly dropping: Dropping;

  constructor(loaded: Promise<typeof readers> = Promise.resolve(readers)) {
    const actions: DroppingActions = {
      current: () => ({ source: null, title: '' }),
      open: (source, signal, state) => {
        const { promise, resolve } = later<Error | null>();
        this.opened.push({ main: (source as Source & { kind: 'files' }).main, end: resolve, signal, state });
        return promise;
      },
      warn: (text) => this.told.push(text),
      onWanted: () => {},
      verify: (name) => this.proofs.push(name),
      fail: (error) => this.told.push((error as Error).message),
      onBusy: () => this.busy.push(this.dropping.isBusy),
    };
    this.dropping = new Dropping(
      actions,
      () => loaded,
      (choices, _, signal) => {
        const { promise, resolve } = later<Chosen | null>();
        this.asked.push({ offered: choices.map(({ value }) => value), end: resolve, signal });
        return promise;
      },
    );
  }

  drop(files: FileSet | Promise<FileSet>): Promise<void> {
    return this.dropping.take(async () => files);
  }
}

/** All that is going to happen without anybody doing something has happened. */
const quiet = () => new Promise((done) => setImmediate(done));

describe('of two drops the later one counts', () => {
  it('also where the earlier one is still being read: only one is asked about', async () => {
    const page = new Page();
    const slow = later<FileSet>();
    const earlier = page.drop(slow.promise);
    void page.drop(TWO);
    await quiet();
    slow.resolve(TWO);
    await earlier;
    expect(page.asked.map(({ signal }) => signal.aborted)).toEqual([false]);
    expect(page.dropping.isBusy).toBe(true);
    page.asked[0].end({ main: 'other.urdf', geometry: 'collision' });
    await quiet();
    expect(page.opened.map(({ main }) => main)).toEqual(['other.urdf']);
  });

  it('the dialog of the earlier one is ended at once, and what is chosen in it all the same is not opened', async () => {
    const page = new Page();
    const earlier = page.drop(TWO);
    await quiet();
    void page.drop(TWO);
    expect(page.asked[0].signal.aborted).toBe(true);
    page.asked[0].end({ main: 'one.urdf', geometry: 'collision' });
    await earlier;
    expect(page.opened).toEqual([]);
  });

  it('what the earlier one lacks is not waited for, and what is wrong with it is not told', async () => {
    const page = new Page();
    const earlier = page.drop(ONE);
    await quiet();
    void page.drop(OTHER);
    await quiet();
    expect(page.opened.map(({ main, signal }) => [main, signal.aborted])).toEqual([
      ['one.urdf', true],
      ['other.urdf', false],
    ]);
    page.opened[1].end(null);
    await quiet();
    page.opened[0].end(new MissingPackages(['arm_description'], 'one.urdf'));
    await earlier;
    void page.drop(MESH);
    await quiet();
    // by itself, and not as what completes the earlier one
    expect(page.opened.at(-1)?.main).toBe('arm_description/arm.obj');
    expect(page.told).toEqual([]);
  });

  it('what lacks files goes on waiting while a drop that did not complete it is asked about', async () => {
    const page = new Page();
    const missing = () => new MissingPackages(['arm_description'], 'one.urdf');
    void page.drop(ONE);
    await quiet();
    page.opened[0].end(missing());
    await quiet();
    // does not complete it, and is meant by itself: which of the two?
    void page.drop({ 'a.obj': MESH['arm_description/arm.obj'], 'b.obj': MESH['arm_description/arm.obj'] });
    await quiet();
    page.opened[1].end(missing());
    await quiet();
    expect(page.asked[0].offered).toEqual(['a.obj', 'b.obj']);
    void page.drop(MESH);
    await quiet();
    expect(page.opened.map(({ main }) => main)).toEqual(['one.urdf', 'one.urdf', 'one.urdf']);
  });
});

describe('a drop', () => {
  it('is under way until it is open, refused, or given up', async () => {
    const page = new Page();
    const whole = page.drop(ONE);
    expect(page.dropping.isBusy).toBe(true);
    await quiet();
    page.opened[0].end(null);
    await whole;
    expect(page.dropping.isBusy).toBe(false);
    await page.drop({ 'notes.txt': new Uint8Array(3) });
    expect(page.told).toEqual([expect.stringMatching(/^of 1 files none can be opened/)]);
    expect(page.dropping.isBusy).toBe(false);
    const asked = page.drop(TWO);
    await quiet();
    page.dropping.giveUp();
    expect([page.dropping.isBusy, page.asked[0].signal.aborted]).toEqual([false, true]);
    page.asked[0].end(null);
    await asked;
    expect(page.opened.length).toBe(1);
    expect(page.dropping.count).toBe(3);
    expect(page.busy.at(-1)).toBe(false);
  });

  it('that comes before its readers are there is read when they are', async () => {
    const loaded = later<typeof readers>();
    const page = new Page(loaded.promise);
    const file = new File([ONE['one.urdf'] as Uint8Array<ArrayBuffer>], 'one.urdf');
    // as browsers do: all forgotten when the event is over
    let isOver = false;
    const items = [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => (isOver ? null : file) }];
    const taken = takenItems(items as unknown as DataTransferItemList);
    void page.dropping.take(({ droppedFiles }) => droppedFiles(taken));
    isOver = true;
    loaded.resolve(readers);
    while (page.opened.length === 0) await quiet();
    expect(page.opened.map(({ main }) => main)).toEqual(['one.urdf']);
  });
});

describe('a link to files', () => {
  const link = (files: FileSet) => ({
    wanted: { main: 'there/one.urdf', path: null, geometry: 'visual' as const, sum: sumOf(files) },
    time: 0.5,
  });

  it('waits for them: those that hold what it opens are it, whatever the folder, and get all that it says', async () => {
    const page = new Page();
    await page.dropping.expect(link(TWO));
    expect(page.told).toEqual([expect.stringMatching(/^This link is about files .*: one\.urdf,/)]);
    const whole = page.drop(TWO);
    await quiet();
    // nobody is asked which of the two
    expect([page.asked.length, page.opened[0].main, page.opened[0].state]).toEqual([0, 'one.urdf', page.dropping.expected]);
    page.opened[0].end(null);
    await whole;
    expect(page.told.length).toBe(1);
  });

  it('says so where they are others, and goes on waiting while some are missing', async () => {
    const page = new Page();
    await page.dropping.expect(link(TWO));
    void page.drop(ONE);
    await quiet();
    page.opened[0].end(new MissingPackages(['arm_description'], 'one.urdf'));
    await quiet();
    void page.drop(MESH);
    await quiet();
    expect(page.opened.map(({ main, state }) => [main, state?.time])).toEqual([
      ['one.urdf', 0.5],
      ['one.urdf', 0.5],
    ]);
    page.opened[1].end(null);
    await quiet();
    expect(page.told[1]).toMatch(/^These are not the very files/);
  });

  it('is about something else than what holds nothing of it', async () => {
    const page = new Page();
    await page.dropping.expect(link(ONE));
    void page.drop(OTHER);
    await quiet();
    expect([page.opened[0].main, page.opened[0].state]).toEqual(['other.urdf', {}]);
  });
});

it('a dialog that nobody wants any more is not opened', async () => {
  // there is no document here to open it in
  expect(await choose([{ value: 'a', label: 'a' }], () => ['collision'], AbortSignal.abort())).toBe(null);
});

describe('a proof', () => {
  const bytes = new TextEncoder().encode('{"kind":"inbetween-proof/1"}');

  it('is verified, and what is open stays', async () => {
    const page = new Page();
    await page.drop({ 'way.proof.gz': new Uint8Array([0x1f, 0x8b]) });
    await page.drop({ 'way.txt': bytes });
    expect([page.proofs, page.opened, page.told]).toEqual([['way.proof.gz', 'way.txt'], [], []]);
  });

  it('beside a robot: both', async () => {
    const page = new Page();
    void page.drop({ ...ONE, 'way.proof': bytes });
    await quiet();
    expect([page.proofs, page.opened.map(({ main }) => main)]).toEqual([['way.proof'], ['one.urdf']]);
  });
});
