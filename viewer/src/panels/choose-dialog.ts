/** Asks which of several files is meant, and which shapes of a robot are tested. */
import { type Choice, el, field, select } from './dom.ts';

export interface Chosen {
  readonly main: string;
  readonly geometry: 'collision' | 'visual';
}

/** `shapes`: of a candidate, those that can be tested. null: nothing, it was closed, or the signal ended it, then or before. */
export function choose(
  candidates: readonly Choice[],
  shapes: (main: string) => readonly Chosen['geometry'][],
  signal: AbortSignal,
): Promise<Chosen | null> {
  if (signal.aborted) return Promise.resolve(null);
  const main = select('What to open', 'choose-main', candidates, () => offer());
  const geometry = select('Shapes that are tested', 'choose-geometry', [
    { value: 'collision', label: 'collision geometry' },
    { value: 'visual', label: 'visual geometry' },
  ]);
  const shapesField = field('Shapes', geometry);
  const offer = () => {
    const own = shapes(main.value);
    shapesField.hidden = own.length < 2;
    geometry.value = own[0];
  };
  offer();
  const dialog = el(
    'dialog',
    { 'aria-label': 'Choose what to open', 'data-testid': 'choose' },
    el(
      'form',
      { method: 'dialog' },
      el('h2', {}, 'What is to be opened?'),
      field('File', main),
      shapesField,
      el(
        'div',
        { class: 'row' },
        el('button', { value: 'open', class: 'primary', 'data-testid': 'choose-open' }, 'Open'),
        el('button', { value: '' }, 'Cancel'),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'open' ? { main: main.value, geometry: geometry.value as Chosen['geometry'] } : null);
    });
    signal.addEventListener('abort', () => {
      dialog.close('');
      // at once: browsers tell of the closing later, when the next dialog may be there
      dialog.remove();
      resolve(null);
    });
  });
}
