/** Questions, and what came of them. */
import { SCENE_METHODS, type SceneFirstContactOptions, type SceneMethod } from 'inbetween';
import type { GpuMode } from 'inbetween/gpu';
import type { Answer, Progress } from '../ask/protocol.ts';
import { answerWords, contactTable, factList, type Naming } from './answer-words.ts';
import { button, type Choice, el, field, optionsOf, select } from './dom.ts';

export type Asked = 'first' | 'stretches' | 'clearance' | 'plan' | 'batch';

export interface AskActions {
  onAsk(kind: Asked): void;
  onCancel(): void;
  onPath(number: number): void;
}

const QUESTIONS: readonly (Choice & { readonly value: Asked })[] = [
  { value: 'first', label: 'First contact' },
  { value: 'stretches', label: 'All stretches in contact' },
  { value: 'clearance', label: 'Least distance (clearance)' },
  { value: 'plan', label: 'Plan a way to the goal' },
  { value: 'batch', label: 'Many random motions' },
];

/** Random motions of one question. */
const MOST_MOTIONS = 100_000;

/** In the words of the library. */
const GPU_MODES: readonly (Choice & { readonly value: GpuMode })[] = [
  { value: 'auto', label: 'auto: the faster' },
  { value: 'always', label: 'always' },
  { value: 'never', label: 'never' },
];

export class AskPanel {
  readonly element: HTMLElement;
  readonly path: HTMLSelectElement;
  private readonly kind: HTMLSelectElement;
  private readonly method: HTMLSelectElement;
  private readonly contacts: HTMLSelectElement;
  private readonly graphics: HTMLSelectElement;
  private readonly tolerance: HTMLInputElement = lengthInput('tolerance', 'default');
  private readonly clearance: HTMLInputElement = lengthInput('clearance', '0, or the cell’s');
  private readonly count: HTMLInputElement = el('input', {
    type: 'number',
    min: 1,
    max: MOST_MOTIONS,
    value: 200,
    'data-testid': 'batch-count',
  });
  private readonly seed: HTMLInputElement = el('input', { type: 'number', min: 0, step: 1, value: 1, 'data-testid': 'seed' });
  private isAskable = true;
  private readonly askButton: HTMLButtonElement;
  private readonly cancelButton: HTMLButtonElement;
  private readonly bar: HTMLProgressElement = el('progress', { 'aria-label': 'Progress', 'data-testid': 'progress', max: 1 });
  private readonly words: HTMLElement = el('p', { class: 'note', 'aria-live': 'polite' });
  private readonly working: HTMLElement;
  private readonly result: HTMLElement = el('div', { class: 'result', 'aria-live': 'polite', 'data-testid': 'answer' });
  private readonly pathNote: HTMLElement = el('p', { class: 'note' });

  constructor(actions: AskActions) {
    this.kind = select('Question', 'question', QUESTIONS, () => this.onKind());
    this.path = select('Path', 'path', [], (value) => actions.onPath(Number(value)));
    this.method = select(
      'Method',
      'method',
      SCENE_METHODS.map((value) => ({ value, label: value })),
      () => this.onKind(),
    );
    const noGraphics = whyNoGraphics();
    this.graphics = select('Graphics hardware', 'gpu', GPU_MODES);
    this.graphics.disabled = noGraphics !== '';
    if (noGraphics !== '') this.graphics.value = 'never';
    this.contacts = select(
      'Contacts listed',
      'contacts',
      ['all', 'minimal', 'first', 'none'].map((value) => ({ value, label: value })),
    );
    this.askButton = button('Ask', 'ask', () => actions.onAsk(this.asked), { class: 'primary' });
    this.cancelButton = button('Cancel', 'cancel', () => actions.onCancel());
    this.working = el('div', { class: 'working' }, this.bar, this.cancelButton, this.words);
    this.element = el(
      'div',
      { class: 'panel ask' },
      this.result,
      el('h2', {}, 'Ask'),
      field('Path', this.path),
      this.pathNote,
      field('Question', this.kind),
      el('div', { class: 'only-path' }, field('Tolerance', this.tolerance), field('Clearance', this.clearance)),
      el('div', { class: 'only-first' }, field('Method', this.method), field('Contacts', this.contacts)),
      el('div', { class: 'only-batch' }, field('Motions', this.count)),
      el(
        'div',
        { class: 'only-gpu' },
        field('Graphics', this.graphics),
        noGraphics === '' ? null : el('p', { class: 'note', 'data-testid': 'no-gpu' }, noGraphics),
      ),
      el('div', { class: 'only-seed' }, field('Seed', this.seed)),
      el('div', { class: 'row' }, this.askButton),
      this.working,
    );
    this.setProgress(null);
    this.onKind();
  }

  get asked(): Asked {
    return this.kind.value as Asked;
  }

  set asked(kind: Asked) {
    this.kind.value = kind;
    this.onKind();
  }

  get options(): SceneFirstContactOptions {
    const [tolerance, clearance] = [this.tolerance, this.clearance].map(({ value }) => (value.trim() === '' ? undefined : Number(value)));
    return {
      method: this.method.value as SceneMethod,
      contacts: this.contacts.value as SceneFirstContactOptions['contacts'],
      ...(tolerance === undefined ? {} : { tolerance }),
      ...(clearance === undefined ? {} : { clearance }),
    };
  }

  get gpu(): GpuMode {
    return this.graphics.value as GpuMode;
  }

  /** Throws, in words for the person, where it is no number of motions. */
  get batchCount(): number {
    const count = Number(this.count.value);
    if (Number.isInteger(count) && count >= 1 && count <= MOST_MOTIONS) return count;
    throw new Error(`the number of motions must be a whole number from 1 to ${MOST_MOTIONS}`);
  }

  get chosenSeed(): number {
    return Math.round(Number(this.seed.value)) || 0;
  }

  setPaths(names: readonly string[], chosen: number, note: string): void {
    this.path.replaceChildren(...optionsOf(names.map((label, i) => ({ value: String(i), label }))));
    this.path.value = String(chosen);
    this.pathNote.textContent = note;
  }

  /** A recording was computed before: nothing can be asked about it. */
  setAskable(askable: boolean): void {
    this.isAskable = askable;
    this.askButton.disabled = !askable;
  }

  get isAsking(): boolean {
    return !this.working.hidden;
  }

  /** null: nothing is being asked. */
  setProgress(progress: Progress | null): void {
    this.working.hidden = progress === null;
    this.askButton.disabled = progress !== null || !this.isAskable;
    if (progress === null) return;
    if (progress.total > 0) this.bar.value = progress.done / progress.total;
    else this.bar.removeAttribute('value');
    this.words.textContent = progress.words;
  }

  show(answer: Answer, naming: Naming): void {
    const words = answerWords(answer, naming);
    this.result.dataset.status = words.tone;
    this.result.replaceChildren(
      el('h2', { class: `headline ${words.tone}`, 'data-testid': 'headline' }, words.headline),
      el('p', { class: 'lead' }, words.sentence),
      ...[contactTable(words, naming)].filter((table) => table !== null),
      el('details', {}, el('summary', {}, 'Numbers'), factList(words.facts)),
    );
  }

  /** Something that nobody asked for but everybody wants to know. */
  tell(tone: string, headline: string, sentence: string): void {
    this.result.dataset.status = tone;
    this.result.replaceChildren(
      el('h2', { class: `headline ${tone}`, 'data-testid': 'headline' }, headline),
      el('p', { class: 'lead' }, sentence),
    );
  }

  clear(text: string): void {
    delete this.result.dataset.status;
    this.result.replaceChildren(el('p', { class: 'lead' }, text));
  }

  private onKind(): void {
    this.element.dataset.kind = this.asked;
    this.element.dataset.method = this.method.value;
  }
}

/** Why the browser has none to ask; empty: it has, or says so when it is asked. */
function whyNoGraphics(): string {
  if ((navigator as Partial<Navigator>).gpu !== undefined) return '';
  return isSecureContext
    ? 'This browser has no WebGPU: the processor does it.'
    : 'WebGPU needs https: or localhost: the processor does it.';
}

function lengthInput(testid: string, placeholder: string): HTMLInputElement {
  return el('input', { type: 'number', min: 0, step: 'any', placeholder, 'data-testid': testid });
}
