/** The panels of the page: beside the picture, or, where that is narrow, a sheet at its foot that is pulled up. */
import { button, el } from './dom.ts';
import type { Tabs } from './tabs.ts';

/** Pixels that a finger may tremble. */
const STILL = 6;

export class Sheet {
  readonly element: HTMLElement;
  private readonly grip: HTMLButtonElement;

  constructor(tabs: Tabs) {
    this.grip = button('', 'sheet', () => this.open(!this.isOpen), { class: 'grip', 'aria-label': 'Panels', 'aria-controls': 'panels' });
    this.element = el('aside', { class: 'side', id: 'panels', 'aria-label': 'Panels' }, this.grip, tabs.element);
    // whoever touches the tab that is shown wants it gone
    tabs.onPick = (wasChosen) => this.open(!(wasChosen && this.isOpen));
    for (const handle of [this.grip, tabs.list]) handle.addEventListener('pointerdown', (event) => this.pull(handle, event));
    this.open(false);
  }

  get isOpen(): boolean {
    return this.element.classList.contains('open');
  }

  /** Only where it is a sheet, it is not always open. */
  open(open: boolean): void {
    this.element.classList.toggle('open', open);
    this.grip.setAttribute('aria-expanded', String(open));
  }

  private pull(handle: HTMLElement, { clientY: from }: PointerEvent): void {
    const wasOpen = this.isOpen;
    let by = 0;
    const move = ({ clientY }: PointerEvent) => {
      by = from - clientY;
      if (Math.abs(by) > STILL) this.open(by > 0 || (wasOpen && by > -STILL));
    };
    const end = () => {
      removeEventListener('pointermove', move);
      // what was pulled is not clicked, too
      if (Math.abs(by) > STILL) handle.addEventListener('click', stop, { capture: true, once: true, signal: AbortSignal.timeout(300) });
    };
    const stop = (event: Event) => event.stopPropagation();
    addEventListener('pointermove', move);
    addEventListener('pointerup', end, { once: true });
    addEventListener('pointercancel', end, { once: true });
  }
}
