/**
 * `<inbetween-view src="cell.json" path="path.csv">`: a cell, a robot or a scene of the gallery in another page. It is
 * shown, played, and asked for its first contact, which is marked; recordings are played. One file holds all of it, its worker too: loaded by
 * a worker, it is the program that answers.
 *   src      a cell, robot, scene or mesh; relative to the page
 *   path     the path; without one, that of the cell
 *   gallery  in place of both: an entry of the viewer's gallery
 */
import { Asker, type AskerPort } from '../ask/asker.ts';
import { Asking } from '../ask/asking.ts';
import { FIRST_CHOSEN, optionsOf } from '../ask/chosen.ts';
import type { Question, ToAsker } from '../ask/protocol.ts';
import { type ShownAnswer, shownAnswerOf } from '../ask/shown-answer.ts';
import type { Naming } from '../panels/answer-words.ts';
import { el } from '../panels/dom.ts';
import { Timeline } from '../panels/timeline.ts';
import { recordingWorker } from '../source/gallery/record.ts';
import type { RecordingName } from '../source/gallery/recordings.ts';
import { openSource } from '../source/open-source.ts';
import type { Opened, Source } from '../source/opened.ts';
import { keysOf, type Part, partsOf } from '../stage/parts.ts';
import { timeText } from '../stage/playback.ts';
import { RecordingPlayback, recordedParts } from '../stage/recorded.ts';
import { PathPlayback, pathsOf, standingPlacement } from '../stage/showing.ts';
import { Stage } from '../stage/stage.ts';
import pageStyle from '../style.css?inline';
import elementStyle from './element.css?inline';

/** A worker has no elements, and needs none. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

class InbetweenView extends Base {
  static readonly observedAttributes: readonly string[] = ['src', 'path', 'gallery'];
  private readonly host: HTMLElement = el('div', { class: 'stage', 'data-testid': 'stage' });
  private readonly words: HTMLElement = el('p', { class: 'words', 'aria-live': 'polite', 'data-testid': 'words' });
  private readonly timeline: Timeline = new Timeline({ onTime: (time) => this.place(time) });
  private stage: Stage | null = null;
  private playback: PathPlayback | RecordingPlayback | null = null;
  private parts: readonly Part[] = [];
  private asker: Asker | null = null;
  /** Grows with everything that is opened: what comes late is dropped. */
  private turn = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet(forElement(pageStyle)), sheet(elementStyle)];
    // the page may style the element itself as it likes
    root.append(el('div', { class: 'view' }, this.host, this.words, this.timeline.element));
  }

  connectedCallback(): void {
    this.stage ??= Stage.on(this.host);
    this.stage?.canvas.setAttribute('aria-label', 'The scene. Drag to turn, wheel to come nearer.');
    void this.open();
  }

  disconnectedCallback(): void {
    this.turn++;
    this.timeline.pause();
    this.asker?.close();
    this.asker = null;
    this.stage?.dispose();
    this.stage = null;
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.stage !== null) void this.open();
  }

  private async open(): Promise<void> {
    const turn = ++this.turn;
    const source = this.source();
    this.asker?.close();
    this.asker = null;
    if (source === null) return this.fail('src names a cell, a robot, a scene or a mesh; or gallery an entry of the gallery');
    this.tell('', 'Opening…');
    try {
      const opened = await openSource(source);
      if (turn !== this.turn) return;
      const playback = this.show(opened);
      if (playback instanceof RecordingPlayback) this.present(playback.shown);
      else if (playback.moves) await this.ask(source, opened, playback, turn);
      else this.tell('', opened.title);
    } catch (error) {
      if (turn === this.turn) this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private source(): Source | null {
    const id = this.getAttribute('gallery');
    if (id !== null) return { kind: 'gallery', id };
    const main = this.getAttribute('src');
    return main === null || main === '' ? null : { kind: 'address', main, path: this.getAttribute('path') };
  }

  private show(opened: Opened): PathPlayback | RecordingPlayback {
    const { show, scene, up } = opened;
    const playback = show === undefined ? new PathPlayback(pathsOf(opened)[0]) : new RecordingPlayback(show);
    const parts = show === undefined ? partsOf(scene, opened.colours) : recordedParts(show);
    this.playback = playback;
    this.stage?.open(parts, new Map([...standingPlacement(scene), ...playback.placementAt(0)]), up);
    this.parts = parts;
    this.timeline.open(playback);
    this.place(0);
    return playback;
  }

  private async ask(source: Source, { scene }: Opened, playback: PathPlayback, turn: number): Promise<void> {
    if (playback.path.asked === null) return;
    this.tell('', 'Asking for the first contact…');
    const asker = new Asker(source, startOwnWorker);
    this.asker = asker;
    const question: Question = { kind: 'first', path: playback.path.asked, options: optionsOf(FIRST_CHOSEN) };
    const answer = await asker.ask(question);
    if (turn !== this.turn || answer.kind !== 'first') return;
    const naming: Naming = { severalRobots: scene.robots.length > 1, timeText: (time) => timeText(playback, time) };
    const present = { chosen: FIRST_CHOSEN, moved: {}, hand: null };
    const shown = shownAnswerOf({ question, answer, chosen: FIRST_CHOSEN, moved: {}, stretches: null, curve: null }, '', present, naming);
    this.present(shown);
    this.dataset.time = String(answer.result.time);
    this.timeline.jump(shown.contact);
    if (shown.marks.length > 0) this.stage?.turnTowards([...shown.marks[0].point]);
  }

  private present(shown: ShownAnswer): void {
    const { words, pair, marks } = shown;
    if (words === null) return;
    this.tell(words.tone, `${words.headline}. ${words.sentence}`);
    this.dataset.status = words.tone;
    this.timeline.present(shown);
    // a recording marks what touches at every moment
    if (shown.answered !== null) this.stage?.markers.show(marks);
    this.stage?.mark(keysOf(this.parts, pair));
  }

  private place(time: number): void {
    const { playback, stage } = this;
    if (playback === null || stage === null) return;
    stage.place(playback.placementAt(time));
    if (playback instanceof RecordingPlayback) playback.showOn(stage, time);
  }

  private fail(text: string): void {
    this.tell('error', text);
    this.dataset.status = 'error';
  }

  private tell(tone: string, text: string): void {
    delete this.dataset.status;
    delete this.dataset.time;
    this.words.className = `words ${tone}`;
    this.words.textContent = text;
  }
}

/** The style of the viewer, for an element instead of a page. */
function forElement(style: string): string {
  return style.replaceAll(/:root((?:\[[^\]]*\]|:not\([^)]*\))?)/g, (_, where: string) => (where === '' ? ':host' : `:host(${where})`));
}

function sheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/** This file once more. Of another server it may not be started, but it may be imported by a program that may. */
function startOwnWorker(): Worker & AskerPort {
  const program = import.meta.url;
  const isOwn = new URL(program).origin === location.origin;
  const address = isOwn ? program : URL.createObjectURL(new Blob([`import ${JSON.stringify(program)};`], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' }) as Worker & AskerPort;
}

if (globalThis.customElements === undefined) {
  const asking = new Asking((message) => postMessage(message));
  addEventListener('message', ({ data }: MessageEvent<ToAsker | RecordingName>) => {
    if (typeof data !== 'string') void asking.take(data);
    else
      void import('../source/gallery/answer-recording.ts').then(({ answerRecording }) => {
        answerRecording(data, (message) => postMessage(message));
      });
  });
} else if (customElements.get('inbetween-view') === undefined) {
  recordingWorker.start = startOwnWorker;
  customElements.define('inbetween-view', InbetweenView);
}
