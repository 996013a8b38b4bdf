/** What can be taken out of the page, in one dialog; how far a film is, and a way to give it up. */
import { errorText } from '../ask/asker.ts';
import { button, checkbox, dialogOf, el } from './dom.ts';

export interface Taken {
  readonly label: string;
  readonly testid: string;
  readonly title: string;
  /** What is said when it is done; '': nothing. */
  take(): Promise<string>;
}

/** Text to be copied: a link, or lines for a page. */
export interface Snippet {
  readonly label: string;
  readonly testid: string;
  readonly text: string;
}

export interface ShareContent {
  readonly title: string;
  readonly files: readonly Taken[];
  readonly snippets: readonly Snippet[];
  /** Why there are not more snippets; '': there are all. */
  readonly note: string;
  /** Makes a film; null: there is no picture to film. */
  readonly film: ((turns: boolean, tell: (done: number, total: number) => void, signal: AbortSignal) => Promise<void>) | null;
}

export function openShareDialog({ title, files, snippets, note, film }: ShareContent): void {
  const said = el('p', { class: 'note', role: 'status', 'data-testid': 'share-said' });
  const fail = (error: unknown) => {
    said.textContent = errorText(error);
  };
  const rows = snippets.map(({ label, testid, text }) => {
    const area = el('textarea', { readonly: true, rows: text.includes('\n') ? 3 : 2, 'aria-label': label, 'data-testid': testid }, text);
    area.addEventListener('focus', () => area.select());
    const copy = button('Copy', `copy-${testid}`, () => void copied(text, area).then((words) => (said.textContent = words)), {
      'aria-label': `Copy: ${label}`,
    });
    return el('div', { class: 'snippet' }, el('h3', {}, label), copy, area);
  });
  const saves = files.map(({ label, testid, title: more, take }) =>
    button(label, testid, () => void take().then((words) => (said.textContent = words), fail), { title: more }),
  );
  const { element: filming, ends } = filmRow(film, said);
  const dialog = dialogOf(
    `Share “${title}”`,
    'share-dialog',
    el('div', { class: 'row' }, ...saves),
    filming,
    ...rows,
    note === '' ? null : el('p', { class: 'note' }, note),
    said,
  );
  dialog.addEventListener('close', ends);
}

function filmRow(film: ShareContent['film'], said: HTMLElement): { readonly element: HTMLElement; ends(): void } {
  let giveUp: AbortController | null = null;
  const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Film' });
  let turns = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const start = button('Film (WebM)', 'film', () => void make(), { title: 'Six seconds around the contact, slow where it touches' });
  const cancel = button('Cancel', 'film-cancel', () => giveUp?.abort());
  const working = el('div', { class: 'working', hidden: true }, bar, cancel);
  const tell = (done: number, total: number) => {
    bar.value = done / total;
    said.textContent = `Picture ${done} of ${total}`;
  };
  const make = async () => {
    if (film === null || giveUp !== null) return;
    const mine = new AbortController();
    giveUp = mine;
    [start.disabled, working.hidden] = [true, false];
    try {
      await film(turns, tell, mine.signal);
      said.textContent = 'The film is saved.';
    } catch (error) {
      said.textContent = mine.signal.aborted ? 'No film was made.' : errorText(error);
    }
    giveUp = null;
    [start.disabled, working.hidden] = [false, true];
    // the button that had the focus is gone
    start.focus();
  };
  start.disabled = film === null;
  const turning = checkbox('turn the camera', 'film-turns', turns, (on) => {
    turns = on;
  });
  return { element: el('div', { class: 'film' }, el('div', { class: 'row' }, start, turning), working), ends: () => giveUp?.abort() };
}

/** What is said of it. */
async function copied(text: string, area: HTMLTextAreaElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'It is copied.';
  } catch {
    area.select();
    return 'It is selected: copy it by the keys of your system.';
  }
}
