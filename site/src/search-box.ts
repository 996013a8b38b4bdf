// The search of the reference, as typedoc's program expects it: written here once instead of into every page.
const place = document.getElementById('search-place');
if (place !== null) {
  place.innerHTML = `<button id="tsd-search-trigger" class="tsd-widget" type="button" aria-label="Search"><svg width="16" height="16" viewBox="0 0 16 16" fill="none" aria-hidden="true"><use href="#icon-search"></use></svg><span>Search</span></button>
<dialog id="tsd-search" aria-label="Search"><input role="combobox" id="tsd-search-input" aria-label="Search" aria-controls="tsd-search-results" aria-autocomplete="list" aria-expanded="true" autocapitalize="off" autocomplete="off" placeholder="Search guides and reference" maxlength="100"/>
<ul role="listbox" id="tsd-search-results" aria-label="found"></ul><div id="tsd-search-status" aria-live="polite" aria-atomic="true"><div>Preparing search index...</div></div></dialog>`;
}

// Addresses of headings, for those who want to hand one on.
for (const heading of document.querySelectorAll('.tsd-anchor-link[id]')) {
  const link = Object.assign(document.createElement('a'), { className: 'tsd-anchor-icon', href: `#${heading.id}`, textContent: '#' });
  link.setAttribute('aria-label', 'Permalink');
  heading.append(link);
}
