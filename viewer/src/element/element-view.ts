/**
 * What `<inbetween-view>` shows, loaded when it is seen: picture, words and time line; it is asked, and recordings are played. One file holds
 * all of it, its worker too: loaded by a worker, it is the program that answers.
 */
import { InputError } from 'inbetween';
import { TOUCH } from 'three';
import { Asker, type AskerPort } from '../ask/asker.ts';
import { Asking } from '../ask/asking.ts';
import { type AskedKind, FIRST_CHOSEN } from '../ask/chosen.ts';
import type { ToAsker } from '../ask/protocol.ts';
import { questionOf } from '../ask/question-of.ts';
import { type ShownAnswer, shownAnswerOf } from '../ask/shown-answer.ts';
import { type Naming, saidText } from '../panels/answer-words.ts';
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
import type { ContactDetail, TimeDetail, VerdictDetail } from './element-types.ts';

/** What a page can ask for by itself. */
const QUESTIONS: readonly string[] = ['first', 'stretches', 'clearance'];

export class ElementView {
  private readonly element: HTMLElement;
  private readonly host: HTMLElement = el('div', { class: 'stage', 'data-testid': 'stage' });
  private readonly words: HTMLElement = el('p', { class: 'words', 'aria-live': 'polite', 'data-testid': 'words' });
  private readonly timeline: Timeline = new Timeline({ onTime: (time) => this.place(time) });
  private readonly stage: Stage | null;
  private playback: PathPlayback | RecordingPlayback | null = null;
  private parts: readonly Part[] = [];
  private asker: Asker | null = null;
  /** Grows with everything that is opened: what comes late is dropped. */
  private turn = 0;

  constructor(element: HTMLElement, root: ShadowRoot) {
    this.element = element;
    root.adoptedStyleSheets = [sheet(forElement(pageStyle)), sheet(elementStyle)];
    // the page may style the element itself as it likes
    root.replaceChildren(el('div', { class: 'view' }, this.host, this.words, this.timeline.element));
    this.stage = Stage.on(this.host);
    const { canvas, controls } = this.stage ?? {};
    canvas?.setAttribute('aria-label', 'The scene. Drag to turn, wheel to come nearer; on a screen that is touched, by two fingers.');
    if (canvas === undefined || controls === undefined) return;
    // one finger scrolls the page
    canvas.style.touchAction = 'pan-y';
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE };
  }

  /** Its context and its worker are given back; it is of no use then. */
  close(): void {
    this.turn++;
    this.timeline.pause();
    this.asker?.close();
    this.stage?.dispose();
  }

  /** What the attributes say, in place of what was shown before. */
  async open(): Promise<void> {
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
      if (playback instanceof RecordingPlayback) this.present(playback.shown, playback.shown.contact);
      else if (playback.moves) await this.ask(source, opened, playback, turn);
      else this.tell('', opened.title);
      if (turn === this.turn && this.isToPlay) this.timeline.play();
    } catch (error) {
      if (turn === this.turn) this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private get isToPlay(): boolean {
    return this.element.hasAttribute('autoplay') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  private source(): Source | null {
    const id = this.element.getAttribute('gallery');
    if (id !== null) return { kind: 'gallery', id };
    const main = this.element.getAttribute('src');
    return main === null || main === '' ? null : { kind: 'address', main, path: this.element.getAttribute('path') };
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

  private async ask(source: Source, opened: Opened, playback: PathPlayback, turn: number): Promise<void> {
    const kind = this.element.getAttribute('question') ?? 'first';
    if (!QUESTIONS.includes(kind)) throw new InputError(`question is one of ${QUESTIONS.join(', ')}, got '${kind}'`);
    const chosen = { ...FIRST_CHOSEN, kind: kind as AskedKind };
    const question = questionOf(opened, playback, chosen);
    this.tell('', 'Asking…');
    const asker = new Asker(source, startOwnWorker);
    this.asker = asker;
    const answer = await asker.ask(question);
    if (turn !== this.turn) return;
    const naming: Naming = { severalRobots: opened.scene.robots.length > 1, timeText: (time) => timeText(playback, time) };
    const shown = shownAnswerOf(
      { question, answer, chosen, moved: {}, stretches: null, curve: null },
      '',
      { chosen, moved: {}, hand: null },
      naming,
    );
    const time = answer.kind === 'first' || answer.kind === 'clearance' ? answer.result.time : shown.contact;
    this.present(shown, time);
    if (!this.isToPlay) this.timeline.jump(answer.kind === 'clearance' ? time : shown.contact);
    if (shown.marks.length > 0) this.stage?.turnTowards([...shown.marks[0].point]);
  }

  private present(shown: ShownAnswer, time: number | null): void {
    const { words, pair, marks, contact } = shown;
    if (words === null) return;
    const { tone, headline } = words;
    const sentence = saidText(words);
    this.tell(tone, `${headline}. ${sentence}`);
    this.element.dataset.status = tone;
    if (time !== null) this.element.dataset.time = String(time);
    this.timeline.present(shown);
    // a recording marks what touches at every moment
    if (shown.answered !== null) this.stage?.markers.show(marks);
    this.stage?.mark(keysOf(this.parts, pair));
    this.send<VerdictDetail>('verdict', { status: tone, headline, sentence, time });
    const point = (marks[0]?.point as ContactDetail['point']) ?? null;
    if (contact !== null)
      this.send<ContactDetail>('contact', {
        time: contact,
        pair: pair.map(({ body, link }) => (link === undefined ? body : `${body}/${link}`)),
        point,
      });
  }

  private send<T>(name: string, detail: T): void {
    this.element.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private place(time: number): void {
    const { playback, stage } = this;
    if (playback === null || stage === null) return;
    stage.place(playback.placementAt(time));
    if (playback instanceof RecordingPlayback) playback.showOn(stage, time);
    this.send<TimeDetail>('time', { time, seconds: playback.secondsAt(time) });
  }

  private fail(text: string): void {
    this.tell('error', text);
    this.element.dataset.status = 'error';
    this.send<VerdictDetail>('verdict', { status: 'error', headline: 'No answer', sentence: text, time: null });
  }

  private tell(tone: string, text: string): void {
    delete this.element.dataset.status;
    delete this.element.dataset.time;
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
} else recordingWorker.start = startOwnWorker;
