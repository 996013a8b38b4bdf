/** Opens one thing after the other: of several the last one counts, and what comes late is dropped. */
import type { SharedState } from './panels/share.ts';
import { openSource } from './source/open-source.ts';
import type { Opened, Source } from './source/opened.ts';

export interface OpeningActions {
  show(source: Source, opened: Opened, state: Partial<SharedState>): void;
  fail(error: unknown): void;
  onBusy(isBusy: boolean): void;
}

export class Opening {
  /** How often something was begun to be opened. */
  count = 0;
  isBusy = false;
  private readonly actions: OpeningActions;
  private readonly read: typeof openSource;

  /** `read`: tests bring their own. */
  constructor(actions: OpeningActions, read: typeof openSource = openSource) {
    this.actions = actions;
    this.read = read;
  }

  /**
   * What was wrong, and was shown; null: nothing was, or it is not wanted any more. Until it is open, and where it cannot be,
   * all stays as it is. `signal`: it is not wanted any more, though nothing else is opened yet.
   */
  async open(source: Source, state: Partial<SharedState> = {}, signal?: AbortSignal): Promise<Error | null> {
    const number = ++this.count;
    const isLate = () => number !== this.count || signal?.aborted === true;
    this.tell(true);
    try {
      const opened = await this.read(source);
      if (!isLate()) this.actions.show(source, opened, state);
      return null;
    } catch (error) {
      if (isLate()) return null;
      this.actions.fail(error);
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      if (number === this.count) this.tell(false);
    }
  }

  private tell(isBusy: boolean): void {
    this.isBusy = isBusy;
    this.actions.onBusy(isBusy);
  }
}
