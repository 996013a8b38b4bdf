// Light or dark as the reader chose on any page of the site, else as the system says. It runs before anything is drawn.
const KEPT = 'tsd-theme';
const { dataset } = document.documentElement;

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? 'os';
  } catch {
    return 'os'; // a page without storage
  }
}

dataset.theme = kept();
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('.theme-switch') === null) return;
  const isDark = dataset.theme === 'os' ? matchMedia('(prefers-color-scheme: dark)').matches : dataset.theme === 'dark';
  dataset.theme = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(KEPT, dataset.theme);
  } catch {
    // for this page only
  }
});
