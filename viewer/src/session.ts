/**
 * What is opened, which path is shown, what was moved by hand, and the one answer to what was asked of it. Knows nothing of the page: whoever
 * shows it is given everything of an answer at once (`ShownAnswer`), and again when something changed that it was about.
 */
import { InputError, type Pose } from 'inbetween';
import { type Asker, Cancelled, errorText } from './ask/asker.ts';
import { type Chosen, FIRST_CHOSEN } from './ask/chosen.ts';
import type { Answer, AskedPath, Progress, Question } from './ask/protocol.ts';
import { questionOf } from './ask/question-of.ts';
import { type Answered, type Hand, type Moved, NOTHING_SHOWN, type ShownAnswer, shownAnswerOf } from './ask/shown-answer.ts';
import type { Naming } from './panels/answer-words.ts';
import type { LinkedState } from './panels/share.ts';
import { robotMotions } from './source/asked-motions.ts';
import type { Opened, Source } from './source/opened.ts';
import { bodyName, placedPose } from './stage/parts.ts';
import { timeText } from './stage/playback.ts';
import { RecordingPlayback } from './stage/recorded.ts';
import { PathPlayback, pathsOf, type ShownPath } from './stage/showing.ts';

/** Points of the curve of distances before it is refined. */
const CURVE_SAMPLES = 121;
/** Milliseconds of an answer that is asked again by itself when it has become one of before. */
const QUICK = 1000;
/** How paths are called that were planned here. */
export const PLANNED = 'planned';

/** A path of one robot that was made in the page. */
export interface MadePath {
  readonly name: string;
  readonly robot: string;
  readonly waypoints: readonly (readonly number[])[];
}

/** Whoever shows it. */
export interface SessionView {
  /** Another path or recording is shown, from `time` on. */
  onPlayback(playback: PathPlayback | RecordingPlayback, time: number): void;
  /** Replaces all that was shown before. */
  onShown(shown: ShownAnswer): void;
  onAsk(question: Question): void;
  /** Null: nothing is being asked any more. */
  onProgress(progress: Progress | null, question: Question | null, isByItself: boolean): void;
  /** An answer that somebody asked for, once it is shown; `time`: what is to be shown then, null: what the answer is about. */
  onAnswer(answer: Answer, time: number | null): void;
  /** A path was made of a plan. */
  onPlanned(): void;
  fail(error: unknown): void;
  warn(text: string): void;
}

export interface AskHow {
  /** What is shown then; null: what the answer is about. */
  readonly time?: number | null;
  /** Nobody asked for it: what is shown stays as it is. */
  readonly isByItself?: boolean;
}

export class Session implements Naming {
  source: Source | null = null;
  opened: Opened | null = null;
  asker: Asker | null = null;
  playback: PathPlayback | RecordingPlayback | null = null;
  paths: readonly ShownPath[] = [];
  number = 0;
  time = 0;
  /** What is chosen for the next question. */
  chosen: Chosen = FIRST_CHOSEN;
  shown: ShownAnswer = NOTHING_SHOWN;
  private readonly view: SessionView;
  private readonly startAsker: (source: Source) => Asker;
  private readonly quick: number;
  private answered: Answered | null = null;
  private note = '';
  private hand: Hand | null = null;
  /** Obstacles that were moved: where they are, and where the source has them. */
  private readonly places: Map<string, Pose> = new Map();
  private readonly homes: Map<string, Pose> = new Map();
  /** Grows with everything that is opened or asked: what comes late is dropped. */
  private turn = 0;
  /** The turn in which was asked what comes after an answer. */
  private beside = -1;
  /** Who asks; null: nobody. */
  private asking: 'somebody' | 'itself' | null = null;

  /** `quick`: milliseconds of an answer that is asked again by itself; for tests, which decide nothing by time. */
  constructor(view: SessionView, startAsker: (source: Source) => Asker, quick = QUICK) {
    this.view = view;
    this.startAsker = startAsker;
    this.quick = quick;
  }

  /** Opens it in place of what was open; a path is to be chosen. */
  open(source: Source, opened: Opened): void {
    this.stop();
    this.asker?.close();
    this.asker = opened.show === undefined ? this.startAsker(source) : null;
    this.source = source;
    this.opened = opened;
    this.paths = opened.show === undefined ? pathsOf(opened) : [];
    this.playback = opened.show === undefined ? new PathPlayback(this.paths[0]) : new RecordingPlayback(opened.show);
    this.number = 0;
    this.time = 0;
    this.hand = null;
    this.places.clear();
    this.homes.clear();
    this.forget('');
  }

  timeText(time: number): string {
    return timeText(this.playback, time);
  }

  get severalRobots(): boolean {
    return (this.opened?.scene.robots.length ?? 0) > 1;
  }

  /** Shows a path and, if that `asks`, asks about it; `time`: what is shown of it, null: what the answer is about. */
  choosePath(number: number, time: number | null = null, asks = true): void {
    const { opened } = this;
    if (opened === null) return;
    if (opened.show !== undefined) {
      const recording = this.playback as RecordingPlayback;
      this.view.onPlayback(recording, Math.min(recording.end, time ?? recording.timeAt(opened.frame?.share ?? 0)));
      this.present(recording.shown);
      return;
    }
    this.stop();
    this.number = number;
    const playback = new PathPlayback(this.paths[number]);
    this.playback = playback;
    this.hand = null;
    this.forget('');
    this.view.onPlayback(playback, Math.min(playback.end, time ?? 0));
    if (!playback.moves)
      this.forget(
        opened.problem === null ? 'Nothing moves here. Move something, or plan a way.' : 'There is a goal to plan a way to. Ask.',
      );
    else if (asks) {
      const { kind } = this.chosen;
      this.askFor({ ...this.chosen, kind: kind === 'plan' || kind === 'batch' ? 'first' : kind }, { time });
    }
  }

  /** Adds a path that was made in the page; its number. */
  addPath({ name, robot, waypoints }: MadePath): number {
    const opened = this.opened as Opened;
    const asked: AskedPath = { robot, waypoints };
    const taken = new Set(this.paths.map((path) => path.name));
    let [own, count] = [name, 1];
    while (taken.has(own)) own = `${name} ${++count}`;
    this.paths = [...this.paths.filter((one) => one.asked !== null), { name: own, ...robotMotions(opened, robot, waypoints), asked }];
    return this.paths.length - 1;
  }

  /** Paths that were made in the page. */
  get made(): readonly MadePath[] {
    return this.paths.flatMap(({ name, asked }) => (asked !== null && 'robot' in asked ? [{ name, ...asked }] : []));
  }

  /** Chooses for the next question. */
  choose(chosen: Chosen): void {
    this.chosen = chosen;
    this.changed();
  }

  /** What the hand does now; null: everything is on the path. */
  hold(hand: Hand | null): void {
    if (hand === null && this.hand === null) return;
    this.hand = hand;
    this.refresh();
  }

  get moved(): Moved {
    return Object.fromEntries(this.places);
  }

  /** An obstacle stands there from now on. */
  moveObstacle(name: string, pose: Pose): void {
    const home = this.homes.get(name) ?? this.standing(name);
    if (home === null) throw new InputError(`there is no obstacle called '${name}' here`);
    this.homes.set(name, home);
    if (JSON.stringify(pose) === JSON.stringify(home)) this.places.delete(name);
    else this.places.set(name, pose);
    // paths that were made in the page may have a scene of their own
    for (const scene of new Set([this.opened?.scene, ...this.paths.map((path) => path.scene)])) scene?.moveObstacle(name, pose);
    this.asker?.moveObstacle(name, pose);
    if (this.hand?.obstacle === name) this.hand = { ...this.hand, obstacle: null };
    this.changed();
  }

  /** Obstacles are where the source has them; true: some were not. */
  putBack(): boolean {
    const names = [...this.places.keys()];
    for (const name of names) this.moveObstacle(name, this.homes.get(name) as Pose);
    return names.length > 0;
  }

  private standing(name: string): Pose | null {
    const body = this.opened?.scene.obstacles.find((one) => bodyName(one) === name);
    return body === undefined ? null : placedPose(body.pose);
  }

  /** Asks what is chosen, or this instead. */
  askFor(chosen: Chosen = this.chosen, how: AskHow = {}): void {
    try {
      void this.ask(questionOf(this.opened, this.playback, chosen), how);
    } catch (error) {
      this.view.fail(error);
    }
  }

  async ask(question: Question, { time = null, isByItself = false }: AskHow = {}): Promise<void> {
    this.stop();
    const { asker, moved, turn } = this;
    if (asker === null) return;
    this.asking = isByItself ? 'itself' : 'somebody';
    // what is chosen for the next question is what this one is
    if (!isByItself) this.chosen = { ...this.chosen, kind: question.kind as Chosen['kind'] };
    if (!isByItself) this.view.onAsk(question);
    const { chosen } = this;
    this.view.onProgress({ done: 0, total: 0, words: 'Asking…' }, question, isByItself);
    try {
      const answer = await asker.ask(question, (progress) => {
        if (turn === this.turn) this.view.onProgress(progress, question, isByItself);
      });
      if (turn !== this.turn) return;
      this.ended();
      this.answered = {
        question,
        answer,
        chosen: { ...chosen, kind: question.kind as Chosen['kind'] },
        moved,
        stretches: null,
        curve: null,
      };
      // what the hand met is shown no more, but for what it still holds elsewhere
      if (this.hand?.isOff === false && this.hand.obstacle === null) this.hand = null;
      this.refresh();
      if (!isByItself) this.view.onAnswer(answer, time);
      if (answer.kind === 'plan' && question.kind === 'plan' && answer.waypoints.length > 1) {
        const planned = this.addPath({ name: PLANNED, robot: question.robot, waypoints: answer.waypoints });
        this.view.onPlanned();
        this.choosePath(planned);
      } else if (this.shown.isOld) this.askAgain();
      else await this.askBeside();
    } catch (error) {
      if (turn !== this.turn) return;
      this.ended();
      this.view.fail(error);
    }
  }

  /** What the time line shows: who touches whom when, and distances. */
  private async askBeside(): Promise<void> {
    const { turn, asker, answered } = this;
    const { question, answer } = answered ?? {};
    if (asker === null || (question?.kind !== 'first' && question?.kind !== 'stretches' && question?.kind !== 'clearance')) return;
    this.beside = turn;
    const { path, options } = question;
    const take = (more: Partial<Answered>) => {
      if (turn !== this.turn || this.answered === null) return;
      this.answered = { ...this.answered, ...more };
      this.refresh();
    };
    try {
      const initial = answer?.kind === 'first' ? answer.result.initial : [];
      const times = answer?.kind === 'first' || answer?.kind === 'clearance' ? [answer.result.time] : [];
      if (answer?.kind === 'first' && answer.lastSafe !== null) times.push(answer.lastSafe);
      let stretches = answer?.kind === 'stretches' ? answer.result : null;
      if (answer?.kind === 'first' && answer.result.status !== 'free') {
        const found = await asker.ask({ kind: 'stretches', path, options: { ...options, method: 'auto', contacts: 'none' } });
        if (found.kind === 'stretches') stretches = found.result;
        take({ stretches });
      }
      if (turn !== this.turn) return;
      for (const { from, to } of stretches?.intervals ?? []) times.push(from, to);
      const curve = await asker.ask({ kind: 'curve', path, samples: CURVE_SAMPLES, times, initial });
      if (curve.kind === 'curve') take({ curve: curve.points });
    } catch (error) {
      // the answer that was asked for is there; what could not be drawn beside it is reported
      if (turn === this.turn && !(error instanceof Cancelled)) this.view.warn(errorText(error));
    }
  }

  /** Nothing is asked any more, and nothing is shown of what was. */
  cancel(): void {
    this.stop();
    this.forget('Cancelled.');
  }

  private stop(): void {
    this.turn++;
    this.asker?.cancel();
    this.ended();
  }

  private ended(): void {
    this.asking = null;
    this.view.onProgress(null, null, false);
  }

  /** Whether all that comes after an answer is there, too. */
  get isWhole(): boolean {
    const { answered } = this;
    if (answered === null) return true;
    const { kind } = answered.question;
    return answered.curve !== null || kind === 'plan' || kind === 'batch';
  }

  /** As much of a link as is known here. What was asked is said by the answer that is shown, unless it is one of before. */
  get linked(): Pick<LinkedState, 'source' | 'path' | 'ofSource' | 'time' | 'chosen' | 'moved' | 'made'> {
    const { source, number: path, time, moved, made, paths, shown } = this;
    const isAnswered = shown.answered !== null && !shown.isOld;
    const chosen: { -readonly [Key in keyof Chosen]: Chosen[Key] } = { ...this.chosen, ...(isAnswered ? shown.answered?.chosen : {}) };
    // who opens the link plans, or tries motions, where that was answered here; else what is shown is asked about
    if (!isAnswered && (chosen.kind === 'plan' || chosen.kind === 'batch')) chosen.kind = FIRST_CHOSEN.kind;
    return { source, path, ofSource: paths.length - made.length, time, chosen, moved, made };
  }

  /** Where a plan was asked to, by robot: it is about that, wherever the robot was put since. Empty: the problem says it, or none was. */
  get plannedTo(): Readonly<Record<string, readonly number[]>> {
    const question = this.answered?.question;
    return question?.kind === 'plan' && this.opened?.problem === null ? { [question.robot]: question.goal as readonly number[] } : {};
  }

  /** Paths as cells are saved with them: those that were made here, and the one that is shown. */
  get savedPaths(): { readonly made: readonly ShownPath[]; readonly path: ShownPath | null } {
    const { paths, number, opened } = this;
    const path = paths[number]?.asked == null ? null : { ...paths[number], ...opened?.paths[number] };
    return { made: paths.filter(({ asked }) => asked !== null && 'robot' in asked), path };
  }

  /** The page in one file about the first contact that is shown; null: none is, or it is one of before. */
  get report(): (() => Promise<string>) | null {
    const { asker, answered, paths, number, shown } = this;
    if (asker === null || shown.isOld || answered?.question.kind !== 'first' || answered.answer.kind !== 'first') return null;
    const { path, options } = answered.question;
    const { result, milliseconds } = answered.answer;
    return async () => {
      const made = await asker.ask({ kind: 'report', path, options, result, milliseconds, name: paths[number]?.name ?? '' });
      return made.kind === 'report' ? made.html : '';
    };
  }

  private forget(note: string): void {
    this.answered = null;
    this.note = note;
    this.refresh();
  }

  /** Something is otherwise than it was: that is shown at once. */
  private changed(): void {
    this.refresh();
    const { answered, shown, asking } = this;
    // what somebody asks is not given up; its answer may be one of before by then
    if (answered === null || asking === 'somebody') return;
    if (shown.isOld) {
      this.askAgain();
      return;
    }
    // it is again as it was asked about
    if (asking === 'itself') this.stop();
    if (!this.isWhole && this.beside !== this.turn) void this.askBeside();
  }

  /** Where that is quick, and not while something is on its way. */
  private askAgain(): void {
    const { answered, hand, chosen } = this;
    if (answered === null || hand?.obstacle != null) return;
    const { question, answer } = answered;
    if (question.kind === 'plan' || question.kind === 'batch' || answer.milliseconds >= this.quick) return;
    this.askFor({ ...chosen, kind: question.kind as Chosen['kind'] }, { isByItself: true });
  }

  private refresh(): void {
    this.present(shownAnswerOf(this.answered, this.note, { chosen: this.chosen, moved: this.moved, hand: this.hand }, this));
  }

  private present(shown: ShownAnswer): void {
    this.shown = shown;
    this.view.onShown(shown);
  }
}
