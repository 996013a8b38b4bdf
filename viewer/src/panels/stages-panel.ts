/** What the stages of the search found, in words: how many pairs each left, and which ones. */
import type { SceneStages, StagePair } from 'inbetween/methods';
import { type Naming, sideText } from './answer-words.ts';
import { el } from './dom.ts';

/** Lists beyond this are shortened. */
const MOST = 60;

export interface StagesPanelActions {
  /** The pointer is over a pair; null: over none. */
  onHover(pair: StagePair | null): void;
  /** Keys of the parts of a pair. */
  keysOf(pair: StagePair): readonly string[];
}

export class StagesPanel {
  readonly element: HTMLElement = el('div', { class: 'stages', 'data-testid': 'stages' });
  private readonly actions: StagesPanelActions;
  private readonly items: { readonly item: HTMLElement; readonly keys: readonly string[] }[] = [];

  constructor(actions: StagesPanelActions) {
    this.actions = actions;
  }

  clear(): void {
    this.items.length = 0;
    this.element.replaceChildren();
  }

  /** Something else is shown, or nothing can be. */
  note(text: string): void {
    this.clear();
    this.element.append(el('p', { class: 'note', 'data-testid': 'stages-note' }, text));
  }

  /** The boxes of a world: how many, how many of them meet another one, and which do. */
  showBroad(boxes: number, near: number, pairs: readonly (readonly [string, string])[], naming: Naming): void {
    this.clear();
    const met = pairs.map(([a, b]): StagePair => ({ a: { body: a }, b: [{ body: b }], outcome: 'candidate' }));
    this.element.append(
      legend('meets another box: the pair is watched', 'meets none: proven apart while the box lasts'),
      el('p', { class: 'note', 'data-testid': 'stages-note' }, `The boxes of ${near} of ${boxes} bodies meet another one.`),
      this.list('Watched', met, naming, true),
    );
  }

  show({ segment, tested, boxes, pairs }: SceneStages, naming: Naming): void {
    this.clear();
    const having = (outcome: StagePair['outcome']): readonly StagePair[] => pairs.filter((pair) => pair.outcome === outcome);
    const candidates = having('candidate');
    const row = (name: string, testid: string, looked: number, out: number): HTMLElement =>
      el('div', { 'data-testid': testid }, el('dt', {}, name), el('dd', {}, `${looked} looked at, ${out} ruled out`));
    this.element.append(
      legend('kept: the next stage has to look', 'ruled out: proven apart'),
      el('p', { class: 'note' }, `Segment ${segment + 1}, ${boxes.length} bodies`),
      el(
        'dl',
        {},
        row('1 boxes', 'stage-1', tested, tested - pairs.length),
        row('2 swept volumes', 'stage-2', pairs.length, having('apart').length),
        having('allowed').length === 0 ? null : el('div', {}, el('dt', {}, 'not tested'), el('dd', {}, counted(having('allowed').length))),
        el('div', { 'data-testid': 'stage-3' }, el('dt', {}, '3 exact contact'), el('dd', {}, `${counted(candidates.length)} to look at`)),
      ),
      this.list('Left for stage 3', candidates, naming, true),
      this.list('Ruled out by stage 2', having('apart'), naming, false),
    );
  }

  /** What is under the pointer in the picture. */
  mark(key: string): void {
    for (const { item, keys } of this.items) item.classList.toggle('marked', key !== '' && keys.includes(key));
  }

  private list(title: string, pairs: readonly StagePair[], naming: Naming, isOpen: boolean): HTMLElement {
    const shown = pairs.slice(0, MOST).map((pair) => this.item(pair, naming));
    const more = pairs.length - shown.length;
    return el(
      'details',
      { open: isOpen, 'data-testid': isOpen ? 'candidates' : 'ruled-out' },
      el('summary', {}, `${title} (${pairs.length})`),
      el('ul', { class: 'names' }, ...shown, more > 0 ? el('li', {}, `and ${more} more`) : null),
    );
  }

  private item(pair: StagePair, naming: Naming): HTMLElement {
    const [first, ...others] = pair.b;
    const rest = others.length === 0 ? '' : ` and ${others.length} more in one body`;
    const item = el('li', { tabindex: 0, 'data-testid': 'stage-pair' }, `${sideText(pair.a, naming)}, ${sideText(first, naming)}${rest}`);
    for (const event of ['pointerenter', 'focus']) item.addEventListener(event, () => this.actions.onHover(pair));
    for (const event of ['pointerleave', 'blur']) item.addEventListener(event, () => this.actions.onHover(null));
    this.items.push({ item, keys: this.actions.keysOf(pair) });
    return item;
  }
}

function legend(kept: string, culled: string): HTMLElement {
  return el('p', { class: 'key' }, el('span', { class: 'kept' }, kept), el('span', { class: 'culled' }, culled));
}

function counted(pairs: number): string {
  return `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`;
}
