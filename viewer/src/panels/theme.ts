/** Light or dark: as the reader's system says, or as the button does. */
import { button } from './dom.ts';

export function themeButton(onChange: () => void): HTMLButtonElement {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const tell = () => {
    control.textContent = isDark() ? 'Light' : 'Dark';
    control.setAttribute('aria-label', isDark() ? 'Switch to light colours' : 'Switch to dark colours');
    onChange();
  };
  const control = button('', 'theme', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    tell();
  });
  system.addEventListener('change', tell);
  control.textContent = isDark() ? 'Light' : 'Dark';
  control.setAttribute('aria-label', isDark() ? 'Switch to light colours' : 'Switch to dark colours');
  return control;
}
