/** Types of `<inbetween-view>`, as the package has them beside its program: nothing is imported here, and nothing runs. */

/** The answer to what was asked, or what a recording found. */
export interface VerdictDetail {
  /** `contact`, `free`, `overlap`, `unresolved`; `missed`: free, and a wanted contact is missing; `error`: there is no answer, and the sentence says why. */
  readonly status: string;
  readonly headline: string;
  readonly sentence: string;
  /** Path time that it is about; null: none. */
  readonly time: number | null;
}

/** The time that is shown. */
export interface TimeDetail {
  /** Path time, from 0 to the number of segments. */
  readonly time: number;
  /** Null: the path has no seconds. */
  readonly seconds: number | null;
}

/** The first contact of the answer. */
export interface ContactDetail {
  readonly time: number;
  /** Names of the two that touch; empty where a recording tells more than one pair. */
  readonly pair: readonly string[];
  /** Null: nobody listed it. */
  readonly point: readonly [number, number, number] | null;
}

/** `verdict` comes with every answer, `contact` after it where there is one, `time` with every change of the time that is shown. */
export interface InbetweenViewEventMap extends HTMLElementEventMap {
  readonly verdict: CustomEvent<VerdictDetail>;
  readonly time: CustomEvent<TimeDetail>;
  readonly contact: CustomEvent<ContactDetail>;
}

/** `<inbetween-view>`: properties are its attributes; null: there is none. */
export interface InbetweenView extends HTMLElement {
  /** A cell, robot, scene or mesh; relative to the page. */
  src: string | null;
  /** The path; without one, that of the cell. */
  path: string | null;
  /** In place of both: an entry of the viewer's gallery. */
  gallery: string | null;
  /** `first`, the default, `stretches` or `clearance`. */
  question: string | null;
  /** Plays from the start once it is answered, where people do not mind motion. */
  autoplay: boolean;
  addEventListener<K extends keyof InbetweenViewEventMap>(
    type: K,
    listener: (this: InbetweenView, event: InbetweenViewEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'inbetween-view': InbetweenView;
  }
}
