/** Holds everything together: what is opened, what is shown of it, what is asked. */
import type { PairSide } from 'inbetween';
import { Box3, Vector3 } from 'three';
import { Asker, Cancelled } from './ask/asker.ts';
import type { Answer, AskedPath, Progress, Question } from './ask/protocol.ts';
import { questionOf } from './ask/question-of.ts';
import { Dropping } from './dropping.ts';
import { Mover } from './mover.ts';
import { Opening } from './opening.ts';
import { type Naming, sideText } from './panels/answer-words.ts';
import { type Asked, AskPanel } from './panels/ask-panel.ts';
import { ByHand } from './panels/by-hand.ts';
import { button, el } from './panels/dom.ts';
import { GalleryPanel } from './panels/gallery-panel.ts';
import { InfoPanel } from './panels/info-panel.ts';
import { LayersPanel } from './panels/layers-panel.ts';
import { Messages } from './panels/messages.ts';
import { hashOf, readHash, type SharedState } from './panels/share.ts';
import { Sharing } from './panels/sharing.ts';
import { Tabs } from './panels/tabs.ts';
import { themeButton } from './panels/theme.ts';
import { Timeline } from './panels/timeline.ts';
import { SearchLayers } from './search-layers.ts';
import { robotMotions } from './source/asked-motions.ts';
import { GALLERY } from './source/gallery.ts';
import type { Opened, Source } from './source/opened.ts';
import { keyOf, type Part, type Placement, partsOf } from './stage/parts.ts';
import { type LayerState, PictureLayers } from './stage/picture-layers.ts';
import { RecordedWay, recordedParts, warningText } from './stage/recorded.ts';
import { pathsOf, type ShownPath, ShownWay, standingPlacement, tipsOf, waysOf } from './stage/showing.ts';
import { Stage } from './stage/stage.ts';

/** Points of the curve of distances, and of the ways of tools. */
const CURVE_SAMPLES = 121;
const TRACE_POINTS = 80;
/** How paths are called that were planned here. */
const PLANNED = 'planned';

export class App implements Naming {
  readonly messages: Messages = new Messages();
  readonly stage: Stage | null;
  readonly timeline: Timeline;
  opened: Opened | null = null;
  asker: Asker | null = null;
  way: ShownWay | RecordedWay | null = null;
  parts: readonly Part[] = [];
  time = 0;
  private readonly root: HTMLElement;
  private readonly ask: AskPanel;
  private readonly gallery: GalleryPanel;
  private readonly info: InfoPanel;
  private readonly layersPanel: LayersPanel;
  private readonly layers: PictureLayers | null;
  private readonly search: SearchLayers;
  private readonly mover: Mover;
  private readonly dropping: Dropping;
  private readonly opening: Opening = new Opening({
    show: (source, opened, state) => this.show(source, opened, state),
    fail: (error) => this.fail(error),
    onBusy: (isBusy) => this.tellBusy(isBusy),
  });
  private readonly tabs: Tabs;
  private readonly byHand: ByHand = new ByHand();
  private readonly sharing: Sharing = new Sharing(
    () => {
      const { shared: state, stage, answer, opened, report } = this;
      return { state, stage, answer, opened, report, made: this.paths.filter(({ asked }) => asked !== null && 'robot' in asked) };
    },
    this.messages,
    (error) => this.fail(error),
  );
  private readonly title: HTMLElement = el('h1', { class: 'title', 'data-testid': 'title' }, 'inbetween');
  private readonly hovered: HTMLElement = el('div', { class: 'hovered', 'data-testid': 'hovered' });
  private readonly legend: HTMLElement = el('div', { class: 'legend' });
  private readonly loading: HTMLElement = el('p', { class: 'loading', 'data-testid': 'loading' }, 'Opening…');
  private readonly lost: HTMLElement = el(
    'p',
    { class: 'no-picture', role: 'status', 'data-testid': 'lost' },
    'The graphics card took the picture away. It comes back as soon as it can; questions and answers work all the same.',
  );
  private source: Source | null = null;
  private paths: readonly ShownPath[] = [];
  private number = 0;
  private answer: Answer | null = null;
  /** What was asked for the first contact that is shown. */
  private askedFirst: (Question & { kind: 'first' }) | null = null;
  private placingMilliseconds = 0;
  private hasOwnView = false;
  /** Grows with everything that is opened or asked: what comes late is dropped. */
  private turn = 0;

  constructor(root: HTMLElement) {
    this.root = root;
    const host = el('section', { class: 'stage', 'aria-label': 'Picture', 'data-testid': 'stage' });
    this.stage = Stage.on(host);
    this.layers = this.stage === null ? null : new PictureLayers(this.stage);
    this.timeline = new Timeline({ onTime: (time) => this.showTime(time) });
    this.ask = new AskPanel({
      onAsk: (kind) => void this.askFor(kind),
      onCancel: () => this.cancel(),
      onPath: (number) => this.choosePath(number),
    });
    this.gallery = new GalleryPanel(GALLERY, {
      onOpen: (id) => void this.open({ kind: 'gallery', id }),
      onFiles: (files) => void this.dropping.take(({ chosenFiles }) => chosenFiles(files)),
    });
    this.info = new InfoPanel((key) => this.hoverKey(key));
    this.search = new SearchLayers(this);
    this.layersPanel = new LayersPanel(() => this.showLayers(), this.search.panel.element);
    this.mover = new Mover(this, {
      onHover: (key) => this.hoverKey(key),
      onPath: (robot, waypoints) => this.addPath('moved by hand', robot, waypoints),
      onPlan: (robot, start, goal) => void this.askThis({ kind: 'plan', robot, start, goal, seed: this.ask.chosenSeed }),
    });
    this.dropping = new Dropping({
      current: () => ({ source: this.source, title: this.opened?.title ?? '' }),
      open: (source, signal) => this.opening.open(source, {}, signal),
      fail: (error) => this.fail(error),
      onBusy: () => this.tellBusy(),
    });
    this.dropping.listen();
    this.tabs = new Tabs('Panels', [
      { id: 'ask', label: 'Ask', content: this.ask.element },
      { id: 'move', label: 'Move', content: this.mover.panel.element },
      { id: 'gallery', label: 'Scenes', content: this.gallery.element },
      { id: 'layers', label: 'Layers', content: this.layersPanel.element },
      { id: 'info', label: 'Names', content: this.info.element },
    ]);
    this.layOut(host);
    if (this.stage !== null) this.listenTo(this.stage);
    addEventListener('keydown', (event) => this.onKey(event));
    addEventListener('hashchange', ({ newURL }) => void this.restore(new URL(newURL).hash));
  }

  private layOut(host: HTMLElement): void {
    const views = el(
      'div',
      { class: 'views', role: 'group', 'aria-label': 'View' },
      button('Fit', 'fit', () => this.stage?.fit(), { title: 'What moves fills the picture' }),
      button('All', 'fit-all', () => this.stage?.fit(true), { title: 'Everything is in the picture' }),
    );
    const nothing = 'This browser has no WebGL, so there is no picture. Questions and answers work all the same.';
    host.append(this.stage === null ? el('p', { class: 'no-picture', 'data-testid': 'no-picture' }, nothing) : views);
    host.append(this.legend, this.hovered, this.mover.note, this.loading, this.lost);
    this.loading.hidden = true;
    this.lost.hidden = true;
    const head = el(
      'header',
      { class: 'head' },
      el('span', { class: 'brand' }, 'inbetween'),
      this.title,
      ...this.sharing.buttons,
      button('By hand', 'open-by-hand', () => void this.byHand.open().catch((error) => this.fail(error)), {
        title: 'Move a tool over a workpiece that yields, and be warned before it touches',
      }),
      themeButton(() => this.repaint()),
    );
    const side = el('aside', { class: 'side', 'aria-label': 'Panels' }, this.tabs.element);
    this.root.append(head, host, this.timeline.element, side, this.messages.element);
  }

  private listenTo(stage: Stage): void {
    stage.canvas.setAttribute('aria-label', 'The scene. Drag to turn, wheel to come nearer.');
    stage.onHover = (part) => {
      this.hovered.textContent = part === null ? '' : sideText(part.side, this);
      this.info.mark(part?.key ?? '');
      this.search.panel.mark(part?.key ?? '');
      stage.hover(part === null ? [] : [part.key]);
    };
    stage.onPick = (part) => {
      if (part !== null && !this.mover.panel.element.closest('[role=tabpanel]')?.hasAttribute('hidden')) this.mover.choose(part.key);
    };
    stage.onLost = (lost) => {
      this.lost.hidden = !lost;
    };
    stage.onView = () => this.linkSoon();
    stage.onTouch = () => {
      this.hasOwnView = true;
    };
  }

  /** As a link says; without one, the first of the gallery. The address itself may say already again what was open before. */
  async restore(hash: string): Promise<void> {
    this.sharing.linkLater();
    const state = readHash(hash);
    const source = state.source ?? { kind: 'gallery', id: GALLERY[0].id };
    const isSame = JSON.stringify(source) === JSON.stringify(this.source);
    if (isSame && !this.isOpening && hashOf(this.shared) === hash) return;
    await this.open(source, state);
  }

  /** In place of whatever else is being opened, or chosen from what was dropped. */
  async open(source: Source, state: Partial<SharedState> = {}): Promise<void> {
    this.dropping.giveUp();
    await this.opening.open(source, state);
  }

  private get isOpening(): boolean {
    return this.opening.isBusy || this.dropping.isBusy;
  }

  private tellBusy(isBegun = false): void {
    if (isBegun) this.messages.clear('error');
    this.loading.hidden = !this.opening.isBusy;
    if (this.isOpening) this.root.setAttribute('aria-busy', 'true');
    else this.root.removeAttribute('aria-busy');
  }

  private show(source: Source, opened: Opened, state: Partial<SharedState>): void {
    this.messages.clear('warning');
    this.showOpened(source, opened);
    if (state.asked) this.ask.asked = state.asked;
    if (state.view && this.stage !== null) {
      this.stage.view = state.view;
      this.hasOwnView = true;
    }
    this.choosePath(Math.min(this.paths.length - 1, state.path ?? 0), state.time ?? null);
  }

  private showOpened(source: Source, opened: Opened): void {
    const { scene, show } = opened;
    const isRecording = show !== undefined;
    this.paths = isRecording ? [] : pathsOf(opened);
    const way = isRecording ? new RecordedWay(show) : new ShownWay(this.paths[0]);
    this.parts = [...(isRecording ? recordedParts(show) : []), ...(isRecording ? [] : partsOf(scene))];
    const placement: Placement = new Map([...standingPlacement(scene), ...way.placementAt(0)]);
    this.turn++;
    this.asker?.close();
    this.asker = null;
    this.ask.setProgress(null);
    this.source = source;
    this.opened = opened;
    this.way = way;
    this.answer = null;
    this.hasOwnView = false;
    this.title.textContent = opened.title;
    document.title = `${opened.title} · inbetween`;
    this.gallery.setOpen(source.kind === 'gallery' ? source.id : null);
    for (const warning of opened.warnings.slice(0, 3)) this.messages.show(warning, 'warning');
    this.stage?.open(this.parts, placement, opened.up);
    this.layersPanel.set({ cutaway: this.stage?.isCutAway ?? false, treeLevel: -1 });
    this.layers?.open(this.parts, placement);
    this.search.open();
    this.info.open(scene, this.parts, opened.warnings);
    this.mover.open(opened, this.parts);
    this.ask.setAskable(!isRecording);
    if (!isRecording) this.asker = new Asker(source);
  }

  private choosePath(number: number, time: number | null = null): void {
    const { opened } = this;
    if (opened === null) return;
    if (opened.show !== undefined) {
      this.showRecording();
      return;
    }
    this.number = number;
    // the tree of a plan belongs to the path that was planned
    if (!this.paths[number].name.startsWith(PLANNED)) this.stage?.tree.clear();
    const way = new ShownWay(this.paths[number]);
    this.way = way;
    this.timeline.open(way);
    const names = this.paths.map(({ name }) => name);
    this.ask.setPaths(names, number, way.moves ? '' : 'It stands still: move it, then make a path of that.');
    this.forget();
    this.showTime(Math.min(way.end, time ?? 0));
    if (!way.moves) {
      if (opened.problem !== null) this.ask.asked = 'plan';
      this.ask.clear(
        opened.problem === null ? 'Nothing moves here. Move something, or plan a way.' : 'There is a goal to plan a way to. Ask.',
      );
      return;
    }
    this.trace(way);
    void this.askFor(this.ask.asked === 'plan' || this.ask.asked === 'batch' ? 'first' : this.ask.asked, time);
  }

  /** A way of one robot that was made in the page. */
  private addPath(name: string, robot: string, waypoints: readonly (readonly number[])[]): void {
    const { opened } = this;
    if (opened === null) return;
    const asked: AskedPath = { robot, waypoints };
    const count = this.paths.filter((path) => path.name.startsWith(name)).length;
    const path = { name: count === 0 ? name : `${name} ${count + 1}`, ...robotMotions(opened, robot, waypoints), asked };
    this.paths = [...this.paths.filter((one) => one.asked !== null), path];
    this.ask.asked = 'first';
    this.tabs.choose('ask');
    this.choosePath(this.paths.length - 1);
  }

  private showRecording(): void {
    const way = this.way as RecordedWay;
    const contacts = this.opened?.show?.contacts ?? [];
    this.ask.setPaths(['recording'], 0, '');
    this.timeline.open(way);
    this.timeline.setLanes(way.lanesOf(contacts));
    this.timeline.setMarks(contacts.length > 0 ? way.timeOfSeconds(contacts[0].time) : null, null);
    const { tone, headline, sentence } = way.words;
    this.ask.tell(tone, headline, sentence);
    this.showTime(0);
    this.stage?.fit();
  }

  /** The ways of the tools, and what has to be in the picture. */
  private trace(way: ShownWay): void {
    const { stage, opened } = this;
    if (stage === null || opened === null) return;
    const bodies = opened.scene.bodies.map(({ name }) => name);
    const ways = waysOf(way, [...tipsOf(opened.scene).map(({ key }) => key), ...bodies], TRACE_POINTS);
    stage.traces.show(ways.filter((points) => points.length > 1));
    const box = stage.parts?.bounds(({ kind }) => kind !== 'obstacle') ?? new Box3();
    for (const point of ways.flat()) box.expandByPoint(new Vector3(...point));
    stage.setMovers(box);
    if (!this.hasOwnView) stage.fit();
    this.showLayers();
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

  /** Shows a path time; what was moved by hand is back on the path. */
  showTime(time: number): void {
    const { way, stage } = this;
    if (way === null) return;
    this.time = time;
    this.timeline.show(time);
    this.mover.leave();
    const started = performance.now();
    const placement = way.placementAt(time);
    stage?.place(placement);
    this.placingMilliseconds = performance.now() - started;
    if (way instanceof RecordedWay) this.showFrame(way, time);
    else this.mover.follow(way, time, placement);
    this.layers?.follow(placement);
    this.search.follow(this.layersPanel.layers);
    this.linkSoon();
  }

  private showFrame(way: RecordedWay, time: number): void {
    const { stage, opened } = this;
    const show = opened?.show;
    if (show === undefined || stage === null) return;
    way.showOn(stage, time);
    const { warning } = way.frameAt(time);
    if (warning === undefined) return;
    const { text, tone } = warningText(warning);
    this.mover.tell(text, tone);
  }

  /** Where something stands that was moved by hand. */
  showPlacement(placement: Placement): void {
    // what it tells of is not shown any more
    this.legend.replaceChildren();
    this.stage?.place(placement);
    this.layers?.follow(placement);
  }

  timeText(time: number): string {
    return this.timeline.timeText(time);
  }

  get severalRobots(): boolean {
    return (this.opened?.scene.robots.length ?? 0) > 1;
  }

  private async askFor(kind: Asked, time: number | null = null): Promise<void> {
    try {
      await this.askThis(questionOf(kind, this.opened, this.way, this.ask), time);
    } catch (error) {
      this.fail(error);
    }
  }

  private async askThis(question: Question, time: number | null = null): Promise<void> {
    const turn = ++this.turn;
    const { asker } = this;
    if (asker === null) return;
    asker.cancel();
    // what is told while something opens is newer than its question
    if (!this.isOpening) this.messages.clear('error');
    if (question.kind === 'plan') this.stage?.tree.clear();
    this.ask.setProgress({ done: 0, total: 0, words: 'Asking…' });
    this.tabs.choose('ask');
    try {
      const answer = await asker.ask(question, (progress) => this.onProgress(turn, question, progress));
      if (turn !== this.turn) return;
      this.ask.setProgress(null);
      this.showAnswer(answer, question, time);
      if (question.kind === 'first' || question.kind === 'stretches') await this.askBeside(turn, question);
    } catch (error) {
      if (turn !== this.turn) return;
      this.ask.setProgress(null);
      this.fail(error);
    }
  }

  /** What the time line shows: distances, and who touches whom when. */
  private async askBeside(turn: number, { kind, path, options }: Question & { kind: 'first' | 'stretches' }): Promise<void> {
    const { asker } = this;
    if (asker === null) return;
    try {
      const curve = await asker.ask({ kind: 'curve', path, samples: CURVE_SAMPLES }, () => {});
      if (turn !== this.turn) return;
      if (curve.kind === 'curve') this.timeline.setCurve(curve.points);
      if (kind === 'stretches' || this.answer?.kind !== 'first' || this.answer.result.status === 'free') return;
      const stretches = await asker.ask({ kind: 'stretches', path, options: { ...options, method: 'auto', contacts: 'none' } }, () => {});
      if (turn === this.turn && stretches.kind === 'stretches') this.showStretches(stretches);
    } catch (error) {
      // the answer that was asked for is there; what could not be drawn beside it is told
      if (turn === this.turn) this.messages.show(textOf(error), 'warning');
    }
  }

  private onProgress(turn: number, question: Question, progress: Progress): void {
    if (turn !== this.turn) return;
    this.ask.setProgress(progress);
    const { stage, opened } = this;
    if (question.kind !== 'plan' || stage === null || opened === null || progress.edges === undefined) return;
    const robot = opened.scene.robots.find(({ name }) => name === question.robot);
    const tip = tipsOf(opened.scene).find((one) => one.robot === question.robot);
    if (robot === undefined || tip === undefined) return;
    for (const [from, to] of progress.edges)
      stage.tree.add(robot.linkPoses(from)[tip.link].position, robot.linkPoses(to)[tip.link].position);
    stage.draw();
  }

  private cancel(): void {
    this.turn++;
    this.asker?.cancel();
    this.ask.setProgress(null);
    this.ask.clear('Cancelled.');
  }

  /** Of anything but the question: that goes on. What was given up for something newer needs no word. */
  fail(error: unknown): void {
    if (!(error instanceof Cancelled)) this.messages.show(textOf(error));
  }

  private showAnswer(answer: Answer, question: Question, time: number | null): void {
    this.answer = answer;
    this.askedFirst = question.kind === 'first' ? question : null;
    this.ask.show(answer, this);
    if (answer.kind === 'first') this.showFirst(answer, time);
    if (answer.kind === 'stretches') {
      this.showStretches(answer);
      if (time !== null) this.showTime(time);
    }
    if (answer.kind === 'clearance' && answer.result.pair !== null) {
      this.stage?.mark(this.keysOf(answer.result.pair));
      this.showTime(time ?? answer.result.time);
    }
    if (answer.kind === 'plan' && question.kind === 'plan' && answer.waypoints.length > 1)
      this.addPath(PLANNED, question.robot, answer.waypoints);
  }

  private showFirst({ result, lastSafe }: Answer & { readonly kind: 'first' }, shown: number | null): void {
    const { stage, way } = this;
    const { status, time, pair, contacts } = result;
    const touches = status === 'contact' || status === 'overlap';
    this.timeline.setMarks(touches ? time : null, lastSafe);
    this.legend.replaceChildren(
      ...(pair ?? []).map((side, i) => el('span', { class: i === 0 ? 'a' : 'b' }, sideText(side, this))),
      ...(contacts.length > 0 ? [el('span', { class: 'contact' }, 'contact')] : []),
    );
    if (touches) this.timeline.jump(shown ?? time);
    if (stage === null || way === null || !touches) return;
    stage.markers.show(contacts);
    stage.mark(this.keysOf(pair));
    if (!(way instanceof ShownWay)) return;
    const moving = this.parts.filter(({ kind }) => kind !== 'obstacle');
    stage.contactGhosts.show(moving, way.placementAt(time));
    if (lastSafe !== null) stage.safeGhosts.show(moving, way.placementAt(lastSafe));
    if (contacts.length > 0 && !this.hasOwnView) stage.turnTowards(contacts[0].point as [number, number, number]);
    this.showLayers();
  }

  /** Keys of the parts of two sides; what a robot holds is told as a link of it, and drawn as itself. */
  keysOf(pair: readonly PairSide[] | null): readonly string[] {
    const known = new Set(this.parts.map(({ key }) => key));
    return (pair ?? []).map((side) => (known.has(keyOf(side)) ? keyOf(side) : (side.link ?? side.body)));
  }

  private showStretches({ result }: Answer & { readonly kind: 'stretches' }): void {
    const lanes = (result.pairs ?? []).map(({ a, b, intervals }) => ({
      name: `${sideText(a, this)}, ${sideText(b, this)}`,
      stretches: intervals,
    }));
    this.timeline.setLanes(lanes);
  }

  private showLayers(): void {
    const { layers, way, opened } = this;
    if (way === null || opened === null) return;
    const state: LayerState = { ...this.layersPanel.layers, parts: this.parts };
    layers?.show(state);
    layers?.follow(way.placementAt(this.time));
    this.search.follow(this.layersPanel.layers);
  }

  private repaint(): void {
    this.stage?.repaint();
    this.layers?.repaint();
    this.search.repaint();
  }

  private hoverKey(key: string): void {
    this.hoverKeys(key === '' ? [] : [key]);
  }

  /** The pointer is over names of these. */
  hoverKeys(keys: readonly string[]): void {
    this.stage?.hover(keys);
    const names = keys.slice(0, 4).flatMap((key) => this.parts.find((one) => one.key === key) ?? []);
    this.hovered.textContent = names.map(({ side }) => sideText(side, this)).join(', ');
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isTyping = target.closest('input, select, textarea, summary, dialog, [role=tablist]') !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (target.closest('button') !== null && event.key === ' ') return;
    if (event.key === 'Escape') this.mover.choose('');
    if (event.key === 'f') this.stage?.fit();
    if (this.timeline.onKey(event)) event.preventDefault();
  }

  /** The page in one file about the first contact that is shown; null: none is. */
  private get report(): (() => Promise<string>) | null {
    const { asker, answer, askedFirst, paths, number } = this;
    if (asker === null || askedFirst === null || answer?.kind !== 'first') return null;
    const { path, options } = askedFirst;
    const { result, milliseconds } = answer;
    return async () => {
      const made = await asker.ask({ kind: 'report', path, options, result, milliseconds, name: paths[number]?.name ?? '' });
      return made.kind === 'report' ? made.html : '';
    };
  }

  private get shared(): SharedState {
    const { source, number: path, time, stage } = this;
    return { source, path, time, view: stage?.view ?? null, asked: this.ask.asked };
  }

  private linkSoon(): void {
    // while a link is being opened the address stays that link
    this.sharing.linkSoon(() => !this.timeline.isPlaying && this.opened !== null && !this.opening.isBusy);
  }

  /** For tests by others. */
  get facts(): Readonly<Record<string, unknown>> {
    const { stage, opened, answer, time, source } = this;
    const [contact] = answer?.kind === 'first' ? answer.result.contacts : [];
    return {
      title: opened?.title ?? null,
      source,
      time,
      end: this.way?.end ?? 0,
      path: this.number,
      paths: this.paths.map(({ name }) => name),
      asked: this.paths[this.number]?.asked ?? null,
      answer,
      recording: opened?.show !== undefined,
      isBusy: this.isOpening || this.ask.isAsking,
      // whoever waits can tell the end of this from the end of what was before
      begun: this.opening.count + this.dropping.count,
      isMoving: this.mover.isMoving,
      isPlaying: this.timeline.isPlaying,
      configurations: this.mover.configurations,
      jog: this.mover.lastStep,
      triangles: stage?.parts?.triangles ?? 0,
      markers: stage?.markers.count ?? 0,
      search: this.search.facts,
      axes: this.layers?.shownFrames ?? [],
      contactOnScreen: contact === undefined ? null : (stage?.onScreen(contact.point as [number, number, number]) ?? null),
      handlePose: this.mover.handlePose ?? null,
      treeEdges: stage?.tree.count ?? 0,
      handleOnScreen: this.mover.handleAt === null ? null : (stage?.onScreen(this.mover.handleAt) ?? null),
      frameMilliseconds: stage?.frameMilliseconds ?? null,
      placingMilliseconds: this.placingMilliseconds,
      frames: stage?.framesDrawn ?? 0,
      firstDrawn: stage?.firstDrawn ?? 0,
      view: stage?.view ?? null,
      byHand: this.byHand.shown,
      loseGraphics: () => this.asker?.loseGraphics(),
    };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
