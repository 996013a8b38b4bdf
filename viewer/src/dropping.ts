/** Files that are dropped anywhere on the page, or chosen: which of them is meant, and what is missing. */
import { choose } from './panels/choose-dialog.ts';
import type { FileSet } from './source/file-set.ts';
import type { Source } from './source/opened.ts';

type Readers = typeof import('./source/dropped-files.ts');

export interface DroppingActions {
  /** Whether it could be opened. */
  open(source: Source): Promise<boolean>;
  fail(error: unknown): void;
}

export class Dropping {
  private readonly actions: DroppingActions;
  /** What was dropped and could not be opened: what is missing may be dropped after it. */
  private before: FileSet = {};
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
    try {
      const files = await (this.loaded === null ? this.readers.then(read) : read(this.loaded));
      const { openable, chosenSource } = await this.readers;
      const dropped = openable(files, this.before);
      this.before = dropped.files;
      const { candidates } = dropped;
      const hasRobot = candidates.some(({ kind }) => kind === 'robot');
      const chosen =
        candidates.length > 1 || hasRobot
          ? await choose(
              candidates.map(({ path, kind }) => ({ value: path, label: `${path} (${kind})` })),
              hasRobot,
            )
          : { main: candidates[0].path, geometry: 'collision' as const };
      if (chosen === null) return;
      if (await this.actions.open(chosenSource(dropped, chosen.main, chosen.geometry))) this.before = {};
    } catch (error) {
      this.actions.fail(error);
    }
  }
}
