/** Questions, and what came of them. */

import type { GpuMode } from 'inbetween/gpu';
import type { VerdictRow } from 'inbetween/report';
import { type AskedKind, type Chosen, CONTACT_LISTS, FIRST_CHOSEN, GPU_MODES, MOST_MOTIONS, SCENE_METHODS } from '../ask/chosen.ts';
import type { Progress } from '../ask/protocol.ts';
import type { ShownAnswer } from '../ask/shown-answer.ts';
import { contactTable, factList, type Naming } from './answer-words.ts';
import { button, type Choice, el, field, optionsOf, select } from './dom.ts';

export interface AskActions {
  onAsk(): void;
  onCancel(): void;
  onPath(number: number): void;
  /** Something else is chosen. */
  onChosen(chosen: Chosen): void;
}

const QUESTIONS: readonly (Choice & { readonly value: AskedKind })[] = [
  { value: 'first', label: 'First contact' },
  { value: 'stretches', label: 'All stretches in contact' },
  { value: 'clearance', label: 'Least distance (clearance)' },
  { value: 'plan', label: 'Plan a way to the goal' },
  { value: 'batch', label: 'Many random motions' },
];

/** Modes in the words of the library. */
const GPU_LABELS: Readonly<Record<GpuMode, string>> = { auto: 'auto: the faster', always: 'always', never: 'never' };

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
    value: FIRST_CHOSEN.count,
    'data-testid': 'batch-count',
  });
  private readonly seed: HTMLInputElement = el('input', { type: 'number', min: 0, step: 1, value: 1, 'data-testid': 'seed' });
  private readonly askButton: HTMLButtonElement;
  private readonly cancelButton: HTMLButtonElement;
  private readonly bar: HTMLProgressElement = el('progress', { 'aria-label': 'Progress', 'data-testid': 'progress', max: 1 });
  private readonly words: HTMLElement = el('p', { class: 'note', 'aria-live': 'polite' });
  private readonly working: HTMLElement;
  private readonly result: HTMLElement = el('div', { class: 'result', 'data-testid': 'answer' });
  private readonly form: HTMLElement = el('div', { class: 'panel' });
  private readonly pathNote: HTMLElement = el('p', { class: 'note' });

  constructor(actions: AskActions) {
    const onChosen = () => {
      this.onKind();
      actions.onChosen(this.chosen);
    };
    this.kind = select('Question', 'question', QUESTIONS, onChosen);
    this.path = select('Path', 'path', [], (value) => actions.onPath(Number(value)));
    this.method = select(
      'Method',
      'method',
      SCENE_METHODS.map((value) => ({ value, label: value })),
      onChosen,
    );
    const noGraphics = whyNoGraphics();
    this.graphics = select(
      'Graphics hardware',
      'gpu',
      GPU_MODES.map((value) => ({ value, label: GPU_LABELS[value] })),
      onChosen,
    );
    this.graphics.disabled = noGraphics !== '';
    if (noGraphics !== '') this.graphics.value = 'never';
    this.contacts = select(
      'Contacts listed',
      'contacts',
      CONTACT_LISTS.map((value) => ({ value, label: value })),
      onChosen,
    );
    for (const input of [this.tolerance, this.clearance, this.count, this.seed]) input.addEventListener('change', onChosen);
    this.askButton = button('Ask', 'ask', () => actions.onAsk(), { class: 'primary' });
    this.cancelButton = button('Cancel', 'cancel', () => actions.onCancel());
    this.working = el('div', { class: 'working' }, this.bar, this.cancelButton, this.words);
    this.element = el('div', { class: 'panel ask' }, this.result, this.form, this.working);
    this.form.append(
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
    );
    this.setProgress(null);
    this.onKind();
  }

  get chosen(): Chosen {
    const [tolerance, clearance] = [this.tolerance, this.clearance].map(({ value }) => (value.trim() === '' ? null : Number(value)));
    return {
      kind: this.kind.value as AskedKind,
      tolerance,
      clearance,
      method: this.method.value as Chosen['method'],
      contacts: this.contacts.value as Chosen['contacts'],
      gpu: this.graphics.value as GpuMode,
      seed: Math.round(Number(this.seed.value)) || 0,
      count: Number(this.count.value),
    };
  }

  set chosen({ kind, tolerance, clearance, method, contacts, gpu, seed, count }: Chosen) {
    this.kind.value = kind;
    this.tolerance.value = String(tolerance ?? '');
    this.clearance.value = String(clearance ?? '');
    this.method.value = method;
    this.contacts.value = contacts;
    if (!this.graphics.disabled) this.graphics.value = gpu;
    this.seed.value = String(seed);
    this.count.value = String(count);
    this.onKind();
  }

  setPaths(names: readonly string[], chosen: number, note: string): void {
    this.path.replaceChildren(...optionsOf(names.map((label, i) => ({ value: String(i), label }))));
    this.path.value = String(chosen);
    this.pathNote.textContent = note;
  }

  /** A recording was computed before: nothing can be asked about it, and there is no form. */
  setAskable(askable: boolean): void {
    this.form.hidden = !askable;
  }

  get isAsking(): boolean {
    return !this.working.hidden;
  }

  /** null: nothing is being asked. What is asked by itself hinders nobody from asking. */
  setProgress(progress: Progress | null, isByItself = false): void {
    this.working.hidden = progress === null;
    this.askButton.disabled = progress !== null && !isByItself;
    if (progress === null) return;
    if (progress.total > 0) this.bar.value = progress.done / progress.total;
    else this.bar.removeAttribute('value');
    this.words.textContent = progress.words;
  }

  present({ words, note, before }: ShownAnswer, naming: Naming): void {
    const tone = words?.tone ?? '';
    if (words === null) delete this.result.dataset.status;
    else this.result.dataset.status = tone;
    this.result.classList.toggle('before', before !== '');
    if (words === null) {
      this.result.replaceChildren(el('p', { class: 'lead' }, note));
      return;
    }
    const more =
      'facts' in words ? [contactTable(words, naming), el('details', {}, el('summary', {}, 'Numbers'), factList(words.facts))] : [];
    this.result.replaceChildren(
      ...(before === '' ? [] : [el('p', { class: 'of-before', 'data-testid': 'of-before' }, before)]),
      el('h2', { class: `headline ${tone}`, 'data-testid': 'headline' }, words.headline),
      el('p', { class: 'lead' }, words.sentence),
      ...('rows' in words && words.rows !== undefined ? [verdictList(words.rows)] : []),
      ...more.filter((part) => part !== null),
    );
  }

  private onKind(): void {
    this.element.dataset.kind = this.kind.value;
    this.element.dataset.method = this.method.value;
  }
}

function verdictList(rows: readonly VerdictRow[]): HTMLElement {
  const list = factList(rows.map(({ label, value }) => [label, value]));
  list.dataset.testid = 'verdict-rows';
  list.classList.add('verdict-rows');
  return list;
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
