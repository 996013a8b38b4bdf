/** What is taken out of the page: a link, lines for other pages, picture and film, the answer, the files of the cell. */
import type { ShownAnswer } from '../ask/shown-answer.ts';
import type { FileSet } from '../source/file-set.ts';
import type { Opened, Source } from '../source/opened.ts';
import type { SavedPath } from '../source/save-cell.ts';
import type { Stage } from '../stage/stage.ts';
import { button, download } from './dom.ts';
import type { Messages } from './messages.ts';
import { hashOf, type LinkedState } from './share.ts';
import { openShareDialog } from './share-dialog.ts';
import { snippetsOf } from './snippets.ts';

/** What there is to share now. */
export interface Sharable {
  readonly state: LinkedState;
  readonly stage: Stage | null;
  readonly shown: ShownAnswer;
  readonly opened: Opened | null;
  /** Paths that were made in the page. */
  readonly made: readonly SavedPath[];
  /** The path that is shown; null: nothing moves. */
  readonly path: SavedPath | null;
  /** Makes the report of the first contact that is shown; null: none is shown, or it is one of before. */
  readonly report: (() => Promise<string>) | null;
  /** Makes a film of the path or the recording; null: there is nothing to film. */
  readonly film: ((turns: boolean, tell: (done: number, total: number) => void, signal: AbortSignal) => Promise<Blob>) | null;
}

const DROPPED =
  'The link holds everything but your files, which stay on this computer. Send them with it (Share, Files): it asks for them.';
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
    const link = 'Copy a link to this: what is open, moved, made, chosen and shown. Light or dark is the reader’s choice';
    this.buttons = [
      button('Link', 'share', () => void this.copyLink().catch(fail), { title: link }),
      button('Share', 'open-share', () => this.openDialog(), {
        title: 'Picture, film, answer, report, files; lines for pages of your own',
      }),
    ];
  }

  openDialog(): void {
    const { state, opened, film } = this.now();
    const { hash } = hashOf(state);
    const { fileName } = this;
    const title = opened?.title ?? 'inbetween';
    const page = new URL(hash ?? '', document.baseURI).href;
    const dropped = state.source?.kind === 'files' ? state.source.files : null;
    openShareDialog({
      title,
      files: [
        { label: 'Picture (PNG)', testid: 'png', title: 'Save the picture, twice as large as it is here', take: () => this.savePicture() },
        { label: 'Answer (JSON)', testid: 'json', title: 'Save the last answer', take: () => this.saveAnswer() },
        {
          label: 'Report',
          testid: 'save-report',
          title: 'Save a page in one file about this path, as inbetween check --report writes it',
          take: () => this.saveReport(),
        },
        {
          label: 'Cell',
          testid: 'save-cell',
          title: 'Save what is open as the files that inbetween check reads',
          take: () => this.saveCell(),
        },
        ...(dropped === null
          ? []
          : [
              {
                label: 'Files',
                testid: 'save-files',
                title: 'Save what you dropped as a zip, to send it with the link',
                take: () => this.saveFiles(dropped),
              },
            ]),
      ],
      snippets: hash === null || state.source === null ? [] : snippetsOf(state.source, title, page),
      note: dropped !== null ? DROPPED : '',
      film: film === null ? null : async (turns, tell, signal) => download(`${fileName}.webm`, await film(turns, tell, signal)),
    });
  }

  /** The address says what is shown, if it may then, and is not another one by then: a link whose event is yet to come. */
  linkSoon(isWanted: () => boolean): void {
    this.linkLater();
    const { href } = location;
    this.linkTimer = window.setTimeout(() => {
      const { hash } = hashOf(this.now().state);
      if (location.href === href && isWanted()) history.replaceState(null, '', hash ?? location.pathname + location.search);
    }, LINK_AFTER);
  }

  /** Not before something else is shown. */
  linkLater(): void {
    clearTimeout(this.linkTimer);
  }

  private async copyLink(): Promise<void> {
    const { state } = this.now();
    const { hash, leftOut } = hashOf(state);
    if (hash === null) {
      this.messages.show(`No link holds ${leftOut[0] ?? 'what is not open yet'}.`, 'warning');
      return;
    }
    history.replaceState(null, '', hash);
    const without =
      (state.source?.kind === 'files' ? ` ${DROPPED}` : '') +
      (leftOut.length === 0 ? '' : ` It leaves out ${leftOut.join(', ')}: save the cell for that.`);
    try {
      await navigator.clipboard.writeText(location.href);
      this.messages.show(`The link is copied.${without}`, 'warning');
    } catch {
      this.messages.show(`The link, to copy: ${location.href}${without}`, 'warning');
    }
  }

  private async savePicture(): Promise<string> {
    const { stage } = this.now();
    const { fileName } = this;
    if (stage === null) return 'There is no picture: this browser has no WebGL.';
    download(`${fileName}.png`, await stage.png());
    return '';
  }

  private async saveAnswer(): Promise<string> {
    const { shown, opened } = this.now();
    if (shown.answered === null) return 'There is no answer yet.';
    const { answer, question } = shown.answered;
    const before = shown.isOld ? { before: shown.before } : {};
    const text = JSON.stringify({ title: opened?.title, ...before, question, ...answer }, null, 2);
    download(`${this.fileName}.json`, new Blob([text], { type: 'application/json' }));
    return '';
  }

  private async saveReport(): Promise<string> {
    const { report, shown } = this.now();
    if (report === null) return `A report is about a first contact: ask for it. ${shown.before}`;
    const { fileName } = this;
    download(`${fileName}.html`, new Blob([await report()], { type: 'text/html' }));
    return '';
  }

  private async saveCell(): Promise<string> {
    const { opened, state, made, path, shown } = this.now();
    if (opened === null || state.source === null) return 'Nothing is open.';
    const { fileName } = this;
    const { saveCell } = await import('../source/save-cell.ts');
    const { clearance, tolerance } = shown.isOld ? state.chosen : (shown.answered?.chosen ?? state.chosen);
    const { zip, leftOut } = await saveCell(opened, state.source as Source, {
      made,
      ...(path === null ? {} : { shown: path }),
      clearance,
      tolerance,
      page: document.baseURI,
    });
    download(`${fileName}.zip`, new Blob([zip.slice()], { type: 'application/zip' }));
    return leftOut.length === 0 ? '' : `The cell is saved without ${leftOut.join(', ')}: show one of them and save again.`;
  }

  private async saveFiles(files: FileSet): Promise<string> {
    const { fileName } = this;
    const { zipped } = await import('../source/zip-writer.ts');
    download(`${fileName}-files.zip`, new Blob([zipped(files).slice()], { type: 'application/zip' }));
    return '';
  }

  /** File name for what is shown now: to be asked before waiting for the content, which may change what is shown. */
  private get fileName(): string {
    return (this.now().opened?.title ?? 'inbetween').replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  }
}
