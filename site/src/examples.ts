// Examples of the guides that can be run: a block that says what it prints gets buttons. Its program runs in a worker; the editor
// comes when somebody asks for it, the library when something is run.
import { goesOn, SEPARATOR, togetherProgram } from './guide-programs.ts';
import type { Ran } from './run-protocol.ts';

/** Seconds after which a program is stopped. */
const PATIENCE = 30;

const made = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = ''): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), { className, textContent: text });

class Example {
  private readonly block: HTMLElement;
  private readonly promised: string;
  private readonly first: Example | undefined;
  private readonly original: string;
  private readonly told = made('div', 'told');
  private readonly run = made('button', 'run', '▶ Run');
  private readonly edit = made('button', 'edit', 'Edit');
  private editor: { readonly text: () => string } | undefined;
  private worker: Worker | undefined;
  private patience = 0;

  constructor(block: HTMLElement, result: HTMLElement, first: Example | undefined) {
    this.block = block;
    this.first = first;
    this.original = textOf(block);
    this.promised = textOf(result);
    const bar = made('div', 'example-bar');
    for (const button of [this.run, this.edit]) {
      button.type = 'button';
      bar.append(button);
    }
    this.told.setAttribute('role', 'status');
    block.before(bar);
    result.after(this.told);
    this.run.addEventListener('click', () => (this.worker === undefined ? this.start() : this.end('stopped')));
    this.edit.addEventListener('click', () => this.open());
  }

  /** As it stands in the editor, or in the guide. */
  get text(): string {
    return this.editor?.text() ?? this.original;
  }

  private async open(): Promise<void> {
    this.edit.disabled = true;
    const { editorAt } = await import('./editor.ts');
    this.editor = editorAt(this.block, this.original, () => this.start());
  }

  private start(): void {
    this.end('');
    const texts = this.first !== undefined && goesOn(this.text) ? [this.first.text, this.text] : [this.text];
    const worker = new Worker(new URL('./run-worker.js', import.meta.url), { type: 'module' });
    this.worker = worker;
    this.run.textContent = '■ Stop';
    this.told.dataset.state = 'running';
    const lines = made('pre', 'printed');
    lines.tabIndex = 0;
    this.told.replaceChildren(made('p', 'note', 'running …'), lines);
    let toCome = texts.length;
    worker.onmessage = ({ data }: MessageEvent<Ran>) => {
      if (data.kind === 'line' && data.text === SEPARATOR) toCome--;
      else if (data.kind === 'line') lines.append(toCome === 0 ? `${data.text}\n` : '');
      else if (data.kind === 'picture') this.finish(lines.textContent ?? '', data.data);
      else if (data.kind === 'failed') lines.append(made('span', 'failed', `${data.text}\n`));
    };
    worker.onerror = ({ message }) => this.end(message);
    worker.postMessage({ text: togetherProgram(texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`))) });
    this.patience = window.setTimeout(() => this.end(`stopped after ${PATIENCE} s`), 1000 * PATIENCE);
  }

  private async finish(lines: string, data: (Ran & { kind: 'picture' })['data']): Promise<void> {
    const isSame = lines.trimEnd() === this.promised.trimEnd();
    const failed = this.told.querySelector('.failed') !== null;
    this.end(failed ? 'it did not come to its end' : isSame ? 'printed what the guide says' : 'printed something else than the guide says');
    this.told.dataset.state = failed ? 'failed' : isSame ? 'same' : 'other';
    if (data === undefined) return;
    const { Picture, playback } = await import('./picture.ts');
    const figure = made('figure', 'stage');
    const canvas = document.createElement('canvas');
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `picture of the last answer: ${data.status}. Drag to turn, scroll to zoom`);
    figure.append(canvas);
    this.told.append(figure);
    whenSeen(canvas, () => {
      const picture = new Picture(canvas, data);
      if (!picture.isDrawn) return figure.remove();
      figure.append(playback(picture, data.segments, data.shownTime, () => (data.status === 'contact' ? data.time : data.segments)));
    });
  }

  private end(why: string): void {
    clearTimeout(this.patience);
    this.worker?.terminate();
    this.worker = undefined;
    this.run.textContent = '▶ Run';
    this.told.dataset.state = 'stopped';
    const note = this.told.querySelector('.note');
    if (note !== null) note.textContent = why;
  }
}

/** Browsers have 16 WebGL pictures and take the oldest away: none is made that nobody has scrolled to. */
function whenSeen(canvas: HTMLCanvasElement, act: () => void): void {
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    act();
  });
  sight.observe(canvas);
}

function textOf(block: HTMLElement): string {
  return block.querySelector('code')?.textContent ?? '';
}

let first: Example | undefined;
for (const block of document.querySelectorAll<HTMLElement>('pre:has(> code.ts)')) {
  const result = block.nextElementSibling;
  if (!(result instanceof HTMLElement) || !result.matches('pre:has(> code.text)')) continue;
  const example = new Example(block, result, first);
  first ??= example;
}
