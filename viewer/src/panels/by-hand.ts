/** The tool that is moved by hand, over the whole page until it is closed. */
import type { Teleoperation } from '../teleoperation/teleoperation.ts';
import { button, el } from './dom.ts';

export class ByHand {
  /** Null: it is not open. */
  shown: Teleoperation | null = null;
  private isOpening = false;

  /** Loaded when it is wanted: nobody else needs it. */
  async open(): Promise<void> {
    if (this.isOpening || this.shown !== null) return;
    this.isOpening = true;
    try {
      const { openTeleoperation } = await import('../teleoperation/teleoperation.ts');
      const place = el('div', { class: 'by-hand-place' });
      const dialog = el(
        'dialog',
        { class: 'by-hand', 'aria-label': 'A tool moved by hand', 'data-testid': 'by-hand' },
        el(
          'div',
          { class: 'by-hand-head' },
          el('h2', {}, 'A tool moved by hand'),
          button('Close', 'by-hand-close', () => dialog.close()),
        ),
        place,
      );
      dialog.addEventListener('close', () => {
        this.shown?.close();
        this.shown = null;
        dialog.remove();
      });
      document.body.append(dialog);
      dialog.showModal();
      this.shown = openTeleoperation(place);
    } finally {
      this.isOpening = false;
    }
  }
}
