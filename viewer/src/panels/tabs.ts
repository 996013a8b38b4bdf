/** Panels behind tabs, reachable by arrow keys. */
import { el } from './dom.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  readonly list: HTMLElement;
  /** Somebody touched a tab, which was shown before or not. */
  onPick: (wasChosen: boolean) => void = () => {};
  private readonly tabs: readonly Tab[];
  private readonly buttons: readonly HTMLButtonElement[];
  private readonly panels: readonly HTMLElement[];

  constructor(label: string, tabs: readonly Tab[]) {
    this.tabs = tabs;
    this.buttons = tabs.map(({ id, label: name }) => {
      const tab = el(
        'button',
        { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, 'data-testid': `tab-${id}` },
        name,
      );
      tab.addEventListener('click', () => {
        this.onPick(tab.getAttribute('aria-selected') === 'true');
        this.choose(id);
      });
      return tab;
    });
    this.panels = tabs.map(({ id, content }) =>
      el('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }, content),
    );
    this.list = el('div', { role: 'tablist', 'aria-label': label }, ...this.buttons);
    this.list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const next = (this.buttons.indexOf(document.activeElement as HTMLButtonElement) + step + tabs.length) % tabs.length;
      this.choose(tabs[next].id);
      this.buttons[next].focus();
    });
    this.element = el('div', { class: 'tabs' }, this.list, ...this.panels);
    this.choose(tabs[0].id);
  }

  choose(id: string): void {
    this.tabs.forEach((tab, i) => {
      const chosen = tab.id === id;
      this.buttons[i].setAttribute('aria-selected', String(chosen));
      this.buttons[i].tabIndex = chosen ? 0 : -1;
      this.panels[i].hidden = !chosen;
    });
  }
}
