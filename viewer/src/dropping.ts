/** Files that are dropped anywhere on the page, or chosen: which of them is meant, and what is missing. */
import { choose } from './panels/choose-dialog.ts';
import type { SharedState } from './panels/share.ts';
import type { FileSet } from './source/file-set.ts';
import type { Source } from './source/opened.ts';
import { sumOf, type WantedFiles } from './source/source-link.ts';
import { takenItems } from './source/taken-items.ts';

type Readers = typeof import('./source/dropped-files.ts');
type FilesSource = Extract<Source, { kind: 'files' }>;

export interface DroppingActions {
  /** What is open now, and what it is called. */
  current(): { readonly source: Source | null; readonly title: string };
  /** What was wrong, and was shown; null: nothing was. Once the signal is given, nothing is shown. */
  open(source: Source, signal: AbortSignal, state: Partial<SharedState>): Promise<Error | null>;
  fail(error: unknown): void;
  warn(text: string): void;
  /** A proof is to be verified; what is open stays. */
  verify(name: string, bytes: Uint8Array): void;
  /** A link waits for its files. */
  onWanted(): void;
  /** `isBusy` has changed. */
  onBusy(): void;
}

/** A link to files that are on somebody's disk, and all else that it says. */
type Expected = Partial<SharedState> & { readonly wanted: WantedFiles };

/** Choice in the dialog: not by itself, but beside what is open. */
const BESIDE = '';

/** Opens what is dropped. The last of several drops counts: what the others still do is given up wherever it is. */
export class Dropping {
  /** How many drops there were. */
  count = 0;
  /** A link that waits for its files; null: none does. */
  expected: Expected | null = null;
  private readonly actions: DroppingActions;
  private readonly readers: () => Promise<Readers>;
  private readonly ask: typeof choose;
  /** What was dropped and lacks files: these may be dropped after it. */
  private waiting: FilesSource | null = null;
  /** Ends the drop that is under way; null: none is. */
  private current: AbortController | null = null;
  private depth = 0;

  /** `readers`, `ask`: tests bring their own. */
  constructor(
    actions: DroppingActions,
    readers: () => Promise<Readers> = () => import('./source/dropped-files.ts'),
    ask: typeof choose = choose,
  ) {
    this.actions = actions;
    this.readers = readers;
    this.ask = ask;
  }

  /** Whether something that was dropped is being read, chosen from or opened. */
  get isBusy(): boolean {
    return this.current !== null;
  }

  /** Takes what is dropped on the page from now on. */
  listen(): void {
    const root = document.documentElement;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    addEventListener('dragenter', (event) => {
      if (!hasFiles(event)) return;
      this.depth++;
      // so that they are there when it is dropped
      void this.readers().catch(this.actions.fail);
      root.classList.add('dropping');
    });
    addEventListener('dragleave', (event) => {
      if (!hasFiles(event)) return;
      this.depth = Math.max(0, this.depth - 1);
      if (this.depth === 0) root.classList.remove('dropping');
    });
    addEventListener('dragover', (event) => {
      if (hasFiles(event)) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      this.depth = 0;
      root.classList.remove('dropping');
      const items = event.dataTransfer?.items;
      if (items === undefined || !hasFiles(event)) return;
      event.preventDefault();
      const taken = takenItems(items);
      void this.take(({ droppedFiles }) => droppedFiles(taken));
    });
  }

  /** A link is about files that are open, or that somebody drops next. */
  async expect(link: Expected): Promise<void> {
    const { source } = this.actions.current();
    this.expected = link;
    if (source?.kind === 'files' && sumOf(source.files) === link.wanted.sum) return this.take(async () => source.files);
    const [name] = link.wanted.main.split('/').slice(-1);
    this.actions.warn(
      `This link is about files that came with it: ${name}, and what belongs to it. Drop them on the page, or choose them.`,
    );
    this.actions.onWanted();
  }

  async take(read: (readers: Readers) => Promise<FileSet>): Promise<void> {
    this.current?.abort();
    const current = new AbortController();
    const { signal } = current;
    this.current = current;
    this.count++;
    this.actions.onBusy();
    try {
      await this.openTaken(read, signal);
    } catch (error) {
      if (!signal.aborted) this.actions.fail(error);
    } finally {
      if (this.current === current) this.giveUp();
    }
  }

  /** Nothing comes of what was dropped before: something else is meant now. */
  giveUp(): void {
    this.current?.abort();
    this.current = null;
    this.actions.onBusy();
  }

  private async openTaken(read: (readers: Readers) => Promise<FileSet>, signal: AbortSignal): Promise<void> {
    const readers = await this.readers();
    const dropped = await read(readers);
    if (signal.aborted) return;
    const proof = Object.keys(dropped).find((path) => readers.isProof(path, dropped[path]));
    if (proof !== undefined) this.actions.verify(proof, dropped[proof]);
    const files = Object.fromEntries(Object.entries(dropped).filter(([path, bytes]) => !readers.isProof(path, bytes)));
    if (proof !== undefined && Object.keys(files).length === 0) return;
    const { waiting, expected } = this;
    const linked = expected === null ? null : readers.wantedSource({ ...waiting?.files, ...files }, expected.wanted);
    const source = linked ?? (await this.sourceOf(files, readers, waiting, signal));
    if (source === null || signal.aborted) return;
    const fault = await this.actions.open(source, signal, linked === null || expected === null ? {} : expected);
    if (signal.aborted) return;
    if (fault === null && linked !== null && sumOf(linked.files) !== expected?.wanted.sum)
      this.actions.warn('These are not the very files that the link was made with: what it says of them may not fit.');
    const lacks = fault !== null && readers.isMissingFile(fault);
    this.waiting = lacks ? source : null;
    if (!lacks || waiting === null || source.main !== waiting.main) return;
    // still not what it waits for: then it is meant by itself
    const own = await this.sourceOf(files, readers, null, signal).catch(() => null);
    if (own === null || signal.aborted) return;
    const isOpen = (await this.actions.open(own, signal, {})) === null;
    if (isOpen && !signal.aborted) this.waiting = null;
  }

  /** Which of them is meant; null: none. What cannot be opened by itself belongs to what was there before. */
  private async sourceOf(
    files: FileSet,
    { openable, chosenSource, withMore, holds, shapesOf }: Readers,
    waiting: FilesSource | null,
    signal: AbortSignal,
  ): Promise<FilesSource | null> {
    const isWhole = holds(files, 'whole');
    const completed = waiting === null || isWhole ? null : withMore(waiting, files);
    if (completed !== null) return completed;
    const { source, title } = this.actions.current();
    const added = source?.kind === 'files' && !isWhole ? withMore(source, files) : null;
    if (added !== null && !holds(files, 'shape')) return added;
    const dropped = openable(files, waiting?.files);
    const { candidates } = dropped;
    const choices = candidates.map(({ path, kind }) => ({ value: path, label: labelOf(path, kind) }));
    if (added !== null) choices.unshift({ value: BESIDE, label: `beside ${title}` });
    const shapes = (path: string) => shapesOf(dropped.files, path);
    const first = shapes(choices[0].value);
    // nothing to choose between
    if (choices.length === 1 && first.length < 2) return chosenSource(dropped, choices[0].value, first[0]);
    const chosen = await this.ask(choices, shapes, signal);
    if (chosen === null) return null;
    return chosen.main === BESIDE && added !== null ? added : chosenSource(dropped, chosen.main, chosen.geometry);
  }
}

/** Its name first: folders may be long. */
function labelOf(path: string, kind: string): string {
  const at = path.lastIndexOf('/');
  return `${path.slice(at + 1)} (${kind}${at < 0 ? '' : `, in ${path.slice(0, at)}`})`;
}
