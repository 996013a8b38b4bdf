/** What the picture shows beside the bodies themselves. */
import { checkbox, el } from './dom.ts';

export interface Layers {
  grid: boolean;
  frames: boolean;
  edges: boolean;
  contactGhost: boolean;
  safeGhost: boolean;
  /** Where it was at the waypoint before, and will be at the next. */
  wayGhosts: boolean;
  trace: boolean;
  cutaway: boolean;
  /** Stage 1 of the search, or the broad phase of a world. */
  boxes: boolean;
  /** Stage 2. */
  volumes: boolean;
  /** What is left for stage 3. */
  candidates: boolean;
  /** The closest two by their distance. */
  clearance: boolean;
  /** −1: none. */
  treeLevel: number;
}

export const FIRST_LAYERS: Layers = {
  grid: true,
  frames: false,
  edges: false,
  contactGhost: false,
  safeGhost: false,
  wayGhosts: true,
  trace: true,
  cutaway: false,
  boxes: false,
  volumes: false,
  candidates: false,
  clearance: false,
  treeLevel: -1,
};

interface Switch {
  readonly key: Exclude<keyof Layers, 'treeLevel'>;
  readonly label: string;
}

const SWITCHES: readonly Switch[] = [
  { key: 'grid', label: 'grid' },
  { key: 'frames', label: 'frames of links, bodies and obstacles' },
  { key: 'edges', label: 'edges of the triangles that are tested' },
  { key: 'trace', label: 'way of the tool' },
  { key: 'contactGhost', label: 'ghost at first contact' },
  { key: 'safeGhost', label: 'ghost where it was last safe' },
  { key: 'wayGhosts', label: 'ghosts where it was and will be' },
  { key: 'cutaway', label: 'cut away what stands in front' },
  { key: 'clearance', label: 'clearance as colour: the closest two' },
];

const STAGES: readonly Switch[] = [
  { key: 'boxes', label: 'stage 1: boxes (of thrown bodies: the broad phase)' },
  { key: 'volumes', label: 'stage 2: swept volumes' },
  { key: 'candidates', label: 'stage 3: what is left for it' },
];

export class LayersPanel {
  readonly element: HTMLElement;
  readonly layers: Layers = { ...FIRST_LAYERS };
  private readonly boxes: Map<string, HTMLInputElement> = new Map();
  private readonly level: HTMLInputElement = el('input', {
    type: 'range',
    min: -1,
    max: 14,
    step: 1,
    value: -1,
    'aria-label': 'Level of the trees',
    'data-testid': 'tree-level',
  });
  private readonly scale: HTMLElement = el('p', { class: 'scale' }, el('span', {}, 'touching'), el('span', {}, 'far'));
  private readonly levelText: HTMLElement = el('output', {}, 'none');

  /** stages: what they found, in words. */
  constructor(onChange: () => void, stages: HTMLElement) {
    const switchOf = ({ key, label }: Switch): HTMLElement => {
      const control = checkbox(label, `layer-${key}`, this.layers[key], (on) => {
        this.layers[key] = on;
        this.tell();
        onChange();
      });
      this.boxes.set(key, control.querySelector('input') as HTMLInputElement);
      return control;
    };
    this.level.addEventListener('input', () => {
      this.layers.treeLevel = Number(this.level.value);
      this.tell();
      onChange();
    });
    this.scale.hidden = true;
    this.element = el(
      'div',
      { class: 'panel' },
      el('h2', {}, 'Layers'),
      ...SWITCHES.map(switchOf),
      this.scale,
      el('h2', {}, 'Stages of the search'),
      el('p', { class: 'note' }, "How method 'interval' goes about the segment that is shown: each stage rules pairs out for the next."),
      ...STAGES.map(switchOf),
      stages,
      el('h2', {}, 'Trees'),
      el('p', { class: 'note' }, 'The volumes that a query goes down, level by level: of everything that moves, and of what was touched.'),
      el('label', { class: 'field' }, 'Level', this.level),
      this.levelText,
    );
  }

  set(changes: Partial<Layers>): void {
    Object.assign(this.layers, changes);
    for (const [key, box] of this.boxes) box.checked = this.layers[key as Switch['key']];
    this.level.value = String(this.layers.treeLevel);
    this.tell();
  }

  private tell(): void {
    const { treeLevel, clearance } = this.layers;
    this.scale.hidden = !clearance;
    this.levelText.textContent = treeLevel < 0 ? 'none' : treeLevel === 0 ? 'the root' : `level ${treeLevel}`;
    this.level.setAttribute('aria-valuetext', this.levelText.textContent);
  }
}
