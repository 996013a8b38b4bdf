// What every page of the reference has, made here once instead of written into hundreds of pages: the ways of the site, the search as
// typedoc's program expects it, and what that program reads. It runs before that program.

/** Address from the root of the site, and name; put in by the build. */
declare const WAYS: readonly (readonly [string, string])[];

const { base = './' } = document.documentElement.dataset;
const up = `../${base}`;
const here = location.pathname;
const links = WAYS.map(([to, text]) => {
  const isHere = here.endsWith(`/${to}`) ? ' aria-current="page"' : '';
  return `<a href="${up}${to}"${isHere}>${text}</a>`;
});
document.querySelector('.brand')?.insertAdjacentHTML(
  'afterend',
  `<nav class="ways" aria-label="site">${links.join('')}</nav>
<button type="button" class="theme-switch" aria-label="switch between light and dark">◐</button>
<button id="tsd-search-trigger" class="tsd-widget" type="button" aria-label="Search"><svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true"><use href="#icon-search"></use></svg><span>Search</span></button>
<dialog id="tsd-search" aria-label="Search"><input role="combobox" id="tsd-search-input" aria-label="Search" aria-controls="tsd-search-results" aria-autocomplete="list" aria-expanded="true" autocapitalize="off" autocomplete="off" placeholder="Search guides and reference" maxlength="100"/>
<ul role="listbox" id="tsd-search-results" aria-label="found"></ul><div id="tsd-search-status" aria-live="polite" aria-atomic="true"><div>Preparing search index...</div></div></dialog>
<a href="#" class="tsd-widget menu" id="tsd-toolbar-menu-trigger" data-toggle="menu" aria-label="Menu"><svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true"><use href="#icon-menu"></use></svg></a>`,
);

for (const [file, id] of [
  ['icons', 'tsd-icons-script'],
  ['search', 'tsd-search-script'],
  ['navigation', 'tsd-nav-script'],
]) {
  document.head.append(Object.assign(document.createElement('script'), { id, async: true, src: `${base}assets/${file}.js` }));
}

// Addresses of headings, for those who want to hand one on.
for (const heading of document.querySelectorAll('.tsd-anchor-link[id]:not(summary *)')) {
  const link = Object.assign(document.createElement('a'), { className: 'tsd-anchor-icon', href: `#${heading.id}`, textContent: '#' });
  link.setAttribute('aria-label', 'Permalink');
  heading.append(link);
}

// What scrolls by itself must be reached by keys.
for (const table of document.querySelectorAll<HTMLElement>('.tsd-typography table'))
  if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;

// Doors in the list of pages open and close by their line: the link to their own page becomes the first one below it.
const contents = document.getElementById('tsd-nav-container');
if (contents !== null) {
  const watcher = new MutationObserver(() => {
    const inLines = contents.querySelectorAll<HTMLAnchorElement>('summary > a');
    if (inLines.length === 0) return;
    watcher.disconnect();
    for (const link of inLines) {
      const name = Object.assign(document.createElement('span'), { textContent: link.textContent });
      const entry = document.createElement('li');
      link.replaceWith(name);
      link.textContent = 'Overview';
      entry.append(link);
      name.closest('details')?.querySelector('ul')?.prepend(entry);
    }
  });
  watcher.observe(contents, { childList: true });
}
