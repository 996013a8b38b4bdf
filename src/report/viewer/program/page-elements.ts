/** An element of the page by its id; not every page has every one. */
export function find<T extends Element = HTMLElement>(id: string): T | null {
  return document.getElementById(id) as T | null;
}

/** One that every page has. */
export function need<T extends Element = HTMLElement>(id: string): T {
  const element = find<T>(id);
  if (element === null) throw new Error(`the page has no ${id}`);
  return element;
}

export function listen<K extends keyof HTMLElementEventMap>(id: string, type: K, act: (event: HTMLElementEventMap[K]) => void): void {
  find(id)?.addEventListener(type, act);
}

/** Whether a box is ticked; undefined where there is none. */
export function isTicked(id: string): boolean | undefined {
  return find<HTMLInputElement>(id)?.checked;
}

/** The number of the one that is chosen of several by that name; undefined: none is. */
export function chosen(name: string): number | undefined {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`);
  return found === null ? undefined : Number(found.value);
}

export function setTicked(id: string, ticked: boolean): void {
  const box = find<HTMLInputElement>(id);
  if (box !== null) box.checked = ticked;
}

/** Words, and the class that they are shown in. */
export type Line = readonly [kind: '' | 'hit' | 'who', words: string];
