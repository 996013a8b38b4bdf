/** Elements in one call. Styles are set by classes only: the page's policy allows nothing else. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | null;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly SVGElement[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAll(element, attributes);
  element.append(...children);
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

export function button(label: string, testid: string, onClick: () => void, more: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', 'data-testid': testid, ...more }, label);
  element.addEventListener('click', onClick);
  return element;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function select(
  label: string,
  testid: string,
  choices: readonly Choice[],
  onChange: (value: string) => void = () => {},
): HTMLSelectElement {
  const element = el('select', { 'aria-label': label, 'data-testid': testid }, ...optionsOf(choices));
  element.addEventListener('change', () => onChange(element.value));
  return element;
}

export function optionsOf(choices: readonly Choice[]): readonly HTMLOptionElement[] {
  return choices.map(({ value, label }) => el('option', { value }, label));
}

/** A label with what it names behind it. */
export function field(label: string, control: HTMLElement, note = ''): HTMLLabelElement {
  return el('label', { class: 'field' }, el('span', {}, label, note === '' ? null : el('small', {}, note)), control);
}

export function checkbox(label: string, testid: string, checked: boolean, onChange: (checked: boolean) => void): HTMLLabelElement {
  const box = el('input', { type: 'checkbox', 'data-testid': testid });
  box.checked = checked;
  box.addEventListener('change', () => onChange(box.checked));
  return el('label', { class: 'switch' }, box, label);
}

export function numberText(x: number, digits = 5): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size < 1e-4 || size >= 1e6) return x.toExponential(2);
  return String(Number(x.toPrecision(digits)));
}

export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Opens a dialog that is gone when it is closed. `name`: its heading, and how it is called. */
export function dialogOf(name: string, testid: string, ...children: readonly Child[]): HTMLDialogElement {
  const close = button('Close', `${testid}-close`, () => dialog.close());
  const head = el('div', { class: 'dialog-head' }, el('h2', { id: `${testid}-name` }, name), close);
  const dialog = el('dialog', { 'aria-labelledby': `${testid}-name`, 'data-testid': testid }, head, ...children);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
