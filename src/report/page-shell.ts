import { escaped, scriptSafeJson } from './html-text.ts';
import { pagePolicy } from './page-policy.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { SceneData } from './viewer/scene-data.ts';
import { THEME_PROGRAM } from './viewer/theme-program.generated.ts';
import { VIEWER_PROGRAM } from './viewer/viewer-program.generated.ts';

export interface PageParts {
  /** Title of the browser's tab, as text. */
  readonly heading: string;
  /** The rest is HTML. */
  readonly header: string;
  readonly main: string;
  readonly footer: string;
  /** Data for the viewer. Without it the page has no picture. */
  readonly data?: SceneData;
}

/** One HTML file with everything in it. */
export function htmlPage({ heading, header, main, footer, data }: PageParts): string {
  const program = data === undefined ? THEME_PROGRAM : VIEWER_PROGRAM;
  const policy = pagePolicy(program, PAGE_STYLE, [header, main, footer]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="inbetween">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(heading)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<p class="brand">inbetween<button id="theme" type="button" aria-label="switch between light and dark">◐</button></p>
${header}
</header>
<main>
${main}
</main>
<footer>${footer}</footer>
${data === undefined ? '' : `<script type="application/json" id="scene-data">${scriptSafeJson(data)}</script>\n`}<script>${program}</script>
</body>
</html>
`;
}
