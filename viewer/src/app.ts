/** Holds everything together: what is opened, what is shown of it, what is asked. */
import { Box3, Vector3 } from 'three';
import { Asker } from './ask/asker.ts';
import type { Answer, Progress, Question } from './ask/protocol.ts';
import { type Naming, sideText } from './panels/answer-words.ts';
import { type Asked, AskPanel } from './panels/ask-panel.ts';
import { button, el } from './panels/dom.ts';
import { GalleryPanel } from './panels/gallery-panel.ts';
import { Messages } from './panels/messages.ts';
import { Tabs } from './panels/tabs.ts';
import { themeButton } from './panels/theme.ts';
import { Timeline } from './panels/timeline.ts';
import { GALLERY } from './source/gallery.ts';
import { openSource } from './source/open-source.ts';
import type { Opened, Source } from './source/opened.ts';
import { keyOf, type Part, type Placement, partsOf } from './stage/parts.ts';
import { pathsOf, type ShownPath, ShownWay, standingPlacement, tipsOf, waysOf } from './stage/showing.ts';
import { Stage } from './stage/stage.ts';

/** Points of the curve of distances, and of the ways of tools. */
const CURVE_SAMPLES = 121;
const TRACE_POINTS = 80;

export class App implements Naming {
  private readonly root: HTMLElement;
  private readonly stage: Stage | null;
  private readonly messages: Messages = new Messages();
  private readonly timeline: Timeline;
  private readonly ask: AskPanel;
  private readonly gallery: GalleryPanel;
  private readonly title: HTMLElement = el('span', { class: 'title', 'data-testid': 'title' });
  private readonly hovered: HTMLElement = el('div', { class: 'hovered', 'data-testid': 'hovered' });
  private readonly legend: HTMLElement = el('div', { class: 'legend' });
  private source: Source | null = null;
  private opened: Opened | null = null;
  private paths: readonly ShownPath[] = [];
  private number = 0;
  private way: ShownWay | null = null;
  private time = 0;
  private asker: Asker | null = null;
  private answer: Answer | null = null;
  /** Grows with everything that is opened or asked: what comes late is dropped. */
  private turn = 0;

  constructor(root: HTMLElement) {
    this.root = root;
    const host = el('section', { class: 'stage', 'aria-label': 'Picture', 'data-testid': 'stage' });
    this.stage = Stage.on(host);
    this.timeline = new Timeline({ onTime: (time) => this.showTime(time) });
    this.ask = new AskPanel({
      onAsk: (kind) => void this.askFor(kind),
      onCancel: () => this.cancel(),
      onPath: (number) => this.choosePath(number),
    });
    this.gallery = new GalleryPanel(GALLERY, {
      onOpen: (id) => void this.open({ kind: 'gallery', id }),
      onFiles: () => this.messages.show('Files cannot be opened yet.'),
    });
    const tabs = new Tabs('Panels', [
      { id: 'ask', label: 'Ask', content: this.ask.element },
      { id: 'gallery', label: 'Scenes', content: this.gallery.element },
    ]);
    const views = el(
      'div',
      { class: 'views', role: 'group', 'aria-label': 'View' },
      button('Fit', 'fit', () => this.stage?.fit()),
      button('All', 'fit-all', () => this.stage?.fit(true)),
    );
    if (this.stage === null)
      host.append(
        el(
          'p',
          { class: 'no-picture', 'data-testid': 'no-picture' },
          'This browser has no WebGL, so there is no picture. Questions and answers work all the same.',
        ),
      );
    else host.append(views);
    host.append(this.legend, this.hovered);
    const head = el(
      'header',
      { class: 'head' },
      el('span', { class: 'brand' }, 'inbetween'),
      this.title,
      themeButton(() => this.stage?.repaint()),
    );
    root.append(
      head,
      host,
      this.timeline.element,
      el('aside', { class: 'side', 'aria-label': 'Panels' }, tabs.element),
      this.messages.element,
    );
    if (this.stage !== null) {
      this.stage.onHover = (part) => this.hover(part);
      this.stage.canvas.setAttribute('aria-label', 'The scene. Drag to turn, wheel to come nearer.');
    }
    addEventListener('keydown', (event) => this.onKey(event));
  }

  async open(source: Source): Promise<void> {
    const turn = ++this.turn;
    this.asker?.close();
    this.asker = null;
    this.ask.setProgress(null);
    this.root.setAttribute('aria-busy', 'true');
    try {
      const opened = await openSource(source);
      if (turn !== this.turn) return;
      this.source = source;
      this.opened = opened;
      this.answer = null;
      this.paths = pathsOf(opened);
      this.title.textContent = opened.title;
      document.title = `${opened.title} · inbetween`;
      this.gallery.setOpen(source.kind === 'gallery' ? source.id : null);
      this.messages.clear();
      for (const warning of opened.warnings) this.messages.show(warning, 'warning');
      this.number = 0;
      this.way = new ShownWay(opened.scene, this.paths[0]);
      const placement: Placement = new Map([...standingPlacement(opened.scene), ...this.way.placementAt(0)]);
      this.stage?.open(partsOf(opened.scene), placement, opened.up);
      this.asker = new Asker(source);
      this.choosePath(0);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    } finally {
      this.root.removeAttribute('aria-busy');
    }
  }

  private choosePath(number: number): void {
    const { opened } = this;
    if (opened === null) return;
    this.number = number;
    this.way = new ShownWay(opened.scene, this.paths[number]);
    this.timeline.open(this.way);
    this.ask.setPaths(
      this.paths.map(({ name }) => name),
      number,
      this.way.moves ? '' : 'It stands still: move it, then make a path of that.',
    );
    this.forget();
    this.showTime(0);
    if (!this.way.moves) return;
    this.trace();
    void this.askFor('first');
  }

  /** The ways of the tools, and what has to be in the picture. */
  private trace(): void {
    const { stage, way, opened } = this;
    if (stage === null || way === null || opened === null) return;
    const tips = tipsOf(opened.scene).map(({ key }) => key);
    const ways = waysOf(way, tips, TRACE_POINTS);
    stage.traces.show(ways);
    const box = stage.parts?.bounds(({ kind }) => kind !== 'obstacle') ?? new Box3();
    for (const point of ways.flat()) box.expandByPoint(new Vector3(...point));
    stage.setMovers(box);
    stage.fit();
  }

  private forget(): void {
    const { stage } = this;
    this.answer = null;
    this.ask.clear('');
    this.legend.replaceChildren();
    if (stage === null) return;
    stage.markers.clear();
    stage.contactGhosts.clear();
    stage.safeGhosts.clear();
    stage.mark([]);
  }

  private showTime(time: number): void {
    const { way } = this;
    if (way === null) return;
    this.time = time;
    this.timeline.show(time);
    this.stage?.place(way.placementAt(time));
  }

  timeText(time: number): string {
    return this.timeline.timeText(time);
  }

  get severalRobots(): boolean {
    return (this.opened?.scene.robots.length ?? 0) > 1;
  }

  private question(kind: Asked): Question {
    const { path } = this.way as ShownWay;
    const { opened } = this;
    const robot = opened?.problem?.robot ?? opened?.scene.robots[0]?.name;
    if (kind === 'plan' || kind === 'batch') {
      if (robot === undefined) throw new Error('there is no robot here');
      if (kind === 'batch') return { kind, robot, count: this.ask.batchCount, seed: this.ask.chosenSeed };
      if (opened === null || opened.problem === null) throw new Error('this scene has no goal to plan to');
      return { kind, ...opened.problem, seed: this.ask.chosenSeed };
    }
    if (path.asked === null) throw new Error('nothing moves here: there is no path to ask about');
    return { kind, path: path.asked, options: this.ask.options };
  }

  private async askFor(kind: Asked): Promise<void> {
    const turn = ++this.turn;
    const { asker } = this;
    if (asker === null) return;
    this.ask.setProgress({ done: 0, total: 0, words: 'Asking…' });
    try {
      const answer = await asker.ask(this.question(kind), (progress) => this.onProgress(turn, progress));
      if (turn !== this.turn) return;
      this.ask.setProgress(null);
      this.showAnswer(answer);
      if (kind === 'first') await this.askBeside(turn);
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  /** What the time line shows: distances, and who touches whom when. */
  private async askBeside(turn: number): Promise<void> {
    const { asker, way } = this;
    if (asker === null || way === null || way.path.asked === null) return;
    const path = way.path.asked;
    const curve = await asker.ask({ kind: 'curve', path, samples: CURVE_SAMPLES }, () => {});
    if (turn === this.turn && curve.kind === 'curve') this.timeline.setCurve(curve.points);
    if (turn !== this.turn) return;
    const stretches = await asker.ask({ kind: 'stretches', path, options: this.ask.options }, () => {});
    if (turn === this.turn && stretches.kind === 'stretches') this.showStretches(stretches);
  }

  private onProgress(turn: number, progress: Progress): void {
    if (turn === this.turn) this.ask.setProgress(progress);
  }

  private cancel(): void {
    this.turn++;
    this.asker?.cancel();
    this.ask.setProgress(null);
    this.ask.clear('Cancelled.');
  }

  private fail(error: unknown): void {
    this.ask.setProgress(null);
    this.messages.show(error instanceof Error ? error.message : String(error));
  }

  private showAnswer(answer: Answer): void {
    this.answer = answer;
    this.ask.show(answer, this);
    if (answer.kind === 'first') this.showFirst(answer);
    if (answer.kind === 'stretches') this.showStretches(answer);
    if (answer.kind === 'clearance' && answer.result.pair !== null) {
      this.stage?.mark(answer.result.pair.map(keyOf));
      this.showTime(answer.result.time);
    }
  }

  private showFirst({ result, lastSafe }: Answer & { readonly kind: 'first' }): void {
    const { stage, way } = this;
    const { status, time, pair, contacts } = result;
    const touches = status === 'contact' || status === 'overlap';
    this.timeline.setMarks(touches ? time : null, lastSafe);
    this.legend.replaceChildren(
      ...(pair ?? []).map((side, i) => el('span', { class: i === 0 ? 'a' : 'b' }, sideText(side, this))),
      ...(contacts.length > 0 ? [el('span', { class: 'contact' }, 'contact')] : []),
    );
    if (stage === null || way === null || !touches) return;
    stage.markers.show(contacts);
    stage.mark((pair ?? []).map(keyOf));
    this.timeline.jump(time);
    if (contacts.length > 0) stage.turnTowards(contacts[0].point as [number, number, number]);
  }

  private showStretches({ result }: Answer & { readonly kind: 'stretches' }): void {
    const lanes = (result.pairs ?? []).map(({ a, b, intervals }) => ({
      name: `${sideText(a, this)}, ${sideText(b, this)}`,
      stretches: intervals,
    }));
    this.timeline.setLanes(lanes);
  }

  private hover(part: Part | null): void {
    this.hovered.textContent = part === null ? '' : sideText(part.side, this);
    this.stage?.hover(part?.key ?? '');
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, summary, [role=tablist]') !== null)
      return;
    if (target.closest('button') !== null && event.key === ' ') return;
    if (this.timeline.onKey(event)) event.preventDefault();
  }

  /** For tests by others. */
  get facts(): Readonly<Record<string, unknown>> {
    const { stage, opened, answer, time, source } = this;
    return {
      title: opened?.title ?? null,
      source,
      time,
      path: this.number,
      answer,
      isBusy: this.root.hasAttribute('aria-busy'),
      triangles: stage?.parts?.triangles ?? 0,
      markers: stage?.markers.count ?? 0,
      frameMilliseconds: stage?.frameMilliseconds ?? null,
      frames: stage?.framesDrawn ?? 0,
    };
  }
}
