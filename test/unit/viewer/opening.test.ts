import { expect, it } from 'vitest';
import { Opening } from '../../../viewer/src/opening.ts';
import type { Opened, Source } from '../../../viewer/src/source/opened.ts';

/** Nobody looks into it. */
const opened = {} as Opened;
const of = (id: string): Source => ({ kind: 'gallery', id });

/** What is read comes when it is told to, or fails. */
class Page {
  readonly said: string[] = [];
  readonly reads: { readonly resolve: (opened: Opened) => void; readonly reject: (error: Error) => void }[] = [];
  readonly opening: Opening = new Opening(
    {
      show: (source) => this.said.push((source as Source & { kind: 'gallery' }).id),
      fail: (error) => this.said.push((error as Error).message),
      onBusy: (isBusy) => this.said.push(isBusy ? 'busy' : 'ready'),
    },
    () => new Promise<Opened>((resolve, reject) => this.reads.push({ resolve, reject })),
  );
}

it('of two that are opened the later one is shown, whichever comes first; the earlier neither is nor tells what is wrong', async () => {
  for (const isFirst of [true, false]) {
    const page = new Page();
    const both = [page.opening.open(of('earlier')), page.opening.open(of('later'))];
    const [earlier, later] = page.reads;
    const ends = [() => earlier.reject(new Error('wrong')), () => later.resolve(opened)];
    for (const end of isFirst ? ends : ends.reverse()) end();
    expect(await Promise.all(both)).toEqual([null, null]);
    expect(page.said).toEqual(['busy', 'busy', 'later', 'ready']);
    expect([page.opening.count, page.opening.isBusy]).toEqual([2, false]);
  }
});

it('what is given up while nothing else is opened yet is not shown, and what is wrong with it not told', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const page = new Page();
    const ending = new AbortController();
    const given = page.opening.open(of('given up'), {}, ending.signal);
    ending.abort();
    page.reads[0][end](opened as Opened & Error);
    expect(await given).toBe(null);
    expect(page.said).toEqual(['busy', 'ready']);
  }
});

it('tells what is wrong, and gives it back', async () => {
  const page = new Page();
  const opening = page.opening.open(of('nowhere'));
  page.reads[0].reject(new Error('wrong'));
  expect(await opening).toEqual(new Error('wrong'));
  expect(page.said).toEqual(['busy', 'wrong', 'ready']);
});
