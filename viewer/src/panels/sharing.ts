/** What is taken out of the page: a link, the picture, the answer, the files of the cell. */
import type { ShownAnswer } from '../ask/shown-answer.ts';
import type { Opened, OpenedPath, Source } from '../source/opened.ts';
import type { Stage } from '../stage/stage.ts';
import { button, download } from './dom.ts';
import type { Messages } from './messages.ts';
import { hashOf, type LinkedState } from './share.ts';

/** What there is to share now. */
export interface Sharable {
  readonly state: LinkedState;
  readonly stage: Stage | null;
  readonly shown: ShownAnswer;
  readonly opened: Opened | null;
  /** Paths that were made in the page. */
  readonly made: readonly OpenedPath[];
  /** Makes the report of the first contact that is shown; null: none is shown, or it is one of before. */
  readonly report: (() => Promise<string>) | null;
}

/** The link follows what is shown, so many milliseconds later. */
const LINK_AFTER = 400;

export class Sharing {
  readonly buttons: readonly HTMLButtonElement[];
  private readonly now: () => Sharable;
  private readonly messages: Messages;
  private linkTimer = 0;

  constructor(now: () => Sharable, messages: Messages, fail: (error: unknown) => void) {
    this.now = now;
    this.messages = messages;
    const act = (label: string, testid: string, title: string, work: () => Promise<void>) =>
      button(label, testid, () => void work().catch(fail), { title });
    this.buttons = [
      act('Link', 'share', 'Copy a link to this: what is open, moved, made, chosen and shown. Light or dark is the reader’s choice', () =>
        this.copyLink(),
      ),
      act('PNG', 'png', 'Save the picture', () => this.savePicture()),
      act('JSON', 'json', 'Save the last answer', () => this.saveAnswer()),
      act('Report', 'save-report', 'Save a page in one file about this path, as inbetween check --report writes it', () =>
        this.saveReport(),
      ),
      act('Cell', 'save-cell', 'Save what is open as the files that inbetween check reads', () => this.saveCell()),
    ];
  }

  /** The address says what is shown, if it may then. */
  linkSoon(isWanted: () => boolean): void {
    this.linkLater();
    this.linkTimer = window.setTimeout(() => {
      const { hash } = hashOf(this.now().state);
      if (isWanted()) history.replaceState(null, '', hash ?? location.pathname + location.search);
    }, LINK_AFTER);
  }

  /** Not before something else is shown. */
  linkLater(): void {
    clearTimeout(this.linkTimer);
  }

  private async copyLink(): Promise<void> {
    const { hash, leftOut } = hashOf(this.now().state);
    if (hash === null) {
      this.messages.show('Files that were dropped are in no link. Save the cell, and open it from a server.', 'warning');
      return;
    }
    history.replaceState(null, '', hash);
    const without = leftOut.length === 0 ? '' : ` It leaves out ${leftOut.join(', ')}: save the cell for that.`;
    try {
      await navigator.clipboard.writeText(location.href);
      this.messages.show(`The link is copied.${without}`, 'warning');
    } catch {
      this.messages.show(`The link, to copy: ${location.href}${without}`, 'warning');
    }
  }

  private async savePicture(): Promise<void> {
    const { stage } = this.now();
    const { fileName } = this;
    if (stage !== null) download(`${fileName}.png`, await stage.png());
  }

  private async saveAnswer(): Promise<void> {
    const { shown, opened } = this.now();
    if (shown.answered === null) {
      this.messages.show('There is no answer yet.', 'warning');
      return;
    }
    const { answer, question } = shown.answered;
    const before = shown.isOld ? { before: shown.before } : {};
    const text = JSON.stringify({ title: opened?.title, ...before, question, ...answer }, null, 2);
    download(`${this.fileName}.json`, new Blob([text], { type: 'application/json' }));
  }

  private async saveReport(): Promise<void> {
    const { report, shown } = this.now();
    if (report === null) {
      this.messages.show(`A report is about a first contact: ask for it. ${shown.before}`, 'warning');
      return;
    }
    const { fileName } = this;
    download(`${fileName}.html`, new Blob([await report()], { type: 'text/html' }));
  }

  private async saveCell(): Promise<void> {
    const { opened, state, made } = this.now();
    if (opened === null || state.source === null) return;
    const { fileName } = this;
    const { saveCell } = await import('../source/save-cell.ts');
    const { zip } = saveCell(opened, state.source as Source, made);
    download(`${fileName}.zip`, new Blob([zip.slice()], { type: 'application/zip' }));
  }

  /** File name for what is shown now: to be asked before waiting for the content, which may change what is shown. */
  private get fileName(): string {
    return (this.now().opened?.title ?? 'inbetween').replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  }
}
