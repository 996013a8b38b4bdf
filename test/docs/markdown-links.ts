/** A link of a Markdown file: where it points to, and the line it stands on. */
export interface MarkdownLink {
  readonly target: string;
  readonly line: number;
}

/** All links and pictures, `[text](target)` and `[text]: target`, outside of code. */
export function linksOf(markdown: string): MarkdownLink[] {
  return withoutCode(markdown)
    .split('\n')
    .flatMap((text, i) => {
      const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
      const references = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/g)];
      return [...inline, ...references].map(([, target]) => ({ target, line: i + 1 }));
    });
}

/** The anchors of the headings, made as GitHub makes them: letters, digits, `-` and `_`, in small letters; a second one of a name gets -1. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const bare = withoutCode(markdown, 'blocks');
  for (const [, heading] of bare.matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/gm)) {
    const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let n = 1; anchors.has(unique); n++) unique = `${anchor}-${n}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The same lines, with spaces where code stood. */
function withoutCode(markdown: string, what: 'all' | 'blocks' = 'all'): string {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  const prose = markdown.replace(/^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?^ {0,3}\1[^\n]*$/gm, blank);
  return what === 'all' ? prose.replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank) : prose;
}
