/** What can be looked at without files of one's own. */
import { button, el } from './dom.ts';

export interface ListedEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly citation: string;
}

export interface GalleryActions {
  onOpen(id: string): void;
  onFiles(files: readonly File[]): void;
}

/** A picture of it, as scripts/build/thumbnails.mjs drew it; loaded when it is seen. */
function thumbnail(id: string): HTMLElement {
  const src = new URL(`../source/thumbnails/${id}.webp`, import.meta.url).href;
  return el('img', { src, alt: '', width: 240, height: 150, loading: 'lazy', decoding: 'async' });
}

export class GalleryPanel {
  readonly element: HTMLElement;
  private readonly entries: ReadonlyMap<string, HTMLButtonElement>;

  constructor(gallery: readonly ListedEntry[], actions: GalleryActions) {
    this.entries = new Map(
      gallery.map(({ id, title }) => {
        const entry = button('', `gallery-${id}`, () => actions.onOpen(id), { class: 'entry' });
        entry.append(thumbnail(id), el('span', {}, title));
        return [id, entry];
      }),
    );
    const list = gallery.map(({ id, text, citation }) =>
      el('li', {}, this.entries.get(id) as HTMLElement, el('p', { title: citation === '' ? undefined : citation }, text)),
    );
    const chooser = (label: string, testid: string, folder: boolean) => {
      const input = el('input', { type: 'file', multiple: true, 'data-testid': testid, webkitdirectory: folder });
      input.addEventListener('change', () => {
        // the list of the browser is empty as soon as the input is
        const files = [...(input.files ?? [])];
        input.value = '';
        if (files.length > 0) actions.onFiles(files);
      });
      return el('label', { class: 'file' }, label, input);
    };
    this.element = el(
      'div',
      { class: 'panel gallery' },
      el('h2', {}, 'Your own robot'),
      el(
        'p',
        {},
        'Drop files or a folder anywhere on the page: a cell, a URDF with its meshes or as a zip, STL, OBJ, PLY, GLB, clouds, paths, MoveIt scenes. It stays on your computer. Help (?) tells the way in eight steps.',
      ),
      el('div', { class: 'row' }, chooser('Choose files', 'choose-files', false), chooser('Choose a folder', 'choose-folder', true)),
      el('h2', {}, 'Gallery'),
      el('ul', { class: 'entries' }, ...list),
    );
  }

  setOpen(id: string | null): void {
    for (const [entry, control] of this.entries) {
      if (entry === id) control.setAttribute('aria-current', 'true');
      else control.removeAttribute('aria-current');
    }
  }
}
