// What every page of the site has: policy, colours, theme, and the way to all other pages. And typedoc's pages made so: lighter by what
// each of them repeats, and without inline programs and styles, which the policy does not let in.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPolicy } from '../build/page-policy.mjs';
import { ROOT } from '../run.mjs';
import { withPlots } from './plots.mjs';

/** Where a reader may go from anywhere, from the root of the site. */
export const WAYS = [
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
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace('<!-- head -->', `${head(up)}<link rel="stylesheet" href="${up}assets/site.css">`)
    .replace('<!-- header -->', `<header class="site">${ways(up, page)}${THEME}</header>`)
    .replace(
      '<!-- footer -->',
      `<footer class="site"><p>MIT licence. Nothing on these pages asks another server for anything. <a href="${up}assets/third-party-notices.txt">What others wrote</a>.</p></footer>`,
    );
}

/** Makes typedoc's pages in `folder`, which lies in the root of the site, pages of it. `assets`: of the site, which has its styles. */
export function dressDocs(folder, assets) {
  const own = join(folder, 'assets');
  // the class of code that has the colour of all text
  const [, number] = /--light-hl-(\d+): #000000;\s*--dark-hl-\1: #D4D4D4/.exec(readFileSync(join(own, 'highlight.css'), 'utf8'));
  const plain = new RegExp(`<span class="hl-${number}">([^<]*)</span>`, 'g');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.html') || path.startsWith('media/')) continue;
    const file = join(folder, name);
    writeFileSync(file, dressedDoc(readFileSync(file, 'utf8'), path, plain));
  }
  const styles = [
    join(assets, 'colours.css'),
    ...['style.css', 'highlight.css'].map((name) => join(own, name)),
    join(assets, 'shared.css'),
    join(own, 'custom.css'),
  ];
  writeFileSync(
    join(own, 'docs.css'),
    DARKER.reduce((text, [from, to]) => text.replaceAll(from, to), styles.map((file) => readFileSync(file, 'utf8')).join('\n')),
  );
  for (const name of ['style.css', 'highlight.css', 'custom.css', 'hierarchy.js']) rmSync(join(own, name));
  // of filters, which these pages do not have; an element for styles is against the policy also while it is empty
  const program = join(own, 'main.js');
  const text = readFileSync(program, 'utf8');
  writeFileSync(program, once(text, /document\.head\.appendChild\(document\.createElement\("style"\)\)/, 'document.createElement("i")'));
}

/** What the documents with measurements say, by their titles. */
const measured = new Map(
  readdirSync(join(ROOT, 'docs'))
    .filter((name) => /^(bench-.*|planners)\.md$/.test(name))
    .map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'))
    .map((text) => [/^# (.+)$/m.exec(text)[1], text]),
);

/** Fails where typedoc writes something else than it did. */
function once(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`typedoc's pages have no ${pattern} (scripts/site/dress.mjs)`);
  return text.replace(pattern, replacement);
}

/** Small headings that follow the title at once are of the second rank. */
function raised(part) {
  return part.replace(/<h4(?: class="([^"]*)")?/g, '<h2 class="minor $1"').replaceAll('</h4>', '</h2>');
}

/** Colours of code that are too light on the ground that code has here. */
const DARKER = [
  ['#098658', '#076b47'],
  ['#267F99', '#1d6a86'],
  ['#EE0000', '#c40000'],
  ['#008000', '#0a6b0a'],
];

/** What each page repeats, colours that are those of all text, and lists of what stands beside them anyway: a third of all bytes. */
const LEFT_OUT = [
  /<div class="tsd-navigation settings">[\s\S]*?<\/details><\/div>/,
  /<svg class="tsd-kind-icon"[\s\S]*?<\/svg>/g,
  /<svg[^>]*><use href="[^"]*#icon-chevron\w+"><\/use><\/svg>\s*/g,
  /<a href="#[^"]*" aria-label="Permalink" class="tsd-anchor-icon"><svg[\s\S]*?<\/svg><\/a>/g,
];
const PLAIN = /<span class="(?:tsd-signature-\w+|tsd-kind-[\w-]+)">([^<]*)<\/span>/g;
/** Lists on pages of one thing: of what follows at once. */
const LISTS = [
  /<section class="tsd-panel-group tsd-index-group">[\s\S]*?<\/details><\/section><\/section>/,
  /<div class="page-menu">[\s\S]*?(?=<div class="site-menu">)/,
];

function dressedDoc(html, path, plain) {
  const base = '../'.repeat(path.split('/').length - 1);
  const up = `../${base}`;
  const [, title] = /<title>([^<|]*?)(?: \| [^<]*)?<\/title>/.exec(html);
  const isGuide = /<code class="ts">[\s\S]*?<\/code>[^\n]*<\/pre>\s*<pre><code class="text">/.test(html);
  const script = (kind, address) => `<script ${kind} src="${address}"></script>`;
  const head = `<meta charset="utf-8"><title>${title} · inbetween</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><link rel="stylesheet" href="${base}assets/docs.css">
<script src="${up}assets/theme.js"></script>${script('defer', `${up}assets/docs-page.js`)}${script('defer', `${base}assets/main.js`)}${isGuide ? script('type="module"', `${up}assets/examples.js`) : ''}`;
  let text = once(html, /<head>[\s\S]*?<\/head>/, `<head>${head}</head>`);
  text = once(text, /<body><script>[\s\S]*?<\/script>/, '<body>');
  text = once(
    text,
    /(<div class="tsd-toolbar-contents container">)[\s\S]*?(?=<\/div><\/header>)/,
    `$1<a class="brand" href="${up}index.html">inbetween</a>`,
  );
  if (/^(interfaces|types|functions|variables|classes)\//.test(path)) text = text.replace(LISTS[0], '');
  if (/^(interfaces|types|functions|variables)\//.test(path)) text = text.replace(LISTS[1], '');
  // landmarks and an order of headings, for those who hear the page
  text = once(text, /<div class="col-content">/, '<div class="col-content" role="main">');
  text = once(text, /<div class="col-sidebar">/, '<div class="col-sidebar" role="complementary" aria-label="contents">');
  text = text
    .replace('<h3>On This Page</h3>', '<h2>On This Page</h2>')
    .replace(/<\/h1>[\s\S]*?(?=<h[23]|<div class="col-sidebar")/, raised);
  if (measured.has(title)) text = withPlots(text, measured.get(title));
  for (const pattern of LEFT_OUT) text = text.replace(pattern, '');
  return withPolicy(
    text
      .replace(PLAIN, '$1')
      .replace(plain, '$1')
      .replace(
        /<a href="([^"]*)" class="tsd-signature-type[^"]*">|<a class="tsd-(?:kind|signature)-[^"]*" href="([^"]*)">/g,
        '<a href="$1$2">',
      )
      .replace(/ style="text-align:(\w)\w*"/g, ' class="$1"')
      .replace(/<pre>[\s\S]*?<\/pre>/g, (block) => block.replaceAll('<br/>', '\n').replace('<pre>', '<pre tabindex="0">')),
  );
}
