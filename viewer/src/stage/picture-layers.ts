/** The layers of the picture that can be switched on and off. */
import type { Part, PlacedPose, Placement } from './parts.ts';
import type { Stage } from './stage.ts';
import { TreeBoxes } from './tree-boxes.ts';

export interface LayerState {
  readonly grid: boolean;
  readonly frames: boolean;
  readonly edges: boolean;
  readonly contactGhost: boolean;
  readonly safeGhost: boolean;
  readonly wayGhosts: boolean;
  readonly trace: boolean;
  readonly cutaway: boolean;
  readonly treeLevel: number;
  readonly parts: readonly Part[];
}

/** Length of an axis, as a share of the radius of what moves. */
const AXIS = 0.12;
/** Pixels from the origin of a frame at which its name is shown. */
const NEAR = 9;

export class PictureLayers {
  private readonly stage: Stage;
  private readonly trees: TreeBoxes = new TreeBoxes();
  private parts: readonly Part[] = [];
  private framesShown = false;
  /** Where everything was put last, by keys: what stands is not placed again. */
  private readonly frames: Map<string, PlacedPose> = new Map();
  private treeLevel = -1;

  constructor(stage: Stage) {
    this.stage = stage;
    stage.add(this.trees.group);
    stage.underFirst = (x, y) => this.frameAt(x, y);
  }

  /** Something else was opened. */
  open(parts: readonly Part[], placement: Placement): void {
    this.trees.clear();
    this.treeLevel = -1;
    this.parts = parts;
    this.frames.clear();
    this.keep(placement);
  }

  show({ grid, frames, edges, contactGhost, safeGhost, wayGhosts, trace, cutaway, treeLevel, parts }: LayerState): void {
    const { stage } = this;
    stage.showGrid(grid);
    stage.parts?.showEdges(edges);
    stage.contactGhosts.group.visible = contactGhost;
    stage.safeGhosts.group.visible = safeGhost;
    stage.wayGhosts.group.visible = wayGhosts;
    stage.traces.group.visible = trace;
    stage.cutAway(cutaway);
    this.framesShown = frames;
    stage.axes.lines.visible = frames;
    this.showTrees(treeLevel, parts);
    stage.draw();
  }

  private showTrees(level: number, parts: readonly Part[]): void {
    const drawn = this.stage.parts;
    if (drawn === null || (level === this.treeLevel && level < 0)) return;
    this.treeLevel = level;
    const marked = new Set(this.stage.markedKeys);
    const numbers = parts.flatMap(({ kind, key }, i) => (kind !== 'obstacle' || marked.has(key) ? [i] : []));
    this.trees.show(drawn, numbers, level);
    this.repaint();
  }

  /** After everything was placed. */
  follow(placement: Placement): void {
    const { stage } = this;
    if (stage.parts !== null) this.trees.follow(stage.parts);
    this.keep(placement);
    if (this.framesShown) stage.axes.show([...this.frames.values()], AXIS * stage.unit);
  }

  /** Where everything is. */
  get placement(): Placement {
    return new Map(this.frames);
  }

  repaint(): void {
    this.trees.paint(this.stage.colours.tree1);
    this.stage.draw();
  }

  private keep(placement: Placement): void {
    for (const [key, pose] of placement) this.frames.set(key, pose);
  }

  /** Parts whose frames are shown, and where they begin in the picture, for tests by others. */
  get shownFrames(): readonly { readonly key: string; readonly x: number; readonly y: number }[] {
    if (!this.framesShown) return [];
    return [...this.frames].map(([key, { position }]) => ({ key, ...this.stage.onScreen(position as [number, number, number]) }));
  }

  /** The part whose frame begins there: the nearest of those that the pointer is on. */
  private frameAt(x: number, y: number): Part | null {
    if (!this.framesShown) return null;
    let least = NEAR;
    let found = '';
    for (const [key, { position }] of this.frames) {
      const at = this.stage.onScreen(position as [number, number, number]);
      const away = Math.hypot(at.x - x, at.y - y);
      if (away >= least) continue;
      least = away;
      found = key;
    }
    return this.parts.find(({ key }) => key === found) ?? this.bare(found);
  }

  /** A link without shapes has a frame and a name all the same. */
  private bare(key: string): Part | null {
    const [body, link] = key.split('/');
    const [some] = this.parts;
    if (key === '' || some === undefined) return null;
    return { ...some, key, side: link === undefined ? { body } : { body, link } };
  }
}
