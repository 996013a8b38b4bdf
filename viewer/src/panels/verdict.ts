/** The answer in one sentence, for who does not see the panel: it is read aloud, and stands over the picture where there is no room beside it. */
import type { ShownAnswer } from '../ask/shown-answer.ts';
import { saidText } from './answer-words.ts';
import { el } from './dom.ts';

export class Verdict {
  readonly element: HTMLElement = el('p', { class: 'verdict', role: 'status', 'data-testid': 'verdict' });

  present({ words, note, before }: ShownAnswer): void {
    this.element.className = `verdict ${before === '' ? (words?.tone ?? '') : ''}`;
    const said = words === null ? [note] : [el('strong', {}, `${words.headline}.`), ` ${saidText(words)}`];
    this.element.replaceChildren(...(before === '' ? [] : [`${before} `]), ...said);
  }

  set isAsking(asking: boolean) {
    this.element.toggleAttribute('data-asking', asking);
  }
}
