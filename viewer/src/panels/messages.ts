/** What went wrong, or is worth knowing: read it, close it. */
import { button, el } from './dom.ts';

export class Messages {
  readonly element: HTMLElement = el('div', { class: 'messages', role: 'region', 'aria-label': 'Messages' });

  show(text: string, kind: 'error' | 'warning' = 'error'): void {
    const box = el('div', { class: `message ${kind}`, role: kind === 'error' ? 'alert' : 'status', 'data-testid': kind });
    box.append(
      el('p', {}, text),
      button('×', 'close-message', () => box.remove(), { 'aria-label': 'Close this message' }),
    );
    this.element.prepend(box);
    while (this.element.childElementCount > 4) this.element.lastElementChild?.remove();
  }

  /** All, or those of one kind. */
  clear(kind?: 'error' | 'warning'): void {
    for (const box of [...this.element.children]) if (kind === undefined || box.classList.contains(kind)) box.remove();
  }
}
