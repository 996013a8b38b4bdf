/** Lines for pages of others that show what is open here. */
import type { Source } from '../source/opened.ts';
import type { Snippet } from './share-dialog.ts';

/** `page`: the address of this one, with its link. Other pages cannot show files that were dropped on this one. */
export function snippetsOf(source: Source, title: string, page: string): readonly Snippet[] {
  const link = { label: 'Link', testid: 'link-text', text: page };
  if (source.kind === 'files') return [link];
  const at = (path: string) => new URL(path, page).href;
  const what =
    source.kind === 'gallery'
      ? attribute('gallery', source.id)
      : attribute('src', at(source.main)) + (source.path === null ? '' : attribute('path', at(source.path)));
  return [
    link,
    {
      label: 'This page in another one',
      testid: 'iframe-text',
      text: `<iframe${attribute('src', page)}${attribute('title', title)} width="800" height="560" loading="lazy"></iframe>`,
    },
    {
      label: 'Its picture and time line as an element',
      testid: 'element-text',
      text: `<script type="module"${attribute('src', at('element.js'))}></script>\n<inbetween-view${what}></inbetween-view>`,
    },
  ];
}

function attribute(name: string, value: string): string {
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`;
}
