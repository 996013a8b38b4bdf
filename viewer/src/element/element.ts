/**
 * `<inbetween-view src="cell.json" path="path.csv">`: a cell, a robot or a scene of the gallery in another page; `element-types.ts` tells its
 * attributes and events. This file is small: the rest of it is loaded when the element is about to be seen. Until then, what stands between
 * its tags is shown.
 */
import type { InbetweenView } from './element-types.ts';
import type { ElementView } from './element-view.ts';

/** Pixels before it is seen. */
const AHEAD = '200px';
const TEXTS = ['src', 'path', 'gallery', 'question'] as const;

/** Programs that write pages on a server load this, too. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

class InbetweenViewElement extends Base {
  static readonly observedAttributes: readonly string[] = [...TEXTS, 'autoplay'];
  private readonly root: ShadowRoot = this.attachShadow({ mode: 'open' });
  private view: ElementView | null = null;
  private readonly sight: IntersectionObserver = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      this.sight.disconnect();
      void this.load();
    },
    { rootMargin: AHEAD },
  );

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(':host { display: block; height: 420px; overflow: hidden; } :host([hidden]) { display: none; }');
    this.root.adoptedStyleSheets = [style];
    this.root.append(document.createElement('slot'));
  }

  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }

  set autoplay(plays: boolean) {
    this.toggleAttribute('autoplay', plays);
  }

  connectedCallback(): void {
    // what a program set before this file came hides the properties
    for (const name of [...TEXTS, 'autoplay'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const { [name]: value } = this as unknown as Record<string, unknown>;
      delete (this as unknown as Record<string, unknown>)[name];
      Object.assign(this, { [name]: value });
    }
    this.sight.observe(this);
  }

  disconnectedCallback(): void {
    this.sight.disconnect();
    this.view?.close();
    this.view = null;
  }

  attributeChangedCallback(): void {
    void this.view?.open();
  }

  private async load(): Promise<void> {
    try {
      // bundlers of others are to take it along, and ours not to make another file of it
      const rest = new URL(/* @vite-ignore */ './element-view.js', import.meta.url).href;
      const { ElementView: View } = (await import(/* @vite-ignore */ rest)) as typeof import('./element-view.ts');
      if (!this.isConnected || this.view !== null) return;
      this.view = new View(this, this.root);
      await this.view.open();
    } catch (error) {
      this.dataset.status = 'error';
      this.root.append(`inbetween: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

for (const name of TEXTS)
  Object.defineProperty(InbetweenViewElement.prototype, name, {
    get(this: HTMLElement) {
      return this.getAttribute(name);
    },
    set(this: HTMLElement, value: string | null | undefined) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
    enumerable: true,
    configurable: true,
  });

if (globalThis.customElements?.get('inbetween-view') === undefined)
  globalThis.customElements?.define('inbetween-view', InbetweenViewElement as unknown as new () => InbetweenView);
