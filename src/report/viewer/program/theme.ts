export const prefersDark: MediaQueryList = matchMedia('(prefers-color-scheme: dark)');

/** Switches from light to dark or back; until then the reader's setting counts. */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === 'dark' : prefersDark.matches;
  dataset.theme = isDark ? 'light' : 'dark';
}
