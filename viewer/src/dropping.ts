/** Files that are dropped anywhere on the page, or chosen: which of them is meant, and what is missing. */
import { choose } from './panels/choose-dialog.ts';
import { type FileSet, isMissingFile } from './source/file-set.ts';
import type { Source } from './source/opened.ts';

type Readers = typeof import('./source/dropped-files.ts');
type FilesSource = Extract<Source, { kind: 'files' }>;

export interface DroppingActions {
  /** What is open now, and what it is called. */
  current(): { readonly source: Source | null; readonly title: string };
  /** What was wrong, and told; null: nothing was. */
  open(source: Source): Promise<Error | null>;
  fail(error: unknown): void;
}

/** In the dialog: not by itself, but beside what is open. */
const BESIDE = '';

export class Dropping {
  private readonly actions: DroppingActions;
  /** What was dropped and lacks files: these may be dropped after it. */
  private waiting: FilesSource | null = null;
  /** Ends the dialog of the drop before. */
  private asking: AbortController = new AbortController();
  private depth = 0;

  constructor(actions: DroppingActions) {
    this.actions = actions;
    const root = document.documentElement;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    addEventListener('dragenter', (event) => {
      if (!hasFiles(event)) return;
      this.depth++;
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
      // browsers forget the items when the event is over: the reader has to be there already
      void this.take(({ droppedFiles }) => droppedFiles(items));
    });
    this.readers = import('./source/dropped-files.ts');
    this.readers.then((loaded) => {
      this.loaded = loaded;
    }, actions.fail);
  }

  private readonly readers: Promise<Readers>;
  private loaded: Readers | null = null;

  async take(read: (readers: Readers) => Promise<FileSet>): Promise<void> {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const files = await (this.loaded === null ? this.readers.then(read) : read(this.loaded));
      const source = await this.sourceOf(files, await this.readers, asking.signal);
      if (source === null || asking.signal.aborted) return;
      const { waiting } = this;
      const fault = await this.actions.open(source);
      const lacks = fault !== null && isMissingFile(fault);
      this.waiting = lacks ? source : null;
      if (!lacks || waiting === null || source.main !== waiting.main) return;
      // still not what it waits for: then it is meant by itself
      this.waiting = null;
      const own = await this.sourceOf(files, await this.readers, asking.signal).catch(() => null);
      if (own !== null && !asking.signal.aborted && (await this.actions.open(own)) === null) return;
      this.waiting = source;
    } catch (error) {
      if (!asking.signal.aborted) this.actions.fail(error);
    }
  }

  /** Which of them is meant; null: none. What cannot be opened by itself belongs to what was there before. */
  private async sourceOf(
    files: FileSet,
    { openable, chosenSource, withMore, holds, shapesOf }: Readers,
    signal: AbortSignal,
  ): Promise<FilesSource | null> {
    const { waiting } = this;
    const isWhole = holds(files, 'whole');
    const completed = waiting === null || isWhole ? null : withMore(waiting, files);
    if (completed !== null) return completed;
    const { source, title } = this.actions.current();
    const added = source?.kind === 'files' && !isWhole ? withMore(source, files) : null;
    if (added !== null && !holds(files, 'shape')) return added;
    const dropped = openable(files, waiting?.files);
    const { candidates } = dropped;
    const choices = candidates.map(({ path, kind }) => ({ value: path, label: `${path} (${kind})` }));
    if (added !== null) choices.unshift({ value: BESIDE, label: `beside ${title}` });
    const shapes = (path: string) => shapesOf(dropped.files, path);
    const first = shapes(choices[0].value);
    // nothing to choose between
    if (choices.length === 1 && first.length < 2) return chosenSource(dropped, choices[0].value, first[0]);
    const chosen = await choose(choices, shapes, signal);
    if (chosen === null) return null;
    return chosen.main === BESIDE && added !== null ? added : chosenSource(dropped, chosen.main, chosen.geometry);
  }
}
