// What every page of the site has: policy, colours, theme, and the way to all other pages. And typedoc's pages made so: lighter by what
// each of them repeats, and without inline programs and styles, which the policy does not let in.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPolicy } from '../page-policy.mjs';

/** Where a reader may go from anywhere, from the root of the site. */
const WAYS = [
  ['docs/index.html', 'Guides'],
  ['docs/modules.html', 'API'],
  ['gallery/index.html', 'Gallery'],
  ['proven.html', 'What is proven'],
  ['docs/documents/Planners.html', 'Planners'],
  ['docs/documents/Rigid_benchmarks.html', 'Measurements'],
];

const THEME = '<button type="button" class="theme-switch" aria-label="switch between light and dark">◐</button>';

function ways(up, here) {
  const links = WAYS.map(([to, text]) => `<a href="${up}${to}"${to === here ? ' aria-current="page"' : ''}>${text}</a>`);
  return `<a class="brand" href="${up}index.html">inbetween</a><nav class="ways" aria-label="site">${links.join('')}</nav>`;
}

function head(up) {
  return `<link rel="icon" href="data:,"><link rel="stylesheet" href="${up}assets/colours.css"><script src="${up}assets/theme.js"></script>`;
}

/** A page of ours: comments in it say where its parts go. `page`: its path from the root. */
export function dressed(html, page) {
  const up = '../'.repeat(page.split('/').length - 1);
  return withPolicy(html)
    .replace('<!-- head -->', `${head(up)}<link rel="stylesheet" href="${up}assets/site.css">`)
    .replace('<!-- header -->', `<header class="site">${ways(up, page)}${THEME}</header>`)
    .replace(
      '<!-- footer -->',
      `<footer class="site"><p>MIT licence. Nothing on these pages asks another server for anything. <a href="${up}assets/third-party-notices.txt">What others wrote</a>.</p></footer>`,
    );
}

/** Makes typedoc's pages in `folder`, which lies in the root of the site, pages of it. */
export function dressDocs(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.html') || path.startsWith('media/')) continue;
    const file = join(folder, name);
    writeFileSync(file, dressedDoc(readFileSync(file, 'utf8'), path));
  }
  // of filters, which these pages do not have; an element for styles is against the policy also while it is empty
  const program = join(folder, 'assets', 'main.js');
  writeFileSync(
    program,
    once(readFileSync(program, 'utf8'), /document\.head\.appendChild\(document\.createElement\("style"\)\)/, 'document.createElement("i")'),
  );
}

/** Fails where typedoc writes something else than it did. */
function once(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`typedoc's pages have no ${pattern} (scripts/site/dress.mjs)`);
  return text.replace(pattern, replacement);
}

function dressedDoc(html, path) {
  const base = '../'.repeat(path.split('/').length - 1);
  const up = `../${base}`;
  const isGuide = /<code class="ts">[\s\S]*?<\/code>[^\n]*<\/pre>\s*<pre><code class="text">/.test(html);
  const programs = `<link rel="stylesheet" href="${up}assets/shared.css"><link rel="stylesheet" href="${base}assets/custom.css"><script defer src="${up}assets/search-box.js"></script><script defer src="${base}assets/main.js"></script>${isGuide ? `<script type="module" src="${up}assets/examples.js"></script>` : ''}`;
  let text = once(html, /<body><script>[\s\S]*?<\/script>/, '<body>');
  text = once(
    text,
    /<link rel="stylesheet" href="[^"]*assets\/custom\.css"\/><script defer src="[^"]*assets\/main\.js"><\/script>/,
    `${head(up)}${programs}`,
  );
  text = once(
    text,
    /<a href="[^"]*" class="title">[\s\S]*?(?=<a href="#" class="tsd-widget menu")/,
    `${ways(up, `docs/${path}`)}${THEME}<span id="search-place"></span>`,
  );
  return withPolicy(
    text
      .replace(/<meta http-equiv="x-ua-compatible"[^>]*>|<meta name="description"[^>]*>/g, '')
      .replace(/<title>([^<]*) \| inbetween - v[^<]*<\/title>/, '<title>$1 · inbetween</title>')
      // settings: the theme is switched at the top, and nothing here is inherited from elsewhere
      .replace(/<div class="tsd-navigation settings">[\s\S]*?<\/details><\/div>/, '')
      .replace(/<svg class="tsd-kind-icon"[\s\S]*?<\/svg>/g, '')
      // put there by search-box.js, for those who point at a heading
      .replace(/<a href="#[^"]*" aria-label="Permalink" class="tsd-anchor-icon"><svg[\s\S]*?<\/svg><\/a>/g, '')
      .replace(/<span class="tsd-signature-symbol">([^<]*)<\/span>/g, '$1')
      .replace(/<script async src="[^"]*hierarchy\.js"[^>]*><\/script>/, '')
      // a list of what follows at once, which the list beside the page has too; of a whole door it stays
      .replace(
        path.startsWith('modules') ? /^$/ : /<section class="tsd-panel-group tsd-index-group">[\s\S]*?<\/details><\/section><\/section>/,
        '',
      )
      .replace(/ style="text-align:(\w+)"/g, ' class="$1"')
      .replace(/<pre>[\s\S]*?<\/pre>/g, (block) => block.replaceAll('<br/>', '\n').replace('<pre>', '<pre tabindex="0">')),
  );
}
