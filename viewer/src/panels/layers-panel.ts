/** What the picture shows beside the bodies themselves. */
import { checkbox, el } from './dom.ts';

export interface Layers {
  grid: boolean;
  frames: boolean;
  edges: boolean;
  contactGhost: boolean;
  safeGhost: boolean;
  trace: boolean;
  cutaway: boolean;
  swept: boolean;
  /** −1: none. */
  treeLevel: number;
}

export const FIRST_LAYERS: Layers = {
  grid: true,
  frames: false,
  edges: false,
  contactGhost: false,
  safeGhost: false,
  trace: true,
  cutaway: false,
  swept: false,
  treeLevel: -1,
};

const SWITCHES: readonly { readonly key: Exclude<keyof Layers, 'treeLevel'>; readonly label: string }[] = [
  { key: 'grid', label: 'grid' },
  { key: 'frames', label: 'frames of links and bodies' },
  { key: 'edges', label: 'edges of the triangles that are tested' },
  { key: 'trace', label: 'way of the tool' },
  { key: 'contactGhost', label: 'ghost at first contact' },
  { key: 'safeGhost', label: 'ghost where it was last safe' },
  { key: 'cutaway', label: 'cut away what stands in front' },
  { key: 'swept', label: 'boxes around where links go (at 60 instants)' },
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
  private readonly levelText: HTMLElement = el('output', {}, 'none');

  constructor(onChange: () => void) {
    const switches = SWITCHES.map(({ key, label }) => {
      const control = checkbox(label, `layer-${key}`, this.layers[key], (on) => {
        this.layers[key] = on;
        onChange();
      });
      this.boxes.set(key, control.querySelector('input') as HTMLInputElement);
      return control;
    });
    this.level.addEventListener('input', () => {
      this.layers.treeLevel = Number(this.level.value);
      this.tell();
      onChange();
    });
    this.element = el(
      'div',
      { class: 'panel' },
      el('h2', {}, 'Layers'),
      ...switches,
      el('h2', {}, 'Trees'),
      el('p', { class: 'note' }, 'The volumes that a query goes down, level by level: of everything that moves, and of what was touched.'),
      el('label', { class: 'field' }, 'Level', this.level),
      this.levelText,
    );
  }

  set(changes: Partial<Layers>): void {
    Object.assign(this.layers, changes);
    for (const [key, box] of this.boxes) box.checked = this.layers[key as (typeof SWITCHES)[number]['key']];
    this.level.value = String(this.layers.treeLevel);
    this.tell();
  }

  private tell(): void {
    const { treeLevel } = this.layers;
    this.levelText.textContent = treeLevel < 0 ? 'none' : treeLevel === 0 ? 'the root' : `level ${treeLevel}`;
    this.level.setAttribute('aria-valuetext', this.levelText.textContent);
  }
}
