/** The page: shows what the session holds, in panels and in the picture, and tells the session what people do. */
import type { PairSide } from 'inbetween';
import { Asker, Cancelled, errorText } from './ask/asker.ts';
import type { Chosen } from './ask/chosen.ts';
import type { Answer, Progress, Question } from './ask/protocol.ts';
import { type Hand, NOTHING_SHOWN, type ShownAnswer } from './ask/shown-answer.ts';
import { Dropping } from './dropping.ts';
import type { FilmHow } from './film/film.ts';
import { filmed } from './film/filmed.ts';
import { Mover } from './mover.ts';
import { Opening } from './opening.ts';
import { pageKeys } from './page-keys.ts';
import { type Naming, sideText } from './panels/answer-words.ts';
import { AskPanel } from './panels/ask-panel.ts';
import { ByHand } from './panels/by-hand.ts';
import { button, el } from './panels/dom.ts';
import { GalleryPanel } from './panels/gallery-panel.ts';
import { InfoPanel } from './panels/info-panel.ts';
import { type Key, openHelp, pressed } from './panels/keys.ts';
import { laterProof } from './panels/later-proof.ts';
import { FIRST_LAYERS, type Layers, LayersPanel } from './panels/layers-panel.ts';
import { Messages } from './panels/messages.ts';
import { hashOf, type LinkedState, readHash, type SharedState } from './panels/share.ts';
import { Sharing } from './panels/sharing.ts';
import { Sheet } from './panels/sheet.ts';
import { Tabs } from './panels/tabs.ts';
import { themeButton } from './panels/theme.ts';
import { Timeline } from './panels/timeline.ts';
import { Verdict } from './panels/verdict.ts';
import { SearchLayers } from './search-layers.ts';
import { PLANNED, Session, type SessionView } from './session.ts';
import { GALLERY } from './source/gallery.ts';
import type { Frame, Opened, Source } from './source/opened.ts';
import { drawTraces, growTree } from './stage/drawn-ways.ts';
import { keysOf, type Part, type PlacedPose, type Placement, partsOf } from './stage/parts.ts';
import { type LayerState, PictureLayers } from './stage/picture-layers.ts';
import { RecordingPlayback, recordedParts, warningText } from './stage/recorded.ts';
import { PathPlayback, standingPlacement } from './stage/showing.ts';
import { Stage } from './stage/stage.ts';
import { stageFacts } from './stage/stage-facts.ts';

export class App implements Naming, SessionView {
  readonly messages: Messages = new Messages();
  readonly stage: Stage | null;
  readonly timeline: Timeline;
  parts: readonly Part[] = [];
  private readonly session: Session = new Session(this, (source) => new Asker(source));
  private readonly root: HTMLElement;
  private readonly home: string;
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
      const { shared: state, stage, shown, opened } = this;
      const { report, savedPaths } = this.session;
      const film = stage !== null && this.playback?.moves === true ? this.film.bind(this, stage) : null;
      return { state, stage, shown, opened, report, film, ...savedPaths };
    },
    this.messages,
    (error) => this.fail(error),
  );
  private readonly title: HTMLElement = el('h1', { class: 'title', 'data-testid': 'title' }, 'inbetween');
  private readonly verdict: Verdict = new Verdict();
  private readonly hovered: HTMLElement = el('div', { class: 'hovered', 'data-testid': 'hovered' });
  private readonly legend: HTMLElement = el('div', { class: 'legend' });
  private readonly loading: HTMLElement = el('p', { class: 'loading', 'data-testid': 'loading' }, 'Opening…');
  private readonly lost: HTMLElement = el(
    'p',
    { class: 'no-picture', role: 'status', 'data-testid': 'lost' },
    'The graphics card took the picture away. It comes back as soon as it can; questions and answers work all the same.',
  );
  /** What of an answer is shown now. */
  private lastShown: ShownAnswer = NOTHING_SHOWN;
  /** Layers as they are at first, of what is open. */
  private firstLayers: Layers = FIRST_LAYERS;
  private placingMilliseconds = 0;
  private hasOwnView = false;
  private isFilming = false;
  private readonly keys: readonly Key[];

  /** `home`: the link that is opened where the address of the page has none; '': the first of the gallery. */
  constructor(root: HTMLElement, home: string) {
    this.root = root;
    this.home = home;
    const host = el('section', { class: 'stage', 'aria-label': 'Picture', 'data-testid': 'stage' });
    this.stage = Stage.on(host);
    this.layers = this.stage === null ? null : new PictureLayers(this.stage);
    this.timeline = new Timeline({ onTime: (time) => this.showTime(time) });
    this.ask = new AskPanel({
      onAsk: () => this.session.askFor(),
      onCancel: () => this.session.cancel(),
      onPath: (number) => this.session.choosePath(number),
      onChosen: (chosen) => this.session.choose(chosen),
    });
    this.session.choose(this.ask.chosen);
    this.gallery = new GalleryPanel(GALLERY, {
      onOpen: (id) => void this.open({ kind: 'gallery', id }),
      onFiles: (files) => void this.dropping.take(({ chosenFiles }) => chosenFiles(files)),
    });
    this.info = new InfoPanel((key) => this.hoverKeys([key]));
    this.search = new SearchLayers(this);
    this.layersPanel = new LayersPanel(() => this.showLayers(), this.search.panel.element);
    this.mover = new Mover(this, {
      onHover: (key) => this.hoverKeys([key]),
      onPath: (robot, waypoints) => {
        const number = this.session.addPath({ name: 'moved by hand', robot, waypoints });
        this.onPlanned();
        this.session.choosePath(number);
      },
      onPlan: (robot, start, goal) => void this.session.ask({ kind: 'plan', robot, start, goal, seed: this.ask.chosen.seed }),
    });
    this.dropping = new Dropping({
      current: () => ({ source: this.session.source, title: this.opened?.title ?? '' }),
      open: (source, signal, state) => this.opening.open(source, state, signal),
      fail: (error) => this.fail(error),
      warn: (text) => this.warn(text),
      verify: laterProof(this.root, (error) => this.fail(error)),
      onBusy: () => this.tellBusy(),
      onWanted: () => this.tabs.choose('gallery'),
    });
    this.dropping.listen();
    this.tabs = new Tabs('Panels', [
      { id: 'ask', label: 'Ask', content: this.ask.element },
      { id: 'move', label: 'Move', content: this.mover.panel.element },
      { id: 'gallery', label: 'Open', content: this.gallery.element },
      { id: 'layers', label: 'Layers', content: this.layersPanel.element },
      { id: 'info', label: 'Names', content: this.info.element },
    ]);
    const { stage, timeline, mover, onLook } = this;
    this.keys = pageKeys({ stage, timeline, mover, onLook });
    this.layOut(host);
    if (this.stage !== null) this.listenTo(this.stage);
    addEventListener('keydown', (event) => {
      if (pressed(this.keys, event)) event.preventDefault();
    });
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
    host.append(this.verdict.element, this.legend, this.hovered, this.mover.note, this.loading, this.lost);
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
      button('?', 'open-help', () => openHelp(this.keys), {
        'aria-label': 'Help',
        title: 'Your own robot in eight steps, and what the keys do',
      }),
    );
    this.root.append(head, host, this.timeline.element, new Sheet(this.tabs).element, this.messages.element);
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
    stage.onTouch = this.onLook;
  }

  /** Somebody looks from elsewhere. */
  private readonly onLook = (): void => {
    this.hasOwnView = true;
  };

  /** As a link says; without one, as whoever serves the page says. The address itself may say already again what was open before. */
  async restore(hash: string): Promise<void> {
    this.sharing.linkLater();
    const state = hash === '' || hash === this.home ? readHash(this.home, Infinity) : readHash(hash);
    // of a link that is refused as a whole, what is open stays
    if (state.source === null && state.faults.length > 0 && this.opened !== null) return this.tellFaults(state);
    if (!this.isOpening && hashOf(this.shared).hash === hash) return;
    if (state.wanted === null) await this.open(state.source ?? { kind: 'gallery', id: GALLERY[0].id }, state);
    else await this.dropping.expect({ ...state, wanted: state.wanted });
  }

  private tellFaults({ faults = [] }: Partial<SharedState>): void {
    if (faults.length > 0) this.messages.show(`The link is not taken as it is: ${faults.slice(0, 5).join('; ')}.`, 'warning');
  }

  /** Opens a source in place of whatever else is being opened, or chosen from what was dropped. */
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
    this.root.ariaBusy = this.isOpening ? 'true' : null;
  }

  private show(source: Source, opened: Opened, state: Partial<SharedState>): void {
    const { session } = this;
    this.messages.clear('warning');
    this.dropping.expected = null;
    this.showOpened(source, opened);
    this.tellFaults(state);
    if (state.chosen) {
      this.ask.chosen = state.chosen;
      session.choose(this.ask.chosen);
    }
    if (state.layers !== undefined) this.layersPanel.set(state.layers ?? this.firstLayers);
    if (state.view && this.stage !== null) {
      this.stage.view = state.view;
      this.hasOwnView = true;
    }
    // one that is wrong takes nothing from the others
    for (const [name, pose] of Object.entries(state.moved ?? {})) this.attempt(() => session.moveObstacle(name, pose));
    for (const made of state.made ?? []) this.attempt(() => session.addPath(made));
    this.stage?.place(standingPlacement(opened.scene));
    const kind = state.chosen?.kind;
    const isOfMoves = (kind === 'plan' || kind === 'batch') && opened.show === undefined;
    session.choosePath(Math.min(Math.max(1, session.paths.length) - 1, state.path ?? 0), state.time ?? null, !isOfMoves);
    const joints = state.joints ?? {};
    this.mover.put({ joints, bodies: (state.bodies ?? {}) as Record<string, PlacedPose> });
    if (isOfMoves) {
      session.choose({ ...session.chosen, kind });
      // planned to where the robot was put, or to the goal of the path
      if (kind === 'plan' && Object.keys(joints).length > 0) this.mover.planHere();
      else session.askFor();
    }
    // what only stands there is to be moved next
    if (source.kind !== 'gallery' && opened.problem === null && session.playback?.moves === false) this.tabs.choose('move');
  }

  private attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.fail(error);
    }
  }

  private showOpened(source: Source, opened: Opened): void {
    const { scene, show } = opened;
    const isRecording = show !== undefined;
    const { session } = this;
    this.parts = isRecording ? recordedParts(show) : partsOf(scene, opened.colours);
    session.open(source, opened);
    const placement: Placement = new Map([...standingPlacement(scene), ...(session.playback?.placementAt(0) ?? [])]);
    this.hasOwnView = false;
    this.title.textContent = opened.title;
    document.title = `${opened.title} · inbetween`;
    this.gallery.setOpen(source.kind === 'gallery' ? source.id : null);
    for (const warning of opened.warnings.slice(0, 3)) this.messages.show(warning, 'warning');
    this.stage?.open(this.parts, placement, opened.up);
    const cutaway = this.stage?.isCutAway ?? false;
    this.firstLayers = { ...FIRST_LAYERS, cutaway };
    this.layersPanel.set({ cutaway, treeLevel: -1 });
    this.layers?.open(this.parts, placement);
    this.search.open();
    this.info.open(scene, this.parts, opened.warnings);
    this.mover.open(opened, this.parts);
    this.ask.setAskable(!isRecording);
  }

  onPlayback(playback: PathPlayback | RecordingPlayback, time: number): void {
    const { paths, number } = this.session;
    this.timeline.open(playback);
    if (playback instanceof RecordingPlayback) {
      this.ask.setPaths(['recording'], 0, '');
      this.showTime(time);
      this.look();
      return;
    }
    // the tree of a plan belongs to the path that was planned
    if (!paths[number].name.startsWith(PLANNED)) this.stage?.tree.clear();
    const names = paths.map(({ name }) => name);
    this.ask.setPaths(names, number, playback.moves ? '' : 'It stands still: move it, then make a path of that.');
    this.showTime(time);
    if (playback.moves) this.trace(playback);
    else if (this.opened?.problem !== null) {
      this.ask.chosen = { ...this.ask.chosen, kind: 'plan' };
      this.session.choose(this.ask.chosen);
    }
  }

  /** A path was made: it is asked about. */
  onPlanned(): void {
    this.ask.chosen = { ...this.ask.chosen, kind: 'first' };
    this.session.choose(this.ask.chosen);
    this.tabs.choose('ask');
  }

  /** The traces of the tools, and what has to be in the picture. */
  private trace(playback: PathPlayback): void {
    const { stage, opened } = this;
    if (stage === null || opened === null) return;
    drawTraces(stage, opened.scene, playback);
    this.look();
    this.showLayers();
  }

  /** Looks at the first path as was found by eye, at others so that what moves fills the picture; not where somebody looks from elsewhere. */
  private look(): void {
    const { stage, frame } = this;
    if (stage === null || this.hasOwnView) return;
    if (frame === undefined) stage.fit();
    else stage.frame(frame);
  }

  /** How the path that is shown is looked at; undefined: nobody said. */
  private get frame(): Frame | undefined {
    return this.session.number === 0 ? this.opened?.frame : undefined;
  }

  get opened(): Opened | null {
    return this.session.opened;
  }

  get asker(): Asker | null {
    return this.session.asker;
  }

  get playback(): PathPlayback | RecordingPlayback | null {
    return this.session.playback;
  }

  get time(): number {
    return this.session.time;
  }

  get shown(): ShownAnswer {
    return this.session.shown;
  }

  timeText(time: number): string {
    return this.session.timeText(time);
  }

  get severalRobots(): boolean {
    return this.session.severalRobots;
  }

  /** Shows a path time; what was moved by hand is back on the path. */
  showTime(time: number): void {
    const { playback, stage } = this;
    if (playback === null) return;
    this.session.time = time;
    this.timeline.show(time);
    this.mover.leave();
    const started = performance.now();
    const placement = playback.placementAt(time);
    stage?.place(placement);
    this.placingMilliseconds = performance.now() - started;
    if (playback instanceof RecordingPlayback) this.showFrame(playback, time);
    else this.mover.follow(playback, time, placement);
    this.session.hold(null);
    this.layers?.follow(placement);
    this.search.follow(this.layersPanel.layers);
    this.linkSoon();
  }

  private showFrame(playback: RecordingPlayback, time: number): void {
    if (this.stage !== null) playback.showOn(this.stage, time);
    const { warning } = playback.frameAt(time);
    if (warning !== undefined) this.mover.tell(...warningText(warning));
  }

  private async film(stage: Stage, turns: boolean, ...how: FilmHow): Promise<Blob> {
    this.isFilming = true;
    try {
      return await filmed(this, stage, this.layers?.placement ?? new Map(), turns, ...how);
    } finally {
      this.isFilming = false;
    }
  }

  /** Where something stands that was moved by hand. */
  showPlacement(placement: Placement): void {
    this.stage?.place(placement);
    this.layers?.follow(placement);
  }

  hold(hand: Hand | null): void {
    this.session.hold(hand);
  }

  moveObstacle(name: string, pose: PlacedPose): void {
    this.session.moveObstacle(name, pose);
  }

  putBack(): void {
    const { opened } = this;
    if (opened === null) return;
    // what is on its way arrives first
    this.showTime(this.time);
    if (this.session.putBack()) this.showPlacement(standingPlacement(opened.scene));
    this.showTime(this.time);
  }

  onAsk({ kind }: Question): void {
    // what is reported while something opens is newer than its question
    if (!this.isOpening) this.messages.clear('error');
    if (kind === 'plan') this.stage?.tree.clear();
    this.ask.chosen = { ...this.ask.chosen, kind: kind as Chosen['kind'] };
    this.tabs.choose('ask');
  }

  onProgress(progress: Progress | null, question: Question | null, isByItself: boolean): void {
    this.ask.setProgress(progress, isByItself);
    this.verdict.isAsking = progress !== null && !isByItself;
    const { stage, opened } = this;
    if (question?.kind !== 'plan' || stage === null || opened === null || progress?.edges === undefined) return;
    growTree(stage, opened.scene, question.robot, progress.edges);
  }

  /** Shows an error of anything but the question: that goes on. What was given up for something newer needs no word. */
  fail(error: unknown): void {
    if (!(error instanceof Cancelled)) this.messages.show(errorText(error));
  }

  warn(text: string): void {
    this.messages.show(text, 'warning');
  }

  /** Shows what the answer is about, on the path. */
  onAnswer(answer: Answer, time: number | null): void {
    // where no way was found, the robot stays where it was to go
    if (time !== null || answer.kind === 'plan') return;
    const { contact, marks } = this.shown;
    const about =
      answer.kind === 'clearance' && answer.result.pair !== null ? answer.result.time : answer.kind === 'first' ? contact : null;
    if (about === null) this.showTime(this.time);
    else this.timeline.jump(about);
    if (marks.length > 0 && !this.hasOwnView && this.frame === undefined) this.stage?.turnTowards([...marks[0].point]);
  }

  /** The one place where an answer comes into the page; of what stays the same, nothing is made anew. */
  onShown(shown: ShownAnswer): void {
    const { stage, playback, lastShown: last } = this;
    this.lastShown = shown;
    const isOther = (...keys: readonly (keyof ShownAnswer)[]) => keys.some((key) => shown[key] !== last[key]);
    if (isOther('words', 'note', 'before')) {
      this.ask.present(shown, this);
      this.verdict.present(shown);
    }
    if (isOther('lanes', 'curve', 'contact', 'safe', 'before')) this.timeline.present(shown);
    if (isOther('pair', 'marks')) this.showMarks(shown);
    if (stage !== null && isOther('contact', 'safe')) {
      const moving = this.parts.filter(({ kind }) => kind !== 'obstacle');
      for (const [ghosts, time] of [
        [stage.contactGhosts, shown.contact],
        [stage.safeGhosts, shown.safe],
      ] as const) {
        if (time === null || !(playback instanceof PathPlayback)) ghosts.clear();
        else ghosts.show(moving, [playback.placementAt(time)]);
      }
      this.showWay(moving, shown.contact);
      this.showLayers();
    }
    this.linkSoon();
  }

  /** Where it was at the waypoint before a contact and would be at the one after it. */
  private showWay(moving: readonly Part[], contact: number | null): void {
    const { stage, playback } = this;
    if (contact === null || contact === 0 || !(playback instanceof PathPlayback)) return stage?.wayGhosts.clear();
    const ends = [Math.ceil(contact) - 1, Math.ceil(contact)].map((time) => playback.placementAt(time));
    stage?.wayGhosts.show(moving, ends, playback.placementAt(contact));
  }

  private showMarks({ pair, marks }: ShownAnswer): void {
    this.legend.replaceChildren(
      ...pair.map((side, i) => el('span', { class: i === 0 ? 'a' : 'b' }, sideText(side, this))),
      ...(marks.length > 0 ? [el('span', { class: 'contact' }, 'contact')] : []),
    );
    this.stage?.markers.show(marks);
    this.stage?.mark(this.keysOf(pair));
    this.showLayers();
  }

  keysOf(sides: readonly PairSide[]): readonly string[] {
    return keysOf(this.parts, sides);
  }

  private showLayers(): void {
    const { layers, playback, opened } = this;
    if (playback === null || opened === null) return;
    const state: LayerState = { ...this.layersPanel.layers, parts: this.parts };
    layers?.show(state);
    layers?.follow(playback.placementAt(this.time));
    this.search.follow(this.layersPanel.layers);
  }

  private repaint(): void {
    this.stage?.repaint();
    this.layers?.repaint();
    this.search.repaint();
  }

  /** The pointer is over names of these; '': over nothing. */
  hoverKeys(keys: readonly string[]): void {
    this.stage?.hover(keys.filter((key) => key !== ''));
    const names = keys.slice(0, 4).flatMap((key) => this.parts.find((one) => one.key === key) ?? []);
    this.hovered.textContent = names.map(({ side }) => sideText(side, this)).join(', ');
  }

  private get shared(): LinkedState {
    const { layers } = this.layersPanel;
    const { joints, bodies } = this.mover.off;
    return {
      ...this.session.linked,
      joints: { ...joints, ...this.session.plannedTo },
      bodies,
      view: this.stage?.view ?? null,
      layers: JSON.stringify(layers) === JSON.stringify(this.firstLayers) ? null : layers,
    };
  }

  private linkSoon(): void {
    // while a link is being opened the address stays that link
    this.sharing.linkSoon(
      () => !this.timeline.isPlaying && !this.isFilming && this.opened !== null && !this.opening.isBusy && this.dropping.expected === null,
    );
  }

  /** For tests by others. */
  get facts(): Readonly<Record<string, unknown>> {
    const { stage, opened, time, shown } = this;
    const { source, number, paths } = this.session;
    const answer = shown.answered?.answer ?? null;
    const [contact] = answer?.kind === 'first' ? answer.result.contacts : [];
    return {
      title: opened?.title ?? null,
      source,
      time,
      end: this.playback?.end ?? 0,
      path: number,
      paths: paths.map(({ name }) => name),
      asked: paths[number]?.asked ?? null,
      answer,
      shown,
      isWhole: this.session.isWhole,
      shared: hashOf(this.shared),
      recording: opened?.show !== undefined,
      isBusy: this.isOpening || this.ask.isAsking || this.isFilming,
      // whoever waits can tell the end of this from the end of what was before
      begun: this.opening.count + this.dropping.count,
      isMoving: this.mover.isMoving,
      isPlaying: this.timeline.isPlaying,
      configurations: this.mover.configurations,
      jog: this.mover.lastStep,
      ...stageFacts(stage),
      search: this.search.facts,
      axes: this.layers?.shownFrames ?? [],
      contactOnScreen: contact === undefined ? null : (stage?.onScreen(contact.point as [number, number, number]) ?? null),
      handlePose: this.mover.handlePose ?? null,
      handleOnScreen: this.mover.handleAt === null ? null : (stage?.onScreen(this.mover.handleAt) ?? null),
      placingMilliseconds: this.placingMilliseconds,
      byHand: this.byHand.shown,
      loseGraphics: () => this.asker?.loseGraphics(),
    };
  }
}
