/** The layers of the picture that can be switched on and off. */
import { partColour } from './colours.ts';
import type { Part, Placement } from './parts.ts';
import type { Stage } from './stage.ts';
import { SweptBoxes } from './swept-boxes.ts';
import { TreeBoxes } from './tree-boxes.ts';
import type { Way } from './way.ts';

export interface LayerState {
  readonly grid: boolean;
  readonly frames: boolean;
  readonly edges: boolean;
  readonly contactGhost: boolean;
  readonly safeGhost: boolean;
  readonly trace: boolean;
  readonly cutaway: boolean;
  readonly swept: boolean;
  readonly treeLevel: number;
  readonly parts: readonly Part[];
  readonly way: Way;
}

const INSTANTS = 60;
/** Of what moves: the length of an axis. */
const AXIS = 0.12;

export class PictureLayers {
  private readonly stage: Stage;
  private readonly trees: TreeBoxes = new TreeBoxes();
  private readonly swept: SweptBoxes = new SweptBoxes();
  private framesShown = false;
  private sweptWay: Way | null = null;
  private treeLevel = -1;

  constructor(stage: Stage) {
    this.stage = stage;
    stage.add(this.trees.group, this.swept.group);
  }

  /** Something else was opened. */
  open(): void {
    this.trees.clear();
    this.swept.clear();
    this.sweptWay = null;
    this.treeLevel = -1;
  }

  show({ grid, frames, edges, contactGhost, safeGhost, trace, cutaway, swept, treeLevel, parts, way }: LayerState): void {
    const { stage } = this;
    stage.showGrid(grid);
    stage.parts?.showEdges(edges);
    stage.contactGhosts.group.visible = contactGhost;
    stage.safeGhosts.group.visible = safeGhost;
    stage.traces.group.visible = trace;
    stage.cutAway(cutaway);
    this.framesShown = frames;
    stage.axes.lines.visible = frames;
    if (swept && this.sweptWay !== way) {
      const placements = Array.from({ length: INSTANTS }, (_, i) => way.placementAt((i * way.end) / (INSTANTS - 1)));
      const moving = parts.filter(({ kind }) => kind !== 'obstacle');
      this.swept.show(moving, placements, partColour(stage.colours, { kind: 'body', index: 0 }));
      this.sweptWay = way;
    }
    this.swept.group.visible = swept;
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
    if (this.framesShown) stage.axes.show([...placement.values()], AXIS * stage.unit);
  }

  repaint(): void {
    this.trees.paint(this.stage.colours.tree1);
    this.stage.draw();
  }
}
