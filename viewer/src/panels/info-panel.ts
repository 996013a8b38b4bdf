/** What there is, by name, and what is not tested and why. */
import type { Scene } from 'inbetween';
import type { Part } from '../stage/parts.ts';
import { el } from './dom.ts';

/** Lists beyond this are shortened. */
const MOST = 400;

const REASONS: Readonly<Record<string, string>> = {
  adjacent: 'a joint holds them together',
  always: 'they touch in nearly all configurations looked at',
  never: 'they touched in none of the configurations looked at',
  default: 'they touch at rest',
  user: 'somebody said so',
};

export class InfoPanel {
  readonly element: HTMLElement = el('div', { class: 'panel info' });
  private readonly onHover: (key: string) => void;
  private readonly items: Map<string, HTMLElement> = new Map();
  private marked: HTMLElement | undefined;

  constructor(onHover: (key: string) => void) {
    this.onHover = onHover;
  }

  open(scene: Scene, parts: readonly Part[], warnings: readonly string[]): void {
    this.items.clear();
    const triangles = new Map<string, { readonly part: Part; count: number }>();
    for (const part of parts) {
      const entry = triangles.get(part.key) ?? { part, count: 0 };
      entry.count += part.mesh.triangleCount;
      triangles.set(part.key, entry);
    }
    const group = (title: string, wanted: (part: Part) => boolean, isOpen: boolean): HTMLElement | null => {
      const list = [...triangles.values()].filter(({ part }) => wanted(part));
      if (list.length === 0) return null;
      const items = list.slice(0, MOST).map(({ part, count }) => this.item(part, count));
      const more = list.length - items.length;
      return el(
        'details',
        { open: isOpen },
        el('summary', {}, `${title} (${list.length})`),
        el('ul', { class: 'names' }, ...items, more > 0 ? el('li', {}, `and ${more} more`) : null),
      );
    };
    this.element.replaceChildren(
      ...[
        warnings.length > 0 ? el('h2', {}, 'Worth knowing') : null,
        warnings.length > 0 ? el('ul', {}, ...warnings.map((warning) => el('li', {}, warning))) : null,
        el('h2', {}, 'What there is'),
        ...scene.robots.map(({ name }) => group(`Links of ${name}`, ({ side }) => side.body === name && side.link !== undefined, true)),
        group('Bodies that may move', ({ kind }) => kind === 'body' || kind === 'soft', true),
        group('Obstacles', ({ kind }) => kind === 'obstacle', triangles.size < 40),
        el('h2', {}, 'What is not tested, and why'),
        ...this.untested(scene),
      ].filter((child) => child !== null),
    );
  }

  /** What is under the pointer in the picture. */
  mark(key: string): void {
    this.marked?.classList.remove('marked');
    this.marked = this.items.get(key);
    this.marked?.classList.add('marked');
  }

  private item({ key, side }: Part, count: number): HTMLElement {
    const item = el('li', { tabindex: 0, 'data-testid': 'name' }, side.link ?? side.body, el('small', {}, ` ${count} triangles`));
    for (const event of ['pointerenter', 'focus']) item.addEventListener(event, () => this.onHover(key));
    for (const event of ['pointerleave', 'blur']) item.addEventListener(event, () => this.onHover(''));
    this.items.set(key, item);
    return item;
  }

  private untested(scene: Scene): readonly HTMLElement[] {
    const out: HTMLElement[] = [];
    const { self, allowed } = scene.options;
    const reasons: (readonly [string, string])[] = [];
    if (scene.obstacles.length > 1) reasons.push(['obstacles against each other', 'all of them stand still']);
    if (!self && scene.robots.length > 0) reasons.push(['links of one robot against each other', 'the scene says so (self: false)']);
    for (const [a, b] of allowed) reasons.push([`${a}, ${b}`, 'the scene allows it']);
    for (const { name, allowed: pairs } of self ? scene.robots : [])
      for (const { a, b, reason } of pairs.list())
        reasons.push([`${a}, ${b}${scene.robots.length > 1 ? ` of ${name}` : ''}`, REASONS[reason] ?? reason]);
    const shown = reasons.slice(0, MOST);
    if (shown.length === 0) return [el('p', {}, 'Every two things that can move against each other are tested.')];
    out.push(el('dl', { 'data-testid': 'untested' }, ...shown.map(([who, why]) => el('div', {}, el('dt', {}, who), el('dd', {}, why)))));
    if (reasons.length > shown.length) out.push(el('p', { class: 'note' }, `and ${reasons.length - shown.length} more`));
    return out;
  }
}
