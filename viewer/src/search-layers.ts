/** The layers that show how a search goes about a segment: asked of the worker, drawn, and listed by names. */
import type { PairSide } from 'inbetween';
import type { SceneStages, StagePair } from 'inbetween/methods';
import { clearanceColour } from 'inbetween/three';
import type { Color } from 'three';
import { type Asker, Cancelled, errorText } from './ask/asker.ts';
import type { ShownAnswer } from './ask/shown-answer.ts';
import type { Naming } from './panels/answer-words.ts';
import type { Layers } from './panels/layers-panel.ts';
import { StagesPanel } from './panels/stages-panel.ts';
import type { Opened, RecordedFrame, Recording } from './source/opened.ts';
import { RecordingPlayback } from './stage/recorded.ts';
import { type DrawnBox, SearchPicture } from './stage/search-picture.ts';
import { PathPlayback } from './stage/showing.ts';
import type { Stage } from './stage/stage.ts';
import { Zone } from './stage/zone.ts';

/** What it needs of the page. */
export interface SearchedPage extends Naming {
  readonly stage: Stage | null;
  readonly opened: Opened | null;
  readonly asker: Asker | null;
  readonly playback: PathPlayback | RecordingPlayback | null;
  readonly time: number;
  readonly shown: ShownAnswer;
  keysOf(pair: readonly PairSide[]): readonly string[];
  hoverKeys(keys: readonly string[]): void;
  fail(error: unknown): void;
}

/** Milliseconds of the page for one distance; where they do not suffice, more in the next frame, up to so many. */
const DISTANCE_MILLISECONDS = 6;
const MOST_MILLISECONDS = 400;
/** Milliseconds until a question that was given up is asked again. */
const AGAIN_AFTER = 250;
/** Share of the radius of what moves: from there on a distance is shown as far. */
const FAR = 0.25;

export class SearchLayers {
  readonly panel: StagesPanel;
  private readonly page: SearchedPage;
  private readonly picture: SearchPicture = new SearchPicture();
  private readonly zone: Zone = new Zone();
  private layers: Layers | null = null;
  /** The path and segment that were asked about last, and what came of it. */
  private asked: { readonly playback: PathPlayback; readonly segment: number; readonly revision: number } | null = null;
  private stages: SceneStages | null = null;
  private isAsking = false;
  private timer = 0;
  private frame = 0;

  constructor(page: SearchedPage) {
    this.page = page;
    this.panel = new StagesPanel({
      onHover: (pair) => page.hoverKeys(pair === null ? [] : this.keysOf(pair)),
      keysOf: (pair) => this.keysOf(pair),
    });
    page.stage?.add(this.picture.group, this.zone.mesh);
  }

  /** Something else was opened. */
  open(): void {
    this.asked = this.stages = null;
    this.picture.clear();
    this.zone.clear();
    this.panel.clear();
    clearTimeout(this.timer);
  }

  /** After the time, the path or a switch changed. */
  follow(layers: Layers): void {
    this.layers = layers;
    const { playback, stage } = this.page;
    if (stage !== null) this.picture.paint(stage.colours);
    if (playback instanceof RecordingPlayback) this.followRecording(playback, layers);
    else if (playback instanceof PathPlayback) this.followPath(playback, layers);
    this.tint();
    stage?.draw();
  }

  /** After the theme changed. */
  repaint(): void {
    if (this.layers !== null) this.follow(this.layers);
  }

  private followPath(playback: PathPlayback, { boxes, volumes, candidates }: Layers): void {
    const isOff = !(boxes || volumes || candidates) || !playback.moves;
    const { asked } = this;
    // nor is what was found of another path shown with this one
    if (isOff || asked?.playback !== playback) {
      this.asked = this.stages = null;
      this.picture.clear();
      this.panel.clear();
    }
    if (isOff) return;
    const segment = Math.min(Math.floor(this.page.time), playback.end - 1);
    const { revision } = playback.path.scene;
    if (asked?.playback !== playback || asked.segment !== segment || asked.revision !== revision)
      void this.askAbout(playback, segment, revision);
    else this.draw();
  }

  /** One question at a time: where the segment has changed by the time of the answer, the next one is asked. */
  private async askAbout(playback: PathPlayback, segment: number, revision: number): Promise<void> {
    const { asker } = this.page;
    const { asked: path } = playback.path;
    if (this.isAsking || asker === null || path === null) return;
    this.isAsking = true;
    const asked = { playback, segment, revision };
    this.asked = asked;
    // not where it was switched off, or something else was opened, in the meantime
    const isWanted = () => this.asked === asked && this.page.playback === playback;
    try {
      const answer = await asker.ask({ kind: 'stages', path, segment });
      if (answer.kind !== 'stages' || !isWanted()) return;
      this.stages = answer.result;
      this.panel.show(answer.result, this.page);
      this.draw();
    } catch (error) {
      if (!isWanted()) return;
      this.stages = null;
      this.picture.clear();
      if (!(error instanceof Cancelled)) {
        // what could not be answered of this path is not asked again
        this.panel.note(errorText(error));
        return;
      }
      this.asked = null;
    } finally {
      this.isAsking = false;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.repaint(), this.asked === null ? AGAIN_AFTER : 0);
    }
  }

  private draw(): void {
    const { stages, layers } = this;
    if (stages === null || layers === null) return;
    this.picture.show(layers.boxes ? stages.boxes : [], layers.volumes ? stages.volumes : []);
    this.tint();
    this.page.stage?.draw();
  }

  /** The closest two; at the contact that is shown, those that touch. */
  private closest(
    playback: PathPlayback,
    time: number,
    maxMilliseconds: number,
  ): { readonly pair: readonly PairSide[]; readonly least: number } {
    const { shown } = this.page;
    const { answer } = shown.answered ?? {};
    if (shown.before === '' && shown.contact === time && answer?.kind === 'first')
      return { pair: shown.pair, least: answer.result.gap?.[0] ?? 0 };
    const { scene, motions } = playback.path;
    const { pair, gap } = scene.distanceAt(motions, time, { maxMilliseconds });
    return { pair: pair ?? [], least: gap[0] };
  }

  /** What is left for stage 3, and how close the closest two are. */
  private tint(budget = DISTANCE_MILLISECONDS): void {
    cancelAnimationFrame(this.frame);
    const { stage, playback, time } = this.page;
    const { layers, stages } = this;
    if (stage === null || layers === null) return;
    const colours = new Map<string, Color>();
    if (layers.candidates)
      for (const pair of stages?.pairs ?? [])
        if (pair.outcome === 'candidate') for (const key of this.keysOf(pair)) colours.set(key, stage.colours.kept);
    if (layers.clearance && playback instanceof PathPlayback) {
      const { pair, least } = this.closest(playback, time, budget);
      const colour = clearanceColour(least, { near: 0, far: FAR * stage.unit });
      for (const key of this.page.keysOf(pair)) colours.set(key, colour);
      // nobody is known yet: that is no colour
      if (pair.length === 0 && budget < MOST_MILLISECONDS)
        this.frame = requestAnimationFrame(() => {
          if (this.page.playback === playback && this.page.time === time && this.layers?.clearance) this.tint(2 * budget);
        });
    }
    stage.tint(colours);
  }

  private keysOf({ a, b }: StagePair): readonly string[] {
    return this.page.keysOf([a, ...b]);
  }

  private followRecording(playback: RecordingPlayback, { boxes }: Layers): void {
    const { stage, opened, time } = this.page;
    const show = opened?.show;
    if (show === undefined) return;
    const frame = playback.frameAt(time);
    this.showZone(show, frame);
    this.picture.clear();
    this.panel.clear();
    if (!boxes) return;
    const { broad } = frame;
    if (broad === undefined) {
      this.panel.note('There is no broad phase in this recording: it is one pair of bodies.');
      return;
    }
    const near = new Set(broad.pairs);
    const drawn = show.parts.map((_, i): DrawnBox => {
      const at = 6 * i;
      return { min: [...broad.boxes.subarray(at, at + 3)], max: [...broad.boxes.subarray(at + 3, at + 6)], kept: near.has(i) };
    });
    if (stage !== null) this.picture.show(drawn, []);
    const names = Array.from({ length: broad.pairs.length / 2 }, (_, k) => {
      return [show.parts[broad.pairs[2 * k]].name, show.parts[broad.pairs[2 * k + 1]].name] as const;
    });
    this.panel.showBroad(drawn.length, near.size, names, this.page);
  }

  private showZone({ parts }: Recording, { warning, positions }: RecordedFrame): void {
    const { stage } = this.page;
    const part = parts.findIndex(({ role }) => role === 'deforming');
    const places = positions[part] ?? null;
    this.zone.clear();
    if (stage === null || stage.parts === null || warning === undefined || places === null) return;
    this.zone.show(warning, parts[part].mesh.indices, places, stage.parts.matrixOfPart(part), stage.colours);
  }

  /** For tests by others. */
  get facts(): Readonly<Record<string, unknown>> {
    const { stages, picture, zone, page } = this;
    const { shown } = zone;
    return {
      segment: stages?.segment ?? null,
      pairs: stages?.pairs.map(({ a, b, outcome }) => ({ a, b, outcome })) ?? [],
      ...picture.counts,
      zone: shown === null ? null : { ...shown, onScreen: page.stage?.onScreen(shown.middle.toArray()) ?? null },
    };
  }
}
